"""The step after an edit, through the worker: LibreOffice in its box betters what a parser made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from pptx import Presentation

from tests.integration.test_worker import WorkerProcess

pytestmark = [pytest.mark.needs("libreoffice"), pytest.mark.needs("bubblewrap")]


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    folder = tmp_path / "workbenches" / "wb" / "draft"
    folder.mkdir(parents=True)
    with xlsxwriter.Workbook(folder / "a.xlsx") as book:
        data = book.add_worksheet("Data")
        data.write_row("A1", [1, 4])
        data.write_row("A2", [3, 1])
        data.write_formula("E1", "=MDETERM(A1:B2)", None, 77)
    deck = Presentation()
    deck.slides.add_slide(deck.slide_layouts[1])
    deck.save(str(folder / "a.pptx"))
    return folder


@pytest.fixture
def worker(draft: Path) -> Iterator[WorkerProcess]:
    process = WorkerProcess(draft.parents[1])
    yield process
    process.close()


def test_results_that_the_parser_cannot_compute_land_in_the_draft(
    worker: WorkerProcess, draft: Path
) -> None:
    ops = [{"op": "set_cells", "sheet": "Data", "cells": [{"cell": "A1", "value": 2}]}]
    done = worker.call("XlsxApplyOps", workbench_id="wb", path="a.xlsx", ops=ops, recalculate=True)
    assert done["recalculated"]["engine"] == "libreoffice"
    assert done["recalculated"]["changed"] == [
        {"sheet": "Data", "cell": "E1", "old": 77.0, "new": -10.0}
    ]
    assert done["warnings"] == []
    sheet = openpyxl.load_workbook(draft / "a.xlsx", data_only=True)["Data"]
    assert (sheet["A1"].value, sheet["E1"].value) == (2, -10)


def _filled(worker: WorkerProcess, text: str) -> dict[str, Any]:
    op = {"op": "set_slide_text", "index": 0, "title": "Title", "body": text}
    done: dict[str, Any] = worker.call("PptxApplyOps", workbench_id="wb", path="a.pptx", ops=[op])
    report: dict[str, Any] = done["report"][0]
    return report


def test_text_that_overflows_is_measured_and_text_that_fits_is_not_named(
    worker: WorkerProcess,
) -> None:
    report = _filled(worker, "\n".join(f"Line number {n}" for n in range(20)))
    [over] = report["overflow"]
    assert (over["slide_index"], over["shape"], over["by"]) == (
        0,
        "Content Placeholder 2",
        "render",
    )
    assert 6 < over["over_inches"] < 9
    assert [warning["code"] for warning in report["warnings"]] == ["overflow"]
    assert "overflow" not in _filled(worker, "One line\nand another")
