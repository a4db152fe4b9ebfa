"""Notices of OpenDocument texts: what they load, run and hide."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.notices.shape import NoticeCode, Signs, is_remote, leads_to
from keenbench.formats.package import Package

_PARTS = ("content.xml", "styles.xml", "meta.xml", "settings.xml")
_HREF = "{http://www.w3.org/1999/xlink}href"
_DISPLAY = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}display"
_FETCHED = ("section-source", "object-ole", "auto-reload")
_REFERENCES: dict[str, NoticeCode] = {"a": "link", "image": "remote_image"}


def signs(package: Package) -> Signs:
    found = Signs()
    for name in package.names():
        if name.startswith(("Basic/", "Scripts/")) and not name.endswith("-lc.xml"):
            found["macro", "programs beside the text"] += 1
    for name in package.names():
        # The objects inside a text lie in folders of their own, with parts of the same names.
        if name.rpartition("/")[2] not in _PARTS:
            continue
        for element in package.xml(name).iter(etree.Element):
            _element(etree.QName(element).localname, element, found)
    return found


def _element(local: str, element: etree._Element, found: Signs) -> None:
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
    if local in ("hidden-text", "hidden-paragraph") or element.get(_DISPLAY) == "none":
        found["hidden_text", "passages that are not shown"] += 1
