"""Notices of OpenDocument texts: what they load, run and hide."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.notices.odf_hidden import hidden_text_signs
from keenbench.formats.notices.shape import NoticeCode, Signs, is_remote, leads_to
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

_PARTS = ("content.xml", "styles.xml", "meta.xml", "settings.xml")
# These two hold styles for one another.
_TEXTS = ("content.xml", "styles.xml")
_HREF = "{http://www.w3.org/1999/xlink}href"
_FETCHED = ("section-source", "object-ole", "auto-reload")
_REFERENCES: dict[str, NoticeCode] = {"a": "link", "image": "remote_image"}


def signs(package: Package) -> Signs:
    found = Signs()
    for name in package.names():
        if name.startswith(("Basic/", "Scripts/")) and not name.endswith("-lc.xml"):
            found["macro", "programs beside the text"] += 1
    texts: list[Element] = []
    for name in package.names():
        # The objects inside a text lie in folders of their own, with parts of the same names.
        if name.rpartition("/")[2] not in _PARTS:
            continue
        root = package.xml(name)
        for element in root.iter(etree.Element):
            _element(etree.QName(element).localname, element, found)
        if name in _TEXTS:
            texts.append(root)
        else:
            found.update(hidden_text_signs([root]))
    found.update(hidden_text_signs(texts))
    return found


def _element(local: str, element: Element, found: Signs) -> None:
    target = element.get(_HREF, "")
    if local == "a" and target and not target.startswith("#"):
        found["link", leads_to(target)] += 1
    elif local in ("script", "event-listener"):
        found["script", local.replace("-", " ")] += 1
    elif local == "dde-connection-decl":
        found["dde", "a field"] += 1
    elif local == "template" and target:
        found["attached_template", leads_to(target)] += 1
    elif is_remote(target):
        found[_REFERENCES.get(local, "external_link"), leads_to(target)] += 1
    elif (local in _FETCHED and target) or (
        local == "image" and target.startswith(("file:", "../", "/"))
    ):
        found["external_link", leads_to(target)] += 1
