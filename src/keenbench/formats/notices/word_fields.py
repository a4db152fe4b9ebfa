"""Fields of Word documents: which of them fetch, link, or start something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from keenbench.formats.notices.shape import Signs, is_remote, leads_to, telling
from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

_CODE = re.compile(r"\s*([A-Za-z]+)\b(.*)", re.DOTALL)
_LINKED = {"LINK", "INCLUDETEXT", "INCLUDEPICTURE", "IMPORT", "INCLUDE", "RD", "DATABASE"}
_QUOTED = re.compile(r'"([^"]+)"|(\S+)')


@dataclass
class _Field:
    """A field as it is read; NUL stands where another field gives a piece of its code."""

    code: list[str] = field(default_factory=list)
    is_shown: bool = False  # its result has begun
    quotes: bool = False  # a field inside spells a piece of its code


def field_signs(root: Element) -> Signs:
    found = Signs()
    for one in _fields(root):
        _field(one, found)
    return found


def _fields(root: Element) -> Iterator[_Field]:
    """Give every field; runs may cut its code anywhere."""
    for simple in root.iter(f"{W}fldSimple"):
        yield _Field([simple.get(f"{W}instr", "")])
    open_fields: list[_Field] = []
    for element in root.iter(f"{W}fldChar", f"{W}instrText"):
        if element.tag == f"{W}instrText":
            if open_fields:
                open_fields[-1].code.append(element.text or "")
            continue
        kind = element.get(f"{W}fldCharType")
        if kind == "begin":
            open_fields.append(_Field())
        elif kind == "separate" and open_fields:
            open_fields[-1].is_shown = True
        elif kind == "end" and open_fields:
            ended = open_fields.pop()
            if open_fields and not open_fields[-1].is_shown:
                outer = open_fields[-1]
                outer.code.append("\0")
                name = "".join(ended.code).strip().upper()
                outer.quotes = outer.quotes or ended.quotes or name.startswith("QUOTE")
            yield ended
    yield from open_fields


def _field(one: _Field, found: Signs) -> None:
    code = "".join(one.code)
    # { { QUOTE 68 68 69 } … }: what it does is known only when Word computes it.
    name_is_made = re.match(r"\s*[A-Za-z]*\0", code) is not None
    if name_is_made or one.quotes:
        found["dde", telling("a field whose code other fields put together", code)] += 1
    match = _CODE.match(code.replace("\0", ""))
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
    elif name == "HYPERLINK" and target and not match[2].lstrip().startswith("\\l"):
        found["link", leads_to(target)] += 1
    elif name in ("MACROBUTTON", "CONTROL", "HTMLCONTROL"):
        found["active_content", telling("a macro button or control", code)] += 1
