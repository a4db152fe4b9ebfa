"""The tables of a file that holds several, one below the other, in one dialect.

The first is what a file is taken for. Where it ends is told by its tolerant reading; each further
one is found by reading the one before it to its end, so a file of one table costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper

from keenbench.errors import ValidationFailed
from keenbench.tables.dialect import Dialect
from keenbench.tables.layout import Layout, lay_out
from keenbench.tables.records import read_records
from keenbench.tables.sniff import split_lines
from keenbench.tables.text import Text
from keenbench.tables.tolerant import Tally, read_rows

# So many are looked for and listed. A file of a hundred is seldom more than a header that some
# program wrote again with every batch.
MOST_TABLES = 100
_HEAD_LINES = 400


@dataclass(frozen=True)
class Found:
    """One of a file's tables: which, and where it stands."""

    number: int
    text: Text
    layout: Layout
    lines: Sequence[str]


def further(found: Found, begins_at: int, dialect: Dialect) -> Found:
    """Return the table that begins at that line, below `found`."""
    text = found.text.from_line(begins_at)
    lines = _until_blank(split_lines(text.head()), dialect)
    return Found(found.number + 1, text, lay_out(lines, dialect, first_line=text.first_line), lines)


def nth(first: Found, number: int, dialect: Dialect, name: str) -> tuple[Found, list[Tally]]:
    """Return the table of that number, and the tallies of those above it."""
    found, above = first, []
    while found.number < number:
        tally = read_through(found, dialect)
        above.append(tally)
        if tally.ends_at_line is None:
            raise ValidationFailed(
                f"{name} holds {found.number} {'table' if found.number == 1 else 'tables'}; "
                f"there is no table {number}.",
                path=name,
            )
        found = further(found, tally.ends_at_line, dialect)
    return found, above


def below(found: Found, tally: Tally, dialect: Dialect) -> Iterator[tuple[Found, Tally]]:
    """Yield the tables below `found`, which was read to `tally`, up to `MOST_TABLES` in all."""
    while tally.ends_at_line is not None and found.number < MOST_TABLES:
        found = further(found, tally.ends_at_line, dialect)
        tally = read_through(found, dialect)
        yield found, tally


@contextmanager
def rows_of(found: Found) -> Iterator[TextIOWrapper]:
    """Give the lines of the table from its first row of data on."""
    with found.text.lines() as lines:
        for _ in range(found.layout.data_line - found.text.first_line):
            if not lines.readline():
                break
        yield lines


def read_through(found: Found, dialect: Dialect) -> Tally:
    tally = Tally()
    with rows_of(found) as lines:
        for _ in read_rows(lines, dialect, found.layout, tally):
            pass
    return tally


def _until_blank(lines: Sequence[str], dialect: Dialect) -> Sequence[str]:
    """Return the lines up to a blank one below two rows: what follows may be the next table, and
    its rows would have their say in how wide this one is."""
    lines = lines[:_HEAD_LINES]
    rows = 0
    for record in read_records(lines, dialect):
        if record.is_blank_line and rows > 1:
            return lines[: record.line - 1]
        rows += len(record.cells) > 1
    return lines
