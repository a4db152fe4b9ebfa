"""Rich text inside a cell: its formatting begins like cells and formulas, and is neither."""

from __future__ import annotations

from pathlib import Path

from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles.colors import Color

from keenbench.formats.call import Call
from keenbench.formats.xlsx.methods import (
    XlsxMapParams,
    XlsxReadParams,
    xlsx_get_map,
    xlsx_read_range,
)


def test_coloured_runs_of_an_inline_string_are_read_whole(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    red = InlineFont(color=Color(rgb="FFFF0000"), b=True, charset=1, family=2)
    sheet["A1"] = CellRichText(TextBlock(red, "red"), " tail ", TextBlock(red, "end"))
    sheet["B1"] = 7
    sheet["C1"] = "=B1+1"
    book.save(tmp_path / "rich.xlsx")
    with (tmp_path / "rich.xlsx").open("rb") as file:
        call = Call({("draft", "rich.xlsx"): file.fileno()}, tmp_path)
        read = xlsx_read_range(call, XlsxReadParams(workbench_id="one", path="rich.xlsx"))
        mapped = xlsx_get_map(call, XlsxMapParams(workbench_id="one", path="rich.xlsx"))
    assert read.rows[0][:2] == ["red tail end", 7]
    assert read.formulas[0] == [None, None, "=B1+1"]
    assert mapped.sheets[0].cell_count == 3
    assert mapped.sheets[0].formula_count == 1
