"""What a workbook has that can be carried to another, and how its cells look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from keenbench.formats.applying import OpReport
from keenbench.formats.call import Call
from keenbench.formats.documents import require_kind
from keenbench.formats.package import open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.relationships import Relationship
from keenbench.formats.shape import MapWarning
from keenbench.formats.xlsx.addresses import cell_name
from keenbench.formats.xlsx.asset_methods import (
    ASSET_TYPES,
    UsedStyle,
    XlsxAsset,
    XlsxStyles,
    XlsxStylesParams,
)
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.drawing import XDR, A
from keenbench.formats.xlsx.edit.names import MAIN, R
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.looks import Looks
from keenbench.formats.xml_part import Element

C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_MOST_STYLES = 100
_HIDDEN_NAMES = "_xlnm."


@dataclass(frozen=True)
class Drawn:
    """A chart or an image: its anchor in the drawing, and what that refers to."""

    anchor: Element
    drawing: str
    relationship: Relationship

    @property
    def name(self) -> str:
        found = next(self.anchor.iter(f"{XDR}cNvPr"), None)
        return "" if found is None else found.get("name", "")

    @property
    def place(self) -> str:
        start = self.anchor.find(f"{XDR}from")
        if start is None:
            return "A1"
        row, column = (int(start.findtext(f"{XDR}{tag}") or "0") for tag in ("row", "col"))
        return cell_name(row + 1, column + 1)


def styles_of(call: Call, params: XlsxStylesParams) -> XlsxStyles:
    with (
        call.open(params.root, params.path) as file,
        open_package(file, params.path) as package,
    ):
        require_kind(package, "xlsx")
        book = EditedBook(PackageEdit(package))
        if params.sheet is None:
            sheets = [sheet for sheet in book.sheets if sheet.kind == "worksheet"]
        else:
            found = book.find_sheet(params.sheet)
            sheets = [found or book.sheet(params.sheet, OpReport(index=0, op="styles"))]
        looks = Looks.of(package, book.related("styles"), book.related("theme"))
        styles, warnings = [], []
        for sheet in sheets:
            used, more = _used(sheet, looks)
            styles += used
            if more:
                warnings.append(
                    MapWarning(
                        code="more_styles",
                        message=f"{sheet.name} has {more} more formats, each of fewer cells.",
                    )
                )
        names = [] if params.sheet is not None else list(_names(book))
        return XlsxStyles(
            styles=styles,
            assets=[asset for sheet in sheets for asset in _assets(book, sheet)] + names,
            supported_copy_asset_types=list(ASSET_TYPES),
            warnings=warnings,
        )


def rules_of(sheet: EditedSheet) -> list[Element]:
    """Return the conditional formats of a sheet, block by block."""
    return sheet.frame.findall(f"{MAIN}conditionalFormatting")


def drawn_on(book: EditedBook, sheet: EditedSheet, kind: str) -> list[Drawn]:
    """Return the charts or the images of a sheet in their order."""
    element = sheet.frame.find(f"{MAIN}drawing")
    known = sheet.relationships.get(element.get(f"{R}id")) if element is not None else None
    if known is None or known.part is None or known.part not in book.edit:
        return []
    relationships = book.edit.relationships(known.part)
    found = []
    for anchor in book.edit.xml(known.part):
        if not isinstance(anchor.tag, str):
            continue
        tag, attribute = (f"{C}chart", f"{R}id") if kind == "chart" else (f"{A}blip", f"{R}embed")
        # A group or a shape with a picture fill is no picture of its own.
        is_picture = anchor.find(f"{XDR}pic") is not None
        holder = next(anchor.iter(tag), None) if kind == "chart" or is_picture else None
        relationship = relationships.get(holder.get(attribute)) if holder is not None else None
        part = relationship.part if relationship is not None else None
        if relationship is not None and part is not None and part in book.edit:
            found.append(Drawn(anchor, known.part, relationship))
    return found


def named(book: EditedBook) -> list[Element]:
    """Return the names that people gave, known everywhere or on one sheet."""
    return [
        element
        for element in book.workbook.iterfind(f"{MAIN}definedNames/{MAIN}definedName")
        if not element.get("name", "").lower().startswith(_HIDDEN_NAMES)
        and element.get("hidden") not in ("1", "true")
    ]


def _used(sheet: EditedSheet, looks: Looks) -> tuple[list[UsedStyle], int]:
    counts: Counter[int] = Counter()
    first: dict[int, str] = {}
    for number in sheet.rows.numbers():
        row = sheet.rows.peek(number)
        for column, cell in row.cells.items() if row is not None else ():
            counts[cell.style] += 1
            first.setdefault(cell.style, cell_name(number, column))
    ordered = sorted(counts, key=lambda style: (-counts[style], style))
    used = [
        UsedStyle(
            sheet=sheet.name,
            cells=counts[style],
            example=first[style],
            style=looks.get(b"%d" % style),
        )
        for style in ordered[:_MOST_STYLES]
    ]
    return used, max(0, len(ordered) - _MOST_STYLES)


def _assets(book: EditedBook, sheet: EditedSheet) -> Iterator[XlsxAsset]:
    name = sheet.name
    used = sheet.used()
    if used is not None:
        yield XlsxAsset(
            asset_id=f"cell_styles:{name}",
            type="cell_styles",
            sheet=name,
            range=str(used),
            description="The formats of all cells, column widths and row heights.",
        )
    for number, rule in enumerate(rules_of(sheet)):
        kinds = ", ".join(one.get("type", "?") for one in rule.iterfind(f"{MAIN}cfRule"))
        yield XlsxAsset(
            asset_id=f"conditional_format:{name}:{number}",
            type="conditional_format",
            sheet=name,
            range=rule.get("sqref"),
            description=kinds,
        )
    for kind in ("chart", "image"):
        for number, drawn in enumerate(drawn_on(book, sheet, kind)):
            yield XlsxAsset(
                asset_id=f"{kind}:{name}:{number}",
                type=kind,
                sheet=name,
                name=drawn.name or None,
                range=drawn.place,
            )
    if sheet.merges():
        yield XlsxAsset(
            asset_id=f"merged_ranges:{name}",
            type="merged_ranges",
            sheet=name,
            description=f"{len(sheet.merges())} merged ranges",
        )


def _names(book: EditedBook) -> Iterator[XlsxAsset]:
    for element in named(book):
        local = element.get("localSheetId")
        sheet = book.sheets[int(local)].name if local and int(local) < len(book.sheets) else None
        name = element.get("name", "")
        yield XlsxAsset(
            asset_id=f"name:{sheet}!{name}" if sheet is not None else f"name:{name}",
            type="name",
            sheet=sheet,
            name=name,
            range=element.text,
        )
