"""Another layout for a slide: its placeholders move to those of the new one."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import A, P
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.edit.layouts import (
    BODIES,
    FOOTERS,
    Layout,
    add_placeholder,
    counterpart,
    is_empty,
    kind_of,
    placeholders,
)
from keenbench.formats.pptx.shapes import Box, placeholder_of, slide_shapes
from keenbench.formats.xml_part import Element


def set_layout(deck: DeckEdit, part: str, layout: Layout, report: OpReport) -> None:
    boxes = {
        shape.element: shape.box
        for shape in slide_shapes(deck.edit.xml(part), deck.inherited(part))
    }
    for link in deck.edit.relationships(part).of_kind("slideLayout"):
        deck.unrelate(part, link.id)
    deck.relate(part, "slideLayout", layout.part)
    tree, model = deck.tree(part), deck.tree(layout.part)
    taken: list[Element] = []
    homeless: list[Element] = []
    for shape in list(placeholders(tree)):
        found = placeholder_of(shape)
        assert found is not None
        home = counterpart(model, found)
        if home is not None and home not in taken:
            taken.append(home)
            _rename(shape, home)
        else:
            homeless.append(shape)
    moved = removed = kept = 0
    for shape in homeless:
        home = next(
            (
                one
                for one in placeholders(model)
                if one not in taken and kind_of(one) in BODIES and kind_of(shape) in BODIES
            ),
            None,
        )
        if home is not None:
            taken.append(home)
            _rename(shape, home)
            moved += 1
        elif is_empty(shape):
            parent = shape.getparent()
            assert parent is not None
            parent.remove(shape)
            removed += 1
        else:
            _pin(shape, boxes.get(shape))
            kept += 1
    for home in placeholders(model):
        if home not in taken and home.tag == f"{P}sp" and kind_of(home) not in FOOTERS:
            add_placeholder(tree, home)
    deck.touch(part)
    report.count(layout=layout.name, moved=moved, removed_empty=removed, kept_in_place=kept)
    if kept:
        report.warn(
            "kept_in_place",
            f"{kept} shapes have no counterpart on the layout; they stay where they stood.",
        )


def _rename(shape: Element, home: Element) -> None:
    own = next(shape.iter(f"{P}ph"))
    other = next(home.iter(f"{P}ph"))
    for name in ("type", "idx", "sz", "orient"):
        value = other.get(name)
        if value is None:
            own.attrib.pop(name, "")
        else:
            own.set(name, value)


def _pin(shape: Element, box: Box | None) -> None:
    """Write down the place that a shape had from its old layout."""
    properties = shape.find(f"{P}spPr")
    if box is None or properties is None or properties.find(f"{A}xfrm") is not None:
        return
    place = etree.Element(f"{A}xfrm")
    etree.SubElement(place, f"{A}off", x=str(round(box.left)), y=str(round(box.top)))
    etree.SubElement(place, f"{A}ext", cx=str(round(box.width)), cy=str(round(box.height)))
    properties.insert(0, place)
