"""Two versions of a table of delimited text, row by row.

Both are read as text, twice: once for a key of every row, once for the rows that have no match.
Cells are compared as they are written, so that 1.50 and 1.5 differ, as they do in the file.
"""

from __future__ import annotations

import io
import os
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, BinaryIO

from keenbench.diff.align import Pair, align, moved, telling_keys, unmatched
from keenbench.diff.sequences import matches
from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared, CompareParams, Ids, Remembered, open_sides
from keenbench.formats.shape import MapWarning
from keenbench.formats.text.encoding import Detected, detect
from keenbench.tables.comparing_methods import CellChange, RowChange, TableCompared
from keenbench.tables.layout import Layout, lay_out
from keenbench.tables.records import Record, read_records
from keenbench.tables.sniff import Sniffed, sniff

# Rows of both sides together.
MAX_ROWS = 1_000_000
_MAX_LOOSE = 200_000
_HEAD_CHARS = 256 * 1024
_SHOWN_CELLS = 50
_SAMPLE = 200
_MOST_ABOVE = 1000

REJECTABLE = ("row_inserted", "row_deleted", "row_moved", "row_changed", "column_renamed")

_remembered: Remembered[RowChange] = Remembered()


class _TooMany(Exception):
    pass


@dataclass
class Table:
    """One version: how it is written, and its rows."""

    file: BinaryIO
    detected: Detected
    sniffed: Sniffed
    layout: Layout
    keys: list[bytes] = field(default_factory=list)

    @classmethod
    def of(cls, file: BinaryIO, path: str) -> Table:
        detected = detect(file, path)
        lines: list[str] = []
        size = 0
        with _text(file, detected) as text:
            for line in text:
                lines.append(line)
                size += len(line)
                if size > _HEAD_CHARS:
                    break
        sniffed = sniff("".join(lines))
        first = 2 if sniffed.has_separator_line else 1
        layout = lay_out(lines[first - 1 :], sniffed.dialect, first_line=first)
        return cls(file, detected, sniffed, layout)

    @property
    def names(self) -> list[str]:
        header = list(self.layout.header)
        width = self.layout.width
        return [
            (header[at].strip() if at < len(header) else "") or f"column{at + 1}"
            for at in range(width)
        ]

    def rows(self) -> Iterator[list[str]]:
        return (record.cells for record in self.records())

    def records(self) -> Iterator[Record]:
        with _text(self.file, self.detected) as text:
            if self.sniffed.has_separator_line:
                next(text, None)
            first = 2 if self.sniffed.has_separator_line else 1
            layout = self.layout
            for record in read_records(text, self.sniffed.dialect, layout.width, first):
                if record.line >= layout.data_line and not record.is_blank_line:
                    yield record

    def above(self) -> list[str]:
        """Return what stands above the header, line by line."""
        with _text(self.file, self.detected) as text:
            lines = [line.rstrip("\r\n") for _, line in zip(range(_MOST_ABOVE), text, strict=False)]
        return lines[: self.layout.preamble_lines]

    def read_keys(self, places: list[int] | None, room: int) -> None:
        """Key every row by its cells; by those at `places` alone where the columns differ."""
        self.keys = []
        for cells in self.rows():
            if places is not None:
                cells = [cells[at] if at < len(cells) else "" for at in places]
            text = "\x1f".join(cells).encode("utf-8", "surrogatepass")
            self.keys.append(blake2b(text, digest_size=12).digest())
            if len(self.keys) > room:
                raise _TooMany

    def some(self, wanted: Container[int]) -> dict[int, list[str]]:
        return {at: cells for at, cells in enumerate(self.rows()) if at in wanted}


def _text(file: BinaryIO, detected: Detected) -> io.TextIOWrapper:
    file.seek(len(detected.bom))
    # A duplicate shares the place in the file, which stands behind the mark.
    copy = os.fdopen(os.dup(file.fileno()), "rb")
    return io.TextIOWrapper(copy, encoding=detected.codec.python, errors="strict", newline="")


@dataclass
class Columns:
    """Which columns both versions have, by place in each; and what became of the others."""

    pairs: list[tuple[int, int]]
    deleted: list[int]
    inserted: list[int]
    renamed: list[tuple[int, int]]
    moved: list[tuple[int, int]]


class Found(Compared[RowChange]):
    def __init__(self, changes: list[RowChange], warnings: list[MapWarning]) -> None:
        super().__init__(changes, warnings)
        self.columns: list[str] = []
        self.counts: tuple[int | None, int | None] = (None, None)
        self.too_large = False
        # Both versions' rows in one order, which of them moved (old to new), and the columns.
        self.pairs: list[Pair] = []
        self.moves: dict[int, int] = {}
        self.paired = Columns([], [], [], [], [])


