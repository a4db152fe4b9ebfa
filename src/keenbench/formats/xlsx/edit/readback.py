"""Reading a written workbook back with the readers that everyone else uses."""

from __future__ import annotations

from keenbench.errors import ValidationFailed
from keenbench.formats.package import Package
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.rows import SheetRows
from keenbench.formats.xlsx.part_access import Member, PartDamaged, ZipSource
from keenbench.formats.xlsx.plain_xml import Hostile
from keenbench.formats.xlsx.scan import SheetIndex, scan_sheet

_SAMPLE = 2_000


def read_back(after: Package, book: EditedBook, written: dict[str, list[tuple[int, int]]]) -> None:
    """Raise unless every cell that was written stands in its sheet as it was meant."""
    rows = {sheet.part: sheet.rows for sheet in book.sheets if sheet.part in written}
    for part, cells in written.items():
        found = after.find(part)
        if found is None:
            raise _unwritten(after)
        try:
            index = scan_sheet(after.file, Member.of(part, found.info))
            _compare(after, index, rows[part], cells)
        except (PartDamaged, Hostile):
            raise _unwritten(after) from None


def _compare(
    after: Package, index: SheetIndex, rows: SheetRows, cells: list[tuple[int, int]]
) -> None:
    numbers = sorted({row for row, _ in cells})[:_SAMPLE]
    columns: dict[int, set[int]] = {}
    for row, column in cells:
        columns.setdefault(row, set()).add(column)
    for number in numbers:
        expected = rows.peek(number)
        if expected is None:
            continue
        found = dict(index.rows(after.file, number, number)).get(number)
        for column in columns[number]:
            cell = expected.cell(column)
            if cell is None:
                continue
            # A sheet that had to be rewritten to be scanned is another text of the same cells.
            if found is None or (isinstance(index.source, ZipSource) and cell.xml not in found):
                raise _unwritten(after)


def _unwritten(after: Package) -> ValidationFailed:
    return ValidationFailed(
        "The edit was refused, for its result does not read back. The file is unchanged.",
        subphase="fidelity",
        path=after.path,
    )
