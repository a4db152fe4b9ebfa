"""The cells of a sheet that give errors, and those that do not show, found in its plain XML."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256

from keenbench.formats.notices.cell_looks import Unseen
from keenbench.formats.notices.shape import Signs, placed, telling
from keenbench.formats.xlsx.addresses import column_name, column_number
from keenbench.formats.xlsx.sheet_rows import attributes_of, cells_of

# Bytes of a sheet that are kept while no row ends.
_PIECE = 8 * 1024 * 1024
_ERROR = re.compile(
    rb"<c((?:\s[^>]*)?\st\s*=\s*[\"']e[\"'][^>]*)>(?:<f[^>]*/>|<f[^>]*>[^<]*</f>)?"
    rb"<v>(#[^<]{1,12})</v>"
)
# A formula whose reference is gone, and that has no result yet.
_BROKEN = re.compile(rb"<c(\s[^>]*)><f(?:\s[^>]*)?>[^<]*(#REF!)[^<]*</f>(?!<v>#)")
_LETTERS = re.compile(rb'<c r="([A-Z]{1,3})[0-9]')
_NAME = re.compile(rb'\br="([A-Z]{1,3}[0-9]{1,7})"')
# What is beyond these is not counted: a sheet of them is told of all the same.
_MOST = 10_000
_ROW = re.compile(rb"<row(\s[^>]*[^>/])>(.*?)</row>", re.DOTALL)
_CELL = re.compile(rb"<c(\s[^>]*[^>/])>(.*?)</c>", re.DOTALL)
_STYLE = re.compile(rb"\bs\s*=\s*[\"']([0-9]{1,7})[\"']")
_COLUMN = re.compile(rb"<col(\s[^>]*)>")
_DEFAULT = re.compile(rb"<sheetFormatPr(\s[^>]*)>")
_FORMULA = re.compile(rb"<f(?:\s[^>]*)?>([^<]*)</f>|<f[\s/>]")
_REFERENCE = re.compile(rb"\$?[A-Za-z]{1,3}\$?[0-9]+")
_TEXTS = re.compile(rb"<(?:v|t)(?:\s[^>]*)?>([^<]*)</")
_YES = (b"1", b"true")
_LOWEST_ROW = 2.0  # points
_NARROWEST_COLUMN = 0.3  # characters
# Of a hidden column the first cells are read: they tell it from others, and a table may grow.
_CELLS_OF_COLUMN = 3
_ROWS_FOR_COLUMNS = 100_000

# What a cell holds: bytes, or the number of a shared text.
Held = bytes | int


class SheetCells:
    """What is found while the plain XML of a sheet passes."""

    def __init__(self, name: str, unseen: Unseen) -> None:
        self._name = name
        self._unseen = unseen
        self._rest = b""
        self._errors: Counter[str] = Counter()
        self._hidden_columns: set[int] = set()  # those of which more cells are wanted
        self._columns: dict[int, list[Held]] = {}
        self._rows: dict[str, list[Held]] = {}
        self._cells: dict[str, Held] = {}
        self._is_whole = False
        self._in_head = True
        self._seen_rows = 0

    def look(self, data: bytes) -> None:
        """Search what ends with a whole row; a row is kept until it has ended."""
        data = self._rest + data
        cut = data.rfind(b"</row>")
        end = cut + len(b"</row>") if cut >= 0 else 0
        if end == 0 and len(data) > _PIECE:
            end = len(data)
        self._rest = data[end:]
        self._piece(data[:end])

    def finish(self) -> None:
        self._piece(self._rest)
        self._rest = b""

    @property
    def texts(self) -> set[int]:
        """The shared texts that what does not show refers to."""
        held = [*self._cells.values()]
        for several in (*self._rows.values(), *self._columns.values()):
            held += several
        return {one for one in held if isinstance(one, int)}

    def tell(self, texts: Mapping[int, bytes], found: Signs) -> None:
        name = self._name
        for said, count in self._errors.items():
            error, _, cell = said.partition("\0")
            found["formula_error", placed(f"{error} in {name}", cell)] += count
        for cell, held in self._cells.items():
            told = telling(f"cells of {name}", _known([held], texts))
            found["hidden_text", placed(told, cell)] += 1
        for row, several in self._rows.items():
            told = telling(f"rows of {name}", _known(several, texts))
            found["hidden_cells", placed(told, row)] += 1
        for column, several in self._columns.items():
            told = telling(f"columns of {name}", _known(several, texts))
            found["hidden_cells", placed(told, column_name(column))] += 1
        if self._is_whole:
            found["hidden_cells", f"all rows of {name} that do not say otherwise"] += 1

    def _piece(self, piece: bytes) -> None:
        if self._in_head and piece:
            self._head(piece)
            self._in_head = False
        if b"#REF!" in piece:
            self._note_errors(_BROKEN, piece)
        if b"<v>#" in piece:
            self._note_errors(_ERROR, piece)
        if b"hidden" in piece or b"ht" in piece:
            self._note_rows(piece)
        if self._hidden_columns and self._seen_rows < _ROWS_FOR_COLUMNS:
            self._note_columns(piece)
        if self._unseen.may_stand_in(piece):
            self._note_cells(piece)

    def _head(self, piece: bytes) -> None:
        """Take in what stands before the rows: which columns are hidden."""
        head = piece[: piece.find(b"<sheetData")]
        default = _DEFAULT.search(head)
        if default is not None:
            self._is_whole = attributes_of(default[1]).get(b"zeroHeight") in _YES
        hidden: set[int] = set()
        for match in _COLUMN.finditer(head):
            said = attributes_of(match[1])
            narrow = _number(said.get(b"width")) < _NARROWEST_COLUMN
            if said.get(b"hidden") in _YES or narrow:
                first, last = (int(_number(said.get(key))) for key in (b"min", b"max"))
                hidden.update(range(max(1, first), min(last, 16_384) + 1))
        self._hidden_columns = hidden

    def _note_errors(self, pattern: re.Pattern[bytes], piece: bytes) -> None:
        for match in pattern.finditer(piece):
            cell = _NAME.search(match[1])
            where = cell[1].decode() if cell is not None else ""
            if len(self._errors) < _MOST:
                self._errors[f"{match[2].decode('ascii', 'replace')}\0{where}"] += 1

    def _note_rows(self, piece: bytes) -> None:
        for match in _ROW.finditer(piece):
            if b"hidden" not in match[1] and b"ht" not in match[1]:
                continue
            said = attributes_of(match[1])
            low = _number(said.get(b"ht")) < _LOWEST_ROW
            if (said.get(b"hidden") in _YES or low) and len(self._rows) < _MOST:
                held = [one for _, one in _filled(match[2])]
                if held:
                    self._rows[said.get(b"r", b"").decode("ascii", "replace")] = held

    def _note_columns(self, piece: bytes) -> None:
        wanted = self._hidden_columns
        lowest = min(wanted)
        for match in _ROW.finditer(piece):
            self._seen_rows += 1
            row = match[2]
            # Mostly the columns past the last that is used are hidden, and no row reaches them.
            last = _LETTERS.match(row, row.rfind(b"<c "))
            if last is not None and column_number(last[1].decode()) < lowest:
                continue
            for column, held in _filled(row):
                if column in wanted:
                    several = self._columns.setdefault(column, [])
                    several.append(held)
                    if len(several) == _CELLS_OF_COLUMN:
                        wanted.discard(column)
            if not wanted:
                return
            if lowest not in wanted:
                lowest = min(wanted)

    def _note_cells(self, piece: bytes) -> None:
        for match in _CELL.finditer(piece):
            style = _STYLE.search(match[1])
            if not self._unseen.may_hold(style[1] if style is not None else b"0"):
                continue
            said = attributes_of(match[1])
            is_text = said.get(b"t") in (b"s", b"str", b"inlineStr")
            if len(self._cells) < _MOST and self._unseen.holds(
                said.get(b"s", b""), is_text=is_text
            ):
                held = _held(said.get(b"t", b""), match[2])
                if held is not None:
                    self._cells[said.get(b"r", b"").decode("ascii", "replace")] = held


def _filled(row: bytes) -> Iterator[tuple[int, Held]]:
    """Give the cells of a row that hold something: column, and what."""
    for column, said, content in cells_of(row):
        held = _held(said.get(b"t", b""), content)
        if held is not None:
            yield column, held


def _held(kind: bytes, content: bytes) -> Held | None:
    """Return what tells the content of a cell from another; results and references may change."""
    formula = _FORMULA.search(content)
    if formula is not None:
        return b"=" + _REFERENCE.sub(b"", formula[1] or b"")
    text = b"".join(_TEXTS.findall(content))
    if kind == b"s" and text.isdigit() and len(text) < 10:
        return int(text)
    return text or None


def _known(held: list[Held], texts: Mapping[int, bytes]) -> bytes:
    known = sha256()
    for one in held:
        known.update(sha256(texts.get(one, b"") if isinstance(one, int) else one).digest())
    return known.digest()


def _number(value: bytes | None) -> float:
    try:
        return float(value) if value is not None else 99.0
    except ValueError:
        return 99.0
