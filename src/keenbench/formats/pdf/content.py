"""What stands on one page: its text, its form fields, its annotations."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from keenbench.formats.pdf.methods import PdfAnnotation, PdfField

_EVERYWHERE = (-1e7, -1e7, 1e7, 1e7)  # left, bottom, right, top: text off the page counts too
_MAX_ANNOTATIONS = 20_000  # of one page
_MAX_OBJECTS = 20_000  # of one page, looked through for an image
_MAX_FORM_DEPTH = 4
_MAX_STRING = 1024 * 1024

_ANNOTATION_TYPES: dict[int, str] = {
    value: name.removeprefix("FPDF_ANNOT_").lower()
    for name, value in vars(pdfium).items()
    if name.startswith("FPDF_ANNOT_") and isinstance(value, int)
    if not name.startswith(("FPDF_ANNOT_FLAG", "FPDF_ANNOT_APPEARANCE", "FPDF_ANNOT_AACTION"))
}
_FIELD_TYPES = {
    pdfium.FPDF_FORMFIELD_PUSHBUTTON: "button",
    pdfium.FPDF_FORMFIELD_CHECKBOX: "checkbox",
    pdfium.FPDF_FORMFIELD_RADIOBUTTON: "radio",
    pdfium.FPDF_FORMFIELD_COMBOBOX: "choice",
    pdfium.FPDF_FORMFIELD_LISTBOX: "choice",
    pdfium.FPDF_FORMFIELD_TEXTFIELD: "text",
    pdfium.FPDF_FORMFIELD_SIGNATURE: "signature",
}


class Page:
    """A page that is open for reading."""

    def __init__(self, document: pypdfium2.PdfDocument, index: int) -> None:
        self._document = document
        self._page = document[index]
        self.number = index + 1
        try:
            self.text = _text(self._page)
        except pypdfium2.PdfiumError:
            self.close()
            raise

    def close(self) -> None:
        self._page.close()

    def has_image(self) -> bool:
        count = min(pdfium.FPDFPage_CountObjects(self._page), _MAX_OBJECTS)
        for index in range(count):
            found = pdfium.FPDFPage_GetObject(self._page, index)
            kind = pdfium.FPDFPageObj_GetType(found)
            if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                return True
            if kind == pdfium.FPDF_PAGEOBJ_FORM and _form_has_image(found, depth=1):
                return True
        return False

    def annotation_types(self) -> Counter[str]:
        """Return how many annotations of each type the page has; form fields are "widget"."""
        types: Counter[str] = Counter()
        for annotation in self._annotations():
            types[_type_of(annotation)] += 1
        return types

    def marks(self) -> tuple[list[PdfField], list[PdfAnnotation]]:
        """Return the form fields of the page, and the annotations that hold words."""
        fields: list[PdfField] = []
        annotations: list[PdfAnnotation] = []
        for annotation in self._annotations():
            kind = _type_of(annotation)
            if kind == "widget":
                field = self._field(annotation)
                if field is not None:
                    fields.append(field)
            elif kind != "popup":
                text = _string_value(annotation, b"Contents") or self._link(annotation, kind)
                if text:
                    annotations.append(PdfAnnotation(page=self.number, type=kind, text=text))
        return fields, annotations

    def _annotations(self) -> Iterator[Any]:
        count = min(pdfium.FPDFPage_GetAnnotCount(self._page), _MAX_ANNOTATIONS)
        for index in range(count):
            annotation = pdfium.FPDFPage_GetAnnot(self._page, index)
            if not annotation:
                continue
            try:
                yield annotation
            finally:
                pdfium.FPDFPage_CloseAnnot(annotation)

    def _field(self, annotation: Any) -> PdfField | None:
        form = self._document.formenv
        if form is None:
            return None
        kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
        if kind not in _FIELD_TYPES or kind == pdfium.FPDF_FORMFIELD_PUSHBUTTON:
            return None
        name = _string(lambda *to: pdfium.FPDFAnnot_GetFormFieldName(form, annotation, *to))
        value = _string(lambda *to: pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, *to))
        return PdfField(page=self.number, name=name, type=_FIELD_TYPES[kind], value=value)

    def _link(self, annotation: Any, kind: str) -> str:
        if kind != "link":
            return ""
        action = pdfium.FPDFLink_GetAction(pdfium.FPDFAnnot_GetLink(annotation))
        if pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
            return ""
        length = pdfium.FPDFAction_GetURIPath(self._document, action, None, 0)
        if not 1 < length <= _MAX_STRING:
            return ""
        buffer = ctypes.create_string_buffer(length)
        pdfium.FPDFAction_GetURIPath(self._document, action, buffer, length)
        return buffer.raw[: length - 1].decode("utf-8", "replace")


@contextmanager
def open_page(document: pypdfium2.PdfDocument, index: int) -> Iterator[Page | None]:
    """Give page `index` (0-based), or None where it cannot be read."""
    try:
        page = Page(document, index)
    except pypdfium2.PdfiumError:
        yield None
        return
    try:
        yield page
    finally:
        page.close()


def _text(page: pypdfium2.PdfPage) -> str:
    """Return the text in the order of the page, lines ending in \\n."""
    textpage = page.get_textpage()
    try:
        count = textpage.count_chars()
        text: str = textpage.get_text_range()
        if len(text) < count:
            # That call drops characters past U+FFFF; this one keeps them.
            whole = textpage.get_text_bounded(*_EVERYWHERE)
            if len(whole) > len(text):
                text = whole
    finally:
        textpage.close()
    # Where a word is hyphenated over two lines, pdfium gives one mark for hyphen and line end.
    text = text.replace("\ufffe", "-\n").replace("\x02", "-\n")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def _type_of(annotation: Any) -> str:
    return _ANNOTATION_TYPES.get(pdfium.FPDFAnnot_GetSubtype(annotation), "unknown")


def _form_has_image(form: Any, depth: int) -> bool:
    count = min(pdfium.FPDFFormObj_CountObjects(form), _MAX_OBJECTS)
    for index in range(count):
        found = pdfium.FPDFFormObj_GetObject(form, index)
        kind = pdfium.FPDFPageObj_GetType(found) if found else None
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            return True
        nested = kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _MAX_FORM_DEPTH
        if nested and _form_has_image(found, depth + 1):
            return True
    return False


def _string_value(annotation: Any, key: bytes) -> str:
    return _string(lambda *to: pdfium.FPDFAnnot_GetStringValue(annotation, key, *to))


def _string(fetch: Callable[..., int]) -> str:
    """Return a UTF-16 string that pdfium copies to a buffer and ends with a NUL."""
    length = fetch(None, 0)
    if not 2 < length <= _MAX_STRING:
        return ""
    buffer = (pdfium.FPDF_WCHAR * (length // 2))()
    fetch(buffer, length)
    text: str = bytes(buffer)[: length - 2].decode("utf-16-le", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
