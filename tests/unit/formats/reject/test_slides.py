"""Changes of a presentation taken back one by one: all others stay as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.util import Inches

from keenbench.errors import ValidationFailed
from tests.comparing import compared
from tests.edits import edited
from tests.rejecting import change_of, one_by_one, rejected


@pytest.fixture
def old(tmp_path: Path) -> Path:
    made = Presentation()
    for at in range(4):
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = f"Slide {at} about topic {at * 7}"
        slide.placeholders[1].text = f"First point {at}\nSecond point of {at}\nThird and last {at}"
    frame = made.slides[2].shapes.add_table(3, 2, Inches(1), Inches(4), Inches(4), Inches(1))
    for row in range(3):
        for col in range(2):
            frame.table.cell(row, col).text = f"r{row}c{col}"
    box = made.slides[3].shapes.add_textbox(Inches(1), Inches(5), Inches(3), Inches(1))
    box.text_frame.text = "a box"
    file = tmp_path / "old.pptx"
    made.save(str(file))
    return file


def saved(old: Path, change: Any) -> Path:
    deck = Presentation(str(old))
    change(deck)
    new = old.with_name("new.pptx")
    deck.save(str(new))
    return new


def many(deck: Any) -> None:
    body = deck.slides[0].placeholders[1].text_frame
    body.paragraphs[1].runs[0].text = "Second point changed"
    body.add_paragraph().text = "An added fourth"
    body.paragraphs[0].runs[0].font.bold = True
    title = deck.slides[1].shapes.title
    title.left, title.top, title.width, title.height = (Inches(n) for n in (2, 2, 3, 1))
    deck.slides[1].notes_slide.notes_text_frame.text = "Say this"
    deck.slides[2].shapes[2].table.cell(1, 1).text = "other"
    deck.slides[2].shapes.title.name = "Renamed"
    box = deck.slides[3].shapes[2]._element
    box.getparent().remove(box)


def test_each_of_many_changes_is_taken_back_alone(old: Path) -> None:
    changed = saved(old, many)
    ops: list[dict[str, Any]] = [
        {"op": "add_slide", "layout": "Title and Content", "title": "Fresh"},
        {"op": "move_slide", "index": 0, "to": 2},
    ]
    _, new = edited("PptxApplyOps", changed, ops, old.parent / "out")
    told = one_by_one("Pptx", old, new)
    assert set(told.values()) == {"ok"}, told
    assert len(told) == 10


def test_a_paragraph_comes_back_and_the_others_stay(old: Path) -> None:
    new = saved(old, many)
    found = compared("PptxCompare", old, new)
    chosen = change_of(found, "text_changed", text_after="Second point changed")["change_id"]
    made = Presentation(str(rejected("PptxReject", old, new, chosen)))
    texts = [p.text for p in made.slides[0].placeholders[1].text_frame.paragraphs]
    assert texts == ["First point 0", "Second point of 0", "Third and last 0", "An added fourth"]
    assert made.slides[0].placeholders[1].text_frame.paragraphs[0].runs[0].font.bold is True


def test_a_box_that_was_removed_comes_back_where_it_stood(old: Path) -> None:
    new = saved(old, many)
    found = compared("PptxCompare", old, new)
    chosen = change_of(found, "shape_removed")["change_id"]
    made = Presentation(str(rejected("PptxReject", old, new, chosen)))
    box = made.slides[3].shapes[2]
    assert (box.text_frame.text, box.left, box.top) == ("a box", Inches(1), Inches(5))


def test_a_deleted_slide_is_refused_by_name(old: Path) -> None:
    ops: list[dict[str, Any]] = [
        {"op": "delete_slide", "index": 1},
        {"op": "set_notes", "index": 0, "text": "Say."},
    ]
    _, new = edited("PptxApplyOps", old, ops, old.parent / "out")
    there = new.read_bytes()
    found = compared("PptxCompare", old, new)
    with pytest.raises(ValidationFailed, match="slide deleted") as refused:
        rejected("PptxReject", old, new, change_of(found, "slide_deleted")["change_id"])
    assert refused.value.fields["subphase"] == "not_rejectable"
    assert new.read_bytes() == there
