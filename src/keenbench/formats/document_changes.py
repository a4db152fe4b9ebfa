"""What a change of a text document looks like to whoever asks; docx and odt alike."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from keenbench.formats.comparing import ComparedPage
from keenbench.formats.shape import WhenAny, WhenPresent
from keenbench.registry import Result

DocumentChangeKind = Literal[
    "paragraph_inserted",
    "paragraph_deleted",
    "paragraph_moved",
    "paragraph_changed",
    "paragraph_format",
    "table_inserted",
    "table_deleted",
    "table_moved",
    "table_format",
    "table_row_inserted",
    "table_row_deleted",
    "table_cell_changed",
    "table_cell_format",
    "aside_added",
    "aside_removed",
    "aside_changed",
    "image_added",
    "image_removed",
    "image_changed",
    "style_added",
    "style_removed",
    "style_changed",
    "page_setup_changed",
    "property_changed",
]
# What can be taken back alone.
BLOCKS_REJECTABLE: tuple[DocumentChangeKind, ...] = (
    "paragraph_inserted",
    "paragraph_deleted",
    "paragraph_moved",
    "paragraph_changed",
    "paragraph_format",
    "table_inserted",
    "table_deleted",
    "table_moved",
    "table_format",
    "table_row_inserted",
    "table_row_deleted",
    "table_cell_changed",
    "table_cell_format",
)
Mark = tuple[int, int]


class TextFormat(Result):
    """One property of formatting; null where that version has none of its own."""

    property: str
    before: str | int | float | bool | None
    after: str | int | float | bool | None
    start: int | None = WhenPresent
    end: int | None = WhenPresent


class TextChange(Result):
    """What a change of documents and slides alike says of a text."""

    text_before: str | None = WhenPresent
    text_after: str | None = WhenPresent
    marks_before: list[Mark] = WhenAny
    marks_after: list[Mark] = WhenAny
    cells: list[str | None] | None = WhenPresent
    formats: list[TextFormat] = WhenAny
    kind: str | None = WhenPresent
    name: str | None = WhenPresent
    row: int | None = WhenPresent
    old_row: int | None = WhenPresent
    col: int | None = WhenPresent


class DocumentChange(TextChange):
    """One change. Indexes are of the Draft; `old_…` of the reference."""

    change_id: str
    type: DocumentChangeKind
    section_index: int | None = WhenPresent
    heading: str | None = WhenPresent
    index: int | None = Field(
        default=None,
        exclude_if=lambda value: value is None,
        description="Of the paragraph or table, as reads and operations count.",
    )
    old_index: int | None = WhenPresent


class DocumentCompared(ComparedPage):
    """What differs between two versions of a document, aligned by content."""

    changes: list[DocumentChange]
