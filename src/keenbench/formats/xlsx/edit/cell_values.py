"""What cells of a workbook that is being edited hold: their saved values."""

from __future__ import annotations

from collections.abc import Iterator

from keenbench.formats.xlsx.addresses import Range
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.cell_xml import Cell
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.xml_text import decoded, string_text

Value = str | int | float | bool | None


def value_of(book: EditedBook, cell: Cell | None) -> Value:
    """Return the value of a cell; the saved result where it holds a formula."""
    if cell is None:
        return None
    kind = cell.kind
    if kind == b"inlineStr":
        return string_text(cell.content)
    said = cell.value
    if said is None:
        return None
    if kind == b"s":
        return book.strings.text(int(said)) if said.strip().isdigit() else None
    if kind == b"b":
        return said.strip() in ("1", "true")
    if kind in (b"str", b"e", b"d"):
        return decoded(said)
    try:
        number = float(said)
    except ValueError:
        return None
    return int(said) if said.strip().lstrip("-").isdigit() and abs(number) < 2**53 else number


def values_in(
    book: EditedBook, sheet: EditedSheet, area: Range
) -> Iterator[tuple[int, int, Value]]:
    """Give row, column and value of every cell of a range that holds something."""
    for number in sheet.rows.between(area.first_row, area.last_row):
        row = sheet.rows.peek(number)
        assert row is not None
        for column in sorted(row.cells):
            if area.first_column <= column <= area.last_column:
                value = value_of(book, row.cells[column])
                if value is not None:
                    yield number, column, value
