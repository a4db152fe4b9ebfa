"""Two versions of a presentation, where parts of the one are copied into the other."""

from __future__ import annotations

import copy
from contextlib import ExitStack
from typing import BinaryIO

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.call import Call
from keenbench.formats.ooxml_names import R
from keenbench.formats.package import open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.pptx.compare_shape import SlideChange
from keenbench.formats.pptx.diff.sides import Side, Slide, paired_shapes
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.shapes import Shape, slide_shapes
from keenbench.formats.rejecting import RejectParams
from keenbench.formats.xml_part import Element


class BothDecks:
    """The reference to read, the Draft's deck to change, and what of one is what of the other."""

    def __init__(
        self,
        call: Call,
        params: RejectParams,
        old: BinaryIO,
        new: BinaryIO,
        opened: ExitStack,
    ) -> None:
        self._call = call
        self._old = Side.of(old, params.path, opened)
        self._new = Side.of(new, params.path, opened)
        package = opened.enter_context(open_package(new, params.path))
        self._deck = DeckEdit(PackageEdit(package))
        # Parts of the slides as they stand before any of them goes.
        self._parts = self._deck.slides()
        self._shapes: dict[int, list[Shape]] = {}
        self._report = OpReport(index=0, op="reject")

    def _root(self, change: SlideChange) -> tuple[str, Element]:
        assert change.slide_index is not None
        part = self._parts[change.slide_index]
        return part, self._deck.edit.xml(part)

    def _source(self, change: SlideChange) -> Slide:
        assert change.old_slide_index is not None
        return self._old.slides[change.old_slide_index]

    def _own(self, change: SlideChange, shape: Shape) -> Shape:
        """Return the shape of the deck under edit that stands where this one was read."""
        assert change.slide_index is not None
        at = change.slide_index
        if at not in self._shapes:
            part, root = self._root(change)
            self._shapes[at] = slide_shapes(root, self._deck.inherited(part))
        return self._shapes[at][shape.index]

    def _pair(self, change: SlideChange) -> tuple[Shape, Shape]:
        """Return both versions of the shape that a change is of."""
        before = self._source(change).slide
        after = self._new.slides[change.slide_index or 0].slide
        found = [
            (was, now)
            for was, now in paired_shapes(before, after)
            if (now.name, now.kind) == (change.shape, change.kind)
        ]
        if len(found) != 1:
            raise needs("a name that tells its shape from the others of the slide")
        return found[0][0], self._own(change, found[0][1])

    def _copied(self, element: Element, source: Slide, part: str) -> Element:
        """Return a copy with references that hold in the slide `part`."""
        made = copy.deepcopy(element)
        made.tail = None
        for inner in made.iter():
            for key, value in list(inner.attrib.items()):
                if str(key).startswith(R) and value:
                    inner.set(key, self._reference(str(value), source, part))
        return made

    def _reference(self, id: str, source: Slide, part: str) -> str:
        old = self._old.package
        assert old is not None
        wanted = old.relationships(source.slide.part or "").get(id)
        if wanted is None:
            return id
        edit = self._deck.edit
        if wanted.external:
            return self._deck.relate(part, wanted.type, wanted.target, external=True)
        if wanted.part is None or wanted.part not in old:
            return id
        data = old.read(wanted.part)
        if wanted.kind == "image":
            for name in edit.names():
                if name.startswith("ppt/media/") and edit.read(name) == data:
                    return self._deck.relate(part, wanted.type, name)
            ending = wanted.part.rpartition(".")[2].lower()
            name = edit.free_name("ppt/media/image{}." + ending)
            self._deck.add(name, data, old.content_types.of(wanted.part) or None)
            return self._deck.relate(part, wanted.type, name)
        if wanted.part in edit and edit.read(wanted.part) == data:
            return self._deck.relate(part, wanted.type, wanted.part)
        raise needs(f"another part of the presentation ({wanted.kind})")


def needs(what: str) -> ValidationFailed:
    return ValidationFailed(
        f"It cannot be taken back alone: it needs {what}. Take back the file, or change it again.",
        phase="review",
        subphase="depends",
        detail={"change_ids": []},
    )


def lost() -> ValidationFailed:
    return ValidationFailed(
        "It cannot be taken back alone: its shape cannot be told from others. Take back the file.",
        phase="review",
        subphase="not_rejectable",
    )
