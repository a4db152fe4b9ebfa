"""Formats of one workbook added to another's, each once."""

from __future__ import annotations

from copy import deepcopy

from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.style_lists import styles_of
from keenbench.formats.xml_part import Element

_PARTS = (("fonts", "fontId"), ("fills", "fillId"), ("borders", "borderId"))
_FIRST_OWN = 164  # numbers below are formats that every spreadsheet knows


class CarriedStyles:
    """Gives the number that a format of the source has in the target."""

    def __init__(self, source: EditedBook, target: EditedBook) -> None:
        part = source.related("styles")
        self._root = source.edit.xml(part) if part is not None else None
        self._target = target
        self._cells: dict[int, int] = {}
        self._rules: dict[int, int] = {}

    def cell(self, style: int) -> int:
        if style not in self._cells:
            xf = self._item("cellXfs", style)
            self._cells[style] = 0 if xf is None else self._carried(xf)
        return self._cells[style]

    def rule(self, dxf: int) -> int:
        if dxf not in self._rules:
            found = self._item("dxfs", dxf)
            if found is None:
                found = self._target.workbook.makeelement(f"{MAIN}dxf")
            self._rules[dxf] = self._target.styles.adopt("dxfs", found)
        return self._rules[dxf]

    def _carried(self, xf: Element) -> int:
        styles = self._target.styles
        for kind, attribute in _PARTS:
            item = self._item(kind, int(xf.get(attribute, "0")))
            if item is not None:
                xf.set(attribute, str(styles.adopt(kind, item)))
        number = int(xf.get("numFmtId", "0"))
        if number >= _FIRST_OWN and self._root is not None:
            for element in self._root.iterfind(f"{MAIN}numFmts/{MAIN}numFmt"):
                if element.get("numFmtId") == str(number):
                    xf.set("numFmtId", str(styles.adopt_number(element.get("formatCode", ""))))
        # Named styles stay behind: the format itself says all that they said.
        xf.set("xfId", "0")
        for attribute in ("Font", "Fill", "Border", "NumberFormat", "Alignment"):
            xf.set(f"apply{attribute}", "1")
        return styles.adopt("cellXfs", xf)

    def _item(self, kind: str, number: int) -> Element | None:
        group = self._root.find(f"{MAIN}{kind}") if self._root is not None else None
        items = list(styles_of(group))
        if number >= len(items):
            return None
        copy = deepcopy(items[number])
        copy.tail = None
        return copy
