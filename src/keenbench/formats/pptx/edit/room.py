"""What stands on a slide, and where there is still room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from keenbench.formats.applying import OpReport
from keenbench.formats.pptx.edit.deck import EMU, DeckEdit
from keenbench.formats.pptx.shapes import Box, Shape, slide_shapes
from keenbench.formats.xml_part import Element

_GAP = EMU // 10  # kept free around what stands there
_TOUCH = EMU // 50  # edges that only meet do not overlap
_MOST_EXACT = 40  # shapes; the edges of more are taken on a raster, so that the search stays short
_BACKDROP = 0.9  # of the slide: a picture that covers so much is its background


class Area(NamedTuple):
    """A rectangle of the slide in EMU."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return self.right - self.left, self.bottom - self.top

    def meets(self, other: Area, slack: int = 0) -> bool:
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.top < other.bottom - slack
            and other.top < self.bottom - slack
        )


@dataclass(frozen=True)
class Taken:
    """A shape, and the part of the slide that is its own."""

    shape: Element
    name: str
    area: Area


def taken(deck: DeckEdit, part: str) -> list[Taken]:
    """Return what stands on the slide itself; a group is one thing."""
    found: list[Taken] = []
    for shape in slide_shapes(deck.edit.xml(part), deck.inherited(part)):
        if shape.box is None or shape.hidden or shape.group is not None:
            continue
        if shape.kind == "connector" or _is_backdrop(shape, shape.box, deck.size):
            continue
        found.append(Taken(shape.element, shape.name, area_of(shape.box)))
    return found


def area_of(box: Box) -> Area:
    return Area(
        round(box.left),
        round(box.top),
        round(box.left + box.width),
        round(box.top + box.height),
    )


def free_areas(size: tuple[int, int], standing: Sequence[Area]) -> list[Area]:
    """Return the free rectangles of a slide, the largest first, none inside another."""
    width, height = size
    page = Area(width // 20, height // 20, width - width // 20, height - height // 15)
    spread = [
        Area(one.left - _GAP, one.top - _GAP, one.right + _GAP, one.bottom + _GAP)
        for one in standing
    ]
    if len(spread) > _MOST_EXACT:
        spread = list(dict.fromkeys(_on_raster(one, size) for one in spread))
    spread = [one for one in spread if one.meets(page)]
    tops = sorted({page.top, *(one.bottom for one in spread if one.bottom < page.bottom)})
    ends = sorted({page.bottom, *(one.top for one in spread if one.top > page.top)})
    found: set[Area] = set()
    for top in tops:
        for bottom in ends:
            if top < bottom:
                band = Area(page.left, top, page.right, bottom)
                found.update(_gaps(band, [one for one in spread if one.meets(band)]))
    return sorted(found, key=lambda one: (-one.size[0] * one.size[1], one))


def warn_of_place(
    deck: DeckEdit, place: Area, standing: Sequence[Taken], report: OpReport, *, chosen: bool
) -> None:
    """Say where a thing lies off the slide or, if its place was chosen here, over another."""
    width, height = deck.size
    off = (
        min(place.left, place.top) < -_TOUCH
        or place.right > width + _TOUCH
        or place.bottom > height + _TOUCH
    )
    if off:
        report.warn(
            "off_slide",
            f"It reaches over the edge of the slide, which is {width / EMU:.2f} by "
            f"{height / EMU:.2f} inches.",
        )
    met = [one.name or "a shape" for one in standing if place.meets(one.area, _TOUCH)]
    if met and chosen:
        report.warn(
            "overlaps",
            f"There was no free place on the slide; it lies over {', '.join(met)}. Give left, "
            "top, width and height, or put it on another slide.",
        )


def _is_backdrop(shape: Shape, box: Box, size: tuple[int, int]) -> bool:
    covers = box.width * box.height >= _BACKDROP * size[0] * size[1]
    says = shape.body is not None and bool("".join(map(str, shape.body.itertext())).strip())
    return covers and shape.kind in ("picture", "auto_shape", "freeform") and not says


def _gaps(band: Area, standing: Sequence[Area]) -> Iterator[Area]:
    """Yield the stretches of a band where nothing stands from its top to its bottom."""
    at = band.left
    for one in sorted(standing):
        if one.left > at:
            yield Area(at, band.top, one.left, band.bottom)
        at = max(at, one.right)
    if at < band.right:
        yield Area(at, band.top, band.right, band.bottom)


def _on_raster(area: Area, size: tuple[int, int]) -> Area:
    across, down = max(1, size[0] // _MOST_EXACT), max(1, size[1] // _MOST_EXACT)
    return Area(
        area.left // across * across,
        area.top // down * down,
        -(-area.right // across) * across,
        -(-area.bottom // down) * down,
    )
