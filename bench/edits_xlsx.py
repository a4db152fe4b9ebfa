"""Edits of workbooks: one cell of 100,000 rows; rows and columns moved; styled cells."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from bench.documents_xlsx import in_turns, make, row, timed
from keenbench.formats.call import Call, methods

_SECONDS = 1.5
_MEGABYTES = 300
_ROWS, _COLUMNS = 5_000, 10
_STYLE = {
    "font_bold": True,
    "font_color": "#1F3864",
    "fill_color": "#DDEBF7",
    "number_format": "#,##0.00",
    "border_bottom": {"style": "thin", "color": "#2F5496"},
}


def apply(file: Path | None, ops: list[dict[str, Any]], out: Path) -> None:
    """Apply operations to a file, or to a new workbook."""
    method = methods.get("XlsxApplyOps")
    assert method is not None
    name = file.name if file is not None else "new.xlsx"
    given = {"workbench_id": "bench", "path": name, "ops": ops, "create_new": file is None}
    params = method.parse(given)
    files = {}
    if file is not None:
        files["draft", name] = os.open(file, os.O_RDONLY)
    try:
        method.function(Call(files=files, out=out), params)
    finally:
        for descriptor in files.values():
            os.close(descriptor)


def one_cell(file: Path, out: Path) -> None:
    cells = [{"cell": "B50000", "value": "edited"}]
    apply(file, [{"op": "set_cells", "sheet": "Data", "cells": cells}], out)


# Operation, seconds: on 100,000 rows of 10 columns, one of them formulas.
MOVES: dict[str, tuple[dict[str, Any], float]] = {
    "a row inserted": ({"op": "insert_rows", "row": 500}, 10),
    "rows deleted": ({"op": "delete_rows", "row": 500, "count": 3}, 10),
    "a column deleted": ({"op": "delete_columns", "column": "B"}, 10),
    "sorted": (
        {
            "op": "sort_range",
            "range": "A1:J100001",
            "header": True,
            "keys": [{"column": "C", "direction": "desc"}],
        },
        15,
    ),
}


def move(file: Path, out: Path, name: str) -> None:
    apply(file, [{"sheet": "Data", **MOVES[name][0]}], out)


def many_cells(out: Path, style: dict[str, Any] | None) -> None:
    values = [[row * _COLUMNS + column for column in range(_COLUMNS)] for row in range(_ROWS)]
    op: dict[str, Any] = {"op": "set_range", "sheet": "Sheet1", "start": "A1", "values": values}
    apply(None, [op if style is None else {**op, "style": style}], out)


def peak_mb(file: Path, out: Path, name: str = "") -> float:
    """Return the memory that a process takes to edit one cell, or for one of MOVES."""
    code = (
        "import resource, sys; from pathlib import Path; from bench import edits_xlsx as b; "
        "file, out, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]; "
        "b.move(file, out, name) if name else b.one_cell(file, out); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file), str(out), name],
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def run() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        out.mkdir()
        for kind in ("values", "formulas"):
            file = Path(folder) / f"{kind}.xlsx"
            make(file, formulas=kind == "formulas")
            best = min(timed(partial(one_cell, file, out)) for _ in range(5))
            yield row(f"xlsx edit, one cell of 100k x 10, {kind}", best, _SECONDS)
            memory = peak_mb(file, out)
            yield row(f"xlsx edit, one cell of 100k x 10, {kind}, memory", memory, _MEGABYTES, "MB")
        file = Path(folder) / "formulas.xlsx"
        for name, (_, most) in MOVES.items():
            best = timed(partial(move, file, out, name))
            yield row(f"xlsx edit, {name}, 100k rows and formulas", best, most)
            memory = peak_mb(file, out, name)
            yield row(f"xlsx edit, {name}, memory", memory, _MEGABYTES, "MB")
        styled, plain = in_turns(lambda: many_cells(out, _STYLE), lambda: many_cells(out, None))
        yield {
            "name": "xlsx edit, 50,000 styled cells",
            "value": styled,
            "unit": "s",
            "target": "<= 2 x unstyled",
            "reference": plain,
            "ratio": styled / plain,
            "held": styled <= 2 * plain,
        }
