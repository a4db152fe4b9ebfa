"""What a change of a PDF looks like to whoever asks."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from keenbench.formats.comparing import ComparedPage
from keenbench.formats.shape import WhenAny, WhenPresent
from keenbench.registry import Result


class PdfDiffLine(Result):
    type: Literal["context", "added", "removed"]
    text: str
    marks: list[tuple[int, int]] | None = WhenPresent


class PageChange(Result):
    """One change. Pages are 1-based; `page` of the Draft, `old_page` of the reference."""

    change_id: str
    type: Literal[
        "page_added",
        "page_deleted",
        "page_moved",
        "page_text",
        "annotation_added",
        "annotation_removed",
        "field_changed",
    ]
    page: int | None = WhenPresent
    old_page: int | None = WhenPresent
    kind: str | None = WhenPresent
    name: str | None = WhenPresent
    text_before: str | None = WhenPresent
    text_after: str | None = WhenPresent
    lines: list[PdfDiffLine] = WhenAny
    lines_left_off: int | None = Field(
        default=None,
        exclude_if=lambda value: value is None,
        description="How many lines more the page's diff has; the text diff shows them all.",
    )


class PagesCompared(ComparedPage):
    """What differs between two versions of a PDF."""

    changes: list[PageChange]
