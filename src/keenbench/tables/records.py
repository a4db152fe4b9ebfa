"""Text to records, tolerant of what real files hold.

A quoted cell ends at a quote that stands before a delimiter or the end of a line; a quote anywhere
else inside it is text. Where the expected width is known, a record that does not fit is read once
more with its unpaired quotes as text, so that one stray quote costs neither its row nor those
below it.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from keenbench.tables.dialect import Dialect

csv.field_size_limit(sys.maxsize)

# A quote that is still open after so much text was never meant to open a cell.
_OPEN_LINES = 20_000
_OPEN_CHARS = 16 * 1024 * 1024
# A cell over more lines than these is not looked through for rows that a stray quote joined.
_ROWS_JOINED = 1000
# Lines that were given are let go of so many at a time.
_KEPT_LINES = 8192


class Record(NamedTuple):
    cells: list[str]
    line: int
    """The first of its lines, counted from 1."""
    lines: int
    """How many lines it takes: more than one where a cell holds line ends."""
    stray_quotes: bool
    text: str
    """Its source, without the final line end."""

    @property
    def is_blank_line(self) -> bool:
        return not self.text.strip(" \t")


class Splitter:
    """Cuts lines of one dialect into cells."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._delimiter = dialect.delimiter
        quote = dialect.quote
        self._quote = quote
        # csv is some ten times faster than the patterns below, and right where it raises nothing.
        self._fast = (
            {"delimiter": dialect.delimiter, "quotechar": quote}
            if quote and dialect.doubles and len(dialect.delimiter) == 1 and quote != " "
            else None
        )
        if not quote:
            return
        q, d, e = re.escape(quote), re.escape(dialect.delimiter), re.escape(dialect.escape)
        blanks = "" if dialect.delimiter[0] in " \t" else "[ \t]*"
        end = rf"(?={blanks}(?:{d}|\Z))"
        if dialect.doubles:
            body = rf"(?:[^{q}]++|{q}{q}|{q}(?!{blanks}(?:{d}|\Z)))*+"
            strict = rf"(?:[^{q}]++|{q}{q})*+"
        elif dialect.escape:
            body = rf"(?:[^{q}{e}]++|{e}(?:.|\Z)|{q}(?!{blanks}(?:{d}|\Z)))*+"
            strict = rf"(?:[^{q}{e}]++|{e}(?:.|\Z))*+"
        else:
            body = rf"(?:[^{q}]++|{q}(?!{blanks}(?:{d}|\Z)))*+"
            strict = rf"[^{q}]*+"
        opening = rf"{blanks}{q}"
        self._opening = re.compile(opening)
        self._body = re.compile(body, re.DOTALL)
        self._closing = re.compile(rf"{q}{blanks}(?={d}|\Z)")
        self._paired = re.compile(rf"{opening}({strict}){q}{blanks}{end}", re.DOTALL)
        self._escaped = re.compile(rf"{e}([{q}{e}])") if dialect.escape else None
        self._blank_quote = f" {quote}"

    def split(self, line: str) -> tuple[list[str], int | None]:
        """Return the cells of `line`, and where the last one's open quote stands, if any."""
        quote = self._quote
        if not quote or quote not in line:
            return line.split(self._delimiter), None
        if self._fast is not None and self._blank_quote not in line:
            try:
                found = next(csv.reader((line,), strict=True, **self._fast))  # type: ignore[arg-type]
            except csv.Error:
                pass  # not well-formed: the patterns say what can be made of it
            else:
                return found, None
        cells: list[str] = []
        place = 0
        while True:
            opening = self._opening.match(line, place)
            if opening is not None:
                body = self._body.match(line, opening.end())
                assert body is not None
                closing = self._closing.match(line, body.end())
                if closing is None:
                    return cells, opening.end()
                cells.append(self._plain(body.group()))
                place = closing.end()
                if place == len(line):
                    return cells, None
                place += len(self._delimiter)
                continue
            end = line.find(self._delimiter, place)
            if end < 0:
                cells.append(line[place:])
                return cells, None
            cells.append(line[place:end])
            place = end + len(self._delimiter)

    def go_on(self, line: str) -> int | None:
        """Return where, in a line that begins inside a quoted cell, that cell is closed."""
        body = self._body.match(line)
        assert body is not None
        return body.end() if self._closing.match(line, body.end()) else None

    def close(self, opened: str, line: str, at: int) -> tuple[list[str], int | None]:
        """Return what follows an open cell's text `opened` in `line`, where it closes at `at`."""
        closing = self._closing.match(line, at)
        assert closing is not None
        first = self._plain(opened + line[:at])
        place = closing.end()
        if place == len(line):
            return [first], None
        place += len(self._delimiter)
        cells, open_at = self.split(line[place:])
        return [first, *cells], None if open_at is None else place + open_at

    def split_literally(self, line: str) -> list[str]:
        """Return the cells of `line` where only well-paired quotes count as quotes."""
        if not self._quote or self._quote not in line:
            return line.split(self._delimiter)
        cells: list[str] = []
        place = 0
        while True:
            paired = self._paired.match(line, place)
            if paired is not None:
                cells.append(self._plain(paired.group(1)))
                place = paired.end()
                if place == len(line):
                    return cells
                place += len(self._delimiter)
                continue
            end = line.find(self._delimiter, place)
            if end < 0:
                cells.append(line[place:])
                return cells
            cells.append(line[place:end])
            place = end + len(self._delimiter)

    def _plain(self, body: str) -> str:
        if self._escaped is None or self.dialect.escape not in body:
            return body
        return self._escaped.sub(r"\1", body)


