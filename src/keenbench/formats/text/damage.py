"""The stray bytes of a file that is UTF-8 but for them: how many, where, and whether it is UTF-8.

A byte that a faulty program cut or put into a file must not make all of its text unreadable. What
tells damaged UTF-8 from another encoding is the whole file's count of characters that are valid
sequences of two bytes or more against bytes that belong to none:

- Many valid ones, four for each stray byte, are never chance: text in Chinese, Japanese or Cyrillic
  code pages gives fewer valid pairs than strays, and Western text hardly one in a book.
- Of short files: one or two stray bytes and no fewer valid characters, all Western. Read as
  windows-1252 those would be a capital such as Ã before a sign such as ¼, which nobody writes.

Files that are half one and half the other, say two exports joined, are left to the code pages,
where no byte of theirs is lost.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

_PLACES = 10
_ENOUGH = 3
_FOR_EACH = 4
_FEW = 2
_ESCAPED = re.compile("[\udc80-\udcff]")
_NOT_WESTERN = re.compile("[^\x00-\u017f\u2010-\u20cf\udc80-\udcff]")


@dataclass(frozen=True)
class StrayByte:
    byte: int
    line: int
    """From 1."""
    offset: int
    """In the file, from 0."""


@dataclass(frozen=True)
class Damage:
    stray: int
    # Characters beyond ASCII that are well-formed.
    valid: int
    is_western: bool
    # Where the first stray bytes are.
    places: tuple[StrayByte, ...]

    @property
    def is_of_utf8(self) -> bool:
        if self.valid >= _ENOUGH and self.valid >= _FOR_EACH * self.stray:
            return True
        return self.is_western and self.stray <= _FEW and self.valid >= self.stray

    @property
    def confidence(self) -> float:
        return max(0.5, self.valid / (self.valid + self.stray))

    @property
    def told(self) -> str:
        shown = ", ".join(
            f"{place.byte:02X} in line {place.line} (byte {place.offset})" for place in self.places
        )
        more = self.stray - len(self.places)
        return (
            f"The file is UTF-8 but for {self.stray} stray {'byte' if self.stray == 1 else 'bytes'}"
            f": {shown}{f' and {more} more' if more else ''}."
        )


def damage_of(blocks: Iterable[bytes], start: int = 0) -> Damage:
    """Return the damage of a file, read by blocks from byte `start` on."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    stray = valid = 0
    is_western = True
    places: list[StrayByte] = []
    line, offset, last = 1, start, ""
    for block in chain(blocks, (b"",)):
        text = decoder.decode(block, final=not block)
        if not text.isascii():
            found = sum(1 for _ in _ESCAPED.finditer(text))
            stray += found
            valid += len(text) - len(text.encode("ascii", "ignore")) - found
            is_western = is_western and _NOT_WESTERN.search(text) is None
            for match in _ESCAPED.finditer(text) if len(places) < _PLACES else ():
                above = text[: match.start()]
                places.append(
                    StrayByte(
                        ord(match[0]) - 0xDC00,
                        line + _line_ends(last + above),
                        offset + len(above.encode("utf-8", "surrogateescape")),
                    )
                )
                if len(places) == _PLACES:
                    break
        line += _line_ends(last + text)
        offset += len(text.encode("utf-8", "surrogateescape"))
        # A \r at the end of a block may be half of a \r\n: it was counted, the pair counts once.
        last = "\r" if text.endswith("\r") else ""
        line -= bool(last)
    return Damage(stray, valid, is_western, tuple(places))


def _line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")
