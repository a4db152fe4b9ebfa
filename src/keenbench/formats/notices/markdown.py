"""Notices of notes: their pictures from the network, and addresses that run something."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

from keenbench.formats.notices.shape import Signs, is_remote, leads_to, telling

# A target after the bracket that ends a text, and the definitions that references name. Every
# pattern is bounded, and begins where few places do: the search stays linear.
_TARGET = re.compile(r"\]\(\s{0,99}(?:<([^<>\n]{1,9999})>|([^\s()<>]{1,9999}))")
_REFERENCE = re.compile(r"\]\[([^\[\]]{0,999})\]")
_DEFINED = re.compile(
    r"^[ >\t*+-]{0,9}\[([^\[\]\n]{1,999})\]:[ \t]{0,9}\n?[ \t]{0,9}<?([^\s<>]{1,9999})",
    re.MULTILINE,
)
_BRACKETS = re.compile(r"!\[|\[|\]")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_BLANKS = re.compile(r"[\x00-\x20]")


def markdown_signs(text: str) -> Signs:
    found = Signs()
    defined = {_label(match[1]): match[2] for match in _DEFINED.finditer(text)}
    led: Counter[tuple[bool, str]] = Counter()
    open_texts: list[tuple[bool, int]] = []
    for match in _BRACKETS.finditer(text):
        if match[0] != "]":
            open_texts.append((match[0] == "![", match.end()))
            continue
        is_image, start = open_texts.pop() if open_texts else (False, match.start())
        target = _target(text, match.start(), start, defined)
        if target is not None:
            led[is_image, target] += 1
    for (is_image, target), count in led.items():
        _told(is_image, target, count, found)
    return found


def _target(text: str, end: int, start: int, defined: dict[str, str]) -> str | None:
    """Return what the text that ends here leads to: ](…), ][name], ][] or by its own words."""
    if match := _TARGET.match(text, end):
        return match[1] or match[2]
    reference = _REFERENCE.match(text, end)
    label = reference[1] if reference is not None and reference[1].strip() else ""
    if not label and end - start < 1000:
        label = text[start:end]
    return defined.get(_label(label))


def _told(is_image: bool, target: str, count: int, found: Signs) -> None:
    plain = unescape(_ESCAPE.sub(r"\1", target))
    if _BLANKS.sub("", plain).lower().startswith(("javascript:", "vbscript:", "data:text/html")):
        found["script", telling("javascript address", plain)] += count
    elif is_image and is_remote(plain):
        found["remote_image", leads_to(plain)] += count


def _label(text: str) -> str:
    return " ".join(text.casefold().split())
