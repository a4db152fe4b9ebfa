"""An estimate of text that does not fit its box, so that somebody looks."""

from __future__ import annotations

import math
import unicodedata

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import A, P
from keenbench.formats.pptx.edit.deck import POINT, DeckEdit
from keenbench.formats.pptx.edit.layouts import TITLES, counterpart, kind_of
from keenbench.formats.pptx.shapes import placeholder_of, slide_shapes
from keenbench.formats.pptx.text import level_of, paragraph_text
from keenbench.formats.xml_part import Element

_WIDE = 0.52  # of an em: how wide a character is, all fonts and letters taken together
_LINE = 1.2
_SLACK = 1.1  # an estimate that is a little over says nothing
_INSETS = {"lIns": 91_440, "rIns": 91_440, "tIns": 45_720, "bIns": 45_720}


def warn_of_overflow(deck: DeckEdit, part: str, shapes: list[Element], report: OpReport) -> None:
    """Add a line to the report for each of these shapes whose text is longer than its box."""
    boxes = {
        shape.element: (shape.box, shape.name)
        for shape in slide_shapes(deck.edit.xml(part), deck.inherited(part))
    }
    for shape in shapes:
        box, name = boxes.get(shape, (None, ""))
        body = shape.find(f"{P}txBody")
        if box is None or body is None:
            continue
        chain = _chain(deck, part, shape)
        if any(_grows(holder) for holder in chain):
            continue
        insets = {key: _inset(chain, key, default) for key, default in _INSETS.items()}
        width = (box.width - insets["lIns"] - insets["rIns"]) / POINT
        height = (box.height - insets["tIns"] - insets["bIns"]) / POINT
        needed = _needed(deck, part, shape, body, chain, max(width, 1.0))
        if needed > max(height, 1.0) * _SLACK:
            report.warn(
                "overflow",
                f"By estimate the text of {name or 'a shape'} needs {needed / 72:.1f} inches, and "
                f"its box is {height / 72:.1f} inches high. Look at the slide, shorten the text or "
                "give it a smaller font_size.",
            )


def _needed(
    deck: DeckEdit, part: str, shape: Element, body: Element, chain: list[Element], width: float
) -> float:
    total = 0.0
    for paragraph in body.findall(f"{A}p"):
        level = level_of(paragraph)
        size = _size(deck, part, shape, paragraph, chain, level)
        room = max(width - level * 0.375 * 72, size)
        ems = [_ems(line) for line in paragraph_text(paragraph).split("\n")]
        lines = sum(max(1, math.ceil(one * size / room)) for one in ems)
        total += lines * size * _LINE
    return total


def _ems(text: str) -> float:
    """Return how wide a text is; characters of East Asia are square."""
    wide = sum(1 for char in text if unicodedata.east_asian_width(char) in "WF")
    return wide + (len(text) - wide) * _WIDE


def _chain(deck: DeckEdit, part: str, shape: Element) -> list[Element]:
    """Return the shape and the placeholders it inherits from."""
    chain = [shape]
    found = placeholder_of(shape)
    layout = deck.layout_of(part)
    for holder in (layout, deck.master_of(layout)):
        if found is None or holder is None:
            continue
        model = counterpart(deck.tree(holder), found)
        if model is None and holder is not layout:
            kinds = TITLES if found.kind in TITLES else ("body",)
            model = next(
                (
                    one
                    for one in deck.tree(holder)
                    if isinstance(one.tag, str) and kind_of(one) in kinds
                ),
                None,
            )
        if model is not None:
            chain.append(model)
    return chain


def _grows(holder: Element) -> bool:
    return holder.find(f"{P}txBody/{A}bodyPr/{A}spAutoFit") is not None


def _inset(chain: list[Element], key: str, default: int) -> int:
    for holder in chain:
        found = holder.find(f"{P}txBody/{A}bodyPr")
        value = "" if found is None else found.get(key, "")
        if value.isdecimal():
            return int(value)
    return default


def _size(
    deck: DeckEdit, part: str, shape: Element, paragraph: Element, chain: list[Element], level: int
) -> float:
    """Return the size of a paragraph's text in points, its own or inherited."""
    own = [run.get("sz", "") for run in paragraph.iterfind(f"{A}r/{A}rPr")]
    sizes = [int(value) for value in own if value.isdecimal()]
    if sizes:
        return max(sizes) / 100
    name = f"{A}lvl{level + 1}pPr/{A}defRPr"
    styles = [holder.find(f"{P}txBody/{A}lstStyle") for holder in chain]
    master = deck.master_of(deck.layout_of(part))
    if master is not None:
        kind = kind_of(shape)
        called = "titleStyle" if kind in TITLES else "bodyStyle" if kind else "otherStyle"
        styles.append(deck.edit.xml(master).find(f"{P}txStyles/{P}{called}"))
    for style in styles:
        found = None if style is None else style.find(name)
        value = "" if found is None else found.get("sz", "")
        if value.isdecimal():
            return int(value) / 100
    return 18.0
