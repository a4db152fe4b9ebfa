"""The shared strings of a workbook: found by number, a stretch of the part at a time."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from typing import BinaryIO

from keenbench.formats.xlsx.part_access import KeptSource, Member, PartDamaged, Source, ZipSource
from keenbench.formats.xlsx.plain_xml import NotPlain, WellFormed, check_plain, plain
from keenbench.formats.xlsx.xml_text import string_text

_END = b"</si>"
_KEPT_BYTES = 32 * 1024 * 1024  # of blocks, half a megabyte each


class Strings:
    """Where the strings lie; their text is read when it is wanted."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._source: Source | None = None
        self._firsts: array[int] = array("Q")  # the number of each block's first string
        self._offsets: array[int] = array("Q")
        self._lengths: array[int] = array("Q")
        self.count = 0
        self._kept: OrderedDict[int, list[bytes]] = OrderedDict()
        self._kept_bytes = 0
        self._proved: set[int] = set()  # blocks that an XML parser has seen

    @classmethod
    def scan(cls, file: BinaryIO, member: Member) -> Strings:
        zipped = ZipSource(member)
        try:
            return cls(member.name)._scanned(check_plain(zipped.stream(file)), zipped)
        except NotPlain:
            kept = KeptSource()
            return cls(member.name)._scanned(kept.keep(plain(zipped.stream(file))), kept)

    def weight(self) -> int:
        source = self._source.weight() if self._source else 0
        kept = self._kept_bytes + 60 * sum(map(len, self._kept.values()))
        return source + kept + 24 * len(self._offsets)

    def get_many(self, file: BinaryIO, numbers: Iterable[int]) -> dict[int, str]:
        """Return the strings of these numbers; one that does not exist is left out."""
        found: dict[int, str] = {}
        at = -1
        block: list[bytes] = []
        for number in sorted(set(numbers)):
            if number < 0:
                continue
            if number >= self.count:
                break
            wanted = bisect_right(self._firsts, number) - 1
            if wanted != at:
                at, block = wanted, self._block(file, wanted)
            found[number] = string_text(block[number - self._firsts[at]])
        return found

    def _block(self, file: BinaryIO, at: int) -> list[bytes]:
        if at in self._kept:
            self._kept.move_to_end(at)
            return self._kept[at]
        assert self._source is not None
        data = self._source.read(file, self._offsets[at], self._lengths[at])
        if at not in self._proved:
            try:
                WellFormed().check(data, f"string {self._firsts[at]} or after it")
            except PartDamaged as damage:
                raise PartDamaged(str(damage), self._part) from None
            self._proved.add(at)
        block = self._kept[at] = data.split(_END)[:-1]
        self._kept_bytes += self._lengths[at]
        while self._kept_bytes > _KEPT_BYTES and len(self._kept) > 1:
            dropped, _ = self._kept.popitem(last=False)
            self._kept_bytes -= self._lengths[dropped]
        return block

    def _scanned(self, chunks: Iterable[bytes], source: Source) -> Strings:
        self._source = source
        pending = b""
        offset = 0
        in_head = True
        for chunk in chunks:
            pending += chunk
            if in_head:
                start = pending.find(b"<si")
                if start < 0:
                    continue
                in_head = False
                offset, pending = offset + start, pending[start:]
            cut = pending.rfind(_END)
            if cut < 0:
                continue
            cut += len(_END)
            block = pending[:cut]
            count = block.count(_END)
            # <si/> is an empty string, which would shift all that follow.
            if block.count(b"<si") != count:
                raise NotPlain
            self._firsts.append(self.count)
            self._offsets.append(offset)
            self._lengths.append(cut)
            self.count += count
            offset, pending = offset + cut, pending[cut:]
        if b"<si" in pending:
            raise NotPlain if b"<si/>" in pending else PartDamaged("ends in the middle of a string")
        return self
