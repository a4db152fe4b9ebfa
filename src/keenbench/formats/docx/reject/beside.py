"""Styles, pages and properties of a Word document put back as the reference has them."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from keenbench.errors import ValidationFailed
from keenbench.formats.document_changes import DocumentChange
from keenbench.formats.docx.diff.document import PROPERTIES, SECTION_NOISE
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.order import put, remove
from keenbench.formats.docx.story import RUN
from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

_COMMENT_MARKS = tuple(
    f"{W}{name}" for name in ("commentRangeStart", "commentRangeEnd", "commentReference")
)


def put_back_beside(
    source: DocumentEdit, target: DocumentEdit, chosen: Sequence[DocumentChange]
) -> None:
    """Take back those of the changes that are of no paragraph and no table."""
    for change in chosen:
        if change.type.startswith("style_"):
            _style(source, target, change)
        elif change.type == "page_setup_changed":
            _page(source, target, change)
        elif change.type == "property_changed":
            _property(source, target, change)
        elif change.type == "aside_added" and change.kind == "comment":
            _comment(source, target, change)


def _comment(source: DocumentEdit, target: DocumentEdit, change: DocumentChange) -> None:
    """Take out a comment that the Draft added, with the marks of what it is about."""
    part = target.part_of_kind("comments")
    root = None if part is None else target.tree(part)
    known = _comment_ids(source)
    for comment in root.findall(f"{W}comment") if root is not None else ():
        id = comment.get(f"{W}id")
        words = "\n".join(
            "".join(text.text or "" for text in line.iter(f"{W}t"))
            for line in comment.iter(f"{W}p")
        )
        if id in known or words.strip() != (change.text_after or "").strip():
            continue
        remove(comment)
        for mark in [one for one in target.root.iter(*_COMMENT_MARKS) if one.get(f"{W}id") == id]:
            run = mark.getparent()
            remove(mark)
            if run is not None and run.tag == RUN and not set(run) - set(run.findall(f"{W}rPr")):
                remove(run)
        assert part is not None
        target.change(part)
        return
    raise _refused("The comment cannot be told from others")


def _comment_ids(doc: DocumentEdit) -> set[str | None]:
    part = doc.part_of_kind("comments")
    root = None if part is None else doc.tree(part)
    return {one.get(f"{W}id") for one in root.iter(f"{W}comment")} if root is not None else set()


def _style(source: DocumentEdit, target: DocumentEdit, change: DocumentChange) -> None:
    part = target.part_of_kind("styles")
    root = None if part is None else target.tree(part)
    if root is None or part is None:
        raise _refused("The Draft has no styles")
    old, new = _named(source, change.name), _named(target, change.name)
    if change.type == "style_added":
        if new is None:
            return
        id = new.get(f"{W}styleId")
        if _is_used(target, root, id, new):
            raise ValidationFailed(
                "The style is in use; take back first what uses it, or together with it.",
                phase="review",
                subphase="depends",
                detail={"change_ids": []},
            )
        remove(new)
    elif old is not None and new is not None:
        made = copy.deepcopy(old)
        parent = new.getparent()
        assert parent is not None
        parent.replace(new, made)
    elif old is not None:
        root.append(copy.deepcopy(old))
    target.change(part)


def _is_used(doc: DocumentEdit, styles: Element, id: str | None, own: Element) -> bool:
    trees = [styles]
    for _, part in doc.stories():
        tree = doc.tree(part)
        if tree is not None:
            trees.append(tree)
    tags = [f"{W}{name}" for name in ("pStyle", "rStyle", "tblStyle", "basedOn", "link", "next")]
    for tree in trees:
        for one in tree.iter(*tags):
            if one.get(f"{W}val") == id and one.getparent() is not own:
                return True
    return False


def _named(doc: DocumentEdit, name: str | None) -> Element | None:
    part = doc.part_of_kind("styles")
    root = None if part is None else doc.tree(part)
    for style in root.iterchildren(f"{W}style") if root is not None else ():
        found = style.find(f"{W}name")
        if (found.get(f"{W}val") if found is not None else style.get(f"{W}styleId")) == name:
            return style
    return None


def _page(source: DocumentEdit, target: DocumentEdit, change: DocumentChange) -> None:
    sides = [list(doc.root.iter(f"{W}sectPr")) for doc in (source, target)]
    at = change.index
    if at is None or at >= min(len(sides[0]), len(sides[1])):
        raise _refused("A section of pages came or went")
    old, new = sides[0][at], sides[1][at]
    for child in list(new):
        if str(child.tag).rpartition("}")[2] not in SECTION_NOISE:
            remove(child)
    for child in old:
        if str(child.tag).rpartition("}")[2] not in SECTION_NOISE:
            put(new, copy.deepcopy(child))


def _property(source: DocumentEdit, target: DocumentEdit, change: DocumentChange) -> None:
    local = next(key for key, name in PROPERTIES.items() if name == change.name)
    sides = []
    for doc in (source, target):
        found = [
            one.part
            for one in doc.edit.relationships().of_kind("core-properties")
            if one.part is not None and one.part in doc.edit
        ]
        sides.append((found[0], doc.edit.xml(found[0])) if found else None)
    if sides[1] is None:
        raise _refused("The Draft has no properties")
    part, root = sides[1]
    for child in [c for c in root if str(c.tag).rpartition("}")[2] == local]:
        root.remove(child)
    for child in sides[0][1] if sides[0] is not None else ():
        if str(child.tag).rpartition("}")[2] == local:
            root.append(copy.deepcopy(child))
    target.change(part)


def _refused(why: str) -> ValidationFailed:
    return ValidationFailed(
        f"{why}; that cannot be taken back alone. Take back the file.",
        phase="review",
        subphase="not_rejectable",
    )