def compare_tables(call: Call, params: CompareParams) -> TableCompared:
    with open_sides(call, params) as (old, new):
        found = compare_files(old, new, params.path)
    return TableCompared(
        columns=found.columns,
        row_count_before=found.counts[0],
        row_count_after=found.counts[1],
        too_large=found.too_large,
        rejectable=list(REJECTABLE),
        **found.page(params),
    )


def compare_files(old: BinaryIO | None, new: BinaryIO | None, path: str) -> Found:
    found = _remembered.of(old, new, lambda: _compare(old, new, path))
    assert isinstance(found, Found)
    return found


def _compare(old: BinaryIO | None, new: BinaryIO | None, path: str) -> Found:
    before = Table.of(old, path) if old is not None else None
    after = Table.of(new, path) if new is not None else None
    shown = after or before
    assert shown is not None
    columns = _columns(before, after)
    same = not (columns.deleted or columns.inserted or columns.moved)
    warnings = _written_otherwise(before, after)
    try:
        room = MAX_ROWS
        for table, side in ((before, 0), (after, 1)):
            if table is not None:
                table.read_keys(None if same else [pair[side] for pair in columns.pairs], room)
                room -= len(table.keys)
        diff = _TableDiff(before, after, columns)
        changes = list(diff.changes())
    except _TooMany:
        found = Found([], warnings)
        found.too_large = True
        found.columns = shown.names
        return found
    if not changes and not warnings:
        message = "No cell differs; only how the file writes them does (quotes, line ends, blanks)."
        warnings.append(MapWarning(code="only_writing_differs", message=message))
    found = Found(changes, warnings)
    found.pairs, found.moves, found.paired = diff.pairs, diff.moves, columns
    found.columns = shown.names
    found.counts = (len(before.keys) if before else None, len(after.keys) if after else None)
    return found


def _columns(old: Table | None, new: Table | None) -> Columns:
    if old is None or new is None:
        return Columns([], [], [], [], [])
    before, after = old.names, new.names
    if before == after or len(set(before)) < len(before) or len(set(after)) < len(after):
        shared = min(len(before), len(after))
        renamed = [(at, at) for at in range(shared) if before[at] != after[at]]
        return Columns(
            [(at, at) for at in range(shared)],
            list(range(shared, len(before))),
            list(range(shared, len(after))),
            renamed,
            [],
        )
    places = {name: at for at, name in enumerate(after)}
    pairs = [(at, places[name]) for at, name in enumerate(before) if name in places]
    deleted = [at for at, name in enumerate(before) if name not in places]
    known = set(before)
    inserted = [at for at, name in enumerate(after) if name not in known]
    renamed = []
    for at in list(deleted):
        other = next((one for one in inserted if _same_values(old, at, new, one)), None)
        if other is not None:
            deleted.remove(at)
            inserted.remove(other)
            renamed.append((at, other))
    pairs = sorted([*pairs, *renamed])
    order = [place for _, place in pairs]
    kept = {
        order[match.old + at] for match in matches(order, sorted(order)) for at in range(match.size)
    }
    moved_ones = [pair for pair in pairs if pair[1] not in kept]
    return Columns(pairs, deleted, inserted, renamed, moved_ones)


def _same_values(old: Table, at: int, new: Table, other: int) -> bool:
    sides = [
        [row[place] for row in table.layout.sample[:_SAMPLE] if place < len(row)]
        for table, place in ((old, at), (new, other))
    ]
    longest = max(map(len, sides))
    if not longest:
        return False
    shared = sum(1 for was, now in zip(*sides, strict=False) if was == now)
    return shared >= 0.8 * longest and any(value.strip() for value in sides[0])


def _written_otherwise(old: Table | None, new: Table | None) -> list[MapWarning]:
    if old is None or new is None:
        return []
    found = []
    for what, was, now in (
        ("delimiter", old.sniffed.dialect.delimiter, new.sniffed.dialect.delimiter),
        ("encoding", old.detected.encoding, new.detected.encoding),
    ):
        if was != now:
            message = f"The {what} changed from {was!r} to {now!r}."
            found.append(MapWarning(code=f"{what}_changed", message=message))
    if old.above() != new.above():
        message = "Lines above the table's rows differ; the text diff shows them."
        found.append(MapWarning(code="preamble_changed", message=message))
    return found


