"""Workbooks: maps against python-calamine reading the sheet; warm maps and reads; memory."""

from __future__ import annotations

import datetime as dt
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import openpyxl
import python_calamine

import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from keenbench.formats.call import Call, methods
from keenbench.formats.xlsx import workbook

ROWS = 100_000
MEMORY_MB = 250
_CITIES = ("Paris", "Rome", "Oslo", "Köln & Bonn")
_HEADER = ("id", "name", "city", "date", "qty", "price", "total", "flag", "code", "note")


def make(file: Path, *, formulas: bool) -> None:
    """Write a table of 100,000 rows and 10 columns of all kinds."""
    chance = random.Random(1)
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Data")
    sheet.append(_HEADER)
    for row in range(2, ROWS + 2):
        count, price = chance.randint(1, 99), round(chance.random() * 100, 2)
        total = f"=E{row}*F{row}" if formulas else round(count * price, 2)
        day = dt.date(2020, 1, 1) + dt.timedelta(days=row % 1500)
        name = f"Customer {chance.randint(1, 20_000)}"
        note = None if row % 7 == 0 else f"note {row % 50}"
        city = chance.choice(_CITIES)
        code = f"C-{row:06d}"
        sheet.append((row - 1, name, city, day, count, price, total, row % 2 == 0, code, note))
    book.save(file)


def make_sparse(file: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Sparse", 0)
    sheet["A1"] = 1
    sheet["A1048576"] = 2
    book.save(file)


def call(method: str, file: Path, **params: Any) -> Any:
    found = methods.get(method)
    assert found is not None
    parsed = found.parse(
        {"workbench_id": "bench", "root": "published", "path": file.name, **params}
    )
    descriptor = os.open(file, os.O_RDONLY)
    try:
        made = found.function(
            Call(files={("published", file.name): descriptor}, out=file.parent), parsed
        )
        return made.model_dump_json()
    finally:
        os.close(descriptor)


def cold_map(file: Path) -> str:
    """Map without what an earlier call has left in memory."""
    workbook._books.forget()
    return str(call("XlsxGetMap", file))


def read_all(file: Path) -> None:
    python_calamine.CalamineWorkbook.from_path(file).get_sheet_by_index(0).to_python()


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def in_turns(work: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """Return the best times of both, taken in turns: other work on the machine slows both alike."""
    pairs = [(timed(work), timed(other)) for _ in range(4)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def row(name: str, value: float, target: float, unit: str = "s") -> dict[str, Any]:
    held = value <= target
    return {
        "name": name,
        "value": value,
        "unit": unit,
        "target": f"<= {target:g} {unit}",
        "reference": None,
        "ratio": None,
        "held": held,
    }


def ratio_row(name: str, value: float, reference: float, most: float) -> dict[str, Any]:
    return {
        "name": name,
        "value": value,
        "unit": "s",
        "target": f"<= {most:g} x python-calamine",
        "reference": reference,
        "ratio": value / reference,
        "held": value <= most * reference,
    }


def peak_mb(file: Path) -> float:
    """Return the memory that a process takes to map a file and read two chunks of it."""
    code = (
        "import resource, sys; from pathlib import Path; from bench import documents_xlsx as b; "
        "f = Path(sys.argv[1]); b.call('XlsxGetMap', f); b.call('XlsxReadRange', f, chunk=0); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def measure_large(file: Path, kind: str, most: float) -> Iterator[dict[str, Any]]:
    make(file, formulas=kind == "formulas")
    time.sleep(0.2)  # a file changed a moment ago is not remembered
    ours, theirs = in_turns(lambda: cold_map(file), lambda: read_all(file))
    yield ratio_row(f"xlsx map, 100k x 10, {kind}", ours, theirs, most)
    warm = min(timed(lambda: call("XlsxGetMap", file)) for _ in range(5))
    yield row(f"xlsx map, 100k x 10, {kind}, warm", warm, 0.05)
    reads = [
        timed(partial(call, "XlsxReadRange", file, chunk=chunk))
        for chunk in (1, 700, 1999, 1300, 20)
    ]
    yield row(f"xlsx 50-row read, {kind}, warm, median", sorted(reads)[2], 0.05)
    yield row(f"xlsx memory, {kind}", peak_mb(file), MEMORY_MB, "MB")


def measure(folder: Path) -> Iterator[dict[str, Any]]:
    yield from measure_large(folder / "plain.xlsx", "plain", 1.5)
    yield from measure_large(folder / "formulas.xlsx", "formulas", 3.0)
    file = folder / "sparse.xlsx"
    make_sparse(file)
    yield row(
        "xlsx map, A1 and A1048576", min(timed(lambda: cold_map(file)) for _ in range(3)), 0.2
    )
    yield row("xlsx map of it, size", len(cold_map(file)) / 1024, 10, "KB")


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        return list(measure(Path(folder)))
