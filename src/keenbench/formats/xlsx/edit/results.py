"""Results of formulas: read from a workbook that an engine computed, saved in the cells of ours."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass, field

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.addresses import Range, cell_name, find_range
from keenbench.formats.xlsx.edit.applied import (
    MOST_CHANGED,
    ChangedCell,
    ErrorCell,
    LeftCell,
    Recalculated,
)
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.cell_xml import Cell, escaped
from keenbench.formats.xlsx.edit.rows import SheetRows
from keenbench.formats.xlsx.edit.spilled import Spills, spill
from keenbench.formats.xlsx.edit.unsteady import Place

_MOST_ERRORS = 10_000
_MOST_SPILLED = 100_000
# Another engine may add up in another order; a result this close is the same result.
_SAME = 1e-11
_VALUE = re.compile(rb"<v(?:\s[^>]*)?(?:/>|>[^<]*</v\s*>)|<is(?:\s[^>]*)?>.*?</is\s*>", re.DOTALL)
_FORMULA = re.compile(rb"<f(?:\s[^>]*?)?\s*(?:/>|>[^<]*</f\s*>)")
_ERRORS = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA")
_SHEET_DATA = re.compile(rb"<sheetData(?:\s[^>]*)?>")

Value = tuple[bytes, str]  # the type of a cell and its raw value
Results = dict[str, dict[tuple[int, int], Value]]  # by sheet and place


@dataclass
class Outcome:
    """What saving results came to."""

    formulas: int = 0
    left: list[Place] = field(default_factory=list)
    changed: list[ChangedCell] = field(default_factory=list)
    changed_count: int = 0
    refreshed: int = 0
    errors: list[ErrorCell] = field(default_factory=list)

    def list(self, sheet: str, cell: str, old: Value | None, new: Value) -> None:
        self.changed_count += 1
        if len(self.changed) < MOST_CHANGED:
            before = _plain(old) if old is not None else None
            self.changed.append(ChangedCell(sheet=sheet, cell=cell, old=before, new=_plain(new)))

    def told(self, engine: str | None) -> Recalculated:
        return Recalculated(
            engine=engine,
            formula_count=self.formulas,
            changed_count=self.changed_count,
            changed=self.changed,
            refreshed_count=self.refreshed,
            error_count=len(self.errors),
            errors=self.errors[:_MOST_ERRORS],
            left_count=len(self.left),
            left=[
                LeftCell(sheet=sheet, cell=cell_name(row, column))
                for sheet, row, column in self.left[:MOST_CHANGED]
            ],
        )


def has_formulas(book: EditedBook) -> bool:
    return any(b"<f" in book.edit.read(s.part) for s in book.sheets if s.kind == "worksheet")


@dataclass(frozen=True)
class Computed:
    """What an engine made of a workbook: its results, and how far its formulas reach."""

    results: Results
    spills: Spills


def read_results(data: bytes, parts: dict[str, str]) -> Computed:
    """Return what stands in each cell of a computed workbook that has a value."""
    results: Results = {}
    spills: Spills = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for sheet, part in parts.items():
            content = archive.read(part)
            start, end = _SHEET_DATA.search(content), content.rfind(b"</sheetData")
            found: dict[tuple[int, int], Value] = {}
            reach = spills.setdefault(sheet, {})
            if start is not None and end >= 0:
                rows = SheetRows(content, start.end(), end)
                for number in rows.numbers():
                    row = rows.peek(number)
                    for column, cell in row.cells.items() if row is not None else ():
                        if cell.kind == b"s" and cell.formula is None:
                            continue  # an input; LibreOffice may save a result so
                        if cell.value is not None:
                            found[number, column] = (cell.kind, cell.value)
                        if b"array" in cell.xml and cell.formula is not None:
                            area = find_range(cell.formula[0].get("ref", ""))
                            if area is not None:
                                reach[number, column] = area
            results[sheet] = found
    return Computed(results, spills)


def save_results(
    book: EditedBook, computed: Computed, unsteady: set[Place], affected: set[Place] | None
) -> Outcome:
    """Save results in the cells of their formulas, those left alone that are not to be trusted.

    `affected` are the cells that the edit may have changed, where that is known.
    """
    done = Outcome()
    for sheet in book.sheets:
        found = computed.results.get(sheet.name)
        if found is None:
            continue
        steady = {
            place: area
            for place, area in computed.spills.get(sheet.name, {}).items()
            if (sheet.name, *place) not in unsteady
        }
        spilled = spill(sheet, steady)
        targets = [(row, column) for row, column, _, _ in sheet.rows.formulas()]
        done.formulas += len(targets)
        known = set(targets)
        writable = known | spilled
        for area, _, _ in sheet.arrays():
            targets += [place for place in _places(area) if place not in known]
        touched = False
        for place in targets:
            number, column = place
            if (sheet.name, *place) in unsteady:
                if place in known:
                    done.left.append((sheet.name, number, column))
                continue
            value = found.get(place)
            cell = sheet.cell(number, column)
            if value is not None and cell is None and place in spilled:
                cell = Cell.made(number, column, sheet.style_at(number, column))
                sheet.put(number, cell)
            blank = cell is None or (place not in writable and cell.is_blank)
            if value is None or cell is None or blank:
                continue
            name = cell_name(number, column)
            if value[0] == b"e":
                done.errors.append(ErrorCell(sheet=sheet.name, cell=name, error=value[1]))
            old = _saved(cell)
            value = _storable(value)
            if old is not None and _same(old, value):
                continue
            follows = place in spilled
            if not follows and affected is not None and (sheet.name, *place) not in affected:
                done.refreshed += 1
            else:
                done.list(sheet.name, name, old, value)
            _save(sheet.rows.touch(number).cells[column], value)
            touched = True
        if touched:
            sheet.touched()
    book.settle()
    return done


def names_unknown(book: EditedBook, results: Results) -> set[Place]:
    """Return the cells that are #NAME? now, where that is the engine's fault and not the author's.

    They had another result before, or hold a function that came after the first OOXML.
    """
    found: set[Place] = set()
    for sheet in book.sheets:
        for (row, column), value in results.get(sheet.name, {}).items():
            if value != (b"e", "#NAME?"):
                continue
            cell = sheet.cell(row, column)
            if cell is None or cell.formula is None:
                continue
            old = _saved(cell)
            if (old is not None and old != value) or "_xlfn." in cell.formula[1]:
                found.add((sheet.name, row, column))
    return found


def _saved(cell: Cell) -> Value | None:
    """Return the result that a cell holds; some programs write <v></v> where they have none."""
    value = cell.value
    return (cell.kind, value) if value or (value is not None and cell.kind == b"str") else None


def _storable(value: Value) -> Value:
    """Return a result as files hold it: errors younger than OOXML are #VALUE! to other readers."""
    return (b"e", "#VALUE!") if value[0] == b"e" and value[1] not in _ERRORS else value


