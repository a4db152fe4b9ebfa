"""Where a new table, chart or picture stands: a place asked for, a placeholder, or free room."""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import A, P
from keenbench.formats.pptx.edit.deck import EMU, DeckEdit, element
from keenbench.formats.pptx.edit.layouts import BODIES, is_empty, kind_of, placeholders
from keenbench.formats.pptx.edit.ops import Placed
from keenbench.formats.pptx.edit.overflow import note_text
from keenbench.formats.pptx.edit.room import (
    Area,
    Taken,
    area_of,
    free_areas,
    taken,
    warn_of_place,
)
from keenbench.formats.pptx.shapes import Box, placeholder_of, slide_shapes
from keenbench.formats.xml_part import Element

_TAKES = {"tbl": ("tbl",), "chart": ("chart",), "pic": ("pic", "clipArt")}
_NARROWEST = 3 * EMU  # that a body is left with
_BETWEEN = EMU // 5


@dataclass(frozen=True)
class Spot:
    """A place in EMU, and the placeholder that stood there."""

    left: int
    top: int
    width: int
    height: int
    placeholder: Element | None = None

    @property
    def ph(self) -> str:
        """The placeholder as XML, to be carried over."""
        if self.placeholder is None:
            return ""
        found = next(self.placeholder.iter(f"{P}ph"))
        said = "".join(
            f' {name}="{found.get(name)}"'
            for name in ("type", "orient", "sz", "idx")
            if found.get(name) is not None
        )
        return f"<p:ph{said}/>"


