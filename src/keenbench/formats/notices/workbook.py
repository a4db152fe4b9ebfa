"""Notices of workbooks: formulas that reach out, sheets and cells that do not show, errors."""

from __future__ import annotations

import re
from collections import Counter

from keenbench.formats.documents import main_part
from keenbench.formats.notices.parts import is_xml, not_searched
from keenbench.formats.notices.shape import Signs
from keenbench.formats.notices.workbook_parts import search_part
from keenbench.formats.ooxml_names import R
from keenbench.formats.package import Package

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STATES = {"hidden": "hidden", "veryHidden": "deeply hidden"}
# Bytes of a sheet that are kept while no row ends.
_PIECE = 8 * 1024 * 1024
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
    sheets: dict[str, str] = {}
    for element in root.iterfind(f"{_MAIN}sheets/{_MAIN}sheet"):
        name = element.get("name", "")
        state = _STATES.get(element.get("state", ""))
        if state is not None:
            found["hidden_sheet", f"{name} ({state})" if state != "hidden" else name] += 1
        relationship = relationships.get(element.get(f"{R}id"))
        if relationship is not None and relationship.part is not None:
            part = package.find(relationship.part)
            sheets[part.name if part is not None else relationship.part] = name
    for missing in sheets.keys() - set(package.names()):
        not_searched(package, missing, package.damaged(f"has no part {missing}"), found)
    for name in package.names():
        if name in sheets:
            _sheet(package, name, sheets[name], found)
        elif is_xml(package, name):
            where = "a name" if name == main else "a part beside the sheets"
            search_part(package, name, where, found, _pass)
    return found


def _pass(data: bytes) -> None:
    """Look at the bytes of a part that has no cells."""


def _sheet(package: Package, part: str, name: str, found: Signs) -> None:
    cells = _Cells(name)
    search_part(package, part, name, found, cells.look)
    cells.tell(found)


class _Cells:
    """The errors and the hidden cells of a sheet, found in its bytes as they pass."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rest = b""
        self._found = Signs()
        self._errors: Counter[str] = Counter()

    def look(self, data: bytes) -> None:
        """Search what ends with a whole row; a row is kept until it has ended."""
        data = self._rest + data
        cut = data.rfind(b"</row>")
        end = cut + len(b"</row>") if cut >= 0 else 0
        if end == 0 and len(data) > _PIECE:
            end = len(data)
        self._rest = data[end:]
        _piece(data[:end], self._name, self._found, self._errors)

    def tell(self, found: Signs) -> None:
        _piece(self._rest, self._name, self._found, self._errors)
        found.update(self._found)
        for said, count in self._errors.items():
            found["formula_error", said] += count


def _piece(piece: bytes, name: str, found: Signs, errors: Counter[str]) -> None:
    if b"#REF!" in piece:
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
