"""The worker's methods that take back single changes. Only the engine calls them, for Review."""

from __future__ import annotations

from keenbench.formats.call import Call, methods
from keenbench.formats.comparing import both_sides
from keenbench.formats.rejecting import Rejected, RejectParams, rejecting_writes


@methods.method("TextReject", reads=both_sides, writes=rejecting_writes)
def text_reject(call: Call, params: RejectParams) -> Rejected:
    """Put the reference's lines back in place of some hunks of a text."""
    from keenbench.formats.text.reject import reject_hunks

    return reject_hunks(call, params)


@methods.method("XlsxReject", reads=both_sides, writes=rejecting_writes)
def xlsx_reject(call: Call, params: RejectParams) -> Rejected:
    """Put cells, rows and columns of a workbook back as the reference has them."""
    from keenbench.formats.xlsx.reject.workbook import reject_cells

    return reject_cells(call, params)


@methods.method("DocxReject", reads=both_sides, writes=rejecting_writes)
def docx_reject(call: Call, params: RejectParams) -> Rejected:
    """Put paragraphs, tables and styles of a Word document back as the reference has them."""
    from keenbench.formats.docx.reject.document import reject_docx

    return reject_docx(call, params)


@methods.method("PptxReject", reads=both_sides, writes=rejecting_writes)
def pptx_reject(call: Call, params: RejectParams) -> Rejected:
    """Put texts, shapes and slides of a presentation back as the reference has them."""
    from keenbench.formats.pptx.reject.changes import reject_pptx

    return reject_pptx(call, params)


@methods.method("OdtReject", reads=both_sides, writes=rejecting_writes)
def odt_reject(call: Call, params: RejectParams) -> Rejected:
    """Put paragraphs and tables of an OpenDocument text back as the reference has them."""
    from keenbench.formats.odt.reject import reject_odt

    return reject_odt(call, params)
