"""Where the lines of a text begin, at any size, in bounded memory.

A line ends with \\n, \\r\\n or \\r, and with nothing else: U+2028, U+0085 and the other characters
that `str.splitlines` breaks at are part of a line. The last line needs no end; an empty text has no
lines. A text is decoded a block at a time; what is kept of each block is how to come back to it
(where it begins, the decoder's state) and how many lines and characters stand before it. From that
any line, however far in and however long, is found by decoding one block.
"""

from __future__ import annotations

import codecs
import os
import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from keenbench.formats.text.encoding import Detected, Watch, blocks, unwatched

LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True)
class LineEnds:
    """How many lines end in which way."""

    lf: int = 0
    crlf: int = 0
    cr: int = 0

    @property
    def total(self) -> int:
        return self.lf + self.crlf + self.cr

    @property
    def name(self) -> str:
        """lf, crlf, cr, mixed, or none where no line ends."""
        used = [name for name in ("lf", "crlf", "cr") if getattr(self, name)]
        return used[0] if len(used) == 1 else "mixed" if used else "none"

    def __add__(self, other: LineEnds) -> LineEnds:
        return LineEnds(self.lf + other.lf, self.crlf + other.crlf, self.cr + other.cr)


def count_ends(text: str) -> LineEnds:
    crlf = text.count("\r\n")
    return LineEnds(lf=text.count("\n") - crlf, crlf=crlf, cr=text.count("\r") - crlf)


@dataclass(frozen=True)
class _Mark:
    """How to come back to a block, and what stands before it."""

    offset: int
    decoder: tuple[bytes, int]
    held: str
    lines: int
    chars: int


class TextFile:
    """A text, open and indexed."""

    def __init__(self, file: BinaryIO, detected: Detected, watch: Watch = unwatched) -> None:
        self.detected = detected
        self.size_bytes = file.seek(0, os.SEEK_END)
        self._file = file
        self._marks: list[_Mark] = []
        self._kept: tuple[int, array[int]] = (-1, array("L"))
        ends = LineEnds()
        chars = 0
        last = ""
        start = _Mark(len(detected.bom), (b"", 0), "", 0, 0)
        for mark, text in self._decode(start, watch):
            self._marks.append(_Mark(mark.offset, mark.decoder, mark.held, ends.total, chars))
            ends += count_ends(text)
            chars += len(text)
            last = text[-1:] or last
        self.ends = ends
        self.char_count = chars
        self.line_count = ends.total + (1 if last and last not in "\r\n" else 0)

    def char_offset(self, line: int) -> int:
        """Return how many characters stand before line number `line`, counted from 0."""
        if line <= 0:
            return 0
        if line > self.ends.total:
            return self.char_count
        index = bisect_left(self._marks, line, key=lambda mark: mark.lines) - 1
        mark = self._marks[index]
        return mark.chars + self._line_starts(index)[line - mark.lines - 1]

    def pieces(self, start: int = 0, end: int | None = None) -> Iterator[str]:
        """Give the characters from `start` to before `end`, a block at a time."""
        end = self.char_count if end is None else min(end, self.char_count)
        if start >= end:
            return
        index = bisect_right(self._marks, start, key=lambda mark: mark.chars) - 1
        at = self._marks[index].chars
        for _, text in self._decode(self._marks[index]):
            piece = text[max(0, start - at) : end - at]
            if piece:
                yield piece
            at += len(text)
            if at >= end:
                return

    def text(self, start: int = 0, end: int | None = None) -> str:
        return "".join(self.pieces(start, end))

    def _line_starts(self, index: int) -> array[int]:
        """Return where in the block number `index` a line end is past."""
        if self._kept[0] != index:  # neighbouring chunks mostly lie in one block
            _, text = next(self._decode(self._marks[index]))
            starts = array("L", (match.end() for match in LINE_END.finditer(text)))
            self._kept = (index, starts)
        return self._kept[1]

    def _decode(self, start: _Mark, watch: Watch = unwatched) -> Iterator[tuple[_Mark, str]]:
        """Give the text from `start` on by blocks, with how to come back to each."""
        decoder = codecs.getincrementaldecoder(self.detected.codec.python)("strict")
        if start.decoder != (b"", 0):
            decoder.setstate(start.decoder)
        offset, held = start.offset, start.held
        for data in blocks(self._file, offset, watch):
            mark = _Mark(offset, decoder.getstate(), held, 0, 0)
            text = held + decoder.decode(data)
            # A \r at the end of a block may be half of a \r\n.
            held = "\r" if text.endswith("\r") else ""
            yield mark, text[:-1] if held else text
            offset += len(data)
        mark = _Mark(offset, decoder.getstate(), held, 0, 0)
        if rest := held + decoder.decode(b"", final=True):
            yield mark, rest
