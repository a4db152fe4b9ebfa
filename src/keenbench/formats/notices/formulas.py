"""Formulas that do more than compute: that fetch, that call other programs."""

from __future__ import annotations

import re

from keenbench.formats.notices.shape import Signs, leads_to, telling

_TEXT = re.compile(r'"(?:[^"]|"")*"')
# Functions that fetch, or that call what is no part of the workbook.
_FETCHES = re.compile(
    r"(?:_xlfn\.|_xlws\.)*\b(WEBSERVICE|IMAGE|IMPORTDATA|IMPORTXML|IMPORTHTML|IMPORTFEED|"
    r"IMPORTRANGE|RTD|STOCKHISTORY)\s*\(",
    re.IGNORECASE,
)
_CALLS = re.compile(r"\b(CALL|REGISTER|REGISTER\.ID|EXEC|DDE|DDEAUTO|FOPEN)\s*\(", re.IGNORECASE)
_LINKS = re.compile(r"\bHYPERLINK\s*\(", re.IGNORECASE)
_ADDRESS = re.compile(r'"\s*((?:https?|ftp)://[^"]+)', re.IGNORECASE)
# =cmd|' /C calc'!A0
_DDE = re.compile(r"(?:^|[=+\-*/^&<>,;(\s])([A-Za-z][\w.]*)\|(?:'[^']*'|[^'!\s]*)!")


def signs_of_formula(formula: str, where: str) -> Signs:
    """Return what a formula does beyond computing; `where` names its sheet."""
    signs = Signs()
    bare = _TEXT.sub('""', formula)
    for match in _FETCHES.finditer(bare):
        signs["remote_formula", telling(f"{match[1].upper()} in {where}", formula)] += 1
    if _CALLS.search(bare) or _DDE.search(bare):
        signs["dde", telling(where, formula)] += 1
    if _LINKS.search(bare):
        for match in _ADDRESS.finditer(formula):
            signs["link", leads_to(match[1])] += 1
    return signs
