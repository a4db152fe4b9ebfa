"""Damaged workbooks, PDF and images end in typed errors: nothing crashes, nothing hangs.

They are read in a process of their own, because a library in C may take its process along; in the
product that process is a boxed child, whose death is a typed error too.
"""

from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import keenbench.formats.image.methods
import keenbench.formats.pdf.methods
import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from keenbench.errors import KeenBenchError
from tests.documents import call
from tests.fidelity.marked import corpus_files
from tests.fidelity.mutants import FIXTURES, cut, flip, mutant

ROOT = Path(__file__).parents[2]
SECONDS = 30
MEMORY = 2 * 1024**3
SMALL = 60_000  # bytes: many mutants of small files find more than few of large ones
SUFFIXES = {
    "xlsx": (".xlsx", ".xlsm", ".xltx"),
    "pdf": (".pdf",),
    "image": (".png", ".jpg", ".gif", ".bmp", ".tif", ".svg", ".webp"),
}
UNFIT = ("must be refused", "zero bytes", "bad CRC", "without any Office part", "must stay bounded")


def sources(kind: str) -> list[Path]:
    found = [
        file
        for file, note in corpus_files(kind)
        if file.suffix in SUFFIXES[kind]
        and not any(words in note for words in UNFIT)
        and file.stat().st_size < SMALL
    ]
    fixtures = [file for file in sorted(FIXTURES.iterdir()) if file.suffix in SUFFIXES[kind]]
    return [*fixtures, *found]


def damaged(kind: str, data: bytes, seed: int) -> bytes:
    if kind == "xlsx":
        return mutant(data, seed)
    chance = random.Random(seed)
    how = chance.choice((flip, cut, spoil))
    return how(data, chance)


def spoil(source: bytes, chance: random.Random) -> bytes:
    """Pieces are moved, doubled and dropped, and numbers made large."""
    data = bytearray(source)
    for _ in range(chance.choice((1, 5, 30))):
        at = chance.randrange(len(data) + 1)
        start = chance.randrange(len(data) + 1)
        piece = data[start : start + chance.randrange(60)]
        if chance.random() < 0.5:
            data[at:at] = piece
        else:
            data[at : at + len(piece)] = b"9" * chance.randrange(12)
    return bytes(data)


def read_all(kind: str, file: Path) -> None:
    if kind == "image":
        call("ImageGetMetadata", file)
        return
    name = kind.capitalize()
    found = call(f"{name}GetMap", file)
    assert len(json.dumps(found)) <= 64 * 1024
    call(f"{name}ExtractText", file)
    if kind == "xlsx":
        for sheet in found["sheets"][:3]:
            call("XlsxReadRange", file, sheet=sheet["name"])


def run(kind: str, first: int, count: int) -> dict[str, Any]:
    """Read mutants; return how many were read and refused, and the seeds that failed."""

    def too_long(number: int, frame: object) -> None:
        raise TimeoutError(f"past {SECONDS} s")

    signal.signal(signal.SIGALRM, too_long)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    outcomes: Counter[str] = Counter()
    failed: dict[int, str] = {}
    files = sources(kind)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            source = files[seed % len(files)]
            file = Path(folder) / f"{seed}{source.suffix}"
            file.write_bytes(damaged(kind, source.read_bytes(), seed))
            print(seed, file=sys.stderr)
            signal.alarm(SECONDS)
            try:
                read_all(kind, file)
                outcomes["read"] += 1
            except KeenBenchError:
                outcomes["refused"] += 1
            except Exception as error:  # noqa: BLE001 - the very thing that is counted here
                failed[seed] = f"{source.name}: {type(error).__name__}: {error}"[:300]
            finally:
                signal.alarm(0)
            file.unlink()
    return {"outcomes": outcomes, "failed": failed}


def read_mutants(kind: str, first: int, count: int) -> None:
    code = (
        "import json, sys; from tests.fidelity.test_mutants_read_only import run; "
        f"sys.stdout.write(json.dumps(run({kind!r}, {first}, {count})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"ended by {done.returncode} at seed {done.stderr[-300:]}"
    found = json.loads(done.stdout)
    print(f"{kind}: {found['outcomes']}")
    assert not found["failed"]


@pytest.mark.parametrize("kind", ["xlsx", "pdf", "image"])
def test_mutated_files_are_read_or_refused(kind: str) -> None:
    read_mutants(kind, 0, 150)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["xlsx", "pdf", "image"])
def test_many_mutated_files_are_read_or_refused(kind: str) -> None:
    read_mutants(kind, 10_000, 700)
