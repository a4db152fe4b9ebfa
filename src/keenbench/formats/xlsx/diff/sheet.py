"""Two versions of one sheet: the cells, rows and columns that changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keenbench.diff.align import Pair
from keenbench.formats.xlsx.addresses import cell_name, column_name
from keenbench.formats.xlsx.cells import Cell
from keenbench.formats.xlsx.diff.aligned import Aligned, Row
from keenbench.formats.xlsx.diff.changes import Aspect, CellSide, FormatChange, XlsxChange
from keenbench.formats.xlsx.diff.shifts import is_broken, same_formula, translated
from keenbench.formats.xlsx.diff.version import BothBooks, Held

_ROW_VALUES = 50
_COLUMN_VALUES = 10
# Rows that are held in memory to be compared.
_BATCH = 1_000


class SheetChanges:
    """Names what changed in the cells of a sheet."""

    def __init__(self, aligned: Aligned, both: BothBooks) -> None:
        self._aligned = aligned
        self._old, self._new = both.old, both.new
        self._shifts, self._back = both.shifts, both.back
        self._ids = both.ids
        self._name = aligned.new_sheet.name
        self._shifted = any(
            not (shift.rows.is_identity and shift.columns.is_identity)
            or shift.name.casefold() != name
            for name, shift in both.shifts.items()
        )

    def changes(self) -> Iterator[XlsxChange]:
        aligned = self._aligned
        if aligned.old_index is None or aligned.new_index is None:
            return
        yield from self._columns()
        rows = self._batches()
        waiting = next(rows, None)
        old_numbers, new_numbers = aligned.old_index.numbers, aligned.new_index.numbers
        anchor = 0  # the last old row above, by which an inserted one is known
        last_old = last_new = 0
        sources = {new: old for old, new in aligned.moves.items()}
        for pair in aligned.pairs:
            old = old_numbers[pair.old] if pair.old is not None else None
            new = new_numbers[pair.new] if pair.new is not None else None
            if old is not None and new is not None:
                if new - last_new != old - last_old:
                    yield from self._blank_rows(last_old, old, last_new, new)
                last_old, last_new = old, new
                if waiting is not None and waiting[0] == old:
                    yield from self._row(*waiting)
                    waiting = next(rows, None)
            elif old is not None:
                last_old = old
                if pair.old not in aligned.moves:
                    yield self._deleted_row(old)
            elif new is not None:
                last_new = new
                source = sources.get(pair.new or 0)
                if source is None:
                    yield from self._inserted_row(anchor, new)
                else:
                    yield self._moved_row(old_numbers[source], new)
            anchor = old if old is not None else anchor
        yield from self._heights()

    def _has_formulas(self, pair: Pair) -> bool:
        """Return whether the formulas of two like rows must be looked at."""
        aligned = self._aligned
        assert aligned.old_index is not None
        assert aligned.new_index is not None
        assert pair.old is not None
        assert pair.new is not None
        before = aligned.old_index.formulas.get(pair.old)
        after = aligned.new_index.formulas.get(pair.new)
        if before is None and after is None:
            return False
        return self._shifted or before != after

    def _wanted(self) -> list[tuple[int, int]]:
        """Return the pairs of rows whose cells must be looked at, by number."""
        aligned = self._aligned
        assert aligned.old_index is not None
        assert aligned.new_index is not None
        old, new = aligned.old_index.numbers, aligned.new_index.numbers
        has_formulas = bool(aligned.old_index.formulas or aligned.new_index.formulas)
        return [
            (old[pair.old], new[pair.new])
            for pair in aligned.pairs
            if pair.old is not None
            and pair.new is not None
            and (not pair.same or (has_formulas and self._has_formulas(pair)))
        ]

    def _batches(self) -> Iterator[tuple[int, int, Row, Row]]:
        """Give those pairs of rows with their cells, some at a time."""
        wanted = self._wanted()
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            before = self._read(0, [old for old, _ in batch])
            after = self._read(1, [new for _, new in batch])
            for old, new in batch:
                yield old, new, before.get(old, {}), after.get(new, {})

    def _read(self, side: int, numbers: list[int]) -> dict[int, Row]:
        aligned = self._aligned
        known = aligned.new_rows if side else aligned.old_rows
        version, sheet = (self._new, aligned.new_sheet) if side else (self._old, aligned.old_sheet)
        missing = [number for number in numbers if number not in known]
        found = {number: known[number] for number in numbers if number in known}
        return found | version.rows(sheet, missing) if missing else found

    def _row(self, old: int, new: int, before: Row, after: Row) -> Iterator[XlsxChange]:
        columns = self._aligned.shift.columns
        pairs: dict[int, tuple[int | None, Held | None]] = {
            column: (None, held)
            for column, held in after.items()
            if column not in self._aligned.inserted_columns
        }
        seen: dict[int, tuple[int, Held]] = {}
        for column, held in before.items():
            place = columns.to_new(column)
            if place is not None:
                seen[place] = (column, held)
        for place in sorted({*pairs, *seen}):
            old_column, was = seen.get(place, (place, None))
            change = self._cell((old, old_column), was, (new, place), after.get(place))
            if change is not None:
                yield change

    def _cell(
        self, old_at: tuple[int, int], was: Held | None, new_at: tuple[int, int], now: Held | None
    ) -> XlsxChange | None:
        before = was.cell if was is not None else Cell()
        after = now.cell if now is not None else Cell()
        aspects: list[Aspect] = []
        if before.formula is not None or after.formula is not None:
            if self._formula_changed(before.formula, after.formula):
                aspects.append("formula")
            elif is_broken(before.formula, after.formula):
                aspects.append("broken")
            elif _differ(before, after) and None not in (before.value, after.value):
                aspects.append("result")
        elif _differ(before, after):
            aspects.append("value")
        formats = self._formats(was, now)
        if formats and (aspects or not self._is_covered(*new_at)):
            aspects.append("format")
        if not aspects:
            return None
        old_cell, new_cell = cell_name(*old_at), cell_name(*new_at)
        shown = [_side(before), _side(after)]
        named = shown[1].model_dump()
        if after.formula is not None and self._shifted:
            # As it would read among the old rows: other changes do not alter the name.
            named["formula"] = translated(after.formula, self._aligned.back, self._back)
        return XlsxChange(
            change_id=self._ids.of(
                # Where the cells it lost come back, what is left of it is another change.
                "broken" if "broken" in aspects else "cell",
                self._aligned.old_sheet.name,
                old_cell,
                shown[0].model_dump(),
                named,
                [change.model_dump() for change in formats],
            ),
            type="cell",
            sheet=self._name,
            aspects=aspects,
            cell=new_cell,
            old_cell=old_cell if old_cell != new_cell else None,
            before=shown[0],
            after=shown[1],
            formats=formats,
        )

    def _is_covered(self, row: int, column: int) -> bool:
        """Return whether a merge hides the cell: nobody sees how it looks."""
        index = self._aligned.new_index
        return index is not None and any(
            merge.holds(row, column) and (row, column) != (merge.first_row, merge.first_column)
            for merge in index.extras.merges
        )

    def _formula_changed(self, before: str | None, after: str | None) -> bool:
        if before is None or after is None:
            return True
        return not same_formula(before, after, self._aligned.shift, self._shifts)

    def _formats(self, was: Held | None, now: Held | None) -> list[FormatChange]:
        before = self._old.looks.get(was.style) if was is not None else self._old.looks.get(b"0")
        after = self._new.looks.get(now.style) if now is not None else self._new.looks.get(b"0")
        if before == after:
            return []
        return [
            FormatChange(property=name, before=before.get(name), after=after.get(name))
            for name in sorted({*before, *after})
            if before.get(name) != after.get(name)
        ]

    # Whole rows and columns.

    def _blank_rows(self, last_old: int, old: int, last_new: int, new: int) -> Iterator[XlsxChange]:
        """Name blank rows that came or went between two rows that stayed."""
        more = (new - last_new) - (old - last_old)
        for at in range(abs(more)):
            if more > 0:
                yield self._whole_row("row_inserted", last_old, None, last_new + 1 + at, [])
            else:
                yield self._whole_row("row_deleted", None, last_old + 1 + at, None, [])

    def _deleted_row(self, old: int) -> XlsxChange:
        values = _values(self._read(0, [old]).get(old, {}))
        return self._whole_row("row_deleted", None, old, None, values)

    def _inserted_row(self, anchor: int, new: int) -> Iterator[XlsxChange]:
        values = _values(self._read(1, [new]).get(new, {}))
        yield self._whole_row("row_inserted", anchor, None, new, values)

    def _moved_row(self, old: int, new: int) -> XlsxChange:
        values = _values(self._read(1, [new]).get(new, {}))
        return self._whole_row("row_moved", old, old, new, values)

    def _whole_row(
        self, kind: Any, anchor: int | None, old: int | None, new: int | None, values: list[Any]
    ) -> XlsxChange:
        return XlsxChange(
            change_id=self._ids.of(kind, self._aligned.old_sheet.name, anchor, old, values),
            type=kind,
            sheet=self._name,
            row=new,
            old_row=old,
            values=values,
        )

    def _columns(self) -> Iterator[XlsxChange]:
        aligned = self._aligned
        for columns, version, sheet, index, kind in (
            (
                aligned.deleted_columns,
                self._old,
                aligned.old_sheet,
                aligned.old_index,
                "column_deleted",
            ),
            (
                aligned.inserted_columns,
                self._new,
                aligned.new_sheet,
                aligned.new_index,
                "column_inserted",
            ),
        ):
            if not columns or index is None:
                continue
            rows = version.rows(sheet, index.numbers[:_COLUMN_VALUES])
            for column in columns:
                values = [_shown(row.get(column)) for row in rows.values()]
                letters = column_name(column)
                yield XlsxChange(
                    change_id=self._ids.of(kind, aligned.old_sheet.name, values),
                    type=kind,
                    sheet=self._name,
                    column=letters if kind == "column_inserted" else None,
                    old_column=letters if kind == "column_deleted" else None,
                    values=values,
                )

    def _heights(self) -> Iterator[XlsxChange]:
        aligned = self._aligned
        assert aligned.old_index is not None
        assert aligned.new_index is not None
        before, after = aligned.old_index.heights, aligned.new_index.heights
        if before == after and aligned.shift.rows.is_identity:
            return
        expected: dict[int, tuple[str | None, bool]] = {}
        for old, held in before.items():
            place = aligned.shift.rows.to_new(old)
            if place is not None:
                expected[place] = held
        inserted = {
            aligned.new_index.numbers[p.new]
            for p in aligned.pairs
            if p.old is None and p.new is not None
        }
        for row in sorted({*expected, *after} - inserted):
            was, now = expected.get(row, (None, False)), after.get(row, (None, False))
            formats = [
                FormatChange(property=name, before=old, after=new)
                for name, old, new in zip(("height", "hidden"), was, now, strict=True)
                if old != new
            ]
            if formats:
                shown = [change.model_dump() for change in formats]
                before_row = aligned.back.rows.to_new(row)
                yield XlsxChange(
                    change_id=self._ids.of("row_format", aligned.old_sheet.name, before_row, shown),
                    type="row_format",
                    sheet=self._name,
                    row=row,
                    old_row=before_row if before_row != row else None,
                    formats=formats,
                )


def _differ(before: Cell, after: Cell) -> bool:
    return (before.kind, before.value) != (after.kind, after.value)


def _side(cell: Cell) -> CellSide:
    return CellSide(value=cell.value, type=cell.kind, formula=cell.formula)


def _values(row: Row) -> list[Any]:
    if not row:
        return []
    width = min(max(row), _ROW_VALUES)
    return [_shown(row.get(at)) for at in range(1, width + 1)]


def _shown(held: Held | None) -> Any:
    """Return what a cell shows: its value, or the formula where none was saved."""
    if held is None:
        return None
    return held.cell.formula if held.cell.value is None else held.cell.value
