"""All operations of a call applied to a document, or none."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats import fidelity
from keenbench.formats.applying import Applied, OpReport, base_of
from keenbench.formats.call import Call
from keenbench.formats.documents import require_kind
from keenbench.formats.docx.body import read_body
from keenbench.formats.docx.edit import (
    comments,
    footnotes,
    header_footer,
    images,
    page,
    paragraphs,
    styles,
    table_format,
    tables,
    text,
)
from keenbench.formats.docx.edit import core_properties as core
from keenbench.formats.docx.edit.document import DocumentEdit, Tracking
from keenbench.formats.docx.edit.focus import Before
from keenbench.formats.docx.edit.new import SUFFIXES, main_type, new_document
from keenbench.formats.docx.edit.ops import DocxApplyParams
from keenbench.formats.ooxml_names import W, is_on
from keenbench.formats.outline import Outline
from keenbench.formats.package import Package, open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.shape import MapWarning

_APPLY: Mapping[str, Callable[[DocumentEdit, Any, OpReport], None]] = {
    "set_paragraphs": paragraphs.set_paragraphs,
    "append_paragraph": paragraphs.append_paragraph,
    "replace_text": text.replace_text,
    "insert_paragraphs": paragraphs.insert_paragraphs,
    "delete_paragraphs": paragraphs.delete_paragraphs,
    "replace_section": paragraphs.replace_section,
    "add_table": tables.add_table,
    "set_table_cells": tables.set_table_cells,
    "append_table_rows": tables.append_table_rows,
    "insert_image": images.insert_image,
    "add_comment": comments.add_comment,
    "set_header_footer": header_footer.set_header_footer,
    "add_page_break": paragraphs.add_page_break,
    "format_table": table_format.format_table,
    "set_page": page.set_page,
    "define_style": styles.define_style,
    "add_footnote": footnotes.add_footnote,
    "set_properties": core.set_properties,
}
_UNTRACKED = {
    "define_style": "Styles",
    "set_properties": "Properties",
    "format_table": "The formatting of tables",
    "add_comment": None,  # a comment changes no text
}
_PROTECTION = {
    "readOnly": "reading only",
    "comments": "comments only",
    "trackedChanges": "tracked changes only",
    "forms": "filling in forms only",
}


def apply_docx(call: Call, params: DocxApplyParams) -> Applied:
    suffix = PurePath(params.path).suffix.lower()
    if suffix not in SUFFIXES:
        raise ValidationFailed(
            f"{params.path} is not a Word document ({' '.join(SUFFIXES)}).", path=params.path
        )
    with _opened(call, params) as package:
        edit = PackageEdit(package)
        tracking = Tracking(params.author, params.date) if params.track_changes else None
        doc = DocumentEdit(call, params.root, edit, tracking)
        before = Before(doc)
        read: list[Outline] = []
        if params.copy_from is not None:
            _rename(doc, params.copy_from, params.path)
        report = [_apply(doc, at, op) for at, op in enumerate(params.ops)]
        warnings = fidelity.save(
            call,
            edit,
            doc.touched,
            allow_break_signature=params.allow_break_signature,
            read_back=lambda after: read.append(_reads(after)),
        )
        return Applied(
            report=report, warnings=[*_cautions(doc), *warnings], focus=before.focus(read[0])
        )


def _apply(doc: DocumentEdit, at: int, op: Any) -> OpReport:
    report = OpReport(index=at, op=op.op)
    _APPLY[op.op](doc, op, report)
    if doc.tracking is not None and _UNTRACKED.get(op.op):
        report.warn("not_tracked", f"{_UNTRACKED[op.op]} cannot be tracked; they were changed.")
    return report


@contextmanager
def _opened(call: Call, params: DocxApplyParams) -> Iterator[Package]:
    """Give the package that the operations start from."""
    base, source = base_of(call, params)
    if base == "new":
        with open_package(io.BytesIO(new_document(params.path)), params.path) as package:
            yield package
        return
    with call.open(source.root, source.name) as file, open_package(file, source.name) as package:
        require_kind(package, "docx")
        try:
            yield package
        except RecursionError:
            raise FileReadFailed(
                "The document is hostile: it is nested too deeply to be read.", path=params.path
            ) from None


def _rename(doc: DocumentEdit, source: str, target: str) -> None:
    """See that a copy has the content type that its new name asks for."""
    wanted = main_type(target)
    present = doc.edit.content_type(doc.main)
    if present == wanted:
        return
    macros = any(name.lower().endswith("vbaproject.bin") for name in doc.edit.names())
    if macros and "macroEnabled" not in wanted:
        raise ValidationFailed(
            f"{source} holds macros, which a {PurePath(target).suffix} file cannot. Copy it to a "
            "name that ends in .docm or .dotm.",
            path=target,
        )
    doc.retype(doc.main, wanted)


def _reads(after: Package) -> Outline:
    """Return what our own reader makes of what was written, which it has to read."""
    try:
        return read_body(after)[0]
    except FileReadFailed:
        raise ValidationFailed(
            "The edit was refused, for its result does not read back. The file is unchanged.",
            subphase="fidelity",
            path=after.path,
        ) from None


def _cautions(doc: DocumentEdit) -> list[MapWarning]:
    """Return what the document's own settings say about editing it."""
    part = doc.part_of_kind("settings")
    root = None if part is None else doc.tree(part)
    if root is None:
        return []
    out = []
    protection = root.find(f"{W}documentProtection")
    if protection is not None and is_on(protection.get(f"{W}enforcement", "0")):
        what = _PROTECTION.get(protection.get(f"{W}edit", ""), "some uses only")
        out.append(
            MapWarning(
                code="protected",
                message=f"In Word the document is protected for {what}. The protection is kept; it "
                "does not apply to edits made here.",
            )
        )
    tracks = root.find(f"{W}trackRevisions")
    if doc.tracking is None and tracks is not None and is_on(tracks.get(f"{W}val")):
        out.append(
            MapWarning(
                code="tracking_expected",
                message="The document asks for changes to be tracked, and these were not. Give "
                "track_changes: true to have them tracked.",
            )
        )
    return out
