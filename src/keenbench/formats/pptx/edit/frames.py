"""Where a new table, chart or picture stands: a place asked for, or a free placeholder."""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.formats.ooxml_names import P
from keenbench.formats.pptx.edit.deck import EMU, DeckEdit
from keenbench.formats.pptx.edit.layouts import is_empty, kind_of, placeholders
from keenbench.formats.pptx.edit.ops import Placed
from keenbench.formats.pptx.shapes import Box, placeholder_of, slide_shapes
from keenbench.formats.xml_part import Element

_TAKES = {"tbl": ("tbl",), "chart": ("chart",), "pic": ("pic", "clipArt")}


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
    deck: DeckEdit, part: str, op: Placed, kind: str, natural: tuple[int, int] | None = None
) -> Spot:
    """Return where `op` puts something that would be `natural` EMU large."""
    if op.left is None and op.top is None and op.width is None and op.height is None:
        taken = _free_placeholder(deck, part, kind)
        if taken is not None:
            shape, box = taken
            if natural is None:
                left, top, width, height = (round(value) for value in box)
                return Spot(left, top, width, height, shape)
            width, height = _fitted(natural, (round(box.width), round(box.height)))
            left = round(box.left + (box.width - width) / 2)
            top = round(box.top + (box.height - height) / 2)
            return Spot(left, top, width, height, shape)
    return _placed(deck, op, natural)


def _placed(deck: DeckEdit, op: Placed, natural: tuple[int, int] | None) -> Spot:
    slide_width, slide_height = deck.size
    left = round((op.left or 0) * EMU) if op.left is not None else None
    top = round((op.top or 0) * EMU) if op.top is not None else None
    room = (
        slide_width - (left if left is not None else slide_width // 20) - slide_width // 20,
        slide_height - (top if top is not None else slide_height // 4) - slide_height // 15,
    )
    room = (max(room[0], EMU // 4), max(room[1], EMU // 4))
    width = round(op.width * EMU) if op.width is not None else None
    height = round(op.height * EMU) if op.height is not None else None
    if natural is None:
        width, height = width or room[0], height or room[1]
    elif width is None and height is None:
        width, height = _fitted(natural, room)
    elif width is None:
        width = max(1, round((height or 1) * natural[0] / natural[1]))
    elif height is None:
        height = max(1, round(width * natural[1] / natural[0]))
    assert width is not None
    assert height is not None
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
