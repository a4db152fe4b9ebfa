"""The lists of a workbook's styles: fonts, fills, borders, formats, each by its number."""

from __future__ import annotations

from collections.abc import Iterator

from keenbench.formats.xml_part import Element

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
# What Excel itself adds to the format; what others add it does not know, and takes the fallback.
_KNOWN = "http://schemas.microsoft.com/office/"


def styles_of(group: Element | None) -> Iterator[Element]:
    """Give the styles of a list in the order that numbers them.

    Hancom Office writes a style of its own kind and, for everyone else, a plain one beside it: two
    elements, one style.
    """
    if group is None:
        return
    for element in group:
        if element.tag == f"{_MC}AlternateContent":
            yield from styles_of(_branch(element))
        elif isinstance(element.tag, str):
            yield element


def _branch(alternatives: Element) -> Element | None:
    """Return the alternative that Excel reads."""
    for element in alternatives:
        if element.tag == f"{_MC}Fallback":
            return element
        if element.tag == f"{_MC}Choice":
            required = element.get("Requires", "").split()
            spaces = [element.nsmap.get(prefix) or "" for prefix in required]
            if spaces and all(space.startswith(_KNOWN) for space in spaces):
                return element
    return None
