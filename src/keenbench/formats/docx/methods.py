"""The worker's methods on Word documents: what they take and what they give."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from keenbench.formats.applying import Applied, applied_reads, applied_writes
from keenbench.formats.call import Call, FileParams, methods
from keenbench.formats.carrying import AssetsCopied, CopyAssetsParams, copy_reads, copy_writes
from keenbench.formats.docx.edit.ops import DocxApplyParams
from keenbench.formats.outline_shape import (
    SECTION,
    DocumentMap,
    DocumentMapParams,
    DocumentText,
    DocumentTextParams,
)
from keenbench.formats.shape import ChunkInfo, MapWarning, WhenAny, WhenPresent
from keenbench.registry import Result


class Run(Result):
    """Text of one formatting; what is not said is as the style has it."""

    text: str
    font_name: str | None = WhenPresent
    font_size: float | None = WhenPresent
    bold: bool | None = WhenPresent
    italic: bool | None = WhenPresent
    underline: bool | None = WhenPresent
    strike: bool | None = WhenPresent
    font_color: str | None = WhenPresent
    highlight_color: str | None = WhenPresent
    link: str | None = WhenPresent
    hidden: bool | None = WhenPresent
    revision: Literal["inserted", "deleted"] | None = WhenPresent


Runs = list[Run]  # the field `list` below hides the type's own name


class Paragraph(Result):
    """A paragraph of the body; `text` is as it reads now, without what is marked as deleted."""

    index: int = Field(description="Among the body's paragraphs, 0-based: the one that ops take.")
    text: str
    style: str
    runs: Runs
    list: Literal["bullet", "number"] | None = WhenPresent
    level: int | None = WhenPresent
    label: str | None = WhenPresent
    alignment: str | None = WhenPresent


class Table(Result):
    index: int
    row_count: int
    col_count: int
    row_start: int | None = Field(
        default=None,
        exclude_if=lambda value: value is None,
        description="The first of the rows given, 0-based, where the chunk holds only some.",
    )
    rows: list[list[str | None]] = Field(description="Null where a merged cell covers the place.")


class SectionImage(Result):
    index: int
    rel_id: str | None
    target: str | None
    alt_text: str | None


class SectionAside(Result):
    """A note, comment, text box, chart, page header or footer, by the block it stands with."""

    kind: str
    label: str
    block: int = Field(description="Its place in `blocks`.")
    text: str


class BlockRef(Result):
    type: Literal["paragraph", "table", "image", "other"]
    index: int


class SectionContent(Result):
    heading: str | None
    level: int
    blocks: list[BlockRef]
    paragraphs: list[Paragraph]
    tables: list[Table]
    images: list[SectionImage]
    asides: list[SectionAside] = WhenAny


class DocxSection(Result):
    section_index: int
    section_count: int
    section: SectionContent
    chunk_info: ChunkInfo
    warnings: list[MapWarning] = WhenAny


class DocxSectionParams(FileParams):
    section_index: int | None = Field(default=None, ge=0, description="The section, 0-based [0].")
    section: int | str | None = SECTION
    chunk: int = Field(default=0, ge=0, description="A chunk of that section [0].")


class DocxStyle(Result):
    """A style; what it does not say itself it has from the one it is based on."""

    style_id: str
    name: str
    type: Literal["paragraph", "character", "table", "numbering", "other"]
    based_on: str | None = WhenPresent
    default: bool = False
    alignment: str | None = WhenPresent
    font_name: str | None = WhenPresent
    font_size: float | None = WhenPresent
    bold: bool | None = WhenPresent
    italic: bool | None = WhenPresent
    underline: bool | None = WhenPresent
    strike: bool | None = WhenPresent
    font_color: str | None = WhenPresent
    highlight_color: str | None = WhenPresent
    hidden: bool | None = WhenPresent


class DocxAsset(Result):
    """Something that DocxCopyAssets carries to another document."""

    asset_id: str
    type: str
    name: str
    alt_text: str | None = WhenPresent


class DocxStyles(Result):
    styles: list[DocxStyle]
    assets: list[DocxAsset]
    supported_copy_asset_types: list[str]


@methods.method("DocxGetMap")
def docx_get_map(call: Call, params: DocumentMapParams) -> DocumentMap:
    """Say what a Word document is made of: sections, tables, images, and how large they are."""
    from keenbench.formats.docx.read import map_docx

    return map_docx(call, params)


@methods.method("DocxExtractText")
def docx_extract_text(call: Call, params: DocumentTextParams) -> DocumentText:
    """Read a Word document as text: a chunk, a section, or the whole."""
    from keenbench.formats.docx.read import extract_docx

    return extract_docx(call, params)


@methods.method("DocxGetSectionContent")
def docx_get_section_content(call: Call, params: DocxSectionParams) -> DocxSection:
    """Read one chunk of a section of a Word document with its formatting."""
    from keenbench.formats.docx.read import read_section

    return read_section(call, params)


@methods.method("DocxApplyOps", reads=applied_reads, writes=applied_writes)
def docx_apply_ops(call: Call, params: DocxApplyParams) -> Applied:
    """Edit a Word document with operations; all of them are applied, or none."""
    from keenbench.formats.docx.edit.apply import apply_docx

    return apply_docx(call, params)


@methods.method("DocxGetStyles")
def docx_get_styles(call: Call, params: FileParams) -> DocxStyles:
    """List the styles of a Word document, and what can be carried to another."""
    from keenbench.formats.documents import open_document
    from keenbench.formats.docx.edit.assets import styles_of
    from keenbench.formats.docx.edit.document import DocumentEdit
    from keenbench.formats.package_edit import PackageEdit

    with open_document(call, params, "docx") as package:
        return styles_of(DocumentEdit(call, params.root, PackageEdit(package)))


@methods.method("DocxCopyAssets", reads=copy_reads, writes=copy_writes)
def docx_copy_assets(call: Call, params: CopyAssetsParams) -> AssetsCopied:
    """Carry styles, headers, footers and pictures from one Word document to another."""
    from keenbench.formats.docx.edit.carry import copy_assets

    return copy_assets(call, params)
