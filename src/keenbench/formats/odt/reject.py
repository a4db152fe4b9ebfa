"""Changes of an OpenDocument text taken back: its paragraphs and tables."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import ExitStack
from typing import BinaryIO

from keenbench.errors import ValidationFailed
from keenbench.formats import fidelity
from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared
from keenbench.formats.document_changes import BLOCKS_REJECTABLE, DocumentChange
from keenbench.formats.document_reject import BlocksBack
from keenbench.formats.flat_xml import flat
from keenbench.formats.odt.body import read_outline
from keenbench.formats.odt.diff import compare_texts
from keenbench.formats.odt.names import OFFICE, STYLE, TABLE, XLINK
from keenbench.formats.outline import Block
from keenbench.formats.package import Package, open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.rejecting import Rejected, RejectParams, not_rejectable, take_back
from keenbench.formats.xml_part import Element

_CONTENT = "content.xml"


def reject_odt(call: Call, params: RejectParams) -> Rejected:
    def compare(old: BinaryIO | None, new: BinaryIO | None) -> Compared[DocumentChange]:
        return compare_texts(old, new, params.path)

    def put_back(old: BinaryIO, new: BinaryIO, chosen: Sequence[DocumentChange]) -> None:
        if not any(change.type in BLOCKS_REJECTABLE for change in chosen):
            kind = chosen[0].type.replace("_", " ")
            raise not_rejectable(f"This kind of change ({kind})", params, chosen)
        with ExitStack() as opened:
            source = opened.enter_context(open_package(old, params.path))
            edit = PackageEdit(opened.enter_context(open_package(new, params.path)))
            elements = _TextElements(source, edit)
            blocks = BlocksBack(read_outline(source), read_outline(_Edited(edit)), elements)
            try:
                blocks.put_back(chosen)
                edit.changed(_CONTENT)
                touched = fidelity.Touched(changed=frozenset({_CONTENT}))
                # The signature, if any, was given up with the change.
                fidelity.save(call, edit, touched, allow_break_signature=True)
            except ValidationFailed as error:
                error.fields["path"] = params.path
                raise

    return take_back(call, params, compare, put_back)


class _Edited(Package):
    """What the reader sees of a text under edit: its parts as they will be."""

    def __init__(self, edit: PackageEdit) -> None:
        # Not a file of its own: what the reader asks is answered by the edit.
        self.path = edit.package.path
        self.flavour = edit.package.flavour
        self._edit = edit

    def __contains__(self, name: str) -> bool:
        return name in self._edit

    def xml(self, name: str) -> Element:
        return self._edit.xml(name)


class _TextElements:
    """How blocks of an OpenDocument text are copied, replaced and removed."""

    def __init__(self, source: Package, edit: PackageEdit) -> None:
        self._source, self._edit = source, edit
        self._styles = [_styles(root) for root in (source.xml(_CONTENT), edit.xml(_CONTENT))]

    def replace(self, element: Element, source: Element) -> Element:
        parent = element.getparent()
        assert parent is not None
        made = self._copied(source)
        made.tail = element.tail
        parent.replace(element, made)
        return made

    def insert(self, source: Element, after: Element | None, before: Element | None) -> Element:
        anchor = after if after is not None else before
        home, own = (one.getparent() if one is not None else None for one in (anchor, source))
        if anchor is None or home is None or own is None or home.tag != own.tag:
            raise _needs("a list or a section around it, which the Draft does not have there")
        made = self._copied(source)
        home.insert(home.index(anchor) + (1 if after is not None else 0), made)
        return made

    def remove(self, element: Element) -> None:
        parent = element.getparent()
        assert parent is not None
        parent.remove(element)

    def replace_look(self, table: Element, source: Element) -> None:
        raise _needs("the looks of a table")

    def row(self, block: Block, at: int) -> Element | None:
        rows = list(block.source.iter(f"{TABLE}table-row"))
        plain = len(rows) == len(block.rows) and not any(
            row.get(f"{TABLE}number-rows-repeated") for row in rows
        )
        return rows[at] if plain else None

    def cell(self, block: Block, row: int, col: int) -> Element | None:
        found = self.row(block, row)
        if found is None:
            return None
        cells = list(found.iterchildren(f"{TABLE}table-cell", f"{TABLE}covered-table-cell"))
        repeated = any(cell.get(f"{TABLE}number-columns-repeated") for cell in cells)
        return cells[col] if not repeated and col < len(cells) else None

    def replace_cell(self, cell: Element, source: Element) -> None:
        self.replace(cell, source)

    def insert_row(self, table: Element, source: Element, after: Element | None) -> Element:
        made = self._copied(source)
        if after is None:
            first = next(table.iter(f"{TABLE}table-row"), None)
            if first is None:
                raise _needs("a row beside it")
            first.addprevious(made)
        else:
            after.addnext(made)
        return made

    def remove_row(self, row: Element) -> None:
        self.remove(row)

    def _copied(self, source: Element) -> Element:
        """Return a copy; what it wears and shows must be in the Draft as it was."""
        made = copy.deepcopy(source)
        made.tail = None
        before, after = self._styles
        for inner in made.iter():
            for key, value in inner.attrib.items():
                name = str(value)
                if str(key).endswith("}style-name") and name in before:
                    if before[name] != after.get(name):
                        raise _needs("a style that the Draft does not have")
                elif key == f"{XLINK}href" and name in self._source and name not in self._edit:
                    raise _needs("a picture or object that the Draft does not have")
        return made


def _styles(content: Element) -> dict[str, str]:
    automatic = content.find(f"{OFFICE}automatic-styles")
    return {
        style.get(f"{STYLE}name", ""): flat(style)
        for style in (automatic if automatic is not None else ())
        if isinstance(style.tag, str)
    }


def _needs(what: str) -> ValidationFailed:
    return ValidationFailed(
        f"It cannot be taken back alone: it needs {what}. Take back the file, or change it again.",
        phase="review",
        subphase="depends",
        detail={"change_ids": []},
    )
