"""Applying annotations to a PDF, and reading the result back before it is called done."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import BinaryIO

import pypdfium2
import pypdfium2.raw as pdfium
from pypdf.generic import DictionaryObject

from keenbench.errors import FileReadFailed, FileWriteFailed, ValidationFailed
from keenbench.formats.applying import Applied, OpReport, base_of
from keenbench.formats.call import Call
from keenbench.formats.focus import Focus
from keenbench.formats.pdf.content import open_page
from keenbench.formats.pdf.document import load_pdf
from keenbench.formats.pdf.edit import marks
from keenbench.formats.pdf.edit.increment import Increment
from keenbench.formats.pdf.edit.ops import AddLink, AddNote, HighlightText, PdfApplyParams, Rect
from keenbench.formats.pdf.edit.places import Face, PageText, Quad
from keenbench.formats.shape import MapWarning
from keenbench.formats.style_values import colour
from keenbench.storage import write_failed

_SUBTYPES = {"add_note": "text", "highlight_text": "highlight", "add_link": "link"}


def apply_pdf(call: Call, params: PdfApplyParams) -> Applied:
    if PurePath(params.path).suffix.lower() != ".pdf":
        raise ValidationFailed(f"{params.path} is not named .pdf.", path=params.path)
    base, source = base_of(call, params)
    if base == "new":
        raise ValidationFailed(
            "A PDF cannot be made here, only annotated. Give copy_from to begin with another PDF.",
            path=params.path,
        )
    with call.open(source.root, source.name) as file:
        document = load_pdf(file, source.name)
        try:
            _refuse_encrypted(document, source.name)
            edit = _Annotating(document, Increment(file, source.name), params)
            report = [edit.run(index, op) for index, op in enumerate(params.ops)]
            before = {index: edit.seen(index) for index in sorted(edit.touched)}
        finally:
            document.close()
    data = edit.increment.written()
    try:
        call.result_path.write_bytes(data)
        with call.result_path.open("rb") as file:
            _read_back(file, params.path, edit, before)
    except OSError as error:
        raise write_failed(error, params.path) from None
    first = next(iter(edit.touched), None)
    focus = None if first is None else Focus(page_index=first)
    return Applied(report=report, warnings=edit.warnings, focus=focus)


class _Annotating:
    """A document and the annotations it is to get."""

    def __init__(
        self, document: pypdfium2.PdfDocument, increment: Increment, params: PdfApplyParams
    ) -> None:
        self.increment = increment
        self.touched: dict[int, Counter[str]] = {}
        self.warnings: list[MapWarning] = []
        self.page_count = len(document)
        self._document = document
        self._path = params.path
        if increment.page_count != self.page_count:
            raise ValidationFailed(
                "Two readers count the pages of this PDF differently, so it is damaged and is not "
                "changed. Save it anew in a PDF program first.",
                path=self._path,
            )
        if increment.is_signed() and params.ops:
            if not params.allow_break_signature:
                raise ValidationFailed(
                    "The PDF is signed. Annotations are appended, so the signed bytes stay as they "
                    "are and the signature can still be checked, but readers will say that the "
                    "document was changed after it was signed, and a certified document may not "
                    "allow that. Give allow_break_signature to do it all the same.",
                    path=self._path,
                )
            self._warn(
                "signature_outdated",
                "The document was signed. The signed bytes are unchanged, and readers will say "
                "that annotations were added after it was signed.",
            )

    def run(self, index: int, op: AddNote | HighlightText | AddLink) -> OpReport:
        report = OpReport(index=index, op=op.op)
        where = f"ops[{index}]"
        if op.page is not None and op.page > self.page_count:
            raise ValidationFailed(
                f"{where}.page is {op.page}, but the document has {self.page_count} pages.",
                path=self._path,
            )
        if isinstance(op, AddNote):
            self._note(op, report, where)
        elif isinstance(op, HighlightText):
            self._highlight(op, report)
        else:
            self._link(op, report, where)
        return report

    def seen(self, index: int) -> tuple[str, Counter[str]]:
        """Return the text of a page and how many annotations of each type it has."""
        return _seen(self._document, index, self._path)

    def _note(self, op: AddNote, report: OpReport, where: str) -> None:
        face = self.increment.face(op.page - 1)
        corner = self._corner(op, face, report, where)
        made = marks.note(corner, op.text, op.author, op.date, self._name())
        marks.wear(made, self.increment.add(marks.note_looks()))
        self._place(op.page - 1, op.op, made)
        report.count(page=op.page, annotations=1)

    def _corner(self, op: AddNote, face: Face, report: OpReport, where: str) -> tuple[float, float]:
        if face.holds(op.x, op.y):
            return face.point(op.x, op.y)
        width, height = face.size
        x, y = op.x / 72, height - op.y / 72
        if not face.holds(x, y):
            raise ValidationFailed(
                f"{where}.x and y lie off the page, which is {width:.2f} by {height:.2f} inches.",
                path=self._path,
            )
        report.warn(
            "taken_as_points",
            f"x {op.x:g} and y {op.y:g} lie off the page in inches; they were taken as points from "
            "its bottom left.",
        )
        return face.point(x, y)

    def _highlight(self, op: HighlightText, report: OpReport) -> None:
        shade = colour(op.color) if op.color is not None else None
        if op.color is not None and shade is None:
            report.warn("style_skipped", "color is not #RRGGBB; the highlight is yellow.")
        pages = range(self.page_count) if op.page is None else [op.page - 1]
        matches, found_on = 0, []
        for index in pages:
            found = self._find(index, op.search, match_case=op.match_case)
            for quads in found:
                made = marks.highlight(quads, shade, self._name())
                looks = marks.highlight_looks(quads, shade)
                marks.wear(made, self.increment.add(looks))
                self._place(index, op.op, made)
            matches += len(found)
            if found:
                found_on.append(index + 1)
        report.count(matches=matches, annotations=matches, pages=found_on)
        if not matches:
            report.warn("no_match", "The text was not found; nothing was highlighted.")

    def _link(self, op: AddLink, report: OpReport, where: str) -> None:
        index = op.page - 1
        if op.search is not None:
            found = self._find(index, op.search, match_case=True)
            report.count(matches=len(found))
            if not found:
                report.warn("no_match", "The text was not found on the page; no link was made.")
        else:
            found = [[self._rect(op, self.increment.face(index), report, where)]]
        for quads in found:
            self._place(index, op.op, marks.link(quads, op.url, self._name()))
        report.count(page=op.page, annotations=len(found))

    def _rect(self, op: AddLink, face: Face, report: OpReport, where: str) -> Quad:
        if isinstance(op.rect, Rect):
            left, top = op.rect.left, op.rect.top
            corners = (left, top, left + op.rect.width, top + op.rect.height)
        else:
            a, b, c, d = op.rect or (0.0, 0.0, 0.0, 0.0)
            corners = (min(a, c), min(b, d), max(a, c), max(b, d))
        width, height = face.size
        if not (face.holds(*corners[:2]) and face.holds(*corners[2:])):
            left, bottom, right, top = (value / 72 for value in corners)
            corners = (left, height - top, right, height - bottom)
            if not (face.holds(*corners[:2]) and face.holds(*corners[2:])):
                raise ValidationFailed(
                    f"{where}.rect lies off the page, which is {width:.2f} by {height:.2f} inches.",
                    path=self._path,
                )
            report.warn(
                "taken_as_points",
                "rect lies off the page in inches; it was taken as points from its bottom left.",
            )
        if corners[0] == corners[2] or corners[1] == corners[3]:
            raise ValidationFailed(f"{where}.rect is empty.", path=self._path)
        return face.quad(*corners)

    def _find(self, index: int, search: str, *, match_case: bool) -> list[list[Quad]]:
        try:
            page = self._document[index]
        except pypdfium2.PdfiumError:
            self._warn("page_unreadable", f"Page {index + 1} cannot be read, and was not searched.")
            return []
        try:
            text = PageText(page)
            try:
                return text.find(search, match_case=match_case)
            finally:
                text.close()
        finally:
            page.close()

    def _warn(self, code: str, message: str) -> None:
        self.warnings.append(MapWarning(code=code, message=message))

    def _name(self) -> str:
        # The number of the next object: new in this file, and the same for the same operations.
        return f"keenbench-{self.increment.next_number()}"

    def _place(self, index: int, op: str, made: DictionaryObject) -> None:
        self.increment.annotate(index, made)
        self.touched.setdefault(index, Counter())[_SUBTYPES[op]] += 1


def _refuse_encrypted(document: pypdfium2.PdfDocument, path: str) -> None:
    if pdfium.FPDF_GetSecurityHandlerRevision(document) >= 0:
        raise FileReadFailed(
            "The PDF is encrypted, and annotations cannot be added to it. Remove its protection "
            "in the program that made it, and add it again.",
            path=path,
        )


def _seen(document: pypdfium2.PdfDocument, index: int, path: str) -> tuple[str, Counter[str]]:
    with open_page(document, index) as page:
        if page is None:
            raise ValidationFailed(
                f"Page {index + 1} cannot be read, so it is not annotated.", path=path
            )
        return page.text, page.annotation_types()


def _read_back(
    file: BinaryIO, path: str, edit: _Annotating, before: dict[int, tuple[str, Counter[str]]]
) -> None:
    """Prove that the document still opens, says the same, and has the new annotations."""
    document = load_pdf(file, path)
    try:
        fits = len(document) == edit.page_count
        for index, (text, types) in before.items():
            now, found = _seen(document, index, path)
            fits = fits and now == text and found == types + edit.touched[index]
    finally:
        document.close()
    if not fits:
        raise FileWriteFailed(f"{path} did not read back as it was written.", path=path)
