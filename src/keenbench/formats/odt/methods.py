"""The worker's methods on OpenDocument texts."""

from __future__ import annotations

from keenbench.formats.applying import Applied, applied_reads, applied_writes
from keenbench.formats.call import Call, methods
from keenbench.formats.odt.edit.ops import OdtApplyParams
from keenbench.formats.outline_shape import (
    DocumentMap,
    DocumentMapParams,
    DocumentText,
    DocumentTextParams,
)


@methods.method("OdtGetMap")
def odt_get_map(call: Call, params: DocumentMapParams) -> DocumentMap:
    """Say what an OpenDocument text is made of: sections, tables, images, and their sizes."""
    from keenbench.formats.odt.read import map_odt

    return map_odt(call, params)


@methods.method("OdtExtractText")
def odt_extract_text(call: Call, params: DocumentTextParams) -> DocumentText:
    """Read an OpenDocument text as text: a chunk, a section, or the whole."""
    from keenbench.formats.odt.read import extract_odt

    return extract_odt(call, params)


@methods.method("OdtApplyOps", reads=applied_reads, writes=applied_writes)
def odt_apply_ops(call: Call, params: OdtApplyParams) -> Applied:
    """Edit an OpenDocument text, or make a new one; what is not named stays as it is."""
    from keenbench.formats.odt.edit.apply import apply_odt

    return apply_odt(call, params)
