"""Paragraphs and tables of a text document taken back: docx and odt alike.

Both versions are walked in one order (`document_diff`). What is taken back is put where it stood
among what stays; a format says how its elements are copied, replaced and removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from keenbench.errors import ValidationFailed
from keenbench.formats.document_changes import DocumentChange
from keenbench.formats.document_diff import AlignedBlocks, Placed, aligned_rows
from keenbench.formats.outline import Block, Outline

_WHOLE = ("inserted", "deleted", "moved")
_REPLACED = ("paragraph_changed", "paragraph_format")


class Elements(Protocol):
    """What a format knows of its own elements. All are of the Draft but `source`."""

    def replace(self, element: Any, source: Any) -> Any:
        """Put a copy of a source's block in the place of one, and return it."""

    def insert(self, source: Any, after: Any | None, before: Any | None) -> Any:
        """Put a copy of a source's block after one (or before the first), and return it."""

    def remove(self, element: Any) -> None: ...

    def replace_look(self, table: Any, source: Any) -> None:
        """Give a table the looks of a source's."""

    def row(self, block: Block, at: int) -> Any | None:
        """Return the element of a table's row; None where wrappers hide which it is."""

    def cell(self, block: Block, row: int, col: int) -> Any | None: ...

    def replace_cell(self, cell: Any, source: Any) -> None: ...

    def insert_row(self, table: Any, source: Any, after: Any | None) -> Any: ...

    def remove_row(self, row: Any) -> None: ...


class BlocksBack:
    """Puts blocks of the reference back into the Draft's document."""

    def __init__(self, old: Outline, new: Outline, elements: Elements) -> None:
        self._aligned = AlignedBlocks(old, new)
        self._elements = elements

    def put_back(self, chosen: Sequence[DocumentChange]) -> None:
        """Take back those of the changes that are of paragraphs and tables."""
        for change in chosen:
            if change.type in _REPLACED:
                old, new = self._pair(change, "paragraph")
                new.block.source = self._elements.replace(new.block.source, old.block.source)
            elif change.type == "table_format":
                old, new = self._pair(change, "table")
                self._elements.replace_look(new.block.source, old.block.source)
            elif change.type in ("table_cell_changed", "table_cell_format"):
                self._cell(change)
        rows = [c for c in chosen if c.type in ("table_row_inserted", "table_row_deleted")]
        for index in dict.fromkeys(change.index for change in rows):
            self._rows([change for change in rows if change.index == index])
        self._whole(
            [c for c in chosen if c.type.rpartition("_")[2] in _WHOLE and "row" not in c.type]
        )

    def _pair(self, change: DocumentChange, kind: str) -> tuple[Placed, Placed]:
        old = _of(self._aligned.old, kind, change.old_index)
        return old, _of(self._aligned.new, kind, change.index)

    # Tables.

    def _cell(self, change: DocumentChange) -> None:
        old, new = self._pair(change, "table")
        assert change.row is not None
        assert change.old_row is not None
        assert change.col is not None
        target = self._elements.cell(new.block, change.row, change.col)
        source = self._elements.cell(old.block, change.old_row, change.col)
        if target is None or source is None:
            raise _hidden("cell")
        self._elements.replace_cell(target, source)

    def _rows(self, changes: Sequence[DocumentChange]) -> None:
        old, new = self._pair(changes[0], "table")
        gone = {c.row for c in changes if c.type == "table_row_inserted"}
        back = {c.old_row for c in changes if c.type == "table_row_deleted"}
        last: Any = None
        # All of them are found before any goes: their numbers are those of now.
        pairs = aligned_rows(old.block, new.block)
        found = {
            pair.new: self._elements.row(new.block, pair.new)
            for pair in pairs
            if pair.new is not None
        }
        if any(row is None for row in found.values()):
            raise _hidden("row")
        for pair in pairs:
            if pair.new is not None:
                if pair.new in gone:
                    self._elements.remove_row(found[pair.new])
                else:
                    last = found[pair.new]
            elif pair.old in back and pair.old is not None:
                source = self._elements.row(old.block, pair.old)
                if source is None:
                    raise _hidden("row")
                last = self._elements.insert_row(new.block.source, source, last)

    # Whole paragraphs and tables.

    def _whole(self, changes: Sequence[DocumentChange]) -> None:
        if not changes:
            return
        gone: set[int] = set()
        back: set[int] = set()
        for change in changes:
            kind, _, what = change.type.rpartition("_")
            if what in ("inserted", "moved"):
                gone.add(_at(self._aligned.new, kind, change.index))
            if what in ("deleted", "moved"):
                back.add(_at(self._aligned.old, kind, change.old_index))
        new = self._aligned.new
        first = next(
            (
                new[p.new].block.source
                for p in self._aligned.pairs
                if p.new is not None and p.new not in gone
            ),
            None,
        )
        last: Any = None
        for pair in self._aligned.pairs:
            if pair.new is not None:
                if pair.new not in gone:
                    last = new[pair.new].block.source
            elif pair.old in back and pair.old is not None:
                source = self._aligned.old[pair.old].block.source
                last = self._elements.insert(source, last, first)
        for at in gone:
            self._elements.remove(new[at].block.source)


def _at(placed: Sequence[Placed], kind: str, index: int | None) -> int:
    for at, one in enumerate(placed):
        if one.block.kind == kind and one.block.index == index:
            return at
    raise _hidden(kind)


def _of(placed: Sequence[Placed], kind: str, index: int | None) -> Placed:
    return placed[_at(placed, kind, index)]


def _hidden(what: str) -> ValidationFailed:
    return ValidationFailed(
        f"The {what} cannot be taken back alone: it stands where it cannot be told from others. "
        "Take back the file, or change it again.",
        phase="review",
        subphase="not_rejectable",
    )
