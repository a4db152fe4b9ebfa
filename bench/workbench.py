"""The workbench: what a first write, a publish and a diff cost, in a large and in a small one."""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from keenbench import storage
from keenbench.diff.text import diff_lines
from keenbench.reading import open_folders
from keenbench.workbench.bench import Limits, Workbench
from keenbench.workbench.discard import discard_draft
from keenbench.workbench.edits import Edit, WorkerCall, apply_edits
from keenbench.workbench.files import add_files, add_uploads
from keenbench.workbench.publish import publish
from keenbench.workbench.workbenches import Workbenches

FILES = 100
LARGE_BYTES = 1 << 30
SMALL_BYTES = 1 << 20
ROUNDS = 9
LINES = 50_000


def make(workbenches: Workbenches, folder: Path, size: int) -> Workbench:
    """Return a workbench of 100 files that hold `size` bytes together, and one small text."""
    bench = workbenches.create(f"{size} bytes")
    sources = []
    for number in range(FILES):
        source = folder / f"{size}-{number}.bin"
        with source.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, size // FILES)
        sources.append(source)
    add_files(bench, sources)
    for source in sources:
        source.unlink()
    add_uploads(bench, [("notes.txt", [b"first\n"])])
    return bench


def text_worker(bench: Workbench) -> WorkerCall:
    """Return a worker that only writes, so that the workbench alone is measured."""

    def call(method: str, params: dict[str, Any]) -> dict[str, Any]:
        with open_folders(bench.workbenches, bench.workbench_id) as folders:
            folder = folders.make(params["root"])
            storage.write_file(folder, params["path"], params["content"].encode())
        return {"ok": True}

    return call


def write(bench: Workbench, text: str) -> None:
    applied = apply_edits(
        bench, text_worker(bench), [Edit("notes.txt", "TextWrite", {"content": text})]
    )
    assert applied.results[0].ok


def first_write(bench: Workbench) -> float:
    """Return the seconds of a write that makes a Draft."""
    begin = time.perf_counter()
    write(bench, "second\n")
    seconds = time.perf_counter() - begin
    discard_draft(bench)
    return seconds


def publish_again(bench: Workbench, number: int) -> float:
    """Return the seconds of a publish of one small file; a checkpoint of the rest was made."""
    write(bench, f"version {number}\n")
    begin = time.perf_counter()
    publish(bench)
    return time.perf_counter() - begin


def compared(name: str, large: list[float], small: list[float], target: float) -> dict[str, Any]:
    value, reference = statistics.median(large) * 1000, statistics.median(small) * 1000
    ratio = value / reference
    return {
        "name": name,
        "value": value,
        "unit": "ms",
        "target": f"<= {target} x the same with 1 MB",
        "reference": reference,
        "ratio": ratio,
        "held": ratio <= target,
    }


def diff_row(changed: float, told: str, most: float) -> dict[str, Any]:
    rng = random.Random(1)
    old = [f"row {rng.randrange(10**9)}, value {number}" for number in range(LINES)]
    new = [line + " changed" if rng.random() < changed else line for line in old]
    begin = time.perf_counter()
    hunks = diff_lines(old, new)
    seconds = time.perf_counter() - begin
    assert hunks
    begin = time.perf_counter()
    sorted(old + new)
    reference = time.perf_counter() - begin
    return {
        "name": f"text diff of 2 x 50,000 lines, {told} changed",
        "value": seconds,
        "unit": "s",
        "target": f"<= {most:g} s",
        "reference": reference,
        "ratio": seconds / reference,
        "held": seconds <= most,
    }


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        workbenches = Workbenches(folder / "workbenches", Limits())
        large = make(workbenches, folder, LARGE_BYTES)
        small = make(workbenches, folder, SMALL_BYTES)
        writes: dict[str, list[float]] = {"large": [], "small": []}
        published: dict[str, list[float]] = {"large": [], "small": []}
        # Turn by turn, so that a noisy neighbour disturbs both alike.
        for _ in range(ROUNDS):
            writes["large"].append(first_write(large))
            writes["small"].append(first_write(small))
        for number in range(ROUNDS + 1):
            published["large"].append(publish_again(large, number))
            published["small"].append(publish_again(small, number))
    return [
        compared("first write in a 1 GB workbench", writes["large"], writes["small"], 1.5),
        # The first publish of a workbench keeps a copy of every file, and is left out here.
        compared(
            "publish of one file in a 1 GB workbench",
            published["large"][1:],
            published["small"][1:],
            1.5,
        ),
        {
            "name": "first publish in a 1 GB workbench, which keeps a copy of every file",
            "value": published["large"][0],
            "unit": "s",
            "target": "none",
            "reference": published["small"][0],
            "ratio": published["large"][0] / published["small"][0],
            "held": None,
        },
        diff_row(0.01, "one in a hundred", 1),
        diff_row(0.05, "one in twenty", 5),
    ]
