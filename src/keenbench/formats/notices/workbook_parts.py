"""The XML of a workbook searched as a stream: its formulas, and its ties to other sources.

The XML is parsed, not searched as bytes: what looks otherwise in the file (entities, CDATA, another
encoding, a prefix) is the same to the program that opens it.
"""

from __future__ import annotations

from collections.abc import Collection

from lxml import etree

from keenbench.errors import FileReadFailed
from keenbench.formats.notices.formulas import signs_of_formula
from keenbench.formats.notices.parts import not_searched
from keenbench.formats.notices.shape import Signs, is_remote, leads_to, placed, telling
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

# Bytes that are parsed at a time.
_PIECE = 1024 * 1024
_FORMULAS = (
    *("f", "formula", "formula1", "formula2", "definedName"),
    *("calculatedColumnFormula", "totalsRowFormula", "oldFormula"),
)
_PROGRAMS = ("ddeLink", "oleLink")
_SOURCES = ("connection", "webPr", "dbPr", "olapPr", "textPr")
# What is dropped once it is read: rows and texts are most of a workbook.
_DROPPED = ("row", "si")
_DROPPED_TAGS = tuple(f"{{*}}{tag}" for tag in _DROPPED)
_TAGS = tuple(f"{{*}}{tag}" for tag in (*_FORMULAS, *_PROGRAMS, *_SOURCES))
# Only formulas that may do more than compute are looked at one by one. Words looked up one after
# another take a tenth of the time of one pattern of them all.
_TELLING = (
    *("WEBSERVICE", "IMAGE", "IMPORT", "RTD", "STOCKHISTORY", "REQUEST", "CUBE", "PY", "COPILOT"),
    *("TRANSLATE", "DETECT", "CALL", "REGISTER", "EXEC", "DDE", "FOPEN", "INITIATE", "POKE"),
    *("RUN", "SHELL", "HYPERLINK", "|", "//", "\\\\"),
)


def search_part(
    package: Package, part: str, where: str, hiding: Collection[str], found: Signs
) -> bool:
    """Search one XML part, and return whether it could be searched.

    `hiding` are the conditional formats that keep cells from showing.
    """
    parser = etree.XMLPullParser(
        events=("end",),
        tag=_DROPPED_TAGS,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    own, is_searched = Signs(), False
    try:
        with package.reading_part(part), package.open(part) as stream:
            while data := stream.read(_PIECE):
                parser.feed(data)
                for _, element in parser.read_events():
                    _drop(element, where, own)
            root = parser.close()
        for element in root.iter(*_TAGS):
            _element(element, where, own)
        for rule in root.iter("{*}cfRule"):
            if rule.get("dxfId") in hiding:
                _rule(rule, where, own)
        if root.getroottree().docinfo.internalDTD is not None:
            raise FileReadFailed(
                f"The document is hostile: its part {part} declares a document type (DTD).",
                path=package.path,
            )
    except etree.XMLSyntaxError:
        error = package.damaged(f"has a part {part} that is not well-formed XML or nested too deep")
        not_searched(package, part, error, found)
    except FileReadFailed as error:
        not_searched(package, part, error, found)
    else:
        is_searched = True
    found.update(own)
    return is_searched


def _drop(element: object, where: str, found: Signs) -> None:
    """Search what stands in a row, and forget it: sheets are larger than memory."""
    assert isinstance(element, Element)  # only the ends of elements are asked for
    # One search over the texts of a whole row: a formula by itself costs as much.
    if _is_telling(etree.tostring(element, method="text", encoding="unicode")):
        for inner in element.iter(*_TAGS):
            _element(inner, where, found)
    element.clear()
    before, parent = element.getprevious(), element.getparent()
    if before is not None and parent is not None and before.tag == element.tag:
        parent.remove(before)


def _is_telling(text: str) -> bool:
    folded = text.upper()
    return any(word in folded for word in _TELLING)


def _element(element: Element, where: str, found: Signs) -> None:
    tag = etree.QName(element).localname
    if tag in _FORMULAS:
        formula = "".join(str(piece) for piece in element.itertext())
        if _is_telling(formula):
            found.update(signs_of_formula(formula, where))
    elif tag in _PROGRAMS:
        found["dde", telling("a link to another program", _said(element))] += 1
    else:
        _source(tag, element, found)


def _rule(rule: Element, where: str, found: Signs) -> None:
    """Tell of a rule under which cells do not show."""
    held = rule.getparent()
    told = telling(f"cells of {where} under a condition", _said(rule))
    found["hidden_text", placed(told, "" if held is None else held.get("sqref", ""))] += 1


def _source(tag: str, element: Element, found: Signs) -> None:
    """Tell of a source of data outside; one that is asked when the file opens is told as such."""
    if tag == "webPr" and element.get("url"):
        found["external_link", leads_to(element.get("url", ""))] += 1
    elif tag == "connection" and (
        element.get("refreshOnLoad") in ("1", "true") or element.get("interval", "0") != "0"
    ):
        told = telling("a source of data that is asked when the file is opened", _said(element))
        found["external_link", told] += 1
    elif tag in ("dbPr", "olapPr"):
        found["external_link", telling("a database", _said(element))] += 1
    elif tag == "textPr" and element.get("sourceFile"):
        file = element.get("sourceFile", "")
        told = leads_to(file) if is_remote(file) else telling("another file", file)
        found["external_link", told] += 1


def _said(element: Element) -> str:
    return repr(sorted((str(key), str(value)) for key, value in element.items()))
