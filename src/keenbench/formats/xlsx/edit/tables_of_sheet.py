"""The tables that lie on a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.formats.xlsx.addresses import Range, find_range
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xml_part import Element


@dataclass(frozen=True)
class Table:
    """A table: its part, its range, and how many of its rows are header and totals."""

    part: str
    root: Element
    name: str
    area: Range
    header_rows: int
    totals_rows: int

    @property
    def header(self) -> Range | None:
        if not self.header_rows:
            return None
        area = self.area
        return Range(area.first_row, area.first_row, area.first_column, area.last_column)

    @property
    def totals(self) -> Range | None:
        if not self.totals_rows:
            return None
        area = self.area
        return Range(area.last_row, area.last_row, area.first_column, area.last_column)

    @property
    def columns(self) -> list[Element]:
        return self.root.findall(f"{MAIN}tableColumns/{MAIN}tableColumn")


def tables_of(book: EditedBook, sheet: EditedSheet) -> list[Table]:
    found = []
    for relationship in sheet.relationships.of_kind("table"):
        part = relationship.part
        if part is None or part not in book.edit:
            continue
        root = book.edit.xml(part)
        area = find_range(root.get("ref", ""))
        if area is None:
            continue
        name = root.get("displayName") or root.get("name") or ""
        header = root.get("headerRowCount", "1")
        totals = root.get("totalsRowCount", "0")
        found.append(
            Table(
                part=part,
                root=root,
                name=name,
                area=area,
                header_rows=int(header) if header.isdigit() else 1,
                totals_rows=int(totals) if totals.isdigit() else 0,
            )
        )
    return found


def all_tables(book: EditedBook) -> list[Table]:
    return [
        table
        for sheet in book.sheets
        if sheet.kind == "worksheet"
        for table in tables_of(book, sheet)
    ]
