"""Which files of the workbench a request names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from keenbench.workbench.kinds import FileKind, kind_of

_NAMED = re.compile(
    r"[\"“'`](?P<quoted>[^\"”'`\n]+\.\w{1,5})[\"”'`]"
    r"|(?<![\w.])(?P<plain>\w[\w()&+-]*(?:\.[\w()&+-]+)*\.\w{1,5})(?!\w)"
)
_CLOSE = 82


@dataclass(frozen=True)
class Mention:
    """A file name in the request, where it stands, and the file of the workbench that it means."""

    start: int
    end: int
    text: str
    path: str | None


def mentions(text: str, paths: Sequence[str]) -> list[Mention]:
    """Return every name of a file in `text`, in order; `path` is None for files not there."""
    found: list[Mention] = []
    for path in sorted(paths, key=len, reverse=True):
        for match in re.finditer(rf"(?<![\w.]){re.escape(path)}(?!\w)", text, re.IGNORECASE):
            if not any(m.start < match.end() and match.start() < m.end for m in found):
                found.append(Mention(match.start(), match.end(), match.group(), path))
    for match in _NAMED.finditer(text):
        if not any(m.start < match.end() and match.start() < m.end for m in found):
            name = match.group("quoted") or match.group("plain")
            if file_kind(name) != "binary":
                found.append(Mention(match.start(), match.end(), name, None))
    return sorted(found, key=lambda m: m.start)


def by_stem(text: str, paths: Sequence[str]) -> list[str]:
    """Return the files whose name without its ending stands in the text as a word of its own."""
    folded = text.casefold()
    return [
        path
        for path in paths
        if re.search(rf"(?<!\w){re.escape(_stem(path).casefold())}(?!\w)", folded)
    ]


def nearest(name: str, paths: Sequence[str]) -> str | None:
    """Return the file whose name is most like `name`, if one is like it at all."""
    scored = [(fuzz.ratio(name.casefold(), path.casefold()), path) for path in paths]
    best = max(scored, default=(0.0, ""))
    return best[1] if best[0] >= _CLOSE else None


def file_kind(path: str) -> FileKind:
    return kind_of(path).file_kind


def is_table(path: str) -> bool:
    return file_kind(path) == "xlsx" or ending(path) in ("csv", "tsv", "psv")


def ending(path: str) -> str:
    return path.rsplit(".", 1)[-1].lower() if "." in path else ""


def _stem(path: str) -> str:
    return path.rsplit(".", 1)[0]
