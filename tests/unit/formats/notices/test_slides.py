"""Presentations are searched on their masters too, and for shapes that do not show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from pptx import Presentation

from tests.unit.formats.notices.test_notices import told

A = "http://schemas.openxmlformats.org/drawingml/2006/main"


def starts(slides: Any) -> None:
    shape = slides.slide_master.shapes[0]._element.nvSpPr.cNvPr
    etree.SubElement(shape, f"{{{A}}}hlinkClick", action="ppaction://program")


def hides(slides: Any) -> None:
    slides.slides[0].shapes[0]._element.nvSpPr.cNvPr.set("hidden", "1")


@pytest.mark.parametrize(("change", "code"), [(starts, "active_content"), (hides, "hidden_text")])
def test_what_a_presentation_starts_or_hides_is_told(
    tmp_path: Path, change: Any, code: str
) -> None:
    made = Presentation()
    made.slides.add_slide(made.slide_layouts[0])
    old, new = tmp_path / "old.pptx", tmp_path / "new.pptx"
    made.save(str(old))
    change(made)
    made.save(str(new))
    assert set(told(old, new)) == {code}
    assert told(new, new) == {}
