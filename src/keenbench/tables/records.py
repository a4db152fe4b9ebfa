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


def read_records(
    lines: Iterable[str], dialect: Dialect, width: int | None = None, first_line: int = 1
) -> Iterator[Record]:
    """Yield the records of `lines` (with their line ends), blank lines too."""
    splitter = Splitter(dialect)
    source = iter(lines)
    waiting: deque[str] = deque()
    number = first_line - 1
    while True:
        line = waiting.popleft() if waiting else next(source, None)
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
        record = _read_open(splitter, source, waiting, line, body, cells, open_at, width, number)
        yield record
        number += record.lines - 1


def _fits(splitter: Splitter, line: str, width: int | None) -> bool:
    cells, open_at = splitter.split(line.rstrip("\r\n"))
    return open_at is None and len(cells) == width


def _read_open(
    splitter: Splitter,
    source: Iterator[str],
    waiting: deque[str],
    line: str,
    body: str,
    cells: list[str],
    open_at: int,
    width: int | None,
    number: int,
) -> Record:
    """Read on after a line that ends inside a quoted cell."""
    taken: list[str] = [line]
    before = cells
    opened = [line[open_at:]]
    size = 0
    closed = False
    while len(taken) < _OPEN_LINES and size < _OPEN_CHARS:
        following = waiting.popleft() if waiting else next(source, None)
        if following is None:
            break
        taken.append(following)
        size += len(following)
        text = following.rstrip("\r\n")
        at = splitter.go_on(text) if splitter._quote in text else None
        if at is None:
            opened.append(following)
            continue
        more, open_again = splitter.close("".join(opened), text, at)
        cells = cells + more
        if open_again is None:
            closed = True
            break
        opened = [following[open_again:]]
    if not closed or (width is not None and len(cells) != width):
        literal = splitter.split_literally(body)
        # Never closed: perhaps only the closing quote is missing, at the end of its line.
        ended = [*before, body[open_at:]]
        if not closed and len(literal) != width and len(ended) == width:
            literal = ended
        # Or it took a whole row along: the line below is one by itself.
        took_a_row = len(taken) > 1 and _fits(splitter, taken[1], width)
        if not closed or len(literal) == width or took_a_row:
            waiting.extendleft(reversed(taken[1:]))
            return Record(literal, number, 1, True, body)
    return Record(cells, number, len(taken), False, "".join(taken).rstrip("\r\n"))
