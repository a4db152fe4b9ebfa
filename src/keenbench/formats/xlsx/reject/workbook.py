"""Changes of a workbook taken back, through the same patcher that makes edits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import BinaryIO

from keenbench.errors import ValidationFailed
from keenbench.formats import fidelity
from keenbench.formats.applying import Op, OpReport
from keenbench.formats.call import Call
from keenbench.formats.package import Package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.rejecting import (
    Rejected,
    RejectParams,
    not_rejectable,
    refused,
    take_back,
)
from keenbench.formats.xlsx.addresses import MAX_COLUMN, column_number, find_range
from keenbench.formats.xlsx.diff.changes import REJECTABLE, XlsxChange
from keenbench.formats.xlsx.diff.shifts import SheetShift
from keenbench.formats.xlsx.diff.workbook import BooksCompared, compare_books
from keenbench.formats.xlsx.edit.apply import run
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.ops import (
    DeleteColumns,
    DeleteRows,
    DeleteSheet,
    InsertColumns,
    InsertRows,
    RenameSheet,
)
from keenbench.formats.xlsx.edit.overwrite import write_cells
from keenbench.formats.xlsx.edit.readback import read_back
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.values import BLANK
from keenbench.formats.xlsx.edit.write import Write
from keenbench.formats.xlsx.reject.beside import BESIDE, Beside
from keenbench.formats.xlsx.reject.cells import OldCells
from keenbench.formats.xlsx.reject.places import Step, Steps

_ROW_SIZE = (b"ht", b"customHeight", b"hidden", b"s", b"customFormat", b"outlineLevel")
_LAST_COLUMN = min(2_000, MAX_COLUMN)
_MOVES: dict[tuple[str, str], tuple[type[Op], str]] = {
    ("insert", "rows"): (InsertRows, "row"),
    ("delete", "rows"): (DeleteRows, "row"),
    ("insert", "columns"): (InsertColumns, "column"),
    ("delete", "columns"): (DeleteColumns, "column"),
}


def reject_cells(call: Call, params: RejectParams) -> Rejected:
    def compare(old: BinaryIO | None, new: BinaryIO | None) -> BooksCompared:
        return compare_books(call, old, new, params.path)

    def put_back(old: BinaryIO, new: BinaryIO, chosen: Sequence[XlsxChange]) -> None:
        _check_kinds(chosen, params)
        _Putting(call, params, compare(old, new), old, new).put_back(chosen)

    return take_back(call, params, compare, put_back, _is_result, _mends)


def _is_result(change: XlsxChange) -> bool:
    """Return whether a formula only shows another result, or lost its cells: it follows."""
    return change.type == "cell" and change.follows


def _mends(change: XlsxChange) -> bool:
    return change.type in ("cell", "name_changed", "name_removed")


def _check_kinds(chosen: Sequence[XlsxChange], params: RejectParams) -> None:
    other = [change for change in chosen if change.type not in REJECTABLE]
    if other:
        kind = other[0].type.replace("_", " ")
        raise not_rejectable(f"This kind of change ({kind})", params, other)
    if all(_is_result(change) for change in chosen):
        raise refused(
            "Only the result of a formula differs, or cells it refers to are gone, which follows "
            "from other changes; take those back.",
            "not_rejectable",
            params,
            chosen,
        )


class _Putting:
    def __init__(
        self, call: Call, params: RejectParams, found: BooksCompared, old: BinaryIO, new: BinaryIO
    ) -> None:
        self._call, self._params, self._found = call, params, found
        self._old = EditedBook(PackageEdit(Package(old, params.path)))
        self._book = EditedBook(PackageEdit(Package(new, params.path)))
        self._cells = OldCells(self._old, self._book)
        self._report = OpReport(index=0, op="reject")

    def put_back(self, chosen: Sequence[XlsxChange]) -> None:
        try:
            for change in chosen:
                if change.type in BESIDE:
                    BESIDE[change.type](self._beside(change))
            by_sheet: dict[str, list[XlsxChange]] = {}
            for change in chosen:
                if change.sheet is not None:
                    by_sheet.setdefault(change.sheet, []).append(change)
            shifts = dict(self._found.shifts)
            for name, changes in by_sheet.items():
                self._put_cells(name, changes)
            for name, changes in by_sheet.items():
                self._move(name, changes, shifts)
            self._sheets(chosen)
            self._save()
        except ValidationFailed as error:
            if error.fields["subphase"] in ("not_rejectable", "depends", "signed"):
                raise
            message = error.message.removeprefix("ops[0]: ").removeprefix("ops[0].")
            raise refused(
                f"It cannot be taken back alone: {message}", "depends", self._params
            ) from None
        finally:
            self._book.close()
            self._old.close()

    def _beside(self, change: XlsxChange) -> Beside:
        sheet = self._book.find_sheet(change.sheet) if change.sheet is not None else None
        return Beside(self._book, self._found, change, sheet, self._source(change.sheet))

    def _source(self, name: str | None) -> EditedSheet | None:
        old = self._found.old_names.get(name) if name is not None else None
        return self._old.find_sheet(old) if old is not None else None

    def _put_cells(self, name: str, changes: Sequence[XlsxChange]) -> None:
        places = {}
        for change in changes:
            if change.type == "cell" and change.cell is not None and not _is_result(change):
                places[_place(change.old_cell or change.cell)] = _place(change.cell)
        if places:
            source, target = self._pair(name)
            self._cells.put(source, target, places, self._found.shifts)

    def _pair(self, name: str) -> tuple[EditedSheet, EditedSheet]:
        target = self._book.sheet(name, self._report)
        return self._cells.sheet(self._found.old_names[name]), target

    # Rows and columns.

    def _move(
        self, name: str, changes: Sequence[XlsxChange], shifts: dict[str, SheetShift]
    ) -> None:
        """Take rows and columns out that came, and put those back in that went."""
        old_name = self._found.old_names.get(name)
        if old_name is None:
            return
        shift = shifts[old_name.casefold()]
        rows = Steps("rows", shift.rows)
        columns = Steps("columns", shift.columns)
        for change in changes:
            kind = change.type
            if kind in ("row_inserted", "row_moved") and change.row is not None:
                rows.gone.append(change.row)
            if kind in ("row_deleted", "row_moved") and change.old_row is not None:
                rows.back.append(change.old_row)
            if kind == "column_inserted" and change.column is not None:
                columns.gone.append(column_number(change.column))
            if kind == "column_deleted" and change.old_column is not None:
                columns.back.append(column_number(change.old_column))
        # Below the last row there is nothing to follow: such rows are only emptied.
        end = shift.rows.to_new(self._found.last_rows.get(old_name, 0)) or 0
        below = [row for row in rows.gone if row > end]
        if below and not rows.back:
            rows.gone = [row for row in rows.gone if row <= end]
            self._empty(name, below)
        if not rows and not columns:
            return
        for steps in (rows, columns):
            for step in steps.in_order():
                self._step(name, steps.axis, step)
        last = self._found.last_rows.get(old_name, 0)
        final = SheetShift(
            name,
            rows.final(last) if rows else shift.rows,
            columns.final(_LAST_COLUMN) if columns else shift.columns,
        )
        self._fill(name, rows, columns, final, shifts | {old_name.casefold(): final})
        shifts[old_name.casefold()] = final

    def _empty(self, name: str, numbers: Sequence[int]) -> None:
        sheet = self._book.sheet(name, self._report)
        for number in numbers:
            row = sheet.rows.peek(number)
            if row is not None:
                writes = [Write(number, column, BLANK, None, "change_ids") for column in row.cells]
                write_cells(self._book, sheet, writes, self._report)
                sheet.rows.remove(number)
        sheet.written = {place: None for place in sheet.written if place[0] not in numbers}
        sheet.touched()

    def _step(self, name: str, axis: str, step: Step) -> None:
        verb = "insert" if step.comes else "delete"
        kind, key = _MOVES[verb, axis]
        op = {"op": f"{verb}_{axis}", "sheet": name, key: step.at, "count": step.count}
        run(self._book, kind.model_validate(op), self._report)

    def _fill(
        self,
        name: str,
        rows: Steps,
        columns: Steps,
        final: SheetShift,
        shifts: Mapping[str, SheetShift],
    ) -> None:
        """Give the rows and columns that came back what they held."""
        source, target = self._pair(name)
        places = {}
        for old in rows.back:
            new = final.rows.to_new(old)
            held = source.rows.peek(old)
            if new is None or held is None:
                continue
            row = target.rows.touch(new)
            row.cells.clear()
            for word in _ROW_SIZE:
                row.attributes.pop(word, None)
                if word in held.attributes:
                    row.attributes[word] = held.attributes[word]
            for column in held.cells:
                place = final.columns.to_new(column)
                if place is not None:
                    places[old, column] = (new, place)
        for column in columns.back:
            new_column = final.columns.to_new(column)
            for number in source.rows.numbers() if new_column is not None else ():
                held = source.rows.peek(number)
                new = final.rows.to_new(number)
                if held is not None and column in held.cells and new is not None:
                    assert new_column is not None
                    places[number, column] = (new, new_column)
        self._cells.put(source, target, places, shifts)

    # Sheets.

    def _sheets(self, chosen: Sequence[XlsxChange]) -> None:
        for change in chosen:
            if change.type == "sheet_added":
                assert change.sheet is not None
                run(self._book, DeleteSheet(op="delete_sheet", sheet=change.sheet), self._report)
            elif change.type == "sheet_renamed":
                assert change.sheet is not None
                assert change.text_before is not None
                op = RenameSheet(op="rename_sheet", sheet=change.sheet, new_name=change.text_before)
                run(self._book, op, self._report)

    def _save(self) -> None:
        book = self._book
        book.settle()
        book.ask_for_results()
        fidelity.save(
            self._call,
            book.edit,
            book.touched(),
            allow_break_signature=True,  # it was given up with the change
            read_back=lambda after: read_back(after, book),
        )


def _place(cell: str) -> tuple[int, int]:
    area = find_range(cell)
    assert area is not None
    return area.first_row, area.first_column
