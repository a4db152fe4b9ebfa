"""Changes of several files that happen at once, or not at all.

A transaction first puts everything it needs where no reader looks: new files in a staging folder,
new versions of the workbench's own records in `meta/next.<id>/`. Then it places `journal.json`,
which names every step. From that rename on the change has happened: readers look through the
journal (`keenbench.reading`), and whoever takes the writer's lock next carries out what is left of
it. After the journal stands nothing but renames, unlinks and one short append are needed, so a disk
that fills up fails the transaction before that moment.

Every step may be carried out twice. A file that is kept moves only while its new place is free and
the file that takes its old one still waits; an install happens only while the new file waits; an
append goes to a fixed offset.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable
from typing import Any

from keenbench import storage
from keenbench.errors import FileMissing, KeenBenchError
from keenbench.reading import JOURNAL, Folders, Step, parse_json, read_bytes, steps_of
from keenbench.workbench.identity import new_id

SCHEMA_VERSION = 1
NEXT_PREFIX = "next."

log = logging.getLogger(__name__)


class Transaction:
    """One change of a workbench; the caller holds the writer's lock."""

    def __init__(self, folders: Folders, kind: str) -> None:
        self.id = new_id("t")
        self.folders = folders
        self.kind = kind
        self.steps: list[Step] = []
        self.appends: list[dict[str, Any]] = []
        self.drops: list[str] = []
        self._next = f"meta/{NEXT_PREFIX}{self.id}"

    def write(self, folder: str, name: str, data: bytes) -> None:
        """Have `folder`/`name` hold `data`."""
        waiting = f"{len(self.steps)}"
        storage.write_file(self.folders.make(self._next), waiting, data, settle=False)
        self.install(folder, name, self._next, waiting)

    def copy(self, folder: str, name: str, source: int) -> None:
        """Have `folder`/`name` hold what the open file `source` holds."""
        waiting = f"{len(self.steps)}"
        storage.copy_into(source, self.folders.make(self._next), waiting)
        self.install(folder, name, self._next, waiting)

    def install(
        self,
        folder: str,
        name: str,
        source: str,
        source_name: str | None = None,
        *,
        keep: str | None = None,
    ) -> None:
        """Have the waiting file take the place of `folder`/`name`, which moves to `keep`."""
        self.folders.make(folder)
        if keep is not None:
            self.folders.make(keep)
        self.steps.append(Step(folder, name, source, source_name or name, keep))

    def remove(self, folder: str, name: str, *, keep: str | None = None) -> None:
        if keep is not None:
            self.folders.make(keep)
        self.steps.append(Step(folder, name, None, "", keep))

    def append(self, name: str, data: bytes) -> None:
        """Have the line file `meta/name` end with `data`."""
        self.appends.append(
            {"name": name, "offset": end_of_lines(self.folders, name), "data": data.decode()}
        )

    def drop(self, folder: str) -> None:
        """Have a folder that nothing needs any more removed when all is done."""
        self.drops.append(folder)

    def commit(self) -> None:
        """Make the change happen. An error means that it did not."""
        finish(self.folders)  # what an earlier one in this same turn had to leave undone
        for step in self.steps:
            if step.source is not None and not _stands(self.folders, step.source, step.source_name):
                raise FileMissing(f"{step.name} went away while it was written.", path=step.name)
        journal = {
            "schema_version": SCHEMA_VERSION,
            "txn": self.id,
            "kind": self.kind,
            "steps": [step.to_json() for step in self.steps],
            "appends": self.appends,
            "drops": [*self.drops, self._next],
        }
        encoded = json.dumps(journal, ensure_ascii=False).encode()
        _sync(self.folders, [self._next])
        meta = self.folders.get("meta")
        try:
            storage.write_file(meta, JOURNAL, encoded)
        except KeenBenchError:
            storage.remove(meta, JOURNAL)  # it may stand, with only its sync refused
            raise
        try:
            _carry_out(self.folders, journal)
        except KeenBenchError as error:
            # It has happened all the same, for every reader; the next writer does the rest.
            log.warning("journal left for the next writer: %s", error.info().error_code)


def finish(folders: Folders) -> bool:
    """Carry out the journal that a crash left, if there is one."""
    meta = folders.get("meta")
    raw = read_bytes(meta, JOURNAL)
    if raw is None:
        return False
    # Whoever placed it may have been killed before its sync, and a power cut may follow.
    storage.sync_file(meta, JOURNAL)
    storage.sync_folder(meta)
    _carry_out(folders, parse_json(raw, JOURNAL))
    return True


def _carry_out(folders: Folders, journal: dict[str, Any]) -> None:
    steps = steps_of(journal)
    meta = folders.get("meta")
    kept = [step for step in steps if step.keep is not None]
    for step in kept:
        assert step.keep is not None
        # Once the new file has left its source, what stands in the old one's place is the new one.
        installed = step.source is not None and not _stands(folders, step.source, step.source_name)
        if not installed and not _stands(folders, step.keep, step.name):
            storage.move(folders.get(step.folder), step.name, folders.make(step.keep), step.name)
    # What is kept must be safe in its new place before anything takes its old one.
    _sync(folders, (step.keep for step in kept))
    for step in steps:
        source = folders.find(step.source) if step.source is not None else None
        if source is not None:
            storage.move(source, step.source_name, folders.get(step.folder), step.name)
    # The new places before the old: a power cut may leave a file in both, never in neither.
    _sync(folders, (step.folder for step in steps if step.source is not None))
    for step in steps:
        folder = folders.find(step.folder)
        if step.source is None and folder is not None:
            storage.remove(folder, step.name)
    # A staging folder goes anyway; only a source that stays, the Draft, has to forget its files.
    sources = {step.source or step.folder for step in steps} - set(journal["drops"])
    _sync(folders, sources)
    for entry in journal["appends"]:
        storage.append(meta, entry["name"], entry["data"].encode(), offset=entry["offset"])
    storage.remove(meta, JOURNAL)
    storage.sync_folder(meta)
    for drop in journal["drops"]:
        remove_folder(folders, drop)


def remove_folder(folders: Folders, relative: str) -> None:
    """Remove a folder of the workbench and all in it, if it is there."""
    parent, _, name = relative.rpartition("/")
    above = folders.find(parent)
    folders.forget(relative)
    if above is not None:
        storage.remove_tree(above, name)


def end_of_lines(folders: Folders, name: str) -> int:
    """Return the size of a line file in `meta/`, 0 when there is none."""
    try:
        return os.stat(name, dir_fd=folders.get("meta"), follow_symlinks=False).st_size
    except FileNotFoundError:
        return 0


def has_journal(folders: Folders) -> bool:
    return _stands(folders, "meta", JOURNAL)


def _stands(folders: Folders, folder: str, name: str) -> bool:
    fd = folders.find(folder)
    if fd is None:
        return False
    try:
        os.stat(name, dir_fd=fd, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _sync(folders: Folders, relatives: Iterable[str | None]) -> None:
    for relative in sorted({r for r in relatives if r is not None}):
        fd = folders.find(relative)
        if fd is not None:
            storage.sync_folder(fd)
