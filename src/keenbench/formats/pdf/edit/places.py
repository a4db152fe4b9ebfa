"""Where on a page: a text that was found, or inches from the top left as it is shown."""

from __future__ import annotations

import ctypes
import re
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

_MOST_CHARS = 5_000_000  # of one page
# Where a word is hyphenated over two lines, pdfium gives one mark for hyphen and line end.
_HYPHEN = "\x02"
# What stands between characters that are read as following one another; the hyphen too.
_UNSEEN = r"[\x00-\x08\x0e-\x1f]*"


class Quad(NamedTuple):
    """A rectangle in the page's own space, left < right and bottom < top."""

    left: float
    bottom: float
    right: float
    top: float


class Face(NamedTuple):
    """The page as it is shown: the visible box in the page's space, its turn, its unit."""

    box: Quad
    rotation: int  # 0, 90, 180, 270, clockwise
    unit: float  # of the page's space, in inches

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as shown, in inches."""
        width = (self.box.right - self.box.left) * self.unit
        height = (self.box.top - self.box.bottom) * self.unit
        return (height, width) if self.rotation in (90, 270) else (width, height)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the page's space that is shown at these inches from the top left."""
        u, v = x / self.unit, y / self.unit
        box = self.box
        if self.rotation == 90:
            return box.left + v, box.bottom + u
        if self.rotation == 180:
            return box.right - u, box.bottom + v
        if self.rotation == 270:
            return box.right - v, box.top - u
        return box.left + u, box.top - v

    def quad(self, left: float, top: float, right: float, bottom: float) -> Quad:
        """Return the rectangle shown between these inches."""
        (a, b), (c, d) = self.point(left, top), self.point(right, bottom)
        return Quad(min(a, c), min(b, d), max(a, c), max(b, d))

    def holds(self, x: float, y: float) -> bool:
        width, height = self.size
        return 0 <= x <= width and 0 <= y <= height


class PageText:
    """The characters of one page and where they stand."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self._textpage = page.get_textpage()
        count = min(self._textpage.count_chars(), _MOST_CHARS)
        self.text = "".join(
            chr(pdfium.FPDFText_GetUnicode(self._textpage, index)) for index in range(count)
        ).replace("\ufffe", _HYPHEN)

    def close(self) -> None:
        self._textpage.close()

    def find(self, search: str, *, match_case: bool) -> list[list[Quad]]:
        """Return the places of each match, a rectangle a line; a match may run over lines."""
        flags = 0 if match_case else re.IGNORECASE
        found: list[list[Quad]] = []
        for match in re.finditer(_pattern(search), self.text, flags):
            quads = self._quads(match.start(), match.end())
            if quads:
                found.append(quads)
        return found

    def _quads(self, start: int, end: int) -> list[Quad]:
        count = pdfium.FPDFText_CountRects(self._textpage, start, end - start)
        quads: list[Quad] = []
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        for index in range(max(0, count)):
            if pdfium.FPDFText_GetRect(self._textpage, index, left, top, right, bottom):
                across = sorted((left.value, right.value))
                upright = sorted((bottom.value, top.value))
                quad = Quad(across[0], upright[0], across[1], upright[1])
                if quad.right > quad.left and quad.top > quad.bottom:
                    quads.append(quad)
        return quads


def _pattern(search: str) -> str:
    """Return a pattern that takes any white space for a space, and a word broken at a line end."""
    pieces: list[str] = []
    for piece in re.findall(r"-\s+|\s+|\S", search.strip()):
        if piece.isspace():
            pieces.append(rf"[\s{_HYPHEN}]+")
        elif piece.startswith("-"):
            pieces.append(rf"(?:-\s*|{_HYPHEN})")
        else:
            pieces.append(re.escape(piece))
    return _UNSEEN.join(pieces)
