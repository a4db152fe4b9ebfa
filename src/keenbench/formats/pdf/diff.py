"""Two versions of a PDF: pages by their text, and the notes, marks and fields on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from rapidfuzz import fuzz

from keenbench.diff.align import align, moved
from keenbench.diff.text import diff_lines, split_lines
from keenbench.errors import TooLarge
from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared, CompareParams, Ids, Remembered, open_sides
from keenbench.formats.pdf.compare_shape import PageChange, PagesCompared, PdfDiffLine
from keenbench.formats.pdf.content import open_page
from keenbench.formats.pdf.document import load_pdf
from keenbench.formats.pdf.read import READ_LIMIT, unreadable_pages
from keenbench.formats.shape import MapWarning

_remembered: Remembered[PageChange] = Remembered()
_LIKE = 0.4
_LONGEST_COMPARED = 20_000
_MOST_LINES = 400


@dataclass
class _Pages:
    texts: list[str] = field(default_factory=list)
    # (type, text) of what is on each page beside its text; (type, None) where it says nothing.
    marks: list[Counter[tuple[str, str | None]]] = field(default_factory=list)
    fields: list[dict[str, str]] = field(default_factory=list)
    warnings: list[MapWarning] = field(default_factory=list)


def compare_pdf(call: Call, params: CompareParams) -> PagesCompared:
    with open_sides(call, params) as (old, new):
        found = _remembered.of(old, new, lambda: _compare(call, old, new, params.path))
    return PagesCompared(**found.page(params))


def _compare(
    call: Call, old: BinaryIO | None, new: BinaryIO | None, path: str
) -> Compared[PageChange]:
    before, after = (_read(call, file, path) for file in (old, new))
    return Compared(list(_changes(before, after)), [*before.warnings, *after.warnings])


def _read(call: Call, file: BinaryIO | None, path: str) -> _Pages:
    found = _Pages()
    if file is None:
        return found
    document = load_pdf(file, path)
    failed: list[int] = []
    size = 0
    try:
        count = len(document)
        for at in range(count):
            if at % 20 == 0:
                call.progress(at, count, "reading")
            with open_page(document, at) as page:
                if page is None:
                    failed.append(at + 1)
                    found.texts.append("")
                    found.marks.append(Counter())
                    found.fields.append({})
                    continue
                fields, annotations = page.marks()
                marks: Counter[tuple[str, str | None]] = Counter(
                    (one.type, one.text) for one in annotations
                )
                types = page.annotation_types()
                for kind, total in types.items():
                    silent = total - sum(1 for one in annotations if one.type == kind)
                    if silent > 0 and kind not in ("widget", "popup"):
                        marks[kind, None] = silent
                found.texts.append(page.text)
                found.marks.append(marks)
                found.fields.append({one.name: one.value for one in fields})
                size += len(page.text)
            if size > 4 * READ_LIMIT:
                raise TooLarge("The pages hold more text than can be compared at once.", path=path)
    finally:
        document.close()
    found.warnings = unreadable_pages(failed)
    return found


def _changes(old: _Pages, new: _Pages) -> Iterator[PageChange]:
    ids = Ids()

    def alike(a: int, b: int) -> float:
        before, after = old.texts[a][:_LONGEST_COMPARED], new.texts[b][:_LONGEST_COMPARED]
        if not before and not after:
            return 1.0
        return fuzz.ratio(before, after) / 100

    pairs = align(old.texts, new.texts, alike, _LIKE)
    moves = {
        before: after
        for before, after in moved(pairs, old.texts, new.texts).items()
        if old.texts[before].strip()
    }
    sources = {after: before for before, after in moves.items()}
    anchor = -1
    for pair in pairs:
        before = pair.old if pair.old is not None else sources.get(pair.new or 0)
        if pair.new is None and pair.old is not None:
            anchor = pair.old
            if pair.old not in moves:
                text = old.texts[pair.old]
                yield PageChange(
                    change_id=ids.of("page_deleted", pair.old, text),
                    type="page_deleted",
                    old_page=pair.old + 1,
                    text_before=text,
                )
        elif pair.new is not None and before is None:
            text = new.texts[pair.new]
            yield PageChange(
                change_id=ids.of("page_added", anchor, text),
                type="page_added",
                page=pair.new + 1,
                text_after=text,
            )
        elif pair.new is not None and before is not None:
            if pair.old is None:
                yield PageChange(
                    change_id=ids.of("page_moved", before),
                    type="page_moved",
                    page=pair.new + 1,
                    old_page=before + 1,
                )
            else:
                anchor = before
                if not pair.same:
                    yield _text_change(ids, before, pair.new, old.texts, new.texts)
            yield from _beside(ids, old, before, new, pair.new)


def _text_change(
    ids: Ids, old: int, new: int, old_texts: list[str], new_texts: list[str]
) -> PageChange:
    hunks = diff_lines(split_lines(old_texts[old]), split_lines(new_texts[new]))
    lines = [
        PdfDiffLine(
            type=line.type,
            text=line.text,
            marks=list(line.marks) if line.marks is not None else None,
        )
        for hunk in hunks
        for line in hunk.lines
    ]
    return PageChange(
        change_id=ids.of("page_text", old, old_texts[old], new_texts[new]),
        type="page_text",
        page=new + 1,
        old_page=old + 1,
        lines=lines[:_MOST_LINES],
        lines_left_off=max(0, len(lines) - _MOST_LINES) or None,
    )


def _beside(ids: Ids, old: _Pages, before: int, new: _Pages, after: int) -> Iterator[PageChange]:
    place: dict[str, Any] = {"page": after + 1, "old_page": before + 1}
    was, now = old.marks[before], new.marks[after]
    for kind, marks in (("annotation_removed", was - now), ("annotation_added", now - was)):
        for (what, text), count in sorted(marks.items(), key=str):
            for _ in range(count):
                texts: dict[str, Any] = (
                    {"text_after": text} if kind == "annotation_added" else {"text_before": text}
                )
                yield PageChange(
                    change_id=ids.of(kind, before, what, text),
                    type=kind,
                    kind=what,
                    **place,
                    **texts,
                )
    fields = old.fields[before], new.fields[after]
    for name in sorted({*fields[0], *fields[1]}):
        if fields[0].get(name) != fields[1].get(name):
            yield PageChange(
                change_id=ids.of("field_changed", before, name, *(f.get(name) for f in fields)),
                type="field_changed",
                name=name,
                text_before=fields[0].get(name),
                text_after=fields[1].get(name),
                **place,
            )
