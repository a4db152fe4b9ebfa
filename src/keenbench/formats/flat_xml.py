"""An element as words that say what it means, whatever prefixes and order it is written with."""

from __future__ import annotations

from collections.abc import Container

from lxml import etree

from keenbench.formats.xml_part import Element


def flat(element: Element | None, skip: Container[str] = ()) -> str:
    """Return the element, its attributes and all below it in one line; without those in `skip`."""
    if element is None or not isinstance(element.tag, str):
        return ""
    local = etree.QName(element).localname
    if local in skip:
        return ""
    said = sorted(
        (str(etree.QName(key).localname), str(value)) for key, value in element.attrib.items()
    )
    words = "".join(
        f" {key}={value}" for key, value in said if key not in skip and not key.startswith("rsid")
    )
    inner = "".join(flat(child, skip) for child in element)
    text = (element.text or "").strip()
    return f"{local}{words}({text}{inner})" if inner or text else f"{local}{words};"
