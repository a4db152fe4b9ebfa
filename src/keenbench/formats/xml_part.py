"""XML from inside a document, parsed so that nothing it says can hurt.

No DTD, no entity, no network. A part is bounded in bytes before it is parsed and in depth while it
is. Strict OOXML is given in the namespaces of transitional OOXML, so that one reader reads both.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from lxml import etree

from keenbench.errors import FileReadFailed

Element = etree._Element
Doctype = Literal["refused", "bare"]

# A tree takes five to ten times the bytes of its XML; the parser's box has 2 GB.
TREE_BYTES = 128 * 1024 * 1024
MAX_DEPTH = 256  # libxml2's own limit outside its huge mode

_STRICT = b"http://purl.oclc.org/ooxml/"
_TRANSITIONAL = b"http://schemas.openxmlformats.org/"
# A start tag with its quoted values, or what may hold the looks of one without being one.
_TAG = re.compile(
    rb"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<[A-Za-z_:](?:[^"'<>]|"[^"<]*"|'[^'<]*')*>""", re.DOTALL
)
# Only where a namespace or a type is named: a link or an alternative text stays as it is.
_STRICT_NAME = re.compile(
    rb"""\b((?:xmlns(?::[\w.-]+)?|uri|Type)\s*=\s*["'])http://purl\.oclc\.org/ooxml/"""
    rb"""([A-Za-z]+)(/[^"']*)"""
)
# What strict OOXML renamed, and nothing else: the package's own names are the same in both.
_TRANSITIONAL_NAME = re.compile(
    rb"""\b((?:xmlns(?::[\w.-]+)?|uri|Type)\s*=\s*["'])http://schemas\.openxmlformats\.org/"""
    rb"""(officeDocument|spreadsheetml|wordprocessingml|presentationml|drawingml)/2006(/[^"']*)"""
)
# A document type may stand only before the root element.
_PROLOGUE = re.compile(rb"(?>\s*(?:<\?.*?\?>|<!--.*?-->))*+\s*<!DOCTYPE", re.DOTALL)
_TRANSITIONAL_ELSEWHERE = {
    b"officeDocument/extendedProperties": b"officeDocument/2006/extended-properties",
    b"officeDocument/customProperties": b"officeDocument/2006/custom-properties",
    b"officeDocument/docPropsVTypes": b"officeDocument/2006/docPropsVTypes",
}


def parse_xml(
    data: bytes, name: str, *, path: str, doctype: Doctype = "refused", whole: bool = False
) -> Element:
    """Return the root of the XML in part `name`, or raise saying what is wrong with it.

    `whole` keeps comments, processing instructions and CDATA, for what will be written again.
    """
    if len(data) > TREE_BYTES:
        raise FileReadFailed(
            f"The part {name} holds {len(data)} bytes of XML, more than the {TREE_BYTES} "
            "that can be read.",
            path=path,
        )
    data = as_utf8(data)
    if doctype == "refused" and _PROLOGUE.match(data.removeprefix(b"\xef\xbb\xbf")):
        raise _declares(name, path)
    try:
        root = _parse(data, whole=whole)
        if _STRICT in data:
            # Only now: over XML that is well-formed the search for tags takes linear time.
            root = _parse(transitional(data), whole=whole)
    except _TooDeep:
        raise FileReadFailed(
            f"The document is hostile: its part {name} is nested more than {MAX_DEPTH} deep.",
            path=path,
        ) from None
    except etree.XMLSyntaxError as error:
        if "allocation" in (error.msg or ""):
            raise MemoryError from None
        raise FileReadFailed(
            f"The document is damaged: its part {name} is not well-formed XML "
            f"(line {error.lineno or 0}).",
            path=path,
        ) from None
    _refuse_declarations(root, name, path, doctype)
    return root


def as_utf8(data: bytes) -> bytes:
    """Return UTF-16 XML as UTF-8 with a mark; anything else as it is."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") and data[:4] != b"\xff\xfe\x00\x00":
        codec = "utf-16"
    elif data[:4] == b"<\x00?\x00":
        codec = "utf-16-le"
    elif data[:4] == b"\x00<\x00?":
        codec = "utf-16-be"
    else:
        return data
    text = data.decode(codec, "replace").removeprefix("\ufeff")
    # What the declaration says of UTF-16 no longer holds.
    return b"\xef\xbb\xbf" + re.sub(r"^<\?xml.*?\?>", "", text, count=1, flags=re.DOTALL).encode(
        "utf-8", "replace"
    )


def transitional(data: bytes) -> bytes:
    """Return XML with the namespaces of strict OOXML written as those of transitional OOXML."""
    if _STRICT not in data:
        return data
    return _TAG.sub(lambda tag: _STRICT_NAME.sub(_transitional_name, tag[0]), data)


def strict(data: bytes) -> bytes:
    """Return XML with the namespaces of transitional OOXML written as those of strict OOXML."""
    return _TAG.sub(lambda tag: _TRANSITIONAL_NAME.sub(_strict_name, tag[0]), data)


def is_strict(data: bytes) -> bool:
    """Return whether any namespace or type in the XML is one of strict OOXML."""
    return _STRICT in data and any(_STRICT_NAME.search(tag[0]) for tag in _TAG.finditer(data))


def transitional_name(name: str) -> str:
    """Return a namespace or relationship type in its transitional form."""
    return transitional(b'<a uri="' + name.encode() + b'">')[8:-2].decode()


def _transitional_name(match: re.Match[bytes]) -> bytes:
    before, area, rest = match.groups()
    known = _TRANSITIONAL_ELSEWHERE.get(area + rest)
    return before + _TRANSITIONAL + (known or area + b"/2006" + rest)


_STRICT_ELSEWHERE = {
    area_and_name.replace(b"officeDocument/2006/", b""): short.replace(b"officeDocument/", b"")
    for short, area_and_name in _TRANSITIONAL_ELSEWHERE.items()
}


def _strict_name(match: re.Match[bytes]) -> bytes:
    before, area, rest = match.groups()
    known = _STRICT_ELSEWHERE.get(rest[1:])
    return before + _STRICT + area + (b"/" + known if known else rest)


class _TooDeep(Exception):
    """Elements are nested past the limit."""


def _parse(data: bytes, *, whole: bool) -> Element:
    try:
        return etree.fromstring(data, _parser(huge=False, whole=whole))
    except etree.XMLSyntaxError as error:
        # Drawings carry attributes of more than 10 MB (o:gfxdata), which only the huge mode takes;
        # the bytes are bounded already, and the depth is checked here.
        message = error.msg or ""
        if "Excessive depth" in message:
            raise _TooDeep from None
        if "XML_PARSE_HUGE" not in message:
            raise
    root = etree.fromstring(data, _parser(huge=True, whole=whole))
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            raise _TooDeep
    return root


def _parser(*, huge: bool, whole: bool) -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=huge,
        remove_comments=not whole,
        remove_pis=not whole,
        strip_cdata=not whole,
    )


def _refuse_declarations(root: Element, name: str, path: str, doctype: Doctype) -> None:
    declared: Any = root.getroottree().docinfo.internalDTD  # more of it than its stubs know
    if declared is None:
        return
    # OpenOffice 2 names a DTD in its manifest. It is never fetched; only what it declared itself
    # could do harm.
    if doctype == "bare" and not any(declared.iterentities()) and not any(declared.iterelements()):
        return
    raise _declares(name, path)


def _declares(name: str, path: str) -> FileReadFailed:
    return FileReadFailed(
        f"The document is hostile: its part {name} declares a document type (DTD) or entities, "
        "which are never expanded here.",
        path=path,
    )
