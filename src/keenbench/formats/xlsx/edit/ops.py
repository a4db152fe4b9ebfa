"""The operations on a workbook: what each takes. Rows are 1-based, columns letters or 1-based."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from keenbench.formats.applying import NAMED_BY_KEY, ApplyParams, Op
from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW
from keenbench.formats.xlsx.edit.cell_style import CellStyle
from keenbench.formats.xlsx.edit.op_parts import (
    NAME_LENGTH,
    CellRef,
    Column,
    Kind,
    OnRange,
    OnSheet,
    Operator,
    RangeRef,
    Scalar,
)
from keenbench.formats.xlsx.edit.places import (
    check_cell,
    check_columns,
    check_range,
    check_rows,
    check_sheet_name,
    column_at,
)
from keenbench.formats.xlsx.edit.printed import Margins, PrintTitles
from keenbench.registry import Params

_COUNT = Field(default=1, ge=1, le=MAX_ROW, description="How many [1].")


class EnsureSheet(OnSheet):
    """Make a sheet, at the end, where there is none of that name."""

    op: Literal["ensure_sheet"]


class CellWrite(Params):
    cell: CellRef
    value: Scalar = None
    type: Kind | None = Field(default=None, description="Without it the JSON type decides.")
    style: CellStyle | None = None

    _is_cell = field_validator("cell")(check_cell)


class SetCells(OnSheet):
    """Write cells. A string is never a formula unless its type says so."""

    op: Literal["set_cells"]
    cells: list[CellWrite] = Field(min_length=1)


class SetRange(OnSheet):
    """Write a block of values from a cell on, with one style for all of them."""

    op: Literal["set_range"]
    start: CellRef
    values: list[list[Scalar]] = Field(min_length=1)
    style: CellStyle | None = None

    _is_cell = field_validator("start")(check_cell)


class ColumnWidth(Params):
    column: Column
    width: float = Field(ge=0, le=255, description="Characters of the standard font.")

    _is_column = field_validator("column")(lambda value: column_at(value))


class SetColumnWidths(OnSheet):
    """Set the widths of columns."""

    op: Literal["set_column_widths"]
    columns: list[ColumnWidth] = Field(min_length=1)


class RowHeight(Params):
    row: int = Field(ge=1, le=MAX_ROW)
    height: float = Field(ge=0, le=409.5, description="Points.")


class SetRowHeights(OnSheet):
    """Set the heights of rows."""

    op: Literal["set_row_heights"]
    rows: list[RowHeight] = Field(min_length=1)


class FreezePanes(OnSheet):
    """Keep the rows above and the columns left of a cell in sight; (0, 0) frees them."""

    op: Literal["freeze_panes"]
    row: int = Field(default=0, ge=0, lt=MAX_ROW, description="The first unfrozen row, 0-based.")
    column: int = Field(
        default=0, ge=0, lt=MAX_COLUMN, description="The first unfrozen column, 0-based."
    )


class ClearRange(OnRange):
    """Empty cells of their values, their looks, or both."""

    op: Literal["clear_range"]
    what: Literal["values", "styles", "all"] = "values"


class InsertRows(OnSheet):
    """Insert empty rows before a row; everything that refers to cells follows."""

    op: Literal["insert_rows"]
    row: int = Field(ge=1, le=MAX_ROW)
    count: int = _COUNT


class DeleteRows(OnSheet):
    """Delete rows; everything that refers to cells follows."""

    op: Literal["delete_rows"]
    row: int = Field(ge=1, le=MAX_ROW)
    count: int = _COUNT


class InsertColumns(OnSheet):
    """Insert empty columns before a column."""

    op: Literal["insert_columns"]
    column: Column
    count: int = Field(default=1, ge=1, le=MAX_COLUMN)

    _is_column = field_validator("column")(lambda value: column_at(value))


class DeleteColumns(OnSheet):
    """Delete columns."""

    op: Literal["delete_columns"]
    column: Column
    count: int = Field(default=1, ge=1, le=MAX_COLUMN)

    _is_column = field_validator("column")(lambda value: column_at(value))


class RenameSheet(OnSheet):
    """Rename a sheet, and every formula that names it."""

    op: Literal["rename_sheet"]
    new_name: str

    _is_name = field_validator("new_name")(check_sheet_name)


class DeleteSheet(OnSheet):
    """Delete a sheet."""

    op: Literal["delete_sheet"]


class CopySheet(OnSheet):
    """Copy a sheet within the workbook."""

    op: Literal["copy_sheet"]
    new_name: str
    position: int | None = Field(default=None, ge=1, description="1-based [after the last].")

    _is_name = field_validator("new_name")(check_sheet_name)


class MergeCells(OnRange):
    """Merge cells into one; only the first may hold anything."""

    op: Literal["merge_cells"]


class UnmergeCells(OnRange):
    """Undo every merge that lies in a range."""

    op: Literal["unmerge_cells"]


class AddTable(OnRange):
    """Make a range a table."""

    op: Literal["add_table"]
    name: str | None = Field(default=None, max_length=NAME_LENGTH, description="[TableN]")
    style: str | None = Field(default=None, description="[TableStyleMedium2]")
    header: bool = Field(default=True, description="Whether the first row names the columns.")


class SetAutofilter(OnSheet):
    """Put filter buttons on a range, or take them away."""

    op: Literal["set_autofilter"]
    range: RangeRef | None

    @field_validator("range")
    @classmethod
    def _is_range(cls, value: str | None) -> str | None:
        return None if value is None else check_range(value)


class Rule(Params):
    """When a conditional format holds, and how it looks."""

    type: Literal["cell_is", "expression", "color_scale", "data_bar", "top", "duplicate"]
    operator: Operator | None = None
    formula: str | None = None
    values: list[Scalar] = Field(default_factory=list)
    style: CellStyle | None = None


class AddConditionalFormat(OnRange):
    """Format cells by what they hold."""

    op: Literal["add_conditional_format"]
    rule: Rule


class AddDataValidation(OnRange):
    """Say what may be typed into cells."""

    op: Literal["add_data_validation"]
    type: Literal["list", "whole", "decimal", "date", "text_length", "custom"]
    operator: Operator | None = None
    formula1: Scalar = None
    formula2: Scalar = None
    values: list[Scalar] = Field(default_factory=list)
    allow_blank: bool = True
    message: str | None = Field(default=None, max_length=255)


class DefineName(Op):
    """Give a range or a formula a name; one that exists is redefined."""

    op: Literal["define_name"]
    name: str = Field(min_length=1, max_length=NAME_LENGTH)
    refers_to: str = Field(min_length=1, max_length=8192)
    sheet: str | None = Field(default=None, description="Known only on this sheet [everywhere].")


class AddChart(OnSheet):
    """Draw a chart of cells. Its first row or column names the series where it holds text."""

    op: Literal["add_chart"]
    type: Literal["bar", "line", "pie", "scatter", "area"]
    data_range: str = Field(description='"B1:C10", of another sheet "Data!B1:C10".')
    categories_range: str | None = None
    anchor: CellRef
    title: str | None = Field(default=None, max_length=255)
    series_in: Literal["rows", "columns"] = "columns"

    _is_cell = field_validator("anchor")(check_cell)


class InsertImage(OnSheet):
    """Put a picture on a sheet."""

    op: Literal["insert_image"]
    image_path: str = Field(min_length=1)
    anchor: CellRef
    width: float | None = Field(default=None, gt=0, le=200, description="Inches.")
    height: float | None = Field(default=None, gt=0, le=200, description="Inches.")

    _is_cell = field_validator("anchor")(check_cell)


class SortKey(Params):
    column: Column
    direction: Literal["asc", "desc"] = "asc"

    _is_column = field_validator("column")(lambda value: column_at(value))


class SortRange(OnRange):
    """Sort the rows of a range."""

    op: Literal["sort_range"]
    keys: list[SortKey] = Field(min_length=1, max_length=64)
    header: bool = False


class SetPageSetup(OnSheet):
    """Say how a sheet is printed."""

    op: Literal["set_page_setup"]
    orientation: Literal["portrait", "landscape"] | None = None
    paper: str | int | None = Field(default=None, description="A4, letter, …, or Excel's number.")
    fit_to_width: int | None = Field(default=None, ge=0, le=32_767, description="Pages; 0: any.")
    fit_to_height: int | None = Field(default=None, ge=0, le=32_767, description="Pages; 0: any.")
    margins: Margins | None = Field(default=None, description="Inches.")
    print_area: str | None = Field(default=None, description='"A1:F40"; "" for the whole sheet.')
    print_titles: PrintTitles | str | None = Field(
        default=None, description='{rows, columns}, or one of them: "1:2" or "A:B".'
    )


class SetTabColor(OnSheet):
    """Colour the tab of a sheet; null takes the colour away."""

    op: Literal["set_tab_color"]
    color: str | None = Field(description="#RRGGBB")


class SetHidden(OnSheet):
    """Hide or show rows, columns, or the whole sheet."""

    op: Literal["set_hidden"]
    hidden: bool
    rows: str | None = Field(default=None, description='"5-9"')
    columns: str | None = Field(default=None, description='"C:E"')

    @field_validator("rows")
    @classmethod
    def _are_rows(cls, value: str | None) -> str | None:
        return None if value is None else check_rows(value)

    @field_validator("columns")
    @classmethod
    def _are_columns(cls, value: str | None) -> str | None:
        return None if value is None else check_columns(value)

    @model_validator(mode="after")
    def _one_of_them(self) -> SetHidden:
        if self.rows is not None and self.columns is not None:
            raise ValueError("give rows or columns, not both")
        return self


class SummarizeByCategory(OnSheet):
    """Add up amounts by category over sheets, and write the sums to `sheet`."""

    op: Literal["summarize_by_category"]
    source_sheets: list[str] = Field(min_length=1)
    category_col: Column = "B"
    amount_col: Column = "C"
    category_header: str | None = Field(default=None, max_length=32_767)

    _is_column = field_validator("category_col", "amount_col")(lambda value: column_at(value))


XlsxOp = Annotated[
    Annotated[
        EnsureSheet
        | SetCells
        | SetRange
        | SetColumnWidths
        | SetRowHeights
        | FreezePanes
        | ClearRange
        | InsertRows
        | DeleteRows
        | InsertColumns
        | DeleteColumns
        | RenameSheet
        | DeleteSheet
        | CopySheet
        | MergeCells
        | UnmergeCells
        | AddTable
        | SetAutofilter
        | AddConditionalFormat
        | AddDataValidation
        | DefineName
        | AddChart
        | InsertImage
        | SortRange
        | SetPageSetup
        | SetTabColor
        | SetHidden
        | SummarizeByCategory,
        Field(discriminator="op"),
    ],
    NAMED_BY_KEY,
]


class XlsxApplyParams(ApplyParams):
    ops: list[XlsxOp] = Field(description="Applied in order, all of them or none.")
    recalculate: bool = Field(default=False, description="Compute the results of formulas.")
