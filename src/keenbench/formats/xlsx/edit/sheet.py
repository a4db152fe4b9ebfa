"""One sheet of a workbook that is being edited: its rows as bytes, all else as a small tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from lxml import etree

from keenbench.errors import FileReadFailed
from keenbench.formats.relationships import Relationships
from keenbench.formats.xlsx.addresses import MAX_COLUMN, Range, cell_name, find_range
from keenbench.formats.xlsx.edit.cell_xml import Cell
from keenbench.formats.xlsx.edit.names import MAIN, WORKSHEET, child_in_order, put_in_order
from keenbench.formats.xlsx.edit.rows import SheetRows
from keenbench.formats.xlsx.part_access import PartDamaged
from keenbench.formats.xlsx.plain_xml import NotPlain, check_plain
from keenbench.formats.xml_part import Element, parse_xml
from keenbench.formats.xml_write import XmlForm

if TYPE_CHECKING:
    from keenbench.formats.xlsx.edit.book import EditedBook

_DATA = re.compile(rb"<sheetData(?:\s[^>]*?)?\s*(/?)>")
_DATA_END = re.compile(rb"</sheetData\s*>")
_DIMENSION = re.compile(rb"""(<dimension\s[^>]*?\bref\s*=\s*["'])([^"']*)(["'])""")
_ARRAY_WORDS = (b"array", b"dataTable")


class EditedSheet:
    """A worksheet: `rows` holds its cells, `frame` everything else (with no rows in it)."""

    def __init__(self, book: EditedBook, name: str, part: str, sheet_id: int, kind: str) -> None:
        self.book = book
        self.name = name
        self.part = part
        self.sheet_id = sheet_id
        self.kind = kind
        self.written: dict[tuple[int, int], None] = {}  # cells that were put, in order
        self.chunks: Callable[[], Iterator[bytes]] | None = None  # what is written, once settled
        self._rows: SheetRows | None = None
        self._head = b""
        self._tail = b""
        self._frame: Element | None = None
        self._form = XmlForm()
        self._frame_changed = False
        self._size = 0
        self._had_formulas = False
        self._merges: list[Range] | None = None
        self._column_styles: list[tuple[int, int, int]] | None = None
        self._arrays: list[tuple[Range, int, int]] | None = None

    # What it holds

    @property
    def rows(self) -> SheetRows:
        self._load()
        assert self._rows is not None
        return self._rows

    @property
    def frame(self) -> Element:
        """The worksheet's root with its sheetData empty; call `frame_changed` after editing it."""
        if self._frame is None:
            self._load()
            data = self._head + b"<sheetData/>" + self._tail
            self._form = XmlForm.of(data)
            self._frame = parse_xml(data, self.part, path=self.book.path, whole=True)
        return self._frame

    @property
    def relationships(self) -> Relationships:
        return self.book.edit.relationships(self.part)

    def cell(self, row: int, column: int) -> Cell | None:
        """Return a cell to look at."""
        found = self.rows.peek(row)
        return found.cell(column) if found is not None else None

    def style_at(self, row: int, column: int) -> int:
        """Return the style of a cell, or what a new one there would have."""
        found = self.rows.peek(row)
        if found is not None:
            cell = found.cell(column)
            if cell is not None:
                return cell.style
            if found.attributes.get(b"customFormat") in (b"1", b"true"):
                said = found.attributes.get(b"s", b"0")
                return int(said) if said.isdigit() else 0
        return self._column_style(column)

    def merges(self) -> list[Range]:
        if self._merges is None:
            elements = self.frame.iterfind(f"{MAIN}mergeCells/{MAIN}mergeCell")
            found = (find_range(element.get("ref", "")) for element in elements)
            self._merges = [area for area in found if area is not None]
        return self._merges

    def arrays(self) -> list[tuple[Range, int, int]]:
        """Return the ranges that one formula fills, each with the row and column it stands in."""
        if self._arrays is None:
            self._arrays = []
            rows = self.rows
            for number in rows.holding(*_ARRAY_WORDS) if self.has_formulas() else ():
                row = self.rows.peek(number)
                assert row is not None
                for column, cell in row.cells.items():
                    formula = cell.formula
                    if formula is None or formula[0].get("t") not in ("array", "dataTable"):
                        continue
                    area = find_range(formula[0].get("ref", ""))
                    if area is not None:
                        self._arrays.append((area, number, column))
        return self._arrays

    def used(self) -> Range | None:
        """Return the smallest range that holds every cell with something in it."""
        first_row = last_row = 0
        low, high = MAX_COLUMN + 1, 0
        for number in self.rows.numbers():
            row = self.rows.peek(number)
            assert row is not None
            filled = [column for column, cell in row.cells.items() if not cell.is_blank]
            if filled:
                first_row = first_row or number
                last_row = number
                low, high = min(low, *filled), max(high, *filled)
        return Range(first_row, last_row, low, high) if first_row else None

    # Changes

    def frame_changed(self) -> None:
        self._frame_changed = True
        self._merges = None
        self._column_styles = None
        self.book.touch(self.part)

    def child(self, name: str) -> Element:
        """Return a child of the worksheet, made in its place where it is missing."""
        return child_in_order(self.frame, name, WORKSHEET)

    def add(self, element: Element) -> Element:
        return put_in_order(self.frame, element, WORKSHEET)

    def drop(self, name: str) -> bool:
        """Remove every child of that name; return whether there was one."""
        found = self.frame.findall(f"{MAIN}{name}")
        for element in found:
            self.frame.remove(element)
        if found:
            self.frame_changed()
        return bool(found)

    def put(self, row: int, cell: Cell) -> None:
        """Put a cell in its place, whatever stood there; see `cells.overwrite` for the rules."""
        self.rows.touch(row).put(cell)
        self.written[row, cell.column] = None
        self._arrays = None
        self.book.touch(self.part)

    def touched(self) -> None:
        """The rows were changed otherwise."""
        self._arrays = None
        self.book.touch(self.part)

    # Writing

    def settle(self) -> None:
        """Hand what changed over to the package."""
        if self._rows is None:
            return
        head, tail = self._head, self._tail
        if self._frame is not None and self._frame_changed:
            head, _, tail = self._form.written(self._frame).partition(b"<sheetData/>")
        elif not self._rows.is_changed():
            return
        head = self._fit_dimension(head)
        rows = self._rows

        def chunks() -> Iterator[bytes]:
            yield head + b"<sheetData>"
            yield from rows.chunks()
            yield b"</sheetData>" + tail

        self.chunks = chunks
        self.book.edit.stream(self.part, chunks, self._size)

    def has_formulas(self) -> bool:
        """Return whether there is a formula, or was one before the edit."""
        if self._rows is not None:
            return self._had_formulas or self._rows.touched_hold(b"<f")
        try:
            data = self.book.edit.read(self.part)
        except FileReadFailed:
            return True  # a damaged sheet, which is only copied, may hold some
        return b"<f" in data or b":f" in data

    def _fit_dimension(self, head: bytes) -> bytes:
        said = _DIMENSION.search(head)
        if said is None or not self.written:
            return head
        old = find_range(said[2].decode("ascii", "replace"))
        rows = [row for row, _ in self.written]
        columns = [column for _, column in self.written]
        area = Range(min(rows), max(rows), min(columns), max(columns))
        if old is not None:
            only_a1 = old.cell_count == 1 and self.rows.peek(old.first_row) is None
            if not only_a1:
                area = Range(
                    min(old.first_row, area.first_row),
                    max(old.last_row, area.last_row),
                    min(old.first_column, area.first_column),
                    max(old.last_column, area.last_column),
                )
            if area == old:
                return head
        text = str(area) if area.cell_count > 1 else cell_name(area.first_row, area.first_column)
        return head[: said.start(2)] + text.encode() + head[said.end(2) :]

    def _column_style(self, column: int) -> int:
        if self._column_styles is None:
            self._column_styles = []
            for element in self.frame.iterfind(f"{MAIN}cols/{MAIN}col"):
                said = [element.get(name, "0") for name in ("min", "max", "style")]
                if all(text.isdigit() for text in said):
                    self._column_styles.append((int(said[0]), int(said[1]), int(said[2])))
        for first, last, style in self._column_styles:
            if first <= column <= last:
                return style
        return 0

    def _load(self) -> None:
        if self._rows is not None:
            return
        data = self.book.edit.read(self.part)
        data = _plain(data, self.part, self.book.path)
        start = _DATA.search(data)
        if start is None:
            raise FileReadFailed(
                f"The sheet cannot be edited: its part {self.part} holds no cells.",
                path=self.book.path,
            )
        if start[1]:
            first = last = start.end()
            tail_at = start.end()
        else:
            # The rows' own text may not hold the tag: it is written escaped.
            at = data.rfind(b"</sheetData")
            end = _DATA_END.match(data, at) if at >= 0 else None
            if end is None:
                raise self._damaged("ends in the middle of its rows")
            first, last, tail_at = start.end(), end.start(), end.end()
        self._head, self._tail = data[: start.start()], data[tail_at:]
        self._size = len(data)
        self._had_formulas = data.find(b"<f", first, last) >= 0
        try:
            self._rows = SheetRows(data, first, last)
        except PartDamaged as damage:
            raise self._damaged(str(damage)) from None

    def _damaged(self, how: str) -> FileReadFailed:
        return FileReadFailed(
            f"The document is damaged: its part {self.part} {how}.", path=self.book.path
        )


def _plain(data: bytes, name: str, path: str) -> bytes:
    """Return a sheet whose rows can be found as bytes: no prefix, no comment among its rows."""
    try:
        for _ in check_plain([data]):
            pass
        if _DATA.search(data) is not None:
            return data
    except NotPlain:
        pass  # rewritten below
    root = parse_xml(data, name, path=path, whole=True)
    form = XmlForm.of(data)
    spaces: Any = {prefix: uri for prefix, uri in root.nsmap.items() if uri != MAIN[1:-1]}
    spaces[None] = MAIN[1:-1]
    plain = etree.Element(root.tag, {str(k): str(v) for k, v in root.attrib.items()}, nsmap=spaces)
    plain.text = root.text
    for child in list(root):
        plain.append(child)
    for data_element in plain.iterfind(f"{MAIN}sheetData"):
        for element in data_element.iter():
            if isinstance(element.tag, str):
                element.text = element.text  # a CDATA section becomes plain text
        for element in [e for e in data_element.iter() if not isinstance(e.tag, str)]:
            _remove_keeping_tail(element)
    return form.written(plain)


def _remove_keeping_tail(element: Element) -> None:
    parent, before = element.getparent(), element.getprevious()
    assert parent is not None
    if element.tail:
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)
