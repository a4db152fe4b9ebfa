"""A runner that has the tables of the last query already.

Who asked a table something mostly asks it more. So after a query, once its answer has gone and
nobody waits, a runner is started and lent the same databases: opening them takes it 3 ms, which the
next query does not wait for. It does not read them ahead: that was tried, took a processor longer
than a query does, and made none clearly faster.

It is a runner like any other: alone in its box, good for one query, then thrown away. It goes only
to a query over the very tables it was lent, in the very files: of the same inode, size and times.
It ends when one of them changes or is removed, when another table is asked, and when nobody asked
for a minute.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from keenbench.sandbox.runs import LentTable, Runner

_KEPT_SECONDS = 60.0

_Files = tuple[tuple[int, int, int, int, int], ...]


@dataclass(frozen=True)
class Prepared:
    """A runner, the tables it was lent, and the files these were."""

    runner: Runner
    tables: tuple[LentTable, ...]
    files: _Files
    since: float

    def serves(self, tables: tuple[LentTable, ...]) -> bool:
        """Whether it is ready for a query over `tables` as they are now."""
        return self.tables == tables and self.files == _files(tables) and self.runner.alive()

    def is_stale(self) -> bool:
        """Whether nobody will ask it any more."""
        old = time.monotonic() - self.since > _KEPT_SECONDS
        return old or not self.serves(self.tables)


def prepare(start: Callable[[], Runner], tables: tuple[LentTable, ...]) -> Prepared | None:
    """Return a new runner with `tables`; None where their files are gone.

    Raises what `start` raises, and Stale where the runner takes no tables ahead.
    """
    # Looked at before they are opened: a file that is replaced in between is not taken for itself.
    files = _files(tables)
    if files is None:
        return None
    runner = start()
    try:
        runner.lend(tables)
    except BaseException:
        runner.end()
        raise
    return Prepared(runner, tables, files, time.monotonic())


def _files(tables: tuple[LentTable, ...]) -> _Files | None:
    found = []
    for table in tables:
        try:
            status = table.path.lstat()
        except OSError:
            return None
        found.append(
            (
                status.st_dev,
                status.st_ino,
                status.st_size,
                status.st_mtime_ns,
                status.st_ctime_ns,
            )
        )
    return tuple(found)
