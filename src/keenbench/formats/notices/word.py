"""Notices of Word documents: fields and drawings that fetch, and text that does not show."""

from __future__ import annotations

from keenbench.formats.notices.parts import is_xml, root_of
from keenbench.formats.notices.shape import Signs, is_remote, leads_to
from keenbench.formats.notices.word_fields import field_signs
from keenbench.formats.notices.word_hidden import hidden_text_signs
from keenbench.formats.package import Package

_VML = "{urn:schemas-microsoft-com:vml}*"
_ADDRESSES = ("src", "href", "althref", "{urn:schemas-microsoft-com:office:office}href")


def signs(package: Package) -> Signs:
    """Search every XML part: relationships say which of them is a story, not their names."""
    found = Signs()
    roots = [
        root
        for name in package.names()
        if is_xml(package, name) and (root := root_of(package, name, found)) is not None
    ]
    for root in roots:
        found.update(field_signs(root))
        for shape in root.iter(_VML):
            for key in _ADDRESSES:
                if is_remote(shape.get(key, "")):
                    found["remote_image", leads_to(shape.get(key, ""))] += 1
    found.update(hidden_text_signs(roots))
    return found
