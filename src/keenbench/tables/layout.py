"""Where the table begins in a file, how wide it is, and what its columns are called.

All that people put above a table is told from it by form: a title is one cell in a row of empty
ones, a header is words where the rows below hold numbers and dates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from keenbench.tables.cells import is_nothing, is_number, is_typed
from keenbench.tables.dialect import Dialect
from keenbench.tables.records import Record, Splitter, read_records

_HEADER_ROWS = 5
_JUDGED_ROWS = 200
_TYPED_SHARE = 0.8
_OTHER_DELIMITERS = (" ", ";", "\t", "|", ",")

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Layout:
    width: int
    # What each header row holds, from the top; none where the file has no header.
    header_rows: tuple[tuple[str, ...], ...]
    # The joined header as the file writes it, one a column; empty where it has none.
    header: tuple[str, ...]
    # Lines above the header (or above the data), blank ones too.
    preamble_lines: int
    # The line of the first record of data, from 1; one past the end where there is none.
    data_line: int
    # The first records of data, as far as the sample goes.
    sample: tuple[tuple[str, ...], ...]
    # True where every record above the data takes one line.
    plain_head: bool
    # The line that the text begins with: below a `sep=` line, or where a further table begins.
    first_line: int = 1

    @property
    def has_header(self) -> bool:
        return bool(self.header_rows)


def lay_out(lines: Sequence[str], dialect: Dialect, *, first_line: int = 1) -> Layout:
    """Return the layout of a file from its first `lines`."""
    records = _content(read_records(lines, dialect, None, first_line))
    if not records:
        return Layout(1, (), (), 0, first_line + len(lines), (), True, first_line)
    width = usual_width([len(record.cells) for record in records])
    # The width helps only with records that are out of line.
    if any(len(r.cells) != width or r.lines > 1 or r.stray_quotes for r in records):
        records = _content(read_records(lines, dialect, width, first_line))
    return lay_out_records(records, width, first_line)


def lay_out_records(records: list[Record], width: int, first_line: int = 1) -> Layout:
    """Return the layout of a table from its first records, none of them blank."""
    start = _table_start(records, width)
    if start > 0:
        named = _header_cut_otherwise(records[start - 1], records[start], width)
        if named is not None:
            start -= 1
            records = [*records[:start], named, *records[start + 1 :]]
    rows = [record.cells for record in records[start:]]
    count = _header_count(rows, width)
    header, width = _fit_header(rows[:count], rows[count:], width)
    above = records[: start + count]
    data = records[start + count] if start + count < len(records) else None
    top = records[start].line if start < len(records) else first_line
    last = records[-1]
    return Layout(
        width=width,
        header_rows=tuple(tuple(row) for row in rows[:count]),
        header=header,
        preamble_lines=top - first_line,
        data_line=data.line if data is not None else last.line + last.lines,
        sample=tuple(tuple(row) for row in rows[count:]),
        plain_head=all(record.lines == 1 for record in above),
        first_line=first_line,
    )


def _content(records: Iterable[Record]) -> list[Record]:
    return [record for record in records if not record.is_blank_line]


def usual_width(widths: list[int]) -> int:
    """Return the width of the first table: the earliest that a good part of the records share."""
    counts = Counter(widths)
    common = {width for width, count in counts.items() if width > 1 and count * 5 >= len(widths)}
    for width, following in pairwise(widths):
        if width == following and width in common:
            return width
    # Of equals the earlier: the header knows better than a lone row that is too long.
    return max(counts, key=lambda width: (counts[width], width > 1, -widths.index(width)))


def _filled(cells: Sequence[str]) -> int:
    return sum(1 for cell in cells if cell.strip())


def _table_start(records: list[Record], width: int) -> int:
    """Return the index of the first record that belongs to the table."""
    start = next((i for i, record in enumerate(records) if len(record.cells) == width), 0)
    if start > 0 and _is_damaged_header(records[start - 1], records[start], width):
        start -= 1
    if width < 2:
        return start
    usual = median(_filled(record.cells) for record in records[start : start + _JUDGED_ROWS])
    place = start
    while place + 1 < len(records) and place - start < 40:
        cells = records[place].cells
        filled = _filled(cells)
        if filled > 1 or (filled == 1 and not cells[0].strip()) or usual < 2:
            break
        place += 1
        # Only a fuller row below makes a lone cell a title; else it is thin data.
        if _filled(records[place].cells) > 1:
            start = place
            break
    return _after_title_block(records, start)


def _after_title_block(records: list[Record], start: int) -> int:
    """Return where the table begins below a block of titles that an empty row sets apart."""
    fullest = 0
    for place in range(start, min(start + 40, len(records) - 2)):
        filled = _filled(records[place].cells)
        if filled:
            fullest = max(fullest, filled)
            continue
        head = next((i for i in range(place, len(records)) if _filled(records[i].cells) > 1), None)
        if head is None or head + 2 >= len(records):
            return start
        cells, below = records[head].cells, records[head + 1 : head + 1 + _JUDGED_ROWS]
        usual = median(_filled(record.cells) for record in below)
        if (
            _filled(cells) > fullest
            and usual * 10 >= _filled(cells) * 6
            and not any(is_typed(cell) for cell in cells)
        ):
            return head
    return start


def _is_damaged_header(candidate: Record, below: Record, width: int) -> bool:
    """Whether a record of another width, right above the table, is its header all the same."""
    cells = candidate.cells
    if candidate.line + candidate.lines != below.line or len(cells) < max(2, width * 0.6):
        return False
    if _filled(cells) < max(2, len(cells) * 0.6) or any(is_typed(cell) for cell in cells):
        return False
    return any(is_typed(cell) for cell in below.cells) or len(cells) > width


def _header_cut_otherwise(above: Record, below: Record, width: int) -> Record | None:
    """Return the line right above the first row of values as the header it is by another delimiter.

    `DATE TIME Qty` over rows with commas: as many different words as the table has columns.
    """
    if width < 3 or len(above.cells) > 1 or above.line + above.lines != below.line:
        return None
    if not any(is_typed(cell) for cell in below.cells):
        return None
    for delimiter in _OTHER_DELIMITERS:
        cells, still_open = Splitter(Dialect(delimiter)).split(above.text)
        names = {cell.strip() for cell in cells}
        if still_open is None and len(cells) == len(names) == width and "" not in names:
            return None if any(map(is_typed, cells)) else above._replace(cells=cells)
    return None


# -- the header -------------------------------------------------------------------------------


def typed_columns(rows: Rows, width: int) -> list[bool]:
    typed = []
    for column in range(width):
        cells = [row[column] for row in rows if column < len(row)]
        held = [cell for cell in cells if not is_nothing(cell)]
        share = sum(1 for cell in held if is_typed(cell))
        typed.append(bool(held) and share >= _TYPED_SHARE * len(held))
    return typed


def _header_count(rows: Rows, width: int) -> int:
    """Return how many of the first rows are header."""
    if not rows:
        return 0
    below = rows[1 : 1 + _JUDGED_ROWS]
    typed = typed_columns(below, width)
    if _names_groups(rows):
        # More header rows may follow, and have no say in what the columns below them hold.
        words = next((i for i, row in enumerate(below) if any(map(is_typed, row))), 0)
        typed = typed_columns(below[min(words, _HEADER_ROWS - 1) :], width)
    if not _is_header(rows[0], below, typed):
        return 0
    best = 1
    for count in range(2, min(_HEADER_ROWS, len(rows)) + 1):
        row, below = rows[count - 1], rows[count : count + _JUDGED_ROWS]
        again = list(row) == list(rows[count - 2])
        if not below or not (again or _is_second_header(rows, row, below, width)):
            break
        best = count
    return best


def _names_groups(rows: Rows) -> bool:
    """Whether the first row names groups of columns: a name stands over several of them."""
    if len(rows) < 3:
        return False
    names = [cell.strip() for cell in rows[0] if cell.strip()]
    if len(set(names)) < len(names):
        return True
    below = rows[1]
    return any(
        not cell.strip() and place < len(below) and below[place].strip()
        for place, cell in enumerate(rows[0])
        if place > 0
    )


def _is_header(row: Sequence[str], below: Rows, typed: list[bool]) -> bool:
    if _filled(row) == 0:
        return False
    if not below:
        return not any(is_typed(cell) for cell in row)
    words = values = 0
    for cell, column_is_typed in zip(row, typed, strict=False):
        if column_is_typed and not is_nothing(cell):
            if is_typed(cell):
                values += 1
            else:
                words += 1
    if values or any(is_typed(cell) for cell in row):
        return words > values or _counts_years(row)
    if words:
        return True
    # Nothing but words above and below: a header's words are no values of their own columns.
    named = [cell.strip() for cell in row if cell.strip()]
    if len(set(named)) < len(named) or len(named) < 0.5 * len(row):
        return False
    for column, cell in enumerate(row):
        if cell.strip() and any(column < len(other) and other[column] == cell for other in below):
            return False
    return True


def _is_second_header(rows: Rows, row: Sequence[str], below: Rows, width: int) -> bool:
    """Whether a row under a header is one more: words over at least two columns of values.

    Only under a row that names groups; else the first row of data would go with the header.
    """
    if not _names_groups(rows):
        return False
    words = 0
    for cell, column_is_typed in zip(row, typed_columns(below, width), strict=False):
        if is_typed(cell):
            return False
        words += column_is_typed and not is_nothing(cell)
    return words >= 2


def _counts_years(row: Sequence[str]) -> bool:
    """Whether the numbers of a row are years in order, as columns of figures by year have them."""
    years = [cell.strip() for cell in row if is_typed(cell)]
    if len(years) < 2 or len(years) == len(row) or not all(is_number(year) for year in years):
        return False
    if not all(len(year) == 4 and year.isdigit() and "1700" < year < "2200" for year in years):
        return False
    return years == sorted(set(years)) or years == sorted(set(years), reverse=True)


def _fit_header(header_rows: Rows, data: Rows, width: int) -> tuple[tuple[str, ...], int]:
    """Return one name a column, and the width where the header knows it better than the rows."""
    if not header_rows:
        return (), width
    rows = [_fit_row(list(row), data, width) for row in header_rows]
    width = max(width, *(len(row) for row in rows))
    rows = [row + [""] * (width - len(row)) for row in rows]
    last = rows[-1]
    for row in rows[:-1]:
        group = ""
        for column, cell in enumerate(row):
            if cell.strip():
                group = cell
            elif last[column].strip() and group:
                row[column] = group
    if len(rows) == 1:
        return tuple(rows[0]), width
    joined = []
    for column in range(width):
        parts = [row[column].strip() for row in rows if row[column].strip()]
        joined.append(" ".join(parts))
    return tuple(joined), width


def _fit_row(row: list[str], data: Rows, width: int) -> list[str]:
    if len(row) > width:
        empty = [place for place, cell in enumerate(row) if not cell.strip()]
        if len(empty) >= len(row) - width:
            # As many delimiters too many as there are empty names: the last ones go first.
            for place in reversed(empty[-(len(row) - width) :]):
                del row[place]
    elif len(row) == width - 1 and _numbers_rows(data) and any(_filled(r[-1:]) for r in data):
        # R writes no name for the row's own. Where the last cells are all empty, though, it is the
        # rows that end in a delimiter too many.
        row.insert(0, "")
    return row


def _numbers_rows(data: Rows) -> bool:
    firsts = [row[0].strip() for row in data if row]
    return len(firsts) > 1 and firsts in (
        [str(n) for n in range(1, len(firsts) + 1)],
        [str(n) for n in range(len(firsts))],
    )
