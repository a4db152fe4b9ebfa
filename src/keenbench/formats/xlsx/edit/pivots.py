"""The pivot tables that lie on a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.formats.xlsx.addresses import Range, find_range
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.sheet import EditedSheet


@dataclass(frozen=True)
class PivotTable:
    name: str
    area: Range


def pivot_tables(book: EditedBook, sheet: EditedSheet) -> list[PivotTable]:
    """Return the pivot tables of a sheet, and the cells that each refresh writes."""
    found = []
    for relationship in sheet.relationships.of_kind("pivotTable"):
        if relationship.part is None or relationship.part not in book.edit:
            continue
        root = book.edit.xml(relationship.part)
        location = root.find(f"{MAIN}location")
        area = find_range(location.get("ref", "")) if location is not None else None
        if area is not None:
            found.append(PivotTable(root.get("name", "?"), area))
    return found
