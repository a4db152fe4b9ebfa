"""Notices of workbooks: formulas that reach out, sheets and cells that do not show, errors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from keenbench.errors import FileReadFailed
from keenbench.formats.documents import main_part
from keenbench.formats.notices.formulas import signs_of_formula
from keenbench.formats.notices.parts import not_searched, root_of
from keenbench.formats.notices.shape import Signs, telling
from keenbench.formats.ooxml_names import R
from keenbench.formats.package import Package
from keenbench.formats.xlsx.xml_text import unescaped

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STATES = {"hidden": "hidden", "veryHidden": "deeply hidden"}
# Bytes of a sheet that are searched at a time, cut between rows.
_PIECE = 8 * 1024 * 1024
_FORMULA = re.compile(
    rb"<(?:\w+:)?(?:f|formula|formula1|formula2|definedName)(?:\s[^>]*)?>([^<]+)</"
)
# Only formulas that may do more than compute are looked at one by one.
_TELLING = re.compile(
    rb"WEBSERVICE|IMAGE|IMPORT|RTD|STOCKHISTORY|CALL|REGISTER|EXEC|DDE|FOPEN|HYPERLINK|\|",
    re.IGNORECASE,
)
_ERROR = re.compile(
    rb'<c((?:\s[^>]*)?\st="e"[^>]*)>(?:<f[^>]*/>|<f[^>]*>[^<]*</f>)?<v>(#[^<]{1,12})</v>'
)
# A formula whose reference is gone, and that has no result yet.
_BROKEN = re.compile(rb"<c(\s[^>]*)><f(?:\s[^>]*)?>[^<]*(#REF!)[^<]*</f>(?!<v>#)")
_NAME = re.compile(rb'\br="([A-Z]{1,3}[0-9]{1,7})"')
# Errors beyond these are not counted: a sheet of them is told of all the same.
_MOST_ERRORS = 10_000
_HIDDEN_ROW = re.compile(rb'<row\s[^>]*?\bhidden="(?:1|true)"')
_HIDDEN_COLUMN = re.compile(rb'<col\s[^>]*?\bhidden="(?:1|true)"')


def signs(package: Package) -> Signs:
    found = Signs()
    main = main_part(package)
    root = package.xml(main)
    relationships = package.relationships(main)
    for element in root.iterfind(f"{_MAIN}sheets/{_MAIN}sheet"):
        name = element.get("name", "")
        state = _STATES.get(element.get("state", ""))
        if state is not None:
            found["hidden_sheet", f"{name} ({state})" if state != "hidden" else name] += 1
        relationship = relationships.get(element.get(f"{R}id"))
        if relationship is not None and relationship.part is not None:
            _sheet(package, relationship.part, name, found)
    for defined in root.iterfind(f"{_MAIN}definedNames/{_MAIN}definedName"):
        found.update(signs_of_formula(defined.text or "", "a name"))
    for part in package.names():
        if "externalLinks/" in part and part.endswith(".xml"):
            _program(package, part, found)
    return found


def _program(package: Package, part: str, found: Signs) -> None:
    root = root_of(package, part, found)
    for link in root.iter(f"{_MAIN}ddeLink", f"{_MAIN}oleLink") if root is not None else ():
        found["dde", telling("a link to another program", repr(sorted(link.items())))] += 1


def _sheet(package: Package, part: str, name: str, found: Signs) -> None:
    errors: Counter[str] = Counter()
    try:
        for piece in _pieces(package, part):
            _piece(piece, name, found, errors)
    except FileReadFailed as error:
        not_searched(package, part, error, found)
    for said, count in errors.items():
        found["formula_error", said] += count


def _piece(piece: bytes, name: str, found: Signs, errors: Counter[str]) -> None:
    if b"<f" in piece or b":f" in piece:
        for match in _FORMULA.finditer(piece):
            if _TELLING.search(match[1]):
                found.update(signs_of_formula(unescaped(match[1]), name))
        _errors(_BROKEN, piece, name, errors)
    if b't="e"' in piece:
        _errors(_ERROR, piece, name, errors)
    if b'hidden="' in piece:
        rows = sum(1 for _ in _HIDDEN_ROW.finditer(piece))
        columns = sum(1 for _ in _HIDDEN_COLUMN.finditer(piece))
        for count, what in ((rows, "rows"), (columns, "columns")):
            if count:
                found["hidden_cells", f"{what} of {name}"] += count


def _errors(pattern: re.Pattern[bytes], piece: bytes, name: str, errors: Counter[str]) -> None:
    for match in pattern.finditer(piece):
        cell = _NAME.search(match[1])
        where = cell[1].decode() if cell is not None else ""
        if len(errors) < _MOST_ERRORS:
            errors[f"{match[2].decode('ascii', 'replace')} in {name}\0{where}"] += 1


def _pieces(package: Package, part: str) -> Iterator[bytes]:
    """Give a sheet's XML, cut where a row ends."""
    rest = b""
    with package.reading_part(part), package.open(part) as stream:
        while data := stream.read(_PIECE):
            data = rest + data
            cut = data.rfind(b"</row>")
            end = cut + len(b"</row>") if cut >= 0 else len(data)
            yield data[:end]
            rest = data[end:]
    yield rest
