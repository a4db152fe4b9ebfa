"""Rows of a table taken back: the reference's own lines stand again where they stood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from keenbench.diff.align import Pair
from keenbench.formats.call import Call
from keenbench.formats.comparing import open_sides
from keenbench.formats.rejecting import Rejected, RejectParams, not_rejectable, refused, take_back
from keenbench.formats.text.reject import EndedLines, joined, reject_hunks, write_lines
from keenbench.tables.comparing import REJECTABLE, Found, Table, compare_files
from keenbench.tables.comparing_methods import RowChange

_Line = tuple[str, str]


def reject_rows(call: Call, params: RejectParams) -> Rejected:
    """Take back rows; or hunks of the text, where the names are those of hunks."""

    def compare(old: BinaryIO | None, new: BinaryIO | None) -> Found:
        return compare_files(old, new, params.path)

    with open_sides(call, params) as sides:
        known = {change.change_id for change in compare(*sides).changes}
    if not known & set(params.change_ids):
        return reject_hunks(call, params)

    def put_back(old: BinaryIO, new: BinaryIO, chosen: Sequence[RowChange]) -> None:
        _Putting(call, params, compare(old, new), old, new).put_back(chosen)

    return take_back(call, params, compare, put_back)


class _Putting:
    """Both versions as lines, and which lines each row takes."""

    def __init__(
        self, call: Call, params: RejectParams, found: Found, old: BinaryIO, new: BinaryIO
    ) -> None:
        self._call, self._params, self._found = call, params, found
        self._tables = Table.of(old, params.path), Table.of(new, params.path)
        sides = EndedLines.of(old, params.path), EndedLines.of(new, params.path)
        assert sides[0] is not None
        assert sides[1] is not None
        self._before, self._after = sides[0], sides[1]
        self._spans = [_spans(table) for table in self._tables]

    def put_back(self, chosen: Sequence[RowChange]) -> None:
        other = [change for change in chosen if change.type not in REJECTABLE]
        if other:
            kind = other[0].type.replace("_", " ").capitalize()
            raise not_rejectable(f"{kind}: a column of a table", self._params, other)
        if any(change.type in ("row_deleted", "row_changed") for change in chosen):
            self._check_written_alike(chosen)
        lines = [
            *self._head(any(change.type == "column_renamed" for change in chosen)),
            *self._rows(chosen),
        ]
        whole = joined(lines, self._after)
        write_lines(self._call, self._params.path, self._after, whole)

    def _check_written_alike(self, chosen: Sequence[RowChange]) -> None:
        columns = self._found.paired
        old, new = self._tables
        if columns.deleted or columns.inserted or columns.moved:
            changes = [
                change
                for change in self._found.changes
                if change.type in ("column_deleted", "column_inserted", "column_moved")
            ]
            raise refused(
                "The Draft has other columns than the reference, so its rows cannot be put back "
                "one by one; take back the file.",
                "depends",
                self._params,
                changes,
            )
        if old.sniffed.dialect != new.sniffed.dialect:
            raise not_rejectable(
                "The Draft writes the table with another delimiter or other quotes; a row",
                self._params,
                chosen,
            )

    def _head(self, renamed: bool) -> list[_Line]:
        """Return what stands above the rows, the reference's header where it comes back."""
        spans = self._spans[1]
        end = spans[0][0] if spans else self._tables[1].layout.data_line - 1
        if not renamed:
            return self._after.between(0, end)
        above = [
            table.layout.preamble_lines + (1 if table.sniffed.has_separator_line else 0)
            for table in self._tables
        ]
        ends = [table.layout.data_line - 1 for table in self._tables]
        header = [self._before.as_in(self._after, at) for at in range(above[0], ends[0])]
        return [
            *self._after.between(0, above[1]),
            *header,
            *self._after.between(min(ends[1], end), end),
        ]

    def _rows(self, chosen: Sequence[RowChange]) -> Iterator[_Line]:
        inserted = {c.row for c in chosen if c.type == "row_inserted"}
        put = {c.old_row for c in chosen if c.type in ("row_deleted", "row_changed")}
        stayed = {c.old_row for c in chosen if c.type == "row_moved"}
        moves = self._found.moves
        back = {moves[row - 1] for row in stayed if row is not None and row - 1 in moves}
        for pair in self._found.pairs:
            yield from self._pair(pair, inserted, put, back)

    def _pair(
        self, pair: Pair, inserted: set[int | None], put: set[int | None], back: set[int]
    ) -> Iterator[_Line]:
        old = pair.old + 1 if pair.old is not None else None
        if pair.old is not None and old in put:
            yield from self._old_row(pair.old)
        elif pair.new is None:
            assert pair.old is not None
            place = self._found.moves.get(pair.old)
            if place in back and place is not None:
                yield from self._new_row(place)
        elif pair.old is not None or (pair.new + 1 not in inserted and pair.new not in back):
            yield from self._new_row(pair.new)

    def _old_row(self, at: int) -> list[_Line]:
        first, end = self._spans[0][at]
        lines = [self._before.as_in(self._after, line) for line in range(first, end)]
        # A cell that holds line ends keeps them as they are.
        inner = [(self._before.bodies[line], self._before.ends[line]) for line in range(first, end)]
        return [*inner[:-1], *lines[-1:]]

    def _new_row(self, at: int) -> list[_Line]:
        """Return a row of the Draft with the blank lines that follow it."""
        spans = self._spans[1]
        end = spans[at + 1][0] if at + 1 < len(spans) else len(self._after.bodies)
        return self._after.between(spans[at][0], end)


def _spans(table: Table) -> list[tuple[int, int]]:
    """Return the lines of each row, from 0."""
    return [(record.line - 1, record.line - 1 + record.lines) for record in table.records()]
