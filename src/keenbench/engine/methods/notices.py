"""What Review says, and Publish asks, of the files that the Draft changes.

The two versions of a file are searched in the parser's box, once for each pair of contents.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from keenbench.engine.engine import Engine
from keenbench.engine.methods.review_sides import Comparison, sides
from keenbench.errors import KeenBenchError, ToolWorkerUnavailable, UserCanceled
from keenbench.formats.notices.shape import TOLD_ONLY, FoundNotice, NoticeCode, sentence
from keenbench.formats.notices.suffixes import SEARCHED
from keenbench.registry import Result
from keenbench.workbench.changes import Change
from keenbench.workbench.kinds import kind_of
from keenbench.workbench.publish import Asked

_DOCUMENTS = ("docx", "odt", "xlsx", "pptx", "pdf")
_KEPT = 512


class Notice(Result):
    """A sentence about a changed file; Publish asks for those that are to be confirmed."""

    notice_id: str
    code: NoticeCode
    message: str
    confirm: bool


class _Known:
    """The last notices found, by both contents."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[tuple[str, ...], list[FoundNotice]] = OrderedDict()

    def get(self, key: tuple[str, ...]) -> list[FoundNotice] | None:
        with self._lock:
            return self._found.get(key)

    def put(self, key: tuple[str, ...], found: list[FoundNotice]) -> None:
        with self._lock:
            self._found[key] = found
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)


_known = _Known()


def notices_of(engine: Engine, workbench_id: str, compared: Comparison) -> list[Notice]:
    """Return what is to be said of one change."""
    change = compared.change
    if change.after is None or not _is_searched(change.path):
        return []
    return [
        Notice(
            notice_id=_name(change, one),
            code=one.code,
            message=one.message,
            confirm=one.code not in TOLD_ONLY,
        )
        for one in _found(engine, workbench_id, compared)
    ]


def asked_of(path: str, notices: Sequence[Notice]) -> list[Asked]:
    """Return what Publish asks about a file."""
    return [Asked(one.notice_id, path, one.code, one.message) for one in notices if one.confirm]


def _is_searched(path: str) -> bool:
    return kind_of(path).file_kind in _DOCUMENTS or PurePath(path).suffix.lower() in SEARCHED


def _found(engine: Engine, workbench_id: str, compared: Comparison) -> list[FoundNotice]:
    change = compared.change
    assert change.after is not None
    before = change.before.sha256 if change.before is not None else ""
    key = (PurePath(change.path).suffix.lower(), before, change.after.sha256)
    known = _known.get(key)
    if known is not None:
        return known
    body: dict[str, Any] = {"workbench_id": workbench_id, "path": change.path, **sides(compared)}
    try:
        answer = engine.worker.call("NoticesFind", body)
        found = [FoundNotice.model_validate(one) for one in answer["notices"]]
    except UserCanceled:
        raise
    except KeenBenchError as error:
        # What cannot be searched is said, and asked for: it may hold anything.
        found = [sentence("not_checked", [error.message])]
        if isinstance(error, ToolWorkerUnavailable):
            return found  # of the worker, not of the file: the next look may go better
    _known.put(key, found)
    return found


def _name(change: Change, notice: FoundNotice) -> str:
    """Return a name that holds for this content alone: what is confirmed is what was shown."""
    assert change.after is not None
    said = "\n".join((change.path, change.after.sha256, notice.code, notice.message))
    return sha256(said.encode()).hexdigest()[:16]
