"""What an edit that moves cells leaves for a person to look at is told."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.table import Table, TableFormula

from tests.unit.formats.xlsx.edit.books import made, on, run


def _codes(file: Path, **op: Any) -> list[str]:
    (report,), _ = run(file, on(**op))
    return [warning["code"] for warning in report["warnings"]]


@pytest.mark.parametrize(
    "op",
    [
        {"op": "insert_rows", "row": 2},
        {"op": "delete_rows", "row": 2},
        {
            "op": "sort_range",
            "range": "A1:C4",
            "header": True,
            "keys": [{"column": "C", "direction": "asc"}],
        },
    ],
)
def test_moving_the_rows_of_a_protected_sheet_is_told(op: dict[str, Any], tmp_path: Path) -> None:
    file = made(tmp_path)
    assert "sheet_protected" not in _codes(file, **op)
    book: Any = openpyxl.load_workbook(file)
    book["Data"].protection.sheet = True
    book.save(file)
    assert "sheet_protected" in _codes(file, **op)


def test_new_rows_of_a_table_with_calculated_columns_are_told(tmp_path: Path) -> None:
    file = made(tmp_path)
    book: Any = openpyxl.load_workbook(file)
    table: Any = Table(displayName="Costs", ref="A1:C4")
    table._initialise_columns()
    for column, name in zip(table.tableColumns, ("Name", "Category", "Amount"), strict=True):
        column.name = name
    table.tableColumns[2].calculatedColumnFormula = TableFormula(attr_text="1+1")
    book["Data"].add_table(table)
    book.save(file)
    assert "calculated_columns" in _codes(file, op="insert_rows", row=3)
    assert "calculated_columns" not in _codes(file, op="insert_rows", row=1)
    assert "calculated_columns" not in _codes(file, op="insert_rows", row=5)


_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _related(kind: str, target: str) -> str:
    return (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{_KINDS}/{kind}" Target="{target}"/></Relationships>'
    )


def _with_pivot(folder: Path) -> Path:
    """Write a workbook whose second sheet has a pivot table of the first."""
    parts = {
        "xl/worksheets/_rels/sheet2.xml.rels": _related(
            "pivotTable", "../pivotTables/pivotTable1.xml"
        ),
        "xl/pivotTables/pivotTable1.xml": (
            f'<pivotTableDefinition xmlns="{_MAIN}" name="Sums" cacheId="1"><location ref="F2:G5" '
            'firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/></pivotTableDefinition>'
        ),
        "xl/pivotTables/_rels/pivotTable1.xml.rels": _related(
            "pivotCacheDefinition", "../pivotCache/pivotCacheDefinition1.xml"
        ),
        "xl/pivotCache/pivotCacheDefinition1.xml": (
            f'<pivotCacheDefinition xmlns="{_MAIN}"><cacheSource type="worksheet">'
            '<worksheetSource ref="A1:C4" sheet="Data"/></cacheSource></pivotCacheDefinition>'
        ),
    }
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    said = "".join(
        f'<Override PartName="/xl/{name}1.xml" ContentType="{kind}.{word}+xml"/>'
        for name, word in (
            ("pivotTables/pivotTable", "pivotTable"),
            ("pivotCache/pivotCacheDefinition", "pivotCacheDefinition"),
        )
    )
    file = folder / "pivot.xlsx"
    with zipfile.ZipFile(made(folder)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "[Content_Types].xml":
                data = data.replace(b"</Types>", f"{said}</Types>".encode())
            new.writestr(name, data)
        for name, text in parts.items():
            new.writestr(name, text)
    return file


def test_deleting_what_a_pivot_table_reads_is_told(tmp_path: Path) -> None:
    file = _with_pivot(tmp_path)
    assert "pivot_source" in _codes(file, op="delete_sheet")
    (report,), _ = run(file, {"op": "delete_sheet", "sheet": "Other Sheet"})
    assert "pivot_source" not in [warning["code"] for warning in report["warnings"]]
