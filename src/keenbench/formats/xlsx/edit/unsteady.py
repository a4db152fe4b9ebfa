"""Results that depend on more than the workbook itself: on the clock, on chance, on other files.

They are left to whoever opens the workbook: computed here they would be another each time, or
wrong. What refers to such a cell is left too, through any number of steps.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range, column_number, find_range
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.tables_of_sheet import all_tables, tables_of
from keenbench.formats.xlsx.formulas import Area, Corner, Kind, references, tokens
from keenbench.formats.xlsx.plain_formulas import AREA, is_plain, is_there
from keenbench.formats.xlsx.translated import translated

Place = tuple[str, int, int]  # sheet, row, column

_OUTSIDE = (
    "TODAY|NOW|RAND|RANDBETWEEN|RANDARRAY|CELL|INFO|RTD|WEBSERVICE|STOCKHISTORY|GETPIVOTDATA"
    "|CUBEKPIMEMBER|CUBEMEMBER|CUBEMEMBERPROPERTY|CUBERANKEDMEMBER|CUBESET|CUBESETCOUNT|CUBEVALUE"
)
_CALLED = frozenset(_OUTSIDE.split("|"))
# Where to look closer: one of these functions, or a reference to another workbook.
_SOUGHT = re.compile(rf"\b(?:{_OUTSIDE})\s*\(|\[[^\[\]]+\][^\[\]]*!".encode(), re.IGNORECASE)
_ANYWHERE = frozenset(("INDIRECT", "OFFSET"))  # they refer to cells that their text does not name
_FUNCTION = re.compile(r"([A-Z][A-Z0-9.]*)\(")
_FILLING = ("array", "dataTable")
_MOST_FILLED = 100_000
_MOST_LOOKS = 20_000_000


def unsteady_cells(book: EditedBook) -> set[Place]:
    """Return the cells of formulas whose results the workbook alone does not settle."""
    if not _may_hold(book):
        return set()
    formulas = Formulas(book)
    return formulas.depending_on(formulas.unsteady)


def _may_hold(book: EditedBook) -> bool:
    if _SOUGHT.search(book.edit.read(book.main)) is not None:
        return True
    return any(
        _SOUGHT.search(chunk) is not None
        for sheet in book.sheets
        if sheet.kind == "worksheet"
        for chunk in sheet.rows.chunks()
    )


@dataclass
class _Uses:
    """What one formula, or one name, looks at."""

    areas: set[tuple[str, Range]] = field(default_factory=set)
    anywhere: bool = False
    unsteady: bool = False

    def add(self, other: _Uses) -> None:
        self.areas |= other.areas
        self.anywhere = self.anywhere or other.anywhere
        self.unsteady = self.unsteady or other.unsteady


class Formulas:
    """Every formula of a workbook, and who looks at which cells."""

    def __init__(self, book: EditedBook) -> None:
        self._book = book
        self._order = [sheet.name for sheet in book.sheets]
        self._sheets = {name.casefold(): name for name in self._order}
        self._tables = {table.name.casefold(): table for table in all_tables(book)}
        self._table_sheets = {
            table.name.casefold(): sheet.name
            for sheet in book.sheets
            if sheet.kind == "worksheet"
            for table in tables_of(book, sheet)
        }
        self._names = self._read_names()
        self.unsteady: set[Place] = set()
        self._all: set[Place] = set()
        self._fills: dict[Place, tuple[str, Range]] = {}
        self._anywhere: set[Place] = set()
        self._single: dict[Place, list[Place]] = defaultdict(list)
        self._wide: dict[str, dict[Range, list[Place]]] = defaultdict(lambda: defaultdict(list))
        for sheet in book.sheets:
            if sheet.kind == "worksheet":
                self._read(sheet)

    def depending_on(self, seeds: Iterable[Place]) -> set[Place]:
        """Return the seeds and every formula cell that depends on one of them."""
        waiting = list(seeds)
        found: set[Place] = set(waiting)
        if not waiting:
            return found
        waiting += self._anywhere - found
        found |= self._anywhere
        wide = {sheet: dict(areas) for sheet, areas in self._wide.items()}
        looks = 0
        while waiting:
            place = waiting.pop()
            filled = self._fills.get(place)
            if filled is not None:
                new = {(filled[0], *one) for one in _places(filled[1])} - found
                found |= new
                waiting += new
            users = list(self._single.get(place, ()))
            areas = wide.get(place[0], {})
            looks += len(areas)
            if looks > _MOST_LOOKS:
                return found | self._all  # too entangled to follow: none is called steady
            met = [area for area in areas if area.holds(place[1], place[2])]
            for area in met:
                users += areas.pop(area)
            for user in users:
                if user not in found:
                    found.add(user)
                    waiting.append(user)
        return found

    def _read(self, sheet: EditedSheet) -> None:
        masters: dict[str, tuple[int, int, str]] = {}
        for row, column, said, written in sheet.rows.formulas():
            text = written
            if said.get("t") == "shared":
                group = said.get("si", "")
                if text:
                    masters[group] = (row, column, text)
                elif group in masters:
                    first_row, first_column, text = masters[group]
                    text = translated(text, row - first_row, column - first_column)
            place = (sheet.name, row, column)
            self._all.add(place)
            uses = self._uses(text, sheet.name, row, column)
            if said.get("t") == "dataTable":
                uses.anywhere = True
            if uses.unsteady:
                self.unsteady.add(place)
            if uses.anywhere:
                self._anywhere.add(place)
            area = find_range(said.get("ref", "")) if said.get("t") in _FILLING else None
            if area is not None and 1 < area.cell_count <= _MOST_FILLED:
                self._fills[place] = (sheet.name, area)
            for on, looked in uses.areas:
                if looked.cell_count == 1:
                    self._single[on, looked.first_row, looked.first_column].append(place)
                else:
                    self._wide[on][looked].append(place)

    def _uses(
        self, text: str, home: str, row: int, column: int, names: tuple[str, ...] = ()
    ) -> _Uses:
        if not self._names and not self._tables and is_plain(text):
            return _plain_uses(text, home)
        uses = _Uses()
        cut = list(tokens(text))
        for at, token in enumerate(cut):
            if token.kind is Kind.WORD:
                word = token.text.upper().removeprefix("_XLFN.").removeprefix("_XLWS.")
                if at + 1 < len(cut) and cut[at + 1].text == "(":
                    uses.unsteady = uses.unsteady or word in _CALLED
                    uses.anywhere = uses.anywhere or word in _ANYWHERE
                else:
                    self._use_name(uses, token.text, home, names)
            elif token.kind is Kind.BRACKETS:
                before = cut[at - 1].text.casefold() if at else ""
                table = self._tables.get(before)
                if table is not None:
                    uses.areas.add((self._table_sheets[before], table.area))
                else:
                    uses.areas |= self._own_tables(home, row, column)
        for reference in references(text):
            if reference.book is not None:
                uses.unsteady = True
            elif reference.area is None:
                self._use_name(uses, reference.tail, home, names)
            else:
                area = _range_of(reference.area)
                uses.areas |= {
                    (name, area) for name in self._between(reference.sheet, reference.last_sheet)
                } or {(home, area)}
        return uses

    def _use_name(self, uses: _Uses, word: str, home: str, names: tuple[str, ...]) -> None:
        folded = word.casefold()
        if folded in names:
            return  # it refers to itself
        for said in self._names.get(folded, ()):
            inner = self._uses(said, home, 0, 0, (*names, folded))
            # A name that is not all absolute counts from the cell that uses it.
            fixed = all(_is_fixed(one.area) for one in references(said) if one.area is not None)
            inner.anywhere = inner.anywhere or not fixed
            uses.add(inner)
        table = self._tables.get(folded)
        if table is not None:
            uses.areas.add((self._table_sheets[folded], table.area))

    def _own_tables(self, home: str, row: int, column: int) -> set[tuple[str, Range]]:
        return {
            (home, table.area)
            for name, table in self._tables.items()
            if self._table_sheets[name] == home and table.area.holds(row, column)
        }

    def _between(self, first: str | None, last: str | None) -> list[str]:
        """Return the sheets that a reference names; none where it names its own."""
        if first is None:
            return []
        ends = [self._sheets.get(name.casefold()) for name in (first, last or first)]
        if ends[0] is None or ends[1] is None:
            return [first]  # gone: #REF!
        places = sorted(self._order.index(name) for name in ends if name is not None)
        return self._order[places[0] : places[1] + 1]

    def _read_names(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for element in self._book.workbook.iterfind(f"{MAIN}definedNames/{MAIN}definedName"):
            found[element.get("name", "").casefold()].append(element.text or "")
        return found


def _plain_uses(text: str, home: str) -> _Uses:
    """Return what a formula such as SUM($A$1:B9)*2 looks at, the short way."""
    functions = set(_FUNCTION.findall(text))
    uses = _Uses(anywhere=bool(functions & _ANYWHERE), unsteady=bool(functions & _CALLED))
    for match in AREA.finditer(text):
        if is_there(match):
            rows = [int(row) for row in match.group(4, 8) if row]
            columns = [column_number(column) for column in match.group(2, 6) if column]
            uses.areas.add((home, Range(min(rows), max(rows), min(columns), max(columns))))
    return uses


def _places(area: Range) -> list[tuple[int, int]]:
    return [
        (row, column)
        for row in range(area.first_row, area.last_row + 1)
        for column in range(area.first_column, area.last_column + 1)
    ]


def _range_of(area: Area) -> Range:
    last = area.first if area.last is None else area.last
    return Range(
        min(area.first.row or 1, last.row or MAX_ROW),
        max(area.first.row or 1, last.row or MAX_ROW),
        min(area.first.column or 1, last.column or MAX_COLUMN),
        max(area.first.column or 1, last.column or MAX_COLUMN),
    )


def _is_fixed(area: Area) -> bool:
    return all(_fixed(corner) for corner in (area.first, area.last) if corner is not None)


def _fixed(corner: Corner) -> bool:
    return (corner.row is None or corner.row_fixed) and (
        corner.column is None or corner.column_fixed
    )
