"""An empty workbook, always the same bytes, and the type of a main part by the file's name."""

from __future__ import annotations

import io
from pathlib import PurePath

from keenbench.formats.xlsx.edit.styles import EMPTY as STYLES
from keenbench.formats.zip_splice import Made, write_zip

_OFFICE = "http://schemas.openxmlformats.org"
_MAIN = f"{_OFFICE}/spreadsheetml/2006/main"
_RELATIONSHIPS = f"{_OFFICE}/officeDocument/2006/relationships"
_ML = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

MAIN_TYPES = {
    ".xlsx": f"{_ML}.sheet.main+xml",
    ".xltx": f"{_ML}.template.main+xml",
    ".xlsm": "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    ".xltm": "application/vnd.ms-excel.template.macroEnabled.main+xml",
}


def main_type(path: str) -> str:
    """Return what the main part of a file of that name is called."""
    return MAIN_TYPES.get(PurePath(path).suffix.lower(), MAIN_TYPES[".xlsx"])


def new_workbook(path: str, sheet: str = "Sheet1") -> io.BytesIO:
    """Return the file of a workbook with one empty sheet."""
    quoted = sheet.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_OFFICE}/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{main_type(path)}"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_ML}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_ML}.styles+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_ML}.sharedStrings+xml"/>'
        "</Types>",
        "_rels/.rels": _relationships(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONSHIPS}">'
        "<bookViews><workbookView/></bookViews><sheets>"
        f'<sheet name="{quoted}" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relationships(
            ("worksheet", "worksheets/sheet1.xml"),
            ("styles", "styles.xml"),
            ("sharedStrings", "sharedStrings.xml"),
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}" xmlns:r="{_RELATIONSHIPS}">'
        '<dimension ref="A1"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/>'
        '</sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData/>'
        '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>'
        "</worksheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}" count="0" uniqueCount="0"/>',
    }
    data = {name: (_HEAD + xml).encode() for name, xml in parts.items()}
    data["xl/styles.xml"] = STYLES
    out = io.BytesIO()
    write_zip(out, [_made(name, content) for name, content in data.items()])
    out.seek(0)
    return out


def _made(name: str, content: bytes) -> Made:
    return Made(name, lambda: (content,), len(content))


def _relationships(*entries: tuple[str, str]) -> str:
    made = "".join(
        f'<Relationship Id="rId{at}" Type="{_RELATIONSHIPS}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(entries, 1)
    )
    return f'<Relationships xmlns="{_OFFICE}/package/2006/relationships">{made}</Relationships>'
