"""Cells that are ranges of numbers: over 65 of age bands, under 500 of sizes from 1-99 to 1000+."""

from __future__ import annotations

import re
from math import inf

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.reader.columns_compared import ColumnsCompared
from keenbench.models.reader.parts import GLUE, Part
from keenbench.query.plan import Operator

_MOST_BANDS = 20
_NUMBER = r"[£$€]?\s?(\d[\d,]*(?:\.\d+)?)(k?)"
_RANGE = re.compile(rf"{_NUMBER}\s*(?:-|–|—|to|and)\s*{_NUMBER}", re.IGNORECASE)
_FROM = re.compile(rf"{_NUMBER}\s*(?:\+|(?:and|or) (?:over|older|more|above))", re.IGNORECASE)
_OVER = re.compile(rf"(?:over|above|more than|>=?)\s*{_NUMBER}", re.IGNORECASE)
_UNDER = re.compile(rf"(?:under|below|less than|up to|<=?)\s*{_NUMBER}", re.IGNORECASE)


def band_of(cell: str) -> tuple[float, float] | None:
    """Return the least and greatest number of a range: 18-24, 65+, Under 18."""
    text = cell.strip()
    found = _RANGE.search(text)
    if found is not None:
        return _worth(found[1], found[2]), _worth(found[3], found[4])
    found = _FROM.search(text) or _OVER.search(text)
    if found is not None:
        return _worth(found[1], found[2]), inf
    found = _UNDER.search(text)
    return (-inf, _worth(found[1], found[2])) if found is not None else None


def _worth(digits: str, scale: str) -> float:
    return float(digits.replace(",", "")) * (1000 if scale else 1)


class Bands(ColumnsCompared):
    def in_band(
        self, cue: Part, op: Operator, value: int | float | tuple[int | float, ...]
    ) -> bool:
        """Read a bound of a column whose cells are ranges: those that lie wholly within it."""
        noun = self._bands_before(cue)
        ref = noun.sense.ref if noun is not None else None
        if noun is None or ref is None:
            return False
        cells = self.s.known.all_of(ref, self.column(ref))
        self.s.wait()
        bands = {cell: band for cell in cells if (band := band_of(cell)) is not None}
        if len(bands) < 2 or len(bands) < len(cells) - 1:
            return False
        fits = tuple(cell for cell, band in bands.items() if _lies_in(band, op, value))
        if not fits:
            return False
        self.use(noun)
        said = f"{ref} {' or '.join(f'“{cell}”' for cell in fits)}"
        self.test(Test(column=ref, op="in", value=fits, said=said), cue.at)
        return True

    def _bands_before(self, cue: Part) -> Part | None:
        for part in reversed(self.parts[max(0, cue.at - 3) : cue.at]):
            if part.kind == "col" and part.sense.ref is not None and not part.used:
                return part if self._few_texts(part.sense.ref) else None
            if part.kind not in GLUE:
                return None
        return None

    def _few_texts(self, ref: ColumnRef) -> bool:
        if ref.worked is not None:
            return False
        column = self.column(ref)
        few = column.distinct is not None and 1 < column.distinct <= _MOST_BANDS
        return column.type == "string" and few


def _lies_in(
    band: tuple[float, float], op: Operator, value: int | float | tuple[int | float, ...]
) -> bool:
    low, high = band
    if isinstance(value, tuple):
        return low >= value[0] and high <= value[-1]
    if op in (">", ">="):
        return low >= value
    if op in ("<", "<="):
        return high <= value
    return low <= value <= high


__all__ = ["Bands", "band_of"]
