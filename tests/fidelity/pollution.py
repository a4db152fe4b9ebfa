"""Pollutions of a clean table as the Pollock benchmark describes them, for every row and column.

The benchmark's own files are a sample in our corpus; these are made from its clean source, so that
a reader is tried on all of them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

Table = list[list[str]]


@dataclass(frozen=True)
class Polluted:
    name: str
    text: str
    clean: Table


def write(
    rows: Table,
    *,
    delimiter: str = ",",
    quote: str = '"',
    escape: str | None = None,
    end: str = "\r\n",
) -> str:
    return end.join(line_of(row, delimiter, quote, escape) for row in rows) + end


def line_of(
    row: list[str], delimiter: str = ",", quote: str = '"', escape: str | None = None
) -> str:
    cells = []
    for cell in row:
        if delimiter in cell or quote in cell or (delimiter == " " and not cell):
            cell = (
                quote + cell.replace(quote, (quote if escape is None else escape) + quote) + quote
            )
        cells.append(cell)
    return delimiter.join(cells)


def raw_cells(line: str) -> list[str]:
    """Return the cells of a well-formed line as written, quotes and all."""
    cells, start, quoted = [], 0, False
    for place, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "," and not quoted:
            cells.append(line[start:place])
            start = place + 1
    return [*cells, line[start:]]


def pollutions(source: str) -> Iterator[Polluted]:
    """Yield every pollution of the well-formed comma-separated text `source`."""
    lines = source.splitlines()
    rows = [row for row in csv.reader(io.StringIO(source, newline="")) if row]
    yield from _of_file(lines, rows)
    for number in range(len(lines)):
        cells = raw_cells(lines[number])
        for column in range(len(cells)):
            yield from _of_row(lines, rows, cells, number, column)
        spaced = [*lines[:number], " ".join(cells), *lines[number + 1 :]]
        yield Polluted(f"row_field_delimiter_{number}_0x20", _text(spaced), rows)


def _text(lines: list[str]) -> str:
    return "\r\n".join(lines) + "\r\n"


def _of_row(
    lines: list[str], rows: Table, cells: list[str], number: int, column: int
) -> Iterator[Polluted]:
    def changed(line: str) -> str:
        return _text([*lines[:number], line, *lines[number + 1 :]])

    if column:
        joined = [*cells[: column - 1], cells[column - 1] + cells[column], *cells[column + 1 :]]
        name = f"row_less_sep_row{number}_col{column}"
        yield Polluted(name, changed(",".join(joined)), rows)
    more = ",".join([*cells[:column], "", *cells[column:]])
    yield Polluted(f"row_more_sep_row{number}_col{column}", changed(more), rows)
    quoted = ",".join([*cells[:column], '"' + cells[column], *cells[column + 1 :]])
    expected = [list(row) for row in rows]
    expected[number][column] = '"' + expected[number][column]
    yield Polluted(f"row_extra_quote{number}_col{column}", changed(quoted), expected)


def _of_file(lines: list[str], rows: Table) -> Iterator[Polluted]:
    header = rows[0]
    text = _text(lines)
    yield Polluted("source", text, rows)
    for name, end in (("0xA", "\n"), ("0xD", "\r"), ("0xD_0xA", "\r\n")):
        yield Polluted(f"file_record_delimiter_{name}", end.join(lines) + end, rows)
    for name, delimiter in (("0x3B", ";"), ("0x9", "\t"), ("0x20", " "), ("0x2C_0x20", ", ")):
        yield Polluted(f"file_field_delimiter_{name}", write(rows, delimiter=delimiter), rows)
    for name, escape in (("0x5C", "\\"), ("0x00", "\x00")):
        yield Polluted(f"file_escape_char_{name}", write(rows, escape=escape), rows)
    yield Polluted("file_no_header", _text(lines[1:]), rows[1:])
    yield Polluted("file_header_only", _text(lines[:1]), rows[:1])
    yield Polluted("file_one_data_row", _text(lines[:2]), rows[:2])
    yield Polluted("file_no_payload", "", [])
    yield Polluted("file_no_trailing_newline", text.rstrip("\r\n"), rows)
    yield Polluted("file_double_trailing_newline", text + "\r\n", rows)
    blank = "," * (len(header) - 1)
    yield Polluted("file_preamble", f"PREAMBLE{blank}\r\n{blank}\r\n{text}", rows)
    for count in (2, 3):
        joined = [[" ".join([name] * count) for name in header], *rows[1:]]
        repeated = (lines[0] + "\r\n") * (count - 1) + text
        yield Polluted(f"file_header_multirow_{count}", repeated, joined)
    yield Polluted("file_multitable_same", text + text, rows)
    less = write([row[:-2] for row in rows])
    more = write([[*row, *row[:2]] for row in rows])
    yield Polluted("file_multitable_less", text + less, rows)
    yield Polluted("file_multitable_more", text + more, rows)
