"""The workbook inside a chart, which PowerPoint opens to edit its data: fixed bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from xml.sax.saxutils import escape

from keenbench.formats.zip_splice import Made, write_zip

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def chart_workbook(rows: Sequence[Sequence[str | int | float | None]]) -> bytes:
    """Return a workbook with one sheet, Sheet1, of these rows."""
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_SHEET_TYPE}.sheet.main+xml"/>'
        '<Override PartName="/xl/worksheets/sheet1.xml" '
        f'ContentType="{_SHEET_TYPE}.worksheet+xml"/></Types>',
        "_rels/.rels": _relationships("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relationships("worksheet", "worksheets/sheet1.xml"),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>'
        + "".join(_row(number, row) for number, row in enumerate(rows, 1))
        + "</sheetData></worksheet>",
    }
    out = io.BytesIO()
    write_zip(out, [_made(name, (_HEAD + text).encode()) for name, text in parts.items()])
    return out.getvalue()


def column_letters(number: int) -> str:
    """Return the letters of a column, 1-based."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _made(name: str, data: bytes) -> Made:
    return Made(name, lambda: (data,), len(data))


def _relationships(kind: str, target: str) -> str:
    return (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )


def _row(number: int, row: Sequence[str | int | float | None]) -> str:
    cells = "".join(
        _cell(f"{column_letters(column)}{number}", value)
        for column, value in enumerate(row, 1)
        if value is not None
    )
    return f'<row r="{number}">{cells}</row>'


def _cell(place: str, value: str | int | float) -> str:
    if isinstance(value, str):
        text = escape(value)
        return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    return f'<c r="{place}"><v>{value!r}</v></c>'
