"""Many operations at once on the workbooks of the corpus, as openpyxl and calamine read them."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import python_calamine

from tests.edits import edited
from tests.fidelity.test_corpus_xlsx import CANNOT
from tests.fidelity.test_xlsx_one_cell import FILES, first_sheet

SMALL = [file for file in FILES if file.stat().st_size < 100_000]

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def operations(sheet: str, row: int) -> list[dict[str, Any]]:
    on = {"sheet": sheet}
    block, column = f"A{row}:B{row + 2}", f"B{row + 1}:B{row + 2}"
    rule = {"type": "cell_is", "operator": "greater_than", "values": [1]}
    values = [["k", "v"], ["a", 1], ["b", 2]]
    style = {"font_bold": True, "fill_color": "#FFFF00", "border_top": {"style": "thin"}}
    return [
        {"op": "set_range", **on, "start": f"A{row}", "values": values, "style": style},
        {"op": "add_chart", **on, "type": "bar", "data_range": block, "anchor": f"D{row}"},
        {"op": "add_table", **on, "range": block},
        {"op": "add_conditional_format", **on, "range": column, "rule": rule},
        {"op": "add_data_validation", **on, "range": column, "type": "list", "values": [1, 2]},
        {"op": "set_column_widths", **on, "columns": [{"column": "B", "width": 30}]},
        {"op": "set_row_heights", **on, "rows": [{"row": row, "height": 30}]},
        {"op": "freeze_panes", **on, "row": 1},
        {"op": "define_name", **on, "name": "kb_name", "refers_to": block},
        {"op": "set_page_setup", **on, "orientation": "landscape", "fit_to_width": 1},
        {"op": "set_tab_color", **on, "color": "#00FF00"},
        {"op": "merge_cells", **on, "range": f"F{row + 30}:G{row + 31}"},
        {"op": "ensure_sheet", "sheet": "KB new"},
        {"op": "set_hidden", "sheet": "KB new", "hidden": True},
    ]


def test_many_operations_on_every_small_workbook(tmp_path: Path) -> None:
    done = by_openpyxl = 0
    for file in SMALL:
        sheet = first_sheet(file)
        if sheet is None:
            continue
        name, used = sheet["name"], sheet["used_range"]
        row = (used["max_row"] if used else 1) + 5
        _, result = edited(
            "XlsxApplyOps",
            file,
            operations(name, row),
            tmp_path / "out",
            allow_break_signature=True,
        )
        book = python_calamine.CalamineWorkbook.from_path(result)
        rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
        assert rows[row][:2] == ["a", 1], file.name
        done += 1
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                openpyxl.load_workbook(file)
                read: Any = openpyxl.load_workbook(result)
        except CANNOT:
            continue
        if not read.sheetnames:
            continue  # strict OOXML
        found = read[name]
        assert found.tables, file.name
        assert found._charts, file.name
        assert found.freeze_panes == "A2", file.name
        assert found.cell(row, 1).font.b, file.name
        assert read["KB new"].sheet_state == "hidden"
        by_openpyxl += 1
    print(f"xlsx: 14 operations on {done} workbooks; openpyxl reads {by_openpyxl} of them")
    assert done >= 40
