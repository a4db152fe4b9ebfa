"""The zip package of OOXML and ODF documents, opened under limits.

Everything that can be told without inflating a byte is checked first: how many parts, how large
they say they are, how far they are compressed, whether their names are sane and their bytes apart.
A part is inflated when it is asked for, and never past the size it declared. A part that is damaged
fails alone; the others stay readable.
"""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import IO, BinaryIO, Literal

from keenbench.errors import FileReadFailed
from keenbench.formats.mislabelled import why_no_package
from keenbench.formats.relationships import (
    CONTENT_TYPES,
    ContentTypes,
    Relationships,
    relationships_part,
)
from keenbench.formats.xml_part import TREE_BYTES, Element, parse_xml

Flavour = Literal["ooxml", "odf"]
# What zipfile raises for damage: a name that is no UTF-8 (ValueError), an offset out of any file.
_ZIP_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, struct.error, ValueError, OverflowError)
MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """What a package may hold."""

    parts: int = 20_000
    part_bytes: int = 1024 * MIB
    total_bytes: int = 2048 * MIB
    # Deflate ends at 1032:1; the most repetitive real part we know is at 121:1.
    ratio: int = 400
    ratio_from_bytes: int = 16 * MIB
    directory_bytes: int = 8 * MIB
    name_bytes: int = 1024


LIMITS = Limits()


@dataclass(frozen=True)
class Part:
    """One member of the package, in the order of its directory."""

    name: str
    size: int
    info: zipfile.ZipInfo


class Package:
    """A document package: its parts, and what it says of them."""

    def __init__(self, file: BinaryIO, path: str, limits: Limits = LIMITS) -> None:
        self.path = path
        self.file = file
        self.size_bytes = file.seek(0, os.SEEK_END)
        self._zip = _open_zip(file, path, limits)
        self.parts = _checked_parts(self._zip, path, limits)
        self._by_name = {part.name: part for part in self.parts}
        self.flavour = self._flavour()
        # OPC names are the same without regard to case; those of ODF are not.
        self._by_folded: dict[str, Part] = {}
        if self.flavour == "ooxml":
            for part in self.parts:
                if self._by_folded.setdefault(part.name.lower(), part) is not part:
                    raise self.damaged("holds two parts whose names differ only in case")
        self._relationships: dict[str, Relationships] = {}

    def __contains__(self, name: str) -> bool:
        return self._find(name) is not None

    def names(self) -> list[str]:
        return [part.name for part in self.parts]

    def find(self, name: str) -> Part | None:
        """Return the part of that name, in OOXML without regard to case."""
        return self._find(name)

    @property
    def members(self) -> list[zipfile.ZipInfo]:
        """Every member of the zip, its folders too, in the order of its directory."""
        return self._zip.infolist()

    @property
    def comment(self) -> bytes:
        return self._zip.comment

    def size(self, name: str) -> int:
        return self._part(name).size

    def open(self, name: str) -> IO[bytes]:
        """Return the part as a stream; use it inside `reading_part` to have its faults named."""
        part = self._part(name)
        with self.reading_part(name):
            return self._zip.open(part.info)

    def read(self, name: str) -> bytes:
        """Return the bytes of the part."""
        with self.reading_part(name), self.open(name) as stream:
            return stream.read()

    def xml(self, name: str) -> Element:
        """Return the root of an XML part."""
        size = self.size(name)
        if size > TREE_BYTES:
            raise FileReadFailed(
                f"The part {name} holds {size} bytes of XML, more than the {TREE_BYTES} "
                "that can be read.",
                path=self.path,
            )
        doctype: Literal["bare", "refused"] = "bare" if self.flavour == "odf" else "refused"
        return parse_xml(self.read(name), name, path=self.path, doctype=doctype)

    @cached_property
    def content_types(self) -> ContentTypes:
        return ContentTypes(self.xml(CONTENT_TYPES) if CONTENT_TYPES in self else None)

    def relationships(self, source: str = "") -> Relationships:
        """Return what the part `source` refers to; "" means the package itself."""
        part = self._find(source)
        name = part.name if part else source
        if name not in self._relationships:
            holder = relationships_part(name)
            root = self.xml(holder) if holder in self else None
            self._relationships[name] = Relationships.of(name, root)
        return self._relationships[name]

    def without_relationships(self, source: str) -> None:
        """Read on as if the part referred to nothing: what it refers to cannot be read."""
        self._relationships[source] = Relationships()

    @contextmanager
    def reading_part(self, name: str) -> Iterator[None]:
        """Turn a fault of the zip into an error that names the part."""
        try:
            yield
        except _ZIP_FAULTS as error:
            reason = "fails its checksum" if "CRC" in str(error) else "cannot be inflated"
            raise self.damaged(f"has a part {name} that {reason}") from None
        except NotImplementedError:
            raise self.damaged(
                f"has a part {name} in a compression no Office program uses"
            ) from None
        except RuntimeError:  # zipfile's word for a member that wants a password
            raise _encrypted(self.path) from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise FileReadFailed(f"The file cannot be read: {reason}.", path=self.path) from None

    def damaged(self, how: str) -> FileReadFailed:
        return FileReadFailed(f"The document is damaged: it {how}.", path=self.path)

    def _flavour(self) -> Flavour | None:
        if CONTENT_TYPES.lower() in (part.name.lower() for part in self.parts):
            return "ooxml"
        return "odf" if "mimetype" in self._by_name or "content.xml" in self._by_name else None

    def _find(self, name: str) -> Part | None:
        return self._by_name.get(name) or self._by_folded.get(name.lower())

    def _part(self, name: str) -> Part:
        part = self._find(name)
        if part is None:
            raise self.damaged(f"has no part {name}")
        return part


