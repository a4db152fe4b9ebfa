"""A workbook made by every kind of operation opens in LibreOffice, which shows what was written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.fidelity.one_word import as_pdfs, looks
from tests.unit.formats.xlsx.edit.books import on, run

pytestmark = pytest.mark.needs("libreoffice")


def test_libreoffice_shows_what_every_operation_wrote(tmp_path: Path) -> None:
    Image.new("RGB", (96, 96), "red").save(tmp_path / "logo.png")
    rows: list[list[Any]] = [["Kind", "Alpha", "Beta"], ["one", 1, 2], ["two", 3, 4], ["six", 5, 6]]
    ops = [
        on(op="ensure_sheet"),
        on(op="set_range", start="A1", values=rows, style={"font_name": "Arial"}),
        on(op="set_cells", cells=[{"cell": "B6", "value": "=SUM(B2:B4)*111", "type": "formula"}]),
        on(op="add_table", range="A1:C4"),
        on(op="add_conditional_format", range="B2:B4", rule={"type": "color_scale"}),
        on(op="add_data_validation", range="A2:A4", type="list", values=["one", "two"]),
        on(op="add_chart", type="bar", data_range="A1:C4", anchor="E1", title="Barchart"),
        on(op="add_chart", type="pie", data_range="A1:B4", anchor="E18", title="Piechart"),
        on(op="insert_image", image_path="logo.png", anchor="A20"),
        on(op="merge_cells", range="A10:C10"),
        on(op="set_page_setup", orientation="landscape", fit_to_width=1, fit_to_height=1),
        on(op="freeze_panes", row=1),
        {"op": "define_name", "name": "Alphas", "refers_to": "Data!B2:B4"},
    ]
    _, result = run(tmp_path / "all.xlsx", *ops, create_new=True)
    pdf = as_pdfs([result], tmp_path / "pdf")[result.name]
    pages, letters = looks(pdf)
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert pages == 1
    assert letters
    for word in ("Kind", "Alpha", "999", "Barchart", "Piechart"):
        assert word in text, word
