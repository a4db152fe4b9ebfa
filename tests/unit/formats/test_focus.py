"""Where Review looks first: every operation that changes a place tells which."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pydantic import BaseModel

import keenbench.formats.text.methods
import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from keenbench.formats.docx.edit.ops import DocxApplyParams
from keenbench.formats.odt.edit.ops import OdtApplyParams
from keenbench.formats.pdf.edit.ops import PdfApplyParams
from keenbench.formats.pptx.edit.ops import PptxApplyParams
from keenbench.formats.xlsx.edit.ops import XlsxApplyParams
from tests.docx_edits import run
from tests.edits import edited
from tests.unit.formats.pdf.pdfs import pdf_bytes

Op = dict[str, Any]
Focus = dict[str, Any] | None

LINES = [
    {"text": "Before all"},
    {"text": "One", "style": "Heading 1"},
    {"text": "first words"},
    {"text": "Two", "style": "Heading 1"},
    {"text": "second words"},
    {"text": "Three", "style": "Heading 1"},
    {"text": "third words"},
]
# What is of the document as a whole, and of no place in it.
NOWHERE_DOCX = {"define_style": "a style is of no place", "set_properties": "nor is a property"}
DOCX: list[tuple[Op, int | None]] = [
    ({"op": "set_paragraphs", "paragraphs": [{"text": "all new"}]}, 0),
    ({"op": "append_paragraph", "text": "at the end"}, 3),
    ({"op": "replace_text", "search": "second", "replace": "2nd"}, 2),
    ({"op": "replace_text", "search": "in the note", "replace": "of the note"}, 1),
    ({"op": "replace_text", "search": "page words", "replace": "other words"}, 3),
    ({"op": "replace_text", "search": "nowhere", "replace": "x"}, None),
    ({"op": "insert_paragraphs", "paragraphs": [{"text": "new"}], "after": {"index": 2}}, 1),
    ({"op": "insert_paragraphs", "paragraphs": [{"text": "new"}], "before": {"index": 0}}, 0),
    ({"op": "delete_paragraphs", "start": 4}, 2),
    ({"op": "delete_paragraphs", "text": "third words"}, 3),
    ({"op": "replace_section", "section": 2, "paragraphs": [{"text": "Two"}, {"text": "n"}]}, 2),
    ({"op": "add_table", "rows": [["a"]], "after": {"text": "first words"}}, 1),
    ({"op": "set_table_cells", "table": 0, "cells": [{"row": 0, "col": 0, "text": "z"}]}, 2),
    ({"op": "append_table_rows", "table": 0, "rows": [["x", "y"]]}, 2),
    ({"op": "format_table", "table": 0, "shading": "#FF0000"}, 2),
    ({"op": "insert_image", "image_path": "p.png", "after": {"index": 4}}, 2),
    ({"op": "add_comment", "anchor": {"text": "third words"}, "text": "why"}, 3),
    ({"op": "add_footnote", "anchor": {"text": "second words"}, "text": "so"}, 2),
    ({"op": "add_page_break", "after": {"index": 2}}, 1),
    ({"op": "set_header_footer", "where": "footer", "parts": [{"text": "foot"}]}, 3),
    ({"op": "set_page", "orientation": "landscape"}, 0),
    ({"op": "define_style", "name": "House", "bold": True}, None),
    ({"op": "set_properties", "title": "T"}, None),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("focus")
    Image.new("RGB", (9, 9), "blue").save(made / "p.png")
    return made


@pytest.fixture(scope="module")
def document(folder: Path) -> Path:
    table = {"op": "add_table", "rows": [["a", "b"]], "after": {"text": "second words"}}
    note = {"op": "add_footnote", "anchor": {"text": "first words"}, "text": "words in the note"}
    header = {"op": "set_header_footer", "where": "header", "parts": [{"text": "page words"}]}
    ops: list[Op] = [{"op": "set_paragraphs", "paragraphs": LINES}, table, note, header]
    return edited_file(folder, "DocxApplyOps", "d.docx", ops)


def edited_file(folder: Path, method: str, name: str, ops: list[Op]) -> Path:
    _, made = edited(method, folder / name, ops, folder / f"made-{name}", create_new=True)
    return made.replace(folder / name)


def focus_of(method: str, file: Path, tmp_path: Path, *ops: Op, **params: Any) -> Focus:
    answer, _ = edited(method, file, list(ops), tmp_path, **params)
    return answer.get("focus")


def all_ops(params: type[BaseModel]) -> set[str]:
    """Return every operation that a method takes, by its schema."""
    found = {
        shape["properties"]["op"]["const"]
        for shape in params.model_json_schema()["$defs"].values()
        if "const" in shape.get("properties", {}).get("op", {})
    }
    assert found
    return found


@pytest.mark.parametrize("tracked", [False, True])
@pytest.mark.parametrize(("op", "section"), DOCX)
def test_a_document_is_shown_at_the_section_that_changed(
    document: Path, tmp_path: Path, op: Op, section: int | None, tracked: bool
) -> None:
    if tracked and op.get("search") == "page words":
        return  # pages are given as they read, and that is told by the report
    found = focus_of("DocxApplyOps", document, tmp_path, op, track_changes=tracked)
    assert found == (None if section is None else {"section_index": section})


SHEET = "Data"
ON_SHEET: list[tuple[Op, tuple[int, int, int, int]]] = [
    ({"op": "ensure_sheet"}, (0, 0, 0, 0)),
    (
        {"op": "set_cells", "cells": [{"cell": "B3", "value": 1}, {"cell": "A9", "value": 1}]},
        (2, 8, 0, 1),
    ),
    ({"op": "set_range", "start": "C2", "values": [[1, 2], [3]]}, (1, 2, 2, 3)),
    ({"op": "set_column_widths", "columns": [{"column": "C", "width": 9}]}, (0, 0, 2, 2)),
    ({"op": "set_row_heights", "rows": [{"row": 4, "height": 30}]}, (3, 3, 0, 0)),
    ({"op": "freeze_panes", "row": 1, "column": 2}, (1, 1, 2, 2)),
    ({"op": "clear_range", "range": "B2:C3"}, (1, 2, 1, 2)),
    ({"op": "insert_rows", "row": 5, "count": 2}, (4, 5, 0, 0)),
    ({"op": "delete_rows", "row": 3}, (2, 2, 0, 0)),
    ({"op": "insert_columns", "column": "B"}, (0, 0, 1, 1)),
    ({"op": "delete_columns", "column": 3}, (0, 0, 2, 2)),
    ({"op": "merge_cells", "range": "F2:G4"}, (1, 3, 5, 6)),
    ({"op": "unmerge_cells", "range": "I1:J1"}, (0, 0, 8, 9)),
    ({"op": "add_table", "range": "A1:C4"}, (0, 3, 0, 2)),
    ({"op": "set_autofilter", "range": "A1:C4"}, (0, 3, 0, 2)),
    ({"op": "set_autofilter", "range": None}, (0, 0, 0, 0)),
    (
        {"op": "add_conditional_format", "range": "B2:B4", "rule": {"type": "duplicate"}},
        (1, 3, 1, 1),
    ),
    ({"op": "add_data_validation", "range": "B2", "type": "list", "values": ["x"]}, (1, 1, 1, 1)),
    ({"op": "define_name", "name": "Cells", "refers_to": "Data!$B$2:$C$3"}, (1, 2, 1, 2)),
    ({"op": "add_chart", "type": "bar", "data_range": "B1:C4", "anchor": "H2"}, (1, 1, 7, 7)),
    ({"op": "insert_image", "image_path": "p.png", "anchor": "E6"}, (5, 5, 4, 4)),
    ({"op": "sort_range", "range": "A2:C4", "keys": [{"column": "B"}]}, (1, 3, 0, 2)),
    ({"op": "set_page_setup", "orientation": "landscape"}, (0, 0, 0, 0)),
    ({"op": "set_tab_color", "color": "#112233"}, (0, 0, 0, 0)),
    ({"op": "set_hidden", "hidden": True, "rows": "3-4"}, (2, 3, 0, 0)),
    ({"op": "set_hidden", "hidden": True, "columns": "C:D"}, (0, 0, 2, 3)),
    ({"op": "set_hidden", "hidden": True}, (0, 0, 0, 0)),
]
ELSEWHERE: list[tuple[Op, str | None]] = [
    ({"op": "rename_sheet", "new_name": "Named"}, "Named"),
    ({"op": "copy_sheet", "new_name": "Copied"}, "Copied"),
    ({"op": "summarize_by_category", "sheet": "Sums", "source_sheets": [SHEET]}, "Sums"),
    ({"op": "define_name", "name": "Rate", "refers_to": "=1+1", "sheet": None}, None),
    ({"op": "delete_sheet"}, None),
]
NOWHERE_XLSX = {"delete_sheet": "the sheet is gone"}


@pytest.fixture(scope="module")
def workbook(folder: Path) -> Path:
    rows = [["id", "kind", "sum"], [1, "a", 5], [2, "b", 6], [3, "a", 7]]
    ops: list[Op] = [
        {"op": "ensure_sheet", "sheet": SHEET},
        {"op": "set_range", "sheet": SHEET, "start": "A1", "values": rows},
        {"op": "merge_cells", "sheet": SHEET, "range": "I1:J1"},
        {"op": "ensure_sheet", "sheet": "Other"},
    ]
    return edited_file(folder, "XlsxApplyOps", "w.xlsx", ops)


def on(sheet: str, corners: tuple[int, ...]) -> Focus:
    names = ("row_start", "row_end", "col_start", "col_end")
    return {"sheet": sheet, **dict(zip(names, corners, strict=True))}


@pytest.mark.parametrize(("op", "corners"), ON_SHEET)
def test_a_sheet_is_shown_at_the_cells_that_changed(
    workbook: Path, tmp_path: Path, op: Op, corners: tuple[int, ...]
) -> None:
    op = op if op["op"] == "define_name" else {"sheet": "data", **op}
    assert focus_of("XlsxApplyOps", workbook, tmp_path, op) == on(SHEET, corners)


@pytest.mark.parametrize(("op", "sheet"), ELSEWHERE)
def test_a_sheet_is_shown_under_the_name_it_has_now(
    workbook: Path, tmp_path: Path, op: Op, sheet: str | None
) -> None:
    found = focus_of("XlsxApplyOps", workbook, tmp_path, {"sheet": SHEET, **op})
    assert (found or {}).get("sheet") == sheet


def test_the_first_sheet_with_changed_cells_is_shown_where_later_operations_moved_them(
    workbook: Path, tmp_path: Path
) -> None:
    found = focus_of(
        "XlsxApplyOps",
        workbook,
        tmp_path,
        {"op": "set_tab_color", "sheet": "Other", "color": "#112233"},
        {"op": "set_cells", "sheet": SHEET, "cells": [{"cell": "B9", "value": 1}]},
        {"op": "insert_rows", "sheet": SHEET, "row": 8, "count": 3},
        {"op": "insert_columns", "sheet": SHEET, "column": "A"},
        {"op": "set_cells", "sheet": "Other", "cells": [{"cell": "Z9", "value": 1}]},
        {"op": "rename_sheet", "sheet": SHEET, "new_name": "Moved"},
    )
    assert found == on("Moved", (0, 11, 0, 2))


ON_SLIDES: list[tuple[Op, int | None]] = [
    ({"op": "add_slide", "title": "new"}, 3),
    ({"op": "add_slide", "title": "new", "index": 1}, 1),
    ({"op": "set_slide_text", "index": 1, "title": "t"}, 1),
    ({"op": "append_bullets", "index": 2, "bullets": ["b"]}, 2),
    ({"op": "replace_text", "search": "body 1", "replace": "x"}, 1),
    ({"op": "replace_text", "search": "spoken", "replace": "said"}, 2),
    ({"op": "replace_text", "search": "nowhere", "replace": "x"}, None),
    ({"op": "set_notes", "index": 1, "text": "n"}, 1),
    ({"op": "add_table", "index": 2, "rows": [["a"]]}, 2),
    (
        {
            "op": "add_chart",
            "index": 1,
            "type": "bar",
            "categories": ["a"],
            "series": [{"name": "s", "values": [1]}],
        },
        1,
    ),
    ({"op": "add_image", "index": 2, "image_path": "p.png"}, 2),
    ({"op": "move_slide", "index": 0, "to": 2}, 2),
    ({"op": "duplicate_slide", "index": 1}, 2),
    ({"op": "delete_slide", "index": 2}, 1),
    ({"op": "set_layout", "index": 1, "layout": "title_only"}, 1),
    ({"op": "format_text", "index": 1, "search": "body 1", "bold": True}, 1),
    ({"op": "add_hyperlink", "index": 2, "search": "body 2", "url": "https://a.example"}, 2),
    ({"op": "set_footer", "text": "foot"}, 0),
    ({"op": "set_footer", "text": "foot", "index": 2}, 2),
    ({"op": "set_slide_size", "ratio": "4:3"}, 0),
]


@pytest.fixture(scope="module")
def deck(folder: Path) -> Path:
    ops: list[Op] = [{"op": "add_slide", "title": f"t{n}", "body": f"body {n}"} for n in range(3)]
    ops.append({"op": "set_notes", "index": 2, "text": "spoken"})
    return edited_file(folder, "PptxApplyOps", "s.pptx", ops)


@pytest.mark.parametrize(("op", "slide"), ON_SLIDES)
def test_a_deck_is_shown_at_the_slide_that_changed(
    deck: Path, tmp_path: Path, op: Op, slide: int | None
) -> None:
    found = focus_of("PptxApplyOps", deck, tmp_path, op)
    assert found == (None if slide is None else {"slide_index": slide})


def test_a_slide_that_moves_after_it_was_changed_is_shown_where_it_stands(
    deck: Path, tmp_path: Path
) -> None:
    change: Op = {"op": "set_slide_text", "index": 2, "title": "t"}
    front: Op = {"op": "add_slide", "title": "front", "index": 0}
    assert focus_of("PptxApplyOps", deck, tmp_path, change, front) == {"slide_index": 3}


ODT: list[tuple[Op, int | None]] = [
    ({"op": "set_paragraphs", "paragraphs": [{"text": "all new"}]}, 0),
    ({"op": "append_paragraph", "text": "at the end"}, 3),
    ({"op": "replace_text", "search": "second", "replace": "2nd"}, 2),
    ({"op": "replace_text", "search": "nowhere", "replace": "x"}, None),
]


@pytest.mark.parametrize(("op", "section"), ODT)
def test_an_opendocument_text_is_shown_at_the_section_that_changed(
    folder: Path, tmp_path: Path, op: Op, section: int | None
) -> None:
    file = folder / "t.odt"
    if not file.exists():
        ops: list[Op] = [{"op": "set_paragraphs", "paragraphs": LINES}]
        edited_file(folder, "OdtApplyOps", file.name, ops)
    found = focus_of("OdtApplyOps", file, tmp_path, op)
    assert found == (None if section is None else {"section_index": section})


PDF: list[tuple[Op, int | None]] = [
    ({"op": "add_note", "page": 2, "x": 1, "y": 1, "text": "n"}, 1),
    ({"op": "highlight_text", "search": "second"}, 1),
    ({"op": "highlight_text", "search": "nowhere"}, None),
    ({"op": "add_link", "page": 2, "rect": [1, 1, 2, 2], "url": "https://a.example"}, 1),
]


@pytest.mark.parametrize(("op", "page"), PDF)
def test_a_pdf_is_shown_at_the_page_that_was_marked(
    tmp_path: Path, op: Op, page: int | None
) -> None:
    file = tmp_path / "p.pdf"
    file.write_bytes(pdf_bytes(["first page", "second page"]))
    found = focus_of("PdfApplyOps", file, tmp_path / "out", op)
    assert found == (None if page is None else {"page_index": page})


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("a\nb\nc\n", "a\nB\nc\n", 1),
        ("a\r\nb\r\nc\r\n", "a\nb\nc\nd\n", 3),
        ("a\nb\nc", "b\nc", 0),
        ("a\nb\nc\n", "a\n", 1),
        (None, "new\n", 0),
    ],
)
def test_a_text_is_shown_at_the_first_line_that_changed(
    tmp_path: Path, old: str | None, new: str, line: int
) -> None:
    files = {}
    if old is not None:
        files["a.txt"] = tmp_path / "a.txt"
        files["a.txt"].write_bytes(old.encode())
    answer = run("TextWrite", {"path": "a.txt", "content": new}, files, tmp_path / "out")
    assert answer["focus"] == {"line_start": line}


@pytest.mark.parametrize(
    ("params", "named", "nowhere"),
    [
        (DocxApplyParams, [op["op"] for op, at in DOCX if at is not None], NOWHERE_DOCX),
        (
            XlsxApplyParams,
            [*(op["op"] for op, _ in ON_SHEET), *(op["op"] for op, at in ELSEWHERE if at)],
            NOWHERE_XLSX,
        ),
        (PptxApplyParams, [op["op"] for op, at in ON_SLIDES if at is not None], {}),
        (OdtApplyParams, [op["op"] for op, at in ODT if at is not None], {}),
        (PdfApplyParams, [op["op"] for op, at in PDF if at is not None], {}),
    ],
)
def test_every_operation_leaves_a_hint_or_is_named_as_one_of_no_place(
    params: type[BaseModel], named: list[str], nowhere: dict[str, str]
) -> None:
    assert all_ops(params) == {*named, *nowhere}
    assert not {*named} & {*nowhere}
