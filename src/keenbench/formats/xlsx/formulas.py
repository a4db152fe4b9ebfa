"""Moving a formula: a formula that cells share is written once, as the first of them sees it."""

from __future__ import annotations

import re

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, column_name, column_number

# Texts, quoted sheet names and [structured] references stay as they are; names and functions are
# taken whole, so that LOG10( and Q1_total are never mistaken for cells.
_TOKEN = re.compile(
    r"""
    (?P<text>"(?:[^"]|"")*")
    | (?P<sheet>'(?:[^']|'')*'!?)
    | (?P<brackets>\[(?:[^\[\]]|\[[^\[\]]*\])*\])
    | (?P<rows>(?<![\w.$])(?P<r1>\$?[0-9]{1,7}):(?P<r2>\$?[0-9]{1,7})(?![\w.(]))
    | (?P<columns>(?<![\w.$])(?P<c1>\$?[A-Za-z]{1,3}):(?P<c2>\$?[A-Za-z]{1,3})(?![\w.(!$]))
    | (?P<cell>(?<![\w.$\\])(?P<fixed_column>\$?)(?P<column>[A-Za-z]{1,3})
        (?P<fixed_row>\$?)(?P<row>[1-9][0-9]{0,6})(?![\w.(!\\]))
    | (?P<word>[\w.\\$?]+)
    """,
    re.VERBOSE,
)
GONE = "#REF!"


def moved(formula: str, rows: int, columns: int) -> str:
    """Return `formula` as it reads `rows` further down and `columns` further right."""
    if rows == 0 and columns == 0:
        return formula
    return _TOKEN.sub(lambda token: _move(token, rows, columns), formula)


def _move(token: re.Match[str], rows: int, columns: int) -> str:
    if token["cell"]:
        column = _column(token["fixed_column"] + token["column"], columns)
        row = _row(token["fixed_row"] + token["row"], rows)
        return GONE if column is None or row is None else column + row
    if token["rows"]:
        ends = [_row(token["r1"], rows), _row(token["r2"], rows)]
    elif token["columns"]:
        ends = [_column(token["c1"], columns), _column(token["c2"], columns)]
    else:
        return token[0]
    return GONE if ends[0] is None or ends[1] is None else f"{ends[0]}:{ends[1]}"


def _row(text: str, by: int) -> str | None:
    if text.startswith("$"):
        return text
    row = int(text) + by
    return str(row) if 1 <= row <= MAX_ROW else None


def _column(text: str, by: int) -> str | None:
    if text.startswith("$") or column_number(text) > MAX_COLUMN:
        return text
    column = column_number(text) + by
    return column_name(column) if 1 <= column <= MAX_COLUMN else None