def _places(area: Range) -> list[tuple[int, int]]:
    if area.cell_count > _MOST_SPILLED:
        raise ValidationFailed(f"An array formula fills {area.cell_count} cells, too many.")
    return [
        (row, column)
        for row in range(area.first_row, area.last_row + 1)
        for column in range(area.first_column, area.last_column + 1)
    ]


def _same(old: Value, new: Value) -> bool:
    if old == new:
        return True
    if old[0] != new[0] or old[0] != b"n":
        return False
    try:
        one, other = float(old[1]), float(new[1])
    except ValueError:
        return False
    return abs(one - other) <= _SAME * max(abs(one), abs(other), 1e-300) or one == other


def _plain(value: Value) -> str | float | bool:
    kind, text = value
    if kind == b"b":
        return text == "1"
    if kind == b"n":
        try:
            return float(text)
        except ValueError:
            return text
    return text


def _save(cell: Cell, value: Value) -> None:
    """Put a result beside the formula of a cell, in place of the one before."""
    kind, text = value
    attributes = cell.attributes
    attributes.pop(b"t", None)
    if kind != b"n":
        attributes[b"t"] = kind
    content = _VALUE.sub(b"", cell.content)
    formula = _FORMULA.search(content)
    at = formula.end() if formula is not None else 0
    space = ' xml:space="preserve"' if text != text.strip() else ""
    saved = f"<v{space}>{escaped(text)}</v>".encode()
    said = b"".join(b' %s="%s"' % pair for pair in attributes.items())
    cell.xml = b"<c%s>%s%s%s</c>" % (said, content[:at], saved, content[at:])