class _Ahead:
    """The lines to come. What each does to an open cell is found out once, however many stray
    quotes above it would read on as far as there: else a file of them is read once for each."""

    def __init__(self, source: Iterator[str], splitter: Splitter) -> None:
        self._source = source
        self._splitter = splitter
        self._lines: list[str] = []
        self._given = 0  # of `_lines`
        # Of lines from number `_judged_from` on: the characters, and the cells that an open one
        # and those after it make, before each of them.
        self._judged_from = 0
        self._chars = [0]
        self._cells = [0]
        self._closing: deque[int] = deque()

    def next(self) -> str | None:
        if self._given == len(self._lines):
            return next(self._source, None)
        line = self._lines[self._given]
        self._given += 1
        if self._given == len(self._lines) or self._given >= _KEPT_LINES:
            del self._lines[: self._given]
            self._given = 0
        return line

    def peek(self, place: int) -> str | None:
        """Return a line to come, counted from 0."""
        while self._given + place >= len(self._lines):
            line = next(self._source, None)
            if line is None:
                return None
            self._lines.append(line)
        return self._lines[self._given + place]

    def closing(self, number: int) -> tuple[int, int] | None:
        """Return the line that closes what line `number`, the last one given, leaves open; and how
        many cells that makes. None where nothing closes it that is not too far away."""
        if self._judged_from + len(self._chars) <= number + 1:
            self._judged_from, self._chars, self._cells = number + 1, [0], [0]
            self._closing.clear()
        passed = number + 1 - self._judged_from
        if passed >= _KEPT_LINES:
            del self._chars[:passed], self._cells[:passed]
            self._judged_from += passed
        while self._closing and self._closing[0] <= number:
            self._closing.popleft()
        while not self._closing:
            following = self._judged_from + len(self._chars) - 1
            line = self.peek(following - number - 1) if self._is_near(number, following) else None
            if line is None:
                return None
            self._judge(following, line)
        end = self._closing[0]
        if not self._is_near(number, end):
            return None
        first = self._judged_from
        return end, self._cells[end + 1 - first] - self._cells[number + 1 - first]

    def _is_near(self, number: int, following: int) -> bool:
        first = self._judged_from
        chars = self._chars[following - first] - self._chars[number + 1 - first]
        return following - number < _OPEN_LINES and chars < _OPEN_CHARS

    def _judge(self, number: int, line: str) -> None:
        text = line.rstrip("\r\n")
        at = self._splitter.go_on(text) if self._splitter._quote in text else None
        made = 0
        if at is not None:
            cells, open_again = self._splitter.close("", text, at)
            made = len(cells)
            if open_again is None:
                self._closing.append(number)
        self._chars.append(self._chars[-1] + len(line))
        self._cells.append(self._cells[-1] + made)


