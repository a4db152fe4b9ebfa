"""What a change of a presentation looks like to whoever asks."""

from __future__ import annotations

from typing import Literal

from keenbench.formats.comparing import ComparedPage
from keenbench.formats.document_changes import TextChange
from keenbench.formats.shape import WhenPresent

SlideChangeKind = Literal[
    "slide_added",
    "slide_deleted",
    "slide_moved",
    "slide_visibility",
    "slide_size_changed",
    "layout_changed",
    "shape_added",
    "shape_removed",
    "shape_moved",
    "shape_renamed",
    "alt_text_changed",
    "text_changed",
    "text_format",
    "table_row_added",
    "table_row_removed",
    "table_cell_changed",
    "chart_changed",
    "diagram_changed",
    "image_changed",
    "notes_changed",
    "comment_added",
    "comment_removed",
]
# What can be taken back alone.
REJECTABLE: tuple[SlideChangeKind, ...] = (
    "slide_added",
    "slide_moved",
    "slide_visibility",
    "shape_added",
    "shape_removed",
    "shape_moved",
    "shape_renamed",
    "alt_text_changed",
    "text_changed",
    "text_format",
    "table_row_added",
    "table_row_removed",
    "table_cell_changed",
    "image_changed",
    "notes_changed",
)


class SlideChange(TextChange):
    """One change. Indexes are 0-based and of the Draft; `old_…` of the reference.

    A paragraph that came or went is `text_changed` with null on one side.
    """

    change_id: str
    type: SlideChangeKind
    slide_index: int | None = WhenPresent
    old_slide_index: int | None = WhenPresent
    title: str | None = WhenPresent
    shape: str | None = WhenPresent
    paragraph: int | None = WhenPresent
    old_paragraph: int | None = WhenPresent


class SlidesCompared(ComparedPage):
    """What differs between two versions of a presentation."""

    changes: list[SlideChange]
