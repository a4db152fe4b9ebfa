"""Run capsules: what was asked, what was run, what came out, so that anyone can run it again.

A capsule is written before its query runs and once more afterwards. One that a crash left running
is marked at the next start.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa

from keenbench.analyst.store import Store, dataset_versions, run_capsules
from keenbench.errors import UnknownId
from keenbench.workbench.identity import new_id, now

Purpose = Literal["answer", "lookup", "replay"]
Status = Literal["running", "success", "error", "timeout", "canceled", "interrupted"]

_JSON = ("plan_json", "result_json", "error_json", "warnings_json", "chart_json")
_LISTED = (
    "run_id",
    "created_at",
    "dataset_id",
    "question",
    "query_mode",
    "status",
    "exec_time_ms",
    "thread_id",
    "model_id",
)

Capsule = dict[str, Any]


class Capsules:
    """The capsules of one database. Safe to use from any number of threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._owner = _this_process()
        self._noted: set[tuple[str, str]] = set()

    def begin(self, **fields: Any) -> str:
        """Enter a run that is about to begin, and return its id."""
        run_id = new_id("run")
        values = {"run_id": run_id, "created_at": now(), "status": "running", **fields}
        with self._store.begin() as connection:
            connection.execute(sa.insert(run_capsules).values(**_texts(values), owner=self._owner))
        return run_id

    def update(self, run_id: str, **fields: Any) -> None:
        with self._store.begin() as connection:
            connection.execute(
                sa.update(run_capsules)
                .where(run_capsules.c.run_id == run_id)
                .values(**_texts(fields))
            )

    def end(self, run_id: str, status: Status, **fields: Any) -> None:
        """Enter how a run ended."""
        self.update(run_id, status=status, finished_at=now(), **fields)

    def get(self, run_id: str) -> Capsule:
        with self._store.connect() as connection:
            found = connection.execute(
                sa.select(run_capsules).where(run_capsules.c.run_id == run_id)
            ).one_or_none()
        if found is None:
            raise UnknownId(f"There is no run {run_id[:100]}.", phase="analyst")
        return _read(found._mapping)

    def list(
        self, *, offset: int, limit: int, dataset_id: str | None = None
    ) -> tuple[list[Capsule], int]:
        """Return a page of the runs that answered something, the newest first, and their number."""
        chosen = run_capsules.c.purpose == "answer"
        if dataset_id is not None:
            chosen = sa.and_(chosen, run_capsules.c.dataset_id == dataset_id)
        columns = [run_capsules.c[name] for name in _LISTED]
        page = (
            sa.select(*columns)
            .where(chosen)
            .order_by(run_capsules.c.created_at.desc(), run_capsules.c.run_id)
            .offset(offset)
            .limit(limit)
        )
        with self._store.connect() as connection:
            rows = connection.execute(page).all()
            total = connection.execute(
                sa.select(sa.func.count()).select_from(run_capsules).where(chosen)
            ).scalar_one()
        return [dict(row._mapping) for row in rows], total

    def note_version(self, dataset_id: str, version_hash: str, files: dict[str, str]) -> None:
        """Keep of which files, by name and hash, a version of a dataset is made."""
        if (dataset_id, version_hash) in self._noted:
            return
        key = {"dataset_id": dataset_id, "version_hash": version_hash}
        with contextlib.suppress(sa.exc.IntegrityError), self._store.begin() as connection:
            # Noted before, by this process or another: a version is always of the same files.
            connection.execute(sa.insert(dataset_versions).values(**key, files_json=_dump(files)))
        self._noted.add((dataset_id, version_hash))

    def files_of(self, dataset_id: str, version_hash: str | None) -> dict[str, str] | None:
        """Return the files of a version with their hashes; None where they were not noted."""
        table = dataset_versions
        with self._store.connect() as connection:
            found = connection.execute(
                sa.select(table.c.files_json).where(
                    table.c.dataset_id == dataset_id, table.c.version_hash == version_hash
                )
            ).scalar_one_or_none()
        files: dict[str, str] | None = json.loads(found) if found is not None else None
        return files

    def mark_interrupted(self) -> int:
        """Mark the runs of processes that are no more; return how many."""
        table = run_capsules
        with self._store.begin() as connection:
            running = connection.execute(
                sa.select(table.c.run_id, table.c.owner).where(table.c.status == "running")
            ).all()
            gone = [run_id for run_id, owner in running if not _lives(owner)]
            for run_id in gone:
                error = {
                    "type": "RUNNER_INTERNAL_ERROR",
                    "message": "KeenBench ended while this ran.",
                }
                connection.execute(
                    sa.update(table)
                    .where(table.c.run_id == run_id)
                    .values(status="interrupted", finished_at=now(), error_json=_dump(error))
                )
        return len(gone)


def _texts(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: _dump(value) if name in _JSON and value is not None else value
        for name, value in fields.items()
    }


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read(row: Any) -> Capsule:
    capsule = dict(row)
    for name in _JSON:
        if capsule[name] is not None:
            capsule[name] = json.loads(capsule[name])
    return capsule


def _this_process() -> str:
    return "|".join((socket.gethostname(), str(os.getpid()), _started(os.getpid())))


def _lives(owner: str | None) -> bool:
    host, _, process = (owner or "").partition("|")
    number, _, started = process.partition("|")
    if host != socket.gethostname():
        return bool(host)  # another machine's; it alone can tell
    return number.isdecimal() and started == _started(int(number)) != ""


def _started(pid: int) -> str:
    """Return when a process was started: a number that is used again is not the same process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[19]
