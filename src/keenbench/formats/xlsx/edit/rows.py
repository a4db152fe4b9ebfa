"""The rows of a sheet as the bytes they are, with only the touched ones taken apart.

A sheet is never a tree here: one cell of a hundred thousand rows is changed by copying all rows but
one. A touched row is a list of cells, each its own bytes, so that the cells beside a changed one
stay as they are written, with whatever extensions they carry.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, cell_name, column_number
from keenbench.formats.xlsx.part_access import PartDamaged
from keenbench.formats.xlsx.plain_xml import WellFormed
from keenbench.formats.xlsx.scan import attributes_of, row_number
from keenbench.formats.xlsx.xml_text import unescaped

_ROW = re.compile(rb'<row(?:\sr="([0-9]{1,7})"|(?=[\s/>]))[^>]*>')
_CELL = re.compile(rb"<c(?=[\s/>])(?:[^>]*/>|[^>]*>.*?</c\s*>)", re.DOTALL)
_CELL_START = re.compile(rb"<c((?:\s[^>]*?)?)\s*(/?)>")
_FORMULA = re.compile(rb"<f((?:\s[^>]*?)?)\s*(?:/>|>([^<]*)</f\s*>)")
_VALUE = re.compile(rb"<v(?:\s[^>]*)?>([^<]*)</v\s*>")
_REFERENCE = re.compile(rb"([A-Za-z]{1,3})([1-9][0-9]{0,6})")
_ROW_START = re.compile(rb"<row((?:\s[^>]*?)?)\s*(/?)>")
_FORMULA_CELL = re.compile(
    rb'<c\s[^>]*?\br="([A-Z]{1,3})([1-9][0-9]{0,6})"[^>]*>\s*'
    rb"(<f((?:\s[^>]*?)?)\s*(?:/>|>([^<]*)</f\s*>))"
)
_NAMELESS = re.compile(rb'<c(?![^>]*\sr="[A-Z]{1,3}[1-9][0-9]*")[\s/>]')
_COLUMN = re.compile(rb'<c\s[^>]*?\br="([A-Z]{1,3})')
_CELL_NUMBER = re.compile(rb'(<c\s[^>]*?\br=["\'][A-Za-z]{1,3})[0-9]+')


class Cell:
    """One cell: its column, and its XML."""

    __slots__ = ("column", "xml")

    def __init__(self, column: int, xml: bytes) -> None:
        self.column = column
        self.xml = xml

    @classmethod
    def made(
        cls, row: int, column: int, style: int = 0, kind: bytes = b"", content: bytes = b""
    ) -> Cell:
        """Return a cell of the type `kind` (s, str, b, e, inlineStr; nothing for a number)."""
        said = b' r="%s"' % cell_name(row, column).encode()
        if style:
            said += b' s="%d"' % style
        if kind:
            said += b' t="%s"' % kind
        return cls(column, b"<c%s>%s</c>" % (said, content) if content else b"<c%s/>" % said)

    @property
    def attributes(self) -> dict[bytes, bytes]:
        start = _CELL_START.match(self.xml)
        return attributes_of(start[1]) if start else {}

    @property
    def style(self) -> int:
        said = self.attributes.get(b"s", b"0").strip()
        return int(said) if said.isdigit() and len(said) < 10 else 0

    @property
    def kind(self) -> bytes:
        """The type as the file gives it: n, s, str, b, e, inlineStr or d."""
        return self.attributes.get(b"t", b"n") or b"n"

    @property
    def content(self) -> bytes:
        """What stands between its tags."""
        start = _CELL_START.match(self.xml)
        if start is None or start[2]:
            return b""
        return self.xml[start.end() : self.xml.rfind(b"</c")]

    @property
    def value(self) -> str | None:
        """The raw text of its value: a number, or that of a shared string."""
        found = _VALUE.search(self.xml)
        return unescaped(found[1]) if found else None

    @property
    def formula(self) -> tuple[dict[str, str], str] | None:
        """The attributes of its formula and the text, "" where it shares another's."""
        found = _FORMULA.search(self.xml) if b"<f" in self.xml else None
        if found is None:
            return None
        said = {key.decode(): unescaped(value) for key, value in attributes_of(found[1]).items()}
        return said, unescaped(found[2] or b"")

    @property
    def is_blank(self) -> bool:
        content = self.content
        return b"<v" not in content and b"<f" not in content and b"<is" not in content

    def set_attributes(self, attributes: dict[bytes, bytes]) -> None:
        start = _CELL_START.match(self.xml)
        assert start is not None
        said = _said(attributes)
        self.xml = b"<c%s%s>" % (said, start[2]) + self.xml[start.end() :]

    def set_style(self, style: int) -> None:
        attributes = self.attributes
        if style:
            at = {b"r": attributes.pop(b"r", b""), b"s": b"%d" % style}
            attributes.pop(b"s", None)
            attributes = {**at, **attributes}
        else:
            attributes.pop(b"s", None)
        self.set_attributes(attributes)

    def set_formula(self, attributes: dict[str, str], text: str) -> None:
        """Replace the formula, keeping the saved result."""
        said = "".join(f' {key}="{escaped(value)}"' for key, value in attributes.items())
        made = f"<f{said}>{escaped(text)}</f>" if text else f"<f{said}/>"
        self.xml = _FORMULA.sub(lambda _: made.encode(), self.xml, count=1)

    def move(self, row: int, column: int) -> None:
        self.column = column
        attributes = self.attributes
        attributes.pop(b"r", None)
        self.set_attributes({b"r": cell_name(row, column).encode(), **attributes})


