"""Where in a file Review looks first: the part that operations touch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keenbench.errors import ValidationFailed
from keenbench.workbench.kinds import OpsKind

FocusHint = dict[str, int | str]

_FIELDS: dict[OpsKind, frozenset[str]] = {
    "xlsx": frozenset({"sheet", "row_start", "row_end", "col_start", "col_end"}),
    "docx": frozenset({"section_index"}),
    "pptx": frozenset({"slide_index"}),
    "odt": frozenset(),
    "pdf": frozenset(),
}
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


def check_focus_hint(path: str, kind: OpsKind, hint: FocusHint) -> None:
    wrong = [
        key
        for key, value in hint.items()
        if key not in _FIELDS[kind] or isinstance(value, str) != (key == "sheet")
    ]
    if wrong:
        raise ValidationFailed(f"focus_hint.{wrong[0]} is not known for {kind}.", path=path)


def focus_of(kind: OpsKind, ops: Sequence[Mapping[str, Any]]) -> FocusHint | None:
    """Return the part that the operations touch first, where they say so themselves."""
    if kind == "xlsx":
        return _focus_of_sheet(ops)
    if kind == "docx":
        for op in ops:
            section = op.get("section")
            if isinstance(section, int) and not isinstance(section, bool) and section >= 0:
                return {"section_index": section}
    if kind == "pptx":
        for op in ops:
            index = op.get("index", op.get("slide_index"))
            if isinstance(index, int) and index >= 0:
                return {"slide_index": index}
    return None


def _focus_of_sheet(ops: Sequence[Mapping[str, Any]]) -> FocusHint | None:
    cells: list[tuple[int, int]] = []
    sheet: str | None = None
    for op in ops:
        touched = list(_touched(op))
        named = op.get("sheet")
        if touched and isinstance(named, str) and sheet in (None, named):
            sheet = named
            cells += touched
    if sheet is None:
        return None
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    return {
        "sheet": sheet,
        "row_start": min(rows),
        "row_end": max(rows),
        "col_start": min(columns),
        "col_end": max(columns),
    }


def _touched(op: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Give corners of what an operation touches, as 0-based (row, column)."""
    if op.get("op") == "set_cells" and isinstance(op.get("cells"), list):
        for cell in op["cells"]:
            found = _position(cell.get("cell")) if isinstance(cell, dict) else None
            if found is not None:
                yield found
    elif op.get("op") == "set_range" and isinstance(op.get("values"), list):
        start = _position(op.get("start"))
        rows = [row for row in op["values"] if isinstance(row, list)]
        if start is not None and rows:
            yield start
            yield start[0] + len(rows) - 1, start[1] + max(1, *(len(row) for row in rows)) - 1
    elif op.get("op") in ("insert_rows", "delete_rows") and isinstance(op.get("row"), int):
        yield op["row"] - 1, 0
    elif isinstance(op.get("range"), str):
        corners = [_position(corner) for corner in op["range"].split(":")[:2]]
        yield from (corner for corner in corners if corner is not None)
    elif "anchor" in op:
        corner = _position(op["anchor"])
        if corner is not None:
            yield corner


def _position(cell: object) -> tuple[int, int] | None:
    match = _CELL.fullmatch(cell) if isinstance(cell, str) else None
    if match is None:
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(match[2]) - 1, column - 1
