"""A workbook to edit, and what a second library sees of it afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
import python_calamine

import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from keenbench.errors import KeenBenchError
from tests.edits import edited, sha256

ROWS = [
    ["Name", "Category", "Amount"],
    ["Ada", "Food", 12.5],
    ["Bob", "Rent", 700],
    ["Cy", "Food", 7.25],
]


def made(folder: Path, name: str = "book.xlsx") -> Path:
    """Write a workbook with a few rows, a formula and a second sheet."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Data"
    for row in ROWS:
        sheet.append(row)
    sheet["C5"] = "=SUM(C2:C4)"
    other: Any = book.create_sheet("Other Sheet")
    other["A1"] = "=Data!C5*2"
    book.save(folder / name)
    return folder / name


def edit(file: Path, *ops: dict[str, Any], **params: Any) -> tuple[list[dict[str, Any]], Any]:
    """Apply operations; return the reports and the workbook as openpyxl reads it."""
    report, result = run(file, *ops, **params)
    return report, openpyxl.load_workbook(result)


def run(file: Path, *ops: dict[str, Any], **params: Any) -> tuple[list[dict[str, Any]], Path]:
    before = sha256(file) if file.exists() else None
    answer, result = edited("XlsxApplyOps", file, list(ops), file.parent / "out", **params)
    assert before is None or sha256(file) == before
    assert answer["ok"]
    return answer["report"], result


def on(sheet: str = "Data", **keys: Any) -> dict[str, Any]:
    return {"sheet": sheet, **keys}


def values(file: Path, sheet: str = "Data") -> list[list[Any]]:
    """Return the values that calamine reads."""
    book = python_calamine.CalamineWorkbook.from_path(file)
    return book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)


def refusal(file: Path, *ops: dict[str, Any], **params: Any) -> str:
    """Return why operations are refused, and see that nothing was written."""
    before = sha256(file) if file.exists() else None
    out = file.parent / "refused"
    with pytest.raises(KeenBenchError) as caught:
        edited("XlsxApplyOps", file, list(ops), out, **params)
    assert caught.value.error_code == "VALIDATION_FAILED", caught.value.message
    assert before is None or sha256(file) == before
    assert not (out / file.name).exists()
    return caught.value.message
