"""Charts of cells, native to the workbook, with the values they show saved beside the ranges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.cell_values import Value, value_of
from keenbench.formats.xlsx.edit.chart_xml import Series, Source, chart_xml
from keenbench.formats.xlsx.edit.defined_names import absolute
from keenbench.formats.xlsx.edit.drawing import XDR, A, anchor_at, corner, drawing_of, next_id
from keenbench.formats.xlsx.edit.names import R
from keenbench.formats.xlsx.edit.ops import AddChart
from keenbench.formats.xlsx.edit.places import range_at
from keenbench.formats.xlsx.edit.sheet import EditedSheet

C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_COLUMNS, _ROWS = 8, 15  # the size that Excel gives a new chart
_MOST_SERIES = 255
_MOST_POINTS = 32_000


@dataclass(frozen=True)
class _Data:
    """Cells of one sheet that a chart shows."""

    sheet: EditedSheet
    area: Range

    def part(self, area: Range) -> _Data:
        return _Data(self.sheet, area)


def add_chart(book: EditedBook, op: AddChart, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    data = _data(book, sheet, op.data_range, report, "data_range")
    by_columns = op.series_in == "columns"
    lines = _lines(data.area, by_columns)
    categories = None
    if op.categories_range is not None:
        given = _data(book, sheet, op.categories_range, report, "categories_range")
        if min(given.area.row_count, given.area.col_count) != 1:
            raise refused(report, "categories_range", "must be one row or one column.")
        categories = given
    elif len(lines) > 1 and (op.type == "scatter" or _is_text(book, data.part(lines[0]))):
        categories = data.part(lines.pop(0))
    named = _first_is_text(book, data, lines, by_columns)
    if len(lines) > _MOST_SERIES:
        raise refused(report, "data_range", f"makes more than {_MOST_SERIES} series.")
    points = lines[0].cell_count - named
    if not 1 <= points <= _MOST_POINTS:
        raise refused(report, "data_range", f"makes {points} points; 1 to {_MOST_POINTS} show.")
    if categories is not None:
        long = categories.area.cell_count
        if named and long == points + 1:
            categories = categories.part(_rest(categories.area))
    series = [_series(book, data, line, named, categories) for line in lines]
    if op.type == "pie" and len(series) > 1:
        report.warn("one_series", "A pie shows one series; the first was taken.")
        series = series[:1]
    _place(book, sheet, op, series)
    report.count(series=len(series), points=points)


def _data(book: EditedBook, home: EditedSheet, text: str, report: OpReport, key: str) -> _Data:
    named, _, cells = text.strip().removeprefix("=").rpartition("!")
    sheet = home
    if named:
        sheet = book.sheet(named.strip("'").replace("''", "'"), report, key)
    try:
        area = range_at(cells)
    except ValueError as why:
        raise refused(report, key, f"{why}.") from None
    if area.row_count == MAX_ROW or area.col_count == MAX_COLUMN:
        used = sheet.used()
        if used is None or not used.touches(area):
            raise refused(report, key, "holds nothing.")
        area = Range(
            max(area.first_row, used.first_row),
            min(area.last_row, used.last_row),
            max(area.first_column, used.first_column),
            min(area.last_column, used.last_column),
        )
    return _Data(sheet, area)


def _lines(area: Range, by_columns: bool) -> list[Range]:
    if by_columns:
        columns = range(area.first_column, area.last_column + 1)
        return [Range(area.first_row, area.last_row, column, column) for column in columns]
    rows = range(area.first_row, area.last_row + 1)
    return [Range(row, row, area.first_column, area.last_column) for row in rows]


def _rest(area: Range) -> Range:
    """Return a line without its first cell."""
    down = 1 if area.col_count == 1 else 0
    return Range(
        area.first_row + down, area.last_row, area.first_column + 1 - down, area.last_column
    )


def _values(book: EditedBook, data: _Data) -> list[Value]:
    area = data.area
    found: list[Value] = []
    for number in range(area.first_row, area.last_row + 1):
        row = data.sheet.rows.peek(number)
        for column in range(area.first_column, area.last_column + 1):
            found.append(value_of(book, row.cell(column)) if row is not None else None)
    return found


def _is_text(book: EditedBook, data: _Data) -> bool:
    values = [value for value in _values(book, data)[1:] if value is not None]
    return bool(values) and all(isinstance(value, str) for value in values)


def _first_is_text(book: EditedBook, data: _Data, lines: list[Range], by_columns: bool) -> bool:
    """Whether the first cell of each line names it."""
    if lines[0].cell_count < 2:
        return False
    firsts = [_values(book, data.part(line))[0] for line in lines]
    return any(isinstance(value, str) for value in firsts) and not any(
        isinstance(value, int | float) and not isinstance(value, bool) for value in firsts
    )


def _series(
    book: EditedBook, data: _Data, line: Range, named: bool, categories: _Data | None
) -> Series:
    name = None
    if named:
        head = Range(line.first_row, line.first_row, line.first_column, line.first_column)
        name = _source(book, data.part(head))
        line = _rest(line)
    return Series(
        name=name,
        values=_source(book, data.part(line)),
        categories=None if categories is None else _source(book, categories),
    )


def _source(book: EditedBook, data: _Data) -> Source:
    return Source(absolute(data.sheet.name, data.area), tuple(_values(book, data)))


def _place(book: EditedBook, sheet: EditedSheet, op: AddChart, series: list[Series]) -> None:
    drawing = drawing_of(book, sheet)
    part = book.edit.free_name("xl/charts/chart{}.xml")
    book.add(part, chart_xml(op.type, series, op.title), _TYPE)
    id_ = book.edit.relate(drawing, "chart", part)
    root = book.edit.xml(drawing)
    number = next_id(root)
    row, column = anchor_at(op.anchor)
    anchor = etree.SubElement(root, f"{XDR}twoCellAnchor")
    corner(anchor, "from", row, column)
    corner(anchor, "to", min(row + _ROWS, MAX_ROW - 1), min(column + _COLUMNS, MAX_COLUMN - 1))
    frame = etree.SubElement(anchor, f"{XDR}graphicFrame", macro="")
    about = etree.SubElement(frame, f"{XDR}nvGraphicFramePr")
    etree.SubElement(about, f"{XDR}cNvPr", id=str(number), name=f"Chart {number - 1}")
    etree.SubElement(about, f"{XDR}cNvGraphicFramePr")
    form = etree.SubElement(frame, f"{XDR}xfrm")
    etree.SubElement(form, f"{A}off", x="0", y="0")
    etree.SubElement(form, f"{A}ext", cx="0", cy="0")
    graphic = etree.SubElement(frame, f"{A}graphic")
    inside = etree.SubElement(graphic, f"{A}graphicData", uri=C)
    etree.SubElement(inside, f"{{{C}}}chart", {f"{R}id": id_}, nsmap={"c": C, "r": R[1:-1]})
    etree.SubElement(anchor, f"{XDR}clientData")
    book.changed(drawing)


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {"add_chart": add_chart}
