"""Damaged documents end in typed errors: nothing crashes, nothing hangs, nothing else is raised."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fidelity.marked import REFUSED, corpus_files
from tests.fidelity.mutants import FIXTURES

ROOT = Path(__file__).parents[2]
SMALL = 60_000  # bytes: many mutants of small files find more than few of large ones


def sources(kind: str) -> list[Path]:
    found = [
        file
        for file, note in corpus_files(kind)
        if not any(words in note for words in (*REFUSED, "bad CRC")) and file.stat().st_size < SMALL
    ]
    return [*sorted(FIXTURES.glob(f"*.{kind}")), *found]


def read_mutants(kind: str, first: int, count: int) -> None:
    files = [str(file) for file in sources(kind)]
    command = [sys.executable, "-m", "tests.fidelity.mutants", kind, str(first), str(count), *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    print(f"{kind}: {found['outcomes']}")
    assert not found["failed"]


@pytest.mark.parametrize("kind", ["docx", "odt", "pptx"])
def test_mutated_files_are_read_or_refused(kind: str) -> None:
    read_mutants(kind, 0, 120)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["docx", "odt", "pptx"])
def test_many_mutated_files_are_read_or_refused(kind: str) -> None:
    read_mutants(kind, 1000, 700)
