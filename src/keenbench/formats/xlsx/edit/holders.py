"""Every place of a workbook that holds a formula or names a sheet, and how each follows an edit.

Formulas stand in cells, names, rules, validations, links, tables, charts, drawings, form controls
and pivot sources. One walk visits them all, so that no structural edit forgets one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.xlsx.addresses import cell_name
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.row_bytes import breaks, without_result
from keenbench.formats.xlsx.edit.rows import SheetRows
from keenbench.formats.xlsx.edit.shift_cells import unshare
from keenbench.formats.xlsx.edit.shift_sheet import X14, XM
from keenbench.formats.xlsx.formulas import references, sheet_prefix
from keenbench.formats.xml_part import Element

if TYPE_CHECKING:
    from keenbench.formats.xlsx.edit.book import EditedBook

C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
SHEETS_WITH_CELLS = frozenset(("worksheet", "xlMacrosheet", "xlIntlMacrosheet"))
_CHART_TYPES = ("drawingml.chart+xml", "ms-office.chartex+xml")
_DRAWING_TYPE = "officedocument.drawing+xml"
_CONTROL_TYPE = "controlproperties+xml"
_CACHE_TYPE = "pivotcachedefinition+xml"
_TABLE_TYPE = "spreadsheetml.table+xml"
_CONTROL_FORMULAS = ("fmlaLink", "fmlaRange", "fmlaTxbx", "fmlaGroup")
_CONTROL_ATTRIBUTES = ("linkedCell", "listFillRange")
# Form controls keep their formulas in VML too, which need not be well-formed XML.
_VML_FORMULA = re.compile(
    rb"(<x:(?:FmlaLink|FmlaRange|FmlaTxbx|FmlaGroup)>)([^<]*)(</x:)", re.IGNORECASE
)
_ENTITIES = ((b"&amp;", b"&"), (b"&lt;", b"<"), (b"&gt;", b">"), (b"&quot;", b'"'))
# Parts that refer to cells in ways nobody follows here.
_REFUSED_TYPES = {
    "spreadsheetml.revisionheaders+xml": "the change history of a shared workbook",
    "spreadsheetml.volatiledependencies+xml": "links to live data (RTD)",
}


@dataclass(frozen=True)
class Follow:
    """What an edit does to the formulas of a workbook."""

    # The formula of a sheet (None: of no sheet in particular) as it will be.
    formula: Callable[[str, str | None], str]
    # The text of a defined name, given the name.
    name: Callable[[str, str], str]
    # The sheet and the cells of a source that names them apart: (sheet, ref) as they will be.
    source: Callable[[str, str], tuple[str, str]]
    # Whether cells that share a formula go on sharing it.
    keeps_shared: bool
    # The sheet whose own rules another module moves, with their places.
    apart: str | None = None


@dataclass
class Walked:
    """What the walk found on its way."""

    formulas: int = 0
    built_from_text: int = 0
    # The cells whose formulas lost what they refer to: sheet, row and column before the edit.
    broken: list[tuple[str, int, int]] = field(default_factory=list)

    def warn(self, report: OpReport) -> None:
        if self.built_from_text:
            report.warn(
                "references_in_text",
                f"{self.built_from_text} formulas build references from text (INDIRECT), which "
                "cannot follow; check them.",
            )


def tell_broken(places: Sequence[tuple[str, int, int]], report: OpReport) -> None:
    """Report the formulas that lost what they refer to, by where they are after the edit."""
    report.count(broken_formulas=len(places))
    if places:
        shown = ", ".join(
            sheet_prefix(sheet) + cell_name(row, column) for sheet, row, column in places[:5]
        )
        more = f" and {len(places) - 5} more" if len(places) > 5 else ""
        report.warn(
            "broken_formulas",
            f"Formulas refer to what was deleted and now hold #REF!: {shown}{more}.",
        )


def refuse_untold(edit: PackageEdit) -> None:
    """Raise where the workbook holds references that no edit can follow."""
    for name in edit.names():
        kind = edit.content_type(name).lower()
        for ending, what in _REFUSED_TYPES.items():
            if kind.endswith(ending):
                raise ValidationFailed(
                    f"The workbook holds {what}, whose references to cells cannot be followed; "
                    "save it without that first."
                )


def follow_everywhere(book: EditedBook, follow: Follow) -> Walked:
    """Have every formula of the workbook follow an edit."""
    edit = book.edit
    refuse_untold(edit)
    walked = Walked()
    if _names(edit.xml(book.main), follow):
        book.changed(book.main)
    for sheet in book.sheets:
        if sheet.kind not in SHEETS_WITH_CELLS:
            continue
        if _cells(sheet.rows, sheet.name, follow, walked):
            sheet.touched()
        if _frame(sheet.frame, sheet.name, follow):
            sheet.frame_changed()
    homes = _homes(book)
    for name in edit.names():
        kind = edit.content_type(name).lower()
        if name.lower().endswith(".vml"):
            _vml(book, name, homes.get(name), follow)
            continue
        if kind.endswith(_CHART_TYPES):
            did = _chart(edit.xml(name), follow)
        elif kind.endswith(_DRAWING_TYPE):
            did = _drawing(edit.xml(name), homes.get(name), follow)
        elif kind.endswith(_TABLE_TYPE):
            did = _table(edit.xml(name), homes.get(name), follow)
        elif kind.endswith(_CONTROL_TYPE):
            did = _attributes(edit.xml(name), _CONTROL_FORMULAS, homes.get(name), follow)
        elif kind.endswith(_CACHE_TYPE):
            did = _sources(edit.xml(name), ("worksheetSource", "rangeSet"), follow)
        else:
            continue
        if did:
            book.changed(name)
    return walked


def drop_chain(book: EditedBook) -> None:
    """Remove the order of calculation, which Excel finds again: a stale one makes it repair."""
    book.settle()
    chain = book.related("calcChain")
    if chain is None:
        return
    for relationship in book.edit.relationships(book.main).of_kind("calcChain"):
        book.unrelate(book.main, relationship.id)
    book.remove(chain)


def _homes(book: EditedBook) -> dict[str, str]:
    """Return which sheet each part belongs to: a table's formulas need not name their sheet."""
    homes: dict[str, str] = {}
    for sheet in book.sheets:
        for relationship in sheet.relationships:
            if relationship.part is not None:
                homes.setdefault(relationship.part, sheet.name)
    return homes


