"""Notices of workbooks: formulas that reach out, sheets and cells that do not show, errors."""

from __future__ import annotations

from keenbench.errors import FileReadFailed
from keenbench.formats.documents import main_part
from keenbench.formats.notices.cell_looks import Unseen
from keenbench.formats.notices.parts import is_xml, not_searched
from keenbench.formats.notices.shape import Signs
from keenbench.formats.notices.sheet_cells import SheetCells
from keenbench.formats.notices.workbook_parts import search_part
from keenbench.formats.ooxml_names import R
from keenbench.formats.package import Package
from keenbench.formats.xlsx.part_access import Member, PartDamaged, ZipSource
from keenbench.formats.xlsx.plain_xml import Hostile, NotPlain, check_plain, plain
from keenbench.formats.xlsx.strings import Strings

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STATES = {"hidden": "hidden", "veryHidden": "deeply hidden"}


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
    unseen = Unseen.of(package, main)
    looked: list[SheetCells] = []
    for name in package.names():
        if not (name in sheets or is_xml(package, name)):
            continue
        where = "a name" if name == main else "a part beside the sheets"
        is_searched = search_part(package, name, sheets.get(name, where), unseen.rules, found)
        if is_searched and name in sheets:
            cells = _looked_at(package, name, sheets[name], unseen, found)
            looked += [] if cells is None else [cells]
    numbers = {number for cells in looked for number in cells.texts}
    texts = _texts(package, main, numbers, found) if numbers else {}
    for cells in looked:
        cells.tell(texts, found)
    return found


def _looked_at(
    package: Package, part: str, name: str, unseen: Unseen, found: Signs
) -> SheetCells | None:
    """Return what the cells of a sheet tell, in the plain form of its XML whatever form it has."""
    for form in (check_plain, plain):
        cells = SheetCells(name, unseen)
        try:
            for chunk in form(ZipSource(_member(package, part)).stream(package.file)):
                cells.look(chunk)
            cells.finish()
        except NotPlain:
            continue
        except (PartDamaged, Hostile) as damage:
            _told_as_not_searched(package, part, damage, found)
            return None
        return cells
    return None


def _texts(package: Package, main: str, numbers: set[int], found: Signs) -> dict[int, bytes]:
    """Return the shared texts of these numbers: another program may number them otherwise."""
    for link in package.relationships(main).of_kind("sharedStrings"):
        if link.part is None or link.part not in package:
            continue
        try:
            strings = Strings.scan(package.file, _member(package, link.part))
            read = strings.get_many(package.file, numbers)
        except (PartDamaged, Hostile) as damage:
            _told_as_not_searched(package, link.part, damage, found)
            continue
        return {at: text.encode("utf-8", "surrogatepass") for at, text in read.items()}
    return {}


def _member(package: Package, name: str) -> Member:
    part = package.find(name)
    if part is None:
        raise FileReadFailed(f"The document has no part {name}.", path=package.path)
    return Member.of(part.name, part.info)


def _told_as_not_searched(package: Package, part: str, damage: Exception, found: Signs) -> None:
    not_searched(package, part, package.damaged(f"has a part {part} that {damage}"), found)
