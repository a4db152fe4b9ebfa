"""Workbooks made in a few lines, from the XML of their sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from keenbench.formats.xlsx.addresses import column_name
from tests.documents import OOXML, RELATIONSHIPS, content_types, relationships, zipped

MAIN = f"{OOXML}/spreadsheetml/2006/main"
SHEET_ML = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def sheet_xml(rows: str, after: str = "", before: str = "") -> str:
    return (
        f'<worksheet xmlns="{MAIN}" xmlns:r="{RELATIONSHIPS}">{before}'
        f"<sheetData>{rows}</sheetData>{after}</worksheet>"
    )


def rows_xml(grid: dict[tuple[int, int], Any]) -> str:
    """Return the rows of a sheet that holds these values by (row, column)."""
    written = []
    for row in sorted({row for row, _ in grid}):
        cells = "".join(
            cell_xml(row, column, grid[row, column])
            for column in sorted(column for at, column in grid if at == row)
        )
        written.append(f'<row r="{row}">{cells}</row>')
    return "".join(written)


def cell_xml(row: int, column: int, value: Any) -> str:
    ref = f"{column_name(column)}{row}"
    if value is None:
        return f'<c r="{ref}" s="0"/>'
    if isinstance(value, bool):
        return f'<c r="{ref}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{ref}"><v>{value}</v></c>'
    if value.startswith("="):
        return f'<c r="{ref}"><f>{escape(value[1:])}</f><v>0</v></c>'
    return f'<c r="{ref}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def workbook_parts(
    *sheets: str | bytes,
    strings: str | None = None,
    styles: str | None = None,
    properties: str = "",
    names: str = "",
    states: tuple[str, ...] = (),
) -> dict[str, str | bytes]:
    listed = "".join(
        f'<sheet name="Sheet{at}" sheetId="{at}" r:id="s{at}"'
        + (f' state="{states[at - 1]}"' if len(states) >= at else "")
        + "/>"
        for at in range(1, len(sheets) + 1)
    )
    links = [
        (f"s{at}", "worksheet", f"worksheets/sheet{at}.xml") for at in range(1, len(sheets) + 1)
    ]
    if strings is not None:
        links.append(("strings", "sharedStrings", "sharedStrings.xml"))
    if styles is not None:
        links.append(("styles", "styles", "styles.xml"))
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": content_types(("/xl/workbook.xml", f"{SHEET_ML}.sheet.main+xml")),
        "_rels/.rels": relationships(("w", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": (
            f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONSHIPS}">{properties}'
            f"<sheets>{listed}</sheets>{names}</workbook>"
        ),
        "xl/_rels/workbook.xml.rels": relationships(*links),
    }
    for at, sheet in enumerate(sheets, 1):
        parts[f"xl/worksheets/sheet{at}.xml"] = sheet
    if strings is not None:
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN}">{strings}</sst>'
    if styles is not None:
        parts["xl/styles.xml"] = f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>'
    return parts


def write_workbook(
    folder: Path, *sheets: str | bytes, name: str = "book.xlsx", **more: Any
) -> Path:
    file = folder / name
    file.write_bytes(zipped(workbook_parts(*sheets, **more)))
    return file


def styles_xml(*codes: str | int) -> str:
    """Return styles whose nth cell style shows numbers by the nth code, or built-in format."""
    formats = "".join(
        f'<numFmt numFmtId="{200 + at}" formatCode="{escape(code).replace(chr(34), "&quot;")}"/>'
        for at, code in enumerate(codes)
        if isinstance(code, str)
    )
    styles = "".join(
        f'<xf numFmtId="{200 + at if isinstance(code, str) else code}"/>'
        for at, code in enumerate(codes)
    )
    return f"<numFmts>{formats}</numFmts><cellXfs>{styles}</cellXfs>"
