"""An incremental update: objects appended to a PDF, whose own bytes stay as they are.

pypdf reads the objects that change; the update is written here. (pypdf 7.0.1's own increment loads
and hashes every object of the document, and its new trailer leaves out /Info.)
"""

from __future__ import annotations

import io
import logging
import re
import struct
from typing import Any, BinaryIO

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
)

from keenbench.errors import FileReadFailed
from keenbench.formats.pdf.edit.places import Face, Quad

# It warns of damage in words that may quote the document.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)

_TAIL = 2048
_MOST_OBJECTS = 8_388_607  # what Acrobat holds
_SECTION = re.compile(rb"\s*(?:(xref)\b|\d+\s+\d+\s+obj\b)")
# What pypdf raises for damage beside its own errors.
_FAULTS = (PyPdfError, KeyError, ValueError, TypeError, AttributeError, IndexError, RecursionError)


class Increment:
    """Objects to be appended to a document."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self._path = path
        file.seek(0)
        self._data = file.read()
        try:
            self._reader = PdfReader(io.BytesIO(self._data))
            self._pages = list(self._reader.pages)
            size: Any = self._reader.trailer.get("/Size", 0)
            self._root = self._reader.trailer.raw_get("/Root")
        except _FAULTS:
            raise self._damaged() from None
        known = [number for section in self._reader.xref.values() for number in section]
        highest = max([0, *known, *self._reader.xref_objStm])
        size = size if isinstance(size, int) and size <= _MOST_OBJECTS else 0
        self._next: int = max(int(size), highest + 1)
        if self._next > _MOST_OBJECTS - 100_000 or not isinstance(self._root, IndirectObject):
            raise self._damaged()
        self._objects: dict[tuple[int, int], PdfObject] = {}

    @property
    def page_count(self) -> int:
        return len(self._pages)

    @property
    def is_empty(self) -> bool:
        return not self._objects

    def next_number(self) -> int:
        return self._next

    def is_signed(self) -> bool:
        """Return whether the document carries a signature."""
        try:
            root: Any = self._reader.trailer["/Root"]
            form = root.get("/AcroForm")
            form = None if form is None else form.get_object()
            flags = 0 if form is None else form.get("/SigFlags", 0)
            if (isinstance(flags, int) and flags & 1) or b"/ByteRange" in self._data:
                return True
            return "/Perms" in root and "/DocMDP" in root["/Perms"]
        except _FAULTS:
            raise self._damaged() from None

    def face(self, index: int) -> Face:
        """Return how page `index` (0-based) is shown."""
        page = self._pages[index]
        try:
            media, crop = page.mediabox, page.cropbox
            left = max(float(crop.left), float(media.left))
            bottom = max(float(crop.bottom), float(media.bottom))
            right = min(float(crop.right), float(media.right))
            top = min(float(crop.top), float(media.top))
            if left >= right or bottom >= top:
                left, bottom, right, top = (float(value) for value in media)
            rotation = int(page.rotation) % 360
            unit = float(page.get("/UserUnit", 1.0))
        except _FAULTS:
            raise self._damaged() from None
        if rotation not in (0, 90, 180, 270) or left >= right or bottom >= top or unit <= 0:
            raise self._damaged()
        return Face(Quad(left, bottom, right, top), rotation, unit / 72)

    def add(self, made: PdfObject) -> IndirectObject:
        """Add an object, and return the reference to it."""
        number = self._next
        self._next += 1
        self._objects[number, 0] = made
        return IndirectObject(number, 0, self._reader)

    def annotate(self, index: int, annotation: DictionaryObject) -> None:
        """Add an annotation to page `index` (0-based)."""
        page = self._pages[index]
        place = page.indirect_reference
        if place is None:
            raise self._damaged()
        annotation[NameObject("/P")] = place
        reference = self.add(annotation)
        try:
            listed = page.raw_get("/Annots") if "/Annots" in page else None
            held = listed.get_object() if listed is not None else None
        except _FAULTS:
            raise self._damaged() from None
        if isinstance(held, ArrayObject):
            held.append(reference)
            if isinstance(listed, IndirectObject):
                self._objects[listed.idnum, listed.generation] = held
                return
        elif held is None or held.__class__.__name__ == "NullObject":
            page[NameObject("/Annots")] = ArrayObject([reference])
        else:
            raise self._damaged()
        self._objects[place.idnum, place.generation] = page

    def written(self) -> bytes:
        """Return the document with the update behind it."""
        if not self._objects:
            return self._data
        out = io.BytesIO()
        out.write(self._data)
        if not self._data.endswith((b"\n", b"\r")):
            out.write(b"\n")
        base = max(0, self._data.find(b"%PDF-", 0, 1024))
        previous, is_table = self._previous(base)
        entries: dict[tuple[int, int], tuple[int, int, int]] = {}
        if previous is None:
            # Where the table of the file is damaged, ours says where everything is.
            entries.update(self._known())
            is_table = not self._reader.xref_objStm
            base = 0
        for (number, generation), made in sorted(self._objects.items()):
            entries[number, generation] = (1, out.tell() - base, generation)
            out.write(f"{number} {generation} obj\n".encode())
            try:
                made.write_to_stream(out)
            except _FAULTS:
                raise self._damaged() from None
            out.write(b"\nendobj\n")
        start = out.tell() - base
        if is_table:
            self._write_table(out, entries, previous)
        else:
            entries[self._next, 0] = (1, start, 0)
            self._write_stream(out, entries, previous)
        out.write(f"startxref\n{start}\n%%EOF\n".encode())
        return out.getvalue()

    def _previous(self, base: int) -> tuple[int | None, bool]:
        """Return where the last table of the file stands, and whether it is one of the old kind."""
        tail = self._data[-_TAIL:]
        at = tail.rfind(b"startxref")
        found = re.match(rb"startxref\s+(\d{1,12})", tail[at:]) if at >= 0 else None
        if found is None:
            return None, True
        place = int(found[1])
        section = _SECTION.match(self._data, place + base, place + base + 64)
        if section is None or not self._stands(self._root):
            return None, True
        return place, section[1] is not None

    def _stands(self, reference: IndirectObject) -> bool:
        """Return whether an object is where the table says."""
        number, generation = reference.idnum, reference.generation
        if number in self._reader.xref_objStm:
            return True
        place = self._reader.xref.get(generation, {}).get(number)
        if place is None:
            return False
        pattern = rb"\s*%d\s+%d\s+obj\b" % (number, generation)
        return re.compile(pattern).match(self._data, place, place + 64) is not None

    def _known(self) -> dict[tuple[int, int], tuple[int, int, int]]:
        known: dict[tuple[int, int], tuple[int, int, int]] = {}
        for generation, section in self._reader.xref.items():
            for number in section:
                reference = IndirectObject(number, generation, self._reader)
                if number and self._stands(reference):
                    known[number, generation] = (1, section[number], generation)
        for number, (stream, index) in self._reader.xref_objStm.items():
            known[number, 0] = (2, stream, index)
        return known

    def _trailer(self, size: int, previous: int | None) -> DictionaryObject:
        trailer = DictionaryObject({NameObject("/Size"): NumberObject(size)})
        for key in ("/Root", "/Info", "/ID"):
            if key in self._reader.trailer:
                trailer[NameObject(key)] = self._reader.trailer.raw_get(key)
        if previous is not None:
            trailer[NameObject("/Prev")] = NumberObject(previous)
        return trailer

    def _write_table(
        self,
        out: io.BytesIO,
        entries: dict[tuple[int, int], tuple[int, int, int]],
        previous: int | None,
    ) -> None:
        lines = {
            number: (place, generation) for (number, generation), (_, place, _) in entries.items()
        }
        if previous is None:
            lines[0] = (0, 65535)
        out.write(b"xref\n")
        for first, count in _blocks(sorted(lines)):
            out.write(f"{first} {count}\n".encode())
            for number in range(first, first + count):
                place, generation = lines[number]
                kind = "n" if number else "f"
                out.write(f"{place:010} {generation:05} {kind} \n".encode())
        out.write(b"trailer\n")
        self._trailer(self._next, previous).write_to_stream(out)
        out.write(b"\n")

    def _write_stream(
        self,
        out: io.BytesIO,
        entries: dict[tuple[int, int], tuple[int, int, int]],
        previous: int | None,
    ) -> None:
        rows = {number: row for (number, _), row in entries.items()}
        blocks = list(_blocks(sorted(rows)))
        table = DecodedStreamObject()
        table.set_data(b"".join(struct.pack(">BQH", *rows[number]) for number in sorted(rows)))
        table.update(self._trailer(self._next + 1, previous))
        table[NameObject("/Type")] = NameObject("/XRef")
        table[NameObject("/W")] = ArrayObject(NumberObject(width) for width in (1, 8, 2))
        table[NameObject("/Index")] = ArrayObject(
            NumberObject(value) for block in blocks for value in block
        )
        out.write(f"{self._next} 0 obj\n".encode())
        table.write_to_stream(out)
        out.write(b"\nendobj\n")

    def _damaged(self) -> FileReadFailed:
        return FileReadFailed(
            "The PDF is damaged in a way that annotations cannot be added to.", path=self._path
        )


def _blocks(numbers: list[int]) -> list[tuple[int, int]]:
    """Return runs of numbers that follow one another, as (first, count)."""
    blocks: list[tuple[int, int]] = []
    for number in numbers:
        if blocks and sum(blocks[-1]) == number:
            blocks[-1] = (blocks[-1][0], blocks[-1][1] + 1)
        else:
            blocks.append((number, 1))
    return blocks
