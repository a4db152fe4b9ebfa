"""The shapes of a slide in the order they are drawn, through groups, in places they inherit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from keenbench.formats.ooxml_names import CHART, CX, DIAGRAM, MC, A, P, R
from keenbench.formats.xml_part import Element

_SHAPES = {f"{P}{name}" for name in ("sp", "pic", "graphicFrame", "grpSp", "cxnSp", "contentPart")}
_PLACEHOLDER_KINDS = {"ctrTitle": "title", "subTitle": "body"}


class Box(NamedTuple):
    """Place and size in EMU."""

    left: float
    top: float
    width: float
    height: float


class Frame(NamedTuple):
    """How the places inside a group become places on the slide."""

    scale_x: float = 1.0
    scale_y: float = 1.0
    move_x: float = 0.0
    move_y: float = 0.0

    def place(self, box: Box) -> Box:
        return Box(
            box.left * self.scale_x + self.move_x,
            box.top * self.scale_y + self.move_y,
            box.width * self.scale_x,
            box.height * self.scale_y,
        )


@dataclass
class Shape:
    """One shape, and what it holds."""

    index: int
    element: Element
    kind: str
    name: str
    alt_text: str | None
    hidden: bool
    group: int | None
    box: Box | None
    placeholder: Placeholder | None
    body: Element | None = None
    table: Element | None = None
    chart_id: str | None = None
    diagram_id: str | None = None
    image_ids: list[str] = field(default_factory=list)


class Placeholder(NamedTuple):
    kind: str
    number: str  # its idx


class Inherited:
    """The places of placeholders on a layout and on its master."""

    def __init__(self, *roots: Element | None) -> None:
        self._sheets = [_places(root) for root in roots if root is not None]

    def box(self, placeholder: Placeholder) -> Box | None:
        kinds = (placeholder.kind, _PLACEHOLDER_KINDS.get(placeholder.kind, "body"))
        for sheet in self._sheets:
            for key in (f"#{placeholder.number}", *kinds):
                # The index means the same on a slide and its layout; a master is matched by type.
                if key.startswith("#") and sheet is not self._sheets[0]:
                    continue
                if key in sheet:
                    return sheet[key]
        return None


def slide_shapes(slide: Element, inherited: Inherited) -> list[Shape]:
    """Return every shape of a slide, those in groups after their group."""
    tree = slide.find(f"{P}cSld/{P}spTree")
    shapes: list[Shape] = []
    if tree is not None:
        _collect(tree, shapes, inherited, None, Frame())
    return shapes


def placeholder_of(element: Element) -> Placeholder | None:
    for holder in element:
        if str(holder.tag).rpartition("}")[2].startswith("nv"):
            found = holder.find(f"{P}nvPr/{P}ph")
            if found is not None:
                return Placeholder(found.get("type", "obj"), found.get("idx", "0"))
    return None


def elements(container: Element) -> Iterator[Element]:
    """Yield the shapes of a tree or group, the readable branch of each alternate content."""
    for child in container:
        if child.tag in _SHAPES:
            yield child
        elif child.tag == f"{MC}AlternateContent":
            for branch in child:
                found = list(elements(branch))
                if found:
                    yield from found
                    break


def _collect(
    container: Element, shapes: list[Shape], inherited: Inherited, group: int | None, frame: Frame
) -> None:
    for element in elements(container):
        shape = _shape(element, len(shapes), inherited, group, frame)
        shapes.append(shape)
        if element.tag == f"{P}grpSp":
            _collect(element, shapes, inherited, shape.index, _inner_frame(element, frame))


def _shape(
    element: Element, index: int, inherited: Inherited, group: int | None, frame: Frame
) -> Shape:
    named = _named(element)
    placeholder = placeholder_of(element)
    own = _own_box(element)
    box = None if own is None else frame.place(own)
    if box is None and placeholder is not None:
        box = inherited.box(placeholder)
    words = None if named is None else named.get("descr") or named.get("title")
    shape = Shape(
        index=index,
        element=element,
        kind="auto_shape",
        name="" if named is None else named.get("name", ""),
        alt_text=words or None,
        hidden=named is not None and named.get("hidden", "0") in ("1", "true"),
        group=group,
        box=box,
        placeholder=placeholder,
    )
    _fill(shape)
    return shape


def _fill(shape: Shape) -> None:
    """Say what the shape is, and find what it holds."""
    element = shape.element
    tag = element.tag
    if tag == f"{P}grpSp":
        shape.kind = "group"
        return
    if tag == f"{P}cxnSp":
        shape.kind = "connector"
    elif tag == f"{P}contentPart":
        shape.kind = "ink"
    elif tag == f"{P}pic":
        media = element.find(f"{P}nvPicPr/{P}nvPr/{A}videoFile") is not None
        media = media or element.find(f"{P}nvPicPr/{P}nvPr/{A}audioFile") is not None
        shape.kind = "media" if media else "picture"
    elif tag == f"{P}graphicFrame":
        _fill_frame(shape)
    elif shape.placeholder is not None:
        shape.kind = "placeholder"
    elif element.find(f"{P}nvSpPr/{P}cNvSpPr[@txBox='1']") is not None:
        shape.kind = "text_box"
    elif element.find(f"{P}spPr/{A}custGeom") is not None:
        shape.kind = "freeform"
    shape.body = element.find(f"{P}txBody")
    for blip in element.iter(f"{A}blip"):
        rel_id = blip.get(f"{R}embed") or blip.get(f"{R}link")
        if rel_id:
            shape.image_ids.append(rel_id)


def _fill_frame(shape: Shape) -> None:
    data = shape.element.find(f"{A}graphic/{A}graphicData")
    shape.kind = "graphic"
    if data is None:
        return
    shape.table = data.find(f"{A}tbl")
    for chart in data.iter(f"{CHART}chart", f"{CX}chart"):
        shape.chart_id = chart.get(f"{R}id")
    for diagram in data.iter(f"{DIAGRAM}relIds"):
        shape.diagram_id = diagram.get(f"{R}dm")
    if shape.table is not None:
        shape.kind = "table"
    elif shape.chart_id is not None:
        shape.kind = "chart"
    elif shape.diagram_id is not None:
        shape.kind = "diagram"
    elif next(data.iter(f"{P}oleObj"), None) is not None:
        shape.kind = "embedded_object"


def _named(element: Element) -> Element | None:
    for holder in element:
        if str(holder.tag).rpartition("}")[2].startswith("nv"):
            for child in holder:
                if str(child.tag).endswith("}cNvPr"):
                    return child
    return None


def _own_box(element: Element) -> Box | None:
    for path in (f"{P}spPr/{A}xfrm", f"{P}grpSpPr/{A}xfrm", f"{P}xfrm"):
        found = element.find(path)
        if found is not None:
            return _box(found.find(f"{A}off"), found.find(f"{A}ext"))
    return None


def _box(place: Element | None, size: Element | None) -> Box | None:
    if place is None or size is None:
        return None
    values = [
        _emu(place.get("x")),
        _emu(place.get("y")),
        _emu(size.get("cx")),
        _emu(size.get("cy")),
    ]
    known = [value for value in values if value is not None]
    return Box(*known) if len(known) == 4 else None


def _emu(value: str | None) -> int | None:
    try:
        number = int(value or "")
    except ValueError:
        return None
    return number if abs(number) < 2**40 else None


def _inner_frame(group: Element, outer: Frame) -> Frame:
    found = group.find(f"{P}grpSpPr/{A}xfrm")
    if found is None:
        return outer
    box = _box(found.find(f"{A}off"), found.find(f"{A}ext"))
    inner = _box(found.find(f"{A}chOff"), found.find(f"{A}chExt"))
    if box is None or inner is None:
        return outer
    scale_x = box.width / inner.width if inner.width else 1.0
    scale_y = box.height / inner.height if inner.height else 1.0
    return Frame(
        scale_x * outer.scale_x,
        scale_y * outer.scale_y,
        (box.left - inner.left * scale_x) * outer.scale_x + outer.move_x,
        (box.top - inner.top * scale_y) * outer.scale_y + outer.move_y,
    )


def _places(sheet: Element) -> dict[str, Box]:
    """Return the places of a sheet's placeholders, by "#index" and by kind."""
    places: dict[str, Box] = {}
    tree = sheet.find(f"{P}cSld/{P}spTree")
    for element in () if tree is None else elements(tree):
        placeholder = placeholder_of(element)
        box = _own_box(element)
        if placeholder is not None and box is not None:
            places.setdefault(f"#{placeholder.number}", box)
            places.setdefault(placeholder.kind, box)
    return places
