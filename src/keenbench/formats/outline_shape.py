"""What the maps and reads of docx and odt look like: sections, chunks, tables, images."""

from __future__ import annotations

from pydantic import Field

from keenbench.formats.call import FileParams
from keenbench.formats.shape import (
    ChunkInfo,
    Chunking,
    MapBase,
    MapParams,
    MapWarning,
    WhenAny,
    WhenPresent,
)
from keenbench.registry import Result

CHUNK_CHARS = 4000

SECTION = Field(
    default=None,
    description="The heading of a section as the map gives it, or the section's index.",
)


class SectionChunk(Result):
    """One chunk of a section; read it with `section` and `chunk`."""

    index: int
    paragraphs: str = Field(description="Which paragraphs of the section, 1-based and inclusive.")
    char_count: int
    exceeds_chunk: bool = Field(description="One paragraph or row is longer than a chunk.")


class SectionEntry(Result):
    """What stands under one heading, up to the next heading of any level."""

    index: int
    heading: str | None
    level: int
    label: str | None = WhenPresent
    char_count: int
    paragraph_count: int
    has_tables: bool
    has_images: bool
    exceeds_chunk: bool
    chunks_count: int
    chunks: list[SectionChunk]


class TableEntry(Result):
    index: int
    section: str | None
    section_index: int
    rows: int
    cols: int
    char_count: int
    exceeds_chunk: bool


class ImageEntry(Result):
    index: int
    section: str | None
    section_index: int
    alt_text: str | None
    target: str | None


class DocumentMap(MapBase):
    """What a document is made of, without its content."""

    sections: list[SectionEntry]
    sections_count: int
    tables: list[TableEntry]
    tables_count: int
    images: list[ImageEntry]
    images_count: int
    has_headers_footers: bool
    total_char_count: int = Field(description="Of the whole text as read, line ends included.")
    paragraph_count: int
    chunking: Chunking


class DocumentMapParams(MapParams):
    section: int | str | None = Field(
        default=None,
        description="List this section alone; offset and limit then page through its chunks.",
    )


class SectionName(Result):
    """Which section a read is of."""

    index: int
    count: int
    heading: str | None
    level: int


class DocumentText(Result):
    """Text in document order: tables, notes and comments where they stand."""

    text: str
    chunk_info: ChunkInfo
    section: SectionName | None = WhenPresent
    warnings: list[MapWarning] = WhenAny


class DocumentTextParams(FileParams):
    section: int | str | None = SECTION
    chunk: int | None = Field(
        default=None, ge=0, description="A chunk of that section [the whole section]."
    )
