"""What a worker method sees of the world: the files it named, a place for its result, progress.

A boxed child has no view of any workbench. The broker opens the files that a call's parameters
name (`FileRef`) and hands over their descriptors; what the child writes to `out/` the broker takes
from there. So a method cannot reach a file that its caller did not name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from pydantic import Field

from keenbench.errors import FileMissing
from keenbench.registry import Params, Registry


class FileParams(Params):
    """The parameters that every worker method accepts."""

    workbench_id: str
    root: str = "draft"
    path: str
    progress: bool = Field(default=False, description="Send $/progress while the call runs.")


@dataclass(frozen=True)
class FileRef:
    """A file that a call names: one to read, or the one to write."""

    root: str
    name: str
    optional: bool = False
    asked_by: str | None = None  # the parameter that names it, where that is not `path`


class ReportProgress(Protocol):
    def __call__(self, done: int, total: int | None, stage: str) -> None: ...


def no_progress(done: int, total: int | None, stage: str) -> None:
    """The reporter of a call that did not ask for progress."""


@dataclass(frozen=True)
class Call:
    """One call, as seen from inside the box."""

    files: Mapping[tuple[str, str], int]
    out: Path
    progress: ReportProgress = no_progress

    def has(self, root: str, name: str) -> bool:
        return (root, name) in self.files

    def open(self, root: str, name: str) -> BinaryIO:
        """Return the named file, open at its beginning; closing it leaves the call's own copy."""
        fd = self.files.get((root, name))
        if fd is None:
            raise FileMissing(f"There is no file {name}.", path=name)
        copy = os.dup(fd)
        os.lseek(copy, 0, os.SEEK_SET)
        return os.fdopen(copy, "rb")

    @property
    def result_path(self) -> Path:
        """Where a writing method leaves its finished file; the broker puts it into the Draft."""
        return self.out / "result"


def file_read(params: Any) -> list[FileRef]:
    """The files a method reads unless it says otherwise: the one that `path` names."""
    return [FileRef(params.root, params.path)] if isinstance(params, FileParams) else []


ReadsFiles = Callable[[Any], list[FileRef]]
WritesFile = Callable[[Any], FileRef]

# Options a method may be registered with: `reads` (ReadsFiles) [file_read]; `writes` (WritesFile)
# for one that leaves a result file; `deadline` in seconds, or None for none [the call time-out];
# `after` (asking.After) for one that may leave a question to LibreOffice.
methods: Registry[Call] = Registry()
# Methods that only the broker calls.
internal: Registry[Call] = Registry()
