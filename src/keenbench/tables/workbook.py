"""Rows as a workbook, in constant memory.

rustpy-xlsxwriter where it is installed (six times as fast), else XlsxWriter. Either way the cells
are the same: text is text whatever it begins with, and a number that a double would change is text
too, with a warning.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keenbench.errors import FileWriteFailed, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.shape import MapWarning

if TYPE_CHECKING:
    from keenbench.tables.export import Wanted

MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384
MAX_CHARS = 32_767
_BATCH = 2048
_LAST_EXACT = 2**53
_DATE_FORMAT = "yyyy-mm-dd"
_TIME_FORMAT = "yyyy-mm-dd hh:mm:ss"
_FIRST_YEAR = 1900
_CORE = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
    'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:dcmitype="http://purl.org/dc/dcmitype/" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"></cp:coreProperties>'
)

Row = dict[str, Any]
WriteSheets = Callable[[Path, list[tuple[str, Iterator[Row]]], list[str], dict[str, str]], None]


def write_workbook(connection: Any, call: Call, wanted: Wanted, told: list[MapWarning]) -> int:
    """Write the rows of `wanted` to the call's result; return how many."""
    from keenbench.tables.export import unique

    sheet = check_sheet(wanted.sheet or "Sheet1")
    if len(wanted.names) > MAX_COLUMNS:
        raise ValidationFailed(f"A sheet holds {MAX_COLUMNS} columns, not {len(wanted.names)}.")
    names = unique(wanted.names)
    places = [f"c{index}" for index in range(len(names))]
    source = f"({wanted.select}\n) AS q({', '.join(places)})"
    total, exact = _survey(connection, wanted, source, places)
    cells = ", ".join(
        _cell(word, kind, place, place in exact)
        for place, (word, kind) in zip(places, wanted.kinds, strict=True)
    )
    connection.execute(f"SELECT {cells} FROM {source}")
    # A column whose every value Excel holds needs no look at each: Python's time is most of it.
    words = [
        "" if place in exact else word
        for place, (word, _) in zip(places, wanted.kinds, strict=True)
    ]
    rows = _Rows(connection, names, words, call, total)
    per_sheet = MAX_ROWS - 1
    count = max(1, -(-total // per_sheet))
    sheets = [
        (sheet if number == 0 else _numbered(sheet, number + 1), rows.take(per_sheet))
        for number in range(count)
    ]
    formats = {
        name: _DATE_FORMAT if word == "date" else _TIME_FORMAT
        for name, (word, _) in zip(names, wanted.kinds, strict=True)
        if word in ("date", "timestamp")
    }
    with _temporary_files_in(call.out):
        writer()(call.result_path, sheets, names, formats)
    _without_times(call.result_path)
    if count > 1:
        message = f"The rows stand on {count} sheets: a sheet holds {MAX_ROWS} rows."
        told.append(MapWarning(code="sheets_split", message=message))
    if rows.as_text:
        message = (
            f"{rows.as_text} numbers or dates that a workbook cannot hold exactly stand as text."
        )
        told.append(MapWarning(code="written_as_text", message=message))
    return total


@contextmanager
def _temporary_files_in(folder: Path) -> Iterator[None]:
    """Have the writers put a sheet's unpacked XML there: the box's own /tmp is small memory."""
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before


def check_sheet(name: str) -> str:
    bad = not name or len(name) > 31 or any(c in "[]:*?/\\" for c in name)
    if bad or name.startswith("'") or name.endswith("'"):
        raise ValidationFailed(
            "sheet is 1 to 31 characters without [ ] : * ? / \\ and without ' at its ends."
        )
    return name


def _numbered(sheet: str, number: int) -> str:
    ending = f" ({number})"
    return sheet[: 31 - len(ending)] + ending


def _survey(
    connection: Any, wanted: Wanted, source: str, places: list[str]
) -> tuple[int, set[str]]:
    """Return how many rows there are, and the columns that a workbook holds exactly as they are.

    Raises where the rows do not fit a sheet.
    """
    tests = {}
    for place, (word, kind) in zip(places, wanted.kinds, strict=True):
        test = _holds_exactly(word, kind, place)
        if test is not None:
            tests[place] = f"coalesce({test}, true)"
    texts = [
        f"max(length({place}))"
        for place, (word, _) in zip(places, wanted.kinds, strict=True)
        if word == "string"
    ]
    parts = ["count(*)", *tests.values(), *texts]
    row = connection.execute(f"SELECT {', '.join(parts)} FROM {source}").fetchone()
    total = int(row[0])
    if total > MAX_ROWS - 1 and not wanted.split_sheets:
        raise ValidationFailed(
            f"{total} rows and a header do not fit a sheet of {MAX_ROWS} rows; export fewer, "
            "set split_sheets, or take csv or parquet."
        )
    lengths = row[1 + len(tests) :]
    longest = max((int(length) for length in lengths if length is not None), default=0)
    if longest > MAX_CHARS:
        raise ValidationFailed(
            f"A cell of {longest} characters does not fit a workbook ({MAX_CHARS} at most); "
            "export to csv, or shorten it with left(column, 32767)."
        )
    return total, {place for place, held in zip(tests, row[1:], strict=False) if held}


def _holds_exactly(word: str, kind: str, place: str) -> str | None:
    """Return SQL that tells whether a workbook holds every value of a column; None where not."""
    if word == "integer" and kind != "BIGNUM":
        return f"min({place}) >= -{_LAST_EXACT} AND max({place}) <= {_LAST_EXACT}"
    if word == "decimal":
        scale = int(kind.rstrip(")").rpartition(",")[2])
        if scale > 14:
            return None
        limit = 10 ** (15 - scale)
        return f"min({place}) > -{limit} AND max({place}) < {limit}"
    if word in ("date", "timestamp"):
        return f"min({place}) >= '{_FIRST_YEAR}-01-01' AND bool_and(isfinite({place}))"
    return "true" if word in ("float", "boolean", "string") else None


def _cell(word: str, kind: str, place: str, exact: bool) -> str:
    """Return SQL that gives a value which Python's own types hold."""
    if word == "float":
        return f"CASE WHEN isfinite({place}) THEN {place} END"
    if word == "decimal" and exact:
        return f"CAST({place} AS DOUBLE)"
    if word == "timestamp" and "ZONE" in kind:
        return f"CAST({place} AT TIME ZONE 'UTC' AS TIMESTAMP)"
    if word in ("integer", "boolean", "date", "timestamp", "string") and kind != "BIGNUM":
        return place
    return f"CAST({place} AS VARCHAR)"


class _Rows:
    """The rows of the connection's result as dictionaries, sheet by sheet."""

    def __init__(
        self, connection: Any, names: list[str], words: list[str], call: Call, total: int
    ) -> None:
        self._connection = connection
        self._names = names
        self._words = words
        self._call = call
        self._total = total
        self._waiting: list[tuple[Any, ...]] = []
        self._done = 0
        self.as_text = 0
        self._odd = [(index, self._converter(word)) for index, word in enumerate(words) if word]

    def take(self, count: int) -> Iterator[Row]:
        names, odd = self._names, self._odd
        left = count
        while left > 0:
            batch = self._waiting or self._connection.fetchmany(min(_BATCH, left))
            self._waiting = []
            if not batch:
                return
            left -= len(batch)
            if not odd:
                for row in batch:
                    yield dict(zip(names, row, strict=True))
            for row in batch if odd else ():
                values = list(row)
                for index, convert in odd:
                    value = values[index]
                    if value is not None:
                        values[index] = convert(value)
                yield dict(zip(names, values, strict=True))
            self._done += len(batch)
            self._call.progress(self._done, self._total, "writing")

    def _converter(self, word: str) -> Callable[[Any], Any]:
        converters: dict[str, Callable[[Any], Any]] = {
            "integer": self._integer,
            "decimal": self._decimal,
            "date": self._date,
            "timestamp": self._date,
        }
        return converters.get(word, str)

    def _integer(self, value: int) -> int | str:
        if -_LAST_EXACT <= value <= _LAST_EXACT:
            return value
        self.as_text += 1
        return str(value)

    def _decimal(self, text: str) -> float | str:
        if len(text.lstrip("-").replace(".", "").strip("0")) <= 15:
            return float(text)
        self.as_text += 1
        return text

    def _date(self, value: date | datetime) -> date | datetime | str:
        if value.year >= _FIRST_YEAR:
            return value
        self.as_text += 1
        return value.isoformat()


def writer() -> WriteSheets:
    """Return what writes workbooks on this machine."""
    try:
        import rustpy_xlsxwriter  # noqa: F401
    except ImportError:
        return write_with_xlsxwriter
    return write_with_rust


def write_with_rust(
    path: Path,
    sheets: list[tuple[str, Iterator[Row]]],
    names: list[str],
    formats: dict[str, str],
) -> None:
    from rustpy_xlsxwriter import Format, write_worksheet, write_worksheets

    columns = {name: Format().set_num_format(form) for name, form in formats.items()}
    filled: list[tuple[str, Any]] = [(sheet, _never_empty(rows, names)) for sheet, rows in sheets]
    try:
        if len(filled) == 1:
            title, rows = filled[0]
            write_worksheet(rows, str(path), sheet_name=title, column_formats=columns or None)
        else:
            by_sheet: Any = {title: columns for title, _ in filled} if columns else None
            write_worksheets(filled, str(path), column_formats=by_sheet)
    except Exception:
        raise
    except BaseException as error:
        # A panic of the Rust code, which pyo3 lets pass every `except Exception`: its disk is full.
        if type(error).__name__ != "PanicException":
            raise
        raise FileWriteFailed("The workbook could not be written; is the disk full?") from None


def _never_empty(rows: Iterator[Row], names: list[str]) -> Iterator[Row]:
    """Give one row of nothing where there is none, so that the header is written."""
    first = next(rows, None)
    yield dict.fromkeys(names) if first is None else first
    yield from rows


def write_with_xlsxwriter(
    path: Path,
    sheets: list[tuple[str, Iterator[Row]]],
    names: list[str],
    formats: dict[str, str],
) -> None:
    import xlsxwriter

    options = {
        "constant_memory": True,
        "tmpdir": os.environ.get("TMPDIR"),
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with xlsxwriter.Workbook(str(path), options) as workbook:
        shown = {name: workbook.add_format({"num_format": form}) for name, form in formats.items()}
        for title, rows in sheets:
            sheet = workbook.add_worksheet(title)
            for column, name in enumerate(names):
                sheet.write_string(0, column, name)
            for number, row in enumerate(rows, start=1):
                for column, name in enumerate(names):
                    _write_cell(sheet, number, column, row[name], shown.get(name))


def _write_cell(sheet: Any, row: int, column: int, value: Any, form: Any) -> None:
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(row, column, value)
    elif isinstance(value, int | float):
        sheet.write_number(row, column, value)
    elif isinstance(value, date):
        sheet.write_datetime(row, column, value, form)
    else:
        sheet.write_string(row, column, str(value))


def _without_times(path: Path) -> None:
    """Rewrite the properties without the time of writing: same rows, same bytes.

    They stand at the end of the package, so that only its tail is written anew.
    """
    core = "docProps/core.xml"
    with zipfile.ZipFile(path, "a") as package:
        members = sorted(package.infolist(), key=lambda member: member.header_offset)
        first = next(place for place, member in enumerate(members) if member.filename == core)
        tail = members[first:]
        contents = [
            _CORE.encode() if member.filename == core else package.read(member) for member in tail
        ]
        for member in tail:
            package.filelist.remove(member)
            del package.NameToInfo[member.filename]
        package.start_dir = tail[0].header_offset
        for member, content in zip(tail, contents, strict=True):
            info = zipfile.ZipInfo(member.filename, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(info, content)
