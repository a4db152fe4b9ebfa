"""The runner's one request and its answer, as JSON (CONTRACTS §8 "Runner").

Request: `{dataset_id, tables[{name, path, table?}], sql, timeout_seconds, max_rows, offset}`, and
of our own `max_bytes`, `hash`, `threads`, `policy_tables`. On a socket the databases come as
descriptors, and a table says `database`, the number of its descriptor, in place of `path`. They
may come ahead of the request, as `{ahead: true, tables}`.

Answer: `{status, columns, column_types, rows, row_count, total_row_count, has_more, exec_time_ms,
warnings[{code, message}], result_hash, error{type, message, subphase?, detail?}|null}`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from keenbench.errors import RunError, RunInvalid
from keenbench.sandbox.runner.lockdown import Lent
from keenbench.sandbox.runner.rows import Columns, Found, Window
from keenbench.sandbox.runs import MAX_BYTES, failed_answer

_MOST_ROWS = 10_000_000
_SECONDS = 10.0
_MOST_SECONDS = 24 * 3600.0
_MOST_THREADS = 64


@dataclass(frozen=True)
class Request:
    sql: str
    tables: tuple[Lent, ...]
    window: Window
    hashed: bool
    threads: int
    policy_tables: tuple[str, ...] | None


def parse(message: Mapping[str, Any], databases: list[str] | None = None) -> Request:
    """Return the request in `message`; `databases` are the paths of the descriptors beside it."""
    fields = _Fields(message)
    fields.number("timeout_seconds", _SECONDS, 0.001, _MOST_SECONDS)
    policy_tables = fields.take("policy_tables", list, None)
    return Request(
        sql=fields.take("sql", str),
        tables=tables_of(message, databases),
        window=Window(
            offset=int(fields.number("offset", 0, 0, 2**53)),
            max_rows=int(fields.number("max_rows", 200, 0, _MOST_ROWS)),
            max_bytes=int(fields.number("max_bytes", MAX_BYTES, 1, 64 * 1000 * 1000)),
        ),
        hashed=fields.take("hash", bool, False),
        threads=int(fields.number("threads", 1, 1, _MOST_THREADS)),
        policy_tables=None if policy_tables is None else tuple(map(str, policy_tables)),
    )


def tables_of(message: Mapping[str, Any], databases: list[str] | None) -> tuple[Lent, ...]:
    """Return the tables that `message` lends."""
    tables = _Fields(message).take("tables", list, [])
    return tuple(_lent(_Fields(table), databases) for table in tables)


def seconds_of(message: Any) -> float:
    """Return how long the query may take, whatever else is wrong with its request."""
    seconds = message.get("timeout_seconds", _SECONDS) if isinstance(message, Mapping) else None
    if isinstance(seconds, int | float) and 0 < seconds <= _MOST_SECONDS:
        return float(seconds)
    return _SECONDS


def answer(columns: Columns, found: Found, window: Window, **more: Any) -> bytes:
    """Return the answer to a query that ran. The rows are JSON text already."""
    head = {
        "status": "success",
        "columns": columns.names,
        "column_types": columns.words,
        "row_count": len(found.rows),
        "total_row_count": found.total,
        "has_more": window.offset + len(found.rows) < found.total,
        "result_hash": found.result_hash,
        "error": None,
        **more,
    }
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).removesuffix("}")
    return f'{text},"rows":[{",".join(found.rows)}]}}'.encode()


def failure(error: RunError, **more: Any) -> bytes:
    """Return the answer to a query that did not."""
    told = {**failed_answer(error), **more}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


class _Fields:
    """Typed look-ups in a JSON object; Pydantic would double the time a runner takes to start."""

    def __init__(self, message: Any) -> None:
        if not isinstance(message, Mapping):
            raise _wrong("The request must be a JSON object.")
        self._message = message

    def take(self, key: str, kind: type, *default: Any) -> Any:
        value = self._message.get(key)
        if value is None:
            if not default:
                raise _wrong(f"The request has no {key}.")
            return default[0]
        if not isinstance(value, kind):
            raise _wrong(f"{key} of the request must be a {kind.__name__}.")
        return value

    def number(self, key: str, default: float, least: float, most: float) -> float:
        value = self._message.get(key, default)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise _wrong(f"{key} of the request must be a number.")
        if not least <= value <= most:
            raise _wrong(f"{key} of the request must lie between {least:g} and {most:g}.")
        return value


def _lent(fields: _Fields, databases: list[str] | None) -> Lent:
    name = fields.take("name", str)
    table = fields.take("table", str, "data")
    if databases is None:
        return Lent(name, fields.take("path", str), table)
    number = int(fields.number("database", -1, 0, len(databases) - 1))
    return Lent(name, databases[number], table)


def _wrong(message: str) -> RunInvalid:
    return RunInvalid(message, subphase="params")
