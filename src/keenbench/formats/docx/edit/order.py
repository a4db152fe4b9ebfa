"""Where a child stands among its siblings: Word refuses some elements out of the schema's order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lxml import etree

from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

# fmt: off
_RUN = (
    "ins", "del", "moveFrom", "moveTo", "rStyle", "rFonts", "b", "bCs", "i", "iCs", "caps",
    "smallCaps", "strike", "dstrike", "outline", "shadow", "emboss", "imprint", "noProof",
    "snapToGrid", "vanish", "webHidden", "color", "spacing", "w", "kern", "position", "sz", "szCs",
    "highlight", "u", "effect", "bdr", "shd", "fitText", "vertAlign", "rtl", "cs", "em", "lang",
    "eastAsianLayout", "specVanish", "oMath", "*", "rPrChange",
)
_PARAGRAPH = (
    "pStyle", "keepNext", "keepLines", "pageBreakBefore", "framePr", "widowControl", "numPr",
    "suppressLineNumbers", "pBdr", "shd", "tabs", "suppressAutoHyphens", "kinsoku", "wordWrap",
    "overflowPunct", "topLinePunct", "autoSpaceDE", "autoSpaceDN", "bidi", "adjustRightInd",
    "snapToGrid", "spacing", "ind", "contextualSpacing", "mirrorIndents", "suppressOverlap", "jc",
    "textDirection", "textAlignment", "textboxTightWrap", "outlineLvl", "divId", "cnfStyle", "*",
    "rPr", "sectPr", "pPrChange",
)
_TABLE = (
    "tblStyle", "tblpPr", "tblOverlap", "bidiVisual", "tblStyleRowBandSize", "tblStyleColBandSize",
    "tblW", "jc", "tblCellSpacing", "tblInd", "tblBorders", "shd", "tblLayout", "tblCellMar",
    "tblLook", "tblCaption", "tblDescription", "*", "tblPrChange",
)
_ROW = ("*", "ins", "del", "trPrChange")
_CELL = (
    "cnfStyle", "tcW", "gridSpan", "hMerge", "vMerge", "tcBorders", "shd", "noWrap", "tcMar",
    "textDirection", "tcFitText", "vAlign", "hideMark", "headers", "*", "cellIns", "cellDel",
    "cellMerge", "tcPrChange",
)
_SECTION = (
    "headerReference", "footerReference", "footnotePr", "endnotePr", "type", "pgSz", "pgMar",
    "paperSrc", "pgBorders", "lnNumType", "pgNumType", "cols", "formProt", "vAlign", "noEndnote",
    "titlePg", "textDirection", "bidi", "rtlGutter", "docGrid", "printerSettings", "*",
    "sectPrChange",
)
_STYLE = (
    "name", "aliases", "basedOn", "next", "link", "autoRedefine", "hidden", "uiPriority",
    "semiHidden", "unhideWhenUsed", "qFormat", "locked", "personal", "personalCompose",
    "personalReply", "rsid", "pPr", "rPr", "tblPr", "trPr", "tcPr", "tblStylePr",
)
_SETTINGS = (
    "writeProtection", "view", "zoom", "removePersonalInformation", "removeDateAndTime",
    "doNotDisplayPageBoundaries", "displayBackgroundShape", "printPostScriptOverText",
    "printFractionalCharacterWidth", "printFormsData", "embedTrueTypeFonts", "embedSystemFonts",
    "saveSubsetFonts", "saveFormsData", "mirrorMargins", "alignBordersAndEdges",
    "bordersDoNotSurroundHeader", "bordersDoNotSurroundFooter", "gutterAtTop",
    "hideSpellingErrors", "hideGrammaticalErrors", "activeWritingStyle", "proofState",
    "formsDesign", "attachedTemplate", "linkStyles", "stylePaneFormatFilter",
    "stylePaneSortMethod", "documentType", "mailMerge", "revisionView", "trackRevisions",
    "doNotTrackMoves", "doNotTrackFormatting", "documentProtection", "autoFormatOverride",
    "styleLockTheme", "styleLockQFSet", "defaultTabStop", "autoHyphenation",
    "consecutiveHyphenLimit", "hyphenationZone", "doNotHyphenateCaps", "showEnvelope",
    "summaryLength", "clickAndTypeStyle", "defaultTableStyle", "evenAndOddHeaders",
    "bookFoldRevPrinting", "bookFoldPrinting", "bookFoldPrintingSheets",
    "drawingGridHorizontalSpacing", "drawingGridVerticalSpacing",
    "displayHorizontalDrawingGridEvery", "displayVerticalDrawingGridEvery",
    "doNotUseMarginsForDrawingGridOrigin", "drawingGridHorizontalOrigin",
    "drawingGridVerticalOrigin", "doNotShadeFormData", "noPunctuationKerning",
    "characterSpacingControl", "printTwoOnOne", "strictFirstAndLastChars", "noLineBreaksAfter",
    "noLineBreaksBefore", "savePreviewPicture", "doNotValidateAgainstSchema",
    "saveInvalidXml", "ignoreMixedContent", "alwaysShowPlaceholderText", "doNotDemarcateInvalidXml",
    "saveXmlDataOnly", "useXSLTWhenSaving", "saveThroughXslt", "showXMLTags",
    "alwaysMergeEmptyNamespace", "updateFields", "hdrShapeDefaults", "footnotePr", "endnotePr",
    "compat", "*",
)
# fmt: on
_ORDERS = {
    "rPr": _RUN,
    "pPr": _PARAGRAPH,
    "tblPr": _TABLE,
    "trPr": _ROW,
    "tcPr": _CELL,
    "sectPr": _SECTION,
    "style": _STYLE,
    "settings": _SETTINGS,
}
_RANKS: Mapping[str, Mapping[str, int]] = {
    f"{W}{parent}": {f"{W}{name}" if name != "*" else "*": at for at, name in enumerate(names)}
    for parent, names in _ORDERS.items()
}


def w(name: str, children: Iterable[Element] = (), /, **attributes: str | int) -> Element:
    """Return a new element of WordprocessingML: `w("jc", val="center")`."""
    made = etree.Element(f"{W}{name}", nsmap={"w": W[1:-1]})
    for key, value in attributes.items():
        made.set(f"{W}{key}", str(value))
    made.extend(children)
    return made


def put(parent: Element, child: Element) -> Element:
    """Set `child` in its place among the children of `parent`, instead of one of its kind."""
    for old in parent.findall(str(child.tag)):
        parent.remove(old)
    return add(parent, child)


def add(parent: Element, child: Element) -> Element:
    """Add `child` in its place among the children of `parent`, after those of its kind."""
    ranks = _RANKS[str(parent.tag)]
    other = ranks.get("*", len(ranks))
    rank = ranks.get(str(child.tag), other)
    at = len(parent)
    for place, sibling in enumerate(parent):
        if isinstance(sibling.tag, str) and ranks.get(sibling.tag, other) > rank:
            at = place
            break
    parent.insert(at, child)
    return child


def drop(parent: Element | None, *names: str) -> None:
    """Remove the children of these names."""
    if parent is None:
        return
    for name in names:
        for child in parent.findall(f"{W}{name}"):
            remove(child)


def first(parent: Element, name: str) -> Element:
    """Return the properties element `name`, which stands first in `parent`; made when missing."""
    found = parent.find(f"{W}{name}")
    if found is None:
        found = w(name)
        parent.insert(0, found)
    return found


def remove(element: Element) -> None:
    """Take an element out of its tree; the text that follows it in the file stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
        element.tail = None
    parent.remove(element)
