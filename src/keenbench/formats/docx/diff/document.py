"""Two versions of a Word document: text, tables, notes, pictures, styles, pages, properties."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, BinaryIO

from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared, CompareParams, Ids, Remembered, open_sides
from keenbench.formats.document_changes import (
    BLOCKS_REJECTABLE,
    DocumentChange,
    DocumentCompared,
    TextFormat,
)
from keenbench.formats.document_diff import OutlineDiff
from keenbench.formats.documents import require_kind
from keenbench.formats.docx.body import read_body
from keenbench.formats.docx.diff.formatting import NAMES, DocxFormatting
from keenbench.formats.docx.story import Story
from keenbench.formats.flat_xml import flat
from keenbench.formats.ooxml_names import W
from keenbench.formats.outline import Outline
from keenbench.formats.package import Package, open_package
from keenbench.formats.xml_part import Element

_remembered: Remembered[DocumentChange] = Remembered()
# Which headers a section has is told by their text; where a page is laid out, by these.
SECTION_NOISE = ("headerReference", "footerReference", "id")
PROPERTIES = {
    "title": "title",
    "creator": "author",
    "subject": "subject",
    "keywords": "keywords",
    "description": "comments",
    "category": "category",
}
# Notes and pictures go with the paragraph that they stand in.
REJECTABLE = (
    *BLOCKS_REJECTABLE,
    "aside_added",
    "style_added",
    "style_removed",
    "style_changed",
    "page_setup_changed",
    "property_changed",
)


def compare_docx(call: Call, params: CompareParams) -> DocumentCompared:
    with open_sides(call, params) as (old, new):
        found = compare_documents(old, new, params.path)
    return DocumentCompared(rejectable=list(REJECTABLE), **found.page(params))


def compare_documents(
    old: BinaryIO | None, new: BinaryIO | None, path: str
) -> Compared[DocumentChange]:
    return _remembered.of(old, new, lambda: _compare(old, new, path))


def _compare(old: BinaryIO | None, new: BinaryIO | None, path: str) -> Compared[DocumentChange]:
    with ExitStack() as opened:
        sides = [_Side.of(file, path, opened) for file in (old, new)]
        return _compared(*sides)


class _Side:
    """One version, walked; an empty one where there is none."""

    def __init__(self, package: Package | None, outline: Outline, story: Story | None) -> None:
        self.package, self.outline, self.story = package, outline, story

    @classmethod
    def of(cls, file: BinaryIO | None, path: str, opened: ExitStack) -> _Side:
        if file is None:
            return cls(None, Outline([]), None)
        package = opened.enter_context(open_package(file, path))
        require_kind(package, "docx")
        return cls(package, *read_body(package))


def _compared(old: _Side, new: _Side) -> Compared[DocumentChange]:
    ids = Ids()
    one = old.story or new.story
    assert one is not None
    formatting = DocxFormatting(old.story or one, new.story or one)
    changes = list(OutlineDiff(old.outline, new.outline, formatting, ids).changes())
    if old.story is not None and new.story is not None:
        changes += _beside(old, new, ids)
    warnings = {(w.code, w.message): w for w in (*old.outline.warnings, *new.outline.warnings)}
    return Compared(changes, list(warnings.values()))


def _beside(old: _Side, new: _Side, ids: Ids) -> Iterator[DocumentChange]:
    yield from _styles(old, new, ids)
    yield from _pages(old, new, ids)
    before, after = (_properties(side) for side in (old, new))
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield DocumentChange(
                change_id=ids.of("property_changed", name, before.get(name), after.get(name)),
                type="property_changed",
                name=name,
                text_before=before.get(name),
                text_after=after.get(name),
            )


def _styles(old: _Side, new: _Side, ids: Ids) -> Iterator[DocumentChange]:
    sides: list[dict[str, tuple[str, str]]] = []
    for side in (old, new):
        assert side.story is not None
        root = side.story.beside.part_of_kind("styles")
        found: dict[str, tuple[str, str]] = {}
        for style in root.iterfind(f"{W}style") if root is not None else ():
            name = style.find(f"{W}name")
            id_ = style.get(f"{W}styleId", "")
            found[id_] = (name.get(f"{W}val", id_) if name is not None else id_, flat(style))
        sides.append(found)
    for id_ in sorted({*sides[0], *sides[1]}):
        was, now = sides[0].get(id_), sides[1].get(id_)
        if was == now:
            continue
        kind: Any = f"style_{'changed' if was and now else 'removed' if was else 'added'}"
        yield DocumentChange(
            change_id=ids.of(kind, id_, was, now), type=kind, name=(now or was or ("",))[0]
        )


def _pages(old: _Side, new: _Side, ids: Ids) -> Iterator[DocumentChange]:
    """Name the sections whose paper, margins or columns differ, by the order of sections."""
    before, after = (_sections(side) for side in (old, new))
    for at in range(max(len(before), len(after))):
        was = before[at] if at < len(before) else {}
        now = after[at] if at < len(after) else {}
        formats = [
            TextFormat(property=NAMES.get(name, name), before=was.get(name), after=now.get(name))
            for name in sorted({*was, *now})
            if was.get(name) != now.get(name)
        ]
        if formats:
            yield DocumentChange(
                change_id=ids.of("page_setup_changed", at, [f.model_dump() for f in formats]),
                type="page_setup_changed",
                index=at,
                formats=formats,
            )


def _sections(side: _Side) -> list[dict[str, str]]:
    assert side.package is not None
    assert side.story is not None
    found = []
    for section in side.package.xml(side.story.part).iter(f"{W}sectPr"):
        words = {}
        for child in section:
            name = str(child.tag).rpartition("}")[2]
            if name not in SECTION_NOISE:
                words[name] = flat(child)
        found.append(words)
    return found


def _properties(side: _Side) -> dict[str, str]:
    assert side.package is not None
    for relationship in side.package.relationships():
        part = relationship.part
        if relationship.kind == "core-properties" and part is not None and part in side.package:
            root: Element = side.package.xml(part)
            return {
                PROPERTIES[name]: child.text
                for child in root
                if (name := str(child.tag).rpartition("}")[2]) in PROPERTIES and child.text
            }
    return {}
