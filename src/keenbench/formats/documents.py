"""Which document a package holds: docx, xlsx, pptx or odt, told by its content, not by its name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Literal

from keenbench.errors import FileReadFailed
from keenbench.formats.call import Call, FileParams
from keenbench.formats.package import Package, open_package
from keenbench.formats.relationships import CONTENT_TYPES
from keenbench.formats.warned import Warned

DocumentKind = Literal["docx", "xlsx", "pptx", "odt"]

_MANIFEST = "META-INF/manifest.xml"
_MANIFEST_NS = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"

# What the content type of a main part begins with.
_OOXML = {
    "application/vnd.openxmlformats-officedocument.wordprocessingml.": "docx",
    "application/vnd.ms-word.": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.": "xlsx",
    "application/vnd.ms-excel.": "xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.": "pptx",
    "application/vnd.ms-powerpoint.": "pptx",
}
# And of what is none of these, by a piece of its content type.
_OTHER_OOXML = {
    "ms-excel.sheet.binary": "a binary Excel workbook (.xlsb)",
    "theme": "an Office theme without a document",
    "visio": "a Visio drawing",
    "xps": "an XPS document",
    "3dmanufacturing": "a 3D model",
}
_ROOTS = {"document": "docx", "workbook": "xlsx", "presentation": "pptx"}
_ODF = "application/vnd.oasis.opendocument."
_NAMES = {
    "docx": "a Word document",
    "xlsx": "an Excel workbook",
    "pptx": "a PowerPoint presentation",
    "odt": "an OpenDocument text",
    "ods": "an OpenDocument spreadsheet",
    "odp": "an OpenDocument presentation",
    "odg": "an OpenDocument drawing",
}
_ODF_KINDS = {"text": "odt", "spreadsheet": "ods", "presentation": "odp", "graphics": "odg"}


@contextmanager
def open_document(call: Call, params: FileParams, kind: DocumentKind) -> Iterator[Package]:
    """Give the package that `params` names, known to be a document of this kind."""
    with (
        call.open(params.root, params.path) as file,
        open_package(file, params.path) as package,
    ):
        require_kind(package, kind)
        try:
            yield package
        except RecursionError:
            # Notes that refer to notes, boxes in boxes: no one writes hundreds of them.
            raise FileReadFailed(
                "The document is hostile: it is nested too deeply to be read.", path=params.path
            ) from None


def require_kind(package: Package, kind: DocumentKind) -> None:
    """Raise, saying what the package is, unless it is a document of this kind."""
    found = kind_of_package(package)
    if found == kind:
        if kind == "odt":
            _refuse_encrypted(package)
        return
    what = _NAMES.get(found, found)
    suffix = PurePath(package.path).suffix.lower()
    named = f" named {suffix}" if suffix else ""
    raise FileReadFailed(f"This is {what}{named}, not {_NAMES[kind]}.", path=package.path)


def main_part(package: Package) -> str:
    """Return the name of the part that the document begins with, however it is called."""
    for relationship in package.relationships().of_kind("officeDocument"):
        if relationship.part is not None and relationship.part in package:
            return relationship.part
    raise package.damaged("names no main part")


def check_relationships(package: Package, part: str, warned: Warned) -> None:
    """See that what a part refers to can be told; where it cannot, warn and read on without."""
    try:
        package.relationships(part)
    except FileReadFailed as error:
        warned.add("part_unreadable", error.message)
        package.without_relationships(part)


def kind_of_package(package: Package) -> str:
    """Return docx, xlsx, pptx, odt, ods, odp or odg, or else words for what the package is."""
    if package.flavour == "ooxml":
        return _kind_of_ooxml(package)
    if package.flavour == "odf":
        return _kind_of_odf(package)
    if any(part.name.startswith(("word/", "xl/", "ppt/")) for part in package.parts):
        raise package.damaged(f"has no part {CONTENT_TYPES}")
    if package.parts:
        return "a zip archive that holds no document"
    return "an empty zip archive"


def _kind_of_ooxml(package: Package) -> str:
    try:
        name = main_part(package)
    except FileReadFailed:
        if any("theme" in part.name.lower() for part in package.parts):
            return _OTHER_OOXML["theme"]
        raise
    declared = package.content_types.of(name)
    for piece, what in _OTHER_OOXML.items():
        if piece in declared.lower():
            return what
    for start, kind in _OOXML.items():
        if declared.startswith(start):
            return kind
    # Some writers give the main part the content type application/xml: its root tells.
    root = str(package.xml(name).tag).rpartition("}")[2]
    return _ROOTS.get(root, "an Office package without a document")


def _kind_of_odf(package: Package) -> str:
    declared = ""
    if "mimetype" in package and package.size("mimetype") < 256:
        declared = package.read("mimetype").decode("ascii", "replace").strip()
    elif _MANIFEST in package:
        entries = package.xml(_MANIFEST).iter(f"{_MANIFEST_NS}file-entry")
        declared = next(
            (
                entry.get(f"{_MANIFEST_NS}media-type", "")
                for entry in entries
                if entry.get(f"{_MANIFEST_NS}full-path") == "/"
            ),
            "",
        )
    if declared.startswith(_ODF):
        word = declared.removeprefix(_ODF).partition("-")[0]
        return _ODF_KINDS.get(word, "an OpenDocument file of another kind")
    if declared == "application/epub+zip":
        return "an e-book (EPUB)"
    if declared.startswith("application/vnd.sun.xml."):
        return "an OpenOffice 1 document"
    return "a zip archive that holds no document"


def _refuse_encrypted(package: Package) -> None:
    if _MANIFEST not in package:
        return
    for _ in package.xml(_MANIFEST).iter(f"{_MANIFEST_NS}encryption-data"):
        raise FileReadFailed(
            "The document is encrypted with a password. Remove the password in the program that "
            "made it, and add it again.",
            path=package.path,
        )
