"""The operations on Word documents, as callers write them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Field, model_validator

from keenbench.formats.applying import NAMED_BY_KEY, ApplyParams, Op
from keenbench.formats.docx.edit.op_parts import (
    Anchor,
    Content,
    Index,
    Paragraph,
    Placed,
    RunKeys,
    StyleKeys,
    Text,
    style_key,
)
from keenbench.formats.styled_text import Searched
from keenbench.registry import Params


class SetParagraphs(Op):
    """Replace the body; section settings, headers, footers and styles stay."""

    op: Literal["set_paragraphs"]
    paragraphs: list[Paragraph]


class AppendParagraph(Op, Paragraph):
    """Add a paragraph at the end."""

    op: Literal["append_paragraph"]


class ReplaceText(Op):
    """Replace text wherever it stands, keeping its formatting."""

    op: Literal["replace_text"]
    search: Searched = Field(validation_alias=AliasChoices("search", "find"))
    replace: Text
    match_case: bool = True
    whole_word: bool = False


class InsertParagraphs(Placed):
    """Insert paragraphs after or before one."""

    op: Literal["insert_paragraphs"]
    paragraphs: Annotated[list[Paragraph], Field(min_length=1)]

    @model_validator(mode="after")
    def _somewhere(self) -> InsertParagraphs:
        if self.after is None and self.before is None:
            raise ValueError("needs after or before")
        return self


class DeleteParagraphs(Op):
    """Delete paragraphs by index, or the one that holds a text."""

    op: Literal["delete_paragraphs"]
    start: Index | None = None
    count: Annotated[int, Field(ge=1)] | None = None
    text: Annotated[str, Field(min_length=1)] | None = None
    expect_text: str | None = Field(
        default=None, description="With start: refuse where the first does not read so."
    )

    @model_validator(mode="after")
    def _one(self) -> DeleteParagraphs:
        if (self.start is None) == (self.text is None):
            raise ValueError("needs start or text, one of them")
        if self.start is None and (self.count is not None or self.expect_text is not None):
            raise ValueError("takes count and expect_text only with start")
        return self


class ReplaceSection(Op):
    """Replace what stands under a heading; the heading itself stays."""

    op: Literal["replace_section"]
    section: Index | str = Field(description="Heading or index, as the map lists them.")
    paragraphs: list[Paragraph]


class Cell(Content):
    """The content of one cell."""


CellValue = Text | int | float | Cell | None
Row = list[CellValue]


class AddTable(Placed):
    """Add a table after or before a paragraph [at the end]."""

    op: Literal["add_table"]
    rows: Annotated[list[Row], Field(min_length=1)]
    style: Any = style_key("Name or id of a table style of the document.", type="string")
    header: bool = True

    @model_validator(mode="after")
    def _columns(self) -> AddTable:
        widest = max(map(len, self.rows))
        if not 1 <= widest <= 63:
            raise ValueError("rows need 1 to 63 columns")
        return self


class PlacedCell(Content):
    row: Index
    col: Index


class SetTableCells(Op):
    """Set the text of cells; row and col are 0-based, as they are read."""

    op: Literal["set_table_cells"]
    table: Index
    cells: Annotated[list[PlacedCell], Field(min_length=1)]


class AppendTableRows(Op):
    """Add rows at the end of a table, formatted as its last."""

    op: Literal["append_table_rows"]
    table: Index
    rows: Annotated[list[Row], Field(min_length=1)]


class InsertImage(Placed):
    """Insert a picture in a paragraph of its own [at the end]."""

    op: Literal["insert_image"]
    image_path: str
    width: Annotated[float, Field(gt=0, le=22)] | None = Field(default=None, description="Inches.")
    alt_text: Text | None = None


Date = Annotated[
    str, Field(pattern=r"^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$")
]
Author = Annotated[Text, Field(min_length=1, max_length=255)]


class AddComment(Op):
    """Comment on a paragraph, or on a text."""

    op: Literal["add_comment"]
    anchor: Anchor
    text: Text
    author: Author = "KeenBench"
    date: Date | None = None


class HeaderPiece(Params):
    """Text, or a field: the page's number, how many pages there are, the date."""

    text: Text | None = None
    field: Literal["page", "pages", "date"] | None = None

    @model_validator(mode="after")
    def _one(self) -> HeaderPiece:
        if (self.text is None) == (self.field is None):
            raise ValueError("needs text or field, one of them")
        return self


SectionIndex = Index | Literal["all"]


class SetHeaderFooter(Op):
    """Set the header or footer of pages."""

    op: Literal["set_header_footer"]
    where: Literal["header", "footer"]
    type: Literal["default", "first", "even"] = "default"
    section: SectionIndex = "all"
    parts: list[HeaderPiece]


class AddPageBreak(Placed):
    """Break the page after or before a paragraph [at the end]."""

    op: Literal["add_page_break"]


