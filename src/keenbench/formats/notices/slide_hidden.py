"""Text on slides that does not show: clear, too small, or in the colour of its ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from keenbench.errors import FileReadFailed
from keenbench.formats.notices.colours import Colour, colour_of, is_unreadable
from keenbench.formats.notices.shape import Signs, placed, telling
from keenbench.formats.notices.theme import theme_colours
from keenbench.formats.ooxml_names import A, P
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

_SMALLEST = 100  # hundredths of a point
_CLEAR = 5_000  # of 100,000, which covers
_FILLS = tuple(f"{A}{name}" for name in ("gradFill", "blipFill", "pattFill", "grpFill"))
_PLAIN_BACKGROUND = "1001"
# Text and the shapes that may lie under it.
_HOLDERS = (f"{P}sp", f"{P}cxnSp", f"{P}graphicFrame")
_OTHER = "another"


@dataclass(frozen=True)
class _Box:
    left: int
    top: int
    right: int
    bottom: int

    def touches(self, other: _Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def slide_text_signs(package: Package, part: str, root: Element, place: str) -> Signs:
    """Return what text of a slide does not show."""
    found = Signs()
    slide = _Slide(package, part, root)
    for holder in root.iter(*_HOLDERS):
        for run in holder.iter(f"{A}r", f"{A}fld"):
            text = "".join(one.text or "" for one in run.iter(f"{A}t")).strip()
            if text and slide.hides(run, holder):
                told = telling("passages in the colour of their ground, clear or tiny", text)
                found["hidden_text", placed(told, place)] += 1
    return found


class _Slide:
    def __init__(self, package: Package, part: str, root: Element) -> None:
        self._root = root
        # The slide itself, then its layout and its master.
        self._roots = [root]
        self._colours: dict[str, Colour] = {}
        try:
            layout = _related(package, part, "slideLayout")
            master = _related(package, layout, "slideMaster")
            theme = _related(package, master, "theme")
            self._roots += [package.xml(one) for one in (layout, master) if one is not None]
            named = theme_colours(package.xml(theme) if theme is not None else None)
        except FileReadFailed:
            return  # told where parts are searched; no colour is known by its name
        mapped = self._roots[-1].find(f"{P}clrMap")
        if mapped is not None and next(root.iter(f"{A}overrideClrMapping"), None) is None:
            pairs = ((str(key), str(value)) for key, value in mapped.items())
            named |= {key: named[value] for key, value in pairs if value in named}
            self._colours = named

    def hides(self, run: Element, holder: Element) -> bool:
        said = run.find(f"{A}rPr")
        if said is None:
            return False
        size = said.get("sz", "")
        if size.isdecimal() and int(size) <= _SMALLEST:
            return True
        fill = said.find(f"{A}solidFill")
        if said.find(f"{A}noFill") is not None:
            return said.find(f"{A}ln") is None  # what has an outline shows by it
        if fill is None:
            return False
        shares = [one.get("val", "") for one in fill.iter(f"{A}alpha")]
        if any(share.isdecimal() and int(share) <= _CLEAR for share in shares):
            return True
        text = self._colour(fill)
        ground = self._ground(run, holder)
        return isinstance(text, tuple) and isinstance(ground, tuple) and is_unreadable(text, ground)

    def _colour(self, fill: Element) -> Colour | str:
        """Return a plain colour; one that is made of another is not worked out."""
        for value in fill:
            if any(one.tag != f"{A}alpha" for one in value):
                return _OTHER
            if value.tag == f"{A}srgbClr":
                return colour_of(value.get("val")) or _OTHER
            if value.tag == f"{A}sysClr":
                return colour_of(value.get("lastClr")) or _OTHER
            if value.tag == f"{A}schemeClr":
                return self._colours.get(value.get("val", ""), _OTHER)
        return _OTHER

    def _ground(self, run: Element, holder: Element) -> Colour | str:
        """Return what a text stands on, as far as that is known."""
        cell = next(run.iterancestors(f"{A}tc"), None)
        if cell is not None:
            own = cell.find(f"{A}tcPr/{A}solidFill")
            return _OTHER if own is None else self._colour(own)
        properties = holder.find(f"{P}spPr")
        if properties is None:
            return _OTHER
        own = properties.find(f"{A}solidFill")
        if own is not None:
            return self._colour(own)
        styled = holder.find(f"{P}style/{A}fillRef")
        if properties.find(f"{A}noFill") is None and styled is not None:
            return _OTHER
        if any(properties.find(fill) is not None for fill in _FILLS) or self._covers(holder):
            return _OTHER
        return self._background()

    def _background(self) -> Colour | str:
        for root in self._roots:
            own = root.find(f"{P}cSld/{P}bg")
            if own is None:
                continue
            fill = own.find(f"{P}bgPr/{A}solidFill")
            if fill is not None:
                return self._colour(fill)
            named = own.find(f"{P}bgRef")
            if named is not None and named.get("idx") == _PLAIN_BACKGROUND:
                return self._colour(named)
            return _OTHER
        return _OTHER

    def _covers(self, holder: Element) -> bool:
        """Return whether something may lie between a text and the background of its slide."""
        box = _box(holder)
        for root in self._roots:
            for shape in _filled_shapes(root):
                if shape is holder:
                    continue
                other = _box(shape)
                if root is not self._root or box is None or other is None or box.touches(other):
                    return True
        return False


def _filled_shapes(root: Element) -> Iterator[Element]:
    for shape in root.iter(f"{P}pic", f"{P}sp", f"{P}graphicFrame"):
        properties = shape.find(f"{P}spPr")
        if (
            shape.tag != f"{P}sp"
            or (
                properties is not None
                and any(properties.find(one) is not None for one in (f"{A}solidFill", *_FILLS))
            )
            or shape.find(f"{P}style/{A}fillRef") is not None
        ):
            yield shape


def _box(shape: Element) -> _Box | None:
    frame = next(shape.iter(f"{A}xfrm", f"{P}xfrm"), None)
    if frame is None or next(shape.iterancestors(f"{P}grpSp"), None) is not None:
        return None
    offset, extent = frame.find(f"{A}off"), frame.find(f"{A}ext")
    if offset is None or extent is None:
        return None
    try:
        left, top = int(offset.get("x", "")), int(offset.get("y", ""))
        return _Box(left, top, left + int(extent.get("cx", "")), top + int(extent.get("cy", "")))
    except ValueError:
        return None


def _related(package: Package, part: str | None, kind: str) -> str | None:
    if part is None:
        return None
    found = (one.part for one in package.relationships(part).of_kind(kind))
    return next((one for one in found if one is not None and one in package), None)
