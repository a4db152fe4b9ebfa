"""A workbook: its sheets, names and styles, and the memory of what was scanned of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import BinaryIO

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.call import Call, FileParams
from keenbench.formats.documents import main_part, require_kind
from keenbench.formats.package import Package
from keenbench.formats.recent import Recent
from keenbench.formats.shape import MapWarning
from keenbench.formats.xlsx.addresses import Range, whole_number
from keenbench.formats.xlsx.cells import CellReader
from keenbench.formats.xlsx.drawings import Comment, SheetParts, comments_of, parts_of
from keenbench.formats.xlsx.islands import find_islands
from keenbench.formats.xlsx.looks import Looks
from keenbench.formats.xlsx.part_access import Member, PartDamaged
from keenbench.formats.xlsx.plain_xml import Hostile
from keenbench.formats.xlsx.scan import scan_sheet
from keenbench.formats.xlsx.sheet_index import SheetIndex
from keenbench.formats.xlsx.strings import Strings
from keenbench.formats.xlsx.styles import Styles
from keenbench.formats.xml_part import Element

HOSTILE = "hostile"  # the subphase of a refusal that holds for the whole workbook
MAX_SHEETS = 10_000
_KEPT_BYTES = 96 * 1024 * 1024

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_KINDS = {
    "worksheet": "worksheet",
    "chartsheet": "chartsheet",
    "dialogsheet": "dialogsheet",
    "xlMacrosheet": "macrosheet",
    "xlIntlMacrosheet": "macrosheet",
}
_STATES = {"hidden": "hidden", "veryHidden": "very_hidden"}


@dataclass(frozen=True)
class Sheet:
    """A sheet as the workbook lists it."""

    index: int
    name: str
    state: str
    kind: str
    part: str | None


@dataclass(frozen=True)
class DefinedName:
    name: str
    refers_to: str
    sheet: str | None


@dataclass
class Book:
    """All that is known of a workbook so far; holds no open file."""

    sheets: list[Sheet]
    names: list[DefinedName]
    since_1904: bool
    styles: Styles
    members: dict[str, Member]
    strings_part: str | None
    warnings: list[MapWarning]
    strings: Strings | None = None
    looks: Looks | None = None
    indexes: dict[str, SheetIndex] = field(default_factory=dict)
    islands: dict[str, list[Range]] = field(default_factory=dict)
    parts: dict[str, SheetParts] = field(default_factory=dict)
    comments: dict[str, list[Comment]] = field(default_factory=dict)

    def weight(self) -> int:
        size = 500 * len(self.sheets) + 300 * len(self.names)
        size += sum(index.weight() for index in self.indexes.values())
        size += sum(100 * len(islands) for islands in self.islands.values())
        size += sum(300 * len(found) for found in self.comments.values())
        return size + (self.strings.weight() if self.strings else 0)


_books: Recent[Book] = Recent(_KEPT_BYTES, Book.weight)


class OpenBook:
    """A workbook with its file open for one call."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self.file = file
        self.path = path
        self.size_bytes = file.seek(0, 2)
        self.book = _books.of(file, lambda: _read_book(self.package))

    @cached_property
    def package(self) -> Package:
        """Opened only when something is wanted that is not yet known."""
        package = Package(self.file, self.path)
        require_kind(package, "xlsx")
        return package

    def sheet(self, name: str | None) -> Sheet:
        """Return the sheet of that name, without regard to case; the first where none is given."""
        sheets = self.book.sheets
        if not sheets:
            raise FileReadFailed("The workbook has no sheets.", path=self.path)
        if name is None:
            visible = (sheet for sheet in sheets if sheet.kind == "worksheet")
            return next(visible, sheets[0])
        for matches in (str.__eq__, lambda a, b: a.casefold() == b.casefold()):
            for sheet in sheets:
                if matches(sheet.name, name):
                    return sheet
        names = ", ".join(sheet.name for sheet in sheets[:20])
        more = f" and {len(sheets) - 20} more" if len(sheets) > 20 else ""
        raise ValidationFailed(f"There is no such sheet; the workbook has {names}{more}.")

    def index(self, sheet: Sheet) -> SheetIndex:
        """Return where the rows of the sheet lie, scanning it the first time."""
        part = self._part(sheet)
        if part not in self.book.indexes:
            with self._reading(part):
                self.book.indexes[part] = scan_sheet(self.file, self.book.members[part])
            _books.trim()
        return self.book.indexes[part]

    def islands(self, sheet: Sheet) -> list[Range]:
        part = self._part(sheet)
        if part not in self.book.islands:
            index = self.index(sheet)
            runs = list(zip(index.run_firsts, index.run_lasts, index.run_masks, strict=True))
            self.book.islands[part] = find_islands(runs)
        return self.book.islands[part]

    def reader(self, sheet: Sheet) -> CellReader:
        book = self.book
        index = self.index(sheet)
        return CellReader(self.file, index, self.strings, book.styles, book.since_1904)

    def strings(self) -> Strings | None:
        """Return the shared strings, scanning them the first time."""
        book = self.book
        if book.strings is None and book.strings_part is not None:
            with self._reading(book.strings_part):
                book.strings = Strings.scan(self.file, book.members[book.strings_part])
        return book.strings

    def looks(self) -> Looks:
        """Return how cells look; plain where the styles cannot be read (the book warns of that)."""
        if self.book.looks is None:
            main = main_part(self.package)
            parts = [_related(self.package, main, kind) for kind in ("styles", "theme")]
            try:
                self.book.looks = Looks.of(self.package, parts[0], parts[1])
            except FileReadFailed as error:
                raise_if_hostile(error)
                self.book.looks = Looks()
        return self.book.looks

    def refuse_hostile_strings(self) -> None:
        """Raise where the shared strings are an attack; damage is said where a sheet needs them."""
        try:
            self.strings()
        except FileReadFailed as error:
            raise_if_hostile(error)

    def parts(self, sheet: Sheet) -> SheetParts:
        """Return the charts and tables of a sheet."""
        part = self._part(sheet)
        if part not in self.book.parts:
            extras = self.index(sheet).extras
            self.book.parts[part] = parts_of(self.package, part, extras)
        return self.book.parts[part]

    def comments(self, sheet: Sheet) -> list[Comment]:
        part = self._part(sheet)
        if part not in self.book.comments:
            self.book.comments[part] = comments_of(self.package, part)
        return self.book.comments[part]

    @contextmanager
    def reading(self, sheet: Sheet) -> Iterator[None]:
        """Turn damage found on the way into an error that names the sheet's part."""
        with self._reading(self._part(sheet)):
            yield

    @contextmanager
    def _reading(self, part: str) -> Iterator[None]:
        try:
            yield
        except PartDamaged as damage:
            raise FileReadFailed(
                f"The document is damaged: its part {damage.part or part} {damage}.",
                path=self.path,
            ) from None
        except Hostile as why:
            raise FileReadFailed(
                f"The document is hostile: its part {part} {why}.",
                path=self.path,
                subphase=HOSTILE,
            ) from None

    def _part(self, sheet: Sheet) -> str:
        if sheet.part is None or sheet.part not in self.book.members:
            raise FileReadFailed(
                f"The document is damaged: the part of sheet {sheet.index + 1} is missing.",
                path=self.path,
            )
        return sheet.part


