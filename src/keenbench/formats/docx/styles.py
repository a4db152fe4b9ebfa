"""Paragraph styles: what each says of outline level and list, through the styles it is based on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

_HEADING = re.compile(r"heading\s*([1-9])$", re.IGNORECASE)
_NAME = 255  # characters that Word gives a style's name
_BODY_LEVEL = 9  # w:outlineLvl 9: body text
_VALUE = f"{W}val"


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    name: str
    level: int  # 1 to 9 for a heading, else 0
    list_id: str | None = None
    list_level: int | None = None


class Styles:
    """The paragraph styles of a document by id."""

    def __init__(self, root: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self._resolved: dict[str | None, ParagraphStyle] = {}
        self._default: str | None = None
        if root is None:
            return
        for element in root.iterchildren(f"{W}style"):
            if element.get(f"{W}type", "paragraph") != "paragraph":
                continue
            style_id = element.get(f"{W}styleId", "")
            self._elements.setdefault(style_id, element)
            if element.get(f"{W}default") in ("1", "true", "on"):
                self._default = style_id

    def get(self, style_id: str | None) -> ParagraphStyle:
        """Return the style of this id; one that is not defined is told by its id alone."""
        found = self._resolved.get(style_id)
        if found is None:
            found = self._resolved[style_id] = self._resolve(style_id)
        return found

    def _resolve(self, style_id: str | None) -> ParagraphStyle:
        wanted = style_id if style_id is not None else self._default
        if wanted is None:
            return ParagraphStyle("Normal", 0)
        name = level = list_id = list_level = None
        seen: set[str] = set()
        at: str | None = wanted
        while at is not None and at not in seen:
            seen.add(at)
            element = self._elements.get(at)
            if element is None:
                break
            own = _value(element, "name")
            name = name or own
            if level is None:
                level = _level(_value(element, f"pPr/{W}outlineLvl"))
            if level is None and own and (heading := _HEADING.match(own)):
                level = int(heading[1])
            if list_id is None:
                list_id = _value(element, f"pPr/{W}numPr/{W}numId")
            if list_level is None:
                list_level = _number(_value(element, f"pPr/{W}numPr/{W}ilvl"))
            at = _value(element, "basedOn")
        if name is None and (heading := _HEADING.match(wanted)):
            level = int(heading[1])
        return ParagraphStyle((name or wanted)[:_NAME], level or 0, list_id, list_level)


@dataclass(slots=True)
class Properties:
    """What a w:pPr says of its paragraph; None where it says nothing."""

    style: str | None = None
    level: int | None = None  # of the outline: 1 to 9 for a heading, 0 for body text
    list_id: str | None = None
    list_level: int | None = None
    section: Element | None = None


NO_PROPERTIES = Properties()
_LIST_ID, _LIST_LEVEL = f"{W}numId", f"{W}ilvl"
_PROPERTIES, _STYLE, _OUTLINE, _LIST, _SECTION = (
    f"{W}{name}" for name in ("pPr", "pStyle", "outlineLvl", "numPr", "sectPr")
)


def properties_of(paragraph: Element) -> Properties:
    """Return what the w:pPr of a paragraph tells, in one pass over it: a map reads thousands."""
    for child in paragraph:  # it stands first, or there is none
        return read_properties(child) if child.tag == _PROPERTIES else NO_PROPERTIES
    return NO_PROPERTIES


def read_properties(element: Element) -> Properties:
    """Return what a w:pPr tells."""
    found = Properties()
    for child in element:
        tag = child.tag
        if tag == _STYLE:
            found.style = child.get(_VALUE)
        elif tag == _LIST:
            for item in child:
                if item.tag == _LIST_ID:
                    found.list_id = item.get(_VALUE)
                elif item.tag == _LIST_LEVEL:
                    found.list_level = _number(item.get(_VALUE))
        elif tag == _OUTLINE:
            found.level = _level(child.get(_VALUE))
        elif tag == _SECTION:
            found.section = child
    return found


def _value(element: Element, path: str) -> str | None:
    found = element.find(f"{W}{path}")
    return None if found is None else found.get(f"{W}val")


def _number(value: str | None) -> int | None:
    return int(value) if value is not None and value.isdecimal() else None


def _level(value: str | None) -> int | None:
    number = _number(value)
    if number is None:
        return None
    return number + 1 if number < _BODY_LEVEL else 0
