"""“Set B3 in budget.xlsx to 42”, “rename the sheet Costs to Spending in budget.xlsx”."""

from __future__ import annotations

import re
from typing import Any

from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import file_kind
from keenbench.models.offline_files.placing import require_placed
from keenbench.models.offline_files.sheets import sheets_of
from keenbench.models.offline_files.turn import Say

_CELL = r"(?:cell\s+)?(?P<cell>\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6})"
_SET = re.compile(
    rf"\b(?:set|change|update|make)\s+(?:the\s+(?:value\s+)?(?:of\s+)?)?{_CELL}\b(?P<where>.*?)"
    r"\s(?:to|=|equal\s+to|as)\s+(?P<value>.+?)\s*(?:in\s+\x00.*)?$",
    re.I | re.S,
)
_PUT = re.compile(
    rf"\b(?:put|write|enter|insert)\s+(?P<value>.+?)\s+(?:in|into|to|at)\s+{_CELL}\b(?P<where>.*)$",
    re.I | re.S,
)
_RENAME = re.compile(
    r"\brename\s+(?:the\s+)?(?:sheet|tab|worksheet)\s+(?P<old>.+?)\s+(?:to|as)\s+(?P<new>.+?)"
    r"\s*(?:\b(?:in|of)\s+(?:the\s+\w+\s+)?\x00.*)?$",
    re.I | re.S,
)
_SHEET = re.compile(
    r"\b(?:sheet|tab|worksheet)\s+[\"“']?(?P<name>[^\"”'\x00,]+?)[\"”']?\s*(?:,|$|\bof\b|\bin\b|\x00)",
    re.I,
)
_NUMBER = re.compile(r"[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−]?\d+(?:\.\d+)?")
_PLACED = """
    set change update make value cell put write enter insert rename tab worksheet equal formula
    number
"""
_QUOTES = "\"“”'‘’`"


def attempt(desk: Desk) -> str | None:
    """Set a cell or rename a sheet, if the request asks for that."""
    text = desk.masked().strip().rstrip(".!")
    renamed = _RENAME.search(text)
    if renamed:
        path = desk.required_source(_is_book)
        names = [renamed.group(name) for name in ("old", "new")]
        old, new = (each.strip(f" {_QUOTES}") for each in names)
        require_placed(desk, _PLACED, *names)
        old = _sheet_named(desk, path, old)
        operations: list[dict[str, Any]] = [{"op": "rename_sheet", "sheet": old, "new_name": new}]
        desk.turn.call("xlsx_operations", path=path, operations=operations)
        return (
            f"Renamed the sheet {old} to {new} in {path}. The change is in the Draft, for Review."
        )
    found = _SET.search(text) or _PUT.search(text)
    if found is None:
        return None
    path = desk.required_source(_is_book)
    if not _is_book(path):
        return None
    sheet = _sheet(desk, path, text)
    spans = [found.group("cell"), found.group("value"), sheet]
    require_placed(desk, f"{_PLACED} {sheet.casefold()}", *spans)
    cell = found.group("cell").replace("$", "").upper()
    value, kind = _value(found.group("value"))
    cells = [{"cell": cell, "value": value, "type": kind}]
    operations = [{"op": "set_cells", "sheet": sheet, "cells": cells}]
    desk.turn.call("xlsx_operations", path=path, operations=operations)
    said = f"Set {cell} on the sheet {sheet} of {path} to {value}."
    return f"{said} The change is in the Draft, for Review."


def _is_book(path: str) -> bool:
    return file_kind(path) == "xlsx"


def _sheet(desk: Desk, path: str, text: str) -> str:
    named = _SHEET.search(text)
    if named:
        return _sheet_named(desk, path, named.group("name").strip())
    names = [str(sheet["name"]) for sheet in sheets_of(desk.turn, path)]
    said = [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.I)]
    if len(said) == 1:
        return said[0]
    if len(names) == 1:
        return names[0]
    raise Say(f"On which sheet of {path}? It has {', '.join(names)}.")


def _sheet_named(desk: Desk, path: str, wanted: str) -> str:
    names = [str(sheet["name"]) for sheet in sheets_of(desk.turn, path)]
    for name in names:
        if name.casefold() == wanted.casefold():
            return name
    raise Say(f"{path} has no sheet {wanted}; it has {', '.join(names)}.")


def _value(text: str) -> tuple[Any, str]:
    """Return a cell's value and type; a quoted one is text, and `=` begins a formula."""
    text = text.strip()
    if len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        return text[1:-1], "string"
    if text.startswith("="):
        return text, "formula"
    if _NUMBER.fullmatch(text):
        plain = text.replace(",", "").replace("−", "-")
        return (float(plain) if "." in plain else int(plain)), "number"
    if text.casefold() in ("true", "false"):
        return text.casefold() == "true", "boolean"
    if len(text.split()) > 3 or re.search(r"\s(?:and|to|in|on|of|if|as)\s", f" {text} ", re.I):
        raise Say("Please put the text of the cell into quotation marks; nothing was changed.")
    return text, "string"
