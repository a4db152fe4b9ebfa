"""Text in a csv that a spreadsheet would run as a formula.

A cell that begins with = @ tab CR LF, or with + or - and is no plain number, gets an apostrophe in
front: a spreadsheet then shows it as text. A column's name is guarded like a cell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from keenbench.formats.shape import MapWarning
from keenbench.tables.names import string

if TYPE_CHECKING:
    import duckdb

_RUNS = "=@\t\r\n"
_SIGNS = "+-"
# A sign and a number as people write it, or signs alone: no operator, bracket, name or range
# follows the sign, so that nothing can be run.
_HARMLESS = (
    "[-+]|-{2,}|[-+] ?[€$£¥]? ?(?:[0-9][0-9.,' \xa0]*|[.,][0-9]+)(?:[eE][-+]?[0-9]+)? ?[%€$£¥]?"
)


def _codes(characters: str) -> str:
    return ", ".join(str(ord(c)) for c in characters)


def _is_formula(text: str) -> str:
    return (
        f"(ascii({text}) IN ({_codes(_RUNS)}) OR (ascii({text}) IN ({_codes(_SIGNS)}) "
        f"AND NOT regexp_full_match({text}, {string(_HARMLESS)})))"
    )


def runs_as_formula(text: str) -> bool:
    """Whether a spreadsheet that opens a csv would run this cell."""
    if text[:1] in tuple(_SIGNS):
        return re.fullmatch(_HARMLESS, text) is None
    return text[:1] in tuple(_RUNS)


class FormulaGuard:
    """Finds what would run in the rows of `source`; makes it harmless where `active`."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, source: str, active: bool = True
    ) -> None:
        self._connection = connection
        self._source = source
        self._active = active
        self.warnings: list[MapWarning] = []

    def cells(self, places: list[str], texts: list[str]) -> list[str]:
        """Return the SQL of each column to be written; those in `texts` hold text."""
        suspects = self._suspects(texts)
        count = self._count(suspects)
        if not count:
            return places
        if self._active:
            message = f"{count} cells that a spreadsheet would run as formulas begin with ' now."
        else:
            message = f"{count} cells could be run as formulas by a spreadsheet that opens this."
        self.warnings.append(MapWarning(code="formula_text", message=message))
        if not self._active:
            return places
        return [_guarded(place) if place in suspects else place for place in places]

    def names(self, names: list[str]) -> list[str]:
        """Return the names of the columns as the header has them."""
        running = sum(map(runs_as_formula, names))
        if not running:
            return names
        if self._active:
            message = f"{running} column names that would run as formulas begin with ' now."
        else:
            message = f"{running} column names could be run as formulas by a spreadsheet."
        self.warnings.append(MapWarning(code="formula_names", message=message))
        if not self._active:
            return names
        return ["'" + name if runs_as_formula(name) else name for name in names]

    def _suspects(self, texts: list[str]) -> list[str]:
        """Return the columns of text in which a cell begins as a formula could: mostly none.

        The others are then written as they are, which takes a third off an export.
        """
        if not texts:
            return []
        codes = _codes(_RUNS + _SIGNS)
        first = ", ".join(f"count(*) FILTER (ascii({_text(text)}) IN ({codes}))" for text in texts)
        row = self._connection.execute(f"SELECT {first} FROM {self._source}").fetchone()
        assert row is not None
        return [text for text, count in zip(texts, row, strict=True) if count]

    def _count(self, texts: list[str]) -> int:
        if not texts:
            return 0
        counted = " + ".join(f"count(*) FILTER ({_is_formula(_text(text))})" for text in texts)
        row = self._connection.execute(f"SELECT {counted} FROM {self._source}").fetchone()
        assert row is not None
        return int(row[0])


def _text(place: str) -> str:
    return f"CAST({place} AS VARCHAR)"


def _guarded(place: str) -> str:
    text = _text(place)
    return f"CASE WHEN {_is_formula(text)} THEN '''' || {text} ELSE {text} END"
