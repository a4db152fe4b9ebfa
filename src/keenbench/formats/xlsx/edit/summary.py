"""Amounts of several sheets added up by category."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import MAX_ROW, Range
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.cell_values import values_in
from keenbench.formats.xlsx.edit.op_parts import Scalar
from keenbench.formats.xlsx.edit.ops import SummarizeByCategory
from keenbench.formats.xlsx.edit.overwrite import write_cells
from keenbench.formats.xlsx.edit.places import check_sheet_name, column_at
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.tables_of_sheet import tables_of
from keenbench.formats.xlsx.edit.values import content_of
from keenbench.formats.xlsx.edit.write import Write

_NO_CATEGORY = "(blank)"
# What people call the row that adds up the others.
_TOTAL = re.compile(
    r"(?:(?:grand|sub|net|overall)[ -]?)?(?:totals?|sums?|summe|gesamt(?:summe)?|somme|suma|totale|"
    r"totaal)\b.{0,40}",
    re.IGNORECASE,
)
_ADDS_UP = re.compile(r"\b(?:SUM|SUBTOTAL|AGGREGATE)\(|^[+(]?[^+]+(?:\+[^+]+)+$", re.IGNORECASE)


def summarize_by_category(book: EditedBook, op: SummarizeByCategory, report: OpReport) -> None:
    """Write one row a category and one column a source sheet, with totals for several sheets."""
    category_column, amount_column = column_at(op.category_col), column_at(op.amount_col)
    names: list[str] = []
    sums: dict[str, list[Decimal]] = {}
    header = op.category_header
    skipped = rows = 0
    left_out: list[str] = []
    for at, name in enumerate(op.source_sheets):
        source = book.sheet(name, report, f"source_sheets[{at}]")
        if source.name == op.sheet or source.name in names:
            raise refused(report, f"source_sheets[{at}]", "is named twice, or is the target.")
        names.append(source.name)
        found = _pairs(book, source.name, category_column, amount_column)
        totals_rows = _totals_rows(book, source, amount_column, found)
        left_out += [f"{source.name}!{number}" for number in totals_rows]
        for number, (category, amount) in found.items():
            if isinstance(amount, bool) or not isinstance(amount, int | float):
                if isinstance(category, str) and header is None and number == min(found):
                    header = category
                elif amount is not None:
                    skipped += 1
                continue
            if number in totals_rows:
                continue
            key = _NO_CATEGORY if category in (None, "") else str(category)
            rows += 1
            totals = sums.setdefault(key, [Decimal(0)] * len(op.source_sheets))
            totals[at] += Decimal(repr(amount))
    if left_out:
        named = ", ".join(left_out[:5]) + (" and more" if len(left_out) > 5 else "")
        report.count(totals_rows_left_out=len(left_out))
        report.warn(
            "totals_left_out",
            f"Rows that add up the others were not counted again: {named}.",
        )
    if skipped:
        report.warn("not_numbers", f"{skipped} amounts are no numbers and were left out.")
    if _NO_CATEGORY in sums:
        report.warn("no_category", f'Amounts without a category are summed as "{_NO_CATEGORY}".')
    _write(book, op, report, _table(header or "Category", names, sums))
    report.count(categories=len(sums), rows=rows)


def _pairs(book: EditedBook, sheet: str, category: int, amount: int) -> dict[int, tuple[Any, Any]]:
    """Return category and amount of each row that holds either."""
    source = book.find_sheet(sheet)
    assert source is not None
    found: dict[int, tuple[Any, Any]] = {}
    for row, _, value in values_in(book, source, Range(1, MAX_ROW, category, category)):
        found[row] = (value, None)
    for row, _, value in values_in(book, source, Range(1, MAX_ROW, amount, amount)):
        found[row] = (found.get(row, (None, None))[0], value)
    return dict(sorted(found.items()))


def _totals_rows(
    book: EditedBook, source: EditedSheet, amount: int, found: dict[int, tuple[Any, Any]]
) -> set[int]:
    """Return the rows that add up others: by a table's own word, or by name and formula."""
    rows: set[int] = set()
    for table in tables_of(book, source):
        if table.totals is not None and table.totals.first_row in found:
            rows.add(table.totals.first_row)
    before = Decimal(0)
    for number, (category, value) in found.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        cell = source.cell(number, amount)
        formula = cell.formula[1] if cell is not None and cell.formula is not None else ""
        exact = Decimal(repr(value))
        named = isinstance(category, str) and _TOTAL.fullmatch(category.strip()) is not None
        if named and (_ADDS_UP.search(formula) or (before and exact == before)):
            rows.add(number)
        else:
            before += exact
    return rows


def _table(header: str, names: list[str], sums: dict[str, list[Decimal]]) -> list[list[Scalar]]:
    several = len(names) > 1
    table: list[list[Scalar]] = [[header, *names, *(["Total"] if several else [])]]
    for category, totals in sums.items():
        shown = [*totals, *([sum(totals, Decimal(0))] if several else [])]
        table.append([category, *(float(total) for total in shown)])
    return table


def _write(
    book: EditedBook, op: SummarizeByCategory, report: OpReport, table: list[list[Scalar]]
) -> None:
    target = book.find_sheet(op.sheet)
    if target is None:
        try:
            target = book.add_sheet(check_sheet_name(op.sheet))
        except ValueError as why:
            raise refused(report, "sheet", f"{why}.") from None
    target = book.sheet(op.sheet, report)
    area = Range(1, len(table), 1, len(table[0]))
    if any(True for _ in values_in(book, target, area)):
        report.warn("replaced", f"Cells of {op.sheet} in {area} were replaced.")
    writes = [
        Write(
            row,
            column,
            content_of(value, None, book.strings, since_1904=book.since_1904),
            None,
            "sheet",
            value if isinstance(value, str) else None,
        )
        for row, values in enumerate(table, 1)
        for column, value in enumerate(values, 1)
    ]
    write_cells(book, target, writes, report)
    report.count(range=str(area))


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {
    "summarize_by_category": summarize_by_category
}
