"""Two versions of presentations, PDF and images: each change is named, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pptx
import pytest
from PIL import Image
from pptx.util import Inches

from tests.comparing import compared, types
from tests.edits import edited

FIXTURES = Path(__file__).parents[3] / "fixtures" / "office"
Deck = Any


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    made: Deck = pptx.Presentation()
    for number in range(4):
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}"
        slide.placeholders[1].text = f"First point of {number}\nSecond point {number * 3}"
    slide = made.slides.add_slide(made.slide_layouts[5])
    slide.shapes.title.text = "Table"
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for row in range(2):
        for column in range(2):
            table.cell(row, column).text = f"{row}{column}"
    made.save(str(tmp_path / "old.pptx"))
    return tmp_path / "old.pptx"


def saved(old: Path, change: Callable[[Deck], None]) -> Path:
    made = pptx.Presentation(str(old))
    change(made)
    new = old.with_name("new.pptx")
    made.save(str(new))
    return new


def test_an_unchanged_deck_has_no_changes(deck: Path) -> None:
    assert compared("PptxCompare", deck, saved(deck, lambda made: None))["total"] == 0


def test_texts_notes_cells_and_places_are_named(deck: Path) -> None:
    def change(made: Deck) -> None:
        made.slides[1].shapes.title.text = "Slide one"
        made.slides[2].notes_slide.notes_text_frame.text = "Say this."
        shape = made.slides[4].shapes[1]
        shape.table.cell(1, 1).text = "changed"
        shape.left = Inches(2)

    answer = compared("PptxCompare", deck, saved(deck, change))
    assert [(c["type"], c["slide_index"]) for c in answer["changes"]] == [
        ("text_changed", 1),
        ("notes_changed", 2),
        ("shape_moved", 4),
        ("table_cell_changed", 4),
    ]
    assert answer["changes"][0]["text_before"] == "Slide 1"
    assert answer["changes"][2]["formats"] == [{"property": "left", "before": 1.0, "after": 2.0}]


@pytest.mark.parametrize(
    ("op", "kind"),
    [
        ({"op": "move_slide", "index": 0, "to": 3}, "slide_moved"),
        ({"op": "delete_slide", "index": 1}, "slide_deleted"),
        ({"op": "duplicate_slide", "index": 1}, "slide_added"),
        ({"op": "add_slide", "layout": "title_only", "title": "New"}, "slide_added"),
        ({"op": "append_bullets", "index": 1, "bullets": ["Third"]}, "text_changed"),
        ({"op": "format_text", "index": 1, "search": "First", "bold": True}, "text_format"),
    ],
    ids=lambda value: value["op"] if isinstance(value, dict) else "",
)
def test_each_operation_on_slides_is_one_change(deck: Path, op: dict[str, Any], kind: str) -> None:
    _, new = edited("PptxApplyOps", deck, [op], deck.parent / "out")
    assert types(compared("PptxCompare", deck, new)) == [kind]


def test_slides_that_a_program_numbered_anew_are_known_by_content(deck: Path) -> None:
    """Deleting the first slide and numbering the others from 256 makes ids lie."""

    def change(made: Deck) -> None:
        ids = made.slides._sldIdLst
        made.part.drop_rel(ids[0].rId)
        ids.remove(ids[0])
        for number, entry in enumerate(ids):
            entry.set("id", str(256 + number))

    answer = compared("PptxCompare", deck, saved(deck, change))
    assert [(c["type"], c["old_slide_index"]) for c in answer["changes"]] == [("slide_deleted", 0)]


def test_a_mark_on_a_page_is_named_even_where_it_says_nothing(tmp_path: Path) -> None:
    old = FIXTURES / "report.pdf"
    words = compared("PdfCompare", None, old)["changes"][0]["text_after"].split()
    op = {"op": "highlight_text", "search": words[0]}
    _, new = edited("PdfApplyOps", old, [op], tmp_path)
    answer = compared("PdfCompare", old, new)
    assert set(types(answer)) == {"annotation_added"}
    assert {change["kind"] for change in answer["changes"]} == {"highlight"}


def test_an_image_of_another_size_says_which(tmp_path: Path) -> None:
    for name, size in (("old.png", (10, 20)), ("new.png", (10, 30))):
        Image.new("RGB", size, "blue").save(tmp_path / name)
    answer = compared("ImageCompare", tmp_path / "old.png", tmp_path / "new.png")
    assert "height" in types(answer)
    assert "width" not in types(answer)
    assert (answer["before"]["height"], answer["after"]["height"]) == (20, 30)


def test_an_image_added_has_no_before(tmp_path: Path) -> None:
    Image.new("RGB", (4, 4), "blue").save(tmp_path / "new.png")
    answer = compared("ImageCompare", None, tmp_path / "new.png")
    assert answer["before"] is None
    assert answer["after"]["width"] == 4
