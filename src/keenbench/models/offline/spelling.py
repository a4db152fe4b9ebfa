"""Questions as people type them: short forms, chat spelling, slips in common words.

`whos`, `hasnt`, `w/o`, `bcs`, `hrs` and `over-65s` are put into plain words before a question is
cut into tokens, so that nothing later has to know them. Only what is written small is put right,
as a cell may be called MIN or HR.
"""

from __future__ import annotations

import re

from rapidfuzz.distance import OSA

from keenbench.models.offline.words_in_full import CONTRACTIONS, IN_FULL

_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), meant)
    for pattern, meant in (
        (r"(?<![\w/])w/o(?![\w/])", "without"),
        (r"(?<![\w/])w/ ?(?=\w)", "with "),
        (r"(?<![\w/])b/c(?![\w/])", "because"),
        (r"(?<![\w/])b/w(?![\w/])", "between"),
        (r"(?<=[A-Za-z])\s\+\s(?=[A-Za-z])", " and "),
        # The over-65s, under 18s: people by their age; those in their thirties too.
        (r"\b(over|under|above|below)[- ](\d{1,2})['’]?s\b", r"aged \1 \2"),
        (r"\bin (?:their|his|her) ([2-9])0['’]?s\b", r"aged between \g<1>0 and \g<1>9"),
        (r"\b(year|grade|form|class|line|level|type|key stage) (\d{1,2})['’]?s\b", r"\1 \2"),
        (r"(\d+(?:\.\d+)?) ?(?:%|percent|per cent) off\b", r"a discount of \1%"),
        (r"\bhalf price\b", "a discount of 50%"),
        # In the us, the us market: a pronoun never has an article.
        (r"\bthe us\b(?! all| both| dollar)", "the usa"),
        (r"\bno\. ?(?=of\b)", "number "),
        (r"\b(more than|less than|at least|at most|over|only|exactly|just) once\b", r"\1 1 times"),
        (r"\bonce (or more|or less)\b", r"1 times \1"),
        (r"\btwice\b(?! as\b)", "2 times"),
        (r"\bthrice\b(?! as\b)", "3 times"),
        (r"\bfirst (?:and|&|or) (?:last|sur|second) ?names?\b", "first name and last name"),
        (r"\bhalf (?:of )?(?=(?:their|its|the average|the median)\b)", "50% of "),
        (r"\bdouble (?=the average\b|the median\b|their\b|its\b)", "2 times "),
        (r"\b(?:half a dozen|half-dozen)\b", "6"),
        (r"°\s?[CF]\b", " degrees"),
    )
)
_SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_AND_A_HALF = re.compile(
    rf"\b(\d{{1,3}}|an?|{'|'.join(_SMALL)})(?: and a half\b( \w+)?| (\w+) and a half\b)",
    re.IGNORECASE,
)
"""`two and a half hours`, `an hour and a half`, `3 years and a half`."""
_LEAVING_OUT = re.compile(
    r"\b(leav(?:e|es|ing)|(?:(?<=^)|(?<=[,;:.–—-] )|(?<=\band )|(?<=\bbut )|(?<=\bplease )"
    r"|(?<=\bby ))"
    r"(?:tak(?:e|ing)|keep(?:ing)?|cut(?:ting)?|filter(?:ing)?|strip(?:ping)?|rul(?:e|ing)"
    r"|drop(?:ping)?|count(?:ing)?|throw(?:ing)?))"
    r"((?:\s[\w’'/&-]+){1,5}?)\s(?:out|aside)\b(?! of)",
    re.IGNORECASE,
)
_NOT_COUNTED = re.compile(
    r"\b(?:don'?t|do not|doesn'?t|does not|shouldn'?t|should not|not to be)\s+"
    r"(?:count|be counted|be included|matter|be considered)\b(?=\s*(?:[.,;!?)]|$))",
    re.IGNORECASE,
)
_FORGET = re.compile(
    r"\b(?:never mind|forget(?: about)?|skip(?:ping)?|drop(?:ping)?|ditch)\s"
    r"(?=(?:the|any|all|those)\s)",
    re.IGNORECASE,
)
_SHORTEST = 4
_LONG = 8
_QUOTED = re.compile(r"""("[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|(?<!\w)'[^']+'(?!\w))""")
"""What stands in quotes is a cell as it is written, and kept so."""
_WORD = re.compile(r"(?<![\w'’&/-])[a-z][a-z'’]*(?![\w'’&/-])")


def plain_spelling(question: str) -> str:
    """Return a question with short forms and chat spelling written out."""
    pieces = _QUOTED.split(question)
    pieces[::2] = [_rewritten(piece) for piece in pieces[::2]]
    return "".join(pieces)


def _rewritten(text: str) -> str:
    for pattern, meant in _SIGNS:
        text = pattern.sub(meant, text)
    text = _AND_A_HALF.sub(_with_half, text)
    text = _LEAVING_OUT.sub(r"excluding\2", text)
    text = _NOT_COUNTED.sub("excluded", text)
    text = _FORGET.sub("excluding ", text)
    return _WORD.sub(lambda match: _in_full(match[0]), text)


def _with_half(match: re.Match[str]) -> str:
    count = match[1].casefold()
    whole = count if count.isdigit() else "1" if count in ("a", "an") else str(_SMALL.index(count))
    unit = f" {match[3]}" if match[3] else match[2] or ""
    return f"{whole}.5{unit}"


def _in_full(word: str) -> str:
    plain = word.replace("’", "'")
    return CONTRACTIONS.get(plain) or IN_FULL.get(plain) or word


def slipped(written: str, meant: str) -> bool:
    """Return whether a word is a common one with a slip: shre, mony, diffrence, decemeber."""
    if written == meant or not written.isalpha() or len(written) < _SHORTEST:
        return False
    allowed = 2 if len(meant) >= _LONG else 1
    if written[0] != meant[0] and len(meant) < _LONG:
        return False
    if len(meant) <= _SHORTEST and len(written) != len(meant) + 1:
        return False  # sore is no more
    return OSA.distance(written, meant, score_cutoff=allowed) <= allowed


__all__ = ["plain_spelling", "slipped"]
