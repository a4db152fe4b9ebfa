"""No edit before every word of the request has its place.

A word that was not understood may be the one that forbids or restricts what is asked: "except in
the header", "only in column B", "don't". So a request with a word left over changes nothing, and
the word is named.
"""

from __future__ import annotations

import re

from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import by_stem
from keenbench.models.offline_files.turn import Say

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_QUOTED = re.compile(r"[\"“„][^\"”“]*[\"”“]|(?<!\w)['‘`][^'’`]+['’`](?!\w)")
_POLITE = """
    a an and also all any as at bitte can could das dem den der die each every everywhere file files
    for hello hey hi in inside into it its just kindly me my now of ok okay on please the them then
    there these this throughout to und us with within would you your document documents table text
    sheet workbook deck presentation spreadsheet across from that
"""
_ASKS = re.compile(
    r"^\s*(?:should|shall|what|why|when|how|which|who|is|are|was|were|do|does|did|has|have|if|"
    r"would\s+it|can\s+i|could\s+i|may\s+i|soll|warum|wie|was|wann)\b",
    re.I,
)


def require_placed(desk: Desk, placed: str, *spans: str) -> None:
    """Raise Say unless the request is one to act, and every word of it is known.

    `placed` are the words that this kind of request is made of; `spans` are pieces of the request
    that were taken as values.
    """
    if _ASKS.search(desk.masked()):
        raise Say("You ask about a change rather than for one, so nothing was changed.")
    left = left_over(desk, placed, *spans)
    if left:
        words = ", ".join(f"“{word}”" for word in left)
        raise Say(
            f"I do not know what to make of {words} here, so nothing was changed. Say it without, "
            "put texts into quotation marks, or choose a model in the settings."
        )


def left_over(desk: Desk, placed: str, *spans: str) -> list[str]:
    """Return the words of the request that have no place in it."""
    text = desk.masked()
    text = _QUOTED.sub(" ", text)
    for span in sorted(filter(str.strip, spans), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(span.strip())}(?!\w)", " ", text, count=1)
    files = " ".join(path.rsplit(".", 1)[0] for path in by_stem(text, desk.paths))
    known = {*_POLITE.split(), *placed.split(), *map(str.casefold, _WORD.findall(files))}
    left = (word for word in _WORD.findall(text) if word.casefold() not in known)
    return list(dict.fromkeys(left))
