"""The numbers and bullets of lists, counted as Word counts them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from keenbench.formats.numerals import numeral
from keenbench.formats.ooxml_names import W, is_on
from keenbench.formats.xml_part import Element

_LONGEST = 200  # a label stands before every paragraph of its list
_PLACE = re.compile(r"%([1-9])")


@dataclass
class Level:
    start: int = 1
    format: str = "decimal"
    text: str = ""
    legal: bool = False
    restart: int | None = None


@dataclass
class _List:
    """An abstract numbering: its levels, and how far each has been counted."""

    levels: dict[int, Level] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    style_link: str | None = None


@dataclass
class _Instance:
    """A w:num: the list it counts in, and what it overrides."""

    of: _List
    starts: dict[int, int] = field(default_factory=dict)
    levels: dict[int, Level] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)


class Numbering:
    """The lists of a document; `label` counts on, so it is asked once per paragraph in order."""

    def __init__(self, root: Element | None) -> None:
        self._instances: dict[str, _Instance] = {}
        if root is None:
            return
        lists: dict[str, _List] = {}
        by_style: dict[str, _List] = {}
        for element in root.iterchildren(f"{W}abstractNum"):
            made = _List({_at(level): _level(level) for level in element.iterchildren(f"{W}lvl")})
            lists[element.get(f"{W}abstractNumId", "")] = made
            link = element.find(f"{W}numStyleLink")
            made.style_link = None if link is None else link.get(f"{W}val")
            style = element.find(f"{W}styleLink")
            if style is not None:
                by_style[style.get(f"{W}val", "")] = made
        for element in root.iterchildren(f"{W}num"):
            reference = element.find(f"{W}abstractNumId")
            found = lists.get("" if reference is None else reference.get(f"{W}val", ""))
            if found is None:
                continue
            if found.style_link is not None and not found.levels:
                found = by_style.get(found.style_link, found)
            self._instances[element.get(f"{W}numId", "")] = _instance(element, found)

    def label(self, list_id: str, level: int) -> str | None:
        """Count one paragraph and return its number or bullet, or None where it shows none."""
        instance = self._instances.get(list_id)
        if instance is None:
            return None
        shape = instance.levels.get(level)
        if shape is None:
            shape = instance.levels[level] = instance.of.levels.get(level) or Level()
        counts = instance.of.counts
        if level in instance.starts and level not in instance.used:
            counts[level] = instance.starts[level]
            instance.used.add(level)
        elif level in counts:
            counts[level] += 1
        else:
            counts[level] = shape.start
        if len(counts) > 1:
            for deeper in [one for one in counts if one > level]:
                if _shape(instance, deeper).restart != 0:
                    del counts[deeper]
        if shape.format == "bullet":
            return _bullet(shape.text)
        # Most lists show the number of their own level alone, in digits.
        if shape.format == "decimal" and shape.text == f"%{level + 1}.":
            return f"{counts[level]}."
        text = _PLACE.sub(
            lambda place: self._number(instance, shape, int(place[1]) - 1), shape.text
        )
        return text.strip() or None

    def _number(self, instance: _Instance, shape: Level, level: int) -> str:
        other = _shape(instance, level)
        count = instance.of.counts.get(level, other.start)
        style = "decimal" if shape.legal else other.format
        return numeral(count, style)


def _shape(instance: _Instance, level: int) -> Level:
    return instance.levels.get(level) or instance.of.levels.get(level) or Level()


def _instance(element: Element, of: _List) -> _Instance:
    made = _Instance(of)
    for override in element.iterchildren(f"{W}lvlOverride"):
        level = _at(override)
        start = override.find(f"{W}startOverride")
        if start is not None:
            made.starts[level] = _int(start.get(f"{W}val"), 1)
        shape = override.find(f"{W}lvl")
        if shape is not None:
            made.levels[level] = _level(shape)
    return made


def _level(element: Element) -> Level:
    level = Level(start=0)  # without w:start a list begins at 0
    for child in element:
        value = child.get(f"{W}val")
        if child.tag == f"{W}start":
            level.start = _int(value, 0)
        elif child.tag == f"{W}numFmt":
            level.format = value or "decimal"
        elif child.tag == f"{W}lvlText":
            level.text = (value or "")[:_LONGEST]
        elif child.tag == f"{W}isLgl":
            level.legal = is_on(value)
        elif child.tag == f"{W}lvlRestart":
            level.restart = _int(value, 0)
    return level


def _bullet(text: str) -> str:
    # Bullets are mostly drawn from the private areas of Symbol and Wingdings.
    return text if text.isprintable() and text.strip() else "•"


def _at(element: Element) -> int:
    return _int(element.get(f"{W}ilvl"), 0)


def _int(value: str | None, default: int) -> int:
    try:
        return int(value) if value is not None else default
    except ValueError:
        return default
