"""The worker's method that gives a window of a sheet, ready to be drawn."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from keenbench.formats.call import Call, FileParams, methods
from keenbench.formats.shape import MapWarning, WhenAny, WhenPresent
from keenbench.registry import Result

MOST_ROWS, MOST_COLUMNS = 200, 50
CellType = Literal["string", "number", "boolean", "date", "error", "blank"]


def _at_most(bound: int) -> BeforeValidator:
    """Bring a count into its bound: nobody is helped by a refusal."""

    def clamped(value: object) -> object:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return min(value, bound) if whole and isinstance(value, int) else value

    return BeforeValidator(clamped)


class GridCell(Result):
    """One cell; `style` holds what differs from a plain one, by the names that edits take."""

    value: str | int | float | bool | None
    type: CellType
    formula: str | None
    display: str | None = Field(
        default=None,
        exclude_if=lambda value: value is None,
        description="The value as its number format shows it, where that is not the value itself.",
    )
    style: dict[str, Any] | None = WhenPresent


class XlsxGrid(Result):
    """A window of a sheet; what a merge covers is blank."""

    sheets: list[str]
    sheet: str
    row_start: int
    col_start: int
    row_count: int = Field(description="Of the window; fewer at the end of the sheet.")
    col_count: int
    total_rows: int
    total_cols: int
    cells: list[list[GridCell]]
    merged: list[str]
    column_widths: list[float | None] = Field(description="In characters; null for the usual.")
    hidden_columns: list[int] = WhenAny
    warnings: list[MapWarning] = WhenAny


class XlsxGridParams(FileParams):
    sheet: str | None = Field(default=None, description="The name of a sheet [the first].")
    row_start: int = Field(default=0, ge=0, description="0-based [0].")
    row_count: Annotated[
        int, _at_most(MOST_ROWS), Field(ge=1, description="At most 200 [200].")
    ] = MOST_ROWS
    col_start: int = Field(default=0, ge=0, description="0-based [0].")
    col_count: Annotated[
        int, _at_most(MOST_COLUMNS), Field(ge=1, description="At most 50 [50].")
    ] = MOST_COLUMNS


@methods.method("XlsxRenderGrid")
def xlsx_render_grid(call: Call, params: XlsxGridParams) -> XlsxGrid:
    """Give a window of a sheet: values, types, formulas, merges, and how each cell looks."""
    from keenbench.formats.xlsx.grid import render_grid

    return render_grid(call, params)
