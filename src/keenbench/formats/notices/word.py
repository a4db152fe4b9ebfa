"""Notices of Word documents: fields and drawings that fetch, and text that does not show."""

from __future__ import annotations

from keenbench.formats.notices.parts import is_xml, root_of
from keenbench.formats.notices.shape import Signs, is_remote, leads_to, telling
from keenbench.formats.notices.word_fields import field_signs
from keenbench.formats.ooxml_names import W, is_on
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

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
    hidden = _hidden_styles(roots)
    for root in roots:
        found.update(field_signs(root))
        for shape in root.iter(_VML):
            for key in _ADDRESSES:
                if is_remote(shape.get(key, "")):
                    found["remote_image", leads_to(shape.get(key, ""))] += 1
        for text in _hidden_texts(root, hidden):
            found["hidden_text", telling("passages that Word does not show", text)] += 1
    return found


def _hidden_styles(roots: list[Element]) -> set[str]:
    """Return the styles whose text does not show, with those based on them."""
    hidden: set[str] = set()
    based: dict[str, str] = {}
    shown: set[str] = set()
    for root in roots:
        for style in root.iter(f"{W}style"):
            name = style.get(f"{W}styleId", "")
            vanish = _vanishes(style)
            if vanish is not None:
                (hidden if vanish else shown).add(name)
            above = style.find(f"{W}basedOn")
            if above is not None:
                based[name] = above.get(f"{W}val", "")
    while more := {
        name
        for name, above in based.items()
        if above in hidden and name not in hidden and name not in shown
    }:
        hidden |= more
    return hidden


def _hidden_texts(root: Element, hidden: set[str]) -> list[str]:
    found: list[str] = []
    for run in root.iter(f"{W}r"):
        vanish = _vanishes(run)
        if vanish is None and hidden:
            vanish = _style(run, "r") in hidden or _style(_paragraph(run), "p") in hidden
        if vanish:
            text = "".join(one.text or "" for one in run.iter(f"{W}t")).strip()
            if text:
                found.append(text)
    return found


def _paragraph(run: Element) -> Element | None:
    return next(run.iterancestors(f"{W}p"), None)


def _style(element: Element | None, letter: str) -> str:
    if element is None:
        return ""
    named = element.find(f"{W}{letter}Pr/{W}{letter}Style")
    return named.get(f"{W}val", "") if named is not None else ""


def _vanishes(element: Element) -> bool | None:
    """Return whether a run or style says itself that its text shows or not."""
    vanish = element.find(f"{W}rPr/{W}vanish")
    return None if vanish is None else is_on(vanish.get(f"{W}val"))
