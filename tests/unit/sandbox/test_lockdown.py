"""The engine's own limits."""

from __future__ import annotations

import subprocess
import sys
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
    roomy = open_engine(Room(130 * MIB, str(tmp_path / "spill"), 200 * MIB))
    assert roomy.execute(SORT).fetchall() == [(4000000, 4000000)]
    assert not any((tmp_path / "spill").glob("*.tmp"))
    for spill in (0, 2 * MIB):
        tight = open_engine(Room(130 * MIB, str(tmp_path / "spill"), spill))
        with pytest.raises(_duckdb.OutOfMemoryException):
            tight.execute(SORT).fetchall()


def test_a_runner_loads_neither_pydantic_nor_the_python_face_of_duckdb(tmp_path: Path) -> None:
    # Each would cost every query's process 0.1 s and more; and the image has no Pydantic.
    code = """
import json, sys
from keenbench.sandbox.runner.lockdown import MIB, Room, open_engine
from keenbench.sandbox.runner.serve import run, warm_up
for sql in ("SELECT 1 AS a", "FROM nosuch", "SELECT x", "SELECT 'a'::INTEGER", "SELECT 1 +"):
    room = Room(512 * MIB, sys.argv[1], MIB)
    engine = open_engine(room)
    warm_up(engine, room)
    answer = json.loads(run(engine, {"sql": sql}))
    assert answer["error"] is None or "INTERNAL" not in answer["error"]["type"], answer
    engine.close()
sys.stdout.write(str(sorted({"pydantic", "duckdb", "sqlglot"} & set(sys.modules))))
sys.stdout.flush()
import os; os._exit(0)
"""
    command = [sys.executable, "-c", code, str(tmp_path / "spill")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == "[]", done.stderr
    # What was read to warm up is gone.
    assert not list(tmp_path.glob("*.warm*"))
