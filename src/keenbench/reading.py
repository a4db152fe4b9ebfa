"""How a reader sees a workbench: one whole set of files, without waiting for a writer.

A writer changes several files in one step by first placing `meta/journal.json`, which names every
file that changes and where its new content waits, and only then renaming them one by one. Placing
the journal is the moment of change. A reader therefore looks *through* the journal: a file that it
names is read from where it waits or, once it was moved, from its own place, so that it does not
matter how far the renames have come.

A set of files is read between two looks at the same token: the journal's own text and the
`revision` at the head of the manifest and of the Draft. Each change writes a new revision; where
the two tokens differ a change fell in between, and the reader looks again. It holds no lock, and
open descriptors stay good, because files are replaced by renames and never written in place.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from keenbench.errors import Busy, FileMissing, FileReadFailed, KeenBenchError, SandboxViolation
from keenbench.paths import REFERENCE_ROOT, check_name, check_root, open_at, open_workbench
from keenbench.storage import is_temporary, make_folder

MANIFEST = "files.json"
DRAFT = "draft.json"
JOURNAL = "journal.json"

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# `{"revision": "…"` comes first in the manifest and the Draft, and is shorter than this.
_HEAD_BYTES = 64
# A change costs the reader one more look; more of them in a row than this do not happen.
_LOOKS = 200

Read = TypeVar("Read")


def hashed_name(path: str) -> str:
    """Return the name under which what belongs to the file `path` is kept."""
    return sha256(path.encode()).hexdigest()


def reference_folder(draft_id: str) -> str:
    return f"meta/review/{draft_id}/baseline"


@dataclass(frozen=True)
class Step:
    """One file that a journal changes: `folder`/`name` becomes `source`/`source_name`, or goes.

    `keep` names the folder to which the file that stands there moves first.
    """

    folder: str
    name: str
    source: str | None = None
    source_name: str = ""
    keep: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Folders:
    """An open workbench, and the folders below it by their relative path."""

    def __init__(self, workbench: int) -> None:
        self._root = os.dup(workbench)
        self._open: dict[str, int] = {"": self._root}

    def close(self) -> None:
        for fd in self._open.values():
            os.close(fd)
        self._open.clear()

    def find(self, relative: str) -> int | None:
        """Return a descriptor of the folder, or None when it is not there."""
        if relative not in self._open:
            parent, _, name = relative.rpartition("/")
            above = self.find(parent)
            if above is None:
                return None
            try:
                self._open[relative] = os.open(name, _FOLDER, dir_fd=above)
            except FileNotFoundError:
                return None
            except OSError:
                raise SandboxViolation(f"{relative} is no folder, or a link to one.") from None
        return self._open[relative]

    def get(self, relative: str) -> int:
        fd = self.find(relative)
        if fd is None:
            raise FileReadFailed(f"The workbench has no folder {relative}.")
        return fd

    def make(self, relative: str) -> int:
        """Return a descriptor of the folder, making it and those above it when missing."""
        fd = self.find(relative)
        if fd is None:
            parent, _, name = relative.rpartition("/")
            make_folder(self.make(parent), name)
            fd = self.get(relative)
        return fd

    def forget(self, relative: str) -> None:
        """Close the descriptors of a folder that is about to go, and of those below it."""
        for path in [p for p in self._open if p == relative or p.startswith(f"{relative}/")]:
            os.close(self._open.pop(path))


@contextmanager
def open_folders(workbenches: Path, workbench_id: str) -> Iterator[Folders]:
    with open_workbench(workbenches, workbench_id) as fd:
        folders = Folders(fd)
    try:
        yield folders
    finally:
        folders.close()


def read_bytes(folder: int, name: str, limit: int = -1) -> bytes | None:
    """Return a file's bytes, at most `limit` of them, or None when it is not there."""
    try:
        fd = open_at(folder, name)
    except FileMissing:
        return None
    with os.fdopen(fd, "rb") as file:
        return file.read(limit)


