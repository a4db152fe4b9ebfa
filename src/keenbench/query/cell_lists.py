"""Cells that name several things at once: `Action,Comedy`, `Deleted Scenes; Trailers`.

Whoever asks for comedies means every cell that names Comedy among others, and none that only has
the letters in it. What tells a list from an address or a name with a comma is that its elements
come again, and not always in the same place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

_MARKS = (",", ";", "|", "/", "+")
_LONGEST_ELEMENT = 40
_MOST_WORDS = 5
_LEAST_LISTS = 4
_OFTEN = 0.1
"""How many of the cells have to name several things."""
_MOVING = 0.5
"""How many of the elements stand once here, once there."""
_DIFFERENT = 0.8
"""How many different elements there may be, of all, and of those that begin a cell."""


def elements(cell: str, mark: str) -> list[str]:
    """Return what a cell names, each by itself."""
    return [part for piece in cell.split(mark.strip()) if (part := piece.strip())]


def mark_of(cells: Sequence[str]) -> str:
    """Return what stands between the elements of cells, `, ` or `;`; nothing if these are none."""
    told = [cell for cell in cells if cell.strip()]
    for mark in _MARKS:
        if _are_lists(told, mark):
            spaced = [cell for cell in told if mark in cell]
            if all(cell.count(mark) == cell.count(f"{mark} ") for cell in spaced):
                return f"{mark} "
            return mark
    return ""


def _are_lists(cells: Sequence[str], mark: str) -> bool:
    parted = [elements(cell, mark) for cell in cells]
    lists = [found for found in parted if len(found) > 1]
    if len(lists) < max(_LEAST_LISTS, _OFTEN * len(cells)):
        return False
    every = Counter(element for found in parted for element in set(found))
    if any(len(each) > _LONGEST_ELEMENT or len(each.split()) > _MOST_WORDS for each in every):
        return False
    if not all(any(c.isalpha() for c in each) for each in every):
        return False
    places: dict[str, set[int]] = {}
    for found in parted:
        for place, element in enumerate(found):
            places.setdefault(element, set()).add(place)
    # In `Leeds, Yorkshire` the county never comes first, and in an address hardly a street again.
    moving = sum(count for element, count in every.items() if len(places[element]) > 1)
    first = {found[0] for found in lists}
    return (
        moving >= _MOVING * every.total()
        and len(every) <= _DIFFERENT * every.total()
        and len(first) <= max(_DIFFERENT * len(lists), 4)
    )


def holding(column: str, value: str, mark: str) -> dict[str, Any]:
    """Return the filter of a plan for cells that name this element, whole."""
    tests = [
        ("=", value),
        ("startswith", f"{value}{mark}"),
        ("endswith", f"{mark}{value}"),
        ("contains", f"{mark}{value}{mark}"),
    ]
    return {"any_of": [{"column": column, "op": op, "value": text} for op, text in tests]}


__all__ = ["elements", "holding", "mark_of"]