class Row:
    """One row: its attributes, its cells by column, and what may stand after them."""

    __slots__ = ("after", "attributes", "cells", "number", "tail")

    def __init__(self, number: int) -> None:
        self.number = number
        self.attributes: dict[bytes, bytes] = {b"r": b"%d" % number}
        self.cells: dict[int, Cell] = {}
        self.tail = b""  # an extension of the row
        self.after = b""  # space between this row and the next

    @classmethod
    def of(cls, number: int, xml: bytes) -> Row:
        row = cls(number)
        start = _ROW_START.match(xml)
        if start is None:
            raise PartDamaged(f"is not well-formed XML at row {number}")
        row.attributes = {b"r": b"%d" % number, **attributes_of(start[1])}
        if start[2]:
            row.after = xml[start.end() :]
            return row
        end = xml.rfind(b"</row")
        close = xml.find(b">", end) + 1
        row.after = xml[close:]
        WellFormed().check(xml[:close], f"row {number}")
        column, at = 0, start.end()
        for match in _CELL.finditer(xml, start.end(), end):
            cell = Cell(column + 1, match[0])
            reference = _REFERENCE.fullmatch(cell.attributes.get(b"r", b"").strip())
            if reference is None:
                cell.move(number, column + 1)
            else:
                cell.column = column_number(reference[1].decode())
            column = cell.column
            if column > MAX_COLUMN:
                raise PartDamaged("holds a cell beyond the last column, XFD")
            row.cells[column] = cell
            at = match.end()
        row.tail = xml[at:end]
        return row

    def xml(self) -> bytes:
        self._fit_spans()
        said = _said(self.attributes)
        inside = b"".join(self.cells[column].xml for column in sorted(self.cells)) + self.tail
        if not inside:
            return b"<row%s/>%s" % (said, self.after)
        return b"<row%s>%s</row>%s" % (said, inside, self.after)

    def cell(self, column: int) -> Cell | None:
        return self.cells.get(column)

    def put(self, cell: Cell) -> None:
        self.cells[cell.column] = cell

    def move(self, number: int) -> None:
        """Make it another row, its cells with it."""
        self.number = number
        self.attributes[b"r"] = b"%d" % number
        for column, cell in self.cells.items():
            cell.move(number, column)

    def _fit_spans(self) -> None:
        spans = self.attributes.get(b"spans")
        if spans is None or not self.cells:
            return
        first, _, last = spans.partition(b":")
        if b" " in spans or not (first.isdigit() and last.isdigit()):
            del self.attributes[b"spans"]  # only a hint, and not one worth mending
            return
        low, high = min(self.cells), max(self.cells)
        if low < int(first) or high > int(last):
            self.attributes[b"spans"] = b"%d:%d" % (min(low, int(first)), max(high, int(last)))