class View:
    """A workbench as it is at one moment: its folders seen through the journal."""

    def __init__(self, folders: Folders) -> None:
        self.folders = folders
        meta = folders.find("meta")
        journal = read_bytes(meta, JOURNAL) if meta is not None else None
        self.steps = _steps(journal)
        self._changes = {(step.folder, step.name): step for step in self.steps}
        self._draft: dict[str, Any] | None = None
        self._draft_read = False
        self.token = _token(folders, journal)

    def is_current(self) -> bool:
        """True while no change was made since this view was taken."""
        meta = self.folders.find("meta")
        journal = read_bytes(meta, JOURNAL) if meta is not None else None
        return _token(self.folders, journal) == self.token

    def places(self, folder: str, name: str) -> list[tuple[str, str]]:
        """Return where the file may stand, the likelier place first."""
        step = self._changes.get((folder, name))
        if step is None:
            return [(folder, name)]
        if step.source is None:
            return []
        return [(step.source, step.source_name), (folder, name)]

    def open(self, folder: str, name: str) -> int | None:
        """Return a read descriptor of a file, or None when there is none."""
        for place, place_name in self.places(folder, name):
            fd = self.folders.find(place)
            if fd is None:
                continue
            try:
                return open_at(fd, place_name)
            except FileMissing:
                continue
        return None

    def stat(self, folder: str, name: str) -> os.stat_result | None:
        """Return the stat of a file (or of a link in its place), or None when there is none."""
        for place, place_name in self.places(folder, name):
            fd = self.folders.find(place)
            if fd is None:
                continue
            try:
                return os.stat(place_name, dir_fd=fd, follow_symlinks=False)
            except FileNotFoundError:
                continue
        return None

    def names(self, folder: str) -> list[str]:
        """Return the sorted names of the files in a folder."""
        fd = self.folders.find(folder)
        found = set(list_names(fd)) if fd is not None else set()
        for step in self.steps:
            if step.folder == folder:
                found.discard(step.name)
                if step.source is not None:
                    found.add(step.name)
        return sorted(name for name in found if not is_temporary(name))

    def names_in_root(self, root: str) -> list[str]:
        """Return the sorted names of the user's files that a root shows, as `open_in_root` does."""
        found = set(self.names(root))
        if root == "draft":
            gone = set(self.draft.get("deleted", ())) if self.draft is not None else set()
            found |= set(self.names("published")) - gone
        elif root != "published":
            found |= set(self.names_in_root("draft"))
        return sorted(found)

    def read_json(self, folder: str, name: str) -> dict[str, Any] | None:
        """Return one of the workbench's own JSON files, or None when there is none."""
        fd = self.open(folder, name)
        if fd is None:
            return None
        with os.fdopen(fd, "rb") as file:
            return parse_json(file.read(), name)

    @property
    def draft(self) -> dict[str, Any] | None:
        """The Draft's own record, or None when there is no Draft."""
        if not self._draft_read:
            self._draft = self.read_json("meta", DRAFT)
            self._draft_read = True
        return self._draft

    def open_in_root(self, root: str, name: str) -> int | None:
        """Return a read descriptor of a file of the user's, or None when there is none.

        A root that holds only what changed lets what it does not hold show through: a staging
        folder the Draft, the Draft Published.
        """
        if root == REFERENCE_ROOT:
            if self.draft is None:
                return None
            return self.open(reference_folder(str(self.draft["draft_id"])), hashed_name(name))
        if root == "published":
            return self.open("published", name)
        found = self.open(root, name)
        if found is not None:
            return found
        if root != "draft":
            return self.open_in_root("draft", name)
        if self.draft is not None and name in self.draft.get("deleted", ()):
            return None
        return self.open("published", name)


def read_consistently(
    folders: Folders, read: Callable[[View], Read], undo: Callable[[Read], None] | None = None
) -> Read:
    """Return `read` of a view during which nothing changed; `undo` lets go of a stale result."""
    for _ in range(_LOOKS):
        view = View(folders)
        try:
            result = read(view)
        except KeenBenchError:
            if view.is_current():
                raise
            continue
        if view.is_current():
            return result
        if undo is not None:
            undo(result)
    raise Busy("The workbench changes faster than it can be read; try again.")


def open_files(
    workbenches: Path, workbench_id: str, wanted: Sequence[tuple[str, str]]
) -> list[int | None]:
    """Return read descriptors of the (root, name) wanted, all of one moment; None where missing."""
    for root, name in wanted:
        check_name(name)
        check_root(root)

    def opened(view: View) -> list[int | None]:
        found: list[int | None] = []
        try:
            for root, name in wanted:
                found.append(view.open_in_root(root, name))
        except KeenBenchError:
            _close(found)
            raise
        return found

    with open_folders(workbenches, workbench_id) as folders:
        return read_consistently(folders, opened, _close)


def open_file(workbenches: Path, workbench_id: str, root: str, name: str) -> int:
    """Return a read descriptor of one file of a workbench."""
    (fd,) = open_files(workbenches, workbench_id, [(root, name)])
    if fd is None:
        raise FileMissing(f"There is no file {name}.", path=name)
    return fd


def list_names(folder: int) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.name for entry in entries]


def parse_json(data: bytes, name: str) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise FileReadFailed(f"The workbench's own {name} is damaged.")
    return value


def _close(fds: Sequence[int | None]) -> None:
    for fd in fds:
        if fd is not None:
            os.close(fd)


def _steps(journal: bytes | None) -> list[Step]:
    if journal is None:
        return []
    return steps_of(parse_json(journal, JOURNAL))


def steps_of(journal: dict[str, Any]) -> list[Step]:
    """Return the steps of a journal, or say that it is none of ours."""
    try:
        if not (isinstance(journal["appends"], list) and isinstance(journal["drops"], list)):
            raise TypeError
        return [Step(**step) for step in journal["steps"]]
    except (KeyError, TypeError):
        raise FileReadFailed(f"The workbench's own {JOURNAL} is damaged.") from None


def _token(folders: Folders, journal: bytes | None) -> tuple[bytes | None, ...]:
    meta = folders.find("meta")
    if meta is None:
        return (None,)
    return (journal, *(read_bytes(meta, name, _HEAD_BYTES) for name in (MANIFEST, DRAFT)))
