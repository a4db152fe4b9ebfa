"""Rows written into a sheet of a workbook that may hold much else.

The workbook's other parts stay as they are, byte for byte. Text is a text cell whatever it begins
with: nothing from a table becomes a formula.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from keenbench.errors import FileMissing, ValidationFailed
from keenbench.formats import fidelity
from keenbench.formats.applying import OpReport
from keenbench.formats.call import Call
from keenbench.formats.documents import require_kind
from keenbench.formats.package import Package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.shape import MapWarning
from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.cell_style import CellStyle
from keenbench.formats.xlsx.edit.cell_values import value_of
from keenbench.formats.xlsx.edit.focus import on_cells
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.overwrite import write_cells
from keenbench.formats.xlsx.edit.places import cell_at
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.tables_of_sheet import Table, tables_of
from keenbench.formats.xlsx.edit.template import new_workbook
from keenbench.formats.xlsx.edit.values import BLANK, Content, content_of, number_text, serial_of
from keenbench.formats.xlsx.edit.write import Write
from keenbench.tables.export import Wanted, whole_table
from keenbench.tables.methods import TableUpdateParams, TableUpdateResult, UpdateTarget
from keenbench.tables.table import open_table
from keenbench.tables.workbook import check_sheet, typed_rows
from keenbench.tables.workbook_columns import Column, warnings

_BATCH = 5_000
# Days from which a workbook of 1904 counts later than others.
_DAYS_OF_1904 = 1462


@dataclass(frozen=True)
class Target:
    """The workbook to write into, and where in it."""

    root: str
    path: str
    update: UpdateTarget


def table_update(call: Call, params: TableUpdateParams) -> TableUpdateResult:
    """Write the whole table into a workbook."""
    wanted, told = whole_table(call, raw=False)
    target = Target(params.target_root, params.target_path, params.update)
    with open_table(call, threads=1, width=len(wanted.names)) as connection:
        return update_workbook(connection, call, wanted, target, told)


def update_workbook(
    connection: Any, call: Call, wanted: Wanted, target: Target, told: list[MapWarning]
) -> TableUpdateResult:
    """Write the rows of `wanted` into a sheet, and say where they stand."""
    update = target.update
    try:
        start = cell_at(update.start_cell)
    except ValueError as why:
        raise ValidationFailed(f"start_cell {why}.") from None
    check_sheet(update.sheet)
    there = call.has(target.root, target.path)
    if not there and not update.create_workbook_if_missing:
        raise FileMissing(f"There is no file {target.path}.", path=target.path)
    file = call.open(target.root, target.path) if there else new_workbook(target.path, update.sheet)
    report = OpReport(index=0, op="update")
    with file:
        package = Package(file, target.path)
        require_kind(package, "xlsx")
        book = EditedBook(PackageEdit(package))
        sheet = _sheet(book, update, report)
        total, columns, rows = typed_rows(connection, call, wanted)
        place = _Place(book, sheet, update, start, total, columns, told)
        try:
            written = place.write([*rows.take(total)] if total < _BATCH else rows.take(total))
        except ValidationFailed as error:
            # The patcher names operations, which nobody gave here.
            raise ValidationFailed(
                error.message.removeprefix("ops[0]."), path=target.path
            ) from None
        book.settle()
        book.ask_for_results()
        told += warnings(columns, rows.as_text)
        told += report.warnings
        told += fidelity.save(call, book.edit, book.touched(), allow_break_signature=False)
    return TableUpdateResult(
        target_path=target.path,
        sheet=sheet.name,
        mode=update.mode,
        row_count=total,
        column_count=len(columns),
        written_range=str(written) if written is not None else None,
        warnings=told,
        focus=on_cells(sheet.name, written),
    )


def _sheet(book: EditedBook, update: UpdateTarget, report: OpReport) -> EditedSheet:
    found = book.find_sheet(update.sheet)
    if found is not None:
        return book.sheet(update.sheet, report)
    if not update.create_sheet_if_missing:
        raise ValidationFailed(
            f"There is no sheet {update.sheet}, and create_sheet_if_missing is false."
        )
    return book.add_sheet(update.sheet)


class _Place:
    """Where the rows go, and what stands there."""

    def __init__(
        self,
        book: EditedBook,
        sheet: EditedSheet,
        update: UpdateTarget,
        start: tuple[int, int],
        total: int,
        columns: list[Column],
        told: list[MapWarning],
    ) -> None:
        self._book = book
        self._sheet = sheet
        self._update = update
        self._row, self._column = start
        self._columns = columns
        self._told = told
        self._total = total
        self._report = OpReport(index=0, op="update")
        self._styles = [
            CellStyle(number_format=column.number_format) if column.number_format else None
            for column in columns
        ]

    def write(self, rows: Any) -> Range | None:
        used = self._sheet.used()
        header = self._update.include_header
        grows: Table | None = None
        if self._update.mode == "replace_sheet":
            self._empty_sheet(used)
        elif self._update.mode == "append_rows" and used is not None:
            grows = self._append_after(used)
            header = False
        count = self._total + int(header)
        width = len(self._columns)
        if self._row + count - 1 > MAX_ROW or self._column + width - 1 > MAX_COLUMN:
            raise ValidationFailed("The rows reach beyond the last cell of a sheet, XFD1048576.")
        if self._update.mode == "write_range" and self._update.clear_target_range:
            self._clear(used)
        if count == 0:
            return None
        last = self._row + count - 1
        written = Range(self._row, last, self._column, self._column + width - 1)
        for batch in _batched(self._writes(rows, header)):
            write_cells(self._book, self._sheet, batch, self._report)
        if grows is not None:
            _grow(self._book, grows, last)
        return written

    def _writes(self, rows: Any, header: bool) -> Iterator[Write]:
        number = self._row
        if header:
            for offset, column in enumerate(self._columns):
                name = column.source.name
                content = Content(*self._book.strings.cell(name))
                yield Write(number, self._column + offset, content, None, "target", name)
            number += 1
        for row in rows:
            for offset, value in enumerate(row.values()):
                content = self._content(value, self._columns[offset])
                style = self._styles[offset] if content is not BLANK else None
                text = value if isinstance(value, str) else None
                yield Write(number, self._column + offset, content, style, "target", text)
            number += 1

    def _content(self, value: Any, column: Column) -> Content:
        since_1904 = self._book.since_1904
        if since_1904 and column.source.is_moment and isinstance(value, float):
            value -= _DAYS_OF_1904
        if value is None:
            return BLANK
        if isinstance(value, str):
            return Content(*self._book.strings.cell(value))
        if isinstance(value, dt.date):
            moment = (
                value if isinstance(value, dt.datetime) else dt.datetime.combine(value, dt.time())
            )
            try:
                serial = serial_of(moment, since_1904=since_1904)
            except ValueError:
                return Content(*self._book.strings.cell(value.isoformat()))
            return Content(b"", b"<v>%s</v>" % number_text(serial).encode())
        return content_of(value, None, self._book.strings, since_1904=since_1904)

    def _empty_sheet(self, used: Range | None) -> None:
        if tables_of(self._book, self._sheet) or self._sheet.relationships.of_kind("pivotTable"):
            raise ValidationFailed(
                f"The sheet {self._sheet.name} holds a table or a pivot table, which replacing its "
                "cells would break; take mode write_range or append_rows."
            )
        if self._sheet.drop("mergeCells"):
            self._told.append(
                MapWarning(code="unmerged", message="Merged cells of the sheet were unmerged.")
            )
        if used is not None:
            self._blank(used)

    def _append_after(self, used: Range) -> Table | None:
        """Begin below what is there; return the table that the rows belong to."""
        last = used.last_row
        width = len(self._columns)
        for table in tables_of(self._book, self._sheet):
            area = table.area
            if not area.first_column <= self._column <= area.last_column:
                continue
            if area.last_row < last:
                continue
            if table.totals_rows:
                raise ValidationFailed(
                    f"The table {table.name} ends in a totals row, below which rows would not "
                    "belong to it; take mode write_range."
                )
            self._row = area.last_row + 1
            fits = (area.first_column, area.col_count) == (self._column, width)
            self._compare_header(area.first_row)
            return table if fits else None
        self._row = last + 1
        self._compare_header(used.first_row)
        return None

    def _compare_header(self, number: int) -> None:
        """Say where the rows are not of the columns that stand above them."""
        names = [column.source.name for column in self._columns]
        row = self._sheet.rows.peek(number)
        found = 0
        for offset, name in enumerate(names):
            cell = row.cell(self._column + offset) if row is not None else None
            found += cell is not None and value_of(self._book, cell) == name
        if 0 < found < len(names):
            self._told.append(
                MapWarning(
                    code="other_columns",
                    message=f"Only {found} of {len(names)} columns have the names that row "
                    f"{number} gives; check that each stands in its column.",
                )
            )

    def _clear(self, used: Range | None) -> None:
        if used is None or used.last_row < self._row:
            return
        width = len(self._columns)
        self._blank(Range(self._row, used.last_row, self._column, self._column + width - 1))

    def _blank(self, area: Range) -> None:
        writes = [
            Write(number, column, BLANK, None, "target")
            for number in self._sheet.rows.between(area.first_row, area.last_row)
            if (row := self._sheet.rows.peek(number)) is not None
            for column, cell in row.cells.items()
            if area.first_column <= column <= area.last_column and not cell.is_blank
        ]
        if writes:
            write_cells(self._book, self._sheet, writes, self._report)


def _batched(writes: Iterator[Write]) -> Iterator[list[Write]]:
    batch: list[Write] = []
    for write in writes:
        batch.append(write)
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _grow(book: EditedBook, table: Table, last: int) -> None:
    """Have a table take the rows that were appended to it."""
    area = table.area
    grown = str(Range(area.first_row, last, area.first_column, area.last_column))
    table.root.set("ref", grown)
    for found in table.root.iterfind(f"{MAIN}autoFilter"):
        found.set("ref", grown)
    book.changed(table.part)
