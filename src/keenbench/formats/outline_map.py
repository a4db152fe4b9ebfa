"""The map of a document's outline, kept under 64 KB whatever its headings are like."""

from __future__ import annotations

import json
from dataclasses import dataclass

from keenbench.formats.outline import Outline, Section
from keenbench.formats.outline_shape import (
    CHUNK_CHARS,
    DocumentMap,
    DocumentMapParams,
    ImageEntry,
    SectionChunk,
    SectionEntry,
    TableEntry,
)
from keenbench.formats.shape import Chunking, Page, list_for_map, short_name

MAP_BYTES = 64 * 1024


@dataclass(frozen=True)
class _Detail:
    """How much a map tells of each entry."""

    name_chars: int | None
    chunk_ends: int | None


# The first that fits is taken; each leaves out less than it costs to ask again.
_DETAILS = (_Detail(None, None), _Detail(80, 5), _Detail(40, 2), _Detail(16, 1), _Detail(4, 1))


def map_outline(
    outline: Outline, params: DocumentMapParams, *, format: str, size_bytes: int
) -> DocumentMap:
    for detail in _DETAILS:
        found = _map(outline, params, detail, format=format, size_bytes=size_bytes)
        if len(json.dumps(found.model_dump(mode="json"))) <= MAP_BYTES:
            break
    return found


def _map(
    outline: Outline, params: DocumentMapParams, detail: _Detail, *, format: str, size_bytes: int
) -> DocumentMap:
    sections = outline.sections
    page = params.page
    chunk_page: Page | None = None
    if params.section is not None:
        sections = [outline.find(params.section)]
        page, chunk_page = None, params.page
    tables = [
        (section, block)
        for section in sections
        for block in section.blocks
        if block.kind == "table"
    ]
    images = [
        (section, image)
        for section in sections
        for block in section.blocks
        for image in block.images
    ]
    first_image = _images_before(outline, sections[0]) if params.section is not None else 0
    return DocumentMap(
        path=params.path,
        format=format,
        size_bytes=size_bytes,
        warnings=outline.warnings,
        sections=[
            _section(section, detail, chunk_page) for section in list_for_map(sections, page)
        ],
        sections_count=len(outline.sections),
        tables=[
            TableEntry(
                index=block.index,
                section=_name(section.heading, detail),
                section_index=section.index,
                rows=len(block.rows),
                cols=max(map(len, block.rows), default=0),
                char_count=block.char_count,
                exceeds_chunk=block.char_count > CHUNK_CHARS,
            )
            for section, block in list_for_map(tables, page)
        ],
        tables_count=len(tables),
        images=[
            ImageEntry(
                index=index,
                section=_name(section.heading, detail),
                section_index=section.index,
                alt_text=_name(image.alt_text, detail),
                target=_name(image.target, detail),
            )
            for index, (section, image) in list_for_map(list(enumerate(images, first_image)), page)
        ],
        images_count=len(images),
        has_headers_footers=outline.has_headers_footers,
        total_char_count=outline.char_count,
        paragraph_count=outline.paragraph_count,
        chunking=Chunking(
            unit="characters",
            size=CHUNK_CHARS,
            count=sum(len(section.chunks) for section in outline.sections),
        ),
    )


def _images_before(outline: Outline, section: Section) -> int:
    before = outline.sections[: section.index]
    return sum(len(block.images) for one in before for block in one.blocks)


def _section(section: Section, detail: _Detail, page: Page | None) -> SectionEntry:
    chunks = list_for_map(section.chunks, page)
    ends = detail.chunk_ends
    if page is None and ends is not None and len(chunks) > 2 * ends:
        chunks = chunks[:ends] + chunks[-ends:]
    return SectionEntry(
        index=section.index,
        heading=_name(section.heading, detail),
        level=section.level,
        label=_name(section.label, detail),
        char_count=section.char_count,
        paragraph_count=section.paragraph_count,
        has_tables=any(block.kind == "table" for block in section.blocks),
        has_images=any(block.images for block in section.blocks),
        exceeds_chunk=len(section.chunks) > 1 or section.char_count > CHUNK_CHARS,
        chunks_count=len(section.chunks),
        chunks=[
            SectionChunk(
                index=chunk.index,
                paragraphs=chunk.paragraphs,
                char_count=chunk.char_count,
                exceeds_chunk=chunk.char_count > CHUNK_CHARS,
            )
            for chunk in chunks
        ],
    )


def _name(name: str | None, detail: _Detail) -> str | None:
    if name is None:
        return None
    name = short_name(name)
    if detail.name_chars is not None and len(name) > detail.name_chars:
        return name[: detail.name_chars - 1] + "…"
    return name
