"""One version of a workbook, as a comparison sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from keenbench.formats.comparing import Ids
from keenbench.formats.xlsx.addresses import MAX_COLUMN, Range
from keenbench.formats.xlsx.cells import Cell, CellReader
from keenbench.formats.xlsx.diff.rows import Keying, RowIndex, RowScanner
from keenbench.formats.xlsx.diff.shifts import SheetShift
from keenbench.formats.xlsx.looks import Looks
from keenbench.formats.xlsx.scan import scan_sheet
from keenbench.formats.xlsx.sheet_rows import cells_of
from keenbench.formats.xlsx.workbook import OpenBook, Sheet

_BLANK = Cell()


@dataclass(slots=True)
class Held:
    """A cell with its style; `cell` is blank for one that has only a look."""

    cell: Cell
    style: bytes


class Version:
    """A workbook and what was scanned of it."""

    def __init__(self, opened: OpenBook) -> None:
        self.opened = opened
        self.looks: Looks = opened.looks()
        self._readers: dict[str, tuple[RowIndex, CellReader]] = {}

    @property
    def sheets(self) -> list[Sheet]:
        return self.opened.book.sheets

    def scan(self, sheet: Sheet, keying: Keying) -> RowIndex:
        """Pass over a sheet and key its rows."""
        part = sheet.part
        with self.opened.reading(sheet):
            assert part is not None
            member = self.opened.book.members[part]
            styles = len(self.looks)
            found = scan_sheet(
                self.opened.file, member, lambda source: RowScanner(source, keying, styles)
            )
        assert isinstance(found, RowIndex)
        book = self.opened.book
        reader = CellReader(
            self.opened.file, found, self.opened.strings, book.styles, book.since_1904
        )
        self._readers[part] = (found, reader)
        return found

    def rows(self, sheet: Sheet, numbers: Iterable[int]) -> dict[int, dict[int, Held]]:
        """Return the cells of some rows, blank ones with a style too."""
        assert sheet.part is not None
        index, reader = self._readers[sheet.part]
        found: dict[int, dict[int, Held]] = {}
        with self.opened.reading(sheet):
            for first, last in _stretches(numbers):
                values = reader.read(Range(first, last, 1, MAX_COLUMN))
                for number, piece in index.rows(self.opened.file, first, last):
                    there = values.get(number, {})
                    cells = found.setdefault(number, {})
                    for column, attributes, _ in cells_of(piece[piece.rfind(b"<row") :]):
                        style = attributes.get(b"s", b"0")
                        cells[column] = Held(there.get(column, _BLANK), style)
        return found


def _stretches(numbers: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Give runs of neighbouring rows, so that each is read at once."""
    first = last = 0
    for number in sorted(numbers):
        if first and number <= last + 1 and number - first < 2_000:
            last = number
            continue
        if first:
            yield first, last
        first = last = number
    if first:
        yield first, last


@dataclass(frozen=True)
class BothBooks:
    """Two versions of a workbook, and how what one says is found in the other."""

    old: Version
    new: Version
    # By folded old name; and back, by folded new name.
    shifts: Mapping[str, SheetShift]
    back: Mapping[str, SheetShift]
    ids: Ids
