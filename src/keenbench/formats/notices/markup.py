"""Notices of texts: pages, drawings, notes with pictures from the network, cells that compute."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import BinaryIO

from keenbench.formats.notices.formulas import signs_of_formula
from keenbench.formats.notices.shape import NoticeCode, Signs, is_remote, leads_to, telling
from keenbench.formats.text.encoding import detect
from keenbench.formats.text.lines import TextFile

_TAG = re.compile(r"<([A-Za-z][\w:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_STYLE_URL = re.compile(r"url\(\s*[\"']?([^\"')\s]+)", re.IGNORECASE)
_IMPORT = re.compile(r"@import\s+[\"']([^\"']+)", re.IGNORECASE)
_MARKDOWN_IMAGE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)\s>]+)|!\[[^\]]*\]\[([^\]]*)\]")
_MARKDOWN_TARGET = re.compile(r"^\s{0,3}\[([^\]]+)\]:\s*<?(\S+?)>?(?:\s|$)", re.MULTILINE)
_IMAGES = {"img", "image", "feimage", "input", "picture", "source"}
_LOADED = {"iframe", "frame", "embed", "object", "link", "video", "audio", "track", "use", "base"}
_SOURCES = ("src", "href", "xlink:href", "data", "srcset", "poster", "background")
_CELL = re.compile(r"(?:^|[,;\t|])\s*\"?([=+@-](?:[^\"\r\n]|\"\")*)", re.MULTILINE)
_DECLARES = re.compile(r"<!ENTITY", re.IGNORECASE)
_TABLES = (".csv", ".tsv", ".psv")
_MARKED_UP = (".html", ".md", ".svg", ".xml")


def signs_of_text(file: BinaryIO, path: str) -> Signs:
    text = TextFile(file, detect(file, path)).text()
    suffix = PurePath(path).suffix.lower()
    signs = Signs()
    if suffix in _TABLES:
        for match in _CELL.finditer(text):
            signs.update(signs_of_formula(match[1].replace('""', '"').lstrip("=+@-"), "the table"))
    if suffix in (".svg", ".xml") and _DECLARES.search(text):
        said = "It declares entities, which are never expanded here."
        signs["not_checked", telling(said, text)] += 1
    if suffix in _MARKED_UP:
        _markup(text, signs)
    if suffix == ".md":
        _markdown(text, signs)
    return signs


def _markup(text: str, signs: Signs) -> None:
    for match in _TAG.finditer(text):
        name = match[1].lower()
        said = {
            found[0].lower(): found[1] or found[2] or found[3]
            for found in _ATTRIBUTE.findall(match[2])
        }
        if name == "script" or name.endswith(":script"):
            signs["script", "script"] += 1
        for key in said:
            if key.startswith("on") and len(key) > 3:
                signs["script", key] += 1
        for key in _SOURCES:
            target = said.get(key, "")
            if target.strip().lower().startswith(("javascript:", "vbscript:")):
                signs["script", "javascript address"] += 1
            elif is_remote(target):
                signs[_code(name, key), leads_to(target)] += 1
        if name == "meta" and said.get("http-equiv", "").lower() == "refresh":
            signs["script", "refresh"] += 1
    for pattern in (_STYLE_URL, _IMPORT):
        for match in pattern.finditer(text):
            if is_remote(match[1]):
                signs["external_link", leads_to(match[1])] += 1


def _code(name: str, key: str) -> NoticeCode:
    if name in _IMAGES:
        return "remote_image"
    if name == "script":
        return "external_link"
    return "external_link" if name in _LOADED or key in ("src", "data", "background") else "link"


def _markdown(text: str, signs: Signs) -> None:
    targets = {match[1].casefold(): match[2] for match in _MARKDOWN_TARGET.finditer(text)}
    for match in _MARKDOWN_IMAGE.finditer(text):
        target = match[1] or targets.get((match[2] or "").casefold(), "")
        if is_remote(target):
            signs["remote_image", leads_to(target)] += 1
