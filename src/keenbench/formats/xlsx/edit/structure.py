"""Operations that move cells or sheets, so that everything that refers to them must follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range, column_name
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.cell_xml import Cell, escaped
from keenbench.formats.xlsx.edit.copy_sheet import copy_sheet
from keenbench.formats.xlsx.edit.delete_sheet import delete_sheet
from keenbench.formats.xlsx.edit.holders import (
    SHEETS_WITH_CELLS,
    Follow,
    Walked,
    drop_chain,
    follow_everywhere,
    tell_broken,
)
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.ops import (
    DeleteColumns,
    DeleteRows,
    InsertColumns,
    InsertRows,
    RenameSheet,
)
from keenbench.formats.xlsx.edit.protection import warn_protected
from keenbench.formats.xlsx.edit.references import (
    renamed,
    shifted,
    shifted_blocks,
)
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xlsx.edit.shift_cells import shift_cells, shift_widths, unshare
from keenbench.formats.xlsx.edit.shift_parts import shift_parts, shift_sheet_anchors
from keenbench.formats.xlsx.edit.shift_sheet import find_block, shift_sheet, written
from keenbench.formats.xlsx.edit.shift_tables import (
    TableShift,
    shift_table,
    without_columns,
    without_own_columns,
    without_table,
)
from keenbench.formats.xlsx.edit.sort import sort_range
from keenbench.formats.xlsx.edit.titles import rename_in_properties
from keenbench.formats.xlsx.formulas import GONE, references

if TYPE_CHECKING:
    from keenbench.formats.xlsx.edit.sheet import EditedSheet

_BLOCK_NAMES = ("_xlnm.print_area", "_xlnm.print_titles", "_xlnm._filterdatabase")


def insert_rows(book: EditedBook, op: InsertRows, report: OpReport) -> None:
    _shift(book, Shift(op.sheet, "rows", op.row, op.count), report)


def delete_rows(book: EditedBook, op: DeleteRows, report: OpReport) -> None:
    count = min(op.count, MAX_ROW - op.row + 1)
    _shift(book, Shift(op.sheet, "rows", op.row, count, deletes=True), report)


def insert_columns(book: EditedBook, op: InsertColumns, report: OpReport) -> None:
    _shift(book, Shift(op.sheet, "columns", int(op.column), op.count), report)


def delete_columns(book: EditedBook, op: DeleteColumns, report: OpReport) -> None:
    column = int(op.column)
    count = min(op.count, MAX_COLUMN - column + 1)
    _shift(book, Shift(op.sheet, "columns", column, count, deletes=True), report)


def rename_sheet(book: EditedBook, op: RenameSheet, report: OpReport) -> None:
    sheet = book.find_sheet(op.sheet) or book.sheet(op.sheet, report)
    old, new = sheet.name, op.new_name
    taken = (other for other in book.sheets if other is not sheet)
    if any(other.name.casefold() == new.casefold() for other in taken):
        raise refused(report, "new_name", f"is taken: there is a sheet {new} already.")
    walked = follow_everywhere(
        book,
        Follow(
            formula=lambda text, _: renamed(text, old, new),
            name=lambda _, text: renamed(text, old, new),
            source=lambda named, ref: (new if named.casefold() == old.casefold() else named, ref),
            keeps_shared=True,
        ),
    )
    for element in book.workbook.iterfind(f"{MAIN}sheets/{MAIN}sheet"):
        if element.get("name") == old:
            element.set("name", new)
    sheet.name = new
    book.changed(book.main)
    rename_in_properties(book, old, new)
    report.count(formulas_changed=walked.formulas)
    walked.warn(report)


def _shift(book: EditedBook, shift: Shift, report: OpReport) -> None:
    sheet = book.sheet(shift.sheet, report)
    shift = Shift(sheet.name, shift.axis, shift.at, shift.count, shift.deletes)
    warn_protected(sheet, report)
    drop_chain(book)
    tables = _shift_tables(book, sheet, shift)

    def formula(text: str, home: str | None) -> str:
        moved = shifted(text, home, shift)
        for table in tables:
            if table.gone:
                moved = without_columns(moved, table.name, table.gone)
            elif table.is_deleted:
                moved = without_table(moved, table.name)
        return moved

    own = _break_own_references(book, sheet, tables)
    walked = follow_everywhere(
        book,
        Follow(
            formula=formula,
            name=lambda name, text: _shifted_name(name, text, shift),
            source=lambda named, ref: (named, _shifted_source(named, ref, shift)),
            keeps_shared=False,
            apart=sheet.name,
        ),
    )
    shift_cells(sheet.rows, shift)
    shift_widths(sheet.frame, shift)
    shift_sheet(sheet.frame, shift, sheet.name)
    shift_sheet_anchors(sheet.frame, shift)
    for warning in shift_parts(book, sheet, shift):
        report.warn("drawing_moved", warning)
    moved = (shift.cell(*place) for place in sheet.written)
    sheet.written = dict.fromkeys(place for place in moved if place is not None)
    for table in tables:
        for (row, column), name in table.headers.items():
            style = sheet.style_at(row, column)
            content = f"<is><t>{escaped(name)}</t></is>".encode()
            sheet.put(row, Cell.made(row, column, style, b"inlineStr", content))
    sheet.frame_changed()
    sheet.touched()
    book.values_changed = True
    report.count(formulas_changed=walked.formulas + len(own))
    if shift.deletes:
        tell_broken(_left(dict.fromkeys([*own, *walked.broken]), shift), report)
    for table in tables:
        _warn_unfilled(book, table, shift, report)
    _drop_dead_filter_name(book, sheet)
    _warn(book, shift, walked, report)


def _shift_tables(book: EditedBook, sheet: EditedSheet, shift: Shift) -> list[TableShift]:
    found = []
    for relationship in sheet.relationships.of_kind("table"):
        part = relationship.part
        if part is None or part not in book.edit:
            continue
        root = book.edit.xml(part)
        is_query = bool(book.edit.relationships(part).of_kind("queryTable"))
        done = shift_table(root, shift, is_query=is_query)
        if done is not None:
            book.changed(part)
            done.part = part
            found.append(done)
            continue
        if any("slicer" in book.edit.content_type(name).lower() for name in book.edit.names()):
            raise ValidationFailed(
                "The edit would delete a table in a workbook with slicers, which may belong to it; "
                "remove the slicers first."
            )
        found.append(TableShift(root.get("displayName", ""), is_deleted=True))
        listed = sheet.frame.find(f"{MAIN}tableParts")
        for element in list(listed) if listed is not None else ():
            if relationship.id in element.attrib.values() and listed is not None:
                listed.remove(element)
                listed.set("count", str(len(listed)))
                if len(listed) == 0:
                    sheet.frame.remove(listed)
        book.unrelate(sheet.part, relationship.id)
        book.remove(part)
    return found


def _break_own_references(
    book: EditedBook, sheet: EditedSheet, tables: list[TableShift]
) -> list[tuple[str, int, int]]:
    """Have a table's own formulas lose its deleted columns; return the cells that did.

    They need not name the table, so that only their place tells which one they mean.
    """
    broken: list[tuple[str, int, int]] = []
    for table in tables:
        area = table.area
        if not table.gone or area is None:
            continue

        def followed(
            row: int,
            column: int,
            said: dict[str, str],
            text: str,
            table: TableShift = table,
            area: Range = area,
        ) -> tuple[dict[str, str], str] | None:
            if "[" not in text or not area.holds(row, column):
                return None
            new = without_own_columns(text, table.name, table.gone)
            if new == text:
                return None
            broken.append((sheet.name, row, column))
            return said, new

        if sheet.rows.holds(b"<f"):
            if sheet.rows.holds(b'"shared"', b"'shared'"):
                unshare(sheet.rows)
            sheet.rows.map_formulas(followed)
        for tag in ("calculatedColumnFormula", "totalsRowFormula"):
            for element in book.edit.xml(table.part).iter(f"{MAIN}{tag}"):
                element.text = without_own_columns(element.text or "", table.name, table.gone)
    return broken


def _left(places: Iterable[tuple[str, int, int]], shift: Shift) -> list[tuple[str, int, int]]:
    """Return where cells are after the edit, those left out that it deletes."""
    left = []
    for sheet, row, column in places:
        to = shift.cell(row, column) if shift.is_on(sheet) else (row, column)
        if to is not None:
            left.append((sheet, *to))
    return left


def _shifted_name(name: str, text: str, shift: Shift) -> str:
    if name.lower() in _BLOCK_NAMES:
        return shifted_blocks(text, None, shift) or GONE
    return shifted(text, None, shift, in_name=True)


def _shifted_source(sheet: str, ref: str, shift: Shift) -> str:
    """Return the cells that a pivot table or a consolidation takes its data from."""
    block = find_block(ref)
    if block is None or not shift.is_on(sheet):
        return ref
    if shift.axis == "rows" and shift.deletes and shift.line(block.first_row) is None:
        raise ValidationFailed(
            f"The edit would delete the header row of a pivot table's source, {sheet}!{ref}."
        )
    moved = shift.block(block)
    if moved is None:
        raise ValidationFailed(f"The edit would delete a pivot table's source, {sheet}!{ref}.")
    return written(moved)


def _drop_dead_filter_name(book: EditedBook, sheet: EditedSheet) -> None:
    """Remove the hidden names of filters and print areas whose cells are gone."""
    root = book.edit.xml(book.main)
    names = root.find(f"{MAIN}definedNames")
    for element in list(names) if names is not None else ():
        if element.get("name", "").lower() in _BLOCK_NAMES and element.text == GONE:
            assert names is not None
            names.remove(element)
            book.changed(book.main)
    if names is not None and len(names) == 0:
        root.remove(names)


def _warn_unfilled(book: EditedBook, table: TableShift, shift: Shift, report: OpReport) -> None:
    """Tell where new rows of a table have no formulas in its calculated columns."""
    area = table.area
    if area is None or shift.deletes or shift.axis != "rows":
        return
    if not area.first_row < shift.at <= area.last_row:
        return
    columns = [
        column_name(area.first_column + at)
        for at, column in enumerate(book.edit.xml(table.part).iter(f"{MAIN}tableColumn"))
        if column.find(f"{MAIN}calculatedColumnFormula") is not None
    ]
    if columns:
        report.warn(
            "calculated_columns",
            f"The new rows of table {table.name} are empty in its calculated columns "
            f"({', '.join(columns)}); write their formulas with set_cells.",
        )


def _warn(book: EditedBook, shift: Shift, walked: Walked, report: OpReport) -> None:
    walked.warn(report)
    over = 0
    for sheet in book.sheets:
        if sheet.kind in SHEETS_WITH_CELLS:
            over += sum(
                reference.last_sheet is not None
                for _, _, _, text in sheet.rows.formulas(b"!")
                if ":" in text
                for reference in references(text)
            )
    if over:
        report.warn(
            "several_sheets",
            f"{over} references over several sheets (Sheet1:Sheet3!A1) "
            "do not follow rows and columns of one sheet, as in Excel.",
        )
    if any(name.lower().endswith("vbaproject.bin") for name in book.edit.names()):
        report.warn("macros", "The workbook has macros; cells that they name do not follow.")


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {
    "insert_rows": insert_rows,
    "delete_rows": delete_rows,
    "insert_columns": insert_columns,
    "delete_columns": delete_columns,
    "rename_sheet": rename_sheet,
    "delete_sheet": delete_sheet,
    "copy_sheet": copy_sheet,
    "sort_range": sort_range,
}
