"""Notices of presentations: actions that start something, and slides that do not show."""

from __future__ import annotations

from keenbench.errors import FileReadFailed
from keenbench.formats.documents import main_part
from keenbench.formats.notices.parts import is_xml, root_of
from keenbench.formats.notices.shape import Signs, placed, telling
from keenbench.formats.notices.slide_hidden import slide_text_signs
from keenbench.formats.ooxml_names import A, P, R
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

_SHAPE = f"{P}cNvPr"
_HOLDERS = tuple(f"{P}{name}" for name in ("sp", "pic", "grpSp", "graphicFrame", "cxnSp"))
_ACTION = (f"{A}hlinkClick", f"{A}hlinkHover", f"{A}hlinkMouseOver")


def signs(package: Package) -> Signs:
    found = Signs()
    places = _places(package)
    for name in package.names():
        if not is_xml(package, name):
            continue
        root = root_of(package, name, found)
        if root is None:
            continue
        place = places.get(name, "beside the slides")
        if root.get("show") in ("0", "false"):
            found["hidden_slide", placed("slides", place)] += 1
        if name in places:
            found.update(slide_text_signs(package, name, root, place))
        for shape in root.iter(_SHAPE):
            if shape.get("hidden") in ("1", "true"):
                told = telling("shapes that do not show", _words(shape))
                found["hidden_text", placed(told, place)] += 1
        for link in root.iter(*_ACTION):
            action = link.get("action", "").lower()
            if action.startswith(("ppaction://program", "ppaction://macro", "ppaction://ole")):
                told = telling(
                    "an action that starts a program", _target(package, name, link, action)
                )
                found["active_content", told] += 1
    return found


def _places(package: Package) -> dict[str, str]:
    """Return what the slides are called, by their parts: as they follow, counted from 1."""
    main = main_part(package)
    links = package.relationships(main)
    listed = package.xml(main).iterfind(f"{P}sldIdLst/{P}sldId")
    parts = [link.part for one in listed if (link := links.get(one.get(f"{R}id"))) is not None]
    named = ((package.find(part), at) for at, part in enumerate(parts, 1) if part is not None)
    return {part.name: f"slide {at}" for part, at in named if part is not None}


def _words(shape: Element) -> str:
    """Return what tells a hidden shape from another: its name and what it says."""
    holder = next(shape.iterancestors(*_HOLDERS), None)
    said = () if holder is None else holder.iter(f"{A}t")
    return "\n".join([shape.get("name", ""), *(one.text or "" for one in said)])


def _target(package: Package, part: str, link: Element, action: str) -> str:
    """Return what the action starts, which a relationship of the slide names."""
    try:
        relationship = package.relationships(part).get(link.get(f"{R}id"))
    except FileReadFailed:
        return action  # told where the relationships are searched
    return f"{action} {relationship.target if relationship is not None else ''}"
