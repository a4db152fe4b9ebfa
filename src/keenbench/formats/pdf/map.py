"""The map of a PDF."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pypdfium2
import pypdfium2.raw as pdfium

from keenbench.formats.call import Call
from keenbench.formats.pdf.content import open_page
from keenbench.formats.pdf.document import open_pdf
from keenbench.formats.pdf.methods import CHUNK_PAGES, PdfBookmark, PdfChunk, PdfMap, PdfPage
from keenbench.formats.pdf.outline import MAX_BOOKMARKS, walk_outline
from keenbench.formats.pdf.pages import write_pages
from keenbench.formats.pdf.read import READ_LIMIT, unreadable_pages
from keenbench.formats.recent import Recent
from keenbench.formats.shape import (
    Chunking,
    Listing,
    MapParams,
    MapWarning,
    chunk_count,
    listed,
)

# Past this only the pages that a map lists are counted: a page takes 1 to 20 ms.
COUNTED_PAGES = 2_000


@dataclass
class Survey:
    """What was found on the pages that were looked at."""

    whole: bool
    char_counts: dict[int, int | None] = field(default_factory=dict)
    annotations: Counter[str] = field(default_factory=Counter)
    has_images: bool = False

    def total(self, pages: range) -> int | None:
        """Return the characters of these pages, or None where one is not known."""
        counts = [self.char_counts.get(page) for page in pages]
        return None if None in counts else sum(count or 0 for count in counts)


_surveys: Recent[Survey] = Recent(8 * 1024 * 1024, lambda survey: 100 * len(survey.char_counts))


def map_pdf(call: Call, params: MapParams) -> PdfMap:
    with open_pdf(call, params) as document, call.open(params.root, params.path) as file:
        size_bytes = file.seek(0, 2)
        page_count = len(document)
        chunks_count = chunk_count(page_count, CHUNK_PAGES)
        shown_pages = [index + 1 for index in listed(page_count, params.page)]
        shown_chunks = listed(chunks_count, params.page)
        if page_count <= COUNTED_PAGES:
            survey = _surveys.of(file, lambda: _survey(call, document, range(1, page_count + 1)))
        else:
            pages = {page for index in shown_chunks for page in _pages_of(index, page_count)}
            survey = _survey(call, document, sorted(pages | set(shown_pages)), whole=False)
        toc: Listing[PdfBookmark] = Listing(params.page)
        for bookmark in walk_outline(document):
            toc.add(bookmark)
        annotations = dict(sorted(survey.annotations.items()))
        return PdfMap(
            path=params.path,
            format="pdf",
            size_bytes=size_bytes,
            warnings=_warnings(survey, toc.count),
            page_count=page_count,
            total_char_count=survey.total(range(1, page_count + 1)) if survey.whole else None,
            has_toc=toc.count > 0,
            toc_count=toc.count,
            toc=toc.items,
            has_forms=pdfium.FPDF_GetFormType(document) != pdfium.FORMTYPE_NONE,
            has_annotations=any(kind not in ("widget", "popup") for kind in annotations),
            annotations=annotations,
            has_images=survey.has_images,
            attachments_count=max(0, document.count_attachments()),
            exceeds_chunk=page_count > CHUNK_PAGES,
            pages_count=page_count,
            pages=[_page(survey, page) for page in shown_pages],
            chunking=Chunking(unit="pages", size=CHUNK_PAGES, count=chunks_count),
            chunks_count=chunks_count,
            chunks=[_chunk(survey, index, page_count) for index in shown_chunks],
        )


def _pages_of(chunk: int, page_count: int) -> range:
    first = chunk * CHUNK_PAGES + 1
    return range(first, min(first + CHUNK_PAGES, page_count + 1))


def _survey(
    call: Call, document: pypdfium2.PdfDocument, pages: range | list[int], whole: bool = True
) -> Survey:
    survey = Survey(whole)
    for done, number in enumerate(pages):
        if done % 20 == 0:
            call.progress(done, len(pages), "reading")
        with open_page(document, number - 1) as page:
            if page is None:
                survey.char_counts[number] = None
                continue
            survey.char_counts[number] = len(page.text)
            survey.annotations.update(page.annotation_types())
            survey.has_images = survey.has_images or page.has_image()
    return survey


def _page(survey: Survey, page: int) -> PdfPage:
    count = survey.char_counts.get(page)
    return PdfPage(page=page, char_count=count, exceeds_chunk=(count or 0) > READ_LIMIT)


def _chunk(survey: Survey, index: int, page_count: int) -> PdfChunk:
    pages = _pages_of(index, page_count)
    count = survey.total(pages)
    return PdfChunk(
        index=index,
        pages=write_pages(list(pages)),
        char_count=count,
        exceeds_chunk=(count or 0) > READ_LIMIT,
    )


def _warnings(survey: Survey, bookmarks: int) -> list[MapWarning]:
    warnings = unreadable_pages([page for page, n in survey.char_counts.items() if n is None])
    if not survey.whole:
        message = (
            f"The document has more than {COUNTED_PAGES} pages: characters, annotations and images "
            "are told only of the pages listed here. Page through it with offset and limit."
        )
        warnings.append(MapWarning(code="pages_not_counted", message=message))
    elif not any(survey.char_counts.values()) and survey.has_images:
        message = "No page holds text; the pages are pictures, as in a scan."
        warnings.append(MapWarning(code="no_text", message=message))
    if bookmarks >= MAX_BOOKMARKS:
        message = f"The outline is listed up to {MAX_BOOKMARKS} bookmarks."
        warnings.append(MapWarning(code="outline_cut", message=message))
    return warnings
