"""The values and formulas of rows, out of their XML."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO, Literal

from keenbench.formats.xlsx.addresses import MAX_ROW, Range, cell_name, column_number, whole_number
from keenbench.formats.xlsx.dates import Moment, write_moment
from keenbench.formats.xlsx.sheet_index import SheetIndex
from keenbench.formats.xlsx.sheet_rows import attributes_of, cells_of, without_run_properties
from keenbench.formats.xlsx.strings import Strings
from keenbench.formats.xlsx.styles import Styles
from keenbench.formats.xlsx.translated import translated
from keenbench.formats.xlsx.xml_text import decoded, string_text, unescaped

Kind = Literal["blank", "string", "number", "boolean", "date", "error"]
Value = str | int | float | bool | None

# Cells as nearly every program writes them, taken apart in one go; other rows go cell by cell.
USUAL = re.compile(
    rb'<c r="([A-Z]{1,3})[1-9][0-9]{0,6}"(?: s="([0-9]+)")?(?: t="([a-zA-Z]+)")?(?:/>|>'
    rb"(?:<f>([^<]*)</f>)?"
    rb'(?:<v>([^<]*)</v>|<v/>|<v />|<is><t(?: xml:space="preserve")?>([^<]*)</t></is>)?</c>)'
)
_VALUE = re.compile(rb"<v(?:\s[^>]*)?>([^<]*)</v")
_FORMULA = re.compile(rb"<f((?:\s[^>]*?)?)(?:/>|>([^<]*)</f)")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NOT_FINITE = ("nan", "inf", "infinity")
_EXACT = 2**53
_KEPT_MASTERS = 10_000


@dataclass(slots=True)
class Cell:
    """One cell that holds something."""

    kind: Kind = "blank"
    value: Value = None
    formula: str | None = None
    style: bytes = b""
    string: int | None = None  # the number of a shared string, until it is looked up
    array: str | None = None  # the range that an array formula fills


@dataclass
class Doubts:
    """What could not be read as it should be: counted, with the first place of each."""

    missing_strings: int = 0
    not_finite: int = 0
    first: dict[str, str] = field(default_factory=dict)

    def note(self, what: str, row: int, column: int) -> None:
        self.first.setdefault(what, cell_name(row, column))


@dataclass(frozen=True)
class CellReader:
    """Reads cells of one sheet."""

    file: BinaryIO
    index: SheetIndex
    strings: Callable[[], Strings | None]  # looked for only when a cell needs them
    styles: Styles
    since_1904: bool
    doubts: Doubts = field(default_factory=Doubts)

    def read(self, area: Range) -> dict[int, dict[int, Cell]]:
        """Return the cells of a range that hold something, by row and column."""
        rows: dict[int, dict[int, Cell]] = {}
        numbers: set[int] = set()
        for row, piece in self.index.rows(self.file, area.first_row, area.last_row):
            cells = self._usual(row, piece, area)
            if cells is None:
                cells = self._one_by_one(row, piece, area)
            for cell in cells.values():
                if cell.string is not None:
                    numbers.add(cell.string)
            if cells:
                rows[row] = cells
        if numbers:
            self._fill_in(rows, numbers)
        return rows

    def _usual(self, row: int, piece: bytes, area: Range) -> dict[int, Cell] | None:
        """Return the cells of a row in the usual form; None where some are not."""
        piece = without_run_properties(piece)
        found = USUAL.findall(piece)
        if len(found) != piece.count(b"<c"):
            return None
        cells: dict[int, Cell] = {}
        first, last = area.first_column, area.last_column
        for letters, style, kind, formula, value, text in found:
            column = column_number(letters.decode())
            if not first <= column <= last:
                continue
            cell = Cell(style=style)
            if formula:
                cell.formula = "=" + decoded(unescaped(formula))
            if kind == b"inlineStr":
                cell.kind, cell.value = "string", decoded(unescaped(text))
            elif value:
                if value.isdigit() and len(value) < 16 and kind in (b"", b"n"):
                    self._number(cell, int(value), row, column)
                else:
                    self._value(cell, kind or b"n", value, row, column)
            elif kind == b"str":
                cell.kind, cell.value = "string", ""
            if cell.kind != "blank" or formula:
                cells[column] = cell
            else:
                cells.pop(column, None)
        return cells

    def _one_by_one(self, row: int, piece: bytes, area: Range) -> dict[int, Cell]:
        cells: dict[int, Cell] = {}
        for column, attributes, content in cells_of(piece):
            if not area.first_column <= column <= area.last_column:
                continue
            cell = self._cell(row, column, attributes, content)
            if cell is None:
                cells.pop(column, None)
            else:
                cells[column] = cell
        return cells

    def _fill_in(self, rows: dict[int, dict[int, Cell]], numbers: set[int]) -> None:
        """Put the shared strings in place."""
        strings = self.strings()
        found = strings.get_many(self.file, numbers) if strings else {}
        for row, cells in rows.items():
            for column, cell in cells.items():
                if cell.string is None:
                    continue
                cell.value = found.get(cell.string)
                if cell.value is None:
                    cell.kind = "blank"
                    self.doubts.missing_strings += 1
                    self.doubts.note("missing_strings", row, column)

    def _cell(
        self, row: int, column: int, attributes: dict[bytes, bytes], content: bytes
    ) -> Cell | None:
        if not content or content.startswith(b"</c"):
            return None
        kind = attributes.get(b"t", b"n")
        cell = Cell(style=attributes.get(b"s", b""))
        if b"<f" in content:
            self._formula(cell, row, column, content)
        if kind == b"inlineStr":
            start = content.find(b"<is")
            if start >= 0:
                cell.value, cell.kind = string_text(content[start:]), "string"
        else:
            value = _VALUE.search(content)
            if value is not None and (value[1] or kind == b"str"):
                self._value(cell, kind, value[1], row, column)
        if cell.value is None and cell.formula is None and cell.string is None:
            return None
        return cell

    def _value(self, cell: Cell, kind: bytes, raw: bytes, row: int, column: int) -> None:
        text = unescaped(raw)
        if kind == b"s":
            number = whole_number(text)
            cell.kind = "string"
            cell.string = -1 if number is None else number
        elif kind == b"str":
            cell.kind, cell.value = "string", decoded(text)
        elif kind == b"b":
            cell.kind, cell.value = "boolean", text.strip() in ("1", "true")
        elif kind == b"e":
            cell.kind, cell.value = "error", text
        elif kind == b"d":
            cell.kind, cell.value = "date", _iso(text.strip(), self.styles.moment(cell.style))
        else:
            self._number(cell, read_number(text.strip()), row, column)

    def _number(self, cell: Cell, value: Value, row: int, column: int) -> None:
        cell.kind, cell.value = "number", value
        if isinstance(value, float) and not math.isfinite(value):
            cell.value = None
            self.doubts.not_finite += 1
            self.doubts.note("not_finite", row, column)
            return
        moment = self.styles.moment(cell.style)
        if moment is not Moment.NONE and isinstance(value, int | float):
            written = write_moment(value, moment, since_1904=self.since_1904)
            if written is not None:
                cell.kind, cell.value = "date", written

    def _formula(self, cell: Cell, row: int, column: int, content: bytes) -> None:
        match = _FORMULA.search(content)
        if match is None:
            return
        attributes = attributes_of(match[1])
        kind = attributes.get(b"t", b"")
        text = decoded(unescaped(match[2] or b""))
        if kind == b"shared" and not text.strip():
            text = self._shared(attributes.get(b"si", b""), row, column)
        elif kind == b"dataTable":
            inputs = (attributes.get(name, b"").decode() for name in (b"r1", b"r2"))
            text = text or f"TABLE({','.join(inputs).strip(',')})"
        if kind == b"array":
            cell.array = attributes.get(b"ref", b"").decode()
        if text:
            cell.formula = f"={text}"

    def _shared(self, number: bytes, row: int, column: int) -> str:
        """Return the formula that this cell has from another, as it reads here."""
        group = whole_number(number)
        places = self.index.masters.get(group, []) if group is not None else []
        before = [place for place in places if place <= (row, column)]
        if not before:
            return ""
        master = before[-1]
        formula = self._master(*master)
        return translated(formula, row - master[0], column - master[1])

    def _master(self, row: int, column: int) -> str:
        kept = self.index.master_texts
        if (row, column) not in kept:
            if len(kept) >= _KEPT_MASTERS:
                kept.clear()
            kept[row, column] = ""
            for _, piece in self.index.rows(self.file, row, min(row, MAX_ROW)):
                for at, _, content in cells_of(piece):
                    match = _FORMULA.search(content) if at == column else None
                    if match is not None:
                        kept[row, column] = decoded(unescaped(match[2] or b""))
        return kept[row, column]


def read_number(text: str) -> Value:
    """Return a number exactly: as a string where a double cannot hold it."""
    if _INTEGER.fullmatch(text):
        if len(text) > 400:
            return text
        number = int(text)
        return number if abs(number) <= _EXACT else str(number)
    if not _NUMBER.fullmatch(text):
        return float(text) if text.lower().lstrip("+-") in _NOT_FINITE else text
    # A double is written with 17 digits at most; more of them mean more than it can hold.
    digits = text.lower().partition("e")[0].lstrip("+-0.")
    if len(digits) > 17 and len(digits.replace(".", "")) > 17:
        return text
    return float(text)


def _iso(text: str, moment: Moment) -> str:
    return text.removesuffix("T00:00:00") if moment is Moment.DATE else text
