"""What a structural edit does to the references of a formula. Pure: text in, text out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.formats.xlsx.edit.plain_shift import shifted_plain
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xlsx.formulas import (
    GONE,
    Area,
    Corner,
    Reference,
    references,
    rewrite,
    tokens,
)
from keenbench.formats.xlsx.plain_formulas import is_plain


def shifted(formula: str, home: str | None, shift: Shift, *, in_name: bool = False) -> str:
    """Return a formula of sheet `home` after rows or columns were inserted or deleted.

    A reference over several sheets (Sheet1:Sheet3!A1) stays, as in Excel. In a defined name only
    what is absolute moves: the rest counts from the cell that uses the name.
    """

    is_home = home is not None and shift.is_on(home)
    if not is_home and "!" not in formula:
        return formula
    if is_home and not in_name and is_plain(formula):
        return shifted_plain(formula, shift)

    def change(reference: Reference) -> str | None:
        area = reference.area
        if area is None or not _is_on(reference, home, shift.sheet):
            return None
        moved = _shifted_area(area, shift, in_name)
        if moved == area:
            return None
        # Without its sheet: Data!#REF!, as Excel has it, LibreOffice takes for a name.
        return GONE if moved is None else reference.prefix + str(moved)

    return rewrite(formula, change)


def shifted_blocks(formula: str, home: str | None, shift: Shift) -> str:
    """As `shifted`, for a list of blocks such as a print area: what is gone leaves the list."""
    kept = []
    for part in split_union(formula):
        moved = shifted(part, home, shift)
        if GONE not in moved or GONE in part:
            kept.append(moved)
    return ",".join(kept)


def split_union(formula: str) -> list[str]:
    """Return the members of `Sheet1!A1:B2,Sheet1!D1` (commas in quoted names are none)."""
    parts, depth = [""], 0
    for token in tokens(formula):
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if token.text == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += token.text
    return parts


def renamed(formula: str, old: str, new: str) -> str:
    """Return the formula after the sheet `old` got the name `new`."""

    def change(reference: Reference) -> str | None:
        if reference.book is not None or reference.sheet is None:
            return None
        first = new if _same(reference.sheet, old) else reference.sheet
        last = reference.last_sheet
        if last is not None and _same(last, old):
            last = new
        if (first, last) == (reference.sheet, reference.last_sheet):
            return None
        return str(reference.on(first, last))

    return rewrite(formula, change)


def without_sheet(formula: str, gone: str, order: Sequence[str]) -> str:
    """Return the formula after the sheet `gone` was deleted; `order` holds the sheets before.

    Sheet1:Sheet3!A1 then ends at the sheet next to the one that is gone.
    """

    def change(reference: Reference) -> str | None:
        if reference.book is not None or reference.sheet is None:
            return None
        if reference.last_sheet is None:
            if not _same(reference.sheet, gone):
                return None
            return GONE
        between = _between(reference.sheet, reference.last_sheet, order)
        left = [sheet for sheet in between if not _same(sheet, gone)]
        if len(left) == len(between):
            return None
        if not left:
            return GONE
        if len(left) == 1:
            return str(reference.on(left[0]))
        return str(reference.on(left[0], left[-1]))

    return rewrite(formula, change)


def copied(formula: str, old: str, new: str) -> str:
    """Return a formula of the sheet `old` as its copy `new` has it: its own cells stay its own."""

    def change(reference: Reference) -> str | None:
        if reference.book is not None or reference.sheet is None or reference.last_sheet:
            return None
        return str(reference.on(new)) if _same(reference.sheet, old) else None

    return rewrite(formula, change)


def names_sheet(formula: str, sheet: str) -> bool:
    """Tell whether a formula of another sheet refers to `sheet`."""
    return any(
        reference.book is None
        and reference.sheet is not None
        and (
            _same(reference.sheet, sheet)
            or (reference.last_sheet is not None and _same(reference.last_sheet, sheet))
        )
        for reference in references(formula)
    )


def _is_on(reference: Reference, home: str | None, sheet: str) -> bool:
    if reference.book is not None or reference.is_dead or reference.last_sheet is not None:
        return False
    place = reference.sheet if reference.sheet is not None else home
    return place is not None and _same(place, sheet)


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _between(first: str, last: str, order: Sequence[str]) -> list[str]:
    folded = [sheet.casefold() for sheet in order]
    if first.casefold() not in folded or last.casefold() not in folded:
        return [first, last]
    ends = sorted((folded.index(first.casefold()), folded.index(last.casefold())))
    return list(order[ends[0] : ends[1] + 1])


def _shifted_area(area: Area, shift: Shift, in_name: bool) -> Area | None:
    rows = shift.axis == "rows"
    last = area.last if area.last is not None else area.first
    from_line = area.first.row if rows else area.first.column
    to_line = last.row if rows else last.column
    if from_line is None or to_line is None:  # whole columns while rows move, and the reverse
        return area
    if in_name:
        fixed = [corner.row_fixed if rows else corner.column_fixed for corner in (area.first, last)]
        if not all(fixed):
            return area
    ends = shift.ends(from_line, to_line)
    if ends is None:
        return None
    first = _with_line(area.first, ends[0], rows)
    return replace(
        area, first=first, last=None if area.last is None else _with_line(last, ends[1], rows)
    )


def _with_line(corner: Corner, line: int, rows: bool) -> Corner:
    return replace(corner, row=line) if rows else replace(corner, column=line)
