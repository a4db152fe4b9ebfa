"""Changes of text documents taken back one by one: all others stay as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import docx
import pytest
from docx.shared import Inches
from PIL import Image

from keenbench.errors import ValidationFailed
from tests.comparing import compared
from tests.edits import edited
from tests.rejecting import change_of, one_by_one, rejected


@pytest.fixture
def old(tmp_path: Path) -> Path:
    made = docx.Document()
    made.add_heading("Report", 1)
    for at in range(10):
        paragraph = made.add_paragraph(f"Paragraph number {at} says its own: {at * 7919}.")
        paragraph.add_run(" bold end").bold = True
    table = made.add_table(3, 3)
    for row in range(3):
        for col in range(3):
            table.cell(row, col).text = f"r{row}c{col}"
    made.add_paragraph("An item of a list", style="List Bullet")
    Image.new("RGB", (40, 20), "red").save(tmp_path / "red.png")
    made.add_picture(str(tmp_path / "red.png"), width=Inches(1))
    made.add_paragraph("The last one of all.")
    file = tmp_path / "old.docx"
    made.save(str(file))
    return file


def ours(old: Path, *ops: dict[str, Any], kind: str = "Docx") -> Path:
    _, file = edited(f"{kind}ApplyOps", old, list(ops), old.parent / "out")
    return file


def texts(file: Path) -> list[str]:
    return [paragraph.text for paragraph in docx.Document(str(file)).paragraphs]


def test_each_of_many_changes_is_taken_back_alone(old: Path) -> None:
    new = ours(
        old,
        {"op": "replace_text", "search": "Paragraph number 3 says", "replace": "The third tells"},
        {"op": "delete_paragraphs", "start": 6, "count": 1},
        {
            "op": "insert_paragraphs",
            "after": {"text": "Paragraph number 8"},
            "paragraphs": [{"text": "A new one here.", "style": "Quote"}],
        },
        {"op": "append_paragraph", "text": "At the end."},
        {"op": "set_table_cells", "table": 0, "cells": [{"row": 1, "col": 1, "text": "other"}]},
        {"op": "append_table_rows", "table": 0, "rows": [["x", "y", "z"]]},
        {"op": "set_page", "orientation": "landscape"},
        {"op": "set_properties", "title": "New title"},
        {"op": "define_style", "name": "Fancy", "bold": True},
    )
    told = one_by_one("Docx", old, new)
    assert set(told.values()) == {"ok"}, told
    assert len(told) == 9


def test_a_paragraph_comes_back_with_its_runs(old: Path) -> None:
    new = ours(
        old,
        {"op": "delete_paragraphs", "start": 4, "count": 2},
        {"op": "append_paragraph", "text": "At the end."},
    )
    found = compared("DocxCompare", old, new)
    chosen = change_of(found, "paragraph_deleted", old_index=5)["change_id"]
    made = rejected("DocxReject", old, new, chosen)
    before = texts(old)
    assert texts(made) == [*before[:4], *before[5:], "At the end."]
    back = next(p for p in docx.Document(str(made)).paragraphs if p.text == before[5])
    assert [bool(run.bold) for run in back.runs] == [False, True]


def test_a_deleted_picture_comes_back_with_its_bytes(old: Path) -> None:
    at = next(i for i, text in enumerate(texts(old)) if text == "" and i > 5)
    new = ours(
        old,
        {"op": "delete_paragraphs", "start": at, "count": 1},
        {"op": "append_paragraph", "text": "At the end."},
    )
    found = compared("DocxCompare", old, new)
    gone = [c["change_id"] for c in found["changes"] if c["type"] != "paragraph_inserted"]
    made = rejected("DocxReject", old, new, *gone)
    assert len(docx.Document(str(made)).inline_shapes) == 1
    assert [c["type"] for c in compared("DocxCompare", old, made)["changes"]] == [
        "paragraph_inserted"
    ]


def test_a_paragraph_and_its_note_go_together_and_that_is_said(old: Path) -> None:
    new = ours(
        old,
        {"op": "add_footnote", "anchor": {"text": "Paragraph number 2"}, "text": "a note"},
        {"op": "append_paragraph", "text": "At the end."},
    )
    found = compared("DocxCompare", old, new)
    changed = change_of(found, "paragraph_changed")["change_id"]
    note = change_of(found, "aside_added")["change_id"]
    with pytest.raises(ValidationFailed) as refused:
        rejected("DocxReject", old, new, changed)
    assert refused.value.fields["subphase"] == "depends"
    assert refused.value.fields["detail"]["change_ids"] == [note]
    made = rejected("DocxReject", old, new, changed, note)
    left = [change["type"] for change in compared("DocxCompare", old, made)["changes"]]
    assert "paragraph_changed" not in left
    assert "aside_added" not in left


def test_a_comment_goes_and_its_text_stays(old: Path) -> None:
    new = ours(
        old,
        {"op": "add_comment", "anchor": {"text": "Paragraph number 2"}, "text": "why?"},
        {"op": "append_paragraph", "text": "At the end."},
    )
    found = compared("DocxCompare", old, new)
    made = rejected("DocxReject", old, new, change_of(found, "aside_added")["change_id"])
    assert texts(made) == [*texts(old), "At the end."]
    assert list(docx.Document(str(made)).comments) == []


def test_a_moved_paragraph_goes_back(old: Path, tmp_path: Path) -> None:
    made = docx.Document(str(old))
    body = made.paragraphs
    body[2]._element.addprevious(body[8]._element)
    body[5].runs[0].text = "Changed as well, and quite otherwise than it was before."
    new = tmp_path / "new.docx"
    made.save(str(new))
    found = compared("DocxCompare", old, new)
    back = rejected("DocxReject", old, new, change_of(found, "paragraph_moved")["change_id"])
    assert texts(back)[8] == texts(old)[8]
    assert len(compared("DocxCompare", old, back)["changes"]) == len(found["changes"]) - 1


def test_a_paragraph_whose_style_the_draft_took_away_is_refused(old: Path, tmp_path: Path) -> None:
    made = docx.Document(str(old))
    item = next(p for p in made.paragraphs if p.style is not None and p.style.name == "List Bullet")
    body: Any = item._element.getparent()
    body.remove(item._element)
    made.styles["List Bullet"].delete()
    made.add_paragraph("More.")
    new = tmp_path / "new.docx"
    made.save(str(new))
    there = new.read_bytes()
    found = compared("DocxCompare", old, new)
    chosen = change_of(found, "paragraph_deleted")["change_id"]
    with pytest.raises(ValidationFailed, match="List Bullet"):
        rejected("DocxReject", old, new, chosen)
    assert new.read_bytes() == there


def test_a_page_of_an_opendocument_text_too(tmp_path: Path) -> None:
    fixture = Path(__file__).parents[3] / "fixtures" / "office" / "notes.odt"
    old = tmp_path / "old.odt"
    old.write_bytes(fixture.read_bytes())
    first = compared("OdtCompare", None, old)["changes"]
    words = next(c["text_after"].split() for c in first if len(c["text_after"].split()) > 2)
    new = ours(
        old,
        {"op": "replace_text", "search": words[0], "replace": "Otherwise"},
        {"op": "append_paragraph", "text": "One more at the end."},
        kind="Odt",
    )
    told = one_by_one("Odt", old, new)
    assert set(told.values()) == {"ok"}, told
    assert len(told) >= 2
