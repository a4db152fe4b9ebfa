"""The numbers and bullets of lists, and the numbers of headings."""

from __future__ import annotations

from dataclasses import dataclass, field

from keenbench.formats.numerals import letters, roman
from keenbench.formats.odt.names import STYLE, TEXT
from keenbench.formats.xml_part import Element

_DEEPEST = 10
_COUNT_LIMIT = 10_000
_LONGEST = 100  # a label stands before every paragraph of its list


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is labelled."""

    bullet: str | None = None
    format: str = ""
    prefix: str = ""
    suffix: str = ""
    shown_levels: int = 1
    start: int = 1


@dataclass
class Counter:
    """How far each level has been counted."""

    levels: dict[int, Level]
    counts: dict[int, int] = field(default_factory=dict)

    def label(self, level: int, start: int | None = None) -> str | None:
        """Count one item of `level` (from 1) and return its label."""
        shape = self.levels.get(level, Level())
        if start is not None:
            self.counts[level] = start
        else:
            self.counts[level] = self.counts.get(level, shape.start - 1) + 1
        for deeper in [one for one in self.counts if one > level]:
            del self.counts[deeper]
        if shape.bullet is not None:
            return shape.bullet
        if not shape.format:
            return (shape.prefix + shape.suffix).strip() or None
        first = max(1, level - shape.shown_levels + 1)
        numbers = [self._number(one) for one in range(first, level + 1)]
        return shape.prefix + ".".join(number for number in numbers if number) + shape.suffix

    def _number(self, level: int) -> str:
        shape = self.levels.get(level, Level())
        count = self.counts.get(level, shape.start)
        return _numeral(count, shape.format)


class ListStyles:
    """The list styles of a document by name, and the numbering of its headings."""

    def __init__(self, *roots: Element | None) -> None:
        self._styles: dict[str, dict[int, Level]] = {}
        headings: dict[int, Level] = {}
        for root in roots:
            if root is None:
                continue
            for style in root.iter(f"{TEXT}list-style"):
                self._styles.setdefault(style.get(f"{STYLE}name", ""), _levels(style))
            for style in root.iter(f"{TEXT}outline-style"):
                headings = _levels(style)
        self.headings = Counter(headings)

    def counter(self, name: str | None) -> Counter:
        return Counter(self._styles.get(name or "", {}))


def _levels(style: Element) -> dict[int, Level]:
    levels: dict[int, Level] = {}
    for element in style:
        number = whole(element.get(f"{TEXT}level"), 0)
        if not 0 < number <= _DEEPEST:
            continue
        bullet = None
        if str(element.tag).endswith("-bullet"):
            char = element.get(f"{TEXT}bullet-char", "")[:1]
            # Bullets of symbol fonts stand in the private area.
            bullet = char if char and char.isprintable() and char.strip() else "•"
        elif str(element.tag).endswith("-image"):
            bullet = "•"
        levels[number] = Level(
            bullet=bullet,
            format=element.get(f"{STYLE}num-format", ""),
            prefix=element.get(f"{STYLE}num-prefix", "")[:_LONGEST],
            suffix=element.get(f"{STYLE}num-suffix", "")[:_LONGEST],
            shown_levels=whole(element.get(f"{TEXT}display-levels"), 1),
            start=whole(element.get(f"{TEXT}start-value"), 1),
        )
    return levels


def whole(value: str | None, default: int) -> int:
    """Return a whole number of the markup, or `default` where it is none."""
    if value is not None and value.isdecimal() and len(value) < 10:
        return int(value)
    return default


def _numeral(count: int, style: str) -> str:
    if not style:
        return ""
    if style in ("a", "A", "i", "I") and 0 < count < _COUNT_LIMIT:
        text = letters(count) if style in ("a", "A") else roman(count)
        return text.upper() if style.isupper() else text
    return str(count)
