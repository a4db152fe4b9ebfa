"""What writes the cells of a workbook, in constant memory.

rustpy-xlsxwriter where it is installed (six times as fast), else XlsxWriter: the same cells.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from keenbench.errors import FileWriteFailed

_CORE = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
    'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:dcmitype="http://purl.org/dc/dcmitype/" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"></cp:coreProperties>'
)

Row = dict[str, Any]
WriteSheets = Callable[[Path, list[tuple[str, Iterator[Row]]], list[str], dict[str, str]], None]


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
    with _panics_told():
        if len(filled) == 1:
            title, rows = filled[0]
            write_worksheet(rows, str(path), sheet_name=title, column_formats=columns or None)
        else:
            by_sheet: Any = {title: columns for title, _ in filled} if columns else None
            write_worksheets(filled, str(path), column_formats=by_sheet)


def write_stream_with_rust(path: Path, sheet: str, stream: Any, formats: dict[str, str]) -> None:
    """Write an Arrow stream of rows as one sheet. Whether all of them came, the stream knows."""
    from rustpy_xlsxwriter import Format, write_worksheet

    columns = {name: Format().set_num_format(form) for name, form in formats.items()}
    with _panics_told():
        write_worksheet(stream, str(path), sheet_name=sheet, column_formats=columns or None)


@contextmanager
def _panics_told() -> Iterator[None]:
    try:
        yield
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
        sheet.write_number(row, column, value, form)
    elif isinstance(value, date):
        sheet.write_datetime(row, column, value, form)
    else:
        sheet.write_string(row, column, str(value))


def without_times(path: Path) -> None:
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
