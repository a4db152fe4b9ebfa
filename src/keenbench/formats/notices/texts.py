"""Notices of texts, by what their names say they are: pages, notes, styles, tables."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import BinaryIO

from keenbench.formats.notices.formulas import signs_of_formula
from keenbench.formats.notices.markdown import markdown_signs
from keenbench.formats.notices.markup import markup_signs
from keenbench.formats.notices.shape import Signs, placed, telling
from keenbench.formats.notices.styles import style_signs
from keenbench.formats.notices.suffixes import MARKED_UP, NOTES, STYLES, TABLES
from keenbench.formats.text.encoding import detect
from keenbench.formats.text.lines import TextFile, count_ends

_CELL = re.compile(r"(?:^|[,;\t|])\s{0,99}\"?([=+@-](?:[^\"\r\n]|\"\")*+)", re.MULTILINE)
_ERROR = re.compile(
    r"(?:^|(?<=[,;\t|]))[ ]{0,9}\"?(#(?:REF!|VALUE!|NAME\?|DIV/0!|N/A|NUM!|NULL!|SPILL!|CALC!))"
    r"\"?[ ]{0,9}(?=[,;\t|\r\n]|\Z)",
    re.MULTILINE,
)
_DECLARES = re.compile(r"<!ENTITY", re.IGNORECASE)


def signs_of_text(file: BinaryIO, path: str) -> Signs:
    text = TextFile(file, detect(file, path)).text()
    suffix = PurePath(path).suffix.lower()
    signs = Signs()
    if suffix in TABLES:
        for match in _CELL.finditer(text):
            signs.update(signs_of_formula(match[1].replace('""', '"').lstrip("=+@-"), "the table"))
        signs.update(_errors(text))
    if suffix in MARKED_UP and _DECLARES.search(text):
        said = "It declares entities, which are never expanded here."
        signs["not_checked", telling(said, text)] += 1
    if suffix in MARKED_UP:
        signs.update(markup_signs(text))
    if suffix in NOTES:
        signs.update(markdown_signs(text))
    if suffix in STYLES:
        signs.update(style_signs(text))
    return signs


def _errors(text: str) -> Signs:
    """Tell of the errors of formulas that a table was saved with."""
    signs = Signs()
    line, at = 1, 0
    for match in _ERROR.finditer(text):
        line += count_ends(text[at : match.start()]).total
        at = match.start()
        signs["formula_error", placed(f"{match[1]} in the table", f"line {line}")] += 1
    return signs
