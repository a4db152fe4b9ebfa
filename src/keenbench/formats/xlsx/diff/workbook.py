"""Two versions of a workbook: which sheets they share, and everything that differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, BinaryIO

from keenbench.diff.sequences import matches
from keenbench.errors import FileReadFailed
from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared, Ids, Remembered, open_sides
from keenbench.formats.shape import MapWarning
from keenbench.formats.xlsx.diff.aligned import Aligned, align_rows
from keenbench.formats.xlsx.diff.beside import BesideChanges
from keenbench.formats.xlsx.diff.changes import (
    REJECTABLE,
    XlsxChange,
    XlsxCompared,
    XlsxCompareParams,
)
from keenbench.formats.xlsx.diff.columns import SAMPLE_ROWS, align_columns
from keenbench.formats.xlsx.diff.rows import RowIndex, Vocabulary, quick_key
from keenbench.formats.xlsx.diff.sheet import SheetChanges
from keenbench.formats.xlsx.diff.shifts import Axis, SheetShift, translated
from keenbench.formats.xlsx.diff.version import BothBooks, Version
from keenbench.formats.xlsx.workbook import OpenBook, Sheet, raise_if_hostile

# Shared strings beyond this are looked up rather than compared as bytes.
_STRING_BYTES = 128 * 1024 * 1024
# Of the rows of the shorter version that must match as they stand, or all cells are looked up.
_ENOUGH = 0.5
# Changes that are listed; a warning says where there are more.
_MOST_CHANGES = 50_000

_remembered: Remembered[XlsxChange] = Remembered()


def compare_workbooks(call: Call, params: XlsxCompareParams) -> XlsxCompared:
    with open_sides(call, params) as (old, new):
        found = compare_books(call, old, new, params.path)
    wanted = params.sheet.casefold() if params.sheet is not None else None
    fields = found.page(
        params,
        None
        if wanted is None
        else lambda change: change.sheet is not None and change.sheet.casefold() == wanted,
    )
    sheets = dict.fromkeys(c.sheet for c in found.changes if c.sheet is not None)
    return XlsxCompared(sheets=list(sheets), rejectable=list(REJECTABLE), **fields)


class BooksCompared(Compared[XlsxChange]):
    """All changes, and where what both versions have is found in each."""

    # By folded old name.
    shifts: Mapping[str, SheetShift] = MappingProxyType({})
    # New names to old ones, and the last row of each old sheet.
    old_names: Mapping[str, str] = MappingProxyType({})
    last_rows: Mapping[str, int] = MappingProxyType({})


def compare_books(
    call: Call, old: BinaryIO | None, new: BinaryIO | None, path: str
) -> BooksCompared:
    found = _remembered.of(old, new, lambda: _compare(call, old, new, path))
    assert isinstance(found, BooksCompared)
    return found


def _compare(call: Call, old: BinaryIO | None, new: BinaryIO | None, path: str) -> BooksCompared:
    if old is None or new is None:
        book = OpenBook((old or new), path) if (old or new) is not None else None  # type: ignore[arg-type]
        assert book is not None
        kind = "sheet_added" if old is None else "sheet_deleted"
        ids = Ids()
        changes = [
            XlsxChange(change_id=ids.of(kind, sheet.name), type=kind, sheet=sheet.name)
            for sheet in book.book.sheets
        ]
        return BooksCompared(changes, book.book.warnings)
    books = _Books(Version(OpenBook(old, path)), Version(OpenBook(new, path)))
    changes = list(islice(books.changes(call), _MOST_CHANGES + 1))
    if len(changes) > _MOST_CHANGES:
        changes.pop()
        message = f"There are more changes than the {_MOST_CHANGES} that are listed."
        books.warnings.append(MapWarning(code="too_many_changes", message=message))
    found = BooksCompared(changes, books.warnings)
    found.shifts, found.old_names = books.shifts, books.old_names
    found.last_rows = books.last_rows
    return found


class _Books:
    """Both versions, sheet by sheet."""

    def __init__(self, old: Version, new: Version) -> None:
        self.old, self.new = old, new
        self.warnings: list[MapWarning] = []
        self.shifts: Mapping[str, SheetShift] = {}
        self.old_names: Mapping[str, str] = {}
        self.last_rows: Mapping[str, int] = {}
        self._ids = Ids()
        self._quick = self._same_strings() and self._same_styles()
        self._words: tuple[Vocabulary, Vocabulary] | None = None
        self._pairs = _paired_sheets(old.sheets, new.sheets)

    def changes(self, call: Call) -> Iterator[XlsxChange]:
        aligned: list[Aligned] = []
        for done, (before, after) in enumerate(self._pairs):
            call.progress(done, len(self._pairs), "comparing")
            aligned.append(self._aligned(before, after))
        shifts = {one.old_sheet.name.casefold(): one.shift for one in aligned}
        self.shifts = shifts
        self.old_names = {one.new_sheet.name: one.old_sheet.name for one in aligned}
        self.last_rows = {
            one.old_sheet.name: one.old_index.numbers[-1]
            for one in aligned
            if one.old_index is not None and one.old_index.numbers
        }
        for sheet in self.old.sheets:
            if sheet not in [one.old_sheet for one in aligned]:
                yield self._sheet("sheet_deleted", sheet.name, sheet)
        both = BothBooks(self.old, self.new, shifts, _Back(aligned), self._ids)
        moved = self._moved_sheets()
        for sheet in self.new.sheets:
            one = next((one for one in aligned if one.new_sheet is sheet), None)
            if one is None:
                yield self._sheet("sheet_added", sheet.name, sheet)
                continue
            if one.old_sheet.name != sheet.name:
                yield self._sheet("sheet_renamed", one.old_sheet.name, sheet)
            if one.old_sheet.state != sheet.state:
                yield XlsxChange(
                    change_id=self._ids.of("sheet_visibility", one.old_sheet.name, sheet.state),
                    type="sheet_visibility",
                    sheet=sheet.name,
                    text_before=one.old_sheet.state,
                    text_after=sheet.state,
                )
            if sheet.index in moved:
                yield self._sheet("sheet_moved", one.old_sheet.name, sheet)
            try:
                yield from SheetChanges(one, both).changes()
                yield from BesideChanges(one, both).changes()
            except FileReadFailed as error:
                self._warn(sheet, error)
        yield from self._names(shifts)

    def _sheet(self, kind: str, old_name: str, sheet: Sheet) -> XlsxChange:
        renamed = kind == "sheet_renamed"
        return XlsxChange(
            change_id=self._ids.of(kind, old_name, sheet.name),
            type=kind,
            sheet=sheet.name,
            text_before=old_name if renamed else None,
            text_after=sheet.name if renamed else None,
        )

    def _moved_sheets(self) -> set[int]:
        """Return the sheets that stand elsewhere among those that both versions have."""
        places = [after.index for _, after in sorted(self._pairs, key=lambda p: p[0].index)]
        kept = {
            places[match.old + at]
            for match in matches(places, sorted(places))
            for at in range(match.size)
        }
        return set(places) - kept

    def _aligned(self, before: Sheet, after: Sheet) -> Aligned:
        aligned = Aligned(before, after, SheetShift(after.name))
        if before.part is None or after.part is None or self._identical(before, after):
            return aligned
        try:
            self._align(aligned)
        except FileReadFailed as error:
            raise_if_hostile(error)
            self._warn(after, error)
            aligned.old_index = None
        return aligned

    def _align(self, aligned: Aligned) -> None:
        before, after = aligned.old_sheet, aligned.new_sheet
        if self._quick:
            indexes = self.old.scan(before, quick_key), self.new.scan(after, quick_key)
            if _enough(*indexes):
                align_rows(aligned, self.old, self.new, *indexes)
                return
        words = self._vocabularies()
        indexes = self.old.scan(before, words[0].key), self.new.scan(after, words[1].key)
        if not self._columns(aligned, *indexes):
            columns = aligned.shift.columns
            gone = dict.fromkeys(aligned.deleted_columns)
            places: dict[int, int | None] = {at: columns.to_new(at) for at in range(1, 2_001)}
            came: dict[int, int | None] = dict.fromkeys(aligned.inserted_columns)
            moved = (
                Vocabulary(words[0].strings, words[0].styles, places | gone),
                Vocabulary(words[1].strings, words[1].styles, came),
            )
            indexes = self.old.scan(before, moved[0].key), self.new.scan(after, moved[1].key)
        align_rows(aligned, self.old, self.new, *indexes)

    def _columns(self, aligned: Aligned, old: RowIndex, new: RowIndex) -> bool:
        """Align the columns; return whether they all stayed where they were."""
        if _enough(old, new):
            return True
        samples = (
            self.old.rows(aligned.old_sheet, old.numbers[:SAMPLE_ROWS]),
            self.new.rows(aligned.new_sheet, new.numbers[:SAMPLE_ROWS]),
        )
        pairs, gone, came = align_columns(
            *samples, (aligned.old_sheet.name, aligned.new_sheet.name)
        )
        if not gone and not came and all(old == new for old, new in pairs):
            return True
        aligned.deleted_columns, aligned.inserted_columns = gone, came
        aligned.shift = SheetShift(aligned.shift.name, Axis(), Axis(pairs, gone))
        return False

    def _identical(self, before: Sheet, after: Sheet) -> bool:
        """Return whether both parts are the same bytes that mean the same."""
        assert before.part is not None
        assert after.part is not None
        old = self.old.opened.book.members.get(before.part)
        new = self.new.opened.book.members.get(after.part)
        if old is None or new is None:
            return False
        return self._quick and (old.size, old.crc) == (new.size, new.crc)

    def _same_styles(self) -> bool:
        old, new = self.old.looks, self.new.looks
        if len(new) < len(old):
            return False
        numbers = [b"%d" % at for at in range(len(old))]
        return all(old.get(number) == new.get(number) for number in numbers)

    def _same_strings(self) -> bool:
        """Return whether every number of a text in the old version means the same in the new."""
        books = self.old.opened.book, self.new.opened.book
        members = [
            book.members.get(book.strings_part) if book.strings_part else None for book in books
        ]
        if members[0] is None:
            return True
        if members[1] is None or max(m.size for m in members if m) > _STRING_BYTES:
            return False
        if (members[0].size, members[0].crc) == (members[1].size, members[1].crc):
            return True
        old, new = (
            version.opened.package.read(member.name)
            for version, member in zip((self.old, self.new), members, strict=True)
            if member is not None
        )
        return _items(new).startswith(_items(old)[: -len(b"</sst>")])

    def _vocabularies(self) -> tuple[Vocabulary, Vocabulary]:
        if self._words is None:
            texts: dict[str, int] = {}
            looks: dict[str, int] = {"{}": 0}
            found = []
            for version in (self.old, self.new):
                plain = version.looks.get(b"0")
                strings = version.opened.strings()
                file = version.opened.file
                said = strings.get_many(file, range(strings.count)) if strings else {}
                numbers = [texts.setdefault(said[at], len(texts)) for at in range(len(said))]
                styles = []
                for at in range(len(version.looks)):
                    look = version.looks.get(b"%d" % at)
                    word = "{}" if look == plain else repr(sorted(look.items(), key=repr))
                    styles.append(looks.setdefault(word, len(looks)))
                found.append(Vocabulary(numbers, styles))
            self._words = (found[0], found[1])
        return self._words

    def _names(self, shifts: dict[str, SheetShift]) -> Iterator[XlsxChange]:
        nowhere = SheetShift("")
        was = {
            (name.name.casefold(), name.sheet): (
                name.name,
                translated(name.refers_to, nowhere, shifts),
            )
            for name in self.old.opened.book.names
        }
        now = {
            (name.name.casefold(), name.sheet): (name.name, name.refers_to)
            for name in self.new.opened.book.names
        }
        for key in sorted({*was, *now}, key=repr):
            before, after = was.get(key), now.get(key)
            if before is not None and after is not None and before[1] == after[1]:
                continue
            kind = (
                "name_changed" if before and after else "name_removed" if before else "name_added"
            )
            yield XlsxChange(
                change_id=self._ids.of(kind, key, before, after),
                type=kind,
                sheet=key[1],
                name=(after or before or ("", ""))[0],
                text_before=before[1] if before else None,
                text_after=after[1] if after else None,
            )

    def _warn(self, sheet: Sheet, error: FileReadFailed) -> None:
        raise_if_hostile(error)
        message = f"Sheet {sheet.name} cannot be compared. {error.message}"
        self.warnings.append(MapWarning(code="sheet_unreadable", message=message))


class _Back(dict[str, SheetShift]):
    """How what the new version says is found in the old one, by folded new name."""

    def __init__(self, aligned: list[Aligned]) -> None:
        super().__init__()
        self._aligned = {one.new_sheet.name.casefold(): one for one in aligned}

    def get(self, name: str, default: Any = None) -> Any:
        # Worked out only for the sheets that formulas name.
        one = self._aligned.get(name)
        return default if one is None else one.back


def _enough(old: RowIndex, new: RowIndex) -> bool:
    """Return whether so many rows are alike that the others are changed ones."""
    keys = set(old.keys), set(new.keys)
    shared = len(keys[0] & keys[1])
    return shared > 0 and shared >= _ENOUGH * min(len(keys[0]), len(keys[1]))


def _items(part: bytes) -> bytes:
    start = part.find(b"<si")
    return part[start:] if start >= 0 else b"</sst>"


def _paired_sheets(old: list[Sheet], new: list[Sheet]) -> list[tuple[Sheet, Sheet]]:
    """Return which sheets are versions of one: by name, else by the part that holds them."""
    left = list(new)
    pairs: list[tuple[Sheet, Sheet]] = []
    for same in (_by_name, _by_part):
        paired = [before for before, _ in pairs]
        for before in old:
            if before in paired:
                continue
            found = next((after for after in left if same(before, after)), None)
            if found is not None:
                left.remove(found)
                pairs.append((before, found))
    return sorted(pairs, key=lambda pair: pair[1].index)


def _by_name(old: Sheet, new: Sheet) -> bool:
    return old.name.casefold() == new.name.casefold() and old.kind == new.kind


def _by_part(old: Sheet, new: Sheet) -> bool:
    return old.part is not None and old.part == new.part and old.kind == new.kind
