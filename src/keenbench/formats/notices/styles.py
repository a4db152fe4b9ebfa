"""Addresses in style sheets, read past the ways to write them otherwise."""

from __future__ import annotations

import re

from keenbench.formats.notices.shape import Signs, is_remote, leads_to

_COMMENT_END = "*/"
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\r\n\f]?|(.))", re.DOTALL)
# Any address that stands in a style is loaded: url(), image-set(), @import, src().
_ADDRESS = re.compile(r"(?:(?:https?|ftp|wss?):|(?<=[\"'(\s])[/\\]{2})[^\s\"'()<>,;]{1,9999}", re.I)
_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?<![\w-])opacity\s*:\s*0*\.?0+\s*(?:%|;|!|$)"
    r"|font-size\s*:\s*(?:0*\.\d+|[01](?:\.0*)?)\s*(?:px|pt)|font-size\s*:\s*0(?![.\d])"
    r"|(?<![\w-])color\s*:\s*transparent",
    re.IGNORECASE,
)
_WHITE = re.compile(
    r"(?<![\w-])color\s*:\s*(?:white|#f{3}(?:f{3})?|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))"
    r"\s*(?:;|!|$)",
    re.IGNORECASE,
)


def style_signs(text: str) -> Signs:
    """Return what a style sheet, or a style of one element, loads."""
    found = Signs()
    plain = _decoded(text)
    for match in _ADDRESS.finditer(plain):
        if is_remote(match[0]):
            found["external_link", leads_to(match[0])] += 1
    if "expression(" in plain.lower() or "javascript:" in plain.lower():
        found["script", "script in a style"] += 1
    return found


def hides(style: str, *, on_white: bool) -> bool:
    """Return whether a style keeps its element, or the text in it, from showing."""
    plain = _decoded(style)
    return _HIDES.search(plain) is not None or (on_white and _WHITE.search(plain) is not None)


def _decoded(text: str) -> str:
    """Return a style without its comments and escapes."""
    pieces: list[str] = []
    at = 0
    while (start := text.find("/*", at)) >= 0:
        pieces.append(text[at:start])
        end = text.find(_COMMENT_END, start + 2)
        if end < 0:
            at = len(text)
            break
        at = end + 2
    pieces.append(text[at:])
    return _ESCAPE.sub(_escaped, "".join(pieces))


def _escaped(match: re.Match[str]) -> str:
    if match[1] is None:
        return "" if match[2] in "\r\n\f" else match[2]
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
