"""What a deck offers to another: its layouts and themes, and its pictures."""

from __future__ import annotations

from typing import Any

from keenbench.formats.call import Call, FileParams
from keenbench.formats.documents import open_document
from keenbench.formats.ooxml_names import A
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.pptx.edit.deck import EMU, DeckEdit
from keenbench.formats.pptx.edit.layouts import layouts, placeholders
from keenbench.formats.pptx.methods import (
    DeckAsset,
    DeckLayout,
    DeckMaster,
    DeckStyles,
    LayoutPlaceholder,
    PptxStyles,
)
from keenbench.formats.pptx.shapes import Box, Inherited, placeholder_of, slide_shapes
from keenbench.formats.xml_part import Element

COPIED_TYPES = ["image", "layout"]


def styles_of(call: Call, params: FileParams) -> PptxStyles:
    with open_document(call, params, "pptx") as package:
        deck = DeckEdit(PackageEdit(package))
        width, height = deck.size
        return PptxStyles(
            styles=DeckStyles(
                slide_width=round(width / EMU, 3),
                slide_height=round(height / EMU, 3),
                masters=_masters(deck),
            ),
            assets=[*_layout_assets(deck), *_image_assets(deck)],
            supported_copy_asset_types=COPIED_TYPES,
        )


def pictures(deck: DeckEdit) -> dict[str, list[tuple[int, Box | None, str | None]]]:
    """Return the pictures on slides: by part, on which slide, where, and what they show."""
    found: dict[str, list[tuple[int, Box | None, str | None]]] = {}
    for index, part in enumerate(deck.slides()):
        links = deck.links(part)
        for shape in slide_shapes(deck.edit.xml(part), deck.inherited(part)):
            for id in shape.image_ids:
                link = links.get(id)
                if link is None or link.part is None or link.part not in deck.edit:
                    continue
                found.setdefault(link.part, []).append((index, shape.box, shape.alt_text))
    return found


def _layout_assets(deck: DeckEdit) -> list[DeckAsset]:
    return [
        DeckAsset(asset_id=f"layout:{layout.part}", type="layout", name=layout.name)
        for layout in layouts(deck)
    ]


def _image_assets(deck: DeckEdit) -> list[DeckAsset]:
    return [
        DeckAsset(
            asset_id=f"image:{part}",
            type="image",
            name=part.rpartition("/")[2],
            content_type=deck.edit.content_type(part),
            size_bytes=len(deck.edit.read(part)),
            slides=sorted({index for index, _, _ in uses}),
            alt_text=next((alt for _, _, alt in uses if alt), None),
        )
        for part, uses in pictures(deck).items()
    ]


def _masters(deck: DeckEdit) -> list[DeckMaster]:
    found: dict[str, DeckMaster] = {}
    for layout in layouts(deck):
        master = deck.master_of(layout.part)
        if master is None:
            continue
        if master not in found:
            theme = deck.related(master, "theme")
            root = None if theme is None else deck.edit.xml(theme)
            found[master] = DeckMaster(
                theme=None if root is None else root.get("name"),
                fonts=_fonts(root),
                colors=_colours(root),
                layouts=[],
            )
        sheets = Inherited(deck.edit.xml(layout.part), deck.edit.xml(master))
        found[master].layouts.append(
            DeckLayout(
                name=layout.name,
                type=layout.type or None,
                placeholders=[
                    _placeholder(one, sheets) for one in placeholders(deck.tree(layout.part))
                ],
            )
        )
    return list(found.values())


def _placeholder(shape: Element, sheets: Inherited) -> LayoutPlaceholder:
    found = placeholder_of(shape)
    assert found is not None
    box = sheets.box(found)
    named = next(
        (one for one in shape.iter() if isinstance(one.tag, str) and one.tag.endswith("}cNvPr")),
        None,
    )
    inches: dict[str, Any] = {}
    if box is not None:
        inches = {key: round(value / EMU, 3) for key, value in box._asdict().items()}
    return LayoutPlaceholder(
        type=found.kind,
        idx=found.number,
        name="" if named is None else named.get("name", ""),
        **inches,
    )


def _fonts(theme: Element | None) -> dict[str, str]:
    fonts: dict[str, str] = {}
    for kind in ("major", "minor"):
        found = None if theme is None else next(theme.iter(f"{A}{kind}Font"), None)
        face = None if found is None else found.find(f"{A}latin")
        if face is not None and face.get("typeface"):
            fonts[kind] = face.get("typeface", "")
    return fonts


def _colours(theme: Element | None) -> dict[str, str]:
    scheme = None if theme is None else next(theme.iter(f"{A}clrScheme"), None)
    colours: dict[str, str] = {}
    for entry in () if scheme is None else scheme:
        for value in entry if isinstance(entry.tag, str) else ():
            said = value.get("lastClr") or value.get("val") or ""
            if len(said) == 6:
                colours[str(entry.tag).rpartition("}")[2]] = f"#{said.upper()}"
    return colours
