"""The audit log: who did what to which files with what outcome, and never what they hold.

Each line of `meta/audit.jsonl` carries the hash of the line before and a seal made with a key that
is not in the workbench. How many lines there are and the hash of the last one are kept, sealed
too, in a witness outside the workbench; so a changed, missing, moved or cut line shows.

A line is on the disk before the witness counts it, and the witness before the caller hears that
it was entered. A crash in between leaves one sealed line that the witness has not counted yet:
nobody without the key can make such a line, so it is believed, and counted with the next entry.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from keenbench import storage
from keenbench.errors import FileMissing
from keenbench.paths import open_at
from keenbench.reading import Folders, list_names, open_folders, read_bytes
from keenbench.workbench.bench import LOCK_WAIT_SECONDS, Workbench, locked
from keenbench.workbench.identity import now

AUDIT = "audit.jsonl"
KEY = "audit.key"
_NOTHING = "0" * 64
_UNFINISHED_SECONDS = 3600


class AuditEntry(BaseModel):
    """What is entered. Names, ids and outcomes; no content, ever."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    action: str
    outcome: str = "ok"
    actor: str = "user"
    files: list[str] = []
    tool: str | None = None
    provider_id: str | None = None
    model_id: str | None = None
    run_id: str | None = None
    checkpoint_id: str | None = None
    error_code: str | None = None


class AuditLine(AuditEntry):
    seq: int
    at: str
    prev: str
    seal: str


@dataclass(frozen=True)
class AuditCheck:
    ok: bool
    entries: int
    # The number of the first line that is not what was entered there.
    first_bad: int | None = None


class _Witness(BaseModel):
    count: int = 0
    head: str = _NOTHING
    # Where the last counted line ends.
    size: int = 0
    # The log was there and the witness was not: nothing can be said about what stood there.
    lost: bool = False
    seal: str = ""


def clear_up(data_dir: Path) -> None:
    """Remove what a crash left of a witness being written."""
    for folder in (data_dir, data_dir / "audit"):
        if folder.is_dir():
            fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                for name in list_names(fd):
                    # One that another process writes just now is younger than this.
                    if storage.is_temporary(name) and _is_old(fd, name):
                        storage.remove(fd, name)
            finally:
                os.close(fd)


def _is_old(folder: int, name: str) -> bool:
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return time.time() - found.st_mtime > _UNFINISHED_SECONDS


class AuditLog:
    """The audit log of one workbench."""

    def __init__(self, bench: Workbench, data_dir: Path) -> None:
        self._bench = bench
        self._data_dir = data_dir
        self._name = f"{bench.workbench_id}.json"

    def enter(self, entry: AuditEntry) -> None:
        """Add a line; it is safe when this returns."""
        with self._open() as (folders, witnesses, key):
            lock = f"{self._bench.workbench_id}.lock"
            with locked(
                witnesses, lock, wait=LOCK_WAIT_SECONDS, workbench_id=self._bench.workbench_id
            ):
                meta = folders.get("meta")
                witness = self._catch_up(folders, witnesses, key)
                fields = {
                    "seq": witness.count + 1,
                    "at": now(),
                    "prev": witness.head,
                    **entry.model_dump(exclude_none=True),
                }
                line = _encode(fields | {"seal": _seal(key, fields)})
                size = storage.append(meta, AUDIT, line)
                self._write(
                    witnesses, key, witness, count=witness.count + 1, head=_hash(line), size=size
                )

    def check_ready(self) -> None:
        """Raise unless a line can be entered: said before a change, not after it has happened."""
        with self._open() as (folders, witnesses, _):
            for folder, name in ((folders.get("meta"), AUDIT), (witnesses, self._name)):
                read_bytes(folder, name, 0)

    def entries(self, offset: int = 0, limit: int = 100) -> tuple[list[dict[str, Any]], int]:
        """Return a window of the log, the oldest first, and how many lines there are."""
        with open_folders(self._bench.workbenches, self._bench.workbench_id) as folders:
            lines, _ = _lines(folders)
        window = []
        for line in lines[offset : offset + limit]:
            parsed = _parse(line)
            window.append(
                parsed.model_dump(exclude={"prev", "seal"}, exclude_none=True)
                if parsed is not None
                else {"action": "unreadable", "outcome": "unreadable"}
            )
        return window, len(lines)

    def verify(self) -> AuditCheck:
        """Say whether every line that was ever entered stands where it was entered."""
        with self._open() as (folders, witnesses, key):
            witness = self._read(witnesses, key)
            lines, rest = _lines(folders)
        bad = _first_bad(lines, rest, key, witness)
        return AuditCheck(bad is None, len(lines), bad)

    def forget(self) -> None:
        """Remove the witness of a workbench that was deleted."""
        with self._witnesses() as witnesses:
            storage.remove(witnesses, self._name)
            storage.remove(witnesses, f"{self._bench.workbench_id}.lock")
            storage.sync_folder(witnesses)

    @contextmanager
    def _open(self) -> Iterator[tuple[Folders, int, bytes]]:
        with (
            open_folders(self._bench.workbenches, self._bench.workbench_id) as folders,
            self._witnesses() as witnesses,
        ):
            yield folders, witnesses, _key(self._data_dir, witnesses)

    @contextmanager
    def _witnesses(self) -> Iterator[int]:
        folder = self._data_dir / "audit"
        storage.make_folders(folder)
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            yield fd
        finally:
            os.close(fd)

    def _read(self, witnesses: int, key: bytes) -> _Witness | None:
        raw = read_bytes(witnesses, self._name)
        if raw is None:
            return None
        try:
            witness = _Witness.model_validate_json(raw)
        except ValidationError:
            return _Witness(lost=True)
        return witness if witness.seal == self._witness_seal(key, witness) else _Witness(lost=True)

    def _write(self, witnesses: int, key: bytes, witness: _Witness, **changed: Any) -> _Witness:
        changed_witness = witness.model_copy(update=changed)
        sealed = changed_witness.model_copy(
            update={"seal": self._witness_seal(key, changed_witness)}
        )
        storage.write_file(witnesses, self._name, sealed.model_dump_json().encode(), mode=0o600)
        return sealed

    def _witness_seal(self, key: bytes, witness: _Witness) -> str:
        return _seal(
            key,
            {"workbench_id": self._bench.workbench_id, **witness.model_dump(exclude={"seal"})},
        )

    def _catch_up(self, folders: Folders, witnesses: int, key: bytes) -> _Witness:
        """Return the witness, having counted sealed lines that a crash kept from being counted."""
        witness = self._read(witnesses, key)
        lines, _ = _lines(folders, witness.size if witness is not None else 0)
        if witness is None:
            # Written before the first line, so that later its absence means something.
            return self._write(witnesses, key, _Witness(lost=bool(lines)))
        count, head, size = witness.count, witness.head, witness.size
        for line in lines:
            parsed = _parse(line)
            if parsed is None or not _follows(parsed, line, key, count, head):
                break
            count, head, size = count + 1, _hash(line), size + len(line)
        return witness.model_copy(update={"count": count, "head": head, "size": size})


