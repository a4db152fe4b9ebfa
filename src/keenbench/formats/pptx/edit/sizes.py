"""The size of the slides, and what stands on them moved along."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import A, P
from keenbench.formats.pptx.edit.deck import EMU, DeckEdit, whole
from keenbench.formats.pptx.edit.layouts import layouts
from keenbench.formats.pptx.edit.ops import SetSlideSize
from keenbench.formats.pptx.shapes import elements
from keenbench.formats.xml_part import Element

_RATIOS = {"16:9": (12_192_000, 6_858_000), "4:3": (9_144_000, 6_858_000)}


def set_slide_size(deck: DeckEdit, op: SetSlideSize, report: OpReport) -> None:
    old = deck.size
    if op.ratio is not None:
        new = _RATIOS[op.ratio]
    else:
        new = (round((op.width or 0) * EMU), round((op.height or 0) * EMU))
    _write(deck, new, op.ratio)
    moved = 0
    if new != old:
        scale = (new[0] / old[0], new[1] / old[1])
        sheets = [layout.part for layout in layouts(deck)]
        masters = [master for sheet in sheets if (master := deck.master_of(sheet)) is not None]
        for part in dict.fromkeys([*masters, *sheets, *deck.slides()]):
            count = sum(_scale(shape, scale) for shape in elements(deck.tree(part)))
            if count:
                deck.touch(part)
            moved += count
    report.count(width=round(new[0] / EMU, 3), height=round(new[1] / EMU, 3), moved_shapes=moved)


def _write(deck: DeckEdit, size: tuple[int, int], ratio: str | None) -> None:
    found = deck.root.find(f"{P}sldSz")
    if found is None:
        found = etree.Element(f"{P}sldSz")
        spot = deck.root.find(f"{P}notesSz")
        if spot is not None:
            spot.addprevious(found)
        else:
            deck.root.append(found)
    found.set("cx", str(size[0]))
    found.set("cy", str(size[1]))
    found.attrib.pop("type", "")
    if ratio == "4:3":
        found.set("type", "screen4x3")
    deck.touch(deck.main)


def _scale(shape: Element, scale: tuple[float, float]) -> int:
    """Move a shape along. Text and tables grow with the slide; pictures keep their proportions."""
    for path in (f"{P}spPr/{A}xfrm", f"{P}grpSpPr/{A}xfrm", f"{P}xfrm"):
        place = shape.find(path)
        if place is not None:
            break
    else:
        return 0
    at, size = place.find(f"{A}off"), place.find(f"{A}ext")
    if at is None or size is None:
        return 0
    across, down = scale
    wide, tall = across, down
    if shape.tag in (f"{P}pic", f"{P}grpSp"):
        wide = tall = min(across, down)
    left, top = whole(at.get("x")), whole(at.get("y"))
    width, height = whole(size.get("cx")), whole(size.get("cy"))
    new_width, new_height = round(width * wide), round(height * tall)
    middle = ((left + width / 2) * across, (top + height / 2) * down)
    at.set("x", str(round(middle[0] - new_width / 2)))
    at.set("y", str(round(middle[1] - new_height / 2)))
    size.set("cx", str(new_width))
    size.set("cy", str(new_height))
    for column in shape.iter(f"{A}gridCol"):
        column.set("w", str(round(whole(column.get("w")) * wide)))
    for row in shape.iter(f"{A}tr"):
        row.set("h", str(round(whole(row.get("h")) * tall)))
    return 1
