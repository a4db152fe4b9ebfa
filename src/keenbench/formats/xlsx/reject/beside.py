"""What stands beside the cells of a sheet, put back as the reference has it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import column_number
from keenbench.formats.xlsx.diff.beside import SETTINGS
from keenbench.formats.xlsx.diff.changes import XlsxChange
from keenbench.formats.xlsx.diff.workbook import BooksCompared
from keenbench.formats.xlsx.edit.apply import run
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.carried_styles import CarriedStyles
from keenbench.formats.xlsx.edit.defined_names import drop_name, set_name
from keenbench.formats.xlsx.edit.layout import column_element
from keenbench.formats.xlsx.edit.names import MAIN, R
from keenbench.formats.xlsx.edit.ops import MergeCells, UnmergeCells
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.sheets import listed

_STATES = {"hidden": "hidden", "very_hidden": "veryHidden"}


@dataclass(frozen=True)
class Beside:
    """A change that is of no cell, the sheet it is on, and that sheet in the reference."""

    book: EditedBook
    found: BooksCompared
    change: XlsxChange
    on_sheet: EditedSheet | None
    in_reference: EditedSheet | None

    @property
    def sheet(self) -> EditedSheet:
        assert self.on_sheet is not None  # all but the workbook's own names are of a sheet
        return self.on_sheet

    @property
    def source(self) -> EditedSheet:
        assert self.in_reference is not None  # what changed was there before
        return self.in_reference


def _row_format(put: Beside) -> None:
    change = put.change
    assert change.row is not None
    held = put.source.rows.peek(change.old_row or change.row)
    row = put.sheet.rows.touch(change.row)
    for word in (b"ht", b"customHeight", b"hidden"):
        row.attributes.pop(word, None)
        if held is not None and word in held.attributes:
            row.attributes[word] = held.attributes[word]
    put.sheet.touched()


def _column_format(put: Beside) -> None:
    assert put.change.column is not None
    element = column_element(put.sheet, column_number(put.change.column))
    for one in put.change.formats:
        if one.property == "hidden":
            element.attrib.pop("hidden", "")
            if one.before:
                element.set("hidden", "1")
        elif one.before is None:
            for word in ("width", "customWidth", "bestFit"):
                element.attrib.pop(word, "")
        else:
            element.set("width", f"{one.before:.17g}")
            element.set("customWidth", "1")
    if set(element.keys()) <= {"min", "max"}:
        parent = element.getparent()
        assert parent is not None
        parent.remove(element)
        if parent.find(f"{MAIN}col") is None:
            put.sheet.drop("cols")
    elif element.get("width") is None:
        element.set("width", "9.140625")  # which the schema asks for; Excel's own default
    put.sheet.frame_changed()


def _merge_added(put: Beside) -> None:
    assert put.change.range is not None
    op = UnmergeCells(op="unmerge_cells", sheet=put.sheet.name, range=put.change.range)
    run(put.book, op, OpReport(index=0, op="reject"))


def _merge_removed(put: Beside) -> None:
    assert put.change.range is not None
    op = MergeCells(op="merge_cells", sheet=put.sheet.name, range=put.change.range)
    run(put.book, op, OpReport(index=0, op="reject"))


def _visibility(put: Beside) -> None:
    entry = listed(put.book, put.sheet)
    state = _STATES.get(put.change.text_before or "")
    entry.attrib.pop("state", "")
    if state is not None:
        entry.set("state", state)
    put.book.changed(put.book.main)


def _name(put: Beside) -> None:
    book, change = put.book, put.change
    assert change.name is not None
    at = None if put.on_sheet is None else book.sheets.index(put.on_sheet)
    if change.text_before is None:
        drop_name(book, change.name, at)
    else:
        set_name(book, change.name, change.text_before.removeprefix("="), at)
    book.values_changed = True


def _setting(put: Beside) -> None:
    name, source, sheet = put.change.name, put.source, put.sheet
    shift = put.found.shifts[source.name.casefold()]
    words = [word for word, said in SETTINGS.items() if said == name] or [name or ""]
    if not (shift.rows.is_identity and shift.columns.is_identity):
        raise _refused(put.book, "rows or columns of the sheet were moved")
    styles = CarriedStyles(source.book, put.book)
    for word in words:
        sheet.drop(word)
        for element in source.frame.findall(f"{MAIN}{word}"):
            copy = deepcopy(element)
            for inner in copy.iter():
                if any(str(key).startswith(R) for key in inner.attrib):
                    raise _refused(put.book, "the setting is tied to another part of the workbook")
                if inner.get("dxfId"):
                    inner.set("dxfId", str(styles.rule(int(inner.get("dxfId", "0")))))
            sheet.add(copy)
    sheet.frame_changed()


def _refused(book: EditedBook, why: str) -> ValidationFailed:
    return ValidationFailed(
        f"The setting cannot be taken back alone, for {why}; take back the file.",
        phase="review",
        subphase="not_rejectable",
        path=book.path,
    )


BESIDE: dict[str, Callable[[Beside], None]] = {
    "row_format": _row_format,
    "column_format": _column_format,
    "merge_added": _merge_added,
    "merge_removed": _merge_removed,
    "sheet_visibility": _visibility,
    "sheet_setting": _setting,
    "name_added": _name,
    "name_removed": _name,
    "name_changed": _name,
}
