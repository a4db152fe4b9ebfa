"""File contents kept by their hash in `meta/objects/`: results of batches and checkpoints' files.

A copy, never a link, so that a save in place of a published file changes no checkpoint. Equal
contents stand there once: the second checkpoint of an unchanged workbench copies nothing.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Collection
from typing import Any

from keenbench import storage
from keenbench.errors import FileMissing, FileReadFailed
from keenbench.paths import open_at
from keenbench.reading import Folders, list_names, parse_json, read_bytes
from keenbench.storage import Received, digest

OBJECTS = "meta/objects"
HASHES = "hashes.json"
# A file changed again within one tick of the clock keeps its times; its hash is not remembered
# until they are older than this.
_SETTLED_NS = 2_000_000_000


def keep(folders: Folders, source: int) -> Received:
    """Keep the content of an open file and return its size and hash."""
    return storage.copy_by_content(source, folders.make(OBJECTS))


def has(folders: Folders, sha256: str) -> bool:
    objects = folders.find(OBJECTS)
    if objects is None:
        return False
    try:
        os.stat(sha256, dir_fd=objects, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def open_object(folders: Folders, sha256: str) -> int:
    objects = folders.find(OBJECTS)
    if objects is None:
        raise FileMissing("A kept file is missing from the workbench's store.")
    return open_at(objects, sha256)


def place(folders: Folders, sha256: str, folder: str, name: str) -> None:
    """Copy a kept content to `folder`/`name`, having seen that it is whole."""
    source = open_object(folders, sha256)
    try:
        if digest(source).sha256 != sha256:
            raise FileReadFailed(f"What was kept of {name} is damaged.", path=name)
        storage.copy_into(source, folders.make(folder), name)
    finally:
        os.close(source)


def sweep(folders: Folders, wanted: Collection[str]) -> None:
    """Remove every content that is not wanted any more, and unfinished copies."""
    objects = folders.find(OBJECTS)
    if objects is None:
        return
    for name in list_names(objects):
        if name not in wanted:
            storage.remove(objects, name)


class Hashes:
    """The hashes of Published's files, remembered by what a save would change about them."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._known: dict[str, Any] = {}
        self._changed = False
        raw = read_bytes(folders.get("meta"), HASHES)
        if raw is not None:
            try:
                self._known = parse_json(raw, HASHES)
            except FileReadFailed:
                self._changed = True  # only a memory: what is damaged is learnt again

    def of(self, path: str, fd: int) -> Received:
        """Return size and hash of the open file `path`."""
        found = os.fstat(fd)
        key = [found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]
        known = self._known.get(path)
        if known is not None and known[:4] == key:
            return Received(found.st_size, known[4])
        computed = digest(fd)
        after = os.fstat(fd)
        settled = time.time_ns() - max(after.st_mtime_ns, after.st_ctime_ns) > _SETTLED_NS
        if settled and key == [after.st_size, after.st_mtime_ns, after.st_ctime_ns, after.st_ino]:
            self._known[path] = [*key, computed.sha256]
            self._changed = True
        return computed

    def save(self, paths: Collection[str]) -> None:
        """Write down what is known of `paths`; losing it costs time only."""
        known = {path: value for path, value in self._known.items() if path in paths}
        if self._changed or len(known) < len(self._known):
            self._known = known
            storage.write_file(self._folders.get("meta"), HASHES, json.dumps(self._known).encode())
            self._changed = False