class SheetRows:
    """All rows of a sheet."""

    def __init__(self, data: bytes, start: int, end: int) -> None:
        self._data = data
        self._numbers = array("L")
        self._starts = array("Q")
        self._end = end
        self._rows: dict[int, Row] = {}  # taken apart, and to be written as they now are
        self._gone: set[int] = set()
        self._rewritten = False
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

    def formulas(self) -> Iterator[tuple[int, int, dict[str, str], str]]:
        """Give row, column, attributes and text of every formula, without taking rows apart."""
        data = self._plain_cells()
        for match in _FORMULA_CELL.finditer(data):
            said = {
                key.decode(): unescaped(value) for key, value in attributes_of(match[4]).items()
            }
            column = column_number(match[1].decode())
            yield int(match[2]), column, said, unescaped(match[5] or b"")

    def map_formulas(
        self, change: Callable[[int, int, dict[str, str], str], tuple[dict[str, str], str] | None]
    ) -> int:
        """Replace formulas by what `change` says, None leaving one; return how many it changed."""
        count = 0

        def replaced(match: re.Match[bytes]) -> bytes:
            nonlocal count
            said = {
                key.decode(): unescaped(value) for key, value in attributes_of(match[4]).items()
            }
            column = column_number(match[1].decode())
            new = change(int(match[2]), column, said, unescaped(match[5] or b""))
            if new is None:
                return match[0]
            count += 1
            attributes = "".join(f' {key}="{escaped(value)}"' for key, value in new[0].items())
            text = f">{escaped(new[1])}</f>" if new[1] else "/>"
            start = match.start(3) - match.start()
            return match[0][:start] + f"<f{attributes}{text}".encode()

        data = _FORMULA_CELL.sub(replaced, self._plain_cells())
        if count:
            self._replace([data])
            self._replaced = True
        return count

    def map_bytes(self, change: Callable[[bytes], bytes]) -> None:
        """Replace all rows by what `change` makes of their XML."""
        self._replace([change(self._plain_cells())])
        self._replaced = True

    def last_column(self) -> int:
        """Return the last column in which a cell stands."""
        names = set(_COLUMN.findall(self._plain_cells()))
        return max((column_number(name.decode()) for name in names), default=0)

    def _plain_cells(self) -> bytes:
        """Return the XML of all rows as they are now, each cell with its name in capitals."""
        data = b"".join(self.chunks())
        if _NAMELESS.search(data) is not None:
            self.rewrite(_with_names)
            data = b"".join(self.chunks())
        return data

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
                pieces.append(_renumbered(self._xml(number), new))
        self._replace(pieces)
        self._rewritten = True
        self._replaced = True

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
        self._rewritten = True
        self._replaced = True

    def chunks(self) -> Iterator[bytes]:
        """Give the rows as they are now: long stretches of the old, and the touched ones."""
        at = self._first
        for number in sorted(self._gone.union(self._rows)):
            place = bisect_left(self._numbers, number)
            is_old = place < len(self._numbers) and self._numbers[place] == number
            start = self._starts[place] if place < len(self._numbers) else self._end
            if start > at:
                yield self._data[at:start]
            at = self._piece_end(place) if is_old else start
            row = self._rows.get(number)
            if row is not None:
                yield row.xml()
        if at < self._end:
            yield self._data[at : self._end]

    def is_changed(self) -> bool:
        return self._replaced or bool(self._rows or self._gone)

    def extent(self) -> tuple[int, int] | None:
        """Return the first and last row that are there."""
        numbers = self.numbers()
        return (numbers[0], numbers[-1]) if numbers else None

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

    def _replace(self, pieces: list[bytes]) -> None:
        self._data = b"".join(pieces)
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


def _renumbered(xml: bytes, number: int) -> bytes:
    start = _ROW_START.match(xml)
    if start is None:
        raise PartDamaged("is not well-formed XML in a row")
    attributes = attributes_of(start[1])
    attributes[b"r"] = b"%d" % number
    said = _said(attributes)
    cells = _CELL_NUMBER.sub(rb"\g<1>%d" % number, xml[start.end() :])
    return b"<row%s%s>%s" % (said, start[2], cells)


def _said(attributes: dict[bytes, bytes]) -> bytes:
    return b"".join(
        b' %s="%s"' % (name, value.replace(b'"', b"&quot;")) for name, value in attributes.items()
    )


def escaped(text: str) -> str:
    """Return text as XML holds it, in content and in attributes."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;")
