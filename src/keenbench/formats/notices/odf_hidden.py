"""Text of OpenDocument texts that does not show: hidden, too small, or in its ground's colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from keenbench.formats.notices.colours import WHITE, Colour, colour_of, is_unreadable
from keenbench.formats.notices.shape import Signs, placed, telling
from keenbench.formats.odt.names import OFFICE, STYLE, TABLE, TEXT
from keenbench.formats.xml_part import Element

_FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_LOEXT = "{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}"
_PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")
_ELEMENTS = (f"{TEXT}hidden-text", f"{TEXT}hidden-paragraph")
_POINTS = re.compile(r"([0-9.]+)(pt|px|in|cm|mm)")
_OF_A_POINT = {"pt": 1.0, "px": 0.75, "in": 72.0, "cm": 28.35, "mm": 2.835}
_SMALLEST = 1.0
_TOLD = "passages that are not shown"
# Deeper than this no document nests what formats its text.
_DEEPEST = 200


@dataclass(frozen=True)
class _Looks:
    """What decides whether text shows; None where nothing is said of it."""

    vanishes: bool | None = None
    colour: Colour | None = None
    size: float | None = None
    ground: Colour | str | None = None

    def over(self, below: _Looks) -> _Looks:
        said = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if getattr(self, one.name) is not None
        }
        return replace(below, **said)

    @property
    def hides(self) -> bool:
        if self.vanishes or (self.size is not None and self.size <= _SMALLEST):
            return True
        ground = self.ground or WHITE
        return isinstance(ground, tuple) and is_unreadable(self.colour, ground)


def hidden_text_signs(roots: Sequence[Element]) -> Signs:
    found = Signs()
    styles = _Styles(roots)
    for root in roots:
        places = _Places(root)
        for paragraph in root.iter(*_PARAGRAPHS):
            base = styles.of("paragraph", paragraph).over(_Looks(ground=_ground(paragraph, styles)))
            for text in _hidden(paragraph, base, styles):
                found["hidden_text", placed(telling(_TOLD, text), places.of(paragraph))] += 1
        for element in root.iter(*_ELEMENTS, f"{TEXT}section"):
            if element.tag in _ELEMENTS or element.get(f"{TEXT}display") in ("none", "condition"):
                text = " ".join(map(str, element.itertext())) + repr(sorted(element.items()))
                found["hidden_text", placed(telling(_TOLD, text), places.of(element))] += 1
    return found


def _hidden(paragraph: Element, looks: _Looks, styles: _Styles) -> Iterator[str]:
    """Give the stretches of a paragraph that do not show."""
    waiting = [(paragraph, looks, 0)]
    while waiting:
        element, looks, depth = waiting.pop()
        texts = [element.text]
        for child in element:
            texts.append(child.tail)
            if not isinstance(child.tag, str) or child.tag in _PARAGRAPHS or depth > _DEEPEST:
                continue
            own = styles.of("text", child) if child.tag == f"{TEXT}span" else _Looks()
            waiting.append((child, own.over(looks), depth + 1))
        text = "".join(one or "" for one in texts).strip()
        if text and looks.hides:
            yield text


class _Styles:
    """The styles of a document, with what they have from those they are based on."""

    def __init__(self, roots: Sequence[Element]) -> None:
        self._own: dict[tuple[str, str], _Looks] = {}
        self._based: dict[tuple[str, str], str] = {}
        for root in roots:
            for style in root.iter(f"{STYLE}style"):
                key = style.get(f"{STYLE}family", ""), style.get(f"{STYLE}name", "")
                self._own[key] = _said(style)
                self._based[key] = style.get(f"{STYLE}parent-style-name", "")

    def of(self, family: str, element: Element) -> _Looks:
        holder = TABLE if family == "table-cell" else TEXT
        name = element.get(f"{holder}style-name", "")
        found, seen = _Looks(), set[str]()
        while name and name not in seen:
            seen.add(name)
            found = found.over(self._own.get((family, name), _Looks()))
            name = self._based.get((family, name), "")
        return found


class _Places:
    """The paragraphs and tables of a body, counted from 1."""

    def __init__(self, root: Element) -> None:
        self._named: dict[Element, str] = {}
        body = root.find(f"{OFFICE}body/{OFFICE}text")
        paragraphs = tables = 0
        for element in () if body is None else body.iter(*_PARAGRAPHS, f"{TABLE}table"):
            if next(element.iterancestors(f"{TABLE}table"), None) is not None:
                continue
            if element.tag == f"{TABLE}table":
                tables += 1
                self._named[element] = f"table {tables}"
            else:
                paragraphs += 1
                self._named[element] = f"paragraph {paragraphs}"

    def of(self, element: Element) -> str:
        for one in (element, *element.iterancestors()):
            if one in self._named:
                return self._named[one]
        inner = (self._named[one] for one in element.iter(*_PARAGRAPHS) if one in self._named)
        return next(inner, "beside the text")


def _said(style: Element) -> _Looks:
    found = _Looks()
    for properties in style:
        if properties.tag == f"{STYLE}text-properties":
            display = properties.get(f"{TEXT}display")
            clear = properties.get(f"{_LOEXT}opacity") in ("0%", "0")
            found = found.over(
                _Looks(
                    vanishes=True if clear else None if display is None else display == "none",
                    colour=colour_of(properties.get(f"{_FO}color")),
                    size=_points(properties.get(f"{_FO}font-size", "")),
                )
            )
        found = _Looks(ground=_shade(properties.get(f"{_FO}background-color"))).over(found)
    return found


def _shade(value: str | None) -> Colour | str | None:
    if value in (None, "transparent"):
        return None
    return colour_of(value) or "another"


def _points(value: str) -> float | None:
    found = _POINTS.fullmatch(value)
    try:
        return float(found[1]) * _OF_A_POINT[found[2]] if found is not None else None
    except ValueError:
        return None


def _ground(paragraph: Element, styles: _Styles) -> Colour | str | None:
    """Return what a paragraph stands on where that is not the page."""
    for above in paragraph.iterancestors():
        if isinstance(above.tag, str) and above.tag.startswith(_DRAW):
            return "that of a box"
        if above.tag == f"{TABLE}table-cell":
            return styles.of("table-cell", above).ground
    return None