def read_records(
    lines: Iterable[str], dialect: Dialect, width: int | None = None, first_line: int = 1
) -> Iterator[Record]:
    """Yield the records of `lines` (with their line ends), blank lines too."""
    splitter = Splitter(dialect)
    ahead = _Ahead(iter(lines), splitter)
    number = first_line - 1
    while True:
        line = ahead.next()
        if line is None:
            return
        number += 1
        body = line.rstrip("\r\n")
        cells, open_at = splitter.split(body)
        if open_at is None:
            if width is not None and len(cells) != width and splitter._quote in body:
                literal = splitter.split_literally(body)
                if len(literal) == width:
                    yield Record(literal, number, 1, True, body)
                    continue
            yield Record(cells, number, 1, False, body)
            continue
        record = _read_open(splitter, ahead, line, cells, open_at, width, number)
        yield record
        number += record.lines - 1


def open_at_the_end(lines: list[str], dialect: Dialect) -> int | None:
    """Return the place of the line whose open cell goes on past the last of `lines`, if any does.

    Not where what follows is rows like those before it: then its quote is a stray one.
    """
    splitter = Splitter(dialect)
    widths: list[int] = []
    for record in read_records(lines, dialect):
        if not record.stray_quotes or splitter.split(record.text)[1] is None:
            widths.append(len(record.cells))
            continue
        below = [len(splitter.split(line.rstrip("\r\n"))[0]) for line in lines[record.line :]]
        usual = max(set(widths), key=widths.count, default=0)
        stray = bool(below) and below.count(usual) * 2 > len(below)
        return None if stray else record.line - 1
    return None


def _fits(splitter: Splitter, line: str, width: int | None) -> bool:
    cells, open_at = splitter.split(line.rstrip("\r\n"))
    return open_at is None and len(cells) == width


def _are_rows(splitter: Splitter, ahead: _Ahead, line: str, more: int, width: int) -> bool:
    """Whether a cell over several lines holds a quote that is not doubled, and each of its lines is
    a row by itself: then the quote that opened it was never closed, and paired with a later one."""
    if more > _ROWS_JOINED:
        return False
    taken = [line, *(ahead.peek(place) or "" for place in range(more))]
    if len(splitter.split_literally("".join(taken).rstrip("\r\n"))) == width:
        return False  # well paired
    return all(len(splitter.split_literally(each.rstrip("\r\n"))) == width for each in taken)


def _read_open(
    splitter: Splitter,
    ahead: _Ahead,
    line: str,
    cells: list[str],
    open_at: int,
    width: int | None,
    number: int,
) -> Record:
    """Read on after a line that ends inside a quoted cell."""
    body = line.rstrip("\r\n")
    closing = ahead.closing(number)
    if closing is None or (width is not None and len(cells) + closing[1] != width):
        literal = splitter.split_literally(body)
        # Never closed: perhaps only the closing quote is missing, at the end of its line.
        ended = [*cells, body[open_at:]]
        if closing is None and len(literal) != width and len(ended) == width:
            literal = ended
        # Or it took a whole row along: the line below is one by itself.
        below = ahead.peek(0)
        took_a_row = below is not None and _fits(splitter, below, width)
        if closing is None or len(literal) == width or took_a_row:
            return Record(literal, number, 1, True, body)
    elif width is not None and _are_rows(splitter, ahead, line, closing[0] - number, width):
        return Record(splitter.split_literally(body), number, 1, True, body)
    taken = [line]
    opened = [line[open_at:]]
    for _ in range(closing[0] - number):
        following = ahead.next()
        assert following is not None
        taken.append(following)
        text = following.rstrip("\r\n")
        at = splitter.go_on(text) if splitter._quote in text else None
        if at is None:
            opened.append(following)
            continue
        more, open_again = splitter.close("".join(opened), text, at)
        cells.extend(more)
        if open_again is not None:
            opened = [following[open_again:]]
    return Record(cells, number, len(taken), False, "".join(taken).rstrip("\r\n"))
