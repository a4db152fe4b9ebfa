"""Any stretch of a part, inflated without inflating all that stands before it.

The first pass over a deflated part keeps copies of the inflater's state some half a megabyte apart;
a later read starts at the nearest of them. A copy takes some 43 KB, so that a sheet of 50 MB can be
read at any row within a few milliseconds for 4 MB of memory.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Protocol

CHUNK_BYTES = 512 * 1024
_COMPRESSED_BYTES = 64 * 1024
_MAX_STATES = 256
_STATE_BYTES = 43_000


class PartDamaged(Exception):
    """The bytes of a part are not what its package says of them; `part` where it is not the one
    that is being read, but one that is needed for it."""

    def __init__(self, how: str, part: str | None = None) -> None:
        super().__init__(how)
        self.part = part


@dataclass(frozen=True)
class Member:
    """Where a part lies in its file."""

    name: str
    header_offset: int
    compressed_size: int
    size: int
    crc: int
    deflated: bool

    @classmethod
    def of(cls, name: str, info: zipfile.ZipInfo) -> Member:
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise PartDamaged("is in a compression no Office program uses")
        return cls(
            name=name,
            header_offset=info.header_offset,
            compressed_size=info.compress_size,
            size=info.file_size,
            crc=info.CRC,
            deflated=info.compress_type == zipfile.ZIP_DEFLATED,
        )

    def data_offset(self, file: BinaryIO) -> int:
        file.seek(self.header_offset)
        header = file.read(30)
        if len(header) < 30 or header[:4] != b"PK\x03\x04":
            raise PartDamaged("cannot be found where the zip directory says")
        name_length, extra_length = struct.unpack_from("<HH", header, 26)
        return self.header_offset + 30 + int(name_length) + int(extra_length)


class Source(Protocol):
    """Bytes that can be read again at any place, given the open file."""

    def read(self, file: BinaryIO, offset: int, length: int) -> bytes: ...

    def weight(self) -> int: ...


@dataclass(frozen=True)
class _State:
    """Where an inflater stood: how far in, how far out, and itself."""

    offset: int
    compressed_offset: int
    inflater: Any


@dataclass
class ZipSource:
    """A part in its zip file."""

    member: Member
    _data_offset: int = 0
    _states: list[_State] = field(default_factory=list)

    def weight(self) -> int:
        return _STATE_BYTES * len(self._states)

    def stream(self, file: BinaryIO) -> Iterator[bytes]:
        """Give the part from its beginning, checked against its size and checksum at the end."""
        self._data_offset = self.member.data_offset(file)
        crc = done = 0
        for chunk in self._inflate(file) if self.member.deflated else self._stored(file):
            done += len(chunk)
            if done > self.member.size:
                raise PartDamaged("is larger than it says")
            crc = zlib.crc32(chunk, crc)
            yield chunk
        if done != self.member.size or crc != self.member.crc:
            raise PartDamaged("fails its checksum")

    def read(self, file: BinaryIO, offset: int, length: int) -> bytes:
        length = min(length, self.member.size - offset)
        if not self.member.deflated:
            file.seek(self._data_offset + offset)
            return file.read(length)
        at = bisect_right(self._states, offset, key=lambda state: state.offset) - 1
        state = self._states[at]
        inflater = state.inflater.copy()
        skip = offset - state.offset
        pieces: list[bytes] = []
        have = 0
        for chunk in self._inflated(file, inflater, state.compressed_offset):
            pieces.append(chunk)
            have += len(chunk)
            if have >= skip + length:
                break
        return b"".join(pieces)[skip : skip + length]

    def _stored(self, file: BinaryIO) -> Iterator[bytes]:
        left = self.member.size
        at = self._data_offset
        while left > 0:
            file.seek(at)
            chunk = file.read(min(CHUNK_BYTES, left))
            if not chunk:
                return
            at += len(chunk)
            left -= len(chunk)
            yield chunk

    def _inflate(self, file: BinaryIO) -> Iterator[bytes]:
        """Inflate from the start, keeping the inflater's state from time to time."""
        spacing = max(CHUNK_BYTES, self.member.size // _MAX_STATES)
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        self._states = [_State(0, 0, inflater.copy())]
        offset = 0
        at = 0
        while at < self.member.compressed_size and not inflater.eof:
            data = self._compressed(file, at)
            if not data:
                return
            at += len(data)
            while True:
                chunk = _step(inflater, data)
                offset += len(chunk)
                if chunk:
                    yield chunk
                data = inflater.unconsumed_tail
                if not data:
                    break
            if offset - self._states[-1].offset >= spacing and not inflater.eof:
                self._states.append(_State(offset, at, inflater.copy()))

    def _inflated(self, file: BinaryIO, inflater: Any, at: int) -> Iterator[bytes]:
        while at < self.member.compressed_size and not inflater.eof:
            data = self._compressed(file, at)
            if not data:
                return
            at += len(data)
            while True:
                yield _step(inflater, data)
                data = inflater.unconsumed_tail
                if not data:
                    break

    def _compressed(self, file: BinaryIO, at: int) -> bytes:
        file.seek(self._data_offset + at)
        return file.read(min(_COMPRESSED_BYTES, self.member.compressed_size - at))


def _step(inflater: Any, data: bytes) -> bytes:
    try:
        chunk: bytes = inflater.decompress(data, CHUNK_BYTES)
    except zlib.error:
        raise PartDamaged("cannot be inflated") from None
    return chunk


class KeptSource:
    """Bytes made on the way, kept compressed in memory."""

    def __init__(self) -> None:
        self._offsets: list[int] = []
        self._pieces: list[bytes] = []
        self._size = 0

    def keep(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Pass the chunks on, keeping each."""
        for chunk in chunks:
            if chunk:
                self._offsets.append(self._size)
                self._pieces.append(zlib.compress(chunk, 1))
                self._size += len(chunk)
                yield chunk

    def weight(self) -> int:
        return sum(len(piece) for piece in self._pieces)

    def read(self, file: BinaryIO, offset: int, length: int) -> bytes:
        at = bisect_right(self._offsets, offset) - 1
        skip = offset - self._offsets[at]
        pieces: list[bytes] = []
        have = 0
        while at < len(self._pieces) and have < skip + length:
            pieces.append(zlib.decompress(self._pieces[at]))
            have += len(pieces[-1])
            at += 1
        return b"".join(pieces)[skip : skip + length]
