"""The header row of a delimited text. What a table is made of beyond that, `tables` tells."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from statistics import mode

from keenbench.formats.shape import Page, short_name
from keenbench.formats.text.lines import TextFile, count_ends
from keenbench.formats.text.structure import Structure, Unreadable

_SAMPLE = 128 * 1024  # as long as the csv module lets one field be
_ROWS = 20
_FIXED = {"tsv": "\t", "psv": "|"}


def read_headers(kind: str) -> Callable[[TextFile, Page | None], Structure]:
    """Return the reader of a csv, tsv or psv text's first row."""

    def read(text: TextFile, page: Page | None) -> Structure:
        sample = text.text(0, _SAMPLE)
        cut = len(sample) < text.char_count
        found = Structure(page)
        if not sample.strip():
            return found
        delimiter = _FIXED.get(kind) or _likeliest_delimiter(sample, cut)
        rows = _rows(sample, delimiter, cut)
        if not rows:
            raise Unreadable("its first row does not end.")
        found.delimiter = delimiter
        found.headers = found.listing()
        for name in rows[0]:
            found.headers.add(short_name(name))
        return found

    return read


def _likeliest_delimiter(sample: str, cut: bool) -> str:
    """Return the delimiter that cuts most rows into the same number of columns, and into most."""

    def evenness(delimiter: str) -> tuple[float, int]:
        widths = [len(row) for row in _rows(sample, delimiter, cut)]
        usual = mode(widths) if widths else 1
        return (widths.count(usual) / len(widths), usual) if usual > 1 else (0.0, 1)

    return max(",;\t|", key=evenness)  # the first of equals


def _rows(sample: str, delimiter: str, cut: bool) -> list[list[str]]:
    """Return the first rows; one that the end of the sample cuts is left out."""
    reader = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)
    rows: list[list[str]] = []
    at_end = count_ends(sample).total + (not sample.endswith(("\n", "\r")))
    try:
        for row in reader:
            if cut and reader.line_num >= at_end:
                break
            if row:
                rows.append(row)
            if len(rows) == _ROWS:
                break
    except csv.Error:
        return rows
    return rows
