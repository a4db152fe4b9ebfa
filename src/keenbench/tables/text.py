"""The text that a table stands in: the file as UTF-8 without a mark, read from any line on."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from keenbench.formats.call import ReportProgress
from keenbench.formats.shape import MapWarning
from keenbench.formats.text.codec import UTF_8
from keenbench.formats.text.encoding import Detected, as_encoding, detect

_SAMPLE_BYTES = 256 * 1024
_SLICE_BYTES = 24 * 1024
_SLICES = 4
_BLOCK_CHARS = 1024 * 1024


@dataclass(frozen=True)
class Text:
    """A file as UTF-8 without a mark, from byte `start` to its end."""

    path: str
    detected: Detected
    size: int
    start: int = 0
    # The lines of the file before `start`: lines keep their numbers wherever reading begins.
    lines_above: int = 0

    @property
    def first_line(self) -> int:
        return self.lines_above + 1

    def lines(self) -> io.TextIOWrapper:
        file = Path(self.path).open("rb")  # noqa: SIM115 - closed by whoever reads the lines
        file.seek(self.start)
        return io.TextIOWrapper(file, encoding="utf-8", errors="strict", newline="")

    def from_line(self, line: int) -> Text:
        """Return the same text from the line of that number on."""
        start = self.start
        with self.lines() as lines:
            for _, passed in zip(range(line - self.first_line), lines, strict=False):
                start += len(passed.encode())
        return replace(self, start=start, lines_above=line - 1)

    def head(self) -> str:
        """Return the beginning of the text, cut at the end of a line."""
        size = self.size - self.start
        with Path(self.path).open("rb") as file:
            file.seek(self.start)
            data = file.read(_SAMPLE_BYTES)
            if len(data) < size:
                cut = max(data.rfind(b"\n"), data.rfind(b"\r"))
                # A line longer than the sample is read whole, as far as that is sane.
                while cut < 0 and len(data) < size and len(data) < 64 * _SAMPLE_BYTES:
                    data += file.read(_SAMPLE_BYTES)
                    cut = max(data.rfind(b"\n"), data.rfind(b"\r"))
                if cut >= 0 and len(data) < size:
                    data = data[: cut + 1]
        return data.decode("utf-8", "ignore")

    def slices(self) -> Iterator[str]:
        """Yield whole lines from further down the file."""
        if self.size <= _SAMPLE_BYTES * 2:
            return
        with Path(self.path).open("rb") as file:
            for part in range(1, _SLICES + 1):
                place = min(self.size * part // _SLICES, self.size - _SLICE_BYTES)
                file.seek(place)
                data = file.read(_SLICE_BYTES)
                first, last = data.find(b"\n"), data.rfind(b"\n")
                if 0 <= first < last:
                    yield data[first + 1 : last + 1].decode("utf-8", "ignore")


def as_utf8(
    source: BinaryIO,
    name: str,
    out: Path,
    encoding: str | None,
    progress: ReportProgress,
    size: int,
) -> Text:
    """Return the text of `source`; a copy in `out` where the file itself is not plain UTF-8."""
    if encoding is not None:
        detected = as_encoding(source, encoding, name)
    elif size and _is_plain_ascii(source):
        detected = Detected(UTF_8, 1.0)
    else:
        detected = detect(source, name)
    if detected.codec == UTF_8 and not detected.bom:
        path = f"/proc/self/fd/{source.fileno()}"
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_CLOEXEC))
        except OSError:
            pass  # a file that only its owner may open again: copied below
        else:
            return Text(path, detected, size)
    copy = out / "text"
    source.seek(len(detected.bom))
    with (
        io.TextIOWrapper(
            # A duplicate shares the place in the file, which stands behind the mark.
            os.fdopen(os.dup(source.fileno()), "rb"),
            encoding="utf-8" if detected.damage is not None else detected.codec.python,
            errors=_STRAY_BYTES if detected.damage is not None else "strict",
            newline="",
        ) as reader,
        copy.open("w", encoding="utf-8", newline="") as writer,
    ):
        while block := reader.read(_BLOCK_CHARS):
            writer.write(block)
            progress(reader.buffer.tell(), size, "decoding")
    return Text(str(copy), _told(detected), copy.stat().st_size)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """Read a stray byte as the replacement character, one for each."""
    assert isinstance(error, UnicodeDecodeError)
    return "\ufffd", error.start + 1


_STRAY_BYTES = "keenbench.stray_bytes"
codecs.register_error(_STRAY_BYTES, _replaced)


def _told(detected: Detected) -> Detected:
    """Return what was detected with what becomes of stray bytes in a table."""
    damage = detected.damage
    if damage is None:
        return detected
    warning = MapWarning(
        code="damaged_utf8",
        message=f"{damage.told} In the table and its exports each is \ufffd (U+FFFD); the file "
        "itself keeps the bytes. Give encoding to read it otherwise.",
    )
    return replace(detected, warnings=(warning,))


def _is_plain_ascii(source: BinaryIO) -> bool:
    """Whether the file is ASCII text: told some ten times faster than by a full detection."""
    source.seek(0)
    while block := source.read(_BLOCK_CHARS):
        if not block.isascii() or b"\x00" in block or b"\x1b" in block:
            return False
    return True
