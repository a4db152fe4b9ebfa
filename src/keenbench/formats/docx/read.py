"""What the reading methods on Word documents do."""

from __future__ import annotations

from keenbench.errors import ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.documents import open_document
from keenbench.formats.docx.body import read_body
from keenbench.formats.docx.methods import (
    BlockRef,
    DocxSection,
    DocxSectionParams,
    SectionAside,
    SectionContent,
    SectionImage,
    Table,
)
from keenbench.formats.docx.runs import RunReader
from keenbench.formats.docx.story import Story
from keenbench.formats.outline import Block, Chunk, Outline
from keenbench.formats.outline_map import map_outline
from keenbench.formats.outline_shape import (
    DocumentMap,
    DocumentMapParams,
    DocumentText,
    DocumentTextParams,
)
from keenbench.formats.package import Package
from keenbench.formats.recent import Recent

# A walked document keeps the tree of its body, some ten times the bytes of its XML.
_TREE_FACTOR = 10
_walked: Recent[tuple[Outline, Story, int]] = Recent(384 * 1024 * 1024, lambda walked: walked[2])


def _walk(package: Package) -> tuple[Outline, Story]:
    """Return the walked document; reading a large one chunk by chunk walks it once."""

    def walk() -> tuple[Outline, Story, int]:
        outline, story = read_body(package)
        return outline, story, package.size(story.part) * _TREE_FACTOR

    outline, story, _ = _walked.of(package.file, walk)
    return outline, story


def map_docx(call: Call, params: DocumentMapParams) -> DocumentMap:
    with open_document(call, params, "docx") as package:
        outline, _ = _walk(package)
        return map_outline(outline, params, format="docx", size_bytes=package.size_bytes)


def extract_docx(call: Call, params: DocumentTextParams) -> DocumentText:
    with open_document(call, params, "docx") as package:
        outline, _ = _walk(package)
        return outline.read(params.section, params.chunk, params.path)


def read_section(call: Call, params: DocxSectionParams) -> DocxSection:
    if params.section is not None and params.section_index is not None:
        raise ValidationFailed("Give section or section_index, not both.")
    wanted = params.section if params.section is not None else params.section_index or 0
    with open_document(call, params, "docx") as package:
        outline, story = _walk(package)
        section = outline.find(wanted)
        chunk = section.chunk(params.chunk)
        content = _content(outline, chunk, RunReader(story))
        content.heading, content.level = section.heading, section.level
        return DocxSection(
            section_index=section.index,
            section_count=len(outline.sections),
            section=content,
            chunk_info=section.chunk_info(chunk),
            warnings=outline.warnings,
        )


def _content(outline: Outline, chunk: Chunk, reader: RunReader) -> SectionContent:
    content = SectionContent(heading=None, level=0, blocks=[], paragraphs=[], tables=[], images=[])
    images = _image_numbers(outline)
    rows: dict[int, list[int]] = {}
    held: dict[int, Block] = {}
    for piece in chunk.pieces:
        held[id(piece.block)] = piece.block
        rows.setdefault(id(piece.block), []).append(piece.row)
    for key, block in held.items():
        place = len(content.blocks)
        content.blocks.append(BlockRef(type=block.kind, index=block.index))
        if block.kind == "paragraph":
            content.paragraphs.append(reader.paragraph(block))
        elif block.kind == "table":
            content.tables.append(_table(block, rows[key]))
        if rows[key][0] > 0:
            continue  # what stands beside a table is given with its first rows
        first = images[key]
        for number, image in enumerate(block.images, first):
            content.blocks.append(BlockRef(type="image", index=number))
            content.images.append(
                SectionImage(
                    index=number,
                    rel_id=image.rel_id,
                    target=image.target,
                    alt_text=image.alt_text,
                )
            )
        content.asides.extend(
            SectionAside(kind=aside.kind, label=aside.label, block=place, text=aside.text)
            for aside in block.asides
        )
    return content


def _image_numbers(outline: Outline) -> dict[int, int]:
    """Return the number of the first image of each block, as the map counts them."""
    numbers: dict[int, int] = {}
    count = 0
    for block in outline.blocks:
        numbers[id(block)] = count
        count += len(block.images)
    return numbers


def _table(block: Block, rows: list[int]) -> Table:
    whole = len(rows) == len(block.rows)
    return Table(
        index=block.index,
        row_count=len(block.rows),
        col_count=max(map(len, block.rows), default=0),
        row_start=None if whole else rows[0],
        rows=[block.rows[row] for row in rows],
    )
