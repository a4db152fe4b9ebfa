"""Writing and clearing cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.defined_names import refuse_unknown_sheets
from keenbench.formats.xlsx.edit.op_parts import Kind, Scalar
from keenbench.formats.xlsx.edit.ops import ClearRange, SetCells, SetRange
from keenbench.formats.xlsx.edit.overwrite import write_cells
from keenbench.formats.xlsx.edit.places import cell_at, range_at
from keenbench.formats.xlsx.edit.protection import warn_protected
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.values import BLANK, Content, content_of, formula_text
from keenbench.formats.xlsx.edit.write import Write

_MOST_CELLS = 1_000_000


def set_cells(book: EditedBook, op: SetCells, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    writes: dict[tuple[int, int], Write] = {}
    for index, given in enumerate(op.cells):
        row, column = cell_at(given.cell)
        key = f"cells[{index}].value"
        only_style = "value" not in given.model_fields_set and given.type is None
        content = None if only_style else _content(book, given.value, given.type, report, key)
        if only_style and given.style is None:
            raise refused(report, f"cells[{index}]", "has neither a value nor a style.")
        text = given.value if isinstance(given.value, str) and given.type != "formula" else None
        before = writes.pop((row, column), None)
        if before is not None and (content is None or before.style is not None):
            _write(book, sheet, [*writes.values(), before], report)
            writes.clear()
        writes[row, column] = Write(row, column, content, given.style, key, text)
    _write(book, sheet, list(writes.values()), report)


def set_range(book: EditedBook, op: SetRange, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    first_row, first_column = cell_at(op.start)
    width = max(len(row) for row in op.values)
    if first_row + len(op.values) - 1 > MAX_ROW or first_column + width - 1 > MAX_COLUMN:
        raise refused(report, "values", "reach beyond the last cell of a sheet, XFD1048576.")
    writes = [
        Write(
            first_row + r,
            first_column + c,
            _content(book, value, None, report, f"values[{r}][{c}]"),
            op.style,
            f"values[{r}][{c}]",
            value if isinstance(value, str) else None,
        )
        for r, row in enumerate(op.values)
        for c, value in enumerate(row)
    ]
    _write(book, sheet, writes, report)
    if width:
        last = Range(
            first_row, first_row + len(op.values) - 1, first_column, first_column + width - 1
        )
        report.count(range=str(last))


def clear_range(book: EditedBook, op: ClearRange, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    area = range_at(op.range)
    values = op.what in ("values", "all")
    writes = []
    styled = []
    for number in sheet.rows.between(area.first_row, area.last_row):
        row = sheet.rows.peek(number)
        assert row is not None
        for column in sorted(row.cells):
            if not area.first_column <= column <= area.last_column:
                continue
            if values and not row.cells[column].is_blank:
                writes.append(Write(number, column, BLANK, None, "range"))
            if op.what in ("styles", "all") and row.cells[column].style:
                styled.append((number, column))
    if len(writes) + len(styled) > 2 * _MOST_CELLS:
        raise refused(report, "range", "holds too many cells to be cleared at once.")
    cleared = write_cells(book, sheet, writes, report).cells if writes else 0
    for number, column in styled:
        cell = sheet.rows.touch(number).cells.get(column)
        if cell is not None:
            cell.set_style(0)
            if cell.is_blank:
                del sheet.rows.touch(number).cells[column]
        sheet.touched()
    report.count(cells_cleared=cleared, styles_cleared=len(styled))


def _content(
    book: EditedBook, value: Scalar, kind: Kind | None, report: OpReport, key: str
) -> Content:
    try:
        content = content_of(value, kind, book.strings, since_1904=book.since_1904)
    except ValueError as why:
        raise refused(report, key, f"{why}.") from None
    if content.is_formula:
        refuse_unknown_sheets(book, formula_text(value), report, key)
        if content.spills:
            report.warn(
                "may_spill",
                "A formula may give several values, which then fill the cells below and beside it; "
                "they must be empty. recalculate: true computes them.",
            )
    if isinstance(value, str) and value.startswith("=") and kind in (None, "string"):
        report.warn(
            "text_not_formula",
            'A text that begins with "=" was written as text; give type formula for a formula.',
        )
    return content


def _write(book: EditedBook, sheet: EditedSheet, writes: list[Write], report: OpReport) -> None:
    warn_protected(sheet, report)
    done = write_cells(book, sheet, writes, report)
    counts: dict[str, Any] = report.__pydantic_extra__ or {}
    report.count(
        cells=counts.get("cells", 0) + done.cells,
        formulas=counts.get("formulas", 0) + done.formulas,
    )
    if done.replaced_formulas:
        report.count(replaced_formulas=counts.get("replaced_formulas", 0) + done.replaced_formulas)


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {
    "set_cells": set_cells,
    "set_range": set_range,
    "clear_range": clear_range,
}
