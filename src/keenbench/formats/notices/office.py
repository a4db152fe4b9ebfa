"""Notices of office documents: what their parts refer to, and which parts are programs."""

from __future__ import annotations

from pathlib import PurePath
from typing import BinaryIO

from keenbench.errors import FileReadFailed
from keenbench.formats.documents import DocumentKind, kind_of_package, require_kind
from keenbench.formats.notices import odf, slides, word, workbook
from keenbench.formats.notices.parts import content_of, not_searched
from keenbench.formats.notices.shape import NoticeCode, Signs, leads_to
from keenbench.formats.package import Package, open_package
from keenbench.formats.relationships import relationships_part

_OF_KIND = {"docx": word.signs, "xlsx": workbook.signs, "pptx": slides.signs, "odt": odf.signs}
# What a file is taken for by the programs that open it.
_NAMED: dict[str, DocumentKind] = {
    **dict.fromkeys((".docx", ".docm", ".dotx", ".dotm"), "docx"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xltx", ".xltm"), "xlsx"),
    **dict.fromkeys((".pptx", ".pptm", ".potx", ".potm", ".ppsx", ".ppsm"), "pptx"),
    ".odt": "odt",
}
# What is loaded from outside, by the last word of a relationship's type; all else is loaded too.
_OUTSIDE: dict[str, NoticeCode] = {
    "hyperlink": "link",
    "attachedTemplate": "attached_template",
    "image": "remote_image",
    "externalLinkPath": "external_link",
}
_PROGRAMS: dict[str, tuple[NoticeCode, str]] = {
    "vbaProject": ("macro", "a Visual Basic project"),
    "wordVbaData": ("macro", "data of a Visual Basic project"),
    "xlMacrosheet": ("macro", "a macro sheet"),
    "xlIntlMacrosheet": ("macro", "a macro sheet"),
    "control": ("active_content", "a control"),
    "activeXControlBinary": ("active_content", "a control"),
    "oleObject": ("active_content", "an embedded object"),
    "extensibility": ("active_content", "buttons of its own"),
    "webextension": ("active_content", "an add-in"),
    "customXmlDataProps": ("active_content", "an add-in"),
    "aFChunk": ("active_content", "another document in place of text"),
}


def signs_of_package(file: BinaryIO, path: str) -> Signs:
    with open_package(file, path) as package:
        kind = kind_of_package(package)
        named = _NAMED.get(PurePath(path).suffix.lower())
        # Another document than its name says is searched by no one who goes by the name.
        if named is not None or kind not in _OF_KIND:
            require_kind(package, named or "docx")
        found = Signs()
        if package.flavour == "odf":
            return odf.signs(package)
        for source in ["", *package.names()]:
            if not source.endswith(".rels"):
                _references(package, source, found)
        own = _OF_KIND.get(kind)
        if own is not None:
            found.update(own(package))
        return found


def _references(package: Package, source: str, found: Signs) -> None:
    try:
        relationships = package.relationships(source)
    except FileReadFailed as error:
        not_searched(package, relationships_part(source), error, found)
        return
    for one in relationships:
        if one.external:
            found[_OUTSIDE.get(one.kind, "external_link"), leads_to(one.target)] += 1
        elif one.kind == "package" and one.part is not None and one.part in package:
            _embedded(package, source, one.part, found)
        elif one.kind in _PROGRAMS and one.part is not None:
            code, what = _PROGRAMS[one.kind]
            if one.part in package:
                # Another program in place of the old one is a new one.
                found[code, f"{what}\0{content_of(package, one.part, found)}"] += 1


def _embedded(package: Package, source: str, part: str, found: Signs) -> None:
    """Tell of a document inside the document, but for the plain workbook behind a chart."""
    kind = package.content_types.of(part).lower()
    is_chart = "chart" in package.content_types.of(source).lower()
    if is_chart and kind.endswith("spreadsheetml.sheet") and part.lower().endswith(".xlsx"):
        return
    told = "a document with macros inside" if "macro" in kind else "a document inside"
    found["active_content", f"{told}\0{content_of(package, part, found)}"] += 1
