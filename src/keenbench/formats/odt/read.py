"""What the reading methods on OpenDocument texts do."""

from __future__ import annotations

from keenbench.formats.call import Call
from keenbench.formats.documents import open_document
from keenbench.formats.odt.body import read_outline
from keenbench.formats.outline import Outline
from keenbench.formats.outline_map import map_outline
from keenbench.formats.outline_shape import (
    DocumentMap,
    DocumentMapParams,
    DocumentText,
    DocumentTextParams,
)
from keenbench.formats.package import Package
from keenbench.formats.recent import Recent

# A walked document keeps the tree of its body, some ten times the bytes of its XML.
_TREE_FACTOR = 10
_walked: Recent[tuple[Outline, int]] = Recent(384 * 1024 * 1024, lambda walked: walked[1])


def _walk(package: Package) -> Outline:
    """Return the walked document; reading a large one chunk by chunk walks it once."""

    def walk() -> tuple[Outline, int]:
        return read_outline(package), package.size("content.xml") * _TREE_FACTOR

    return _walked.of(package.file, walk)[0]


def map_odt(call: Call, params: DocumentMapParams) -> DocumentMap:
    with open_document(call, params, "odt") as package:
        outline = _walk(package)
        return map_outline(outline, params, format="odt", size_bytes=package.size_bytes)


def extract_odt(call: Call, params: DocumentTextParams) -> DocumentText:
    with open_document(call, params, "odt") as package:
        return _walk(package).read(params.section, params.chunk, params.path)
