"""Two versions of a text document: each change is named, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.shared import Pt

from keenbench.formats.docx.diff.formatting import _run_changes
from tests.comparing import compared, types
from tests.docx_edits import edited

Document = Any


@pytest.fixture
def old(tmp_path: Path) -> Path:
    document: Document = docx.Document()
    document.add_heading("Report", 1)
    for number in range(12):
        document.add_paragraph(
            f"Paragraph number {number} says something about topic {number * 7}."
        )
    document.add_heading("Figures", 1)
    table = document.add_table(rows=3, cols=3)
    for row in range(3):
        for column in range(3):
            table.cell(row, column).text = f"cell {row} {column}"
    for number in range(3):
        document.add_paragraph(f"Item {number}", style="List Number")
    document.add_paragraph("The end of it all.")
    document.save(str(tmp_path / "old.docx"))
    return tmp_path / "old.docx"


def saved(old: Path, change: Callable[[Document], None]) -> Path:
    document = docx.Document(str(old))
    change(document)
    new = old.with_name("new.docx")
    document.save(str(new))
    return new


def test_nothing_changed_is_no_change(old: Path) -> None:
    assert compared("DocxCompare", old, saved(old, lambda document: None))["total"] == 0


def test_words_that_changed_are_marked(old: Path) -> None:
    def change(document: Document) -> None:
        document.paragraphs[4].runs[0].text = "Paragraph number three tells something of topic 21."

    (found,) = compared("DocxCompare", old, saved(old, change))["changes"]
    assert found["type"] == "paragraph_changed"
    assert found["heading"] == "Report"
    marked = [found["text_after"][start:end] for start, end in found["marks_after"]]
    assert "three" in " ".join(marked)


def test_an_inserted_paragraph_changes_nothing_below_it(old: Path) -> None:
    def change(document: Document) -> None:
        document.paragraphs[3].insert_paragraph_before("Something altogether new.")

    (found,) = compared("DocxCompare", old, saved(old, change))["changes"]
    assert (found["type"], found["index"], found["text_after"]) == (
        "paragraph_inserted",
        3,
        "Something altogether new.",
    )


def test_a_new_item_renumbers_a_list_without_changing_it(old: Path) -> None:
    def change(document: Document) -> None:
        document.paragraphs[15].insert_paragraph_before("Item between", style="List Number")

    assert types(compared("DocxCompare", old, saved(old, change))) == ["paragraph_inserted"]


def test_a_paragraph_elsewhere_has_moved(old: Path) -> None:
    def change(document: Document) -> None:
        document.paragraphs[9]._p.addnext(document.paragraphs[2]._p)

    (found,) = compared("DocxCompare", old, saved(old, change))["changes"]
    assert (found["type"], found["old_index"], found["index"]) == ("paragraph_moved", 2, 9)


def test_formatting_is_named_with_its_place(old: Path) -> None:
    def change(document: Document) -> None:
        paragraph = document.paragraphs[5]
        text = paragraph.text
        paragraph.runs[0].text = text[:10]
        bold = paragraph.add_run(text[10:16])
        bold.bold = True
        bold.font.size = Pt(20)
        paragraph.add_run(text[16:])
        document.paragraphs[6].style = "Quote"

    answer = compared("DocxCompare", old, saved(old, change))
    assert types(answer) == ["paragraph_format", "paragraph_format"]
    assert answer["changes"][0]["formats"] == [
        {"property": "bold", "before": None, "after": True, "start": 10, "end": 16},
        {"property": "font_size", "before": None, "after": 20.0, "start": 10, "end": 16},
    ]
    assert answer["changes"][1]["formats"] == [
        {"property": "style", "before": "Normal", "after": "Quote"}
    ]


def test_a_text_cut_into_other_runs_has_not_changed(old: Path) -> None:
    def change(document: Document) -> None:
        paragraph = document.paragraphs[5]
        text = paragraph.text
        paragraph.runs[0].text = text[:7]
        paragraph.add_run(text[7:])

    assert compared("DocxCompare", old, saved(old, change))["total"] == 0


def test_cells_and_rows_of_a_table_are_told_apart(old: Path) -> None:
    def change(document: Document) -> None:
        table = document.tables[0]
        table.cell(1, 1).text = "cell one one"
        for column, cell in enumerate(table.add_row().cells):
            cell.text = f"new {column}"

    answer = compared("DocxCompare", old, saved(old, change))
    assert types(answer) == ["table_cell_changed", "table_row_inserted"]
    cell, row = answer["changes"]
    assert (cell["row"], cell["col"], cell["text_after"]) == (1, 1, "cell one one")
    assert row["cells"] == ["new 0", "new 1", "new 2"]


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (
            {"op": "add_comment", "anchor": {"index": 5}, "text": "Check", "author": "Ann"},
            "aside_added",
        ),
        (
            {"op": "set_header_footer", "where": "header", "parts": [{"text": "Secret"}]},
            "aside_added",
        ),
        ({"op": "define_style", "name": "Loud", "bold": True}, "style_added"),
        ({"op": "set_page", "orientation": "landscape"}, "page_setup_changed"),
        ({"op": "set_properties", "title": "A title"}, "property_changed"),
        ({"op": "delete_paragraphs", "start": 4}, "paragraph_deleted"),
    ],
    ids=lambda value: value["op"] if isinstance(value, dict) else "",
)
def test_each_operation_is_one_change(old: Path, op: dict[str, Any], expected: str) -> None:
    new, _ = edited(old, op)
    found = [kind for kind in types(compared("DocxCompare", old, new)) if kind != "style_added"]
    assert (found or ["style_added"]) == [expected]


def test_a_tracked_change_shows_what_it_strikes(old: Path) -> None:
    op = {"op": "replace_text", "search": "number 3", "replace": "number three"}
    new, _ = edited(old, op, track_changes=True)
    (found,) = compared("DocxCompare", old, new)["changes"]
    assert "{--" in found["text_after"]
    assert "{++" in found["text_after"]


def test_a_new_document_is_its_paragraphs(old: Path) -> None:
    assert set(types(compared("DocxCompare", None, old))) == {
        "paragraph_inserted",
        "table_inserted",
    }


def test_names_of_changes_survive_another_change(old: Path) -> None:
    def one(document: Document) -> None:
        document.paragraphs[8].runs[0].text = "Paragraph number 7 says nothing about topic 49."

    first = compared("DocxCompare", old, saved(old, one))["changes"]

    def both(document: Document) -> None:
        one(document)
        document.paragraphs[3].insert_paragraph_before("Something altogether new.")

    second = compared("DocxCompare", old, saved(old, both))["changes"]
    assert first[0]["change_id"] in [change["change_id"] for change in second]
    assert len(second) == 2


def test_the_look_of_a_long_text_of_two_letters_is_compared_as_any_other() -> None:
    # By difflib's longest blocks this takes minutes.
    old, new = "ab" * 2000, "bba" * 1333
    assert list(_run_changes(old, [(0, len(old), {})], new, [(0, len(new), {})])) == []
