"""Formulas that lose what they refer to say so, and keep no result from before."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.worksheet.table import Table, TableFormula

from tests.unit.formats.xlsx.edit.books import made, on, run


def _with_results(file: Path, new: Path, *results: tuple[str, str]) -> Path:
    """Write a workbook whose formulas have saved results: openpyxl saves none."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(new, "w") as made_:
        for name in old.namelist():
            data = old.read(name).decode() if name.endswith(".xml") else ""
            for formula, value in results:
                end = f"{formula}</f>"
                data = re.sub(re.escape(end) + r"<v\s*/>|" + re.escape(end) + "<v></v>", end, data)
                data = data.replace(end, f"{end}<v>{value}</v>")
            made_.writestr(name, data.encode() if data else old.read(name))
    return new


def _xml(file: Path, part: str) -> str:
    with zipfile.ZipFile(file) as package:
        return package.read(part).decode()


def _warned(report: dict[str, Any]) -> list[str]:
    return [warning["code"] for warning in report["warnings"]]


def test_a_formula_whose_cells_are_deleted_holds_the_error_and_is_counted(tmp_path: Path) -> None:
    file = _with_results(
        made(tmp_path), tmp_path / "saved.xlsx", ("SUM(C2:C4)", "719.75"), ("Data!C5*2", "1439.5")
    )
    (report,), result = run(file, on(op="delete_rows", row=5))
    assert report["broken_formulas"] == 1
    assert "'Other Sheet'!A1" in report["warnings"][0]["message"]
    cell = re.search(r'<c r="A1".*?</c>', _xml(result, "xl/worksheets/sheet2.xml"))
    assert cell is not None
    assert cell[0] == '<c r="A1" t="e"><f>#REF!*2</f><v>#REF!</v></c>'


def test_a_formula_that_may_catch_the_error_has_no_result(tmp_path: Path) -> None:
    file = made(tmp_path)
    book: Any = openpyxl.load_workbook(file)
    book["Other Sheet"]["A1"] = "=IFERROR(Data!C5,0)"
    book.save(file)
    file = _with_results(file, tmp_path / "saved.xlsx", ("IFERROR(Data!C5,0)", "719.75"))
    (report,), result = run(file, on(op="delete_sheet"))
    assert report["broken_formulas"] == 1
    assert "broken_formulas" in _warned(report)
    sheets = [n for n in zipfile.ZipFile(result).namelist() if "worksheets/sheet" in n]
    assert "719.75" not in _xml(result, sheets[0])
    assert "IFERROR(#REF!" in _xml(result, sheets[0])


def test_an_edit_that_breaks_nothing_counts_none(tmp_path: Path) -> None:
    (report,), _ = run(made(tmp_path), on(op="delete_rows", row=3))
    assert report["broken_formulas"] == 0
    assert "broken_formulas" not in _warned(report)


def test_a_deleted_column_goes_from_its_tables_own_formulas(tmp_path: Path) -> None:
    file = made(tmp_path)
    book: Any = openpyxl.load_workbook(file)
    sheet = book["Data"]
    sheet["D1"] = "Twice"
    sheet["C5"] = None
    table: Any = Table(displayName="Costs", ref="A1:D4")
    table._initialise_columns()
    names = ("Name", "Category", "Amount", "Twice")
    for column, name in zip(table.tableColumns, names, strict=True):
        column.name = name
    own = "[[#This Row],[Amount]]*2"
    table.tableColumns[3].calculatedColumnFormula = TableFormula(attr_text=own)
    for row in (2, 3, 4):
        sheet[f"D{row}"] = f"={own}"
    sheet.add_table(table)
    book.save(file)
    file = _with_results(file, tmp_path / "saved.xlsx", (own, "25"))
    (report,), result = run(file, on(op="delete_columns", column="C"))
    assert report["broken_formulas"] == 4  # and the one on the other sheet
    xml = _xml(result, "xl/worksheets/sheet1.xml")
    assert xml.count('t="e"><f>#REF!*2</f><v>#REF!</v>') == 3
    assert "Amount" not in _xml(result, "xl/tables/table1.xml")
    assert "<calculatedColumnFormula>#REF!*2<" in _xml(result, "xl/tables/table1.xml")
