"""Reading a written workbook back before it is called done."""

from __future__ import annotations

import zlib

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.package import Package
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.part_access import Member, PartDamaged, ZipSource
from keenbench.formats.xlsx.plain_xml import WellFormed
from keenbench.formats.xlsx.sheet_rows import cells_of
from keenbench.formats.xml_part import parse_xml


def read_back(after: Package, book: EditedBook) -> None:
    """Raise unless every sheet that changed inflates to what was meant, and its cells read."""
    for sheet in book.sheets:
        if sheet.chunks is None or sheet.kind != "worksheet":
            continue
        try:
            _compare(after, sheet)
        except (PartDamaged, FileReadFailed):
            raise _unwritten(after) from None


def _compare(after: Package, sheet: EditedSheet) -> None:
    found = after.find(sheet.part)
    assert sheet.chunks is not None
    if found is None:
        raise _unwritten(after)
    # The stream checks itself against the checksum; the checksum is compared with what was meant.
    for _ in ZipSource(Member.of(sheet.part, found.info)).stream(after.file):
        pass
    crc = 0
    frame: list[bytes] = []
    rows = WellFormed()
    for chunk in sheet.chunks():
        crc = zlib.crc32(chunk, crc)
        if sheet.rows.is_rewritten and len(frame) == 2:
            rows.check(frame[1], "the rows that moved")
        frame = [*frame[:1], chunk]
    if crc != found.info.CRC:
        raise _unwritten(after)
    parse_xml(b"".join(frame), sheet.part, path=after.path)
    proof = WellFormed()
    columns: dict[int, set[int]] = {}
    for number, column in sheet.written:
        columns.setdefault(number, set()).add(column)
    for number, wanted in columns.items():
        row = sheet.rows.peek(number)
        if row is None:
            continue
        xml = row.xml()
        proof.check(xml, f"row {number}")
        read = [column for column, _, _ in cells_of(xml)]
        if read != sorted(set(read)) or not wanted.intersection(row.cells) <= set(read):
            raise _unwritten(after)


def _unwritten(after: Package) -> ValidationFailed:
    return ValidationFailed(
        "The edit was refused, for its result does not read back. The file is unchanged.",
        subphase="fidelity",
        path=after.path,
    )
