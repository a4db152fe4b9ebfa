"""The rows of a sheet as the bytes they are, with only the touched ones taken apart.

A sheet is never a tree here: one cell of a hundred thousand rows is changed by copying all rows but
one. The cells beside a changed one stay as they are written, with whatever extensions they carry.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator

from keenbench.formats.xlsx.addresses import MAX_ROW
from keenbench.formats.xlsx.edit.row_bytes import (
    NAMELESS,
    ChangeFormula,
    columns_in,
    formulas_in,
    renumbered,
    with_formulas,
)
from keenbench.formats.xlsx.edit.row_xml import Row
from keenbench.formats.xlsx.part_access import PartDamaged
from keenbench.formats.xlsx.sheet_rows import row_number

_ROW = re.compile(rb'<row(?:\sr="([0-9]{1,7})"|(?=[\s/>]))')
_CHUNK_BYTES = 1024 * 1024


class SheetRows:
    """All rows of a sheet."""

    def __init__(self, data: bytes, start: int, end: int) -> None:
        self._data = data
        self._numbers = array("L")
        self._starts = array("Q")
        self._end = end
        self._rows: dict[int, Row] = {}  # taken apart, and to be written as they now are
        self._gone: set[int] = set()
        self._named = False
        self._replaced = False
        self._index(start, end)

    def __contains__(self, number: int) -> bool:
        if number in self._rows:
            return True
        return number not in self._gone and self._at(number) is not None

    def numbers(self) -> list[int]:
        """Return the numbers of all rows that are there, ascending."""
        if not self._rows and not self._gone:
            return list(self._numbers)
        return sorted(set(self._numbers).difference(self._gone).union(self._rows))

    def peek(self, number: int) -> Row | None:
        """Return a row to look at; what is changed in it is not written."""
        if number in self._rows:
            return self._rows[number]
        at = None if number in self._gone else self._at(number)
        return None if at is None else Row.of(number, self._piece(at))

    def touch(self, number: int) -> Row:
        """Return a row to change, made where there was none."""
        row = self._rows.get(number)
        if row is None:
            if not 1 <= number <= MAX_ROW:
                raise RuntimeError(f"there is no row {number}")
            row = self._rows[number] = self.peek(number) or Row(number)
            self._gone.discard(number)
        return row

    def remove(self, number: int) -> None:
        self._rows.pop(number, None)
        if self._at(number) is not None:
            self._gone.add(number)

    def between(self, first: int, last: int) -> list[int]:
        """Return the numbers of the rows that are there from `first` to `last`."""
        low, high = bisect_left(self._numbers, first), bisect_right(self._numbers, last)
        kept = {number for number in self._numbers[low:high] if number not in self._gone}
        return sorted(kept.union(number for number in self._rows if first <= number <= last))

    def holding(self, *needles: bytes) -> list[int]:
        """Return the numbers of the rows whose XML holds any of the bytes; quick for few."""
        found: set[int] = set()
        for needle in needles:
            at = self._data.find(needle, self._first, self._end)
            while at >= 0:
                place = bisect_right(self._starts, at) - 1
                number = self._numbers[place]
                if number not in self._rows and number not in self._gone:
                    found.add(number)
                at = self._data.find(needle, self._piece_end(place), self._end)
        for number, row in self._rows.items():
            if number not in found and any(
                needle in cell.xml for cell in row.cells.values() for needle in needles
            ):
                found.add(number)
        return sorted(found)

    def touched_hold(self, needle: bytes) -> bool:
        """Return whether the bytes stand in a row that was taken apart."""
        return any(needle in cell.xml for row in self._rows.values() for cell in row.cells.values())

    def holds(self, *needles: bytes) -> bool:
        """Return whether any of the bytes stands in a row."""
        return any(needle in chunk for chunk in self.chunks() for needle in needles)

    def formulas(self, holding: bytes = b"") -> Iterator[tuple[int, int, dict[str, str], str]]:
        """Give row, column, attributes and text of every formula that holds the bytes."""
        self._name_cells()
        for chunk in self.chunks():
            yield from formulas_in(chunk, holding)

    def map_formulas(self, change: ChangeFormula) -> int:
        """Replace formulas by what `change` says, None leaving one; return how many it changed."""
        self._name_cells()
        count = 0
        pieces = []
        for chunk in self.chunks():
            new, changed = with_formulas(chunk, change)
            pieces.append(new)
            count += changed
        if count:
            self._replace(pieces)
        return count

    def map_bytes(self, change: Callable[[bytes], bytes]) -> None:
        """Replace the rows by what `change` makes of their XML, some whole rows at a time."""
        self._name_cells()
        self._replace([change(chunk) for chunk in self.chunks()])

    def last_column(self) -> int:
        """Return the last column in which a cell stands."""
        self._name_cells()
        return max((max(columns_in(chunk), default=0) for chunk in self.chunks()), default=0)

    def xml(self, number: int) -> bytes | None:
        """Return a row as it is now, each of its cells with a name."""
        self._name_cells()
        if number in self._rows:
            return self._rows[number].xml()
        at = None if number in self._gone else self._at(number)
        return None if at is None else self._piece(at)

    def replace_between(self, first: int, last: int, rows: Iterable[bytes]) -> None:
        """Replace the rows from `first` to `last` by others, in their order."""
        between = b"".join(rows)
        if self._rows or self._gone:
            self._replace(list(self.chunks()))
        low, high = bisect_left(self._numbers, first), bisect_right(self._numbers, last)
        start = self._starts[low] if low < len(self._starts) else self._end
        end = self._starts[high] if high < len(self._starts) else self._end
        self._replace([self._data[self._first : start], between, self._data[end : self._end]])

    def _name_cells(self) -> None:
        """Have each cell carry its name in capitals, which a few programs leave out."""
        if not self._named and any(NAMELESS.search(chunk) for chunk in self.chunks()):
            changed = self.is_changed()
            self.rewrite(_with_names)
            self._replaced = changed  # names alone are no reason to write the sheet
        self._named = True

    def renumber(self, move: Callable[[int], int | None]) -> None:
        """Give each row the number that `move` says, in ascending order; None removes it."""
        pieces = []
        for number in self.numbers():
            new = move(number)
            if new is None:
                continue
            if new == number:
                pieces.append(self._xml(number))
            elif number in self._rows:
                self._rows[number].move(new)
                pieces.append(self._rows[number].xml())
            else:
                pieces.append(renumbered(self._xml(number), new))
        self._replace(pieces)

    def rewrite(self, change: Callable[[Row], Row | None]) -> None:
        """Replace every row by what `change` makes of it; None removes it."""
        pieces = []
        for number in self.numbers():
            row = self.peek(number)
            assert row is not None
            changed = change(row)
            if changed is not None:
                pieces.append(changed.xml())
        self._replace(pieces)

    def chunks(self) -> Iterator[bytes]:
        """Give the rows as they are now, some whole rows at a time."""
        at = self._first
        for number in sorted(self._gone.union(self._rows)):
            place = bisect_left(self._numbers, number)
            is_old = place < len(self._numbers) and self._numbers[place] == number
            start = self._starts[place] if place < len(self._numbers) else self._end
            yield from self._stretch(at, start)
            at = self._piece_end(place) if is_old else start
            row = self._rows.get(number)
            if row is not None:
                yield row.xml()
        yield from self._stretch(at, self._end)

    @property
    def is_rewritten(self) -> bool:
        """Whether rows changed that were not taken apart."""
        return self._replaced

    def is_changed(self) -> bool:
        return self._replaced or bool(self._rows or self._gone)

    def extent(self) -> tuple[int, int] | None:
        """Return the first and last row that are there."""
        numbers = self.numbers()
        return (numbers[0], numbers[-1]) if numbers else None

    def _stretch(self, at: int, end: int) -> Iterator[bytes]:
        """Give the old rows between two places, in pieces that are cheap to hold."""
        while at < end:
            place = bisect_left(self._starts, at + _CHUNK_BYTES)
            until = min(end, self._starts[place] if place < len(self._starts) else end)
            yield self._data[at:until]
            at = until

    def _index(self, start: int, end: int) -> None:
        data = self._data
        numbers, starts = self._numbers, self._starts
        number = 0
        ascending = True
        for match in _ROW.finditer(data, start, end):
            said = match[1]
            if said is not None:
                new = int(said)
            else:
                close = data.find(b"<row", match.end(), end)
                new = row_number(data[match.start() : close if close >= 0 else end], number)
            ascending = ascending and new > number
            number = new
            if not 1 <= number <= MAX_ROW:
                raise PartDamaged("holds a row beyond the last, 1048576")
            numbers.append(number)
            starts.append(match.start())
        self._first = starts[0] if starts else end
        if not ascending:
            self._sort()

    def _sort(self) -> None:
        """Put rows that a careless program wrote out of order in order, two of a number as one."""
        rows: dict[int, Row] = {}
        for place, number in enumerate(self._numbers):
            row = Row.of(number, self._piece(place))
            if number in rows:
                rows[number].cells.update(row.cells)
            else:
                rows[number] = row
        self._replace([rows[number].xml() for number in sorted(rows)])
        self._replaced = False  # order alone is no reason to write the sheet

    def _replace(self, pieces: list[bytes]) -> None:
        self._data = b""  # the old rows go before the new ones are joined
        self._data = b"".join(pieces)
        pieces.clear()
        self._replaced = True
        self._numbers, self._starts = array("L"), array("Q")
        self._rows, self._gone = {}, set()
        self._end = len(self._data)
        self._index(0, self._end)

    def _at(self, number: int) -> int | None:
        place = bisect_left(self._numbers, number)
        found = place < len(self._numbers) and self._numbers[place] == number
        return place if found else None

    def _piece(self, place: int) -> bytes:
        return self._data[self._starts[place] : self._piece_end(place)]

    def _piece_end(self, place: int) -> int:
        return self._starts[place + 1] if place + 1 < len(self._starts) else self._end

    def _xml(self, number: int) -> bytes:
        if number in self._rows:
            return self._rows[number].xml()
        at = self._at(number)
        assert at is not None
        return self._piece(at)


def _with_names(row: Row) -> Row:
    for column, cell in row.cells.items():
        cell.move(row.number, column)
    return row
