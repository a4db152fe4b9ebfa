"""Cells of the reference put into the Draft's workbook: value, type, formula and looks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml import etree

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import cell_name, find_range
from keenbench.formats.xlsx.diff.shifts import SheetShift, translated
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.carried_styles import CarriedStyles
from keenbench.formats.xlsx.edit.cell_xml import Cell, formula_xml
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.overwrite import write_cells
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.shift_cells import unshare
from keenbench.formats.xlsx.edit.values import BLANK, Content
from keenbench.formats.xlsx.edit.write import Write
from keenbench.formats.xlsx.style_lists import styles_of

_GROUPS = ("numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs")
_STRING = re.compile(rb"<si(?:\s[^>]*)?>(.*)</si\s*>", re.DOTALL)

Place = tuple[int, int]


class OldCells:
    """Gives cells of the reference as the Draft's workbook holds them."""

    def __init__(self, old: EditedBook, new: EditedBook) -> None:
        self._old, self._new = old, new
        self._carried = CarriedStyles(old, new)
        self._alike = _shared_styles(old, new)
        self._unshared: set[str] = set()
        self._strings: list[bytes] | None = None

    def sheet(self, name: str) -> EditedSheet:
        found = self._old.find_sheet(name)
        if found is None:
            raise self._old.damaged(f"does not list its sheet {name}")
        return found

    def put(
        self,
        source: EditedSheet,
        target: EditedSheet,
        places: Mapping[Place, Place],
        shifts: Mapping[str, SheetShift],
    ) -> None:
        """Put the cells at old places at new ones; formulas read as `shifts` say."""
        writes: list[Write] = []
        styles: dict[Place, int | None] = {}
        for old, new in places.items():
            cell = source.cell(*old)
            if cell is not None and cell.formula is not None and not cell.formula[1]:
                cell = self._unshare(source, old)
            writes.append(Write(*new, self._content(source, cell, new, shifts), None, "change_ids"))
            styles[new] = self._style(cell.style) if cell is not None else None
        write_cells(self._new, target, writes, OpReport(index=0, op="reject"))
        for place, style in styles.items():
            self._look(target, place, style)

    def _look(self, sheet: EditedSheet, place: Place, style: int | None) -> None:
        row, column = place
        cell = sheet.rows.touch(row).cells.get(column)
        if cell is None:
            if style:
                sheet.put(row, Cell.made(row, column, style))
        elif style is None and cell.is_blank:
            del sheet.rows.touch(row).cells[column]
        else:
            cell.set_style(style or 0)
        sheet.touched()

    def _unshare(self, sheet: EditedSheet, place: Place) -> Cell | None:
        if sheet.name not in self._unshared:
            unshare(sheet.rows)
            self._unshared.add(sheet.name)
        return sheet.cell(*place)

    def _content(
        self,
        source: EditedSheet,
        cell: Cell | None,
        place: Place,
        shifts: Mapping[str, SheetShift],
    ) -> Content:
        if cell is None or cell.is_blank:
            return BLANK
        if cell.formula is not None:
            return self._formula(source, cell, place, shifts)
        if cell.kind == b"s":
            return Content(*self._text(cell))
        kind = b"" if cell.kind == b"n" else cell.kind
        return Content(kind, cell.content)

    def _formula(
        self, source: EditedSheet, cell: Cell, place: Place, shifts: Mapping[str, SheetShift]
    ) -> Content:
        assert cell.formula is not None
        attributes, text = cell.formula
        kind = attributes.get("t", "normal")
        area = find_range(attributes.get("ref", ""))
        if kind == "dataTable" or (kind == "array" and (area is None or area.cell_count > 1)):
            raise ValidationFailed(
                "A formula that fills several cells at once cannot be taken back alone; take back "
                "the file.",
                phase="review",
                subphase="not_rejectable",
                path=self._new.path,
            )
        own = shifts.get(source.name.casefold()) or SheetShift(source.name)
        text = translated(text, own, shifts)
        kept = {k: v for k, v in attributes.items() if k not in ("t", "ref", "si")}
        spills = kind == "array" and b"cm" in cell.attributes
        if kind == "array" and not spills:
            kept |= {"t": "array", "ref": cell_name(*place)}
        result = cell.content[cell.content.find(b"<v") :] if b"<v" in cell.content else b""
        saved = b"" if cell.kind == b"n" else cell.kind
        if spills:
            # Its own place is written with the cell, and what makes it spill into the workbook.
            return Content(saved, result, formula=text, spills=True)
        return Content(saved, formula_xml(kept, text) + result, formula=text)

    def _text(self, cell: Cell) -> tuple[bytes, bytes]:
        """Return a shared text as the Draft's workbook can hold it, with its runs."""
        said = cell.value or ""
        at = int(said) if said.strip().isdigit() else -1
        items = self._items()
        if not 0 <= at < len(items):
            raise self._old.damaged("refers to a text that it does not hold")
        inner = _STRING.fullmatch(items[at])
        raw = inner[1] if inner is not None else b""
        if b"<r>" in raw or b"<r " in raw or b"<rPh" in raw:
            return b"inlineStr", b"<is>%s</is>" % raw
        text = self._old.strings.text(at)
        return self._new.strings.cell(text or "")

    def _items(self) -> list[bytes]:
        if self._strings is None:
            part = self._old.related("sharedStrings")
            root = self._old.edit.xml(part) if part is not None else None
            items = root.findall(f"{MAIN}si") if root is not None else []
            self._strings = [_bare(item) for item in items]
        return self._strings

    def _style(self, style: int) -> int:
        return style if style < self._alike else self._carried.cell(style)


def _bare(item: etree._Element) -> bytes:
    """Return an element as bytes without the names of its space: it stands in a sheet's own."""
    item.tail = None
    data = etree.tostring(item)
    return re.sub(rb'\sxmlns(?::\w+)?="[^"]*"', b"", data)


def _shared_styles(old: EditedBook, new: EditedBook) -> int:
    """Return how many formats, from the first on, mean the same in both workbooks."""
    parts = old.related("styles"), new.related("styles")
    if parts[0] is None or parts[1] is None:
        return 0
    roots = old.edit.xml(parts[0]), new.edit.xml(parts[1])
    count = 0
    for group in _GROUPS:
        items = [
            [_written(child) for child in styles_of(root.find(f"{MAIN}{group}"))] for root in roots
        ]
        # Ours only ever adds at the end.
        if items[1][: len(items[0])] != items[0]:
            return 0
        count = len(items[0])
    return count


def _written(element: etree._Element) -> bytes:
    return etree.tostring(element, method="c14n", with_tail=False)
