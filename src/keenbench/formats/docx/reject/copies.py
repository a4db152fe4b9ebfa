"""Elements of the reference copied into the Draft's document, with all that they refer to.

A picture, a link, a note comes along; a style or a list must be there as it was, or the copy would
look otherwise: then it is refused, and says what it needs.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from keenbench.errors import ValidationFailed
from keenbench.formats.docx.edit import keeping
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.order import put, remove
from keenbench.formats.docx.edit.styles import style_name
from keenbench.formats.docx.story import PROPERTIES, P
from keenbench.formats.flat_xml import flat
from keenbench.formats.ooxml_names import R, W
from keenbench.formats.relationships import Relationship
from keenbench.formats.xml_part import Element

_STYLED = (f"{W}pStyle", f"{W}rStyle", f"{W}tblStyle")
_STARTS = {f"{W}bookmarkStart": f"{W}bookmarkEnd", f"{W}commentRangeStart": f"{W}commentRangeEnd"}
_NOTES = (("footnotes", "footnoteReference"), ("endnotes", "endnoteReference"))


class Copies:
    """Makes copies of one document's elements for another's body."""

    def __init__(self, source: DocumentEdit, target: DocumentEdit) -> None:
        self.source, self.target = source, target
        self._styles = [_styles(doc) for doc in (source, target)]

    def of(self, element: Element, *, replaced: Element | None = None) -> Element:
        """Return a copy of a source's block; `replaced` is what goes from the target for it."""
        made = copy.deepcopy(element)
        made.tail = None
        self._section(made, replaced)
        self._check_styles(made)
        self._check_lists(made)
        for inner in made.iter():
            for key, value in list(inner.attrib.items()):
                if str(key).startswith(R):
                    inner.set(key, self._reference(str(value)))
        self._notes(made)
        self._marks(made, replaced)
        return made

    def _section(self, made: Element, replaced: Element | None) -> None:
        """Keep the Draft's own section break: it is compared, and taken back, by itself."""
        own = keeping.section_of(made) if made.tag == P else None
        other = keeping.section_of(replaced) if replaced is not None else None
        if own is not None and other is None:
            raise needs("a section break")
        if own is not None:
            remove(own)
        if other is not None:
            properties = made.find(PROPERTIES)
            if properties is None:
                properties = made.makeelement(PROPERTIES)
                made.insert(0, properties)
            put(properties, copy.deepcopy(other))

    def _check_styles(self, made: Element) -> None:
        before, after = self._styles
        for named in made.iter(*_STYLED):
            id = named.get(f"{W}val", "")
            if id in before and id not in after:
                raise needs(f"the style {style_name(before[id])}, which the Draft does not have")

    def _check_lists(self, made: Element) -> None:
        for named in made.iter(f"{W}numId"):
            id = named.get(f"{W}val", "0")
            if id != "0" and _list(self.source, id) != _list(self.target, id):
                raise needs("a list that the Draft has otherwise")

    # What lies in other parts.

    def _reference(self, id: str) -> str:
        """Return the target's name for what a source's element refers to."""
        source, target = self.source, self.target
        wanted = source.edit.relationships(source.main).get(id)
        if wanted is None:
            return id
        known = target.edit.relationships(target.main).get(id)
        if known is not None and self._same(wanted, known):
            return id
        for other in target.edit.relationships(target.main):
            if self._same(wanted, other):
                return other.id
        if wanted.external:
            return target.edit.relate(target.main, wanted.type, wanted.target, external=True)
        if wanted.kind != "image" or wanted.part is None or wanted.part not in source.edit:
            raise needs(f"another part of the document ({wanted.kind})")
        return target.edit.relate(target.main, wanted.type, self._picture(wanted.part))

    def _same(self, old: Relationship, new: Relationship) -> bool:
        if old.type != new.type or old.external != new.external:
            return False
        if old.external or old.part is None or new.part is None:
            return old.target == new.target
        if old.part not in self.source.edit or new.part not in self.target.edit:
            return False
        if old.kind != "image":
            return old.part == new.part
        return self.source.edit.read(old.part) == self.target.edit.read(new.part)

    def _picture(self, part: str) -> str:
        data = self.source.edit.read(part)
        ending = part.rpartition(".")[2].lower()
        for name in self.target.edit.names():
            if name.endswith(f".{ending}") and self.target.edit.read(name) == data:
                return name
        name = self.target.edit.free_name(self.target.beside("media/image{}." + ending))
        self.target.add_part(name, data, self.source.edit.content_type(part) or None)
        return name

    def _notes(self, made: Element) -> None:
        """Bring the notes along that the copy refers to and that went with its text."""
        for kind, tag in _NOTES:
            for reference in made.iter(f"{W}{tag}"):
                id = reference.get(f"{W}id", "")
                if _note(self.target, kind, id) is not None:
                    continue
                note = _note(self.source, kind, id)
                part = self.target.part_of_kind(kind)
                root = None if part is None else self.target.tree(part)
                if note is None or root is None or part is None:
                    raise needs("a note that the Draft does not have")
                root.append(copy.deepcopy(note))
                self.target.change(part)
        for reference in made.iter(f"{W}commentReference"):
            if _note(self.target, "comments", reference.get(f"{W}id", "")) is None:
                raise needs("a comment that the Draft does not have")

    def _marks(self, made: Element, replaced: Element | None) -> None:
        """See that no bookmark and no comment's range stands twice, and that none is lost."""
        for tag, end in _STARTS.items():
            for start in list(made.iter(tag)):
                id = start.get(f"{W}id")
                ends = [one for one in made.iter(end) if one.get(f"{W}id") == id]
                others = [
                    one
                    for one in self.target.root.iter(tag, end)
                    if one.get(f"{W}id") == id and not _is_in(one, replaced)
                ]
                if not others:
                    continue
                # It moved to a neighbour when its text was deleted: whole ones come back.
                for one in others if ends else [start]:
                    remove(one)
            for one in list(made.iter(end)):
                if any(other.get(f"{W}id") == one.get(f"{W}id") for other in made.iter(tag)):
                    continue
                remove(one)
        known = {(one.tag, one.get(f"{W}id")) for one in made.iter()}
        for reference in list(made.iter(f"{W}commentReference")):
            id = reference.get(f"{W}id")
            for one in list(self.target.root.iter(f"{W}commentReference")):
                if one.get(f"{W}id") == id and not _is_in(one, replaced):
                    remove(one)
        if replaced is not None:
            for mark in keeping.rescued([copy.deepcopy(replaced)]):
                inner = mark if mark.tag != f"{W}r" else mark[0]
                if (inner.tag, inner.get(f"{W}id")) in known:
                    continue
                if str(inner.tag).endswith("Start"):
                    at = 1 if made.find(PROPERTIES) is not None else 0
                    made.insert(at, mark)
                else:
                    made.append(mark)


