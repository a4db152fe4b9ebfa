"""A workbook that is being edited: its sheets by name, and what they share.

Sheets keep their changes until `settle` hands them over to the package; after `forget` everything
is read from there again.
"""

from __future__ import annotations

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.call import Call
from keenbench.formats.documents import main_part
from keenbench.formats.fidelity import Touched
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.relationships import Relationship
from keenbench.formats.xlsx.edit.calculation import Calculation
from keenbench.formats.xlsx.edit.names import MAIN, WORKBOOK, R, child_in_order
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.strings import SharedStrings
from keenbench.formats.xlsx.edit.styles import EMPTY as EMPTY_STYLES
from keenbench.formats.xlsx.edit.styles import StyleSheet
from keenbench.formats.xml_part import Element

SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
STYLES_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"
_EMPTY_SHEET = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    b'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    b'<dimension ref="A1"/><sheetViews><sheetView workbookViewId="0"/></sheetViews>'
    b'<sheetFormatPr defaultRowHeight="15"/><sheetData/>'
    b'<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>'
    b"</worksheet>"
)


def refused(report: OpReport, key: str, why: str) -> ValidationFailed:
    """Return the refusal of an operation, naming what is wrong with it: ops[0].range …"""
    return ValidationFailed(f"ops[{report.index}].{key} {why}")


