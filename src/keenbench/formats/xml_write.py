"""Writing a part's XML again so that everything an edit did not touch survives.

The tree keeps namespace declarations (unused ones too), comments, processing instructions and
xml:space. What no tree holds is taken from the old bytes: the byte order mark, the declaration as
it was written, and whether the names were those of strict OOXML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from keenbench.formats.xml_part import Element, is_strict, strict

DECLARATION = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml\s[^>]*?\?>\s*", re.DOTALL)
_ENCODING = re.compile(rb"""encoding\s*=\s*["']([\w.-]+)["']""")


@dataclass(frozen=True)
class XmlForm:
    """What a part's bytes say that its tree does not."""

    head: bytes = DECLARATION
    strict: bool = False

    @classmethod
    def of(cls, data: bytes) -> XmlForm:
        return cls(_head(data), is_strict(data))

    def written(self, root: Element) -> bytes:
        """Return the whole document that `root` stands in."""
        # A tree writes what stands beside its root, and the document type ODF's manifest may name.
        body = etree.tostring(root.getroottree(), encoding="UTF-8", xml_declaration=False)
        return self.head + (strict(body) if self.strict else body)


def _head(data: bytes) -> bytes:
    declared = _DECLARED.match(data)
    if declared is None:
        return b"" if data.lstrip()[:1] == b"<" else DECLARATION  # else UTF-16: written as UTF-8
    encoding = _ENCODING.search(declared[0])
    if encoding is not None and encoding[1].lower() != b"utf-8":
        return DECLARATION
    return declared[0]
