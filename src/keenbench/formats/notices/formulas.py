"""Formulas that do more than compute: that fetch, that call other programs."""

from __future__ import annotations

import re

from keenbench.formats.notices.shape import Signs, is_remote, leads_to, telling

_TEXT = re.compile(r'"(?:[^"]|"")*+"')
# Functions that fetch, or that ask a server.
_FETCHES = re.compile(
    r"(?<![\w.])(?:_xlfn\.|_xlws\.|_xludf\.)*+(WEBSERVICE|IMAGE|IMPORTDATA|IMPORTXML|IMPORTHTML|"
    r"IMPORTFEED|IMPORTRANGE|RTD|STOCKHISTORY|SQL\.REQUEST|CUBE[A-Z]+|PY|COPILOT|TRANSLATE|"
    r"DETECTLANGUAGE)\s*\(",
    re.IGNORECASE,
)
# Functions that call what is no part of the workbook.
_CALLS = re.compile(
    r"(?<![\w.])(?:_xlfn\.|_xludf\.)*+(?:CALL|REGISTER|REGISTER\.ID|EXEC|EXECUTE|INITIATE|POKE|"
    r"REQUEST|DDE|DDEAUTO|FOPEN|RUN|SHELL)\s*\(",
    re.IGNORECASE,
)
_LINKS = re.compile(r"(?<![\w.])HYPERLINK\s*\(", re.IGNORECASE)
_ADDRESS = re.compile(r'"\s*((?:https?|ftp)://[^"]+)', re.IGNORECASE)
# =cmd|' /C calc'!A0 and ='C:\x\cmd'|'/c calc'!A0: a bar stands nowhere else in a formula.
_QUOTED = re.compile(r"'((?:[^']|'')*+)'")
_DDE = re.compile(r"(?:[\w.]|'')\s{0,9}\|[^!]{0,9999}!")
# 'http://host/[book.xlsx]Sheet'!A1: read from there whenever the workbook is computed.
_BOOKS = re.compile(r"(?:https?|ftps?|file)://[^\s'\"!,;()]{1,9999}!", re.IGNORECASE)


def signs_of_formula(formula: str, where: str) -> Signs:
    """Return what a formula does beyond computing; `where` names its sheet."""
    signs = Signs()
    bare = _TEXT.sub('""', formula)
    for match in _FETCHES.finditer(bare):
        signs["remote_formula", telling(f"{match[1].upper()} in {where}", formula)] += 1
    if "!" in bare:
        for match in _QUOTED.finditer(bare):
            if is_remote(match[1]):
                signs["external_link", leads_to(match[1])] += 1
        for match in _BOOKS.finditer(bare):
            if is_remote(match[0]):
                signs["external_link", leads_to(match[0])] += 1
    # What stands between single quotes is a name, not a call and not a bar.
    named = _QUOTED.sub("''", bare)
    if _CALLS.search(named) or _DDE.search(named):
        signs["dde", telling(where, formula)] += 1
    if _LINKS.search(bare):
        for match in _ADDRESS.finditer(formula):
            signs["link", leads_to(match[1])] += 1
    return signs
