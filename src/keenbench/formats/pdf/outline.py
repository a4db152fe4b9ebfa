"""The bookmarks of a PDF, with the pages they lead to."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from keenbench.formats.pdf.methods import PdfBookmark
from keenbench.formats.shape import short_name

MAX_BOOKMARKS = 100_000


def walk_outline(document: pypdfium2.PdfDocument) -> Iterator[PdfBookmark]:
    """Give the bookmarks in reading order: any depth, each once, whatever circle they form."""
    seen: set[int] = set()
    waiting = [(pdfium.FPDFBookmark_GetFirstChild(document, None), 0)]
    while waiting and len(seen) < MAX_BOOKMARKS:
        pointer, level = waiting.pop()
        if not pointer:
            continue
        address = ctypes.addressof(pointer.contents)
        if address in seen:
            continue
        seen.add(address)
        yield PdfBookmark(
            title=_title(pointer, document), page=_page(document, pointer), level=level
        )
        waiting.append((pdfium.FPDFBookmark_GetNextSibling(document, pointer), level))
        waiting.append((pdfium.FPDFBookmark_GetFirstChild(document, pointer), level + 1))


def _title(pointer: Any, document: pypdfium2.PdfDocument) -> str:
    return short_name(pypdfium2.PdfBookmark(pointer, document, 0).get_title())


def _page(document: pypdfium2.PdfDocument, pointer: Any) -> int | None:
    """Return the 1-based page of a bookmark; None where it leads out of the document."""
    destination = pdfium.FPDFBookmark_GetDest(document, pointer)
    if not destination:
        action = pdfium.FPDFBookmark_GetAction(pointer)
        if pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_GOTO:
            return None
        destination = pdfium.FPDFAction_GetDest(document, action)
    if not destination:
        return None
    index: int = pdfium.FPDFDest_GetDestPageIndex(document, destination)
    return index + 1 if 0 <= index < len(document) else None
