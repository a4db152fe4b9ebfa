"""The rows of a sheet by what they hold: one pass that gives every row a key.

Equal keys mean equal rows, wherever they stand, but for formulas, which are looked at later: they
read otherwise after a move. Different keys mean nothing yet: such rows are read and compared cell
by cell. There are two ways to a key. The quick one takes the row's XML as it stands, without its
number; it serves where both versions number their texts and styles alike, as after an edit of ours.
The thorough one looks every cell up, and serves any two workbooks, at some five times the cost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from zlib import crc32

from keenbench.formats.xlsx.addresses import MAX_ROW, column_number
from keenbench.formats.xlsx.cells import USUAL, read_number
from keenbench.formats.xlsx.part_access import Source
from keenbench.formats.xlsx.plain_xml import NotPlain
from keenbench.formats.xlsx.scan import RowsOutOfOrder, Scanner
from keenbench.formats.xlsx.sheet_extras import Extras, ExtrasReader
from keenbench.formats.xlsx.sheet_index import SheetIndex
from keenbench.formats.xlsx.sheet_rows import attributes_of, cells_of, row_number
from keenbench.formats.xlsx.xml_text import decoded, string_text, unescaped

_ROW_END = b"</row>"
_FORMULA = re.compile(rb"<f[\s/>].*?(?:</f\s*>|/>)", re.DOTALL)
_VALUE = re.compile(rb"<v(?:\s[^>]*)?>([^<]*)</v")
_RESULT = re.compile(rb"(<f[\s/>](?:[^<]*</f\s*>|[^>]*/>))<v>[^<]*</v>")
_ADDRESS = re.compile(rb'(<c r="[A-Z]{1,3})[0-9]{1,7}"')
_MAX_BESIDE = 16 * 1024 * 1024

# (row's XML after its start tag, row number as written) to key.
Keying = Callable[[bytes, bytes], int]


def digest(data: bytes) -> int:
    """Return a number that other data does not have.

    Of 96 bits, and under a secret of this process: no file can be made so that two rows share one.
    A tenth of what a digest costs.
    """
    return hash(data) << 32 | crc32(data)


@dataclass
class RowIndex(SheetIndex):
    """A sheet's rows: their numbers and keys beside where they lie."""

    numbers: list[int] = field(default_factory=list)
    keys: list[int] = field(default_factory=list)
    # Rows that hold formulas, by place in `numbers`: the row's whole XML as a digest.
    formulas: dict[int, int] = field(default_factory=dict)
    # Rows with a height of their own, or hidden: by number.
    heights: dict[int, tuple[str | None, bool]] = field(default_factory=dict)
    beside: bytearray = field(default_factory=bytearray)


class RowScanner(Scanner):
    """Follows a sheet as `Scanner` does, and keys its rows."""

    def __init__(self, source: Source, keying: Keying, styles: int = MAX_ROW) -> None:
        self._styles = styles  # how many there are
        self._rows_found = RowIndex(source, Extras())
        super().__init__(self._rows_found)
        self._keying = keying
        self._extras = _KeptExtras(self._rows_found)

    def _block(self, data: bytes) -> None:
        index = self._rows_found
        pieces = data.split(_ROW_END)
        if data.count(b"</row") != len(pieces) - 1:
            raise NotPlain
        before = row = self._row
        # What follows runs for every row: what can be told for all of them at once is.
        has_formulas = b"<f" in data
        shares = has_formulas and b"shared" in data
        sized = b"customHeight" in data or b' hidden="' in data
        one_each = data.count(b"<row") == len(pieces) - 1
        keys, numbers = index.keys, index.numbers
        keying = self._keying
        if keying is quick_key and not (has_formulas or b"<is" in data or b't="str"' in data):
            keying = _plain_key
            if one_each and not sized and self._plain_rows(pieces[:-1]):
                self._placed(before, len(data))
                return
        for piece in pieces[:-1]:
            if not one_each or not piece.startswith(b'<row r="'):
                piece = piece[max(0, piece.rfind(b"<row")) :]
                number = row_number(piece, row)
                said = b"%d" % number
            else:
                said = piece[8 : piece.find(b'"', 8)]
                number = int(said) if said.isdigit() and len(said) < 8 else 0
                number = number or row_number(piece, row)
            if not row < number <= MAX_ROW:
                raise RowsOutOfOrder
            row = number
            end = piece.find(b">")
            if sized:
                _note_height(index, number, piece[:end])
            cells = piece[end + 1 :]
            if b"<c" not in cells:
                continue  # a row that says only how high it is
            if has_formulas and b"<f" in cells:
                index.formulas[len(keys)] = digest(cells)
                if shares and b"shared" in cells:
                    self._note_masters(row, piece)
            keys.append(keying(cells, said))
            numbers.append(number)
        self._row = row
        self._placed(before, len(data))

    def _placed(self, before: int, length: int) -> None:
        index = self._rows_found
        index.before_rows.append(before)
        index.last_rows.append(self._row)
        index.offsets.append(self._offset)
        index.lengths.append(length)

    def _plain_rows(self, pieces: list[bytes]) -> bool:
        """Key rows that are nothing but cells with values; return whether all were."""
        said = [piece[8 : piece.find(b'"', 8)] for piece in pieces]
        starts = [piece[:8] for piece in pieces]
        cells = [piece[piece.find(b">") + 1 :] for piece in pieces]
        if not (
            b"".join(said).isdigit()
            and max(map(len, said)) < 8
            and starts.count(b'<row r="') == len(pieces)
            and [cell[:2] for cell in cells].count(b"<c") == len(pieces)
        ):
            return False
        numbers = list(map(int, said))
        # One after another, as nearly always, and none that a style could have; else row by row.
        first, last = numbers[0], numbers[-1]
        if numbers != list(range(first, last + 1)) or last > MAX_ROW:
            return False
        if first <= max(self._row, self._styles):
            return False
        bare = list(map(bytes.replace, cells, [one + b'"' for one in said], repeat(b'"')))
        # As `digest`, for all of them at once.
        self._rows_found.keys += [
            h << 32 | c for h, c in zip(map(hash, bare), map(crc32, bare), strict=True)
        ]
        self._rows_found.numbers += numbers
        self._row = last
        return True