def _first_bad(
    lines: Sequence[bytes], rest: bytes, key: bytes, witness: _Witness | None
) -> int | None:
    head = _NOTHING
    counted = witness.count if witness is not None else 0
    for index, line in enumerate(lines):
        parsed = _parse(line)
        if parsed is None or not _follows(parsed, line, key, index, head):
            return index + 1
        head = _hash(line)
        if witness is not None and index + 1 == counted and head != witness.head:
            return index + 1
    if len(lines) < counted:
        return len(lines) + 1
    if (witness is None and lines) or (witness is not None and witness.lost):
        return 1
    # Half a line at the end is an entry that was never finished, if it can be the next one at all.
    begin = _encode({"seq": len(lines) + 1})[:-2]
    whole = rest[: len(begin)] == begin[: len(rest)]
    return None if whole else len(lines) + 1


def _follows(parsed: AuditLine, line: bytes, key: bytes, index: int, head: str) -> bool:
    fields = json.loads(line)
    seal = fields.pop("seal")
    return (
        parsed.seq == index + 1
        and parsed.prev == head
        and _encode(fields | {"seal": seal}) == line
        and hmac.compare_digest(seal, _seal(key, fields))
    )


def _lines(folders: Folders, begin: int = 0) -> tuple[list[bytes], bytes]:
    """Return the whole lines of the log from a place on, and what stands after the last."""
    try:
        fd = open_at(folders.get("meta"), AUDIT)
    except FileMissing:
        return [], b""
    with os.fdopen(fd, "rb") as file:
        file.seek(begin)
        *lines, rest = file.read().split(b"\n")
    return [line + b"\n" for line in lines], rest


def _parse(line: bytes) -> AuditLine | None:
    try:
        return AuditLine.model_validate_json(line)
    except ValidationError:
        return None


def _encode(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode() + b"\n"


def _hash(line: bytes) -> str:
    return sha256(line).hexdigest()


def _seal(key: bytes, fields: dict[str, Any]) -> str:
    return hmac.new(key, _encode(fields), sha256).hexdigest()


def check_key(data_dir: Path) -> None:
    """Raise unless there is, or can be made, the key that seals the lines."""
    storage.make_folders(data_dir / "audit")
    fd = os.open(data_dir / "audit", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _key(data_dir, fd)
    finally:
        os.close(fd)


def _key(data_dir: Path, witnesses: int) -> bytes:
    """Return the key, made at its first use; one process makes it, the others wait."""
    folder = os.open(data_dir, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        key = read_bytes(folder, KEY)
        if key is None:
            with locked(witnesses, "key.lock", wait=LOCK_WAIT_SECONDS, workbench_id=None):
                key = read_bytes(folder, KEY)
                if key is None:
                    key = secrets.token_bytes(32)
                    storage.write_file(folder, KEY, key, mode=0o600)
    finally:
        os.close(folder)
    return key
