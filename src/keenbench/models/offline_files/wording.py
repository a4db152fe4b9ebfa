"""Lists of names in a request."""

from __future__ import annotations

import re

_END = re.compile(
    r"\x00|[.;!?]|\bzusammen\b|\b(?:and|then|und)\s+(?:then\s+)?(?:sav|stor|export|writ|put|creat|mak|speicher)\w*"
    r"|\b(?:sav|stor|export|writ|put|into|as|in|from|of|als|to|speicher)\w*\b",
    re.I,
)


def listed(words: str) -> list[str]:
    """Return the names in “region, product and month and save as …”."""
    end = _END.search(words)
    words = words[: end.start()] if end else words
    names = re.split(r",|&|\band\b|\bund\b|\bthen\b", words, flags=re.I)
    cleaned = (re.sub(r"^\s*(?:the|each|every|column)\s+", "", name, flags=re.I) for name in names)
    return [name.strip(" \"“”'`") for name in cleaned if name.strip(" \"“”'`")]
