"""A workbench to try things on."""

from __future__ import annotations

from pathlib import Path

import pytest

from keenbench.workbench.bench import Limits, Workbench
from keenbench.workbench.workbenches import Workbenches
from tests.workbench_texts import add


@pytest.fixture
def workbenches(tmp_path: Path) -> Workbenches:
    return Workbenches(tmp_path / "workbenches", Limits(max_files=20, max_file_bytes=10_000))


@pytest.fixture
def empty(workbenches: Workbenches) -> Workbench:
    return workbenches.create("Empty")


@pytest.fixture
def bench(workbenches: Workbenches) -> Workbench:
    """A workbench with notes.txt, plan.md and data.csv."""
    made = workbenches.create("Quarter")
    add(made, {"notes.txt": "first notes\n", "plan.md": "# Plan\n", "data.csv": "a,b\n1,2\n"})
    return made
