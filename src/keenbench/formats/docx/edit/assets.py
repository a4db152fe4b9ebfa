"""What a document has that another can be given: styles, headers and footers, pictures."""

from __future__ import annotations

from collections.abc import Iterator

from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.places import page_sections
from keenbench.formats.docx.methods import DocxAsset, DocxStyle, DocxStyles
from keenbench.formats.docx.runs import alignment_of, format_of
from keenbench.formats.ooxml_names import WP, A, R, W
from keenbench.formats.xml_part import Element

SUPPORTED = ["paragraph_style", "character_style", "table_style", "header_footer", "image"]
_KINDS = ("paragraph", "character", "table", "numbering")


def styles_of(doc: DocumentEdit) -> DocxStyles:
    styles = [_style(element) for element in style_elements(doc)]
    assets = [
        DocxAsset(asset_id=f"style:{style.style_id}", type=f"{style.type}_style", name=style.name)
        for style in styles
        if f"{style.type}_style" in SUPPORTED
    ]
    assets.extend(
        DocxAsset(asset_id=f"{where}:{part}", type="header_footer", name=f"{pages} {where}")
        for where, pages, part in page_parts(doc)
    )
    assets.extend(
        DocxAsset(
            asset_id=f"image:{part}", type="image", name=part.rpartition("/")[2], alt_text=alt
        )
        for part, alt, _, _ in pictures(doc)
    )
    return DocxStyles(styles=styles, assets=assets, supported_copy_asset_types=SUPPORTED)


def style_elements(doc: DocumentEdit) -> list[Element]:
    part = doc.part_of_kind("styles")
    root = None if part is None else doc.tree(part)
    if root is None:
        return []
    return [one for one in root.iterchildren(f"{W}style") if one.get(f"{W}styleId")]


def _style(element: Element) -> DocxStyle:
    kind = element.get(f"{W}type", "paragraph")
    based_on = element.find(f"{W}basedOn")
    name = element.find(f"{W}name")
    id = element.get(f"{W}styleId", "")
    return DocxStyle(
        style_id=id,
        name=id if name is None else name.get(f"{W}val", id),
        type=kind if kind in _KINDS else "other",
        based_on=None if based_on is None else based_on.get(f"{W}val"),
        default=element.get(f"{W}default") in ("1", "true", "on"),
        alignment=alignment_of(element.find(f"{W}pPr")),
        **format_of(element.find(f"{W}rPr")),
    )


def page_parts(doc: DocumentEdit) -> Iterator[tuple[str, str, str]]:
    """Yield (header or footer, default or first or even, part), each part once."""
    seen: set[str] = set()
    known = doc.edit.relationships(doc.main)
    for section in page_sections(doc):
        for reference in section:
            where = str(reference.tag).removeprefix(W).removesuffix("Reference")
            if where not in ("header", "footer"):
                continue
            found = known.get(reference.get(f"{R}id"))
            if found is None or found.part is None or found.part in seen:
                continue
            if found.part in doc.edit:
                seen.add(found.part)
                yield where, reference.get(f"{W}type", "default"), found.part


def pictures(doc: DocumentEdit) -> Iterator[tuple[str, str | None, int | None, int | None]]:
    """Yield (part, alternative text, width, height in EMU) of the pictures, each part once."""
    seen: set[str] = set()
    for _, story in doc.stories():
        root = doc.tree(story)
        known = doc.edit.relationships(story)
        for blip in () if root is None else root.iter(f"{A}blip"):
            found = known.get(blip.get(f"{R}embed"))
            if found is None or found.part is None or found.part in seen:
                continue
            if found.part not in doc.edit:
                continue
            seen.add(found.part)
            frame = next(blip.iterancestors(f"{WP}inline", f"{WP}anchor"), None)
            named = None if frame is None else frame.find(f"{WP}docPr")
            extent = None if frame is None else frame.find(f"{WP}extent")
            yield (
                found.part,
                None if named is None else named.get("descr"),
                _emu(extent, "cx"),
                _emu(extent, "cy"),
            )


def _emu(extent: Element | None, name: str) -> int | None:
    value = "" if extent is None else extent.get(name, "")
    return int(value) if value.isdecimal() and 0 < len(value) < 10 else None
