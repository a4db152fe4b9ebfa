"""Whether a turn only looks.

A turn is an analysis turn when its sender says so, or when the user's own words forbid changes as
a whole ("do not change anything", "analysis only"). In it every writing tool is refused, whatever
the model makes of what it reads. In any other turn the model decides, and a turn in which it writes
nothing leaves no Draft. Words that forbid one thing ("do not change the header") are for the model.
"""

from __future__ import annotations

import re

_CHANGE = r"(?:chang|modify|modif|edit|writ|touch|alter|updat|sav|overwrit)\w*"
_ALL = (
    r"(?:anything|a\s+thing|any\s+(?:of\s+(?:the|my|these)\s+)?(?:files?|documents?)"
    r"|(?:the|my|these)\s+(?:files|documents))"
)
_STOPS = r"(?=\s*(?:[.,;:!?)]|$|(?:and|just|only|please|yet|for\s+now|here)\b))"
_FORBIDS = re.compile(
    rf"\b(?:do\s+not|don['’]?t|must\s+not|never|without)\s+{_CHANGE}\s+{_ALL}{_STOPS}"
    r"|(?:^|[.,;:!?]\s*)(?:please\s+)?(?:make\s+)?no\s+(?:changes|edits)\s*(?:please\s*)?(?:[.!;]|$)"
    r"|\banaly[sz]e\s+only\b|\banalysis\s+only\b|\bonly\s+(?:look|analy[sz]e|an\s+analysis)\b"
    r"|\bjust\s+(?:look|analy[sz]e)\b(?!\s+(?:and|then)\b)"
    r"|\bread[- ]only\s+(?:turn|please|request|question)\b",
    re.IGNORECASE,
)
# What is quoted is what the files say, or shall say.
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`')
# What makes an exception of something asks for a change after all.
_EXCEPTS = re.compile(
    r"\b(?:except|unless|until|other\s+than|apart\s+from|besides|but\s+(?:do|please|you|change|edit|"
    r"update|add|fix|replace|write|save|create))\b|\b(?:anything|nothing)\s+else\b",
    re.IGNORECASE,
)


def only_looks(text: str, stated: bool | None = None) -> bool:
    """Return whether a message opens a turn that changes nothing; `stated` wins over its words."""
    if stated is not None:
        return stated
    words = _QUOTED.sub(" … ", text)
    return bool(_FORBIDS.search(words)) and not _EXCEPTS.search(words)
