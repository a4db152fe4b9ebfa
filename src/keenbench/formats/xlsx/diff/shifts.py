"""Where rows and columns went, and how formulas read after they did.

A row that is inserted moves everything below it, and every formula that refers there is written
anew. Such a formula has not changed: it is the old one, seen through the move.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range, column_name, column_number

_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6}"
_TOKEN = re.compile(
    rf"""
    (?P<text>"(?:[^"]|"")*")
    | (?P<brackets>\[(?:[^\[\]]|\[[^\[\]]*\])*\])
    | (?P<reference>
        (?:(?P<sheet>'(?:[^']|'')+'|(?<![\w.$])[\w.]+)!)?
        (?:
            (?<![\w.$\\])(?P<first>{_CELL})(?::(?P<last>{_CELL}))?(?![\w.(!\\])
            | (?<![\w.$])(?P<c1>\$?[A-Za-z]{{1,3}}):(?P<c2>\$?[A-Za-z]{{1,3}})(?![\w.(!$])
            | (?<![\w.$])(?P<r1>\$?[0-9]{{1,7}}):(?P<r2>\$?[0-9]{{1,7}})(?![\w.(])
        )
      )
    | (?P<other_sheet>'(?:[^']|'')*'!?)
    | (?P<word>[\w.\\$?]+)
    """,
    re.VERBOSE,
)
_PARTS = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})")
GONE = "#REF!"
_ANY = "\u00a7"  # stands for any reference


class Axis:
    """Where the rows (or columns) of a sheet stand in its other version; 1-based."""

    def __init__(self, pairs: Iterable[tuple[int, int]] = (), deleted: Iterable[int] = ()) -> None:
        self._starts: list[int] = []
        self._moves: list[int] = []
        self._deleted = sorted(deleted)
        for old, new in pairs:
            if not self._moves or self._moves[-1] != new - old:
                self._starts.append(old)
                self._moves.append(new - old)
        self.is_identity = not self._deleted and all(move == 0 for move in self._moves)

    def to_new(self, old: int) -> int | None:
        """Return where the row `old` is now; None where it was deleted."""
        if self.is_identity:
            return old
        at = bisect_left(self._deleted, old)
        if at < len(self._deleted) and self._deleted[at] == old:
            return None
        at = bisect_right(self._starts, old) - 1
        return old + self._moves[at] if at >= 0 else old

    def back(self, inserted: Iterable[int]) -> Axis:
        """Return where each column stood; for the few of a sheet."""
        pairs = [(new, old) for old in range(1, 2_001) if (new := self.to_new(old)) is not None]
        return Axis(pairs, inserted)

    def span(self, first: int, last: int) -> tuple[int, int] | None:
        """Return where a stretch of rows is now: without those of its ends that were deleted."""
        if self.is_identity:
            return first, last
        while first <= last and (begin := self.to_new(first)) is None:
            first += 1
        if first > last:
            return None
        while (end := self.to_new(last)) is None:
            last -= 1
        assert begin is not None
        return begin, end


@dataclass(frozen=True)
class SheetShift:
    """How a sheet of the old version is found in the new one."""

    name: str
    rows: Axis = field(default_factory=Axis)
    columns: Axis = field(default_factory=Axis)

    def area(self, area: Range) -> Range | None:
        rows = self.rows.span(area.first_row, area.last_row)
        columns = self.columns.span(area.first_column, area.last_column)
        return Range(*rows, *columns) if rows and columns else None


def translated(formula: str, own: SheetShift, others: Mapping[str, SheetShift]) -> str:
    """Return an old formula as it reads after all shifts; `others` are by folded old name."""

    def replace(token: re.Match[str]) -> str:
        if token["reference"] is None:
            return token[0]
        said = token["sheet"]
        shift: SheetShift | None = own
        prefix = ""
        if said is not None:
            shift = others.get(_unquoted(said).casefold())
            prefix = f"{said}!" if shift is None else f"{_quoted(said, shift.name)}!"
        if shift is None:
            return token[0]
        moved = _moved(token, shift)
        return GONE if moved is None else prefix + moved

    return _TOKEN.sub(replace, formula)


def same_formula(old: str, new: str, own: SheetShift, others: Mapping[str, SheetShift]) -> bool:
    return old == new or translated(old, own, others) == new


def is_broken(old: str | None, new: str | None) -> bool:
    """Return whether a formula that is otherwise the same lost cells that it refers to."""
    return old is not None and new is not None and new.count(GONE) > old.count(GONE)


def shape(formula: str) -> str:
    """Return a formula without what it refers to: the same wherever it stands."""
    return _TOKEN.sub(
        lambda token: token[0] if token["reference"] is None else _ANY, formula.replace(GONE, _ANY)
    )


def within_row(formula: str, row: int) -> str:
    """Return a formula with the rows of its cells counted from its own."""

    def replace(token: re.Match[str]) -> str:
        if token["first"] is None:
            return token[0]
        return _PARTS.sub(
            lambda part: f"{part[1]}{part[2]}{part[3]}[{int(part[4]) - row}]", token[0]
        )

    return _TOKEN.sub(replace, formula)


def _moved(token: re.Match[str], shift: SheetShift) -> str | None:
    if token["first"]:
        first = _PARTS.fullmatch(token["first"])
        last = _PARTS.fullmatch(token["last"] or token["first"])
        assert first is not None
        assert last is not None
        columns = _span(shift.columns, column_number(first[2]), column_number(last[2]), MAX_COLUMN)
        rows = _span(shift.rows, int(first[4]), int(last[4]), MAX_ROW)
        if columns is None or rows is None:
            return None
        begin = f"{first[1]}{column_name(columns[0])}{first[3]}{rows[0]}"
        if token["last"] is None:
            return begin
        return f"{begin}:{last[1]}{column_name(columns[1])}{last[3]}{rows[1]}"
    if token["c1"]:
        marks = [side.count("$") for side in (token["c1"], token["c2"])]
        numbers = [column_number(side.lstrip("$")) for side in (token["c1"], token["c2"])]
        moved = _span(shift.columns, numbers[0], numbers[1], MAX_COLUMN)
        if moved is None:
            return None
        return ":".join("$" * m + column_name(at) for m, at in zip(marks, moved, strict=True))
    marks = [side.count("$") for side in (token["r1"], token["r2"])]
    numbers = [int(side.lstrip("$")) for side in (token["r1"], token["r2"])]
    moved = _span(shift.rows, numbers[0], numbers[1], MAX_ROW)
    if moved is None:
        return None
    return ":".join("$" * m + str(at) for m, at in zip(marks, moved, strict=True))


def _span(axis: Axis, first: int, last: int, end: int) -> tuple[int, int] | None:
    """Return a stretch as it stands now; one that reaches to the end of the sheet still does."""
    if first > last:
        turned = _span(axis, last, first, end)
        return None if turned is None else (turned[1], turned[0])
    if last >= end:
        found = axis.span(first, min(last, end))
        return None if found is None else (found[0], last)
    return axis.span(first, last)


def _unquoted(name: str) -> str:
    return name[1:-1].replace("''", "'") if name.startswith("'") else name


def _quoted(said: str, name: str) -> str:
    if _unquoted(said) == name:
        return said
    plain = re.fullmatch(r"[A-Za-z_][\w.]*", name) is not None
    return name if plain else "'" + name.replace("'", "''") + "'"
