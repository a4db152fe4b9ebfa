"""The text of a workbook, for diffs and for reading on: a line a row, cells apart by tabs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from keenbench.errors import FileReadFailed, TooLarge, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.shape import ChunkInfo, Covered, MapWarning
from keenbench.formats.xlsx.addresses import Range
from keenbench.formats.xlsx.cells import CellReader, Value
from keenbench.formats.xlsx.chunks import chunk_area, doubts, range_info
from keenbench.formats.xlsx.methods import XlsxText, XlsxTextParams
from keenbench.formats.xlsx.workbook import OpenBook, Sheet, open_book, raise_if_hostile

# Of JSON in ASCII, as it leaves the box; a message holds 64 MB.
TEXT_BYTES = 60 * 1024 * 1024
_BATCH_ROWS = 2_000
_BATCH_CELLS = 500_000


def line_of(row: Sequence[Value]) -> str:
    """Return a row as one line: cells apart by tabs, blanks at its end left out."""
    return "\t".join(written(value) for value in row).rstrip("\t")


def written(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    text = str(value)
    if "\t" in text or "\n" in text or "\r" in text:
        text = text.replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n")
    return text


def extract_text(call: Call, params: XlsxTextParams) -> XlsxText:
    if params.chunk is not None and params.sheet is None:
        with open_book(call, params) as opened:
            if len(opened.book.sheets) > 1:
                raise ValidationFailed("chunk is counted within a sheet; give sheet too.")
    with open_book(call, params) as opened:
        if params.sheet is None and params.chunk is None:
            return _workbook_text(call, opened)
        sheet = opened.sheet(params.sheet)
        used = opened.index(sheet).used
        area = used if params.chunk is None else chunk_area(params.chunk, used)
        if area is None:
            return XlsxText(text="", chunk_info=_whole(1, 1))
        reader = opened.reader(sheet)
        text = _bounded("\n".join(_lines(opened, sheet, reader, area, [TEXT_BYTES])))
        return XlsxText(
            text=text, chunk_info=range_info(area, used), warnings=doubts(reader.doubts)
        )


def _workbook_text(call: Call, opened: OpenBook) -> XlsxText:
    """Return all sheets, hidden ones too, each under a line with its name."""
    opened.refuse_hostile_strings()
    sheets = opened.book.sheets
    pieces: list[str] = []
    warnings: list[MapWarning] = list(opened.book.warnings)
    left = [TEXT_BYTES]
    failed: FileReadFailed | None = None
    for done, sheet in enumerate(sheets):
        call.progress(done, len(sheets), "reading")
        lines = [f"# {sheet.name}"]
        try:
            used = opened.index(sheet).used
            if used is not None:
                reader = opened.reader(sheet)
                lines += _lines(opened, sheet, reader, used, left)
                warnings += doubts(reader.doubts)
        except FileReadFailed as error:
            raise_if_hostile(error)
            failed = error
            message = f"Sheet {sheet.name} cannot be read. {error.message}"
            warnings.append(MapWarning(code="sheet_unreadable", message=message))
        pieces.append("\n".join(lines) + "\n")
    unreadable = sum(warning.code == "sheet_unreadable" for warning in warnings)
    if failed is not None and unreadable == len(sheets):
        raise failed
    info = _whole(len(sheets), len(sheets))
    return XlsxText(text=_bounded("\n".join(pieces)), chunk_info=info, warnings=warnings)


def _whole(last: int, total: int) -> ChunkInfo:
    covered = Covered(unit="sheets", first=1, last=last, total=total)
    return ChunkInfo(
        chunk_index=0, total_chunks=1, has_more=False, range=f"1-{last}", covered=covered
    )


def _lines(
    opened: OpenBook, sheet: Sheet, reader: CellReader, area: Range, left: list[int]
) -> Iterator[str]:
    """Give the rows of an area as lines; `left` is how many characters there is room for."""
    step = max(1, min(_BATCH_ROWS, _BATCH_CELLS // area.col_count))
    for first in range(area.first_row, area.last_row + 1, step):
        last = min(first + step - 1, area.last_row)
        with opened.reading(sheet):
            rows = reader.read(Range(first, last, area.first_column, area.last_column))
        for number in range(first, last + 1):
            cells = rows.get(number)
            line = ""
            if cells is not None:
                row: list[Value] = [None] * (max(cells) - area.first_column + 1)
                for column, cell in cells.items():
                    shown = cell.formula if cell.value is None else cell.value
                    row[column - area.first_column] = shown
                line = line_of(row)
            left[0] -= len(line) + 1
            if left[0] < 0:
                raise _too_large()
            yield line


def fits(text: str, times: int = 1) -> bool:
    """Return whether a result can hold the text so many times over."""
    if len(text) * times * 12 <= TEXT_BYTES:
        return True
    return len(json.dumps(text)) * times <= TEXT_BYTES


def _bounded(text: str) -> str:
    if not fits(text):
        raise _too_large()
    return text


def _too_large() -> TooLarge:
    return TooLarge(
        f"The text is too large for one read, which holds {TEXT_BYTES} bytes. Read it by sheet, or "
        "by sheet and chunk."
    )
