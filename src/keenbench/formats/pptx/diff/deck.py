"""Two versions of a presentation: slides by who they are, shapes by id, texts by paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any, BinaryIO

from rapidfuzz import fuzz

from keenbench.diff.align import Pair, align
from keenbench.diff.text import mark_words
from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared, CompareParams, Ids, Remembered, open_sides
from keenbench.formats.document_changes import TextFormat
from keenbench.formats.pptx.compare_shape import REJECTABLE, SlideChange, SlidesCompared
from keenbench.formats.pptx.diff.looks import formats_of, image_bytes, inches, size_text
from keenbench.formats.pptx.diff.sides import (
    Side,
    Slide,
    in_place,
    paired_shapes,
    paired_slides,
    shape_text,
)
from keenbench.formats.pptx.shapes import Shape
from keenbench.formats.pptx.text import paragraph_text, paragraphs, table_rows
from keenbench.formats.xml_part import Element

_remembered: Remembered[SlideChange] = Remembered()


def compare_pptx(call: Call, params: CompareParams) -> SlidesCompared:
    with open_sides(call, params) as (old, new):
        found = compare_decks(old, new, params.path)
    return SlidesCompared(rejectable=list(REJECTABLE), **found.page(params))


def compare_decks(old: BinaryIO | None, new: BinaryIO | None, path: str) -> Compared[SlideChange]:
    return _remembered.of(old, new, lambda: _compare(old, new, path))


def _compare(old: BinaryIO | None, new: BinaryIO | None, path: str) -> Compared[SlideChange]:
    with ExitStack() as opened:
        before, after = (Side.of(file, path, opened) for file in (old, new))
        changes = list(DeckDiff(before, after).changes())
    return Compared(changes, [*before.warnings, *after.warnings])


class DeckDiff:
    def __init__(self, old: Side, new: Side) -> None:
        self._old, self._new = old, new
        self._ids = Ids()
        self._old_name: dict[str, str] = {}  # of the shape that is compared, where it was renamed

    def changes(self) -> Iterator[SlideChange]:
        old, new = self._old, self._new
        pairs = paired_slides(old.slides, new.slides)
        if old.deck is not None and new.deck is not None and old.deck.size != new.deck.size:
            sizes = [size_text(deck.size) for deck in (old.deck, new.deck)]
            yield SlideChange(
                change_id=self._ids.of("slide_size_changed", sizes),
                type="slide_size_changed",
                text_before=sizes[0],
                text_after=sizes[1],
            )
        sources = {after: before for before, after in pairs.items()}
        gone = [at for at in range(len(old.slides)) if at not in pairs]
        for at in gone:
            yield self._whole("slide_deleted", old.slides[at], None, at)
        stayed = in_place(pairs)
        for at, slide in enumerate(new.slides):
            source = sources.get(at)
            if source is None:
                anchor = max((o for o, n in pairs.items() if n < at), default=-1)
                yield self._whole("slide_added", None, slide, anchor)
                continue
            if source not in stayed:
                yield self._whole("slide_moved", old.slides[source], slide, source)
            yield from self._slide(old.slides[source], slide)

    def _whole(self, kind: Any, old: Slide | None, new: Slide | None, anchor: int) -> SlideChange:
        shown = new or old
        assert shown is not None
        return SlideChange(
            change_id=self._ids.of(kind, anchor, (old or shown).text),
            type=kind,
            slide_index=new.slide.index if new else None,
            old_slide_index=old.slide.index if old else None,
            title=shown.slide.title,
            text_before=old.text if old and not new else None,
            text_after=new.text if new and not old else None,
        )

    def _change(
        self, kind: Any, old: Slide, new: Slide, parts: Any, /, **fields: Any
    ) -> SlideChange:
        return SlideChange(
            change_id=self._ids.of(kind, old.slide.index, parts),
            type=kind,
            slide_index=new.slide.index,
            old_slide_index=old.slide.index,
            title=new.slide.title,
            **fields,
        )

    def _texts(
        self,
        kind: Any,
        old: Slide,
        new: Slide,
        was: str | None,
        now: str | None,
        /,
        **fields: Any,
    ) -> SlideChange:
        marks = (mark_words(was, now) if was and now else None) or ((), ())
        return self._change(
            kind,
            old,
            new,
            (was, now, self._known(fields)),
            text_before=was,
            text_after=now,
            marks_before=list(marks[0]),
            marks_after=list(marks[1]),
            **fields,
        )

    def _known(self, fields: dict[str, Any]) -> list[str]:
        """Return what of a place names a change: not where it stands now, which may shift."""
        kept = {key: value for key, value in fields.items() if key not in ("paragraph", "row")}
        return sorted(str(item) for item in (kept | self._old_name).items())

    def _slide(self, old: Slide, new: Slide) -> Iterator[SlideChange]:
        before, after = old.slide, new.slide
        if before.layout != after.layout:
            yield self._texts("layout_changed", old, new, before.layout, after.layout)
        if before.hidden != after.hidden:
            words = [("hidden" if one.hidden else "shown") for one in (before, after)]
            yield self._texts("slide_visibility", old, new, words[0], words[1])
        pairs = paired_shapes(before, after)
        self._old_name = {}
        for shape in before.shapes:
            if not any(shape is one for one, _ in pairs):
                text = shape_text(before, shape)
                yield self._texts(
                    "shape_removed", old, new, text, None, shape=shape.name, kind=shape.kind
                )
        by_new = {id(now): was for was, now in pairs}
        for shape in after.shapes:
            match = by_new.get(id(shape))
            if match is None:
                text = shape_text(after, shape)
                yield self._texts(
                    "shape_added", old, new, None, text, shape=shape.name, kind=shape.kind
                )
            else:
                yield from self._shape(old, new, match, shape)
                self._old_name = {}
        if (before.notes or "") != (after.notes or ""):
            yield self._texts("notes_changed", old, new, before.notes, after.notes)
        yield from self._comments(old, new)

    def _shape(self, old: Slide, new: Slide, was: Shape, now: Shape) -> Iterator[SlideChange]:
        place = {"shape": now.name, "kind": now.kind}
        self._old_name = {"shape": was.name}
        if was.box != now.box:
            formats = [
                TextFormat(property=name, before=before, after=after)
                for name, before, after in zip(
                    ("left", "top", "width", "height"), inches(was), inches(now), strict=True
                )
                if before != after
            ]
            if formats:
                shown = [one.model_dump() for one in formats]
                yield self._change(
                    "shape_moved", old, new, (shown, self._known(place)), formats=formats, **place
                )
        if was.name != now.name:
            yield self._texts("shape_renamed", old, new, was.name, now.name, **place)
        if (was.alt_text or "") != (now.alt_text or ""):
            yield self._texts("alt_text_changed", old, new, was.alt_text, now.alt_text, **place)
        yield from self._body(old, new, was, now, place)
        if was.table is not None and now.table is not None:
            yield from self._table(old, new, was.table, now.table, place)
        for kind, charts in (("chart_changed", "charts"), ("diagram_changed", "diagrams")):
            before = getattr(old.slide, charts).get(was.index)
            after = getattr(new.slide, charts).get(now.index)
            if before != after and (was.chart_id or was.diagram_id):
                yield self._texts(kind, old, new, before, after, **place)
        images = [
            image_bytes(side, slide.slide, shape)
            for side, slide, shape in ((self._old, old, was), (self._new, new, now))
        ]
        if images[0] != images[1]:
            known = (images, self._known(place))
            yield self._change("image_changed", old, new, known, **place)

    def _body(
        self, old: Slide, new: Slide, was: Shape, now: Shape, place: dict[str, Any]
    ) -> Iterator[SlideChange]:
        sides = [
            list(paragraphs(shape.body)) if shape.body is not None else [] for shape in (was, now)
        ]
        texts = [[paragraph_text(one) for one in side] for side in sides]

        for pair in aligned_paragraphs(texts[0], texts[1]):
            before = texts[0][pair.old] if pair.old is not None else None
            after = texts[1][pair.new] if pair.new is not None else None
            spot = place | {"paragraph": pair.new, "old_paragraph": pair.old}
            if not pair.same:
                if (before or "").strip() or (after or "").strip():
                    yield self._texts("text_changed", old, new, before, after, **spot)
                if pair.old is None or pair.new is None:
                    continue
            assert pair.old is not None
            assert pair.new is not None
            elements = sides[0][pair.old], sides[1][pair.new]
            formats = formats_of((self._old, self._new), (old, new), elements)
            if formats and pair.same:
                shown = [one.model_dump() for one in formats]
                yield self._change(
                    "text_format",
                    old,
                    new,
                    (shown, self._known(spot)),
                    formats=formats,
                    text_after=after,
                    **spot,
                )

    def _table(
        self, old: Slide, new: Slide, was: Element, now: Element, place: dict[str, Any]
    ) -> Iterator[SlideChange]:
        rows = [[tuple(row) for row in table_rows(table)] for table in (was, now)]
        for pair in aligned_rows(was, now):
            spot = place | {"row": pair.new, "old_row": pair.old}
            if pair.same:
                continue
            if pair.old is None or pair.new is None:
                side, at = (1, pair.new) if pair.old is None else (0, pair.old)
                assert at is not None
                kind = "table_row_added" if side else "table_row_removed"
                cells = list(rows[side][at])
                yield self._change(kind, old, new, (cells, self._known(spot)), cells=cells, **spot)
                continue
            before, after = rows[0][pair.old], rows[1][pair.new]
            for col in range(max(len(before), len(after))):
                old_text = before[col] if col < len(before) else None
                new_text = after[col] if col < len(after) else None
                if old_text != new_text:
                    yield self._texts(
                        "table_cell_changed", old, new, old_text, new_text, col=col, **spot
                    )

    def _comments(self, old: Slide, new: Slide) -> Iterator[SlideChange]:
        sides = [
            [(comment.author or "", comment.text) for comment in slide.slide.comments]
            for slide in (old, new)
        ]
        for pair in align(sides[0], sides[1], lambda a, b: 0.0):
            if pair.new is None and pair.old is not None:
                author, text = sides[0][pair.old]
                yield self._texts("comment_removed", old, new, text, None, name=author)
            elif pair.old is None and pair.new is not None:
                author, text = sides[1][pair.new]
                yield self._texts("comment_added", old, new, None, text, name=author)


def aligned_rows(was: Element, now: Element) -> list[Pair]:
    """Return the rows of two versions of a table in one order."""
    rows = [[tuple(row) for row in table_rows(table)] for table in (was, now)]

    def alike(a: int, b: int) -> float:
        pairs = list(zip(rows[0][a], rows[1][b], strict=False))
        shared = sum(fuzz.ratio(x or "", y or "") / 100 for x, y in pairs)
        return shared / max(len(rows[0][a]), len(rows[1][b]), 1)

    return align(rows[0], rows[1], alike, 0.3)


def aligned_paragraphs(was: Sequence[str], now: Sequence[str]) -> list[Pair]:
    """Return the paragraphs of two versions of a text in one order."""
    return align(was, now, lambda a, b: fuzz.ratio(was[a], now[b]) / 100, 0.4)
