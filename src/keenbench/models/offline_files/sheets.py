"""Cells of a workbook that hold text: found sheet by sheet, changed one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from keenbench.models.offline_files.turn import Say, Turn

_START = re.compile(r"\$?([A-Z]{1,3})\$?(\d+)")
_MOST_CELLS = 20_000
# A number, a date, a time or a truth value: as text it would be another kind of cell.
_NO_TEXT = re.compile(
    r"[-+]?[\d.,]+(?:E[-+]?\d+)?%?|\d{4}-\d\d-\d\d(?:[T ][\d:.]+)?|"
    r"\d\d?:\d\d(?::[\d.]+)?|TRUE|FALSE",
    re.I,
)


def sheets_of(turn: Turn, path: str) -> list[dict[str, Any]]:
    """Return the sheets of the workbook as its map has them."""
    told = turn.call("get_file_map", path=path)
    sheets: list[dict[str, Any]] = told["sheets"]
    return sheets


@dataclass(frozen=True)
class CellsReplaced:
    count: int
    # Cells that hold a number or a date, where the text would have fitted.
    left: int


def replace_in_cells(
    turn: Turn, path: str, replacements: Sequence[tuple[re.Pattern[str], str]]
) -> CellsReplaced:
    """Replace text in cells that hold text, never in formulas, numbers and dates."""
    count = left = 0
    operations: list[dict[str, Any]] = []
    for sheet in sheets_of(turn, path):
        cells: list[dict[str, Any]] = []
        for cell, value in _cells(turn, path, sheet):
            new, times = value, 0
            for pattern, text in replacements:
                new, found = pattern.subn(text, new)
                times += found
            if times and _NO_TEXT.fullmatch(value):
                left += 1
            elif new != value:
                count += times
                cells.append({"cell": cell, "value": new, "type": "string"})
        if cells:
            operations.append({"op": "set_cells", "sheet": sheet["name"], "cells": cells})
    if operations:
        turn.call("xlsx_operations", path=path, operations=operations)
    return CellsReplaced(count, left)


def _cells(turn: Turn, path: str, sheet: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every cell of the sheet that holds something and no formula, as text."""
    if sheet["row_count"] * sheet["col_count"] > _MOST_CELLS:
        raise Say(f"The sheet {sheet['name']} of {path} is too large for me to search offline.")
    for chunk in range(sheet["chunking"]["count"]):
        told = turn.call("read_file", path=path, sheet=sheet["name"], chunk=chunk)
        yield from _cells_of_window(told)


def _cells_of_window(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    start = _START.match(told["chunk_info"]["range"] or "")
    if start is None:
        return
    first_column, first_row = _number(start.group(1)), int(start.group(2))
    for down, line in enumerate(str(told["text"]).split("\n")):
        for across, text in enumerate(line.split("\t")):
            if text and not text.startswith("="):
                yield f"{_letters(first_column + across)}{first_row + down}", _plain(text)


def _plain(text: str) -> str:
    r"""Return a cell's text as it is; in a line its tabs and line ends are written \t and \n."""
    return re.sub(r"\\([tn\\])", lambda m: {"t": "\t", "n": "\n"}.get(m[1], m[1]), text)


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
