"""What the reading methods on OpenDocument texts do."""

from __future__ import annotations

from keenbench.formats.call import Call
from keenbench.formats.documents import open_document
from keenbench.formats.odt.body import read_outline
from keenbench.formats.outline_map import map_outline
from keenbench.formats.outline_shape import (
    DocumentMap,
    DocumentMapParams,
    DocumentText,
    DocumentTextParams,
)


def map_odt(call: Call, params: DocumentMapParams) -> DocumentMap:
    with open_document(call, params, "odt") as package:
        outline = read_outline(package)
        return map_outline(outline, params, format="odt", size_bytes=package.size_bytes)


def extract_odt(call: Call, params: DocumentTextParams) -> DocumentText:
    with open_document(call, params, "odt") as package:
        return read_outline(package).read(params.section, params.chunk, params.path)
