"""However a text is cut into runs, replacing in it is replacing in the text."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from keenbench.formats.odt.edit.slots import Line as OdtLine
from keenbench.formats.odt.names import TEXT
from keenbench.formats.ooxml_names import A
from keenbench.formats.pptx.edit.runs import Line
from keenbench.formats.pptx.text import paragraph_text

PIECES = st.lists(st.text("ab \n", min_size=1, max_size=4), min_size=1, max_size=6)
SEARCH = st.text("ab ", min_size=1, max_size=3)
NEW = st.text("abX \n", max_size=4)


def slide_paragraph(pieces: list[str]) -> etree._Element:
    paragraph = etree.Element(f"{A}p")
    for number, piece in enumerate(pieces):
        for at, line in enumerate(piece.split("\n")):
            if at:
                etree.SubElement(paragraph, f"{A}br")
            run = etree.SubElement(paragraph, f"{A}r")
            etree.SubElement(run, f"{A}rPr", sz=str(number))
            etree.SubElement(run, f"{A}t").text = line
    return paragraph


@given(PIECES, SEARCH, NEW)
def test_replacing_across_the_runs_of_a_slide(pieces: list[str], search: str, new: str) -> None:
    paragraph = slide_paragraph(pieces)
    text = "".join(pieces)
    count = Line(paragraph).replace(re.compile(re.escape(search)), new)
    assert paragraph_text(paragraph) == text.replace(search, new)
    assert count == text.count(search)
    assert all("\n" not in (one.text or "") for one in paragraph.iter(f"{A}t"))


@given(PIECES, SEARCH)
def test_formatting_a_match_changes_no_text_and_marks_just_the_match(
    pieces: list[str], search: str
) -> None:
    paragraph = slide_paragraph(pieces)
    text = "".join(pieces)
    marked: list[etree._Element] = []
    Line(paragraph).change(re.compile(re.escape(search)), marked.append)
    assert paragraph_text(paragraph) == text
    words = "".join(run.findtext(f"{A}t") or "" for run in marked)
    assert len(words) == len(search) * text.count(search)


@given(
    st.lists(st.tuples(st.text("ab \n", max_size=3), st.text("ab ", max_size=2)), max_size=5),
    st.text("ab ", min_size=1, max_size=3),
    st.text("abX \n\t", max_size=3),
)
def test_replacing_across_the_spans_of_a_text(
    words: list[tuple[str, str]], search: str, new: str
) -> None:
    paragraph = etree.Element(f"{TEXT}p")
    for text, tail in words:
        span = etree.SubElement(paragraph, f"{TEXT}span")
        span.text, span.tail = text, tail
    shown = OdtLine(paragraph).text
    count = OdtLine(paragraph).replace(re.compile(re.escape(search)), new)
    assert OdtLine(paragraph).text == shown.replace(search, new)
    assert count == shown.count(search)
