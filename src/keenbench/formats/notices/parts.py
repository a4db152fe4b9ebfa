"""The parts of a package as notices see them: each is searched, or told as one that was not."""

from __future__ import annotations

from hashlib import sha256

from keenbench.errors import FileReadFailed
from keenbench.formats.notices.shape import Signs
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

_PIECE = 1024 * 1024


def root_of(package: Package, name: str, found: Signs) -> Element | None:
    """Return the root of an XML part; one that cannot be read is told, for it may hold anything."""
    try:
        return package.xml(name)
    except FileReadFailed as error:
        not_searched(package, name, error, found)
        return None


def not_searched(package: Package, name: str, error: FileReadFailed, found: Signs) -> None:
    """Tell that a part could not be searched; the same bytes are no news, others are."""
    found["not_checked", f"{error.message}\0{_stored(package, name)}"] += 1


def content_of(package: Package, name: str, found: Signs) -> str:
    """Return what tells the content of a part from any other."""
    known = sha256()
    try:
        with package.reading_part(name), package.open(name) as stream:
            while piece := stream.read(_PIECE):
                known.update(piece)
    except FileReadFailed as error:
        not_searched(package, name, error, found)
    return known.hexdigest()


def _stored(package: Package, name: str) -> str:
    """Return what tells the stored bytes of a part: those that cannot be inflated have no other."""
    part = package.find(name)
    if part is None:
        return name
    info = part.info
    package.file.seek(info.header_offset)
    # Its header, whose times are nothing to go by, is passed over; the names in it may be long.
    header = package.file.read(30)
    names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    package.file.seek(info.header_offset + 30 + names)
    known = sha256(f"{info.compress_type} {info.CRC} {info.file_size} ".encode())
    left = info.compress_size
    while left > 0 and (piece := package.file.read(min(left, _PIECE))):
        known.update(piece)
        left -= len(piece)
    return known.hexdigest()


def is_xml(package: Package, name: str) -> bool:
    """Return whether a program may read a part as XML: by its type or by its name."""
    if name.endswith(".rels"):
        return False
    return name.endswith(".xml") or package.content_types.of(name).endswith("xml")
