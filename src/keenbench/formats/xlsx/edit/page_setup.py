"""How a sheet is printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import MAX_COLUMN, MAX_ROW, Range
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.defined_names import absolute, drop_name, set_name
from keenbench.formats.xlsx.edit.names import SHEET_PROPERTIES, child_in_order
from keenbench.formats.xlsx.edit.ops import SetPageSetup
from keenbench.formats.xlsx.edit.places import columns_at, range_at, rows_at
from keenbench.formats.xlsx.edit.printed import Margins, PrintTitles
from keenbench.formats.xlsx.edit.sheet import EditedSheet

_PAPERS = {
    "letter": 1,
    "tabloid": 3,
    "ledger": 4,
    "legal": 5,
    "executive": 7,
    "a3": 8,
    "a4": 9,
    "a5": 11,
    "b4": 12,
    "b5": 13,
}
_MARGINS = {
    "left": "0.7",
    "right": "0.7",
    "top": "0.75",
    "bottom": "0.75",
    "header": "0.3",
    "footer": "0.3",
}
_AREA = "_xlnm.Print_Area"
_TITLES = "_xlnm.Print_Titles"


def set_page_setup(book: EditedBook, op: SetPageSetup, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    given = op.model_fields_set - {"op", "sheet"}
    if not given:
        raise refused(report, "orientation", "or another setting is required.")
    if op.orientation is not None:
        sheet.child("pageSetup").set("orientation", op.orientation)
    if op.paper is not None:
        sheet.child("pageSetup").set("paperSize", str(_paper(op.paper, report)))
    if op.fit_to_width is not None or op.fit_to_height is not None:
        _fit(sheet, op.fit_to_width, op.fit_to_height)
    if op.margins is not None:
        _set_margins(sheet, op.margins)
    if given & {"orientation", "paper", "fit_to_width", "fit_to_height", "margins"}:
        sheet.frame_changed()
    at = book.sheets.index(sheet)
    if op.print_area is not None:
        _set_area(book, sheet, at, op.print_area, report)
    if op.print_titles is not None:
        _set_titles(book, sheet, at, op.print_titles, report)
    report.count(settings=sorted(given))


def _paper(paper: str | int, report: OpReport) -> int:
    number = _PAPERS.get(paper.strip().lower()) if isinstance(paper, str) else paper
    if number is None or not 1 <= number <= 118:
        raise refused(
            report, "paper", f"is none of {', '.join(_PAPERS)}, nor Excel's number of one."
        )
    return number


def _fit(sheet: EditedSheet, width: int | None, height: int | None) -> None:
    setup = sheet.child("pageSetup")
    if width is not None:
        setup.set("fitToWidth", str(width))
    if height is not None:
        setup.set("fitToHeight", str(height))
    properties = child_in_order(sheet.child("sheetPr"), "pageSetUpPr", SHEET_PROPERTIES)
    properties.set("fitToPage", "1")


def _set_margins(sheet: EditedSheet, margins: Margins) -> None:
    element = sheet.child("pageMargins")
    for side, usual in _MARGINS.items():
        wanted = getattr(margins, side)
        if wanted is not None:
            element.set(side, f"{wanted:g}")
        elif element.get(side) is None:
            element.set(side, usual)


def _set_area(book: EditedBook, sheet: EditedSheet, at: int, text: str, report: OpReport) -> None:
    if not text.strip():
        drop_name(book, _AREA, at)
        return
    try:
        areas = [range_at(piece) for piece in text.split(",")]
    except ValueError as why:
        raise refused(report, "print_area", f"{why}.") from None
    set_name(book, _AREA, ",".join(absolute(sheet.name, area) for area in areas), at)


def _set_titles(
    book: EditedBook,
    sheet: EditedSheet,
    at: int,
    titles: PrintTitles | str,
    report: OpReport,
) -> None:
    if isinstance(titles, str):
        titles = _titles_of(titles, report)
    pieces = []
    if titles.columns is not None:
        first, last = columns_at(titles.columns)
        pieces.append(absolute(sheet.name, Range(1, MAX_ROW, first, last)))
    if titles.rows is not None:
        first, last = rows_at(titles.rows)
        pieces.append(absolute(sheet.name, Range(first, last, 1, MAX_COLUMN)))
    if pieces:
        set_name(book, _TITLES, ",".join(pieces), at)
    else:
        drop_name(book, _TITLES, at)


def _titles_of(text: str, report: OpReport) -> PrintTitles:
    found: dict[str, str] = {}
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        if ":" not in piece:
            # "zz" is a column, but hardly what was meant.
            raise refused(report, "print_titles", 'is not a span such as "1:2" or "A:B".')
        key = "rows" if piece.lstrip("$")[:1].isdigit() else "columns"
        try:
            (rows_at if key == "rows" else columns_at)(piece)
        except ValueError as why:
            raise refused(report, "print_titles", f"{why}.") from None
        if key in found:
            raise refused(report, "print_titles", f"names {key} twice.")
        found[key] = piece
    return PrintTitles(**found)


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {
    "set_page_setup": set_page_setup
}