class EditedBook:
    """A workbook and the changes made to it so far."""

    def __init__(self, edit: PackageEdit) -> None:
        self.edit = edit
        self.path = edit.package.path
        self.main = main_part(edit.package)
        self._changed: set[str] = set()
        self._added: set[str] = set()
        self._removed: set[str] = set()
        self._unrelated: set[tuple[str, str]] = set()
        self._retyped: set[str] = set()
        self.values_changed = False
        # The cells that were written, where nothing but cells was; None where more moved.
        self.inputs: set[tuple[str, int, int]] | None = set()
        self._sheets: list[EditedSheet] | None = None
        self._styles: StyleSheet | None = None
        self.fresh: str | None = None  # the sheet that a new workbook came with
        self.call: Call | None = None  # where the files lie that operations name
        self.root = "draft"
        self.forget()
        if self.workbook.tag != f"{MAIN}workbook":
            raise edit.package.damaged(f"has a part {self.main} that is no workbook")

    # What it holds

    @property
    def workbook(self) -> Element:
        """The root of the workbook part; call `changed(book.main)` after editing it."""
        return self.edit.xml(self.main)

    @property
    def sheets(self) -> list[EditedSheet]:
        """The sheets in their order."""
        if self._sheets is None:
            self._sheets = self._read_sheets()
        return self._sheets

    def find_sheet(self, name: str) -> EditedSheet | None:
        """Return the sheet of that name, without regard to case where none is written so."""
        exact = next((sheet for sheet in self.sheets if sheet.name == name), None)
        if exact is not None:
            return exact
        folded = name.casefold()
        return next((sheet for sheet in self.sheets if sheet.name.casefold() == folded), None)

    def sheet(self, name: str, report: OpReport, key: str = "sheet") -> EditedSheet:
        """Return a worksheet, or raise saying which there are."""
        found = self.find_sheet(name)
        if found is None:
            names = ", ".join(sheet.name for sheet in self.sheets[:20])
            more = f" and {len(self.sheets) - 20} more" if len(self.sheets) > 20 else ""
            raise refused(report, key, f"names no sheet; the workbook has {names}{more}.")
        if found.kind != "worksheet":
            raise refused(report, key, f"is a {found.kind}, which holds no cells to edit.")
        return found

    @property
    def styles(self) -> StyleSheet:
        if self._styles is None:
            part = self.related("styles")
            if part is None:
                part = self.edit.free_name("xl/styles{}.xml").replace("styles1.", "styles.")
                self.add(part, EMPTY_STYLES, STYLES_TYPE)
                self.edit.relate(self.main, "styles", part)
            self._styles = StyleSheet(self.edit, part)
            self._styles_part = part
        return self._styles

    def related(self, kind: str) -> str | None:
        """Return the part of that kind that the workbook refers to."""
        for relationship in self.edit.relationships(self.main).of_kind(kind):
            if relationship.part is not None and relationship.part in self.edit:
                return self._real(relationship.part)
        return None

    # Changes

    def touch(self, part: str) -> None:
        """Note that a part will differ."""
        if part not in self._added:
            self._changed.add(part)

    def changed(self, part: str) -> None:
        """Note that the tree of a part was edited, and have it written."""
        self.touch(part)
        self.edit.changed(part)

    def add(self, part: str, data: bytes, content_type: str | None = None) -> None:
        self.edit.add(part, data, content_type)
        self._added.add(part)

    def remove(self, part: str) -> None:
        self.edit.remove(part)
        if part in self._added:
            self._added.discard(part)
        else:
            self._removed.add(part)
            self._changed.discard(part)

    def unrelate(self, source: str, id: str) -> None:
        self.edit.unrelate(source, id)
        self._unrelated.add((source, id))

    def retype(self, part: str, content_type: str) -> None:
        self.edit.retype(part, content_type)
        self._retyped.add(part)

    def add_sheet(self, name: str) -> EditedSheet:
        """Add an empty worksheet at the end."""
        part = self.edit.free_name("xl/worksheets/sheet{}.xml")
        self.add(part, _EMPTY_SHEET, SHEET_TYPE)
        id_ = self.edit.relate(self.main, "worksheet", part)
        listed = child_in_order(self.workbook, "sheets", WORKBOOK)
        used = [element.get("sheetId", "0") for element in listed]
        number = max((int(said) for said in used if said.isdigit()), default=0) + 1
        said = {"name": name, "sheetId": str(number), f"{R}id": id_}
        listed.append(listed.makeelement(f"{MAIN}sheet", said))
        self.changed(self.main)
        sheet = EditedSheet(self, name, part, number, "worksheet")
        self.sheets.append(sheet)
        return sheet

    # Handing over

    def settle(self) -> None:
        """Hand every change over to the package."""
        for sheet in self._sheets or []:
            sheet.settle()
        part = self.strings.settled()
        if part is not None:
            self.touch(part)
        if self._styles is not None and self._styles.changed:
            self.changed(self._styles_part)
        mended = self.calculation.settle_chain()
        if mended is not None:
            chain, is_empty = mended
            if is_empty:
                for relationship in self.edit.relationships(self.main).of_kind("calcChain"):
                    self.unrelate(self.main, relationship.id)
                self.remove(chain)
            else:
                self.changed(chain)

    def forget(self) -> None:
        """Read everything again: the package's parts were changed by themselves."""
        self._sheets = None
        self._styles = None
        self._styles_part = ""
        properties = self.workbook.find(f"{MAIN}workbookPr")
        said = properties.get("date1904") if properties is not None else None
        self.since_1904 = said in ("1", "true", "on")
        self.strings = SharedStrings(self.edit, self.related("sharedStrings"))
        self.calculation = Calculation(self.edit, self.main, self.related("calcChain"))

    def close(self) -> None:
        """Let go of the sheets, which hold the book: a large one would stay in memory a while."""
        self._sheets = None

    def ask_for_results(self) -> None:
        """Have formulas computed on opening where inputs changed and there are formulas."""
        if self.values_changed and self._has_formulas() and self.calculation.ask_for_results():
            self.changed(self.main)

    def want_no_results(self) -> None:
        """Undo `ask_for_results`: every result is there."""
        if self.calculation.want_no_results():
            self.changed(self.main)

    def touched(self) -> Touched:
        return Touched(
            changed=frozenset(self._changed),
            added=frozenset(self._added),
            removed=frozenset(self._removed),
            unrelated=frozenset(self._unrelated),
            retyped=frozenset(self._retyped),
        )

    def _has_formulas(self) -> bool:
        if self.related("calcChain") is not None:
            return True
        return any(sheet.kind == "worksheet" and sheet.has_formulas() for sheet in self.sheets)

    def _read_sheets(self) -> list[EditedSheet]:
        relationships = self.edit.relationships(self.main)
        found = []
        for element in self.workbook.iterfind(f"{MAIN}sheets/{MAIN}sheet"):
            relationship = relationships.get(element.get(f"{R}id"))
            said = element.get("sheetId", "0")
            number = int(said) if said.isdigit() else 0
            name = element.get("name", "")
            part, kind = self._sheet_part(relationship)
            found.append(EditedSheet(self, name, part, number, kind))
        return found

    def _sheet_part(self, relationship: Relationship | None) -> tuple[str, str]:
        if relationship is None or relationship.part is None or relationship.part not in self.edit:
            return "", "missing sheet"
        return self._real(relationship.part), relationship.kind

    def _real(self, part: str) -> str:
        """Return the name as the zip has it: parts are found without regard to case."""
        known = self.edit.package.find(part)
        if known is not None and known.name in self.edit.names():
            return known.name
        return part

    def damaged(self, how: str) -> FileReadFailed:
        return self.edit.package.damaged(how)
