"""Tasks of SpreadsheetBench, done by operations alone and equal to the expected answer."""

from __future__ import annotations

import datetime as dt
import importlib
import json
import os
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.fidelity.xlsx_ops import apply_ops

FOLDER = Path(os.environ.get("KEENBENCH_CORPUS", "../shared/corpus")) / "xlsx" / "spreadsheetbench"
TASKS = json.loads((FOLDER / "tasks.json").read_text()) if FOLDER.is_dir() else []


@pytest.mark.skipif(not TASKS, reason="no corpus here")
@pytest.mark.parametrize("task", TASKS, ids=lambda task: str(task["id"]))
def test_the_answer_is_the_expected_one(task: dict[str, Any], tmp_path: Path) -> None:
    name = str(task["id"])
    source = FOLDER / f"1_{name}_input.xlsx"
    module = importlib.import_module(
        f"tests.fidelity.spreadsheetbench_tasks.task_{name.replace('-', '_')}"
    )
    target = tmp_path / "done.xlsx"
    applied = apply_ops(
        source, module.ops(openpyxl.load_workbook(source)), target, recalculate=True
    )
    assert applied.recalculated is not None
    sheet, _, area = task["answer_position"].rpartition("!")
    expected = openpyxl.load_workbook(FOLDER / f"1_{name}_answer.xlsx", data_only=True)
    ours = openpyxl.load_workbook(target, data_only=True)
    sheet = sheet.strip("'") or expected.sheetnames[0]
    assert _values(ours[sheet], area) == _values(expected[sheet], area)
    if name.startswith("CF_"):
        assert _rules(ours[sheet]) == _rules(expected[sheet])


def _values(sheet: Any, area: str) -> list[list[Any]]:
    return [[_plain(cell.value) for cell in row] for row in sheet[area]]


def _plain(value: Any) -> Any:
    """Return a value as SpreadsheetBench compares it: nothing and "" alike, numbers rounded."""
    if value is None or value == "":
        return None
    if isinstance(value, dt.datetime):
        return (value - dt.datetime(1899, 12, 30)).days
    return round(value, 2) if isinstance(value, int | float) else value


def _rules(sheet: Any) -> list[tuple[str, list[str], str]]:
    return [
        (str(area.sqref), rule.formula, rule.dxf.fill.bgColor.rgb[-6:])
        for area in sheet.conditional_formatting
        for rule in area.rules
    ]
