"""Edits of workbooks: one cell of 100,000 rows; 50,000 styled cells against plain ones."""

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


def many_cells(out: Path, style: dict[str, Any] | None) -> None:
    values = [[row * _COLUMNS + column for column in range(_COLUMNS)] for row in range(_ROWS)]
    op: dict[str, Any] = {"op": "set_range", "sheet": "Sheet1", "start": "A1", "values": values}
    apply(None, [op if style is None else {**op, "style": style}], out)


def peak_mb(file: Path, out: Path) -> float:
    """Return the memory that a process takes to edit one cell."""
    code = (
        "import resource, sys; from pathlib import Path; from bench import edits_xlsx as b; "
        "b.one_cell(Path(sys.argv[1]), Path(sys.argv[2])); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file), str(out)],
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