def needs(what: str) -> ValidationFailed:
    return ValidationFailed(
        f"It cannot be taken back alone: it needs {what}. Take back the file, or change it again.",
        phase="review",
        subphase="depends",
        detail={"change_ids": []},
    )


def _is_in(element: Element, container: Element | None) -> bool:
    return container is not None and (
        element is container or any(above is container for above in element.iterancestors())
    )


def _styles(doc: DocumentEdit) -> dict[str, Element]:
    part = doc.part_of_kind("styles")
    root = None if part is None else doc.tree(part)
    found: Iterator[Element] = iter(()) if root is None else root.iterchildren(f"{W}style")
    return {style.get(f"{W}styleId", ""): style for style in found}


def _list(doc: DocumentEdit, id: str) -> tuple[str, str] | None:
    """Return what a list says of its numbers and looks."""
    part = doc.part_of_kind("numbering")
    root = None if part is None else doc.tree(part)
    if root is None:
        return None
    for number in root.iterchildren(f"{W}num"):
        if number.get(f"{W}numId") != id:
            continue
        of = number.find(f"{W}abstractNumId")
        for abstract in root.iterchildren(f"{W}abstractNum"):
            if of is not None and abstract.get(f"{W}abstractNumId") == of.get(f"{W}val"):
                return flat(number), flat(abstract)
    return None


def _note(doc: DocumentEdit, kind: str, id: str) -> Element | None:
    part = doc.part_of_kind(kind)
    root = None if part is None else doc.tree(part)
    if root is None:
        return None
    return next((n for n in root.iter(f"{W}{kind[:-1]}") if n.get(f"{W}id") == id), None)
