"""Reading pages of a PDF."""

from __future__ import annotations

import pypdfium2

from keenbench.errors import FileReadFailed, TooLarge, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.pdf.content import open_page
from keenbench.formats.pdf.document import open_pdf
from keenbench.formats.pdf.methods import (
    CHUNK_PAGES,
    PdfAnnotation,
    PdfField,
    PdfRead,
    PdfReadParams,
)
from keenbench.formats.pdf.pages import parse_pages, write_pages
from keenbench.formats.shape import ChunkInfo, Covered, MapWarning, chunk_count, window_info

# Of characters. A message on the wire holds 64 MB, and JSON may write a character as twelve bytes.
READ_LIMIT = 4 * 1024 * 1024
READ_PAGES = 20_000  # more in one read is refused before any is opened
PAGE_BREAK = "\f"
_NAMED_PAGES = 20


def read_pages(call: Call, params: PdfReadParams) -> PdfRead:
    if params.pages is not None and params.chunk is not None:
        raise ValidationFailed("Give chunk or pages, not both.")
    with open_pdf(call, params) as document:
        count = len(document)
        pages = _wanted(params, count)
        if len(pages) > READ_PAGES:
            raise TooLarge(f"{len(pages)} pages are too many for one read. {_LESS}")
        return _read(call, document, pages, count)


_LESS = f'Ask for fewer with pages, such as pages "1-{CHUNK_PAGES}".'


def _wanted(params: PdfReadParams, count: int) -> list[int] | range:
    if params.chunk is not None:
        chunks = chunk_count(count, CHUNK_PAGES)
        if params.chunk >= chunks:
            raise ValidationFailed(
                f"chunk {params.chunk} does not exist; the document has {chunks}, from 0 on."
            )
        first = params.chunk * CHUNK_PAGES + 1
        return range(first, min(first + CHUNK_PAGES, count + 1))
    if params.pages is not None:
        return parse_pages(params.pages, count)
    return range(1, count + 1)


def _read(
    call: Call, document: pypdfium2.PdfDocument, pages: list[int] | range, count: int
) -> PdfRead:
    texts: list[str] = []
    fields: list[PdfField] = []
    annotations: list[PdfAnnotation] = []
    failed: list[int] = []
    size = 0
    for done, number in enumerate(pages):
        if done % 20 == 0:
            call.progress(done, len(pages), "reading")
        with open_page(document, number - 1) as page:
            if page is None:
                failed.append(number)
                texts.append("")
                continue
            texts.append(page.text)
            page_fields, page_annotations = page.marks()
        fields += page_fields
        annotations += page_annotations
        size += len(texts[-1]) + sum(len(mark.text) + 100 for mark in page_annotations)
        size += sum(len(field.name) + len(field.value) + 100 for field in page_fields)
        if size > READ_LIMIT:
            raise TooLarge(
                f"The pages asked for hold more than the {READ_LIMIT} characters of one read. "
                f"{_LESS}"
            )
    if len(failed) == len(pages):
        raise FileReadFailed(f"The PDF is damaged: {_pages_text(failed)} cannot be read.")
    return PdfRead(
        text=PAGE_BREAK.join(texts),
        chunk_info=_info(list(pages), count),
        fields=fields,
        annotations=annotations,
        warnings=unreadable_pages(failed),
    )


def _info(pages: list[int], count: int) -> ChunkInfo:
    first, last = min(pages), max(pages)
    info = window_info(unit="pages", first=first, last=last, total=count, size=CHUNK_PAGES)
    if len(pages) == last - first + 1:
        return info
    # Some pages between are left out: the range says which were read.
    covered = Covered(unit="pages", first=first, last=last, total=count)
    return info.model_copy(update={"range": write_pages(sorted(pages)), "covered": covered})


def unreadable_pages(pages: list[int]) -> list[MapWarning]:
    if not pages:
        return []
    message = f"The PDF is damaged: {_pages_text(pages)} cannot be read."
    return [MapWarning(code="pages_unreadable", message=message)]


def _pages_text(pages: list[int]) -> str:
    named = ", ".join(str(page) for page in pages[:_NAMED_PAGES])
    more = f" and {len(pages) - _NAMED_PAGES} more" if len(pages) > _NAMED_PAGES else ""
    return f"{'page' if len(pages) == 1 else 'pages'} {named}{more}"
