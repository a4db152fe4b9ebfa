"""Notices of presentations: actions that start something, and slides that do not show."""

from __future__ import annotations

from keenbench.errors import FileReadFailed
from keenbench.formats.notices.parts import is_xml, root_of
from keenbench.formats.notices.shape import Signs, telling
from keenbench.formats.ooxml_names import A, R
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

_SHAPE = "{http://schemas.openxmlformats.org/presentationml/2006/main}cNvPr"
_ACTION = (f"{A}hlinkClick", f"{A}hlinkHover", f"{A}hlinkMouseOver")


def signs(package: Package) -> Signs:
    found = Signs()
    hidden = 0
    for name in package.names():
        if not is_xml(package, name):
            continue
        root = root_of(package, name, found)
        if root is None:
            continue
        hidden += root.get("show") in ("0", "false")
        for shape in root.iter(_SHAPE):
            if shape.get("hidden") in ("1", "true"):
                found["hidden_text", telling("shapes that do not show", shape.get("name", ""))] += 1
        for link in root.iter(*_ACTION):
            action = link.get("action", "").lower()
            if action.startswith(("ppaction://program", "ppaction://macro", "ppaction://ole")):
                told = telling(
                    "an action that starts a program", _target(package, name, link, action)
                )
                found["active_content", told] += 1
    if hidden:
        found["hidden_slide", "slides"] += hidden
    return found


def _target(package: Package, part: str, link: Element, action: str) -> str:
    """Return what the action starts, which a relationship of the slide names."""
    try:
        relationship = package.relationships(part).get(link.get(f"{R}id"))
    except FileReadFailed:
        return action  # told where the relationships are searched
    return f"{action} {relationship.target if relationship is not None else ''}"