class _TableDiff:
    def __init__(self, old: Table | None, new: Table | None, columns: Columns) -> None:
        self._old, self._new = old, new
        self._columns = columns
        self._ids = Ids()
        self.pairs: list[Pair] = []
        self.moves: dict[int, int] = {}

    def changes(self) -> Iterator[RowChange]:
        if self._old is not None and self._new is not None:
            yield from self._column_changes()
        old_keys: list[Any] = list(self._old.keys) if self._old is not None else []
        new_keys: list[Any] = list(self._new.keys) if self._new is not None else []
        originals = list(old_keys), list(new_keys)
        shared: Any = matches(old_keys, new_keys)
        loose = unmatched(shared, len(old_keys), len(new_keys))
        if len(loose[0]) + len(loose[1]) > _MAX_LOOSE:
            raise _TooMany
        before = self._old.some(set(loose[0])) if self._old is not None else {}
        after = self._new.some(set(loose[1])) if self._new is not None else {}
        names = telling_keys(
            [self._shared(before.get(at, []), 0) for at in loose[0]],
            [self._shared(after.get(at, []), 1) for at in loose[1]],
        )
        if names is not None:
            shared = None
            for keys, places, found in (
                (old_keys, loose[0], names[0]),
                (new_keys, loose[1], names[1]),
            ):
                for at, name in zip(places, found, strict=True):
                    keys[at] = ("row", name) if name is not None else keys[at]

        def alike(a: int, b: int) -> float:
            was, now = self._shared(before.get(a, []), 0), self._shared(after.get(b, []), 1)
            longest = max(len(was), len(now), 1)
            return sum(1 for place, cell in was.items() if now.get(place) == cell) / longest

        pairs = self.pairs = align(old_keys, new_keys, alike, 0.3, shared)
        moves = self.moves = moved(pairs, *originals)
        sources = {new: old for old, new in moves.items()}
        anchor = 0
        for pair in pairs:
            if pair.old is not None and pair.new is not None:
                anchor = pair.old + 1
                if originals[0][pair.old] != originals[1][pair.new]:
                    yield self._changed(pair.old, before[pair.old], pair.new, after[pair.new])
            elif pair.old is not None:
                anchor = pair.old + 1
                if pair.old not in moves:
                    values = before[pair.old][:_SHOWN_CELLS]
                    yield self._row("row_deleted", pair.old, pair.old, None, values)
            elif pair.new is not None:
                values = after[pair.new][:_SHOWN_CELLS]
                source = sources.get(pair.new)
                kind = "row_inserted" if source is None else "row_moved"
                known = anchor if source is None else source
                yield self._row(kind, known, source, pair.new, values)

    def _row(
        self, kind: Any, known: int, old: int | None, new: int | None, values: list[str]
    ) -> RowChange:
        return RowChange(
            change_id=self._ids.of(kind, known, values),
            type=kind,
            row=new + 1 if new is not None else None,
            old_row=old + 1 if old is not None else None,
            values=values,
        )

    def _shared(self, cells: list[str], side: int) -> dict[int, str]:
        """Return a row's cells by the place of their column in the old version."""
        return {
            pair[0]: cells[pair[side]] for pair in self._columns.pairs if pair[side] < len(cells)
        }

    def _changed(self, old: int, was: list[str], new: int, now: list[str]) -> RowChange:
        assert self._new is not None
        names = self._new.names
        cells = []
        before, after = self._shared(was, 0), self._shared(now, 1)
        for at, place in self._columns.pairs:
            if before.get(at) != after.get(at):
                cells.append(
                    CellChange(column=names[place], before=before.get(at), after=after.get(at))
                )
        extra = [
            row[max((p[s] for p in self._columns.pairs), default=-1) + 1 :]
            for row, s in ((was, 0), (now, 1))
        ]
        if not cells and extra[0] != extra[1]:
            cells.append(
                CellChange(
                    column="(beyond the header)",
                    before=" ".join(extra[0]),
                    after=" ".join(extra[1]),
                )
            )
        return RowChange(
            change_id=self._ids.of("row_changed", old, [cell.model_dump() for cell in cells]),
            type="row_changed",
            row=new + 1,
            old_row=old + 1,
            cells=cells,
        )

    def _column_changes(self) -> Iterator[RowChange]:
        assert self._old is not None
        assert self._new is not None
        old, new = self._old.names, self._new.names
        columns = self._columns
        for at in columns.deleted:
            yield self._column("column_deleted", None, old[at])
        for at in columns.inserted:
            yield self._column("column_inserted", new[at], None)
        for at, other in columns.renamed:
            yield self._column("column_renamed", new[other], old[at])
        for at, other in columns.moved:
            yield self._column("column_moved", new[other], old[at])

    def _column(self, kind: Any, new: str | None, old: str | None) -> RowChange:
        return RowChange(
            change_id=self._ids.of(kind, old, new), type=kind, column=new, old_column=old
        )
