"""Tracked changes accepted or rejected, by the rules of the format and nothing of ours."""

from __future__ import annotations

import copy
import re
import zipfile
from pathlib import Path

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
STORY = re.compile(r".*/(?:document\d*|footnotes|endnotes|header\d*|footer\d*)\.xml")
Said = list[tuple[str, str]]


def settled(file: Path, *, accept: bool) -> dict[str, Said]:
    """Return (looks, text) of every paragraph of every part once all changes are settled."""
    roots: dict[str, etree._Element] = {}
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            if STORY.fullmatch(name):
                data = archive.read(name).replace(
                    b"http://purl.oclc.org/ooxml/wordprocessingml/main", W[1:-1].encode()
                )
                roots[name] = etree.fromstring(data)
                _settle(roots[name], accept)
    _drop_unused_notes(list(roots.values()))
    return {
        name: [_said(paragraph) for paragraph in root.iter(f"{W}p")] for name, root in roots.items()
    }


def _drop_unused_notes(roots: list[etree._Element]) -> None:
    """Word drops a note with its reference."""
    for kind in ("footnote", "endnote"):
        used = {one.get(f"{W}id") for root in roots for one in root.iter(f"{W}{kind}Reference")}
        for root in roots:
            for note in root.findall(f"{W}{kind}"):
                if note.get(f"{W}id") not in used:
                    root.remove(note)


def _settle(root: etree._Element, accept: bool) -> None:
    gone = ("del", "moveFrom") if accept else ("ins", "moveTo")
    stays = ("ins", "moveTo") if accept else ("del", "moveFrom")
    for row in list(root.iter(f"{W}tr")):
        if row.find(f"{W}trPr/{W}{gone[0]}") is not None:
            table = row.getparent()
            assert table is not None
            table.remove(row)
            holder = table.getparent()
            if table.find(f".//{W}tr") is None and holder is not None:
                holder.remove(table)
    # The end of a paragraph that goes joins it with the next one, whose looks stay.
    ends = [
        paragraph
        for paragraph in root.iter(f"{W}p")
        if any(paragraph.find(f"{W}pPr/{W}rPr/{W}{name}") is not None for name in gone)
    ]
    for tag in gone:
        for element in list(root.iter(f"{W}{tag}")):
            parent = element.getparent()
            assert parent is not None
            if parent.tag not in (f"{W}rPr", f"{W}trPr"):
                parent.remove(element)
    for tag in stays:
        for element in list(root.iter(f"{W}{tag}")):
            parent = element.getparent()
            assert parent is not None
            if parent.tag not in (f"{W}rPr", f"{W}trPr"):
                at = parent.index(element)
                for child in reversed(element):
                    parent.insert(at + 1, child)
            parent.remove(element)
    for old, new in (("delText", "t"), ("delInstrText", "instrText")):
        for element in root.iter(f"{W}{old}"):
            element.tag = f"{W}{new}"
    for change in list(root.iter(f"{W}pPrChange")):
        properties = change.getparent()
        assert properties is not None
        if not accept:
            kept = [copy.deepcopy(properties.find(f"{W}{n}")) for n in ("rPr", "sectPr")]
            before = change.find(f"{W}pPr")
            properties[:] = list(before) if before is not None else []
            properties.extend(one for one in kept if one is not None)
        else:
            properties.remove(change)
    for paragraph in ends:
        _join(paragraph)


def _join(paragraph: etree._Element) -> None:
    following = next(
        (one for one in paragraph.itersiblings() if one.tag in (f"{W}p", f"{W}tbl")), None
    )
    content = [child for child in paragraph if child.tag != f"{W}pPr"]
    parent = paragraph.getparent()
    assert parent is not None
    if following is not None and following.tag == f"{W}p":
        at = 1 if following.find(f"{W}pPr") is not None else 0
        following[at:at] = content
        parent.remove(paragraph)
    elif not "".join(_text(paragraph)):
        parent.remove(paragraph)


def _said(paragraph: etree._Element) -> tuple[str, str]:
    properties = paragraph.find(f"{W}pPr")
    looks = []
    for child in () if properties is None else properties:
        if child.tag not in (f"{W}rPr", f"{W}sectPr", f"{W}pPrChange"):
            bare = etree.fromstring(etree.tostring(child, with_tail=False))
            etree.cleanup_namespaces(bare)
            looks.append(etree.tostring(bare, method="c14n").decode())
    return "".join(looks), "".join(_text(paragraph))


def _text(element: etree._Element) -> list[str]:
    out: list[str] = []
    for child in element:
        if child.tag == f"{W}t":
            out.append(child.text or "")
        elif child.tag in (f"{W}br", f"{W}tab", f"{W}cr", f"{W}drawing", f"{W}footnoteReference"):
            out.append(f"<{etree.QName(child).localname}>")
        elif child.tag not in (f"{W}p", f"{W}pPr") and isinstance(child.tag, str):
            out.extend(_text(child))
    return out
