"""A workbook of nothing but what results depend on: cells, names and tables.

Engines that compute formulas read fewer files than Excel does: macros, strict names, unusual part
names and damaged drawings put them off. None of that matters to a result.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree

from keenbench.formats.xlsx.edit.cell_xml import escaped
from keenbench.formats.xlsx.edit.names import MAIN, R

if TYPE_CHECKING:
    from keenbench.formats.xlsx.edit.book import EditedBook
    from keenbench.formats.xlsx.edit.sheet import EditedSheet

_NS = f'xmlns="{MAIN[1:-1]}" xmlns:r="{R[1:-1]}"'
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/"


@dataclass(frozen=True)
class Slim:
    """The bytes of the small workbook, and the part of each sheet in it."""

    data: bytes
    parts: dict[str, str]


def sheet_parts(book: EditedBook) -> dict[str, str]:
    """Return the part of each worksheet in the small workbook, by its name."""
    names = [sheet.name for sheet in book.sheets if sheet.kind == "worksheet"]
    return {name: f"xl/worksheets/sheet{number}.xml" for number, name in enumerate(names, start=1)}


def slim_workbook(book: EditedBook) -> Slim:
    """Return the workbook reduced to what its formulas need; call `book.settle` first."""
    files: dict[str, bytes] = {}
    types: dict[str, str] = {"xl/workbook.xml": "sheet.main+xml"}
    links: list[tuple[str, str]] = []
    sheets = [sheet for sheet in book.sheets if sheet.kind == "worksheet"]
    parts = sheet_parts(book)
    tables = 0
    for number, sheet in enumerate(sheets, start=1):
        part = parts[sheet.name]
        types[part] = "worksheet+xml"
        links.append(("worksheet", f"worksheets/sheet{number}.xml"))
        ids = []
        for root in _tables(book, sheet):
            tables += 1
            name = f"xl/tables/table{tables}.xml"
            files[name] = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
            types[name] = "table+xml"
            ids.append(("table", f"../tables/table{tables}.xml"))
        files[part] = _sheet_xml(sheet, len(ids))
        if ids:
            files[f"xl/worksheets/_rels/sheet{number}.xml.rels"] = _relations(ids)
    for kind in ("sharedStrings", "styles", "sheetMetadata"):
        source = book.related(kind)
        if source is not None:
            name = f"xl/{kind}.xml"
            root = book.edit.xml(source)
            files[name] = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
            types[name] = f"{kind}+xml"
            links.append((kind, f"{kind}.xml"))
    files["xl/workbook.xml"] = _workbook_xml(book, sheets)
    files["xl/_rels/workbook.xml.rels"] = _relations(links)
    files["_rels/.rels"] = _relations([("officeDocument", "xl/workbook.xml")])
    files["[Content_Types].xml"] = _types(types)
    return Slim(_zipped(files), parts)


def _tables(book: EditedBook, sheet: EditedSheet) -> list[etree._Element]:
    found = sheet.relationships.of_kind("table")
    return [book.edit.xml(one.part) for one in found if one.part and one.part in book.edit]


def _sheet_xml(sheet: EditedSheet, tables: int) -> bytes:
    tail = "".join(f'<tablePart r:id="rId{number}"/>' for number in range(1, tables + 1))
    if tables:
        tail = f'<tableParts count="{tables}">{tail}</tableParts>'
    # Whatever prefixes a cell's extension uses are declared where the sheet declares them.
    spaces = "".join(
        f' xmlns:{prefix}="{escaped(uri)}"'
        for prefix, uri in sorted((k, v) for k, v in sheet.frame.nsmap.items() if k and k != "r")
    )
    ignorable = sheet.frame.get(
        "{http://schemas.openxmlformats.org/markup-compatibility/2006}Ignorable"
    )
    said = f' mc:Ignorable="{escaped(ignorable)}"' if ignorable else ""
    head = f"{_HEAD}<worksheet {_NS}{spaces}{said}><sheetData>".encode()
    return head + b"".join(sheet.rows.chunks()) + f"</sheetData>{tail}</worksheet>".encode()


def _workbook_xml(book: EditedBook, sheets: list[EditedSheet]) -> bytes:
    places = {
        index: sheets.index(sheet) for index, sheet in enumerate(book.sheets) if sheet in sheets
    }
    listed = "".join(
        f'<sheet name="{escaped(sheet.name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, sheet in enumerate(sheets, start=1)
    )
    names = ""
    for element in book.workbook.iterfind(f"{MAIN}definedNames/{MAIN}definedName"):
        local = element.get("localSheetId")
        said = f'<definedName name="{escaped(element.get("name", ""))}"'
        if local is not None:
            if not local.isdigit() or int(local) not in places:
                continue
            said += f' localSheetId="{places[int(local)]}"'
        names += f"{said}>{escaped(element.text or '')}</definedName>"
    names = f"<definedNames>{names}</definedNames>" if names else ""
    date = '<workbookPr date1904="1"/>' if book.since_1904 else "<workbookPr/>"
    calc = book.workbook.find(f"{MAIN}calcPr")
    kept = ("iterate", "iterateCount", "iterateDelta", "fullPrecision")
    said = "".join(
        f' {name}="{escaped(value)}"'
        for name in kept
        if calc is not None and (value := calc.get(name)) is not None
    )
    body = f"{date}<sheets>{listed}</sheets>{names}<calcPr{said}/>"
    return f"{_HEAD}<workbook {_NS}>{body}</workbook>".encode()


def _relations(links: list[tuple[str, str]]) -> bytes:
    body = "".join(
        f'<Relationship Id="rId{number}" Type="{_RELATION}{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(links, start=1)
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}relationships">{body}</Relationships>'.encode()


def _types(types: dict[str, str]) -> bytes:
    body = (
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
    )
    body += "".join(
        f'<Override PartName="/{name}" ContentType="{_TYPE}{kind}"/>'
        for name, kind in sorted(types.items())
    )
    return f'{_HEAD}<Types xmlns="{_PACKAGE}content-types">{body}</Types>'.encode()


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, files[name])
    return out.getvalue()