@contextmanager
def open_package(file: BinaryIO, path: str, limits: Limits = LIMITS) -> Iterator[Package]:
    """Give the package in `file`, which stays the caller's to close."""
    try:
        yield Package(file, path, limits)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileReadFailed(f"The file cannot be read: {reason}.", path=path) from None


def _open_zip(file: BinaryIO, path: str, limits: Limits) -> zipfile.ZipFile:
    file.seek(0)
    if not file.read(8).startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK00PK\x03\x04")):
        raise FileReadFailed(why_no_package(file, path), path=path)
    # zipfile makes an object of every entry the directory holds, whatever it says of their number.
    directory = _directory_size(file)
    if directory is not None and directory > limits.directory_bytes:
        raise FileReadFailed(
            f"The document is hostile: its zip directory takes {directory} bytes.", path=path
        )
    try:
        return zipfile.ZipFile(file)
    except (*_ZIP_FAULTS, NotImplementedError):
        raise FileReadFailed(why_no_package(file, path), path=path) from None


def _directory_size(file: BinaryIO) -> int | None:
    """Return how many bytes lie between where the directory says it begins and the end record."""
    size = file.seek(0, os.SEEK_END)
    tail_at = max(0, size - 65_557)  # the end record and the longest comment after it
    file.seek(tail_at)
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < 22:
        return None
    length: int = struct.unpack_from("<L", tail, at + 12)[0]
    locator = at - 20
    if locator >= 0 and tail[locator : locator + 4] == b"PK\x06\x07":
        wide: int = struct.unpack_from("<Q", tail, locator + 8)[0]
        if wide <= size - 56:
            file.seek(wide)
            record = file.read(56)
            if record[:4] == b"PK\x06\x06":
                length = max(
                    length if length != 0xFFFFFFFF else 0, *struct.unpack_from("<Q", record, 40)
                )
    return length


def _checked_parts(archive: zipfile.ZipFile, path: str, limits: Limits) -> list[Part]:
    """Return the members as parts, or raise for what no sane package holds."""
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > limits.parts:
        raise _hostile(path, f"it holds {len(infos)} parts, more than {limits.parts}")
    total = sum(info.file_size for info in infos)
    if total > limits.total_bytes:
        raise _hostile(path, f"it inflates to {total} bytes, more than {limits.total_bytes}")
    _check_apart(infos, path)
    parts: dict[str, Part] = {}
    for info in infos:
        name = _checked_name(info, path, limits)
        if name in parts:
            raise FileReadFailed(
                f"The document is damaged: it holds the part {name} twice.", path=path
            )
        _check_size(info, name, path, limits)
        if info.flag_bits & 0x1:
            raise _encrypted(path)
        parts[name] = Part(name, info.file_size, info)
    return list(parts.values())


def _checked_name(info: zipfile.ZipInfo, path: str, limits: Limits) -> str:
    # Some programs on Windows write xl\styles.xml.
    name = info.filename.replace("\\", "/")
    pieces = name.split("/")
    if (
        len(name.encode("utf-8", "surrogatepass")) > limits.name_bytes
        or name.startswith("/")
        or ":" in pieces[0]
        or any(piece in ("", ".", "..") for piece in pieces)
        or not name.isprintable()
    ):
        raise _hostile(path, "one of its parts has a name that no document gives")
    return name


def _check_size(info: zipfile.ZipInfo, name: str, path: str, limits: Limits) -> None:
    if info.file_size > limits.part_bytes:
        raise _hostile(
            path,
            f"its part {name} inflates to {info.file_size} bytes, more than {limits.part_bytes}",
        )
    if info.file_size > limits.ratio_from_bytes and info.file_size > limits.ratio * max(
        1, info.compress_size
    ):
        raise _hostile(
            path,
            f"its part {name} inflates to more than {limits.ratio} times its size, as a zip bomb "
            "does",
        )


def _check_apart(infos: list[zipfile.ZipInfo], path: str) -> None:
    """Refuse members that share their bytes: the trick of the densest zip bombs."""
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < end:
            raise _hostile(path, "its parts overlap, as in a zip bomb")
        end = info.header_offset + 30 + info.compress_size


def _hostile(path: str, why: str) -> FileReadFailed:
    return FileReadFailed(f"The document is hostile or damaged: {why}.", path=path)


def _encrypted(path: str) -> FileReadFailed:
    kind = PurePath(path).suffix or "document"
    return FileReadFailed(
        f"The {kind} file is encrypted with a password. Remove the password in the program that "
        "made it, and add it again.",
        path=path,
    )
