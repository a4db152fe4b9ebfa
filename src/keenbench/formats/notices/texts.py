"""Notices of texts, by what their names say they are: pages, notes, styles, tables."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import BinaryIO

from keenbench.formats.notices.formulas import signs_of_formula
from keenbench.formats.notices.markdown import markdown_signs
from keenbench.formats.notices.markup import markup_signs
from keenbench.formats.notices.shape import Signs, telling
from keenbench.formats.notices.styles import style_signs
from keenbench.formats.text.encoding import detect
from keenbench.formats.text.lines import TextFile

TABLES = (".csv", ".tsv", ".psv")
MARKED_UP = (".html", ".htm", ".xhtml", ".md", ".markdown", ".svg", ".xml")
SEARCHED = (*TABLES, *MARKED_UP, ".css")

_CELL = re.compile(r"(?:^|[,;\t|])\s{0,99}\"?([=+@-](?:[^\"\r\n]|\"\")*+)", re.MULTILINE)
_DECLARES = re.compile(r"<!ENTITY", re.IGNORECASE)


def signs_of_text(file: BinaryIO, path: str) -> Signs:
    text = TextFile(file, detect(file, path)).text()
    suffix = PurePath(path).suffix.lower()
    signs = Signs()
    if suffix in TABLES:
        for match in _CELL.finditer(text):
            signs.update(signs_of_formula(match[1].replace('""', '"').lstrip("=+@-"), "the table"))
    if suffix in MARKED_UP and _DECLARES.search(text):
        said = "It declares entities, which are never expanded here."
        signs["not_checked", telling(said, text)] += 1
    if suffix in MARKED_UP:
        signs.update(markup_signs(text))
    if suffix in (".md", ".markdown"):
        signs.update(markdown_signs(text))
    if suffix == ".css":
        signs.update(style_signs(text))
    return signs
