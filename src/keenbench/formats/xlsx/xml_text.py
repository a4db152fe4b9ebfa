"""Text out of the plain XML of a spreadsheet: references, escapes, rich text."""

from __future__ import annotations

import re

_REFERENCE = re.compile(r"&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
# How spreadsheets write characters that XML cannot hold: _x000D_.
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_PHONETIC = re.compile(rb"<rPh[\s>].*?</rPh\s*>|<rPh[^>]*/>", re.DOTALL)
_TEXT = re.compile(rb"<t(?:\s[^>]*)?>([^<]*)</t")


def unescaped(raw: bytes) -> str:
    """Return character data as the text it means."""
    text = raw.decode("utf-8", "replace")
    if "\r" in text:  # an XML reader gives every line end as \n
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _REFERENCE.sub(_referred, text) if "&" in text else text


def string_text(xml: bytes) -> str:
    """Return the text of a string item: plain or rich, without its phonetic guide."""
    if b"<rPh" in xml:
        xml = _PHONETIC.sub(b"", xml)
    return decoded(unescaped(b"".join(_TEXT.findall(xml))))


def decoded(text: str) -> str:
    """Return text with the spreadsheet's own escapes resolved."""
    if "_x" not in text:
        return text
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    if _SURROGATE.search(text):
        # Two halves are one character; a half alone is none.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _referred(match: re.Match[str]) -> str:
    if match[3]:
        return _NAMED[match[3]]
    number = int(match[1], 16) if match[1] else int(match[2])
    sound = number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF
    return chr(number) if sound else "\ufffd"
