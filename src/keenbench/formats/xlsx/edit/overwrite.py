"""Putting content into cells without breaking what other cells, tables and formulas rely on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import Range, cell_name
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.cell_xml import Cell, formula_xml
from keenbench.formats.xlsx.edit.dynamic_arrays import spilling
from keenbench.formats.xlsx.edit.pivots import pivot_tables
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.table_cells import follow_header, follow_totals
from keenbench.formats.xlsx.edit.tables_of_sheet import tables_of
from keenbench.formats.xlsx.edit.values import BLANK, Content
from keenbench.formats.xlsx.edit.write import Write
from keenbench.formats.xlsx.translated import translated


@dataclass
class _Shared:
    """The first of the cells that share a formula, which is about to go."""

    number: str
    row: int
    column: int
    text: str


@dataclass
class Written:
    cells: int = 0
    formulas: int = 0
    replaced_formulas: int = 0
    masters: list[_Shared] = field(default_factory=list)


def write_cells(
    book: EditedBook, sheet: EditedSheet, writes: list[Write], report: OpReport
) -> Written:
    """Write cells, or raise where something would break."""
    filled = [write for write in writes if write.content is not None]
    _refuse_covered(sheet, filled, report)
    cleared = _refuse_cut_arrays(sheet, filled, report)
    _refuse_pivots(book, sheet, filled, report)
    for table in tables_of(book, sheet):
        follow_header(book, table, filled, report)
        follow_totals(book, table, filled)
    done = Written()
    by_row: dict[int, list[Write]] = {}
    for write in [*writes, *cleared]:
        by_row.setdefault(write.row, []).append(write)
    for number, of_row in sorted(by_row.items()):
        _write_row(book, sheet, number, of_row, done, report)
    for master in done.masters:
        _move_shared(book, sheet, master)
    sheet.touched()
    if filled:
        book.values_changed = True
    if book.inputs is not None:
        book.inputs |= {(sheet.name, one.row, one.column) for one in (*filled, *cleared)}
    return done


def _write_row(
    book: EditedBook,
    sheet: EditedSheet,
    number: int,
    writes: list[Write],
    done: Written,
    report: OpReport,
) -> None:
    row = sheet.rows.touch(number)
    for write in writes:
        column = write.column
        old = row.cells.get(column)
        base = old.style if old is not None else sheet.style_at(number, column)
        style = base
        content = write.content
        if content is not None and content.moment is not None:
            style = book.styles.dated(style, content.moment)
        if write.style is not None:
            style = book.styles.applied(style, write.style, report.warn)
        if content is None:
            if style == base and old is None:
                continue
            if old is not None:
                old.set_style(style)
                sheet.put(number, old)
            else:
                sheet.put(number, Cell.made(number, column, style))
            done.cells += 1
            continue
        if old is not None:
            _let_go(book, sheet, number, old, done)
        if content.is_blank and not style:
            row.cells.pop(column, None)
            sheet.touched()
        elif content.spills:
            sheet.put(number, _spilling_cell(book, number, column, style, content))
        else:
            sheet.put(number, Cell.made(number, column, style, content.kind, content.xml))
        if content.is_formula:
            # One that spills the chain would have to call so; Excel adds what it misses.
            if not content.spills:
                book.calculation.formula_written(sheet.sheet_id, cell_name(number, column))
            done.formulas += 1
        done.cells += 1


def _spilling_cell(book: EditedBook, row: int, column: int, style: int, content: Content) -> Cell:
    """Return a cell with a formula that spills; over which cells is seen when it is computed."""
    said = {"t": "array", "ref": cell_name(row, column)}
    made = formula_xml(said, content.formula or "")
    # A result stands in the content only where it is known: of a formula that is taken back.
    result = content.xml[content.xml.find(b"<v") :] if b"<v" in content.xml else b""
    return Cell.made(row, column, style, content.kind, made + result, spilling(book))


def _let_go(book: EditedBook, sheet: EditedSheet, row: int, old: Cell, done: Written) -> None:
    """Note what goes with the content of a cell."""
    if old.kind == b"s":
        book.strings.dropped()
    formula = old.formula
    if formula is None:
        return
    done.replaced_formulas += 1
    book.calculation.formula_gone(sheet.sheet_id, cell_name(row, old.column))
    attributes, text = formula
    if attributes.get("t") == "shared" and text and "si" in attributes:
        done.masters.append(_Shared(attributes["si"], row, old.column, text))


def _move_shared(book: EditedBook, sheet: EditedSheet, gone: _Shared) -> None:
    """Give the formula to the next of the cells that share it."""
    needles = (f'si="{gone.number}"'.encode(), f"si='{gone.number}'".encode())
    left: list[tuple[int, int]] = []
    for number in sheet.rows.holding(*needles):
        row = sheet.rows.peek(number)
        assert row is not None
        for column in sorted(row.cells):
            formula = row.cells[column].formula
            if formula is None or formula[0].get("t") != "shared":
                continue
            if formula[0].get("si") != gone.number:
                continue
            if formula[1]:
                break  # another master took over from here on
            left.append((number, column))
    if not left:
        return
    rows, columns = [row for row, _ in left], [column for _, column in left]
    area = Range(min(rows), max(rows), min(columns), max(columns))
    first, column = left[0]
    cell = sheet.rows.touch(first).cells[column]
    text = translated(gone.text, first - gone.row, column - gone.column)
    single = len(left) == 1
    shared = {"t": "shared", "ref": str(area), "si": gone.number}
    cell.set_formula({} if single else shared, text)
    sheet.touched()


def _refuse_covered(sheet: EditedSheet, writes: Iterable[Write], report: OpReport) -> None:
    merges = sheet.merges()
    if not merges:
        return
    for write in writes:
        assert write.content is not None
        if write.content.is_blank:
            continue
        for area in merges:
            first = (area.first_row, area.first_column)
            if area.holds(write.row, write.column) and (write.row, write.column) != first:
                raise refused(
                    report,
                    write.key,
                    f"would write {cell_name(write.row, write.column)}, which the merged cells "
                    f"{area} cover; write {cell_name(*first)}, or unmerge them first.",
                )


def _refuse_pivots(
    book: EditedBook, sheet: EditedSheet, writes: Iterable[Write], report: OpReport
) -> None:
    for pivot in pivot_tables(book, sheet):
        for write in writes:
            if pivot.area.holds(write.row, write.column):
                raise refused(
                    report,
                    write.key,
                    f"would write {cell_name(write.row, write.column)}, part of the pivot table "
                    f"{pivot.name} ({pivot.area}), which the next refresh would write over; "
                    "change its source, or write beside it.",
                )


def _refuse_cut_arrays(sheet: EditedSheet, writes: list[Write], report: OpReport) -> list[Write]:
    """Raise where part of what one formula fills would go; return what goes with it."""
    cleared: list[Write] = []
    for area, row, column in sheet.arrays():
        if area.cell_count == 1:
            continue
        inside = {
            (write.row, write.column): write
            for write in writes
            if area.holds(write.row, write.column)
        }
        if not inside or len(inside) == area.cell_count:
            continue
        anchor = sheet.cell(row, column)
        spills = anchor is not None and b"cm" in anchor.attributes
        first = next(iter(inside.values()))
        if spills and (row, column) in inside:
            cleared += [
                Write(r, c, BLANK, None, first.key)
                for r in sheet.rows.between(area.first_row, area.last_row)
                for c in range(area.first_column, area.last_column + 1)
                if (r, c) not in inside and sheet.cell(r, c) is not None
            ]
            continue
        raise refused(
            report,
            first.key,
            f"would write {cell_name(first.row, first.column)}, part of what the array formula in "
            f"{cell_name(row, column)} fills ({area}); write all of {area}, or leave it.",
        )
    return cleared
