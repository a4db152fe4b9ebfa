"""The rows of a table whose file is not well-formed: what is short is padded, what is long is
rejected and listed, and where another table begins this one ends. Nothing goes in silence."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from keenbench.tables.cells import is_nothing, is_typed
from keenbench.tables.dialect import Dialect
from keenbench.tables.layout import Layout, Rows, typed_columns
from keenbench.tables.records import Record, read_records

LISTED_REJECTS = 20
REJECT_TEXT = 200
# How many records after a change of width are looked at before it counts as another table.
_LOOK_AHEAD = 3
_FIRST_ROWS = 50


@dataclass(frozen=True)
class Rejected:
    line: int
    reason: str
    text: str


@dataclass
class Tally:
    """What a tolerant reading had to do."""

    rows: int = 0
    short: int = 0
    stray_quotes: int = 0
    blank_lines: int = 0
    rejected: int = 0
    rejects: list[Rejected] = field(default_factory=list)
    # Where another table, or the same header again, begins.
    ends_at_line: int | None = None
    longest: int = 0
    # The last line of a row, taken or rejected.
    last_line: int = 0
    # Told of every rejected row, with its whole text; `rejects` are the first of them.
    on_reject: Callable[[Rejected], None] | None = None

    def reject(self, record: Record, reason: str) -> None:
        self.rejected += 1
        if self.on_reject is not None:
            self.on_reject(Rejected(record.line, reason, record.text))
        if len(self.rejects) < LISTED_REJECTS:
            text = record.text
            if len(text) > REJECT_TEXT:
                text = text[: REJECT_TEXT - 1] + "…"
            self.rejects.append(Rejected(record.line, reason, text))


def read_rows(
    lines: Iterable[str], dialect: Dialect, layout: Layout, tally: Tally
) -> Iterator[list[str]]:
    """Yield each row of the table, exactly `layout.width` cells long.

    `lines` begin at the first line of data.
    """
    width = layout.width
    names = _folded(layout.header)
    after_blank = False
    first_rows: list[list[str]] = []
    empty = 0
    ahead = _Ahead(read_records(lines, dialect, width, layout.data_line))
    for record in ahead:
        cells = record.cells
        if record.is_blank_line:
            if width > 1:
                tally.blank_lines += 1
                after_blank = True
            else:
                empty += 1  # a row of one empty cell, unless the file just ends
            continue
        for _ in range(empty):
            tally.rows += 1
            yield [""]
        empty = 0
        if _is_header_again(cells, names) or (
            after_blank and _is_other_table(record, ahead, width, first_rows)
        ):
            tally.ends_at_line = record.line
            return
        after_blank = False
        tally.last_line = record.line + record.lines - 1
        if len(cells) > width:
            extra = cells[width:]
            if any(cell.strip() for cell in extra):
                tally.reject(record, f"{len(cells)} cells where the table has {width} columns")
                continue
            cells = cells[:width]
        elif len(cells) < width:
            tally.short += 1
            cells = cells + [""] * (width - len(cells))
        if len(first_rows) < _FIRST_ROWS:
            first_rows.append(cells)
        tally.stray_quotes += record.stray_quotes
        tally.rows += 1
        tally.longest = max(tally.longest, len(record.text))
        yield cells


class _Ahead:
    """Records with a look at the ones to come."""

    def __init__(self, records: Iterator[Record]) -> None:
        self._records = records
        self._seen: deque[Record] = deque()

    def __iter__(self) -> Iterator[Record]:
        return self

    def __next__(self) -> Record:
        return self._seen.popleft() if self._seen else next(self._records)

    def peek(self, count: int) -> list[Record]:
        while len(self._seen) < count:
            record = next(self._records, None)
            if record is None:
                break
            self._seen.append(record)
        return list(self._seen)[:count]


def _folded(cells: Iterable[str]) -> list[str]:
    return [cell.strip().casefold() for cell in cells]


def _is_header_again(cells: list[str], names: list[str]) -> bool:
    """Whether a row repeats the header, whole or in good part: another table begins there."""
    if len(names) < 2 or len(cells) < 2:
        return False
    if cells[0].strip().casefold() not in names:
        return False
    own = [name for name in _folded(cells) if name]
    if len(own) < 2:
        return False
    known = set(names) - {""}
    same = sum(1 for name in own if name in known)
    return same >= 2 and same * 10 >= 6 * min(len(own), len(known)) and same >= len(own) * 0.5


def could_be_header(cells: Sequence[str], width: int) -> bool:
    """Whether a record is a different word in every cell."""
    words = {cell.strip() for cell in cells}
    return len(cells) == width == len(words) and not any(
        is_nothing(word) or is_typed(word) for word in words
    )


def _is_other_table(record: Record, ahead: _Ahead, own: int, rows: Rows) -> bool:
    """Whether another table begins after a blank line, titled or not: its records have another
    width than `own`, or it has a header where `rows`, the first of this one, have values."""
    width = len(record.cells)
    following = ahead.peek(_LOOK_AHEAD)
    head, *below = [record, *following] if width == own else [*following, record]
    if (
        width in (1, own)
        and could_be_header(head.cells, own)
        and below
        and len(below[0].cells) == own
        and any(map(is_typed, below[0].cells))
        and any(typed_columns(rows, own))
    ):
        return True
    if width == own:
        return False
    widths = {len(other.cells) for other in following if not other.is_blank_line}
    if len(following) < 2 or len(widths) != 1:
        return False
    if width == 1:
        return own > 1 and widths.isdisjoint((1, own)) and len(following) == _LOOK_AHEAD
    return widths == {width}
