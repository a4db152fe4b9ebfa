"""How shapes and paragraphs of two versions of a slide look, and what of it differs."""

from __future__ import annotations

from typing import Any

from keenbench.formats.document_changes import TextFormat
from keenbench.formats.ooxml_names import A
from keenbench.formats.pptx.deck import DeckSlide
from keenbench.formats.pptx.diff.sides import Side, Slide
from keenbench.formats.pptx.shapes import Shape
from keenbench.formats.pptx.text import level_of, text_block
from keenbench.formats.xml_part import Element

_EMU = 914_400


def formats_of(
    sides: tuple[Side, Side], slides: tuple[Slide, Slide], paragraphs: tuple[Element, Element]
) -> list[TextFormat]:
    """Return what differs in the looks of two versions of a paragraph."""
    looks: list[dict[str, list[Any]]] = []
    for side, slide, element in zip(sides, slides, paragraphs, strict=True):
        assert side.package is not None
        links = side.package.relationships(slide.slide.part or "")
        found: dict[str, list[Any]] = {"level": [level_of(element)]}
        for run in text_block(element, links).runs or []:
            for name, value in run.model_dump(exclude={"text"}, exclude_none=True).items():
                if value is not False:
                    found.setdefault(name, []).append((run.text, value))
        properties = element.find(f"{A}pPr")
        alignment = properties.get("algn") if properties is not None else None
        found["alignment"] = [alignment] if alignment else []
        looks.append({name: values for name, values in found.items() if values})
    return [
        TextFormat(
            property=name,
            before=_one(looks[0].get(name)),
            after=_one(looks[1].get(name)),
        )
        for name in sorted({*looks[0], *looks[1]})
        if _joined(looks[0].get(name)) != _joined(looks[1].get(name))
    ]


def inches(shape: Shape) -> list[float | None]:
    if shape.box is None:
        return [None] * 4
    return [round(value / _EMU, 3) for value in shape.box]


def size_text(size: tuple[int, int] | None) -> str | None:
    return None if size is None else f"{size[0] / _EMU:.2f} x {size[1] / _EMU:.2f} in"


def image_bytes(side: Side, slide: DeckSlide, shape: Shape) -> list[Any]:
    if side.package is None or slide.part is None or not shape.image_ids:
        return []
    found: list[Any] = []
    for id_ in shape.image_ids:
        link = side.package.relationships(slide.part).get(id_)
        part = side.package.find(link.part) if link is not None and link.part else None
        if part is not None:
            found.append((part.info.CRC, part.size))
        else:
            found.append(link.target if link is not None else None)
    return found


def _joined(values: list[Any] | None) -> list[Any]:
    """Return stretches of one value as one: how a text is cut into runs is no change of it."""
    joined: list[Any] = []
    for value in values or []:
        if isinstance(value, tuple) and joined and joined[-1][1] == value[1]:
            joined[-1] = (joined[-1][0] + value[0], value[1])
        else:
            joined.append(value)
    return joined


def _one(values: list[Any] | None) -> Any:
    if not values:
        return None
    last = values[0]
    return last[1] if isinstance(last, tuple) else last
