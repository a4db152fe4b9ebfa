"""The engine's own limits."""

from __future__ import annotations

from pathlib import Path

import _duckdb
import pytest

from keenbench.sandbox.runner.lockdown import MIB, Room, open_engine

# About 100 MB of keys and payload that do not compress.
SORT = (
    "SELECT max(n), count(j) FROM (SELECT row_number() OVER () AS n, j FROM "
    "(SELECT hash(i) AS h, hash(i + 1) AS j FROM range(4000000) t(i) ORDER BY h))"
)


def test_a_sort_larger_than_memory_spills_within_its_bound(tmp_path: Path) -> None:
    roomy = open_engine(Room(130 * MIB + 200 * MIB, str(tmp_path / "spill"), 200 * MIB))
    assert roomy.execute(SORT).fetchall() == [(4000000, 4000000)]
    assert not any((tmp_path / "spill").glob("*.tmp"))
    for spill in (0, 2 * MIB):
        tight = open_engine(Room(130 * MIB + spill, str(tmp_path / "spill"), spill))
        with pytest.raises(_duckdb.OutOfMemoryException):
            tight.execute(SORT).fetchall()
