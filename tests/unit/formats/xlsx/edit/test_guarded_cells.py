"""Cells that something else names too: a pivot table's, and the totals of a table."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.worksheet.table import Table

from tests.unit.formats.xlsx.edit.books import edit, made, on, refusal, run, values

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PIVOT = (
    f'<pivotTableDefinition xmlns="{_MAIN}" name="Sums" cacheId="1">'
    '<location ref="F2:G5" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/>'
    "</pivotTableDefinition>"
)
_RELATIONSHIPS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Target="../pivotTables/pivotTable1.xml" Type="http://schemas.'
    'openxmlformats.org/officeDocument/2006/relationships/pivotTable"/></Relationships>'
)


def _with_pivot(folder: Path) -> Path:
    plain, file = made(folder, "plain.xlsx"), folder / "pivot.xlsx"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotTable+xml"
    said = f'<Override PartName="/xl/pivotTables/pivotTable1.xml" ContentType="{kind}"/></Types>'
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "[Content_Types].xml":
                data = data.replace(b"</Types>", said.encode())
            new.writestr(name, data)
        new.writestr("xl/worksheets/_rels/sheet1.xml.rels", _RELATIONSHIPS)
        new.writestr("xl/pivotTables/pivotTable1.xml", _PIVOT)
    return file


def _with_totals(folder: Path) -> Path:
    file = made(folder)
    book: Any = openpyxl.load_workbook(file)
    table: Any = Table(displayName="Costs", ref="A1:C5")
    table._initialise_columns()
    for column, name in zip(table.tableColumns, ("Name", "Category", "Amount"), strict=True):
        column.name = name
    table.totalsRowCount = 1
    table.tableColumns[0].totalsRowLabel = "Total"
    table.tableColumns[2].totalsRowFunction = "sum"
    book["Data"].add_table(table)
    book["Data"]["A5"] = "Total"
    book.save(file)
    return file


def _set(cell: str, value: object, **keys: Any) -> dict[str, Any]:
    return on(op="set_cells", cells=[{"cell": cell, "value": value, **keys}])


def test_writing_into_a_pivot_table_is_refused(tmp_path: Path) -> None:
    file = _with_pivot(tmp_path)
    message = refusal(file, _set("G3", 5))
    assert "G3" in message
    assert "Sums" in message


def test_sorting_over_a_pivot_table_is_refused(tmp_path: Path) -> None:
    file = _with_pivot(tmp_path)
    _, filled = run(file, _set("H4", 2), _set("H3", 9))
    for area in ("E2:G4", "A1:H4"):
        sort = on(op="sort_range", range=area, keys=[{"column": area[0]}])
        message = refusal(filled, sort)
        assert message.startswith("ops[0]")
        assert "Sums" in message
    run(filled, on(op="sort_range", range="H3:H4", keys=[{"column": "H"}]))


def test_writing_beside_a_pivot_table_is_done(tmp_path: Path) -> None:
    _, result = run(_with_pivot(tmp_path), _set("H3", 5))
    assert values(result)[2][7] == 5


def test_the_label_of_a_totals_row_follows_its_cell(tmp_path: Path) -> None:
    _, book = edit(_with_totals(tmp_path), _set("A5", "Sum of all"))
    assert book["Data"].tables["Costs"].tableColumns[0].totalsRowLabel == "Sum of all"


def test_the_formula_of_a_totals_row_follows_its_cell(tmp_path: Path) -> None:
    file = _with_totals(tmp_path)
    _, book = edit(file, _set("C5", "=MAX(C2:C4)", type="formula"))
    column = book["Data"].tables["Costs"].tableColumns[2]
    assert column.totalsRowFunction == "custom"
    assert column.totalsRowFormula.attr_text == "MAX(C2:C4)"


def test_a_younger_function_has_its_prefix_in_rules_and_names(tmp_path: Path) -> None:
    rule = {"type": "expression", "formula": "=XOR(A1,B1)", "style": {"font_bold": True}}
    _, book = edit(
        made(tmp_path),
        on(op="add_conditional_format", range="A1:A4", rule=rule),
        on(op="add_data_validation", range="B1:B4", type="custom", formula1="=XOR(A1,B1)"),
        {"op": "define_name", "name": "longest", "refers_to": "=TEXTJOIN(1,1,Data!$A$1:$A$4)"},
    )
    rules = [rule for area in book["Data"].conditional_formatting for rule in area.rules]
    assert rules[0].formula == ["_xlfn.XOR(A1,B1)"]
    assert book["Data"].data_validations.dataValidation[0].formula1 == "_xlfn.XOR(A1,B1)"
    assert book.defined_names["longest"].value == "_xlfn.TEXTJOIN(1,1,Data!$A$1:$A$4)"