def quick_key(cells: bytes, said: bytes) -> int:
    """Return a key of the row's XML without its number."""
    if b"<f" in cells:
        # Results go with their formulas; both are compared later.
        cells = _FORMULA.sub(b"<f/>", _RESULT.sub(rb"\1", cells))
    if b"<is" in cells or b't="str"' in cells:
        return _careful_key(cells)
    return _plain_key(cells, said)


def _plain_key(cells: bytes, said: bytes) -> int:
    number = said + b'"'
    if len(said) < 6 and b's="' + number in cells:
        return _careful_key(cells)
    return digest(cells.replace(number, b'"'))


def _careful_key(cells: bytes) -> int:
    """Take the row's number out of addresses alone: elsewhere it stands for something else."""
    return digest(_ADDRESS.sub(rb'\1"', cells))


@dataclass(frozen=True)
class Vocabulary:
    """What the numbers of one version mean, in words that both versions share."""

    strings: Sequence[int]
    styles: Sequence[int]
    columns: Mapping[int, int | None] | None = None  # None for a column that the other has not

    def key(self, cells: bytes, said: bytes) -> int:
        """Return a key of what every cell of the row holds."""
        words = self._usual(cells) if b"<rPr" not in cells else None
        if words is None:
            words = [
                word
                for column, attributes, content in cells_of(cells)
                if (
                    word := self._word(
                        column,
                        attributes.get(b"s", b"0"),
                        self._value(attributes.get(b"t", b"n"), content),
                    )
                )
            ]
        return digest("\x1e".join(words).encode("utf-8", "surrogatepass"))

    def _usual(self, cells: bytes) -> list[str] | None:
        """Return the words of a row in the form that nearly every program writes."""
        found = USUAL.findall(cells)
        if len(found) != cells.count(b"<c"):
            return None
        words: list[str] = []
        for letters, style, kind, formula, raw, text in found:
            if formula:
                value = "="
            elif kind == b"inlineStr":
                value = f"t{decoded(unescaped(text))}"
            elif raw:
                value = self._said(kind or b"n", raw)
            else:
                value = ""
            word = self._word(column_number(letters.decode()), style or b"0", value)
            if word:
                words.append(word)
        return words

    def _word(self, column: int, style: bytes, value: str) -> str:
        look = self._style(style)
        if not value and not look:
            return ""
        if self.columns is not None:
            place = self.columns.get(column, column)
            if place is None:
                return ""
            column = place
        return f"{column}\x1f{look}\x1f{value}"

    def _style(self, said: bytes) -> int:
        at = int(said) if said.isdigit() and len(said) < 10 else len(self.styles)
        return self.styles[at] if at < len(self.styles) else 0

    def _value(self, kind: bytes, content: bytes) -> str:
        if b"<f" in content:
            return "="
        if kind == b"inlineStr":
            start = content.find(b"<is")
            return f"t{string_text(content[start:])}" if start >= 0 else ""
        found = _VALUE.search(content)
        return self._said(kind, found[1]) if found is not None and found[1] else ""

    def _said(self, kind: bytes, raw: bytes) -> str:
        if kind == b"s":
            at = int(raw) if raw.strip().isdigit() else len(self.strings)
            return f"s{self.strings[at]}" if at < len(self.strings) else "s?"
        if kind == b"n":
            if raw.isdigit() and len(raw) < 16:
                return f"n{int(raw)}"
            return f"n{read_number(raw.decode('ascii', 'replace').strip())}"
        return f"{kind.decode('ascii', 'replace')}{unescaped(raw)}"


class _KeptExtras(ExtrasReader):
    """Keeps what stands before and after the rows as it is written, too."""

    def __init__(self, index: RowIndex) -> None:
        super().__init__(index.extras)
        self._index = index

    def feed(self, data: bytes) -> None:
        super().feed(data)
        if len(self._index.beside) < _MAX_BESIDE:
            self._index.beside += data


def _note_height(index: RowIndex, number: int, tag: bytes) -> None:
    if b"customHeight" not in tag and b"hidden" not in tag:
        return
    said = attributes_of(tag)
    height = said.get(b"ht") if said.get(b"customHeight") in (b"1", b"true") else None
    hidden = said.get(b"hidden") in (b"1", b"true")
    if height is not None or hidden:
        index.heights[number] = (height.decode("ascii", "replace") if height else None, hidden)
