"""The worker's reading methods on OpenDocument texts."""

from __future__ import annotations

from keenbench.formats.call import Call, methods
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
