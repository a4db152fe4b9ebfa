"""The values of a few rows as JSON text, written by Python: the same text that `values` has SQL
write.

DuckDB plans the SQL of `values` for longer than a small window of rows takes to write here: some
2 ms of a query. So the columns whose values come to Python whole (texts, truths, whole numbers,
doubles, decimals) are written here, those whose text is short and whose value does not (dates,
times, FLOAT) by SQL as before; a query with any other column is left to `values`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from json.encoder import encode_basestring
from typing import Any, TypeAlias

from keenbench.sandbox.runner import values

Writer: TypeAlias = Callable[[Any], str]

_EXACT_DIGITS = 15
_SHORT = frozenset(("float", "date", *values.TIMESTAMPS, "time", "time_ns", "time with time zone"))


def writers(kinds: Sequence[values.Type]) -> list[Writer] | None:
    """Return how to write each column's values, or None where SQL has to write the rows."""
    found = [_writer(kind.id) for kind in kinds]
    known = [write for write in found if write is not None]
    return known if len(known) == len(found) else None


def row(kinds: Sequence[values.Type], columns: Sequence[str]) -> str:
    """Return the SQL of a row of `columns` for `write_row`."""
    cells = [
        values.encode(kind, column) if kind.id in _SHORT else column
        for kind, column in zip(kinds, columns, strict=True)
    ]
    return f"row({', '.join(cells)})"


def write_row(writing: Sequence[Writer], cells: Sequence[Any]) -> str:
    """Return a row as a JSON array, to be read by `values.read_row`."""
    texts = [
        "null" if cell is None else write(cell) for write, cell in zip(writing, cells, strict=True)
    ]
    return f"[{','.join(texts)}]"


def _writer(kind: str) -> Writer | None:
    if kind in values.WHOLE_NUMBERS:
        return _integer
    if kind in _SHORT:
        return str
    return _WRITERS.get(kind)


def _integer(value: int) -> str:
    return str(value) if abs(value) <= values.LAST_EXACT else f'"{value}"'


def _double(value: float) -> str:
    return repr(value) if math.isfinite(value) else values.ODD_NULL


def _decimal(value: Decimal) -> str:
    text = format(value, "f")
    digits = text.lstrip("-").replace(".", "").strip("0")
    return repr(float(text)) if len(digits) <= _EXACT_DIGITS else f'"{text}"'


def _boolean(value: bool) -> str:
    return "true" if value else "false"


_WRITERS: dict[str, Writer] = {
    "varchar": encode_basestring,
    "boolean": _boolean,
    "double": _double,
    "decimal": _decimal,
}
