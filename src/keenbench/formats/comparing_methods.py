"""The worker's methods that compare two versions of a file: what they take and what they give.

Only the engine calls them, for Review: it knows which two versions are meant.
"""

from __future__ import annotations

from keenbench.formats.call import Call, methods
from keenbench.formats.comparing import CompareParams, both_sides
from keenbench.formats.document_changes import DocumentCompared
from keenbench.formats.image.diff_shape import ImagesCompared
from keenbench.formats.pdf.compare_shape import PagesCompared
from keenbench.formats.pptx.compare_shape import SlidesCompared
from keenbench.formats.xlsx.diff.changes import XlsxCompared, XlsxCompareParams


@methods.method("XlsxCompare", reads=both_sides, compares=True)
def xlsx_compare(call: Call, params: XlsxCompareParams) -> XlsxCompared:
    """Say what differs between two versions of a workbook, by cells, rows and columns."""
    from keenbench.formats.xlsx.diff.workbook import compare_workbooks

    return compare_workbooks(call, params)


@methods.method("DocxCompare", reads=both_sides, compares=True)
def docx_compare(call: Call, params: CompareParams) -> DocumentCompared:
    """Say what differs between two versions of a Word document, aligned by content."""
    from keenbench.formats.docx.diff.document import compare_docx

    return compare_docx(call, params)


@methods.method("OdtCompare", reads=both_sides, compares=True)
def odt_compare(call: Call, params: CompareParams) -> DocumentCompared:
    """Say what differs between two versions of an OpenDocument text, aligned by content."""
    from keenbench.formats.odt.diff import compare_odt

    return compare_odt(call, params)


@methods.method("PptxCompare", reads=both_sides, compares=True)
def pptx_compare(call: Call, params: CompareParams) -> SlidesCompared:
    """Say what differs between two versions of a presentation, slide by slide."""
    from keenbench.formats.pptx.diff.deck import compare_pptx

    return compare_pptx(call, params)


@methods.method("PdfCompare", reads=both_sides, compares=True)
def pdf_compare(call: Call, params: CompareParams) -> PagesCompared:
    """Say what differs between two versions of a PDF, page by page."""
    from keenbench.formats.pdf.diff import compare_pdf

    return compare_pdf(call, params)


@methods.method("ImageCompare", reads=both_sides, compares=True)
def image_compare(call: Call, params: CompareParams) -> ImagesCompared:
    """Say what an image was and what it is."""
    from keenbench.formats.image.diff import compare_images

    return compare_images(call, params)
