"""What `1.234` and `1,234` mean where the column itself does not tell.

A cell of another column does: `1,5`, `1.234,50` or `1.234.567` say that points mark thousands, and
`0.5` or `1,234.50` that they are decimal points. Without such a cell, or with both kinds of them,
a point is read as decimal and a column of commas kept as text (or read as thousands where small
numbers stand beside them), and a warning says so. Only in a file that commas delimit a point is
decimal without a word: whoever writes decimal commas does not delimit by them.
"""

from __future__ import annotations

import duckdb

from keenbench.tables.dialect import Dialect
from keenbench.tables.inference import COMMAS_AMBIGUOUS, COMMAS_THOUSANDS
from keenbench.tables.load import Loaded, retype, source_text
from keenbench.tables.typing import ColumnType, scale_of

_GROUP = 3
_DOTS = r"-?[1-9]\d{0,2}\.\d{3}|-?\d{1,3}"
_THOUSANDS_BY_DOT = ColumnType("integer", "BIGINT", "comma")
_THOUSANDS_BY_COMMA = ColumnType("integer", "BIGINT", "thousands")
_DECIMAL_COMMA = ColumnType("decimal", f"DECIMAL(18,{_GROUP})", "comma")


def tell_separators(
    connection: duckdb.DuckDBPyConnection, loaded: Loaded, dialect: Dialect
) -> bool:
    """Read each column that could be either as the others tell; return whether any was retyped."""
    commas = {
        index
        for index, note in loaded.notes.items()
        if note in (COMMAS_AMBIGUOUS, COMMAS_THOUSANDS)
    }
    by_comma = any(
        column.form == "comma" for index, column in enumerate(loaded.types) if index not in commas
    )
    if not commas and not by_comma and dialect.delimiter == ",":
        return False  # and no cell was looked at
    dots = {
        index
        for index, column in enumerate(loaded.types)
        if column.kind == "decimal"
        and column.form in ("plain", "trimmed")
        and scale_of(column) == _GROUP
        and _could_be_thousands(connection, index, column)
    }
    if not commas and not dots:
        return False
    others = [c for index, c in enumerate(loaded.types) if index not in commas | dots]
    by_point = any(_has_point(column) for column in others)
    again: dict[int, ColumnType] = {}
    if by_comma and not by_point:
        again |= dict.fromkeys(dots, _THOUSANDS_BY_DOT) | dict.fromkeys(commas, _DECIMAL_COMMA)
        loaded.notes |= dict.fromkeys(dots, "dots_thousands")
        loaded.notes |= dict.fromkeys(commas, "commas_decimal")
    elif by_point and not by_comma:
        again |= dict.fromkeys(commas, _THOUSANDS_BY_COMMA)
        loaded.notes |= dict.fromkeys(commas, COMMAS_THOUSANDS)
    elif by_comma or dialect.delimiter != ",":
        loaded.notes |= dict.fromkeys(dots, "dots_ambiguous")
    again = {index: column for index, column in again.items() if column != loaded.types[index]}
    retype(connection, loaded, again)
    return bool(again)


def _has_point(column: ColumnType) -> bool:
    """Whether a column that is no riddle itself shows what a point means here."""
    if column.kind == "float" or column.form == "thousands":
        return True
    return column.kind == "decimal" and column.form in ("plain", "trimmed")


def _could_be_thousands(
    connection: duckdb.DuckDBPyConnection, index: int, column: ColumnType
) -> bool:
    """Whether every cell is a number of up to three digits, or has three more behind a point."""
    # By value first: a pattern over a million texts takes a second, and mostly is not needed.
    value = f"t{index}"
    within = f"{value} = 0 OR abs({value}) BETWEEN 1 AND 1000"
    written = f"regexp_full_match(trim({source_text(index, column)}), '{_DOTS}')"
    for test in (within, written):
        row = connection.execute(
            f"SELECT bool_and({test}) FROM loaded WHERE {value} IS NOT NULL"
        ).fetchone()
        assert row is not None
        if not row[0]:
            return False
    return True
