"""The maps of all files of a workbench, asked from the worker and remembered.

A map depends on the file's content alone, so one that was made is good until the file changes;
that shows in its inode, size and times.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from keenbench.engine.engine import Engine
from keenbench.errors import FileReadFailed, KeenBenchError, UserCanceled
from keenbench.reading import View
from keenbench.workbench.bench import Workbench
from keenbench.workshop import faults
from keenbench.workshop.reading_tools import MAP_METHODS
from keenbench.workshop.receipts import size_of
from keenbench.workshop.visible_files import VisibleFile

_REMEMBERED_BYTES = 16 * 1024 * 1024
# As many as the worker has parsers.
_AT_ONCE = 2
# What is small enough to be shown whole: within one chunk of 200 lines, and of this many bytes.
SMALL_LINES = 200
SMALL_BYTES = 8 * 1024

# What tells a table in a .txt; it goes the way of a csv, and is never shown whole.
_DELIMITERS = "\t;|,"
_SNIFFED_LINES = 20
_TABLE_LINES = 3

Identity = tuple[object, ...]


@dataclass(frozen=True)
class Mapped:
    """What is known of a file: its map, and the text of a small one; or why there is none."""

    map: dict[str, Any] | None = None
    text: str | None = None
    problem: str | None = None


class FileMaps:
    """Maps that an engine has made, the least used forgotten first."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._known: OrderedDict[Identity, tuple[Mapped, int]] = OrderedDict()
        self._size = 0

    def of(
        self,
        bench: Workbench,
        files: Sequence[VisibleFile],
        canceled: threading.Event | None = None,
    ) -> dict[str, Mapped]:
        """Return what is known of each file that can be parsed."""
        readable = [file for file in files if not file.kind.is_opaque]
        identities = bench.read(
            lambda view: {file.path: _identity(bench, view, file) for file in readable}
        )

        def one(file: VisibleFile) -> Mapped:
            if canceled is not None and canceled.is_set():
                raise UserCanceled("The run was cancelled.", phase="workshop")
            return self._one(bench, file, identities[file.path], canceled)

        with ThreadPoolExecutor(_AT_ONCE) as pool:
            found = pool.map(one, readable)
            return {file.path: mapped for file, mapped in zip(readable, found, strict=True)}

    def _one(
        self,
        bench: Workbench,
        file: VisibleFile,
        identity: Identity | None,
        canceled: threading.Event | None,
    ) -> Mapped:
        if identity is not None:
            with self._lock:
                known = self._known.get(identity)
                if known is not None:
                    self._known.move_to_end(identity)
                    return known[0]
        where = {"workbench_id": bench.workbench_id, "root": "draft", "path": file.path}
        try:
            mapped = self._ask(file, where, canceled)
        except KeenBenchError as error:
            if not faults.is_told(error):
                raise
            mapped = Mapped(problem=error.message)
            if not isinstance(error, FileReadFailed):
                return mapped  # another time it may go well
        if identity is not None:
            self._remember(identity, mapped)
        return mapped

    def _ask(
        self, file: VisibleFile, where: dict[str, Any], canceled: threading.Event | None
    ) -> Mapped:
        worker = self._engine.worker
        found = worker.call(MAP_METHODS[file.what], where, canceled=canceled)
        if file.path.lower().endswith(".txt"):
            head = where | {"line_start": 1, "line_count": _SNIFFED_LINES}
            text = worker.call("TextReadLines", head, canceled=canceled)["text"]
            if looks_like_a_table(text):
                return Mapped(worker.call("TabularGetMap", where, canceled=canceled))
        if not _is_small_text(file, found):
            return Mapped(found)
        return Mapped(found, worker.call("TextExtractText", where, canceled=canceled)["text"])

    def _remember(self, identity: Identity, mapped: Mapped) -> None:
        size = size_of([mapped.map, mapped.text, mapped.problem])
        with self._lock:
            if identity not in self._known:
                self._known[identity] = (mapped, size)
                self._size += size
            while self._size > _REMEMBERED_BYTES:
                _, (_, freed) = self._known.popitem(last=False)
                self._size -= freed


def looks_like_a_table(text: str) -> bool:
    """True for lines that all hold the same delimiter equally often."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) >= _TABLE_LINES and any(
        len({line.count(delimiter) for line in lines}) == 1 and delimiter in lines[0]
        for delimiter in _DELIMITERS
    )


def _is_small_text(file: VisibleFile, found: dict[str, Any]) -> bool:
    """True for a text that is shown whole."""
    return file.what == "text" and file.size <= SMALL_BYTES and found["line_count"] <= SMALL_LINES


def _identity(bench: Workbench, view: View, file: VisibleFile) -> Identity | None:
    fd = view.open_in_root("draft", file.path)
    if fd is None:
        return None
    try:
        found = os.fstat(fd)
    finally:
        os.close(fd)
    return (
        str(bench.workbenches),
        bench.workbench_id,
        file.path,
        found.st_dev,
        found.st_ino,
        found.st_size,
        found.st_mtime_ns,
        found.st_ctime_ns,
    )
