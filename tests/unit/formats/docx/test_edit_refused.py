"""Operations that cannot be done: refused by name, with the file as it was to the byte."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from keenbench.errors import FileMissing, SandboxViolation, ValidationFailed
from tests.documents import paragraph, word
from tests.docx_edits import created, edited, run

P = [{"text": "x"}]
HERE = {"index": 0}
BAD: list[tuple[dict[str, Any], str]] = [
    ({}, "ops[0].op is required"),
    ({"op": "nope"}, "ops[0].op names no operation"),
    ({"op": 1}, "ops[0].op "),
    ({"op": "append_paragraph"}, "ops[0]"),
    ({"op": "append_paragraph", "text": 1}, "ops[0].text"),
    ({"op": "append_paragraph", "text": "a\x00"}, "ops[0].text"),
    ({"op": "append_paragraph", "text": "a" * 1_000_001}, "ops[0].text"),
    ({"op": "append_paragraph", "text": "a", "colour": "red"}, "ops[0].colour"),
    ({"op": "append_paragraph", "runs": [{"bold": True}]}, "ops[0].runs[0].text"),
    ({"op": "append_paragraph", "runs": [{"text": "a", "size": 3}]}, "ops[0].runs[0].size"),
    ({"op": "set_paragraphs"}, "ops[0].paragraphs"),
    ({"op": "set_paragraphs", "paragraphs": "x"}, "ops[0].paragraphs"),
    ({"op": "set_paragraphs", "paragraphs": [{}]}, "ops[0].paragraphs[0]"),
    ({"op": "replace_text", "replace": "x"}, "ops[0].search"),
    ({"op": "replace_text", "search": "", "replace": "x"}, "ops[0].search"),
    ({"op": "replace_text", "search": "a"}, "ops[0].replace"),
    ({"op": "replace_text", "search": "a", "replace": "b", "match_case": 1}, "ops[0].match_case"),
    ({"op": "insert_paragraphs", "paragraphs": P}, "ops[0]"),
    ({"op": "insert_paragraphs", "paragraphs": P, "after": HERE, "before": HERE}, "ops[0]"),
    ({"op": "insert_paragraphs", "paragraphs": [], "after": HERE}, "ops[0].paragraphs"),
    ({"op": "insert_paragraphs", "paragraphs": P, "after": {}}, "ops[0].after"),
    ({"op": "insert_paragraphs", "paragraphs": P, "after": {"index": 99}}, "ops[0].after"),
    ({"op": "insert_paragraphs", "paragraphs": P, "after": {"index": -1}}, "ops[0].after.index"),
    (
        {"op": "insert_paragraphs", "paragraphs": P, "after": {"index": 0, "expect_text": "no"}},
        "ops[0].after.expect_text",
    ),
    ({"op": "insert_paragraphs", "paragraphs": P, "after": {"heading": "no"}}, "ops[0].after.head"),
    ({"op": "insert_paragraphs", "paragraphs": P, "after": {"text": "no"}}, "ops[0].after.text"),
    ({"op": "insert_paragraphs", "paragraphs": P, "after": {"text": "same"}}, "ops[0].after.text"),
    ({"op": "delete_paragraphs"}, "ops[0]"),
    ({"op": "delete_paragraphs", "start": 99}, "ops[0].start"),
    ({"op": "delete_paragraphs", "start": 0, "count": 99}, "ops[0].count"),
    ({"op": "delete_paragraphs", "start": 0, "count": 0}, "ops[0].count"),
    ({"op": "delete_paragraphs", "start": 0, "expect_text": "no"}, "ops[0].start"),
    ({"op": "delete_paragraphs", "text": "same"}, "ops[0].text"),
    ({"op": "replace_section", "section": "no", "paragraphs": P}, "ops[0].section"),
    ({"op": "replace_section", "section": 99, "paragraphs": P}, "ops[0].section"),
    ({"op": "replace_section", "section": True, "paragraphs": P}, "ops[0].section"),
    ({"op": "add_table", "rows": []}, "ops[0].rows"),
    ({"op": "add_table", "rows": [[]]}, "ops[0]"),
    ({"op": "add_table", "rows": [["a\x00"]]}, "ops[0].rows[0][0] "),
    ({"op": "add_table", "rows": [[[]]]}, "ops[0].rows[0][0] "),
    ({"op": "add_table", "rows": [[{"text": 1}]]}, "ops[0].rows[0][0]"),
    ({"op": "add_table", "rows": [["x"] * 64]}, "ops[0]"),
    ({"op": "set_table_cells", "table": 9, "cells": [{"row": 0, "col": 0, "text": "x"}]},
     "ops[0].table"),
    ({"op": "set_table_cells", "table": 0, "cells": [{"row": 9, "col": 0, "text": "x"}]},
     "ops[0].cells[0].row"),
    ({"op": "set_table_cells", "table": 0, "cells": [{"row": 0, "col": 9, "text": "x"}]},
     "ops[0].cells[0].col"),
    ({"op": "set_table_cells", "table": 0, "cells": [{"row": 0, "col": 0}]}, "ops[0].cells[0]"),
    ({"op": "append_table_rows", "table": 0, "rows": [["x"] * 3]}, "ops[0].rows[0]"),
    ({"op": "insert_image"}, "ops[0].image_path"),
    ({"op": "insert_image", "image_path": "bad.png"}, "ops[0].image_path"),
    ({"op": "insert_image", "image_path": "bad.png", "width": 0}, "ops[0].width"),
    ({"op": "add_comment", "anchor": HERE}, "ops[0].text"),
    ({"op": "add_comment", "anchor": HERE, "text": "x", "date": "soon"}, "ops[0].date"),
    ({"op": "add_comment", "anchor": {"text": "same"}, "text": "x"}, "ops[0].anchor.text"),
    ({"op": "add_footnote", "anchor": {"index": 99}, "text": "x"}, "ops[0].anchor"),
    ({"op": "set_header_footer", "where": "side", "parts": []}, "ops[0].where"),
    ({"op": "set_header_footer", "where": "header", "parts": [{"field": "x"}]}, "ops[0].parts[0]"),
    ({"op": "set_header_footer", "where": "header", "parts": [{}]}, "ops[0].parts[0]"),
    ({"op": "set_header_footer", "where": "header", "section": 5, "parts": []}, "ops[0].section"),
    ({"op": "add_page_break", "after": {"index": 99}}, "ops[0].after"),
    ({"op": "format_table", "table": 0, "widths": [1]}, "ops[0].widths"),
    ({"op": "format_table", "table": 0, "merge": [{"from": [0, 0], "to": [9, 9]}]},
     "ops[0].merge[0]"),
    ({"op": "set_page"}, "ops[0]"),
    ({"op": "set_page", "size": "A0"}, "ops[0].size "),
    ({"op": "set_page", "size": {"width": 1}}, "ops[0].size"),
    ({"op": "set_page", "margins": {"left": 9}}, "ops[0].margins"),
    ({"op": "set_page", "orientation": "up"}, "ops[0].orientation"),
    ({"op": "define_style", "bold": True}, "ops[0].name"),
    ({"op": "define_style", "name": "x", "based_on": "no such"}, "ops[0].based_on"),
    ({"op": "define_style", "name": "Normal", "based_on": "Heading 1"}, "ops[0].based_on"),
    ({"op": "define_style", "name": "Table Grid", "bold": True}, "ops[0].name"),
    ({"op": "define_style", "name": "emphasis", "bold": True}, "ops[0].name"),
    ({"op": "define_style", "name": "x", "style": "Normal"}, "ops[0].style"),
    ({"op": "set_properties"}, "ops[0]"),
    ({"op": "set_properties", "title": 1}, "ops[0].title"),
]  # fmt: skip


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return created(
        tmp_path_factory.mktemp("refused"),
        {
            "op": "set_paragraphs",
            "paragraphs": [
                {"text": "Head", "style": "Heading 1"},
                {"text": "same"},
                {"text": "same"},
            ],
        },
        {"op": "add_table", "rows": [["a", "b"], ["c", "d"]]},
    )


@pytest.mark.parametrize("tracked", [False, True])
@pytest.mark.parametrize(("op", "named"), BAD)
def test_a_bad_operation_is_refused_by_name_and_nothing_is_written(
    document: Path, op: dict[str, Any], named: str, tracked: bool
) -> None:
    before = document.read_bytes()
    bad = document.parent / "bad.png"
    bad.write_bytes(b"no picture")
    with pytest.raises(ValidationFailed, match=re.escape(named)):
        edited(document, op, beside={"bad.png": bad}, track_changes=tracked)
    assert document.read_bytes() == before
    assert not (document.parent / f"out-{document.stem}" / "result").exists()


def test_one_bad_operation_undoes_the_good_ones_before_it(document: Path) -> None:
    good = {"op": "append_paragraph", "text": "good"}
    with pytest.raises(ValidationFailed, match=re.escape("ops[1].start")):
        edited(document, good, {"op": "delete_paragraphs", "start": 99})
    assert not (document.parent / f"out-{document.stem}" / "result").exists()


def test_half_a_field_is_not_deleted(tmp_path: Path) -> None:
    begin = "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>TOC</w:instrText></w:r>"
    file = word(
        tmp_path,
        f"<w:p>{begin}<w:r><w:t>a</w:t></w:r></w:p>{paragraph('b')}"
        "<w:p><w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>",
    )
    for count, start in ((1, 0), (2, 1)):
        with pytest.raises(ValidationFailed, match="field"):
            edited(file, {"op": "delete_paragraphs", "start": start, "count": count})
    edited(file, {"op": "delete_paragraphs", "start": 1})
    edited(file, {"op": "delete_paragraphs", "start": 0, "count": 3})


def test_a_cell_with_a_picture_is_not_overwritten(tmp_path: Path) -> None:
    file = word(
        tmp_path,
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:drawing/></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>",
    )
    with pytest.raises(ValidationFailed, match="picture"):
        edited(
            file,
            {"op": "set_table_cells", "table": 0, "cells": [{"row": 0, "col": 0, "text": "x"}]},
        )


def test_a_missing_file_an_existing_one_and_a_published_root(document: Path) -> None:
    out = document.parent / "elsewhere"
    files = {document.name: document}
    path = document.name
    ops = [{"op": "append_paragraph", "text": "more"}]
    with pytest.raises(FileMissing):
        run("DocxApplyOps", {"path": "none.docx", "ops": ops}, files, out)
    with pytest.raises(ValidationFailed):
        run("DocxApplyOps", {"path": path, "ops": ops, "create_new": True}, files, out)
    with pytest.raises(ValidationFailed):
        run("DocxApplyOps", {"path": path, "ops": ops, "copy_from": path}, files, out)
    with pytest.raises(SandboxViolation):
        run("DocxApplyOps", {"path": path, "ops": ops, "root": "published"}, files, out)
    with pytest.raises(ValidationFailed):
        run("DocxApplyOps", {"path": "new.txt", "ops": ops, "create_new": True}, files, out)


def test_no_operations_are_refused_unless_they_make_a_file(document: Path) -> None:
    files = {document.name: document}
    with pytest.raises(ValidationFailed, match="ops is empty"):
        run("DocxApplyOps", {"path": document.name, "ops": []}, files, document.parent / "a")
    run("DocxApplyOps", {"path": "new.docx", "ops": [], "create_new": True}, {}, document.parent)


def test_an_unknown_asset_is_refused(document: Path) -> None:
    params = {"source_path": "s.docx", "target_path": "t.docx", "assets": ["style:none"]}
    files = {"s.docx": document, "t.docx": document}
    with pytest.raises(ValidationFailed, match=re.escape("assets[0]")):
        run("DocxCopyAssets", params, files, document.parent / "carried")


def test_a_picture_that_office_does_not_show_is_refused(document: Path) -> None:
    picture = document.parent / "p.webp"
    Image.new("RGB", (4, 4)).save(picture)
    with pytest.raises(ValidationFailed, match=re.escape("ops[0].image_path")):
        edited(
            document,
            {"op": "insert_image", "image_path": "p.webp"},
            beside={"p.webp": picture},
        )
