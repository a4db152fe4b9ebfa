"""One pass over a sheet: which cells are filled, where its rows lie, and what else it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, column_number, whole_number
from keenbench.formats.xlsx.part_access import (
    KeptSource,
    Member,
    PartDamaged,
    Source,
    ZipSource,
)
from keenbench.formats.xlsx.plain_xml import NotPlain, check_plain, plain
from keenbench.formats.xlsx.sheet_extras import Extras, ExtrasReader
from keenbench.formats.xlsx.sheet_index import SheetIndex
from keenbench.formats.xlsx.sheet_rows import (
    CELL_NAME,
    ROW_END,
    attributes_of,
    cells_of,
    row_number,
    without_run_properties,
)

_MAX_PENDING = 256 * 1024 * 1024  # of one row, or of what stands before the first
_SORTED_BYTES = 256 * 1024 * 1024

_FILLED = re.compile(rb"<v(?:\s[^>]*)?>[^<]|<f[\s/>]|<is[\s>].*?<t(?:\s[^>]*)?>[^<]", re.DOTALL)
_LETTERS = re.compile(rb' r="([A-Z]{1,3})[0-9]')
_MASTER = re.compile(rb"""<f(\s[^>]*\bt\s*=\s*["']shared["'][^>]*)>[^<]""")
_SLASH = ord("/")


class RowsOutOfOrder(Exception):
    """Rows do not ascend, which a few careless programs write."""


def scan_sheet(
    file: BinaryIO, member: Member, follow: Callable[[Source], Scanner] | None = None
) -> SheetIndex:
    """Return the index of a worksheet part; `follow` makes who follows its rows."""
    follow = follow or (lambda source: Scanner(SheetIndex(source, Extras())))
    zipped = ZipSource(member)
    try:
        return _scan(check_plain(zipped.stream(file)), follow(zipped))
    except (NotPlain, RowsOutOfOrder):
        pass
    kept = KeptSource()
    try:
        return _scan(kept.keep(plain(zipped.stream(file))), follow(kept))
    except RowsOutOfOrder:
        kept = KeptSource()
        ordered = _in_order(plain(zipped.stream(file)))
        return _scan(kept.keep(ordered), follow(kept))


def _scan(chunks: Iterable[bytes], scanner: Scanner) -> SheetIndex:
    for chunk in chunks:
        scanner.feed(chunk)
    return scanner.finished()


class Scanner:
    """Follows a worksheet: what stands before its rows, the rows, what stands after."""

    def __init__(self, index: SheetIndex) -> None:
        self._index = index
        self._pending = b""
        self._offset = 0  # of what is pending
        self._row = 0
        self._state = "head"
        self._extras = ExtrasReader(index.extras)
        self._columns: dict[bytes, int] = {}
        self._spans: dict[tuple[bytes, bytes, int], int | None] = {}

    def feed(self, chunk: bytes) -> None:
        seen = max(0, len(self._pending) - 16)
        self._pending += chunk
        if self._state == "head":
            self._head(seen)
            seen = 0
        if self._state == "rows":
            self._rows(seen)
        if self._state == "tail":
            self._extras.feed(self._pending)
            self._offset += len(self._pending)
            self._pending = b""
        if len(self._pending) > _MAX_PENDING:
            raise PartDamaged(f"holds a row of more than {_MAX_PENDING} bytes")

    def finished(self) -> SheetIndex:
        if self._state == "rows":
            raise PartDamaged("ends in the middle of its rows")
        if self._state == "head":  # a chart sheet, or a dialog
            self._extras.feed(self._pending)
        self._extras.finish()
        return self._index

    def _head(self, seen: int) -> None:
        at = self._pending.find(b"<sheetData", seen)
        end = self._pending.find(b">", at) if at >= 0 else -1
        if end < 0:
            return
        self._extras.feed(self._pending[:at] + b"<sheetData/>")
        self._state = "tail" if self._pending[end - 1 : end] == b"/" else "rows"
        self._offset += end + 1
        self._pending = self._pending[end + 1 :]

    def _rows(self, seen: int) -> None:
        end = self._pending.find(b"</sheetData", seen)
        cut = self._pending.rfind(ROW_END, seen, end if end >= 0 else len(self._pending))
        if cut >= 0:
            cut += len(ROW_END)
            self._block(self._pending[:cut])
            self._offset += cut
            self._pending = self._pending[cut:]
            end -= cut
        if end >= 0:
            after = self._pending.find(b">", end) + 1
            if after == 0:
                # The end tag is cut by the border of two chunks; it stays pending.
                return
            self._state = "tail"
            self._offset += after
            self._pending = self._pending[after:]

    def _block(self, data: bytes) -> None:
        """Take in whole rows."""
        index = self._index
        length = len(data)
        data = without_run_properties(data)
        pieces = data.split(ROW_END)
        if data.count(b"</row") != len(pieces) - 1:
            raise NotPlain
        before = self._row
        formulas = data.count(b"<f")
        index.formula_count += formulas
        shares = formulas > 0 and b"shared" in data
        usual = _Usual.of(data)
        # What follows runs for every row of a sheet: calls and look-ups are kept out of it.
        count_each, blanks, spans = usual.count_each, usual.blanks, self._spans
        row = before
        for piece in pieces[:-1]:
            end = piece.find(b">")
            number = 0
            if piece.startswith(b'<row r="') and piece[end - 1] != _SLASH:
                said = piece[8 : piece.find(b'"', 8)]
                if said.isdigit() and len(said) < 8:
                    number = int(said)
            number = number or row_number(piece, row)
            if not row < number <= MAX_ROW:
                raise _bad_row(number)
            row = number
            cells = piece.count(b"<c")
            mask = None
            if not (
                (count_each and cells != piece.count(b"<v>") + piece.count(b"<is>"))
                or (blanks and any(mark in piece for mark in blanks))
            ):
                # Every cell has a value; if the first and the last are as far apart as there are
                # cells, they tell them all.
                last = piece.rfind(b'<c r="') + 6
                key = (piece[end + 1 : end + 10], piece[last : last + 3], cells)
                mask = spans[key] if key in spans else self._new_span(key)
            if mask is None:
                mask = self._filled_one_by_one(piece)
            if mask:
                self._add(row, mask)
            if shares and b"shared" in piece:
                self._note_masters(row, piece)
        self._row = row
        index.before_rows.append(before)
        index.last_rows.append(self._row)
        index.offsets.append(self._offset)
        index.lengths.append(length)

    def _add(self, row: int, mask: int) -> None:
        index = self._index
        index.cell_count += mask.bit_count()
        masks = index.run_masks
        if masks and masks[-1] == mask and index.run_lasts[-1] == row - 1:
            index.run_lasts[-1] = row
            return
        index.run_firsts.append(row)
        index.run_lasts.append(row)
        masks.append(mask)

    def _new_span(self, key: tuple[bytes, bytes, int]) -> int | None:
        """Return the columns that a row of adjacent cells fills; None where they are not."""
        if len(self._spans) > 100_000:
            self._spans.clear()
        first, last, count = key
        mask = None
        if first.startswith(b'<c r="'):
            mask = _adjacent(first[6:], last, count)
        self._spans[key] = mask
        return mask

    def _filled_one_by_one(self, piece: bytes) -> int:
        mask = before = 0
        for part in piece.split(b"<c")[1:]:
            letters = _LETTERS.match(part)
            column = self._columns.get(letters[1], 0) if letters else 0
            if column == 0:
                column = self._column_of(part, before)
            before = column
            # Most cells tell at a glance: closed at once, or with a value that is not empty.
            end = part.find(b">")
            if part[end - 1 : end] == b"/":
                continue
            has_value = part.startswith(b"<v>", end + 1) and part[end + 4 : end + 5] != b"<"
            if has_value or _FILLED.search(part, end + 1) is not None:
                mask |= 1 << (column - 1)
        return mask

    def _column_of(self, part: bytes, before: int) -> int:
        """Return the column of a cell, remembering its letters where it begins with them."""
        said = attributes_of(part[: part.find(b">")]).get(b"r", b"").strip()
        reference = CELL_NAME.fullmatch(said)
        column = column_number(reference[1].decode()) if reference else before + 1
        if column > MAX_COLUMN:
            raise PartDamaged("holds a cell beyond the last column, XFD")
        letters = _LETTERS.match(part)
        if reference and letters:
            self._columns[letters[1]] = column
        return column

    def _note_masters(self, row: int, piece: bytes) -> None:
        if _MASTER.search(piece) is None:
            return
        for column, _, content in cells_of(piece):
            master = _MASTER.search(content)
            if master is None:
                continue
            number = whole_number(attributes_of(master[1]).get(b"si"))
            if number is not None:
                self._index.masters.setdefault(number, []).append((row, column))


@dataclass(frozen=True)
class _Usual:
    """Whether rows of a block are of the usual sort, every cell with a value; told for all of them
    at once as far as it can be: else by counting in each row, or by marks of blank cells."""

    count_each: bool
    blanks: tuple[bytes, ...]

    @classmethod
    def of(cls, data: bytes) -> _Usual:
        values, strings = data.count(b"<v>"), data.count(b"<is>")
        blanks = []
        if strings:
            blanks = [mark for mark in (b"></t>", b"<t/", b"<t />") if mark in data]
        # A formula without a saved result is something all the same.
        if b"<v></v>" in data and data.count(b"<v></v>") != data.count(b"</f><v></v>"):
            blanks.append(b"<v></v>")
        return cls(data.count(b"<c") != values + strings, tuple(blanks))


def _bad_row(number: int) -> Exception:
    if number > MAX_ROW:
        return PartDamaged("holds a row beyond the last, 1048576")
    return RowsOutOfOrder()


def _adjacent(first: bytes, last: bytes, count: int) -> int | None:
    """Return `count` columns as bits, if that many lie from `first` to `last` (with digits)."""
    letters = first.rstrip(b'0123456789"'), last.rstrip(b'0123456789"')
    if not (letters[0].isalpha() and letters[1].isalpha()):
        return None
    start, end = (column_number(name.decode()) for name in letters)
    if end - start + 1 != count or end > MAX_COLUMN:
        return None
    return ((1 << count) - 1) << (start - 1)


def _in_order(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Give a sheet in the plain form with its rows ascending, cells of one row together."""
    data = b""
    for chunk in chunks:
        data += chunk
        if len(data) > _SORTED_BYTES:
            raise PartDamaged("has rows out of order, and too many of them to be put in order")
    start = data.find(b">", data.find(b"<sheetData")) + 1
    end = data.find(b"</sheetData")
    if start == 0 or end < 0:
        yield data
        return
    rows: dict[int, list[bytes]] = {}
    number = 0
    for piece in data[start:end].split(ROW_END)[:-1]:
        number = row_number(piece, number)
        if not 1 <= number <= MAX_ROW:
            # Sorting cannot mend it: there is no such row.
            raise PartDamaged(f"holds a row whose number is not 1 to {MAX_ROW}")
        rows.setdefault(number, []).append(piece[piece.find(b">", piece.rfind(b"<row")) + 1 :])
    yield data[:start]
    for number in sorted(rows):
        yield b'<row r="%d">%s</row>' % (number, b"".join(rows[number]))
    yield data[end:]
