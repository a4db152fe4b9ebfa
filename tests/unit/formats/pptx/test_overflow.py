"""Text that overflows its box: by estimate, and as LibreOffice lays it out where it is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pptx
import pytest
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Inches, Pt

from keenbench.formats.asking import QUESTION
from keenbench.worker.renderer import Renderer
from tests.docx_edits import run
from tests.office_steps import answered, own_renderer


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    for number, size in ((1, 18), (2, 18)):
        box = slide.shapes.add_textbox(Inches(1), Inches(number), Inches(3), Inches(0.9))
        box.name = f"Box {number}"
        frame = box.text_frame
        frame.word_wrap, frame.auto_size = True, MSO_AUTO_SIZE.NONE
        frame.text = f"WORD{number}"
        frame.paragraphs[0].runs[0].font.size = Pt(size)
    made.save(str(tmp_path / "deck.pptx"))
    return tmp_path / "deck.pptx"


def replaced(deck: Path, text: str) -> tuple[dict[str, Any], dict[str, Any], Path]:
    """Return parameters, answer and folder of an edit that puts `text` into the first box."""
    params: dict[str, Any] = {
        "workbench_id": "w",
        "path": deck.name,
        "ops": [{"op": "replace_text", "search": "WORD1", "replace": text}],
    }
    out = deck.parent / "out"
    return params, run("PptxApplyOps", params, {deck.name: deck}, out), out


def overflow(answer: dict[str, Any]) -> list[tuple[str, str]]:
    found = answer["report"][0].get("overflow", [])
    warned = [one for one in answer["report"][0]["warnings"] if one["code"] == "overflow"]
    assert len(found) == len(warned)
    return [(one["shape"], one["by"]) for one in found]


def test_without_libreoffice_the_estimate_stands(
    deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    params, first, out = replaced(deck, "many words " * 20)
    assert overflow(first) == [("Box 1", "estimate")]
    monkeypatch.setattr(Renderer, "_office", None)
    with own_renderer() as office:
        assert answered("PptxApplyOps", params, out, first, office) == first


def test_text_that_is_far_from_filling_its_box_is_not_measured(deck: Path) -> None:
    _, answer, out = replaced(deck, "few")
    assert overflow(answer) == []
    assert not (out / QUESTION).exists()


@pytest.mark.needs("libreoffice")
@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize(
    ("text", "guessed", "seen"),
    [
        ("many words " * 20, ["estimate"], ["render"]),
        ("ill fill it " * 9, ["estimate"], []),  # narrow letters
        ("WWWW MMMM " * 4, [], ["render"]),  # wide ones
        ("some words " * 3, [], []),
    ],
)
def test_what_libreoffice_measures_wins_over_the_estimate(
    deck: Path, text: str, guessed: list[str], seen: list[str]
) -> None:
    params, first, out = replaced(deck, text)
    before = (out / "result").read_bytes()
    assert [by for _, by in overflow(first)] == guessed
    done = answered("PptxApplyOps", params, out, first, seconds=120)
    assert [by for _, by in overflow(done)] == seen
    assert (out / "result").read_bytes() == before


@pytest.mark.needs("libreoffice")
@pytest.mark.needs("bubblewrap")
def test_a_measure_that_takes_too_long_leaves_the_estimate(deck: Path) -> None:
    params, first, out = replaced(deck, "many words " * 20)
    with own_renderer() as office:
        assert answered("PptxApplyOps", params, out, first, office, seconds=0.05) == first


def test_what_a_later_operation_mended_is_not_said(deck: Path) -> None:
    ops = [
        {"op": "replace_text", "search": "WORD1", "replace": "many words " * 20},
        {"op": "format_text", "index": 0, "shape": "Box 1", "font_size": 4},
    ]
    answer = run(
        "PptxApplyOps", {"path": deck.name, "ops": ops}, {deck.name: deck}, deck.parent / "out"
    )
    assert [report.get("overflow") for report in answer["report"]] == [None, None]
