"""Where in an edited file Review looks first."""

from __future__ import annotations

from keenbench.formats.shape import WhenPresent
from keenbench.registry import Result


class Focus(Result):
    """The part that was touched first, 0-based, in the file as the edit left it."""

    sheet: str | None = WhenPresent
    row_start: int | None = WhenPresent
    row_end: int | None = WhenPresent
    col_start: int | None = WhenPresent
    col_end: int | None = WhenPresent
    section_index: int | None = WhenPresent
    slide_index: int | None = WhenPresent
    page_index: int | None = WhenPresent
    line_start: int | None = WhenPresent