def _names(root: Element, follow: Follow) -> bool:
    did = False
    for element in root.iterfind(f"{MAIN}definedNames/{MAIN}definedName"):
        if element.text:
            new = follow.name(element.get("name", ""), element.text)
            if new != element.text:
                element.text = new
                did = True
    return did


def _frame(root: Element, home: str, follow: Follow) -> bool:
    did = False
    for link in root.iter(f"{MAIN}hyperlink"):
        did |= _attribute(link, "location", home, follow)
    for control in root.iter(f"{MAIN}controlPr"):
        for name in _CONTROL_ATTRIBUTES:
            did |= _attribute(control, name, home, follow)
    did |= _sources(root, ("dataRef",), follow)
    if follow.apart is not None and follow.apart.casefold() == home.casefold():
        return did
    for tag in ("formula", "formula1", "formula2"):
        for formula in root.iter(f"{MAIN}{tag}"):
            did |= _text(formula, home, follow)
    for point in root.iter(f"{MAIN}cfvo"):
        if point.get("type") == "formula":
            did |= _attribute(point, "val", home, follow)
    for formula in root.iter(f"{XM}f"):
        did |= _text(formula, home, follow)
    for cell in root.iter(f"{X14}linkedCell"):
        did |= _text(cell, home, follow)
    return did


def _cells(rows: SheetRows, home: str, follow: Follow, walked: Walked) -> bool:
    if not follow.keeps_shared and _shared_change(rows, home, follow):
        unshare(rows)

    def followed(
        row: int, column: int, said: dict[str, str], text: str
    ) -> tuple[dict[str, str], str] | None:
        if not text:
            return None
        if "INDIRECT" in text.upper():
            walked.built_from_text += 1
        new = follow.formula(text, home)
        if breaks(text, new):
            walked.broken.append((home, row, column))
            if said.get("t") == "shared":
                shared.add(said.get("si", ""))
        return (said, new) if new != text else None

    shared: set[str] = set()  # the groups whose formula broke
    if rows.holds(b"<f"):
        walked.formulas += rows.map_formulas(followed)
    if shared:
        _break_shared(rows, home, shared, walked)
    return rows.is_changed()


