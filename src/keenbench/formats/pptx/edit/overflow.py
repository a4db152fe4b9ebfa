"""An estimate of the room that text takes in its box."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from dataclasses import dataclass

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import A, P
from keenbench.formats.pptx.edit.deck import POINT, DeckEdit
from keenbench.formats.pptx.edit.layouts import TITLES, counterpart, kind_of
from keenbench.formats.pptx.shapes import Box, placeholder_of, slide_shapes
from keenbench.formats.pptx.text import level_of, paragraph_text
from keenbench.formats.xml_part import Element

_WIDE = 0.52  # of an em: how wide a character is, all fonts and letters taken together
_LINE = 1.2
_SLACK = 1.1  # an estimate that is a little over says nothing
_NEAR = 0.5
_INSETS = {"lIns": 91_440, "rIns": 91_440, "tIns": 45_720, "bIns": 45_720}


@dataclass(frozen=True)
class Fit:
    """How much room the text of a shape needs by estimate, and has; in points."""

    slide_index: int
    shape: str
    shape_index: int
    nth: int  # of the shapes of that name on the slide
    op: int  # the operation that last touched the text
    font_scale: float  # what the file says that its text is shrunk to
    needed: float
    room: float

    @property
    def is_over(self) -> bool:
        return self.needed > self.room * _SLACK

    @property
    def is_near(self) -> bool:
        """Whether it is worth measuring: no estimate is off by half."""
        return self.needed > self.room * _NEAR


def note_text(deck: DeckEdit, part: str, shapes: list[Element], report: OpReport) -> None:
    """Note that an operation touched the text of these shapes; whether it fits is seen later."""
    for shape in shapes:
        deck.texts[shape] = (part, report.index)


def estimated(deck: DeckEdit) -> list[Fit]:
    """Return how the texts that were touched fit, as the deck is now."""
    slides = {part: index for index, part in enumerate(deck.slides())}
    touched = {part for part, _ in deck.texts.values() if part in slides}
    found = []
    for part in sorted(touched, key=slides.__getitem__):
        named: Counter[str] = Counter()
        for shape in slide_shapes(deck.edit.xml(part), deck.inherited(part)):
            nth = named[shape.name]
            named[shape.name] += 1
            _, op = deck.texts.get(shape.element, ("", -1))
            if op < 0 or shape.box is None:
                continue
            room = _room(deck, part, shape.element, shape.box)
            if room is not None:
                found.append(
                    Fit(
                        slide_index=slides[part],
                        shape=shape.name,
                        shape_index=shape.index,
                        nth=nth,
                        op=op,
                        font_scale=_font_scale(shape.element),
                        needed=room[0],
                        room=room[1],
                    )
                )
    return found


def _room(deck: DeckEdit, part: str, shape: Element, box: Box) -> tuple[float, float] | None:
    """Return the height that a text needs and the height that it has."""
    body = shape.find(f"{P}txBody")
    if body is None:
        return None
    chain = _chain(deck, part, shape)
    if any(_grows(holder) for holder in chain):
        return None
    insets = {key: _inset(chain, key, default) for key, default in _INSETS.items()}
    width = (box.width - insets["lIns"] - insets["rIns"]) / POINT
    height = (box.height - insets["tIns"] - insets["bIns"]) / POINT
    scale = _font_scale(shape)
    return _needed(deck, part, shape, body, chain, max(width, 1.0), scale), max(height, 1.0)


def _needed(
    deck: DeckEdit,
    part: str,
    shape: Element,
    body: Element,
    chain: list[Element],
    width: float,
    scale: float,
) -> float:
    total = 0.0
    for paragraph in body.findall(f"{A}p"):
        level = level_of(paragraph)
        size = _size(deck, part, shape, paragraph, chain, level) * scale
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


def _font_scale(shape: Element) -> float:
    """Return how far the text of a shape is shrunk to fit, as it was when it was last typed."""
    found = shape.find(f"{P}txBody/{A}bodyPr/{A}normAutofit")
    said = "" if found is None else found.get("fontScale", "").removesuffix("%")
    if not said.isdecimal() or not int(said):
        return 1.0
    return int(said) / (100 if int(said) <= 100 else 100_000)


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
