"""Results that formualizer does not compute: LibreOffice does, or the edit stands without them."""

from __future__ import annotations

import sys
import threading
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter

from keenbench.errors import UserCanceled
from keenbench.worker.renderer import Renderer
from tests.fidelity.one_word import parts
from tests.fidelity.xlsx_ops import apply_ops
from tests.office_steps import own_renderer

pytestmark = [pytest.mark.needs("libreoffice"), pytest.mark.needs("bubblewrap")]

# What formualizer 0.13 does not know, and what LibreOffice says once A1 is 2.
REFUSED = {
    "MDETERM(A1:B2)": -10,
    'REPT("x",2)&_xlfn.ENCODEURL("a b")': "xxa%20b",
    "PROB(A1:A2,C1:C2,2)": 0.25,
    "AREAS((A1:B2,C1:C2))": 2,
    'IFERROR(MDETERM(A1:B2),"hidden")': -10,
    "LOOKUP(2,1/(A1:A2=3),B1:B2)": 1,
    "MDETERM(A1:B2)<0": True,
    "MDETERM(A1:B2)/(A1-2)": "#DIV/0!",
}


def unasked(path: Path) -> Path:
    """Return the workbook without what xlsxwriter says: that all is to be computed on opening."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    with zipfile.ZipFile(path, "w") as package:
        for name, data in parts.items():
            package.writestr(name, data.replace(b' fullCalcOnLoad="1"', b""))
    return path


def workbook(path: Path, formulas: dict[str, tuple[str, Any]]) -> Path:
    """Return a workbook with A1:C2 filled and formulas by cell, each with the result it had."""
    with xlsxwriter.Workbook(path) as book:
        data = book.add_worksheet("Data")
        data.write_row("A1", [1, 4, 0.25])
        data.write_row("A2", [3, 1, 0.75])
        for cell, (formula, saved) in formulas.items():
            data.write_formula(cell, f"={formula}", None, saved)
    return unasked(path)


def set_a1(value: Any) -> list[dict[str, Any]]:
    return [{"op": "set_cells", "sheet": "Data", "cells": [{"cell": "A1", "value": value}]}]


def values(path: Path) -> dict[str, Any]:
    sheet = openpyxl.load_workbook(path, data_only=True).worksheets[0]
    return {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row}


def main_part(path: Path) -> bytes:
    with zipfile.ZipFile(path) as package:
        return package.read("xl/workbook.xml")


def test_libreoffice_computes_what_formualizer_refuses(tmp_path: Path) -> None:
    formulas = {f"E{n}": (formula, 77) for n, formula in enumerate(REFUSED, 1)}
    source = workbook(tmp_path / "a.xlsx", formulas)
    applied = apply_ops(source, set_a1(2), tmp_path / "b.xlsx", recalculate=True)
    done = applied.recalculated
    assert done is not None
    assert done.engine == "libreoffice"
    assert applied.warnings == []
    found = values(tmp_path / "b.xlsx")
    assert [found[f"E{n}"] for n in range(1, len(REFUSED) + 1)] == list(REFUSED.values())
    assert [(e.cell, e.error) for e in done.errors] == [(f"E{len(REFUSED)}", "#DIV/0!")]
    # One refers to no cell: it was only out of date.
    assert (done.changed_count, done.refreshed_count) == (len(REFUSED) - 1, 1)
    assert done.left_count == 0
    assert b"fullCalcOnLoad" not in main_part(tmp_path / "b.xlsx")


def test_without_formualizer_libreoffice_gives_the_same_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = workbook(tmp_path / "a.xlsx", {"E1": ("A1+A2", 4), "E2": ("A2*2", 6)})
    usual = apply_ops(source, set_a1(5), tmp_path / "b.xlsx", recalculate=True)
    monkeypatch.setitem(sys.modules, "formualizer", None)
    other = apply_ops(source, set_a1(5), tmp_path / "c.xlsx", recalculate=True)
    assert usual.recalculated is not None
    assert other.recalculated is not None
    assert (usual.recalculated.engine, other.recalculated.engine) == ("formualizer", "libreoffice")
    assert other.model_dump(exclude={"recalculated": {"engine"}}) == usual.model_dump(
        exclude={"recalculated": {"engine"}}
    )
    assert parts(tmp_path / "b.xlsx") == parts(tmp_path / "c.xlsx")


def test_what_the_clock_chance_and_other_files_decide_is_listed_and_left(tmp_path: Path) -> None:
    source = workbook(
        tmp_path / "a.xlsx",
        {
            "E1": ("TODAY()", 45000),
            "E2": ("MONTH(E1)=11", False),
            "E3": ("RAND()+A1", 1.5),
            "E4": ("'[other.xlsx]Sheet1'!A1*A1", 9),
            "E5": ("SUM(E1:E4)", 1),
            "E6": ("MDETERM(A1:B2)", 0),
            "E7": ('INDIRECT("E"&A2)', 3),
        },
    )
    applied = apply_ops(source, set_a1(2), tmp_path / "b.xlsx", recalculate=True)
    done = applied.recalculated
    assert done is not None
    assert done.engine == "libreoffice"
    assert [one.cell for one in done.left] == ["E1", "E2", "E3", "E4", "E5", "E7"]
    assert [(one.cell, one.new) for one in done.changed] == [("E6", -10)]
    before, after = values(source), values(tmp_path / "b.xlsx")
    assert {cell for cell in after if after[cell] != before[cell]} == {"A1", "E6"}
    assert b'fullCalcOnLoad="1"' in main_part(tmp_path / "b.xlsx")


def test_a_function_that_only_its_author_has_keeps_its_result(tmp_path: Path) -> None:
    source = workbook(
        tmp_path / "a.xlsx",
        {"E1": ("MYFUNC(A1)", 8), "E2": ("E1+1", 9), "E3": ("A1*2", 2), "E4": ("SUMM(A1)", "")},
    )
    applied = apply_ops(source, set_a1(2), tmp_path / "b.xlsx", recalculate=True)
    found = values(tmp_path / "b.xlsx")
    assert [found[f"E{n}"] for n in range(1, 4)] == [8, 9, 4]
    assert [warning.code for warning in applied.warnings] == ["unknown_functions"]


def test_same_edit_gives_the_same_bytes(tmp_path: Path) -> None:
    source = workbook(tmp_path / "a.xlsx", {"E1": ("MDETERM(A1:B2)/3", 0)})
    for name in ("b.xlsx", "c.xlsx"):
        with own_renderer() as office:
            apply_ops(source, set_a1(2), tmp_path / name, recalculate=True, using=office)
    assert (tmp_path / "b.xlsx").read_bytes() == (tmp_path / "c.xlsx").read_bytes()


def _stands_without_results(source: Path, target: Path, applied: Any) -> None:
    """See that an edit landed whole, its formulas to be computed by whoever opens it."""
    assert applied.recalculated.engine is None
    codes = [warning.code for warning in applied.warnings]
    assert codes == ["not_recalculated", "libreoffice_did_not_compute"]
    found = values(target)
    assert found["A1"] == 2
    assert found["E1"] == values(source)["E1"]
    assert b'fullCalcOnLoad="1"' in main_part(target)


def test_without_libreoffice_the_edit_stands_and_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Renderer, "_office", None)
    source = workbook(tmp_path / "a.xlsx", {"E1": ("MDETERM(A1:B2)", 0)})
    with own_renderer() as office:
        applied = apply_ops(source, set_a1(2), tmp_path / "b.xlsx", recalculate=True, using=office)
    _stands_without_results(source, tmp_path / "b.xlsx", applied)
    assert "apt install" in applied.warnings[1].message
    assert "MDETERM" in applied.warnings[0].message


def test_an_answer_that_takes_too_long_is_not_waited_for(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        data = book.add_worksheet("Data")
        data.write("A1", 1)
        data.write_formula("E1", "=MDETERM(A1:B2)", None, 3)
        for row in range(2, 20_000):
            data.write_formula(row, 5, f"=SUMPRODUCT(MOD(ROW($1:${row + 9_000}),7))+A1", None, 1)
    unasked(tmp_path / "a.xlsx")
    applied = apply_ops(
        tmp_path / "a.xlsx", set_a1(2), tmp_path / "b.xlsx", recalculate=True, seconds=3
    )
    _stands_without_results(tmp_path / "a.xlsx", tmp_path / "b.xlsx", applied)
    assert "3 s" in applied.warnings[1].message


def test_libreoffice_killed_once_is_started_again_and_killed_twice_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = workbook(tmp_path / "a.xlsx", {"E1": ("MDETERM(A1:B2)", 0)})
    answer = Renderer._answer
    kills = 1

    def killed(self: Renderer, boxed: Any, *rest: Any) -> Any:
        nonlocal kills
        if kills > 0:
            kills -= 1
            boxed.kill()
        return answer(self, boxed, *rest)

    monkeypatch.setattr(Renderer, "_answer", killed)
    with own_renderer() as office:
        once = apply_ops(source, set_a1(2), tmp_path / "b.xlsx", recalculate=True, using=office)
        kills = 2
        twice = apply_ops(source, set_a1(2), tmp_path / "c.xlsx", recalculate=True, using=office)
    assert once.recalculated is not None
    assert once.recalculated.engine == "libreoffice"
    _stands_without_results(source, tmp_path / "c.xlsx", twice)


def test_a_call_that_is_cancelled_while_libreoffice_computes_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    canceled = threading.Event()
    canceled.set()
    monkeypatch.setattr(threading, "Event", lambda: canceled)
    source = workbook(tmp_path / "a.xlsx", {"E1": ("MDETERM(A1:B2)", 0)})
    with own_renderer() as office:
        # It is busy with another document.
        assert office._one.acquire()
        with pytest.raises(UserCanceled):
            apply_ops(source, set_a1(2), tmp_path / "b.xlsx", recalculate=True, using=office)
        office._one.release()
