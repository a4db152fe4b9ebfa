"""The notices of a changed file: their kinds, and how they are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Literal
from urllib.parse import urlsplit

from keenbench.registry import Result

NoticeCode = Literal[
    "link",
    "external_link",
    "attached_template",
    "dde",
    "remote_formula",
    "remote_image",
    "macro",
    "active_content",
    "script",
    "hidden_sheet",
    "hidden_slide",
    "hidden_cells",
    "hidden_text",
    "formula_error",
    "not_checked",
]
# What is only told: nothing happens until the reader of the file does something.
TOLD_ONLY = frozenset({"link"})

_NAMED = 5
_SENTENCES: dict[NoticeCode, str] = {
    "link": "It links to {what}.",
    "external_link": "It loads content that is not in the file: {what}.",
    "attached_template": "It is based on a template outside the file, which is loaded when the "
    "file is opened: {what}.",
    "dde": "It asks other programs for data (DDE), which can start them: {what}.",
    "remote_formula": "Formulas reach out to the network: {what}.",
    "remote_image": "It shows pictures from the network, whose owner learns when the file is "
    "opened: {what}.",
    "macro": "It contains macros, which are programs: {what}.",
    "active_content": "It contains embedded objects or controls: {what}.",
    "script": "It contains scripts or actions that run when the file is opened: {what}.",
    "hidden_sheet": "Sheets are hidden: {what}.",
    "hidden_slide": "Slides are hidden: {what}.",
    "hidden_cells": "Rows or columns are hidden: {what}.",
    "hidden_text": "Text does not show: {what}.",
    "formula_error": "Formulas give errors that were not there before: {what}.",
    "not_checked": "It could not be checked for active or remote content. {what}",
}

# What a version of a file holds that is worth a notice: (kind, what is told of it). What follows a
# NUL is not told: it tells one of a kind from another. After a second NUL stands the place, which
# is told and tells nothing apart: places shift.
Signs = Counter[tuple[NoticeCode, str]]
_NUMBERED = frozenset({"formula_error"})
_PLACES = 3


class FoundNotice(Result):
    code: NoticeCode
    message: str


def sentence(code: NoticeCode, what: Sequence[str]) -> FoundNotice:
    """Return the notice that tells of all of one kind."""
    shown = (" " if code == "not_checked" else ", ").join(what[:_NAMED])
    more = f" and {len(what) - _NAMED} more" if len(what) > _NAMED else ""
    return FoundNotice(code=code, message=_SENTENCES[code].format(what=shown + more))


def telling(told: str, whole: str | bytes) -> str:
    """Return what is told of a sign, which another target or content makes another sign."""
    data = whole if isinstance(whole, bytes) else whole.encode("utf-8", "surrogatepass")
    return f"{told}\0{sha256(data).hexdigest()[:32]}"


def leads_to(target: str) -> str:
    """Return where a reference leads, with the whole of it to tell it from others."""
    return telling(place_of(target), target.strip())


def placed(told: str, place: str) -> str:
    """Return what is told of a sign, and where it stands."""
    return f"{told}\0{place}" if "\0" in told else f"{told}\0\0{place}"


def added(old: Signs, new: Signs) -> list[FoundNotice]:
    """Return what the new version holds more than the old one, a notice a kind."""
    before, after = _without_places(old), _without_places(new)
    more = {key for key, count in after.items() if count > before[key]}
    found: list[FoundNotice] = []
    for code in _SENTENCES:
        names = {text.partition("\0")[0] for kind, text in more if kind == code}
        what = [_told(code, name, more, old, new) for name in sorted(names)]
        if what:
            found.append(sentence(code, what))
    return found


def _without_places(signs: Signs) -> Signs:
    found = Signs()
    for (code, text), count in signs.items():
        found[code, _apart(text)] += count
    return found


def _apart(text: str) -> str:
    """Return the part of a sign's text that tells it from others."""
    return "\0".join(text.split("\0", 2)[:2])


def _told(
    code: NoticeCode, name: str, more: set[tuple[NoticeCode, str]], old: Signs, new: Signs
) -> str:
    count = _total(new, code, name) - _total(old, code, name)
    here = [
        text
        for kind, text in new
        if kind == code and (code, _apart(text)) in more and text.partition("\0")[0] == name
    ]
    # What stood at the same place before is not what came.
    fresh = [text for text in here if (code, text) not in old] or here
    places = sorted({text.split("\0", 2)[2] for text in fresh if text.count("\0") > 1}, key=_order)
    if not places:
        return name if count < 2 else f"{name} ({count})"
    where = ", ".join(places[:_PLACES]) + (", …" if len(places) > _PLACES else "")
    return f"{count} × {name} ({where})" if code in _NUMBERED else f"{name} ({where})"


def _order(place: str) -> tuple[int, str]:
    return len(place), place


def _total(signs: Signs, code: NoticeCode, name: str) -> int:
    return sum(
        count
        for (kind, text), count in signs.items()
        if kind == code and text.partition("\0")[0] == name
    )


_HOSTS = ("http", "https", "ftp", "ftps", "ws", "wss")
_BREAKS = re.compile(r"[\t\r\n]")
_BLANKS = "".join(map(chr, range(33)))


def place_of(target: str) -> str:
    """Return where a reference leads: a host or a kind of place, never a whole address."""
    was_path = target.strip().startswith("\\\\")
    target = _plain(target)
    try:
        parts = urlsplit(target)
        host = parts.hostname
    except ValueError:
        return "an address that cannot be read"
    if target.startswith("//") and was_path:
        return f"a file on another computer ({host})"
    if parts.scheme.lower() in _HOSTS or target.startswith("//"):
        return host or "an address without a host"
    if parts.scheme.lower() == "mailto":
        return "a mail address"
    if parts.scheme.lower() in ("data", "cid"):
        return "data"
    if parts.scheme.lower() in ("file", "smb") and host:
        return f"a file on another computer ({host})"
    if parts.scheme.lower() in ("", "file") or len(parts.scheme) == 1:
        return "another file"
    return f"a {parts.scheme.lower()} address"


def is_remote(target: str) -> bool:
    """Return whether a reference leaves this computer."""
    folded = _plain(target).lower()
    if folded.startswith("//"):
        return True
    scheme, _, rest = folded.partition(":")
    if scheme == "file":
        return rest.startswith("//") and not rest.startswith("///")
    # Programs that show pages take http:host and http:/host for http://host.
    return scheme in _HOSTS or (scheme == "smb" and rest.startswith("//"))


def _plain(target: str) -> str:
    """Return an address as programs take it: no breaks inside, slashes for backslashes."""
    text = _BREAKS.sub("", target.strip(_BLANKS)).replace("\\", "/")
    scheme, colon, rest = text.partition(":")
    if colon and scheme.lower() in _HOSTS:
        return f"{scheme}://{rest.lstrip('/')}"
    return text
