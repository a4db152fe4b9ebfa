"""Cells of a workbook that hold text: found sheet by sheet, changed one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from keenbench.models.offline_files.turn import Say, Turn

_START = re.compile(r"\$?([A-Z]{1,3})\$?(\d+)")
_MOST_CELLS = 200_000


def sheets_of(turn: Turn, path: str) -> list[dict[str, Any]]:
    """Return the sheets of the workbook as its map has them."""
    told = turn.call("get_file_map", path=path)
    sheets: list[dict[str, Any]] = told["sheets"]
    return sheets


def replace_in_cells(
    turn: Turn, path: str, replacements: Sequence[tuple[re.Pattern[str], str]]
) -> int:
    """Replace text in cells that hold text, never in formulas; return how often."""
    count = 0
    operations: list[dict[str, Any]] = []
    for sheet in sheets_of(turn, path):
        cells: list[dict[str, Any]] = []
        for cell, value in _texts(turn, path, sheet):
            new = value
            for pattern, text in replacements:
                new, times = pattern.subn(text, new)
                count += times
            if new != value:
                cells.append({"cell": cell, "value": new, "type": "string"})
        if cells:
            operations.append({"op": "set_cells", "sheet": sheet["name"], "cells": cells})
    if operations:
        turn.call("xlsx_operations", path=path, operations=operations)
    return count


def _texts(turn: Turn, path: str, sheet: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every cell of the sheet that holds text and no formula."""
    if sheet["row_count"] * sheet["col_count"] > _MOST_CELLS:
        raise Say(f"The sheet {sheet['name']} of {path} is too large for me to search offline.")
    chunk = 0
    while True:
        told = turn.call("read_file", path=path, sheet=sheet["name"], chunk=chunk)
        yield from _texts_of_window(told)
        if not told["chunk_info"]["has_more"]:
            return
        chunk += 1


def _texts_of_window(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    rows, formulas = told.get("rows") or [], told.get("formulas") or []
    start = _START.match(told["chunk_info"]["range"] or "")
    if start is None:
        return
    first_column, first_row = _number(start.group(1)), int(start.group(2))
    for down, row in enumerate(rows):
        shown = formulas[down] if down < len(formulas) else None
        for across, value in enumerate(row):
            if isinstance(value, str) and not (shown and shown[across]):
                yield f"{_letters(first_column + across)}{first_row + down}", value


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
