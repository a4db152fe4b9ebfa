"""Two versions of a presentation: slides by who they are, shapes by id, texts by paragraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from rapidfuzz import fuzz

from keenbench.diff.align import align
from keenbench.diff.sequences import matches
from keenbench.diff.text import mark_words
from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared, CompareParams, Ids, Remembered, open_sides
from keenbench.formats.document_changes import TextFormat
from keenbench.formats.documents import require_kind
from keenbench.formats.ooxml_names import A, P
from keenbench.formats.package import Package, open_package
from keenbench.formats.pptx.compare_shape import SlideChange, SlidesCompared
from keenbench.formats.pptx.deck import Deck, DeckSlide
from keenbench.formats.pptx.shapes import Shape
from keenbench.formats.pptx.text import level_of, paragraph_text, paragraphs, table_rows, text_block
from keenbench.formats.shape import MapWarning
from keenbench.formats.xml_part import Element

_remembered: Remembered[SlideChange] = Remembered()
_EMU = 914_400
# Slides of the same id that share less than this are two slides that happen to have one id.
_SAME_SLIDE = 0.25
_LIKE = 0.6


@dataclass
class _Slide:
    slide: DeckSlide
    id: str
    text: str
    key: tuple[Any, ...] = ()


@dataclass
class _Side:
    package: Package | None = None
    deck: Deck | None = None
    slides: list[_Slide] = field(default_factory=list)

    @classmethod
    def of(cls, file: BinaryIO | None, path: str, opened: ExitStack) -> _Side:
        if file is None:
            return cls()
        package = opened.enter_context(open_package(file, path))
        require_kind(package, "pptx")
        deck = Deck(package)
        ids = [entry.get("id", "") for entry in deck.root.iterfind(f"{P}sldIdLst/{P}sldId")]
        slides = []
        for at in range(deck.slide_count):
            slide = deck.slide(at)
            slides.append(_Slide(slide, ids[at], _words(slide)))
        return cls(package, deck, slides)

    @property
    def warnings(self) -> list[MapWarning]:
        return self.deck.warnings if self.deck is not None else []


def compare_pptx(call: Call, params: CompareParams) -> SlidesCompared:
    with open_sides(call, params) as (old, new):
        found = _remembered.of(old, new, lambda: _compare(old, new, params.path))
    return SlidesCompared(**found.page(params))


def _compare(old: BinaryIO | None, new: BinaryIO | None, path: str) -> Compared[SlideChange]:
    with ExitStack() as opened:
        before, after = (_Side.of(file, path, opened) for file in (old, new))
        changes = list(_DeckDiff(before, after).changes())
    return Compared(changes, [*before.warnings, *after.warnings])


class _DeckDiff:
    def __init__(self, old: _Side, new: _Side) -> None:
        self._old, self._new = old, new
        self._ids = Ids()

    def changes(self) -> Iterator[SlideChange]:
        old, new = self._old, self._new
        pairs = _paired(old.slides, new.slides)
        if old.deck is not None and new.deck is not None and old.deck.size != new.deck.size:
            sizes = [_size(deck.size) for deck in (old.deck, new.deck)]
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
        in_place = _in_place(pairs)
        for at, slide in enumerate(new.slides):
            source = sources.get(at)
            if source is None:
                anchor = max((o for o, n in pairs.items() if n < at), default=-1)
                yield self._whole("slide_added", None, slide, anchor)
                continue
            if source not in in_place:
                yield self._whole("slide_moved", old.slides[source], slide, source)
            yield from self._slide(old.slides[source], slide)

    def _whole(self, kind: Any, old: _Slide | None, new: _Slide | None, anchor: int) -> SlideChange:
        shown = new or old
        assert shown is not None
        return SlideChange(
            change_id=self._ids.of(kind, anchor, shown.text),
            type=kind,
            slide_index=new.slide.index if new else None,
            old_slide_index=old.slide.index if old else None,
            title=shown.slide.title,
            text_before=old.text if old and not new else None,
            text_after=new.text if new and not old else None,
        )

    def _change(
        self, kind: Any, old: _Slide, new: _Slide, parts: Any, /, **fields: Any
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
        old: _Slide,
        new: _Slide,
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
            (was, now, sorted(str(item) for item in fields.items())),
            text_before=was,
            text_after=now,
            marks_before=list(marks[0]),
            marks_after=list(marks[1]),
            **fields,
        )

    def _slide(self, old: _Slide, new: _Slide) -> Iterator[SlideChange]:
        before, after = old.slide, new.slide
        if before.layout != after.layout:
            yield self._texts("layout_changed", old, new, before.layout, after.layout)
        if before.hidden != after.hidden:
            words = [("hidden" if one.hidden else "shown") for one in (before, after)]
            yield self._texts("slide_visibility", old, new, words[0], words[1])
        left = list(after.shapes)
        pairs: list[tuple[Shape, Shape]] = []
        for same in (_by_id_and_name, _by_name, _by_id, _by_placeholder):
            for shape in before.shapes:
                if any(shape is one for one, _ in pairs):
                    continue
                found = next((other for other in left if same(shape, other)), None)
                if found is not None:
                    left.remove(found)
                    pairs.append((shape, found))
        for shape in before.shapes:
            if not any(shape is one for one, _ in pairs):
                text = _shape_text(before, shape)
                yield self._texts(
                    "shape_removed", old, new, text, None, shape=shape.name, kind=shape.kind
                )
        by_new = {id(now): was for was, now in pairs}
        for shape in after.shapes:
            match = by_new.get(id(shape))
            if match is None:
                text = _shape_text(after, shape)
                yield self._texts(
                    "shape_added", old, new, None, text, shape=shape.name, kind=shape.kind
                )
            else:
                yield from self._shape(old, new, match, shape)
        if (before.notes or "") != (after.notes or ""):
            yield self._texts("notes_changed", old, new, before.notes, after.notes)
        yield from self._comments(old, new)

    def _shape(self, old: _Slide, new: _Slide, was: Shape, now: Shape) -> Iterator[SlideChange]:
        place = {"shape": now.name, "kind": now.kind}
        if was.box != now.box:
            formats = [
                TextFormat(property=name, before=before, after=after)
                for name, before, after in zip(
                    ("left", "top", "width", "height"), _inches(was), _inches(now), strict=True
                )
                if before != after
            ]
            if formats:
                shown = [one.model_dump() for one in formats]
                yield self._change(
                    "shape_moved", old, new, (shown, place), formats=formats, **place
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
            _image_bytes(side, slide.slide, shape)
            for side, slide, shape in ((self._old, old, was), (self._new, new, now))
        ]
        if images[0] != images[1]:
            yield self._change("image_changed", old, new, (images, place), **place)

    def _body(
        self, old: _Slide, new: _Slide, was: Shape, now: Shape, place: dict[str, Any]
    ) -> Iterator[SlideChange]:
        sides = [
            list(paragraphs(shape.body)) if shape.body is not None else [] for shape in (was, now)
        ]
        texts = [[paragraph_text(one) for one in side] for side in sides]

        def alike(a: int, b: int) -> float:
            return fuzz.ratio(texts[0][a], texts[1][b]) / 100

        for pair in align(texts[0], texts[1], alike, 0.4):
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
            formats = self._formats(old, new, *elements)
            if formats and pair.same:
                shown = [one.model_dump() for one in formats]
                yield self._change(
                    "text_format",
                    old,
                    new,
                    (shown, spot),
                    formats=formats,
                    text_after=after,
                    **spot,
                )

    def _formats(self, old: _Slide, new: _Slide, was: Element, now: Element) -> list[TextFormat]:
        looks: list[dict[str, list[Any]]] = []
        for side, slide, element in ((self._old, old, was), (self._new, new, now)):
            assert side.package is not None
            links = side.package.relationships(slide.slide.part or "")
            found: dict[str, list[Any]] = {"level": [level_of(element)]}
            for run in text_block(element, links).runs or []:
                for name, value in run.model_dump(exclude={"text"}, exclude_none=True).items():
                    if value is not False:
                        found.setdefault(name, []).append((run.text, value))
            properties = element.find(f"{A}pPr")
            alignment = properties.get("algn") if properties is not None else None
            found["alignment"] = [alignment] if alignment else []
            looks.append({name: values for name, values in found.items() if values})
        return [
            TextFormat(
                property=name,
                before=_one(looks[0].get(name)),
                after=_one(looks[1].get(name)),
            )
            for name in sorted({*looks[0], *looks[1]})
            if _joined(looks[0].get(name)) != _joined(looks[1].get(name))
        ]

    def _table(
        self, old: _Slide, new: _Slide, was: Element, now: Element, place: dict[str, Any]
    ) -> Iterator[SlideChange]:
        rows = [[tuple(row) for row in table_rows(table)] for table in (was, now)]

        def alike(a: int, b: int) -> float:
            pairs = list(zip(rows[0][a], rows[1][b], strict=False))
            shared = sum(fuzz.ratio(x or "", y or "") / 100 for x, y in pairs)
            return shared / max(len(rows[0][a]), len(rows[1][b]), 1)

        for pair in align(rows[0], rows[1], alike, 0.3):
            spot = place | {"row": pair.new, "old_row": pair.old}
            if pair.same:
                continue
            if pair.old is None or pair.new is None:
                side, at = (1, pair.new) if pair.old is None else (0, pair.old)
                assert at is not None
                kind = "table_row_added" if side else "table_row_removed"
                cells = list(rows[side][at])
                yield self._change(kind, old, new, (cells, spot), cells=cells, **spot)
                continue
            before, after = rows[0][pair.old], rows[1][pair.new]
            for col in range(max(len(before), len(after))):
                old_text = before[col] if col < len(before) else None
                new_text = after[col] if col < len(after) else None
                if old_text != new_text:
                    yield self._texts(
                        "table_cell_changed", old, new, old_text, new_text, col=col, **spot
                    )

    def _comments(self, old: _Slide, new: _Slide) -> Iterator[SlideChange]:
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


def _words(slide: DeckSlide) -> str:
    lines = [_shape_text(slide, shape) or "" for shape in slide.shapes]
    return "\n".join(line for line in lines if line)


def _shape_text(slide: DeckSlide, shape: Shape) -> str | None:
    lines: list[str] = []
    if shape.body is not None:
        lines += [paragraph_text(one) for one in paragraphs(shape.body)]
    if shape.table is not None:
        lines += ["\t".join(cell or "" for cell in row) for row in table_rows(shape.table)]
    lines += [
        found[shape.index] for found in (slide.charts, slide.diagrams) if shape.index in found
    ]
    return "\n".join(lines).strip() or None


def _paired(old: list[_Slide], new: list[_Slide]) -> dict[int, int]:
    """Return which slides are versions of one: old index to new index."""
    pairs: dict[int, int] = {}
    by_id = {slide.id: at for at, slide in enumerate(new)}
    for at, slide in enumerate(old):
        other = by_id.get(slide.id)
        if other is not None and slide.text == new[other].text:
            pairs[at] = other
    # Some programs number slides anew: a text that is there once on either side tells more.
    counts = [
        Counter(slide.text for at, slide in enumerate(side) if at not in known)
        for side, known in ((old, set(pairs)), (new, set(pairs.values())))
    ]
    places = {slide.text: at for at, slide in enumerate(new) if at not in pairs.values()}
    for at, slide in enumerate(old):
        text = slide.text
        if at not in pairs and text and counts[0][text] == counts[1][text] == 1:
            pairs[at] = places[text]
    for at, slide in enumerate(old):
        other = by_id.get(slide.id)
        free = at not in pairs and other is not None and other not in pairs.values()
        if free and other is not None and _likeness(slide, new[other]) >= _SAME_SLIDE:
            pairs[at] = other
    left_old = [at for at in range(len(old)) if at not in pairs]
    taken = set(pairs.values())
    left_new = [at for at in range(len(new)) if at not in taken]

    def alike(a: int, b: int) -> float:
        return _likeness(old[left_old[a]], new[left_new[b]])

    keys = [[old[at].text for at in left_old], [new[at].text for at in left_new]]
    for pair in align(keys[0], keys[1], alike, _LIKE):
        if pair.old is not None and pair.new is not None:
            pairs[left_old[pair.old]] = left_new[pair.new]
    return pairs


def _likeness(old: _Slide, new: _Slide) -> float:
    if old.text == new.text or (old.slide.part == new.slide.part and old.id == new.id):
        return 1.0
    return fuzz.ratio(old.text[:5000], new.text[:5000]) / 100


def _in_place(pairs: dict[int, int]) -> set[int]:
    """Return the slides that kept their order: the rest were moved."""
    order = [pairs[at] for at in sorted(pairs)]
    olds = sorted(pairs)
    kept: set[int] = set()
    for match in matches(order, sorted(order)):
        kept |= {olds[match.old + at] for at in range(match.size)}
    return kept


def _shape_id(shape: Shape) -> str:
    for holder in shape.element:
        for child in holder:
            if str(child.tag).endswith("}cNvPr"):
                return str(child.get("id", ""))
    return ""


def _by_id_and_name(old: Shape, new: Shape) -> bool:
    return _shape_id(old) == _shape_id(new) and old.name == new.name and old.kind == new.kind


def _by_name(old: Shape, new: Shape) -> bool:
    return old.name == new.name and old.kind == new.kind


def _by_id(old: Shape, new: Shape) -> bool:
    return _shape_id(old) == _shape_id(new) and old.kind == new.kind


def _by_placeholder(old: Shape, new: Shape) -> bool:
    return old.placeholder is not None and old.placeholder == new.placeholder


def _inches(shape: Shape) -> list[float | None]:
    if shape.box is None:
        return [None] * 4
    return [round(value / _EMU, 3) for value in shape.box]


def _size(size: tuple[int, int] | None) -> str | None:
    return None if size is None else f"{size[0] / _EMU:.2f} x {size[1] / _EMU:.2f} in"


def _image_bytes(side: _Side, slide: DeckSlide, shape: Shape) -> list[Any]:
    if side.package is None or slide.part is None or not shape.image_ids:
        return []
    found: list[Any] = []
    for id_ in shape.image_ids:
        link = side.package.relationships(slide.part).get(id_)
        part = side.package.find(link.part) if link is not None and link.part else None
        if part is not None:
            found.append((part.info.CRC, part.size))
        else:
            found.append(link.target if link is not None else None)
    return found


def _joined(values: list[Any] | None) -> list[Any]:
    """Return stretches of one value as one: how a text is cut into runs is no change of it."""
    joined: list[Any] = []
    for value in values or []:
        if isinstance(value, tuple) and joined and joined[-1][1] == value[1]:
            joined[-1] = (joined[-1][0] + value[0], value[1])
        else:
            joined.append(value)
    return joined


def _one(values: list[Any] | None) -> Any:
    if not values:
        return None
    last = values[0]
    return last[1] if isinstance(last, tuple) else last
