"""Is a result the expected one? Strict in values, lenient in how it is laid out.

Columns may come in any order, under any name and with others beside them; rows in any order unless
the question asks for one. Numbers agree within a millionth. A month may be written `2024-03`,
`2024-03-01` or as a timestamp; a share as 25 or as 0.25, but in one way throughout.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

Row = Sequence[Any]

_TRUE = {"true", "yes", "1", "t", "y"}
_FALSE = {"false", "no", "0", "f", "n"}


def is_expected(expect: dict[str, Any], rows: Sequence[Row]) -> bool:
    """Return whether `rows` is the expected answer, or one that is accepted as well."""
    percent = {expect["columns"].index(name) for name in expect.get("percent", ())}
    ordered = expect.get("ordered", False)
    sequence = (
        {expect["columns"].index(name) for name in ordered}
        if isinstance(ordered, list)
        else set(range(len(expect["columns"])))
        if ordered
        else set()
    )
    for wanted in (expect["rows"], *expect.get("also", ())):
        # What else is accepted may have other columns; shares are then its last.
        if wanted and len(wanted[0]) != len(expect["columns"]):
            shares = {len(wanted[0]) - 1} if percent else set()
            if _matches(wanted, rows, shares, set()):
                return True
        elif _matches(wanted, rows, percent, sequence):
            return True
    return False


def _matches(
    wanted: Sequence[Row], rows: Sequence[Row], percent: set[int], sequence: set[int]
) -> bool:
    if len(wanted) != len(rows) or not wanted:
        return len(wanted) == len(rows)
    width = len(wanted[0])
    found_width = min(len(row) for row in rows)
    if found_width < width:
        return False
    for scale in (1.0, 0.01) if percent else (1.0,):
        scaled = [
            [_scaled(cell, scale) if place in percent else cell for place, cell in enumerate(row)]
            for row in wanted
        ]
        for chosen in _placements(scaled, rows, found_width, sequence):
            picked = [[row[place] for place in chosen] for row in rows]
            if _same_rows(scaled, picked):
                return True
    return False


def _scaled(cell: Any, scale: float) -> Any:
    return cell * scale if isinstance(cell, int | float) else cell


def _placements(
    wanted: Sequence[Row], rows: Sequence[Row], found_width: int, sequence: set[int]
) -> Iterable[list[int]]:
    """Give the ways to find each wanted column among those of the result, by its values."""
    width = len(wanted[0])
    possible: list[list[int]] = []
    for column in range(width):
        values = [row[column] for row in wanted]
        fits = []
        for place in range(found_width):
            found = [row[place] for row in rows]
            if column in sequence:
                fit = all(same(one, other) for one, other in zip(values, found, strict=True))
            else:
                fit = _same_rows([[value] for value in values], [[cell] for cell in found])
            if fit:
                fits.append(place)
        possible.append(fits)

    def choose(column: int, taken: list[int]) -> Iterable[list[int]]:
        if column == width:
            yield taken
            return
        for place in possible[column]:
            if place not in taken:
                yield from choose(column + 1, [*taken, place])

    return choose(0, [])


def _same_rows(wanted: Sequence[Row], found: Sequence[Row]) -> bool:
    left = list(found)
    for row in wanted:
        for index, other in enumerate(left):
            if all(same(one, two) for one, two in zip(row, other, strict=True)):
                del left[index]
                break
        else:
            return False
    return not left


def same(wanted: Any, found: Any) -> bool:
    """Return whether a cell says what is wanted, however it is written."""
    if wanted is None or found is None:
        return wanted is None and found is None
    if isinstance(found, bool) and isinstance(wanted, str):
        # An author's reader may leave Yes and No as they are written.
        return wanted.strip().casefold() in (_TRUE if found else _FALSE)
    if isinstance(wanted, bool):
        return str(found).strip().casefold() in (_TRUE if wanted else _FALSE)
    if isinstance(wanted, int | float):
        number = _number(found)
        if number is not None:
            return math.isclose(wanted, number, rel_tol=1e-6, abs_tol=1e-9)
        # A year as the bucket that begins it.
        return isinstance(wanted, int) and _period(str(found)) == f"{wanted:04d}-01-01"
    begin = _period(str(wanted))
    if begin is not None:
        return begin == _period(str(found))
    return str(wanted).strip() == str(found).strip()


def _number(cell: Any) -> float | None:
    if isinstance(cell, bool):
        return None
    try:
        # Decimals of many digits come as text.
        return float(cell)
    except (TypeError, ValueError):
        return None


def _period(text: str) -> str | None:
    """Return the day that a quarter, month or day begins with; another moment as it is."""
    text = text.strip()
    if quarter := re.fullmatch(r"(\d{4})[- ]?Q([1-4])", text):
        return f"{quarter[1]}-{int(quarter[2]) * 3 - 2:02d}-01"
    if month := re.fullmatch(r"\d{4}-\d{2}", text):
        return f"{month[0]}-01"
    if moment := re.fullmatch(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})\S*)?", text):
        time = moment[2] or "00:00:00"
        return moment[1] if time == "00:00:00" else f"{moment[1]} {time}"
    return None
