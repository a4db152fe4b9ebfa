"""Notices of Word documents: fields that fetch, and text that does not show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from keenbench.formats.notices.parts import root_of
from keenbench.formats.notices.shape import Signs, is_remote, leads_to, telling
from keenbench.formats.ooxml_names import W, is_on
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

_STORY = re.compile(r"(?:^|/)(?:document|header|footer|footnotes|endnotes|comments)[^/]*\.xml$")
_CODE = re.compile(r"\s*([A-Za-z]+)\b(.*)", re.DOTALL)
_LINKED = {"LINK", "INCLUDETEXT", "IMPORT", "INCLUDE", "RD", "DATABASE"}
_QUOTED = re.compile(r'"([^"]+)"|(\S+)')


def signs(package: Package) -> Signs:
    found = Signs()
    for name in package.names():
        if _STORY.search(name) is None:
            continue
        root = root_of(package, name, found)
        if root is None:
            continue
        for code in _fields(root):
            _field(code, found)
        hidden = sum(1 for run in root.iter(f"{W}r") if _is_hidden(run))
        if hidden:
            found["hidden_text", "passages that Word does not show"] += hidden
    return found


def _fields(root: Element) -> Iterator[str]:
    """Give the code of every field; runs may cut it anywhere."""
    for simple in root.iter(f"{W}fldSimple"):
        yield simple.get(f"{W}instr", "")
    depth: list[list[str]] = []
    for element in root.iter(f"{W}fldChar", f"{W}instrText"):
        if element.tag == f"{W}instrText":
            if depth:
                depth[-1].append(element.text or "")
            continue
        kind = element.get(f"{W}fldCharType")
        if kind == "begin":
            depth.append([])
        elif kind == "end" and depth:
            yield "".join(depth.pop())
    for unclosed in depth:
        yield "".join(unclosed)


def _field(code: str, found: Signs) -> None:
    match = _CODE.match(code)
    if match is None:
        return
    name = match[1].upper()
    if name in ("DDE", "DDEAUTO"):
        found["dde", telling("a field", code)] += 1
        return
    target = next((a or b for a, b in _QUOTED.findall(match[2]) if not b.startswith("\\")), "")
    if name == "INCLUDEPICTURE" and is_remote(target):
        found["remote_image", leads_to(target)] += 1
    elif name in _LINKED:
        found["external_link", leads_to(target)] += 1
    elif name == "MACROBUTTON":
        found["active_content", telling("a macro button", code)] += 1


def _is_hidden(run: Element) -> bool:
    properties = run.find(f"{W}rPr")
    vanish = properties.find(f"{W}vanish") if properties is not None else None
    if vanish is None or not is_on(vanish.get(f"{W}val")):
        return False
    return any((text.text or "").strip() for text in run.iter(f"{W}t"))