def spot_for(
    deck: DeckEdit,
    part: str,
    op: Placed,
    kind: str,
    natural: tuple[int, int] | None = None,
    least: tuple[int, int] = (2 * EMU, EMU * 3 // 2),
    report: OpReport | None = None,
) -> Spot:
    """Return where `op` puts something that would be `natural` EMU large.

    Without a place asked for it is an empty placeholder, else the free part of the slide where at
    least `least` EMU fit. With a report to say so in, the body makes room where there is none.
    """
    if op.left is None and op.top is None and op.width is None and op.height is None:
        found = _free_placeholder(deck, part, kind)
        if found is not None:
            shape, box = found
            if natural is None:
                left, top, width, height = (round(value) for value in box)
                return Spot(left, top, width, height, shape)
            return _inside(area_of(box), _fitted(natural, area_of(box).size), shape)
    if op.left is None and op.top is None:
        room = _room(deck, part, op, natural, least, report)
        if room is not None:
            if natural is None:
                width, height = _asked(op, room.size)
                return Spot(room.left, room.top, width, height)
            return _inside(room, _sized(op, natural, room.size))
    return _placed(deck, op, natural)


def _room(
    deck: DeckEdit,
    part: str,
    op: Placed,
    natural: tuple[int, int] | None,
    least: tuple[int, int],
    report: OpReport | None,
) -> Area | None:
    """Return the best free part of the slide, or None where nothing fits."""
    standing = taken(deck, part)
    room = _best(deck, op, natural, least, [one.area for one in standing])
    if room is not None or report is None:
        return room
    for body in standing:
        if not _can_narrow(deck, part, body):
            continue
        left, top, right, bottom = body.area
        half = Area(left, top, left + (right - left - _BETWEEN) // 2, bottom)
        areas = [half if one is body else one.area for one in standing]
        room = _best(deck, op, natural, least, areas)
        if room is not None:
            _narrow(body.shape, half)
            deck.touch(part)
            report.warn(
                "body_narrowed",
                f"The slide had no free place, so {body.name or 'the body'} was made half as wide.",
            )
            note_text(deck, part, [body.shape], report)
            return room
    return None


def _best(
    deck: DeckEdit,
    op: Placed,
    natural: tuple[int, int] | None,
    least: tuple[int, int],
    standing: list[Area],
) -> Area | None:
    best: tuple[int, Area] | None = None
    for area in free_areas(deck.size, standing):
        if natural is None:
            needed = _asked(op, least)
            worth = area.size[0] * area.size[1]
        else:
            width, height = _sized(op, natural, area.size)
            asked = op.width is not None or op.height is not None
            small = _sized(op, natural, least)
            needed = (width, height) if asked else small
            worth = width * height
        if area.size[0] >= needed[0] and area.size[1] >= needed[1]:
            best = (worth, area) if best is None or worth > best[0] else best
    return None if best is None else best[1]


def _can_narrow(deck: DeckEdit, part: str, body: Taken) -> bool:
    shape = body.shape
    turned = any(place.get("rot", "0") != "0" for place in shape.iterfind(f"{P}spPr/{A}xfrm"))
    return (
        shape.tag == f"{P}sp"
        and kind_of(shape) in BODIES
        and shape.getparent() is deck.tree(part)
        and shape.find(f"{P}spPr") is not None
        and not turned
        and body.area.size[0] >= _NARROWEST * 2 + _BETWEEN
    )


def _narrow(shape: Element, area: Area) -> None:
    properties = shape.find(f"{P}spPr")
    assert properties is not None
    place = properties.find(f"{A}xfrm")
    if place is None:
        place = element("<a:xfrm/>")
        properties.insert(0, place)
    for child in list(place):
        place.remove(child)
    width, height = area.size
    place.append(element(f'<a:off x="{area.left}" y="{area.top}"/>'))
    place.append(element(f'<a:ext cx="{width}" cy="{height}"/>'))


def _asked(op: Placed, otherwise: tuple[int, int]) -> tuple[int, int]:
    width = otherwise[0] if op.width is None else round(op.width * EMU)
    height = otherwise[1] if op.height is None else round(op.height * EMU)
    return width, height


def _sized(op: Placed, natural: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Return how large a picture becomes, in proportion unless both sides are asked for."""
    if op.width is not None and op.height is not None:
        return round(op.width * EMU), round(op.height * EMU)
    if op.width is not None:
        width = round(op.width * EMU)
        return width, max(1, round(width * natural[1] / natural[0]))
    if op.height is not None:
        height = round(op.height * EMU)
        return max(1, round(height * natural[0] / natural[1])), height
    return _fitted(natural, room)


def _inside(area: Area, size: tuple[int, int], placeholder: Element | None = None) -> Spot:
    left = area.left + (area.size[0] - size[0]) // 2
    top = area.top + (area.size[1] - size[1]) // 2
    return Spot(left, top, *size, placeholder)


def _placed(deck: DeckEdit, op: Placed, natural: tuple[int, int] | None) -> Spot:
    slide_width, slide_height = deck.size
    left = round((op.left or 0) * EMU) if op.left is not None else None
    top = round((op.top or 0) * EMU) if op.top is not None else None
    room = (
        slide_width - (left if left is not None else slide_width // 20) - slide_width // 20,
        slide_height - (top if top is not None else slide_height // 4) - slide_height // 15,
    )
    room = (max(room[0], EMU // 4), max(room[1], EMU // 4))
    width, height = _asked(op, room) if natural is None else _sized(op, natural, room)
    if left is None:
        left = max(0, (slide_width - width) // 2)
    return Spot(left, slide_height // 4 if top is None else top, width, height)


def _free_placeholder(deck: DeckEdit, part: str, kind: str) -> tuple[Element, Box] | None:
    """Return an empty placeholder that may hold this kind, its own kind before one for all."""
    tree = deck.tree(part)
    boxes = {
        shape.element: shape.box
        for shape in slide_shapes(deck.edit.xml(part), deck.inherited(part))
    }
    for kinds in (_TAKES[kind], ("obj",)):
        for shape in placeholders(tree):
            found = placeholder_of(shape)
            box = boxes.get(shape)
            if found is None or box is None or kind_of(shape) not in kinds:
                continue
            if is_empty(shape) and shape.getparent() is tree:
                return shape, box
    return None


def warn_of_spot(deck: DeckEdit, part: str, op: Placed, spot: Spot, report: OpReport) -> None:
    """Say where a place is off the slide, or chosen here and not free."""
    place = Area(spot.left, spot.top, spot.left + spot.width, spot.top + spot.height)
    standing = [one for one in taken(deck, part) if one.shape is not spot.placeholder]
    chosen = op.left is None or op.top is None
    warn_of_place(deck, place, standing, report, chosen=chosen)


def place(deck: DeckEdit, part: str, made: Element, spot: Spot) -> None:
    """Put a shape on its slide, in place of the placeholder it fills."""
    tree = deck.tree(part)
    if spot.placeholder is not None:
        spot.placeholder.addprevious(made)
        tree.remove(spot.placeholder)
    else:
        last = tree.find(f"{P}extLst")
        if last is not None:
            last.addprevious(made)
        else:
            tree.append(made)
    deck.touch(part)


def _fitted(natural: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    scale = min(1.0, room[0] / natural[0], room[1] / natural[1])
    return max(1, round(natural[0] * scale)), max(1, round(natural[1] * scale))
