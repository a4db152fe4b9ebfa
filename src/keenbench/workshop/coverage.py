"""How much of each file a model has actually read in a run.

What counts is what came back to the model: windows of lines, rows, characters, pages, slides or
cells, as a union, so that reading a page twice reads it once. A result that was only given as a
receipt counts when it is recalled. SQL, statistics and exports go over all rows of a table without
the model seeing them; that is told apart, as `computed`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from keenbench.workshop.windows import Area, Areas, Spans

Unit = Literal["lines", "rows", "characters", "pages", "slides", "cells"]
_CELL_RANGE = re.compile(r"([A-Z]{1,3})([0-9]+):([A-Z]{1,3})([0-9]+)")
_SHOWN = 20


@dataclass(frozen=True)
class Reading:
    """A window that was read: units first to last of a part's `total`, 1-based and inclusive.

    `part` is the sheet, section or slide that the numbers count in; None for the file itself.
    `area` are the cells of a sheet instead.
    """

    path: str
    unit: Unit
    first: int = 1
    last: int = 0
    total: int = 0
    part: str | None = None
    area: Area | None = None
    # Where only these columns of a table's rows were read.
    columns: tuple[str, ...] | None = None
    # Instead of a window: what went over all rows, unseen (the tool's name).
    computed: str | None = None

    def to_json(self) -> dict[str, Any]:
        values: dict[str, Any] = {
            "path": self.path,
            "unit": self.unit,
            "first": self.first,
            "last": self.last,
            "total": self.total,
        }
        if self.part is not None:
            values["part"] = self.part
        if self.area is not None:
            area = self.area
            values["area"] = [area.first_row, area.last_row, area.first_column, area.last_column]
        if self.columns is not None:
            values["columns"] = list(self.columns)
        if self.computed is not None:
            values["computed"] = self.computed
        return values

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Reading:
        area, columns = values.get("area"), values.get("columns")
        return cls(
            **{
                **values,
                "area": Area(*area) if area is not None else None,
                "columns": tuple(columns) if columns is not None else None,
            }
        )


@dataclass
class _Sheet:
    used: Area | None
    read: Areas = field(default_factory=Areas)


class _Counted:
    """A file in one unit: its parts, and how large the whole is where a map said so."""

    def __init__(self) -> None:
        self.whole: int | None = None
        self.parts: dict[str | None, tuple[Spans, int]] = {}
        # Of a table: rows of which only some columns were read, by column.
        self.column_count: int | None = None
        self.columns: dict[str, Spans] = {}

    def add(self, reading: Reading) -> None:
        spans, total = self.parts.get(reading.part, (Spans(), 0))
        if reading.columns is None:
            spans.add(reading.first, reading.last)
        for column in reading.columns or ():
            self.columns.setdefault(column, Spans()).add(reading.first, reading.last)
        self.parts[reading.part] = (spans, max(total, reading.total))

    def sizes(self) -> tuple[int, int]:
        """Return how many units were read, and how many there are."""
        read = sum(spans.within(1, total) for spans, total in self.parts.values())
        known = sum(total for _, total in self.parts.values())
        total = known if self.whole is None else self.whole
        return min(read + self._of_columns(), total), total

    def _of_columns(self) -> int:
        """Return the rows that the cells read column by column would fill."""
        if not self.columns:
            return 0
        whole, total = self.parts[None]
        cells = sum(
            column.within(first, last)
            for first, last in whole.missing(1, total)
            for column in self.columns.values()
        )
        return cells // max(self.column_count or 0, len(self.columns))

    def missing(self) -> list[tuple[int, int]]:
        """Return the gaps of a file that is read by its own numbers."""
        if None not in self.parts:
            return []
        spans, total = self.parts[None]
        return spans.missing(1, max(total, self.whole or 0))


class _File:
    def __init__(self) -> None:
        self.counted: dict[Unit, _Counted] = {}
        self.sheets: dict[str, _Sheet] = {}
        self.slide_parts: dict[str, _Counted] = {}
        self.computed: list[str] = []
        self.touched = False
        # A map said how much there is to read, and nothing was written since.
        self.known = False

    def in_unit(self, unit: Unit) -> _Counted:
        return self.counted.setdefault(unit, _Counted())

    def add(self, reading: Reading) -> None:
        self.touched = True
        if reading.computed is not None:
            if reading.computed not in self.computed:
                self.computed.append(reading.computed)
        elif reading.area is not None:
            assert reading.part is not None
            self.sheets.setdefault(reading.part, _Sheet(None)).read.add(reading.area)
        elif reading.unit == "slides" and reading.part is not None:
            self._add_part_of_slide(reading, reading.part)
        else:
            self.in_unit(reading.unit).add(reading)

    def _add_part_of_slide(self, reading: Reading, slide: str) -> None:
        """A slide read in chunks counts as read when its last chunk was."""
        counted = self.slide_parts.setdefault(slide, _Counted())
        counted.add(Reading(reading.path, "characters", reading.first, reading.last, reading.total))
        read, total = counted.sizes()
        if read >= total:
            number = int(slide)
            self.in_unit("slides").add(Reading(reading.path, "slides", number, number, number))

    def best(self) -> tuple[Unit, int, int]:
        """Return unit, read and total in the way of counting in which most was read."""
        ways: list[tuple[Unit, int, int]] = []
        if self.sheets:
            read = sum(s.read.within(s.used) for s in self.sheets.values() if s.used is not None)
            total = sum(s.used.cells for s in self.sheets.values() if s.used is not None)
            ways.append(("cells", read, total))
        ways += [(unit, *counted.sizes()) for unit, counted in self.counted.items()]
        if not ways:
            return "rows", 0, 0
        return max(ways, key=lambda way: _share(way[1], way[2]))


class Coverage:
    """What a run has read so far."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}

    def know(self, path: str, found: Mapping[str, Any]) -> None:
        """Learn from a file's map how much there is to read."""
        file = self._file(path)
        file.known = True
        if isinstance(found.get("sheets"), list):
            for gone in file.sheets.values():
                gone.used = None
            for sheet in found["sheets"]:
                used = sheet.get("used_range")
                area = None
                if used is not None:
                    area = Area(used["min_row"], used["max_row"], used["min_col"], used["max_col"])
                file.sheets.setdefault(str(sheet["name"]), _Sheet(None)).used = area
        elif "slide_count" in found:
            file.in_unit("slides").whole = int(found["slide_count"])
        elif "page_count" in found:
            file.in_unit("pages").whole = int(found["page_count"])
        elif "total_char_count" in found:
            file.in_unit("characters").whole = int(found["total_char_count"])
        elif "row_count" in found:
            file.in_unit("rows").whole = int(found["row_count"])
            file.in_unit("rows").column_count = int(found["column_count"])
        elif "line_count" in found:
            file.in_unit("lines").whole = int(found["line_count"])

    def knows(self, path: str) -> bool:
        """True when a map said how much there is to read of the file as it is."""
        return self._file(path).known

    def changed(self, path: str) -> None:
        """The file was written: how much there is to read must be asked again."""
        self._file(path).known = False

    def add(self, readings: Iterable[Reading]) -> None:
        for reading in readings:
            self._file(reading.path).add(reading)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the share of each file that the run has read from, by path."""
        listed = []
        for path, file in sorted(self._files.items()):
            if not file.touched:
                continue
            unit, read, total = file.best()
            entry: dict[str, Any] = {
                "path": path,
                "share": _share(read, total),
                "read": read,
                "total": total,
                "unit": unit,
            }
            if file.computed:
                entry["computed"] = list(file.computed)
            listed.append(entry)
        return listed

    def reminder(self) -> str | None:
        """Return what a model is told that is about to conclude from less than the whole."""
        partial = [
            entry
            for entry in self.to_json()
            if entry["read"] < entry["total"] and "computed" not in entry
        ]
        if not partial:
            return None
        lines = [f"- {self._words(entry)}" for entry in partial[:_SHOWN]]
        if len(partial) > _SHOWN:
            lines.append(f"- and {len(partial) - _SHOWN} more files in part")
        return (
            "So far you have read only part of these files:\n"
            + "\n".join(lines)
            + "\nIf your answer is about a whole file, read the rest or compute over all rows "
            "(table_query) before you conclude. Otherwise say in your answer which part it rests "
            "on."
        )

    def _words(self, entry: Mapping[str, Any]) -> str:
        percent = math.floor(entry["share"] * 100)
        said = f"{entry['path']}: {entry['read']} of {entry['total']} {entry['unit']} ({percent} %)"
        counted = self._files[entry["path"]].counted.get(entry["unit"])
        gaps = counted.missing() if counted is not None else []
        if gaps:
            named = ", ".join(
                str(first) if first == last else f"{first}-{last}" for first, last in gaps[:5]
            )
            said += f"; not read: {named}{', …' if len(gaps) > 5 else ''}"
        return said

    def _file(self, path: str) -> _File:
        return self._files.setdefault(path, _File())


def _share(read: int, total: int) -> float:
    """Return the share read; 1 only when nothing is left, and an empty file is read whole."""
    if read >= total:
        return 1.0
    return math.floor(read / total * 10_000) / 10_000


def cells_of(text: str) -> Area | None:
    """Return the cells that a range such as A51:E100 names."""
    match = _CELL_RANGE.fullmatch(text)
    if match is None:
        return None
    return Area(int(match[2]), int(match[4]), _column(match[1]), _column(match[3]))


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def pages_of(text: str) -> list[tuple[int, int]]:
    """Return the spans that "1-5,8" names."""
    spans = []
    for piece in filter(None, text.split(",")):
        first, _, last = piece.strip().partition("-")
        spans.append((int(first), int(last or first)))
    return spans