def raise_if_hostile(error: FileReadFailed) -> None:
    if error.info().subphase == HOSTILE:
        raise error


@contextmanager
def open_book(call: Call, params: FileParams) -> Iterator[OpenBook]:
    """Give the workbook that `params` names."""
    with call.open(params.root, params.path) as file:
        try:
            yield OpenBook(file, params.path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise FileReadFailed(f"The file cannot be read: {reason}.", path=params.path) from None
        finally:
            _books.trim()


def _read_book(package: Package) -> Book:
    main = main_part(package)
    root = package.xml(main)
    if root.tag != f"{_MAIN}workbook":
        raise package.damaged(f"has a part {main} that is no workbook")
    relationships = package.relationships(main)
    warnings: list[MapWarning] = []
    sheets: list[Sheet] = []
    for element in root.iterfind(f"{_MAIN}sheets/{_MAIN}sheet"):
        relationship = relationships.get(element.get(_ID))
        sheets.append(
            Sheet(
                index=len(sheets),
                name=element.get("name", ""),
                state=_STATES.get(element.get("state", ""), "visible"),
                kind=_KINDS.get(relationship.kind, "other") if relationship else "worksheet",
                part=_real_name(package, relationship.part if relationship else None),
            )
        )
        if len(sheets) > MAX_SHEETS:
            raise package.damaged(f"has more than {MAX_SHEETS} sheets")
    properties = root.find(f"{_MAIN}workbookPr")
    since_1904 = properties is not None and properties.get("date1904") in ("1", "true", "on")
    strings = _related(package, main, "sharedStrings")
    return Book(
        sheets=sheets,
        names=_names(root, sheets),
        since_1904=since_1904,
        styles=_styles(package, _related(package, main, "styles"), warnings),
        members=_members(package, [sheet.part for sheet in sheets] + [strings]),
        strings_part=strings,
        warnings=warnings,
    )


def _related(package: Package, main: str, kind: str) -> str | None:
    found = package.relationships(main).of_kind(kind)
    return _real_name(package, found[0].part) if found else None


def _real_name(package: Package, part: str | None) -> str | None:
    """Return the name as the zip has it: parts are found without regard to case."""
    if part is None or part not in package:
        return None
    folded = part.lower()
    return next((name for name in package.names() if name.lower() == folded), None)


def _members(package: Package, parts: list[str | None]) -> dict[str, Member]:
    wanted = set(parts)
    members = {}
    for part in package.parts:
        if part.name in wanted:
            try:
                members[part.name] = Member.of(part.name, part.info)
            except PartDamaged as damage:
                raise package.damaged(f"has a part {part.name} that {damage}") from None
    return members


def _styles(package: Package, part: str | None, warnings: list[MapWarning]) -> Styles:
    if part is None:
        return Styles()
    try:
        return Styles(package.xml(part))
    except FileReadFailed as error:
        message = f"Dates are shown as numbers, for the styles cannot be read. {error.message}"
        warnings.append(MapWarning(code="styles_unreadable", message=message))
        return Styles()


def _names(root: Element, sheets: list[Sheet]) -> list[DefinedName]:
    names = []
    for element in root.iterfind(f"{_MAIN}definedNames/{_MAIN}definedName"):
        if element.get("hidden") in ("1", "true"):
            continue
        at = whole_number(element.get("localSheetId"))
        sheet = sheets[at].name if at is not None and at < len(sheets) else None
        names.append(DefinedName(element.get("name", ""), (element.text or "").strip(), sheet))
    return names
