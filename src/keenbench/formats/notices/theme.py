"""The colours of a theme, by which office documents name most of theirs."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.notices.colours import Colour, colour_of
from keenbench.formats.ooxml_names import A
from keenbench.formats.xml_part import Element


def theme_colours(root: Element | None) -> dict[str, Colour]:
    """Return the colours of a theme by their names: dk1, lt1, dk2, lt2, accent1, …"""
    scheme = None if root is None else root.find(f"{A}themeElements/{A}clrScheme")
    found: dict[str, Colour] = {}
    for named in () if scheme is None else scheme.iterchildren(etree.Element):
        for value in named.iterchildren(f"{A}srgbClr", f"{A}sysClr"):
            colour = colour_of(value.get("lastClr") or value.get("val"))
            if colour is not None:
                found[etree.QName(named).localname] = colour
    return found
