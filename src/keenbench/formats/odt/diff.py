"""Two versions of an OpenDocument text: paragraphs, tables, notes and pictures."""

from __future__ import annotations

import contextlib
from collections.abc import Hashable
from typing import BinaryIO

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
from keenbench.formats.odt.body import read_outline
from keenbench.formats.outline import Block, Image, Outline
from keenbench.formats.package import Package, open_package

_remembered: Remembered[DocumentChange] = Remembered()


def compare_odt(call: Call, params: CompareParams) -> DocumentCompared:
    with open_sides(call, params) as (old, new):
        found = compare_texts(old, new, params.path)
    return DocumentCompared(rejectable=list(BLOCKS_REJECTABLE), **found.page(params))


def compare_texts(
    old: BinaryIO | None, new: BinaryIO | None, path: str
) -> Compared[DocumentChange]:
    return _remembered.of(old, new, lambda: _compare(old, new, path))


def _compare(old: BinaryIO | None, new: BinaryIO | None, path: str) -> Compared[DocumentChange]:
    with contextlib.ExitStack() as opened:
        packages: list[Package | None] = []
        outlines: list[Outline] = []
        for file in (old, new):
            if file is None:
                packages.append(None)
                outlines.append(Outline([]))
                continue
            package = opened.enter_context(open_package(file, path))
            require_kind(package, "odt")
            packages.append(package)
            outlines.append(read_outline(package))
        looks = _TextOnly(packages)
        changes = list(OutlineDiff(outlines[0], outlines[1], looks, Ids()).changes())
    return Compared(changes, [*outlines[0].warnings, *outlines[1].warnings])


class _TextOnly:
    """Of an OpenDocument text only what it says is compared, and which pictures it holds."""

    def __init__(self, packages: list[Package | None]) -> None:
        self._packages = packages

    def paragraph(self, old: Block, new: Block) -> list[TextFormat]:
        was, now = old.level, new.level
        return [TextFormat(property="heading level", before=was, after=now)] if was != now else []

    def table(self, old: Block, new: Block) -> list[TextFormat]:
        return []

    def cell(
        self, old: Block, new: Block, old_place: tuple[int, int], new_place: tuple[int, int]
    ) -> list[TextFormat]:
        return []

    def image(self, image: Image, side: int) -> Hashable:
        package = self._packages[side]
        part = package.find(image.target) if package is not None and image.target else None
        return (part.info.CRC, part.size) if part is not None else image.target
