"""Formulas as Excel writes them, taken apart without losing a character.

A formula is cut into tokens that join to exactly what they were cut from; the tokens that refer to
cells or sheets can be replaced, and everything else stays byte for byte. Nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, column_name, column_number

GONE = "#REF!"

_WORD = r"[\w.\\?\u00a1-\u167f\u1681-\u1fff\u2070-\u2fff\u3001-\U0010ffff]"
# What may not follow a reference: it would be a name, a function, a sheet or a table.
_ENDS = r"(?![\w.\\?(!\[$])"
_COLUMN = r"\$?[A-Za-z]{1,3}"
_ROW = r"\$?[1-9][0-9]{0,6}"
_CELL = rf"{_COLUMN}{_ROW}"
_COLON = r"[ ]*:[ ]*"
_AREA = rf"""
    {_CELL}{_ENDS}(?:{_COLON}{_CELL}{_ENDS})?
    | {_COLUMN}{_COLON}{_COLUMN}{_ENDS}
    | {_ROW}{_COLON}{_ROW}{_ENDS}
"""
_TEXT = r'"(?:[^"]|"")*"'
# Column names in [structured] references may hold any character; brackets, # and ' after a '.
_BRACKETS = r"\[(?:'.|[^\[\]']|\[(?:'.|[^\[\]'])*\])*\]"
_PREFIX = rf"""
    '(?:[^']|'')*'!
    | {re.escape(GONE)}(?=\$?[A-Za-z0-9])
    | (?:\[[^\[\]'"!]*\])?{_WORD}+:{_WORD}+!
    | (?:\[[^\[\]'"!]*\])?{_WORD}+!
    | \[[^\[\]'"!]*\]!
"""
_TOKEN = re.compile(
    rf"""
    (?P<text>{_TEXT})
    | (?P<array>\{{(?:[^"{{}}]|{_TEXT})*\}})
    | (?P<prefix>{_PREFIX})(?:(?P<prefixed>{_AREA})|(?P<named>{_WORD}+|{re.escape(GONE)}))?
    | (?P<error>\#(?:REF!|N/A|NAME\?|DIV/0!|NULL!|NUM!|VALUE!|[A-Z_]+[!?]?))
    | (?P<area>{_AREA})
    | (?P<brackets>{_BRACKETS})
    | (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[Ee][+-]?[0-9]+)?(?!{_WORD}))
    | (?P<word>{_WORD}+)
    | (?P<space>\s+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_CORNERS = re.compile(
    r"(?P<c1>\$?[A-Za-z]{1,3})?(?P<r1>\$?[0-9]+)?"
    r"(?:(?P<colon>[ ]*:[ ]*)(?P<c2>\$?[A-Za-z]{1,3})?(?P<r2>\$?[0-9]+)?)?"
)
_PLAIN_SHEET = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_LIKE_CELL = re.compile(r"[A-Za-z]{1,3}[0-9]{1,7}|[Rr][0-9]*(?:[Cc][0-9]*)?|[Cc][0-9]*")
_CELL_WORD = re.compile(_CELL)


class Kind(Enum):
    TEXT = "text"
    ARRAY = "array"
    REFERENCE = "reference"
    ERROR = "error"
    BRACKETS = "brackets"
    NUMBER = "number"
    WORD = "word"
    SPACE = "space"
    OTHER = "other"


@dataclass(frozen=True)
class Token:
    kind: Kind
    text: str


@dataclass(frozen=True)
class Corner:
    """One end of an area; a whole column has no row, a whole row no column."""

    column: int | None
    row: int | None
    column_fixed: bool = False
    row_fixed: bool = False

    def __str__(self) -> str:
        text = ""
        if self.column is not None:
            text += ("$" if self.column_fixed else "") + column_name(self.column)
        if self.row is not None:
            text += ("$" if self.row_fixed else "") + str(self.row)
        return text


@dataclass(frozen=True)
class Area:
    """Cells that a formula names: one (`last` is None), a block, whole columns or whole rows."""

    first: Corner
    last: Corner | None = None
    colon: str = ":"

    def __str__(self) -> str:
        return str(self.first) if self.last is None else f"{self.first}{self.colon}{self.last}"


@dataclass(frozen=True)
class Reference:
    """A reference as it stands in a formula: what is before the `!`, and the cells after it."""

    prefix: str  # with its "!", or ""
    area: Area | None
    book: str | None = None  # the number or name of another workbook
    sheet: str | None = None
    last_sheet: str | None = None  # of Sheet1:Sheet3!A1
    tail: str = ""  # what follows the prefix and is no cell: a name, or #REF!

    @property
    def is_dead(self) -> bool:
        """Whether its sheet is gone: #REF!A1."""
        return self.prefix == GONE

    def on(self, sheet: str | None, last_sheet: str | None = None) -> Reference:
        """Return the same cells on another sheet."""
        prefix = sheet_prefix(sheet, last_sheet) if sheet is not None else ""
        return replace(self, prefix=prefix, sheet=sheet, last_sheet=last_sheet)

    def __str__(self) -> str:
        return self.prefix + (self.tail if self.area is None else str(self.area))


def tokens(formula: str) -> Iterator[Token]:
    """Give the tokens of a formula; they join to it."""
    for match in _TOKEN.finditer(formula):
        kind = match.lastgroup or "other"
        if kind in ("prefix", "prefixed", "named", "area"):
            is_reference = kind != "area" or parse_area(match[0]) is not None
            yield Token(Kind.REFERENCE if is_reference else Kind.WORD, match[0])
        else:
            yield Token(Kind(kind), match[0])


def rewrite(formula: str, change: Callable[[Reference], str | None]) -> str:
    """Return the formula with each reference replaced by what `change` says; None leaves it."""

    def replaced(match: re.Match[str]) -> str:
        text = match[0]
        if match["area"]:
            area = parse_area(text)
            if area is None:
                return text
            reference = Reference("", area)
        elif match["prefix"]:
            found = _prefixed(match["prefix"], match["prefixed"] or match["named"])
            if found is None:
                # A1:Sheet1!B2 begins with a cell, not with a sheet called A1.
                head, colon, rest = text.partition(":")
                return rewrite(head, change) + colon + rewrite(rest, change)
            reference = found
        else:
            return text
        new = change(reference)
        return text if new is None else new

    return _TOKEN.sub(replaced, formula)


def references(formula: str) -> list[Reference]:
    """Return the references of a formula in their order."""
    found: list[Reference] = []

    def note(reference: Reference) -> None:
        found.append(reference)

    rewrite(formula, note)
    return found


def parse_area(text: str) -> Area | None:
    """Return the cells that `text` names, or None where no sheet has them."""
    match = _CORNERS.fullmatch(text)
    if match is None:
        return None
    first = _corner(match["c1"], match["r1"])
    last = _corner(match["c2"], match["r2"]) if match["colon"] else None
    if first is None or (match["colon"] and last is None):
        return None
    return Area(first, last, match["colon"] or ":")


def sheet_prefix(sheet: str, last_sheet: str | None = None) -> str:
    """Return what stands before the cells of a sheet, quoted where Excel quotes it."""
    names = [sheet] if last_sheet is None else [sheet, last_sheet]
    if all(_is_plain(name) for name in names):
        return ":".join(names) + "!"
    return "'" + ":".join(names).replace("'", "''") + "'!"


def _is_plain(sheet: str) -> bool:
    return (
        _PLAIN_SHEET.fullmatch(sheet) is not None
        and _LIKE_CELL.fullmatch(sheet) is None
        and sheet.upper() not in ("TRUE", "FALSE")
    )


def _corner(column: str | None, row: str | None) -> Corner | None:
    number = column_number(column.removeprefix("$")) if column else None
    line = int(row.removeprefix("$")) if row else None
    if (number or 1) > MAX_COLUMN or not 1 <= (line if line is not None else 1) <= MAX_ROW:
        return None
    fixed_column = column is not None and column.startswith("$")
    return Corner(number, line, fixed_column, row is not None and row.startswith("$"))


def _prefixed(prefix: str, area: str | None) -> Reference | None:
    """Return a reference with a prefix; None where its first half is a cell of its own."""
    cells = parse_area(area) if area else None
    tail = area if area and cells is None else ""
    if prefix == GONE:
        return Reference(prefix, cells, tail=tail)
    inside = prefix[:-1]
    quoted = inside.startswith("'")
    if quoted:
        inside = inside[1:-1].replace("''", "'")
    book: str | None = None
    opening, closing = inside.find("["), inside.rfind("]")
    if 0 <= opening < closing:
        # 'C:\reports\[old.xlsx]Sheet 1'!A1, or [1]Sheet1!A1 as files have it
        book = inside[:opening] + inside[opening + 1 : closing]
        inside = inside[closing + 1 :]
        if book == "0":  # this workbook itself
            book = None
    sheet, colon, last = inside.partition(":")
    if not colon:
        return Reference(prefix, cells, book, sheet or None, tail=tail)
    if not quoted and _CELL_WORD.fullmatch(sheet) and parse_area(sheet) is not None:
        return None
    return Reference(prefix, cells, book, sheet, last, tail)
