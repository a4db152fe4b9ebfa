"""Two outlines side by side: paragraphs and tables aligned by what they say, not by their index."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rapidfuzz import fuzz

from keenbench.diff.align import Pair, align, moved
from keenbench.diff.text import mark_words
from keenbench.formats.comparing import Ids
from keenbench.formats.document_changes import DocumentChange, DocumentChangeKind, TextFormat
from keenbench.formats.outline import Aside, Block, Gathered, Image, Outline

# Numbers of notes shift when one is added before them; that alone is no change.
_NOTE_MARK = re.compile(r"\[\^[^\]]*\]")
_LEAST_ALIKE = 0.5
# A paragraph shorter than this is not said to have moved: it is too common.
_MOVED_CHARS = 8
_LONGEST_COMPARED = 20_000

Key = tuple[str, Hashable]


class Formatting(Protocol):
    """What a format knows of how its blocks look."""

    def paragraph(self, old: Block, new: Block) -> list[TextFormat]: ...

    def table(self, old: Block, new: Block) -> list[TextFormat]: ...

    def cell(
        self, old: Block, new: Block, old_place: tuple[int, int], new_place: tuple[int, int]
    ) -> list[TextFormat]: ...

    def image(self, image: Image, side: int) -> Hashable: ...


@dataclass(frozen=True)
class Placed:
    """A block and where it stands."""

    block: Block
    section_index: int
    heading: str | None


class AlignedBlocks:
    """Paragraphs and tables of two outlines in one order, and which of them moved (old to new)."""

    def __init__(self, old: Outline, new: Outline) -> None:
        self.old = [one for one in placed(old) if one.block.kind != "other"]
        self.new = [one for one in placed(new) if one.block.kind != "other"]
        old_keys = [_key(one.block) for one in self.old]
        new_keys = [_key(one.block) for one in self.new]

        def alike(a: int, b: int) -> float:
            return _likeness(self.old[a].block, self.new[b].block, old_keys[a], new_keys[b])

        self.pairs = align(old_keys, new_keys, alike, _LEAST_ALIKE)
        self.moves = {
            before: after
            for before, after in moved(self.pairs, old_keys, new_keys).items()
            if len(str(old_keys[before][1])) >= _MOVED_CHARS
        }


def aligned_rows(old: Block, new: Block) -> list[Pair]:
    """Return the rows of two versions of a table in one order."""
    rows = [[tuple(row) for row in block.rows] for block in (old, new)]
    return align(rows[0], rows[1], lambda a, b: _rows_alike(rows[0][a], rows[1][b]), 0.3)


class OutlineDiff:
    """Names what changed between two outlines."""

    def __init__(self, old: Outline, new: Outline, formatting: Formatting, ids: Ids) -> None:
        self._old, self._new = placed(old), placed(new)
        self._aligned = AlignedBlocks(old, new)
        self._formatting = formatting
        self._ids = ids

    def changes(self) -> Iterator[DocumentChange]:
        old, new, moves = self._aligned.old, self._aligned.new, self._aligned.moves
        anchor: Any = None  # what stands before, by which an inserted block is known
        sources = {after: before for before, after in moves.items()}
        for pair in self._aligned.pairs:
            if pair.old is not None and pair.new is not None:
                yield from self._pair(old[pair.old], new[pair.new], same=pair.same)
                anchor = pair.old
            elif pair.old is not None:
                anchor = pair.old
                if pair.old not in moves:
                    yield self._whole("deleted", old[pair.old], None, pair.old)
            elif pair.new is not None:
                if pair.new in sources:
                    before = old[sources[pair.new]]
                    yield self._whole("moved", before, new[pair.new], sources[pair.new])
                    yield from self._formats(before, new[pair.new])
                else:
                    yield self._whole("inserted", None, new[pair.new], anchor)
        yield from self._asides()
        yield from self._images()

    def _whole(
        self, what: str, old: Placed | None, new: Placed | None, anchor: Any
    ) -> DocumentChange:
        shown = new or old
        assert shown is not None
        texts = [_text(one.block) if one is not None else None for one in (old, new)]
        kind: Any = f"{shown.block.kind}_{what}"
        return self._change(
            kind,
            shown,
            (anchor, texts),
            index=new.block.index if new else None,
            old_index=old.block.index if old else None,
            text_before=texts[0] if what != "moved" else None,
            text_after=texts[1],
        )

    def _change(
        self, kind: DocumentChangeKind, place: Placed | None, parts: Any, /, **fields: Any
    ) -> DocumentChange:
        return DocumentChange(
            change_id=self._ids.of(kind, parts),
            type=kind,
            section_index=place.section_index if place else None,
            heading=place.heading if place else None,
            **fields,
        )

    def _pair(self, old: Placed, new: Placed, *, same: bool) -> Iterator[DocumentChange]:
        if old.block.kind == "table":
            yield from self._table(old, new, same=same)
            return
        before, after = _text(old.block), _text(new.block)
        formats = self._formatting.paragraph(old.block, new.block)
        if not same:
            marks = mark_words(before, after) or ((), ())
            yield self._change(
                "paragraph_changed",
                new,
                (old.block.index, before, after),
                index=new.block.index,
                old_index=old.block.index,
                text_before=before,
                text_after=after,
                marks_before=list(marks[0]),
                marks_after=list(marks[1]),
                formats=formats,
            )
        else:
            yield from self._formats(old, new, formats)

    def _formats(
        self, old: Placed, new: Placed, formats: list[TextFormat] | None = None
    ) -> Iterator[DocumentChange]:
        if old.block.kind != "paragraph":
            return
        if formats is None:
            formats = self._formatting.paragraph(old.block, new.block)
        if formats:
            yield self._change(
                "paragraph_format",
                new,
                (old.block.index, [one.model_dump() for one in formats]),
                index=new.block.index,
                old_index=old.block.index,
                text_after=_text(new.block),
                formats=formats,
            )

    # Tables.

    def _table(self, old: Placed, new: Placed, *, same: bool) -> Iterator[DocumentChange]:
        number = old.block.index
        formats = self._formatting.table(old.block, new.block)
        if formats:
            shown = [one.model_dump() for one in formats]
            yield self._change(
                "table_format",
                new,
                (number, shown),
                index=new.block.index,
                old_index=number,
                formats=formats,
            )
        rows = [[tuple(row) for row in side.block.rows] for side in (old, new)]
        pairs = aligned_rows(old.block, new.block)
        anchor: int | None = None
        for pair in pairs:
            place = {"index": new.block.index, "old_index": number}
            if pair.old is not None and pair.new is not None:
                anchor = pair.old
                yield from self._row(old, new, pair)
            elif pair.old is not None:
                anchor = pair.old
                cells = list(rows[0][pair.old])
                yield self._change(
                    "table_row_deleted",
                    new,
                    (number, pair.old, cells),
                    old_row=pair.old,
                    cells=cells,
                    **place,
                )
            elif pair.new is not None:
                cells = list(rows[1][pair.new])
                yield self._change(
                    "table_row_inserted",
                    new,
                    (number, anchor, cells),
                    row=pair.new,
                    cells=cells,
                    **place,
                )

    def _row(self, old: Placed, new: Placed, pair: Pair) -> Iterator[DocumentChange]:
        assert pair.old is not None
        assert pair.new is not None
        before, after = old.block.rows[pair.old], new.block.rows[pair.new]
        for col in range(max(len(before), len(after))):
            was = before[col] if col < len(before) else None
            now = after[col] if col < len(after) else None
            formats = self._formatting.cell(old.block, new.block, (pair.old, col), (pair.new, col))
            if was == now and not formats:
                continue
            kind: DocumentChangeKind = "table_cell_format" if was == now else "table_cell_changed"
            marks = ((), ()) if was == now else mark_words(was or "", now or "") or ((), ())
            yield self._change(
                kind,
                new,
                (old.block.index, pair.old, col, was, now, [f.model_dump() for f in formats]),
                index=new.block.index,
                old_index=old.block.index,
                row=pair.new,
                old_row=pair.old,
                col=col,
                text_before=was,
                text_after=now,
                marks_before=list(marks[0]),
                marks_after=list(marks[1]),
                formats=formats,
            )

    # What stands beside the text.

    def _asides(self) -> Iterator[DocumentChange]:
        def words(aside: Aside) -> Key:
            numbered = aside.kind in ("footnote", "endnote")
            return (aside.kind if numbered else f"{aside.kind} {aside.label}", aside.text)

        yield from self._listed(
            "aside",
            [(one, aside) for one in self._old for aside in one.block.asides],
            [(one, aside) for one in self._new for aside in one.block.asides],
            words,
            words,
            lambda aside: {"kind": aside.kind, "name": aside.label},
            lambda aside: aside.text,
        )

    def _images(self) -> Iterator[DocumentChange]:
        yield from self._listed(
            "image",
            [(one, image) for one in self._old for image in one.block.images],
            [(one, image) for one in self._new for image in one.block.images],
            lambda image: ("image", (self._formatting.image(image, 0), image.alt_text)),
            lambda image: ("image", (self._formatting.image(image, 1), image.alt_text)),
            lambda image: {"name": image.target},
            lambda image: image.alt_text,
        )

    def _listed(
        self,
        what: str,
        old: Sequence[tuple[Placed, Any]],
        new: Sequence[tuple[Placed, Any]],
        old_key: Callable[[Any], Key],
        new_key: Callable[[Any], Key],
        names: Callable[[Any], dict[str, Any]],
        text: Callable[[Any], str | None],
    ) -> Iterator[DocumentChange]:
        keys = [[old_key(item) for _, item in old], [new_key(item) for _, item in new]]

        def alike(a: int, b: int) -> float:
            before, after = keys[0][a], keys[1][b]
            if before[0] != after[0]:
                return 0.0
            if what == "image":
                return 0.5 if old[a][1].target == new[b][1].target else 0.0
            return max(0.3, fuzz.ratio(str(before[1]), str(after[1])) / 100)

        for pair in align(keys[0], keys[1], alike, 0.3):
            if pair.same:
                continue
            before = old[pair.old] if pair.old is not None else None
            after = new[pair.new] if pair.new is not None else None
            shown = after or before
            assert shown is not None
            change = "changed" if before and after else "removed" if before else "added"
            kind: Any = f"{what}_{change}"
            texts = [text(one[1]) if one is not None else None for one in (before, after)]
            marks = mark_words(texts[0], texts[1]) if texts[0] and texts[1] else None
            yield self._change(
                kind,
                shown[0],
                (names(shown[1]), texts, keys[0][pair.old] if pair.old is not None else None),
                text_before=texts[0],
                text_after=texts[1],
                marks_before=list(marks[0]) if marks else [],
                marks_after=list(marks[1]) if marks else [],
                **names(shown[1]),
            )


def placed(outline: Outline) -> list[Placed]:
    return [
        Placed(block, section.index, section.heading)
        for section in outline.sections
        for block in section.blocks
    ]


def _text(block: Block) -> str:
    """Return what a block says, without its list label and without what stands beside it."""
    if block.kind == "table":
        return "\n".join("\t".join(cell or "" for cell in row) for row in block.rows)
    text = block.pieces[0] if block.pieces else ""
    beside = Gathered(list(block.asides), list(block.images)).lines
    text = text.removesuffix(beside).removesuffix("\n") if beside else text.removesuffix("\n")
    if block.label:
        bare = text.lstrip(" ")
        if bare.startswith(f"{block.label} "):
            return bare[len(block.label) + 1 :]
    return text


def _key(block: Block) -> Key:
    return (block.kind, _NOTE_MARK.sub("[^]", _text(block)))


def _likeness(old: Block, new: Block, old_key: Key, new_key: Key) -> float:
    if old.kind != new.kind:
        return 0.0
    before, after = str(old_key[1]), str(new_key[1])
    if not before.strip() or not after.strip():
        return 0.0
    if old.kind == "table" and old.rows and new.rows and old.rows[0] == new.rows[0]:
        return 0.9
    return fuzz.ratio(before[:_LONGEST_COMPARED], after[:_LONGEST_COMPARED]) / 100


def _rows_alike(old: tuple[str | None, ...], new: tuple[str | None, ...]) -> float:
    longest = max(len(old), len(new))
    if not longest:
        return 1.0
    shared = sum(
        1.0 if was == now else fuzz.ratio(was or "", now or "") / 200
        for was, now in zip(old, new, strict=False)
    )
    return shared / longest