class Spot(Params):
    row: Index
    col: Index


def _spot(value: Any) -> Any:
    """[row, col] is as good as {row, col}."""
    if isinstance(value, list) and len(value) == 2:
        return {"row": value[0], "col": value[1]}
    return value


class Merge(Params):
    """A rectangle of cells that become one."""

    first: Spot = Field(validation_alias="from")
    last: Spot = Field(validation_alias="to")

    @model_validator(mode="before")
    @classmethod
    def _pairs(cls, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: _spot(item) for key, item in value.items()}
        return value


class FormatTable(Op):
    """Format a table: widths, merged cells, shading, borders, where it stands."""

    op: Literal["format_table"]
    table: Index
    widths: list[Annotated[float, Field(gt=0, le=22)]] | None = Field(
        default=None, description="Inches, one a column."
    )
    merge: list[Merge] | None = None
    shading: Any = style_key(
        "#RRGGBB for all cells, or a list of {row?, col?, color}.",
        anyOf=[{"type": "string"}, {"type": "array"}, {"type": "null"}],
    )
    borders: Any = style_key(
        "single, none, … or {style, color, size in points}.",
        anyOf=[{"type": "string"}, {"type": "object"}, {"type": "null"}],
    )
    alignment: Any = style_key("", enum=["left", "center", "right"])


class PaperSize(Params):
    width: Annotated[float, Field(gt=0, le=22)]
    height: Annotated[float, Field(gt=0, le=22)]


class Margins(Params):
    """Inches."""

    top: Annotated[float, Field(ge=-22, le=22)] | None = None
    bottom: Annotated[float, Field(ge=-22, le=22)] | None = None
    left: Annotated[float, Field(ge=0, le=22)] | None = None
    right: Annotated[float, Field(ge=0, le=22)] | None = None
    header: Annotated[float, Field(ge=0, le=22)] | None = None
    footer: Annotated[float, Field(ge=0, le=22)] | None = None
    gutter: Annotated[float, Field(ge=0, le=22)] | None = None


_PAPERS = ("A3", "A4", "A5", "B5", "Letter", "Legal", "Tabloid", "Executive")


def _paper(value: Any) -> Any:
    """The names of papers are the same without regard to case."""
    if isinstance(value, str):
        return next((name for name in _PAPERS if name.lower() == value.lower()), value)
    return value


Paper = Annotated[
    Literal["A3", "A4", "A5", "B5", "Letter", "Legal", "Tabloid", "Executive"],
    BeforeValidator(_paper),
]


class SetPage(Op):
    """Set up the pages of one section, or of all."""

    op: Literal["set_page"]
    section: SectionIndex = "all"
    size: Paper | PaperSize | None = None
    orientation: Literal["portrait", "landscape"] | None = None
    margins: Margins | None = None
    columns: Annotated[int, Field(ge=1, le=45)] | None = None

    @model_validator(mode="after")
    def _something(self) -> SetPage:
        if all(v is None for v in (self.size, self.orientation, self.margins, self.columns)):
            raise ValueError("needs size, orientation, margins or columns")
        return self


class DefineStyle(Op, RunKeys, StyleKeys):
    """Make a paragraph style, or change the one of this name."""

    op: Literal["define_style"]
    name: Annotated[Text, Field(min_length=1, max_length=253)]
    based_on: str | None = None


class AddFootnote(Op):
    """Add a footnote to a paragraph, or after a text."""

    op: Literal["add_footnote"]
    anchor: Anchor
    text: Text


class SetProperties(Op):
    """Set what the document says of itself."""

    op: Literal["set_properties"]
    title: Text | None = None
    author: Text | None = None
    subject: Text | None = None
    keywords: Text | list[Text] | None = None

    @model_validator(mode="after")
    def _something(self) -> SetProperties:
        if self.title is self.author is self.subject is self.keywords is None:
            raise ValueError("needs title, author, subject or keywords")
        return self


DocxOp = Annotated[
    SetParagraphs
    | AppendParagraph
    | ReplaceText
    | InsertParagraphs
    | DeleteParagraphs
    | ReplaceSection
    | AddTable
    | SetTableCells
    | AppendTableRows
    | InsertImage
    | AddComment
    | SetHeaderFooter
    | AddPageBreak
    | FormatTable
    | SetPage
    | DefineStyle
    | AddFootnote
    | SetProperties,
    Field(discriminator="op"),
    NAMED_BY_KEY,
]


class DocxApplyParams(ApplyParams):
    ops: list[DocxOp]
    track_changes: bool = Field(
        default=False, description="Write the edits as revisions that Word can accept or reject."
    )
    author: Author = Field(default="KeenBench", description="Of the revisions.")
    date: Date | None = Field(default=None, description="Of the revisions; none when not given.")
