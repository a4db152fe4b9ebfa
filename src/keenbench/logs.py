"""Logs: one JSON object a line on stderr. They name methods, ids and outcomes, never content."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _PLAIN}
        if record.exc_info is not None and record.exc_info[0] is not None:
            # The kind alone: a library's message may quote the file it choked on.
            line["exception"] = record.exc_info[0].__name__
            line["where"] = where(record.exc_info[1])
        return json.dumps(line, default=str)


def where(error: BaseException | None) -> str | None:
    """Return module and line of the innermost frame: enough to find a fault, and no content."""
    trace = error.__traceback__ if error is not None else None
    if trace is None:
        return None
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"


def set_up(level: str) -> None:
    """Send every logger's records to stderr as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # Warnings of a library are for its developers: they name places of this machine.
    logging.captureWarnings(True)
    # These write every URL they fetch, or what they find odd in a body.
    for chatty in ("httpx", "httpx2", "httpcore", "python_multipart", "py.warnings"):
        logging.getLogger(chatty).setLevel(logging.ERROR)