def _break_shared(rows: SheetRows, home: str, groups: set[str], walked: Walked) -> None:
    """Forget the results of the cells that share a formula which broke."""
    for row, column, said, text in list(rows.formulas()):
        if not text and said.get("t") == "shared" and said.get("si", "") in groups:
            walked.broken.append((home, row, column))
    rows.map_bytes(
        lambda data: without_result(
            data, lambda said: said.get("t") == "shared" and said.get("si", "") in groups
        )
    )


def _shared_change(rows: SheetRows, home: str, follow: Follow) -> bool:
    """Tell whether the formulas that cells share would no longer be alike."""
    if not rows.holds(b'"shared"', b"'shared'"):
        return False
    if follow.apart is not None and follow.apart.casefold() == home.casefold():
        return True
    return any(
        found.sheet is not None and found.book is None
        for _, _, said, text in rows.formulas(b"!")
        if said.get("t") == "shared"
        for found in references(text)
    )


def _chart(root: Element, follow: Follow) -> bool:
    did = False
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        local = element.tag.rpartition("}")[2]
        if local in ("f", "sqref") and len(element) == 0:
            did |= _text(element, None, follow)
    for name in root.iterfind(f"{C}pivotSource/{C}name"):
        # [Book1.xlsx]Sheet1!PivotTable1: the book is this one, whatever it is called now.
        text = name.text or ""
        if "!" not in text:
            continue
        book, bracket, rest = text.rpartition("]")
        sheet, _, table = rest.rpartition("!")
        quoted = sheet.endswith("'")
        new, _ref = follow.source(sheet.strip("'").replace("''", "'"), "A1")
        if new != sheet.strip("'").replace("''", "'"):
            ending = "'" if quoted else ""
            name.text = f"{book}{bracket}{new}{ending}!{table}"
            did = True
    return did


def _drawing(root: Element, home: str | None, follow: Follow) -> bool:
    did = False
    for element in root.iter():
        if isinstance(element.tag, str):
            for name in ("textlink", "cellRange"):
                did |= _attribute(element, name, home, follow)
    return did


def _table(root: Element, home: str | None, follow: Follow) -> bool:
    did = False
    for tag in ("calculatedColumnFormula", "totalsRowFormula"):
        for formula in root.iter(f"{MAIN}{tag}"):
            did |= _text(formula, home, follow)
    return did


def _sources(root: Element, tags: Sequence[str], follow: Follow) -> bool:
    """Have sources that name their sheet and cells apart follow."""
    did = False
    for element in (e for tag in tags for e in root.iter(f"{MAIN}{tag}")):
        sheet, ref = element.get("sheet"), element.get("ref", "")
        if sheet is None or any(key.endswith("}id") for key in map(str, element.attrib)):
            continue  # a name or a table, or another workbook
        new_sheet, new_ref = follow.source(sheet, ref)
        if (new_sheet, new_ref) != (sheet, ref):
            element.set("sheet", new_sheet)
            if element.get("ref") is not None:
                element.set("ref", new_ref)
            did = True
    return did


def _vml(book: EditedBook, name: str, home: str | None, follow: Follow) -> None:
    data = book.edit.read(name)
    if b":Fmla" not in data:
        return

    def replaced(match: re.Match[bytes]) -> bytes:
        text = match[2]
        for entity, plain in reversed(_ENTITIES):
            text = text.replace(entity, plain)
        new = follow.formula(text.decode("utf-8", "surrogateescape"), home)
        written = new.encode("utf-8", "surrogateescape")
        if written == text:
            return match[0]
        for entity, plain in _ENTITIES:
            written = written.replace(plain, entity)
        return match[1] + written + match[3]

    new = _VML_FORMULA.sub(replaced, data)
    if new != data:
        book.edit.replace(name, new)
        book.touch(name)


def _attributes(root: Element, names: Sequence[str], home: str | None, follow: Follow) -> bool:
    did = False
    for name in names:
        did |= _attribute(root, name, home, follow)
    return did


def _attribute(element: Element, name: str, home: str | None, follow: Follow) -> bool:
    text = element.get(name)
    if not text:
        return False
    new = follow.formula(text, home)
    if new == text:
        return False
    element.set(name, new)
    return True


def _text(element: Element, home: str | None, follow: Follow) -> bool:
    text = element.text
    if not text:
        return False
    new = follow.formula(text, home)
    if new == text:
        return False
    element.text = new
    return True
