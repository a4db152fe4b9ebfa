"""Changes of a Word document taken back: its paragraphs, tables, styles, pages, properties."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import ExitStack
from typing import BinaryIO

from keenbench.errors import ValidationFailed
from keenbench.formats import fidelity
from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared
from keenbench.formats.document_changes import DocumentChange
from keenbench.formats.document_reject import BlocksBack
from keenbench.formats.docx.body import read_body
from keenbench.formats.docx.diff.document import REJECTABLE, compare_documents
from keenbench.formats.docx.diff.formatting import cell_element
from keenbench.formats.docx.edit import blocks, keeping
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.order import put, remove
from keenbench.formats.docx.reject.beside import put_back_beside
from keenbench.formats.docx.reject.copies import Copies, needs
from keenbench.formats.ooxml_names import W
from keenbench.formats.outline import Block
from keenbench.formats.package import open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.rejecting import Rejected, RejectParams, not_rejectable, refused, take_back
from keenbench.formats.xml_part import Element

_BODY = f"{W}body"
_LOOKS = ("tblPr", "tblGrid")


def reject_docx(call: Call, params: RejectParams) -> Rejected:
    def compare(old: BinaryIO | None, new: BinaryIO | None) -> Compared[DocumentChange]:
        return compare_documents(old, new, params.path)

    def put_back(old: BinaryIO, new: BinaryIO, chosen: Sequence[DocumentChange]) -> None:
        if not any(_is_known(change) for change in chosen):
            kind = chosen[0].type.replace("_", " ")
            raise not_rejectable(f"This kind of change ({kind})", params, chosen)
        with ExitStack() as opened:
            docs = [
                DocumentEdit(
                    call,
                    params.root,
                    PackageEdit(opened.enter_context(open_package(file, params.path))),
                )
                for file in (old, new)
            ]
            try:
                _put_back(docs[0], docs[1], chosen)
                _save(call, docs[1])
            except ValidationFailed as error:
                if error.fields["subphase"] in ("not_rejectable", "depends", "signed"):
                    error.fields["path"] = params.path
                    raise
                raise refused(
                    f"It cannot be taken back alone: {error.message}", "depends", params
                ) from None

    return take_back(call, params, compare, put_back)


def _is_known(change: DocumentChange) -> bool:
    """Return whether a change can be taken back by itself; of what stands beside, comments can."""
    if change.type == "aside_added":
        return change.kind == "comment"
    return change.type in REJECTABLE


def _put_back(source: DocumentEdit, target: DocumentEdit, chosen: Sequence[DocumentChange]) -> None:
    elements = _WordElements(source, target)
    BlocksBack(source.read()[0], target.read()[0], elements).put_back(chosen)
    put_back_beside(source, target, chosen)
    keeping.drop_notes(target, elements.left_notes)
    target.change()


def _save(call: Call, doc: DocumentEdit) -> None:
    fidelity.save(
        call,
        doc.edit,
        doc.touched,
        allow_break_signature=True,  # it was given up with the change
        read_back=lambda after: read_body(after) and None,
    )


class _WordElements:
    """How blocks of a Word document are copied, replaced and removed."""

    def __init__(self, source: DocumentEdit, target: DocumentEdit) -> None:
        self._source, self._target = source, target
        self._copies = Copies(source, target)
        # Notes that may have lost their only reference.
        self.left_notes: list[tuple[str, str]] = []

    def replace(self, element: Element, source: Element) -> Element:
        parent = element.getparent()
        assert parent is not None
        made = self._copies.of(source, replaced=element)
        self.left_notes += keeping.notes_in([element])
        parent.replace(element, made)
        return made

    def insert(self, source: Element, after: Element | None, before: Element | None) -> Element:
        made = self._copies.of(source)
        anchor = after if after is not None else before
        if anchor is None:
            container, at = blocks.body_end(self._target)
            container.insert(at, made)
            return made
        home, own = anchor.getparent(), source.getparent()
        assert home is not None
        assert own is not None
        # In the body beside a content control: the place is beside the whole of it.
        while home.tag != own.tag and own.tag == _BODY:
            anchor, home = home, home.getparent()
            if home is None:
                raise needs("a place that the Draft does not have")
        if home.tag != own.tag:
            raise needs("a content control around it, which the Draft does not have there")
        home.insert(home.index(anchor) + (1 if after is not None else 0), made)
        return made

    def remove(self, element: Element) -> None:
        blocks.delete(self._target, [element])

    def replace_look(self, table: Element, source: Element) -> None:
        for name in _LOOKS:
            old, new = source.find(f"{W}{name}"), table.find(f"{W}{name}")
            if new is not None:
                remove(new)
            if old is not None:
                table.insert(0 if name == "tblPr" else 1, self._copies.of(old))

    def row(self, block: Block, at: int) -> Element | None:
        rows = block.source.findall(f"{W}tr")
        return rows[at] if len(rows) == len(block.rows) else None

    def cell(self, block: Block, row: int, col: int) -> Element | None:
        return cell_element(block, row, col)

    def replace_cell(self, cell: Element, source: Element) -> None:
        """Replace what a cell holds and how it looks, but for its width and its merges."""
        made = self._copies.of(source)
        parent = cell.getparent()
        assert parent is not None
        own, properties = cell.find(f"{W}tcPr"), made.find(f"{W}tcPr")
        for name in ("tcW", "gridSpan", "vMerge", "hMerge"):
            kept = own.find(f"{W}{name}") if own is not None else None
            there = properties.find(f"{W}{name}") if properties is not None else None
            if there is not None:
                remove(there)
            if kept is not None and properties is not None:
                put(properties, copy.deepcopy(kept))
        if properties is None and own is not None:
            made.insert(0, copy.deepcopy(own))
        self.left_notes += keeping.notes_in([cell])
        parent.replace(cell, made)

    def insert_row(self, table: Element, source: Element, after: Element | None) -> Element:
        made = self._copies.of(source)
        if after is not None:
            after.addnext(made)
        else:
            first = table.find(f"{W}tr")
            if first is None:
                table.append(made)
            else:
                first.addprevious(made)
        return made

    def remove_row(self, row: Element) -> None:
        self.left_notes += keeping.notes_in([row])
        remove(row)
