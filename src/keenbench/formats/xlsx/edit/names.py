"""Names and orders of SpreadsheetML: which element stands where."""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.formats.xml_part import Element

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"

WORKSHEET = [
    "sheetPr",
    "dimension",
    "sheetViews",
    "sheetFormatPr",
    "cols",
    "sheetData",
    "sheetCalcPr",
    "sheetProtection",
    "protectedRanges",
    "scenarios",
    "autoFilter",
    "sortState",
    "dataConsolidate",
    "customSheetViews",
    "mergeCells",
    "phoneticPr",
    "conditionalFormatting",
    "dataValidations",
    "hyperlinks",
    "printOptions",
    "pageMargins",
    "pageSetup",
    "headerFooter",
    "rowBreaks",
    "colBreaks",
    "customProperties",
    "cellWatches",
    "ignoredErrors",
    "smartTags",
    "drawing",
    "legacyDrawing",
    "legacyDrawingHF",
    "drawingHF",
    "picture",
    "oleObjects",
    "controls",
    "webPublishItems",
    "tableParts",
    "extLst",
]
WORKBOOK = [
    "fileVersion",
    "fileSharing",
    "workbookPr",
    "AlternateContent",
    "workbookProtection",
    "bookViews",
    "sheets",
    "functionGroups",
    "externalReferences",
    "definedNames",
    "calcPr",
    "oleSize",
    "customWorkbookViews",
    "pivotCaches",
    "smartTagPr",
    "smartTagTypes",
    "webPublishing",
    "fileRecoveryPr",
    "webPublishObjects",
    "extLst",
]
STYLES = [
    "numFmts",
    "fonts",
    "fills",
    "borders",
    "cellStyleXfs",
    "cellXfs",
    "cellStyles",
    "dxfs",
    "tableStyles",
    "colors",
    "extLst",
]
SHEET_PROPERTIES = ("tabColor", "outlinePr", "pageSetUpPr")


def put_in_order(parent: Element, child: Element, order: Sequence[str]) -> Element:
    """Insert `child` where the schema wants it, after those of its own name."""
    rank = order.index(_word(child))
    at = 0
    for index, other in enumerate(parent):
        known = _rank(other, order)
        if known is not None and known <= rank:
            at = index + 1
    parent.insert(at, child)
    return child


def child_in_order(parent: Element, name: str, order: Sequence[str]) -> Element:
    """Return the child of that name, made where it is missing."""
    found = parent.find(f"{MAIN}{name}")
    if found is None:
        found = put_in_order(parent, parent.makeelement(f"{MAIN}{name}"), order)
    return found


def _rank(element: Element, order: Sequence[str]) -> int | None:
    if not isinstance(element.tag, str):
        return None
    word = _word(element)
    if word == "AlternateContent" and word not in order:
        # It stands for what it holds: controls, oleObjects.
        inside = [_word(e) for e in element.iter() if isinstance(e.tag, str)]
        word = next((name for name in inside if name in order), "")
    return order.index(word) if word in order else None


def _word(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]
