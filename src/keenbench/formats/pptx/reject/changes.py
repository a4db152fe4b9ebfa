"""Changes of a presentation taken back: texts, shapes, table rows, notes, whole new slides."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import BinaryIO

from keenbench.errors import ValidationFailed
from keenbench.formats import fidelity
from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared
from keenbench.formats.ooxml_names import A, P, R
from keenbench.formats.pptx.compare_shape import REJECTABLE, SlideChange
from keenbench.formats.pptx.diff.deck import aligned_paragraphs, aligned_rows, compare_decks
from keenbench.formats.pptx.diff.sides import paired_shapes, shape_text
from keenbench.formats.pptx.edit.layouts import kind_of, placeholders
from keenbench.formats.pptx.edit.notes import set_notes
from keenbench.formats.pptx.edit.ops import SetNotes
from keenbench.formats.pptx.edit.slides import delete_slide, move_slide
from keenbench.formats.pptx.reject.decks import BothDecks, lost, needs
from keenbench.formats.pptx.shapes import Shape
from keenbench.formats.pptx.text import paragraph_text, paragraphs
from keenbench.formats.rejecting import Rejected, RejectParams, not_rejectable, refused, take_back
from keenbench.formats.xml_part import Element

# Where a shape says its place, and in what.
_PLACES = ((f"{P}spPr", f"{A}xfrm"), (None, f"{P}xfrm"), (f"{P}grpSpPr", f"{A}xfrm"))


def reject_pptx(call: Call, params: RejectParams) -> Rejected:
    def compare(old: BinaryIO | None, new: BinaryIO | None) -> Compared[SlideChange]:
        return compare_decks(old, new, params.path)

    def put_back(old: BinaryIO, new: BinaryIO, chosen: Sequence[SlideChange]) -> None:
        other = [change for change in chosen if change.type not in REJECTABLE]
        if other:
            kind = other[0].type.replace("_", " ")
            raise not_rejectable(f"This kind of change ({kind})", params, other)
        with ExitStack() as opened:
            try:
                _Putting(call, params, old, new, opened).put_back(chosen)
            except ValidationFailed as error:
                if error.fields["subphase"] in ("not_rejectable", "depends", "signed"):
                    error.fields["path"] = params.path
                    raise
                raise refused(
                    f"It cannot be taken back alone: {error.message}", "depends", params
                ) from None

    return take_back(call, params, compare, put_back)


class _Putting(BothDecks):
    def put_back(self, chosen: Sequence[SlideChange]) -> None:
        put: dict[str, Callable[[SlideChange], None]] = {
            "slide_visibility": self._visibility,
            "notes_changed": self._notes,
            "shape_added": self._shape_added,
            "shape_removed": self._shape_removed,
            "shape_moved": self._shape_moved,
            "shape_renamed": self._named,
            "alt_text_changed": self._named,
            "table_cell_changed": self._cell,
            "image_changed": self._image,
        }
        for change in chosen:
            if change.type in put:
                put[change.type](change)
        texts = [c for c in chosen if c.type in ("text_changed", "text_format")]
        for key in dict.fromkeys((c.slide_index, c.shape, c.kind) for c in texts):
            self._texts([c for c in texts if (c.slide_index, c.shape, c.kind) == key])
        rows = [c for c in chosen if c.type in ("table_row_added", "table_row_removed")]
        for key in dict.fromkeys((c.slide_index, c.shape, c.kind) for c in rows):
            self._rows([c for c in rows if (c.slide_index, c.shape, c.kind) == key])
        self._slides(chosen)
        # The signature, if any, was given up with the change.
        fidelity.save(self._call, self._deck.edit, self._deck.touched, allow_break_signature=True)

    # Slides.

    def _slides(self, chosen: Sequence[SlideChange]) -> None:
        for change in chosen:
            if change.type == "slide_moved":
                self._move(change)
        added = [c.slide_index for c in chosen if c.type == "slide_added"]
        for part in [self._parts[at] for at in added if at is not None]:
            delete_slide(self._deck, self._deck.slides().index(part), self._report)

    def _move(self, change: SlideChange) -> None:
        """Put a slide behind the one that stood before it."""
        assert change.slide_index is not None
        assert change.old_slide_index is not None
        part = self._parts[change.slide_index]
        pairs = {
            old.slide.part: new.slide.part
            for old in self._old.slides
            for new in self._new.slides
            if old.id == new.id
        }
        at = self._deck.slides().index(part)
        order = [p for p in self._deck.slides() if p != part]
        before = [
            pairs.get(slide.slide.part) for slide in self._old.slides[: change.old_slide_index]
        ]
        place = max((order.index(p) + 1 for p in before[-1:] if p in order), default=0)
        move_slide(self._deck, at, place)

    def _visibility(self, change: SlideChange) -> None:
        part, root = self._root(change)
        old = self._source(change)
        assert self._old.package is not None
        shown = self._old.package.xml(old.slide.part or "").get("show")
        root.attrib.pop("show", "")
        if shown is not None:
            root.set("show", shown)
        self._deck.touch(part)

    def _notes(self, change: SlideChange) -> None:
        part, _ = self._root(change)
        notes = self._deck.related(part, "notesSlide")
        old = self._old_notes(change)
        if notes is None or old is None:
            op = SetNotes(op="set_notes", index=change.slide_index or 0, text="")
            set_notes(self._deck, part, op, self._report)
            return
        bodies = [
            next((one for one in placeholders(tree) if kind_of(one) == "body"), None)
            for tree in (old, self._deck.tree(notes))
        ]
        texts = [None if body is None else body.find(f"{P}txBody") for body in bodies]
        if bodies[0] is None or texts[0] is None or bodies[1] is None:
            raise needs("a notes page as it was")
        made = copy.deepcopy(texts[0])
        made.tail = None
        if texts[1] is not None:
            bodies[1].replace(texts[1], made)
        else:
            bodies[1].append(made)
        self._deck.touch(notes)

    def _old_notes(self, change: SlideChange) -> Element | None:
        """Return the shapes of the notes page that the reference has."""
        package = self._old.package
        assert package is not None
        for link in package.relationships(self._source(change).slide.part or ""):
            if link.kind == "notesSlide" and link.part is not None and link.part in package:
                return package.xml(link.part).find(f"{P}cSld/{P}spTree")
        return None

    # Shapes.

    def _shape_added(self, change: SlideChange) -> None:
        part, _ = self._root(change)
        after = self._new.slides[change.slide_index or 0].slide
        paired = {id(now) for _, now in paired_shapes(self._source(change).slide, after)}
        for shape in after.shapes:
            alike = (shape.name, shape.kind) == (change.shape, change.kind)
            if alike and id(shape) not in paired and shape_text(after, shape) == change.text_after:
                element = self._own(change, shape).element
                parent = element.getparent()
                assert parent is not None
                parent.remove(element)
                self._deck.touch(part)
                return
        raise lost()

    def _shape_removed(self, change: SlideChange) -> None:
        part, root = self._root(change)
        before = self._source(change)
        after = self._new.slides[change.slide_index or 0]
        pairs = paired_shapes(before.slide, after.slide)
        kept = {id(was): now for was, now in pairs}
        last: Shape | None = None
        for shape in before.slide.shapes:
            if id(shape) in kept:
                last = kept[id(shape)]
                continue
            alike = (shape.name, shape.kind) == (change.shape, change.kind)
            if not alike or shape_text(before.slide, shape) != change.text_before:
                continue
            if shape.group is not None:
                raise needs("the group that it stood in")
            made = self._copied(shape.element, before, part)
            tree = root.find(f"{P}cSld/{P}spTree")
            assert tree is not None
            anchor = self._own(change, last).element if last is not None else None
            if anchor is not None and anchor.getparent() is tree:
                anchor.addnext(made)
            else:
                tree.insert(2, made)  # behind what a tree says of itself
            self._deck.touch(part)
            return
        raise lost()

    def _shape_moved(self, change: SlideChange) -> None:
        part, _ = self._root(change)
        was, now = self._pair(change)
        for held_in, name in _PLACES:
            old, new = (_child(shape.element, held_in) for shape in (was, now))
            if old is None or new is None:
                continue
            for element in new.findall(name):
                new.remove(element)
            for element in old.findall(name):
                # In a frame it follows what names the shape.
                new.insert(0 if held_in is not None else 1, copy.deepcopy(element))
        self._deck.touch(part)

    def _named(self, change: SlideChange) -> None:
        part, _ = self._root(change)
        was, now = self._pair(change)
        sides = [
            next(one for one in shape.element.iter() if str(one.tag).endswith("}cNvPr"))
            for shape in (was, now)
        ]
        for key in ("name",) if change.type == "shape_renamed" else ("descr", "title"):
            sides[1].attrib.pop(key, "")
            if sides[0].get(key) is not None:
                sides[1].set(key, sides[0].get(key, ""))
        self._deck.touch(part)

    def _image(self, change: SlideChange) -> None:
        part, _ = self._root(change)
        was, now = self._pair(change)
        old = list(was.element.iter(f"{A}blip"))
        new = list(now.element.iter(f"{A}blip"))
        if len(old) != len(new):
            raise needs("another number of pictures in the shape")
        for source, target in zip(old, new, strict=True):
            for key in (f"{R}embed", f"{R}link"):
                target.attrib.pop(key, "")
                if source.get(key) is not None:
                    id = self._reference(source.get(key, ""), self._source(change), part)
                    target.set(key, id)
        self._deck.touch(part)

    # Texts and tables.

    def _texts(self, changes: Sequence[SlideChange]) -> None:
        part, _ = self._root(changes[0])
        was, now = self._pair(changes[0])
        if was.body is None or now.body is None:
            raise lost()
        old, new = list(paragraphs(was.body)), list(paragraphs(now.body))
        gone = {c.paragraph for c in changes if c.old_paragraph is None}
        back = {c.old_paragraph for c in changes if c.old_paragraph is not None}
        source = self._source(changes[0])
        last: Element | None = None
        texts = [[paragraph_text(one) for one in side] for side in (old, new)]
        for pair in aligned_paragraphs(texts[0], texts[1]):
            if pair.new is not None:
                element = new[pair.new]
                if pair.old is None:
                    if pair.new in gone:
                        now.body.remove(element)
                        continue
                elif pair.old in back:
                    made = self._copied(old[pair.old], source, part)
                    now.body.replace(element, made)
                    element = made
                last = element
            elif pair.old in back and pair.old is not None:
                made = self._copied(old[pair.old], source, part)
                self._after(now.body, last, made)
                last = made
        if next(paragraphs(now.body), None) is None:
            now.body.append(now.body.makeelement(f"{A}p"))
        self._deck.touch(part)

    @staticmethod
    def _after(body: Element, last: Element | None, made: Element) -> None:
        if last is not None:
            last.addnext(made)
            return
        first = body.find(f"{A}p")
        if first is not None:
            first.addprevious(made)
        else:
            body.append(made)

    def _cell(self, change: SlideChange) -> None:
        part, _ = self._root(change)
        was, now = self._pair(change)
        if was.table is None or now.table is None:
            raise lost()
        cells = [
            shape.findall(f"{A}tr")[row or 0].findall(f"{A}tc")[change.col or 0]
            for shape, row in ((was.table, change.old_row), (now.table, change.row))
        ]
        made = self._copied(cells[0], self._source(change), part)
        parent = cells[1].getparent()
        assert parent is not None
        parent.replace(cells[1], made)
        self._deck.touch(part)

    def _rows(self, changes: Sequence[SlideChange]) -> None:
        part, _ = self._root(changes[0])
        was, now = self._pair(changes[0])
        if was.table is None or now.table is None:
            raise lost()
        old, new = was.table.findall(f"{A}tr"), now.table.findall(f"{A}tr")
        gone = {c.row for c in changes if c.type == "table_row_added"}
        back = {c.old_row for c in changes if c.type == "table_row_removed"}
        last: Element | None = None
        for pair in aligned_rows(was.table, now.table):
            if pair.new is not None:
                if pair.new in gone:
                    now.table.remove(new[pair.new])
                else:
                    last = new[pair.new]
            elif pair.old in back and pair.old is not None:
                made = self._copied(old[pair.old], self._source(changes[0]), part)
                if last is not None:
                    last.addnext(made)
                else:
                    first = now.table.find(f"{A}tr")
                    assert first is not None
                    first.addprevious(made)
                last = made
        self._deck.touch(part)


def _child(element: Element, name: str | None) -> Element | None:
    return element if name is None else element.find(name)
