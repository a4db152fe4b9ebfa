"""What is attached to a sheet in parts of its own: charts, shapes, tables, comments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from keenbench.errors import FileReadFailed
from keenbench.formats.package import Package
from keenbench.formats.xlsx.addresses import Range, find_range, whole_number
from keenbench.formats.xlsx.sheet_extras import Extras
from keenbench.formats.xml_part import Element

_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_MAX_CHARTS = 2_000
_MAX_COMMENTS = 100_000


@dataclass(frozen=True)
class Chart:
    name: str
    type: str
    data_range: str | None


@dataclass(frozen=True)
class Table:
    name: str
    range: Range
    has_header: bool
    has_totals: bool


@dataclass(frozen=True)
class Comment:
    """A note or a threaded comment on a cell."""

    cell: str
    area: Range
    author: str
    text: str


@dataclass(frozen=True)
class Shape:
    """A text box or another shape with words in it, and the cell that its corner stands on."""

    row: int
    column: int
    name: str
    text: str


@dataclass
class SheetParts:
    charts: list[Chart] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # what could not be read


def parts_of(package: Package, sheet_part: str, extras: Extras) -> SheetParts:
    """Return charts, shapes and tables of a sheet; one that is damaged leaves the others."""
    found = SheetParts()
    try:
        relationships = package.relationships(sheet_part)
    except FileReadFailed as error:
        found.faults.append(error.message)
        return found
    for id in extras.drawing_ids:
        relationship = relationships.get(id)
        if relationship is not None and relationship.part is not None:
            try:
                drawing = package.xml(relationship.part)
                found.shapes += _shapes(drawing)
                for name, chart in _charts(package, relationship.part, drawing):
                    found.charts.append(_chart(package, name, chart))
                    if len(found.charts) >= _MAX_CHARTS:
                        break
            except FileReadFailed as error:
                found.faults.append(error.message)
    for id in extras.table_ids:
        relationship = relationships.get(id)
        if relationship is not None and relationship.part is not None:
            try:
                table = _table(package.xml(relationship.part))
            except FileReadFailed as error:
                found.faults.append(error.message)
                continue
            if table is not None:
                found.tables.append(table)
    return found


def comments_of(package: Package, sheet_part: str) -> list[Comment]:
    """Return the notes and threaded comments of a sheet, by row and column."""
    found: list[Comment] = []
    threaded: set[str] = set()
    relationships = package.relationships(sheet_part)
    persons = _persons(package)
    for relationship in relationships.of_kind("threadedComment"):
        if relationship.part is None or relationship.part not in package:
            continue
        for element in package.xml(relationship.part).iter("{*}threadedComment"):
            author = persons.get(element.get("personId", ""), "")
            text = "".join(part.text or "" for part in element.iter("{*}text"))
            found += _comment(element.get("ref", ""), author, text)
            threaded.add(element.get("ref", ""))
    for relationship in relationships.of_kind("comments"):
        if relationship.part is None or relationship.part not in package:
            continue
        root = package.xml(relationship.part)
        authors = [author.text or "" for author in root.iterfind("{*}authors/{*}author")]
        for element in root.iterfind("{*}commentList/{*}comment"):
            ref = element.get("ref", "")
            if ref in threaded:  # its note only says that there is a thread
                continue
            at = whole_number(element.get("authorId"))
            author = authors[at] if at is not None and at < len(authors) else ""
            text = "".join(part.text or "" for part in element.iter("{*}t"))
            found += _comment(ref, author, text)
    found = found[:_MAX_COMMENTS]
    return sorted(found, key=lambda comment: (comment.area.first_row, comment.area.first_column))


def _comment(ref: str, author: str, text: str) -> list[Comment]:
    area = find_range(ref)
    return [Comment(ref, area, author, text)] if area is not None else []


def _persons(package: Package) -> dict[str, str]:
    names = [name for name in package.names() if name.lower().startswith("xl/persons/")]
    persons: dict[str, str] = {}
    for name in names[:10]:
        if name.lower().endswith(".xml"):
            for element in package.xml(name).iter("{*}person"):
                persons[element.get("id", "")] = element.get("displayName", "")
    return persons


def _shapes(drawing: Element) -> Iterator[Shape]:
    """Give the shapes that hold words."""
    for anchor in drawing:
        for shape in anchor.iter("{*}sp"):
            paragraphs = [
                "".join(run.text or "" for run in paragraph.iter("{*}t"))
                for paragraph in shape.iterfind("{*}txBody/{*}p")
            ]
            text = "\n".join(paragraphs)
            if text.strip():
                named = next(shape.iter("{*}cNvPr"), None)
                name = named.get("name", "") if named is not None else ""
                row = whole_number(anchor.findtext("{*}from/{*}row")) or 0
                column = whole_number(anchor.findtext("{*}from/{*}col")) or 0
                yield Shape(row + 1, column + 1, name, text)


def _charts(package: Package, drawing_part: str, root: Element) -> Iterator[tuple[str, str]]:
    """Give name and part of each chart in a drawing."""
    relationships = package.relationships(drawing_part)
    for frame in root.iter("{*}graphicFrame"):
        named = next(frame.iter("{*}cNvPr"), None)
        name = named.get("name", "") if named is not None else ""
        for chart in frame.iter("{*}chart"):
            relationship = relationships.get(chart.get(_ID))
            if relationship is not None and relationship.part is not None:
                yield name, relationship.part


def _chart(package: Package, name: str, part: str) -> Chart:
    root = package.xml(part)
    references = [element.text or "" for element in root.iter("{*}f") if element.text]
    return Chart(name, _chart_type(root), _data_range(references))


def _chart_type(root: Element) -> str:
    for plot in root.iter(f"{{{_CHART}}}plotArea"):
        types = []
        for child in plot:
            local = str(child.tag).rpartition("}")[2]
            if local.endswith("Chart"):
                kind = local.removesuffix("Chart").removesuffix("3D")
                if kind not in types:
                    types.append(kind)
        if types:
            return "+".join(types)
    for series in root.iter("{*}series"):  # the newer kinds: waterfall, treemap, …
        return series.get("layoutId", "unknown")
    return "unknown"


def _data_range(references: list[str]) -> str | None:
    """Return the one range that holds all the data, or the ranges one by one."""
    distinct = list(dict.fromkeys(reference.strip() for reference in references))
    if not distinct:
        return None
    sheets = {reference.rpartition("!")[0] for reference in distinct}
    areas = [find_range(reference.rpartition("!")[2]) for reference in distinct]
    if len(sheets) > 1 or None in areas:
        return ",".join(distinct)
    known = [area for area in areas if area is not None]
    whole = Range(
        min(area.first_row for area in known),
        max(area.last_row for area in known),
        min(area.first_column for area in known),
        max(area.last_column for area in known),
    )
    sheet = sheets.pop()
    return f"{sheet}!{whole}" if sheet else str(whole)


def _table(root: Element) -> Table | None:
    area = find_range(root.get("ref", ""))
    if area is None:
        return None
    return Table(
        name=root.get("displayName") or root.get("name") or "",
        range=area,
        has_header=root.get("headerRowCount", "1") != "0",
        has_totals=root.get("totalsRowCount", "0") not in ("", "0"),
    )
