"""The worker's methods on PDF documents: what they take and what they give."""

from __future__ import annotations

from pydantic import Field

from keenbench.formats.applying import Applied, applied_reads, applied_writes
from keenbench.formats.call import Call, FileParams, methods
from keenbench.formats.pdf.edit.ops import PdfApplyParams
from keenbench.formats.shape import ChunkInfo, Chunking, MapBase, MapParams, MapWarning, WhenAny
from keenbench.registry import Result

CHUNK_PAGES = 5


class PdfBookmark(Result):
    """An entry of the outline, and the page it leads to (null where it leads nowhere)."""

    title: str
    page: int | None
    level: int


class PdfPage(Result):
    page: int
    char_count: int | None = Field(description="Null where it is not counted or not readable.")
    exceeds_chunk: bool


class PdfChunk(Result):
    """One chunk of a map; read it with `chunk` or by its pages."""

    index: int
    pages: str
    char_count: int | None
    exceeds_chunk: bool = Field(description="More than one read gives; read its pages one by one.")


class PdfMap(MapBase):
    """What a PDF is made of, without its content."""

    page_count: int
    total_char_count: int | None
    has_toc: bool
    toc_count: int
    toc: list[PdfBookmark]
    has_forms: bool
    has_annotations: bool = Field(description="Notes, marks and links; form fields apart.")
    annotations: dict[str, int] = Field(description="How many of each type.")
    has_images: bool
    attachments_count: int
    exceeds_chunk: bool = Field(description="The document has more pages than one chunk.")
    pages_count: int
    pages: list[PdfPage]
    chunking: Chunking
    chunks_count: int
    chunks: list[PdfChunk]


class PdfInfo(Result):
    page_count: int


class PdfAnnotation(Result):
    """A note, mark or link on a page that says something."""

    page: int
    type: str
    text: str


class PdfField(Result):
    """A form field on a page, and what is filled in."""

    page: int
    name: str
    type: str
    value: str


class PdfRead(Result):
    """The text of pages in the order asked for; a form feed stands between two pages."""

    text: str
    chunk_info: ChunkInfo
    fields: list[PdfField] = WhenAny
    annotations: list[PdfAnnotation] = WhenAny
    warnings: list[MapWarning] = WhenAny


class PdfReadParams(FileParams):
    pages: str | list[int] | None = Field(
        default=None, description='Pages from 1 on: "1-5,8" or [1, 2] [all].'
    )
    chunk: int | None = Field(default=None, ge=0, description="A chunk of the map, 0-based.")


@methods.method("PdfGetMap")
def pdf_get_map(call: Call, params: MapParams) -> PdfMap:
    """Say how many pages a PDF has, its outline, and what it holds."""
    from keenbench.formats.pdf.map import map_pdf

    return map_pdf(call, params)


@methods.method("PdfExtractText")
def pdf_extract_text(call: Call, params: PdfReadParams) -> PdfRead:
    """Read the text of a PDF: some pages, a chunk of the map, or all of it."""
    from keenbench.formats.pdf.read import read_pages

    return read_pages(call, params)


@methods.method("PdfGetInfo")
def pdf_get_info(call: Call, params: FileParams) -> PdfInfo:
    """Say how many pages a PDF has."""
    from keenbench.formats.pdf.document import open_pdf

    with open_pdf(call, params) as document:
        return PdfInfo(page_count=len(document))


@methods.method("PdfApplyOps", reads=applied_reads, writes=applied_writes)
def pdf_apply_ops(call: Call, params: PdfApplyParams) -> Applied:
    """Add notes, highlights and links to a PDF; every byte of the original stays as it is."""
    from keenbench.formats.pdf.edit.apply import apply_pdf

    return apply_pdf(call, params)
