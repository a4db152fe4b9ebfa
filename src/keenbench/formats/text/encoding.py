"""Which encoding a file is in, proved over all of its bytes.

In this order: a byte order mark; strict UTF-8; UTF-16 and UTF-32 by where their NUL bytes lie; what
the file declares of itself; UTF-8 with a few stray bytes (`damage`), each of which is read as a
character that stands for it; then the likeliest of the old encodings by `guess`. Whatever is
reported decodes the whole file strictly: there is never a replacement character. Encoding the text
again gives the same bytes, or `reversible` is False and no write may rely on it (Shift_JIS and Big5
hold some characters twice). What nothing else decodes is read as windows-1252, which holds any
byte, with a low confidence and a warning. Only a file that is no text at all is refused.

Memory stays bounded at any size: files are read in blocks, and guesses are made on a sample.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import BinaryIO

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.shape import MapWarning
from keenbench.formats.text import guess
from keenbench.formats.text.binary import HEAD_BYTES, control_count, known_format, not_text
from keenbench.formats.text.codec import (
    DAMAGED_UTF_8,
    ISO_2022_JP,
    UTF_8,
    UTF_16_BE,
    UTF_16_LE,
    UTF_32_BE,
    UTF_32_LE,
    WINDOWS_1252,
    Codec,
    asks_for_mark,
    find_codec,
    forms,
    named_codec,
)
from keenbench.formats.text.damage import Damage, damage_of

BLOCK_BYTES = 1024 * 1024
CONFIDENT = 0.8  # below this a reader is warned
_FEW_NULS = 2
_UNLIKELY = 0.3

# UTF-32 first: the mark of UTF-16LE is the beginning of UTF-32LE's.
_MARKED = (UTF_8, UTF_32_LE, UTF_32_BE, UTF_16_LE, UTF_16_BE)

Watch = Callable[[int], None]


def unwatched(done: int) -> None:
    """For whom progress is of no interest."""


@dataclass(frozen=True)
class Detected:
    """The encoding of a file, and how sure that is (0 to 1)."""

    codec: Codec
    confidence: float
    bom: bytes = b""
    reversible: bool = True
    warnings: tuple[MapWarning, ...] = field(default=(), compare=False)
    # The stray bytes of a file that is UTF-8 but for them.
    damage: Damage | None = field(default=None, compare=False)

    @property
    def encoding(self) -> str:
        return self.codec.name

    @property
    def has_bom(self) -> bool:
        return bool(self.bom)


def blocks(file: BinaryIO, start: int = 0, watch: Watch = unwatched) -> Iterator[bytes]:
    """Give the bytes of `file` from `start` on, a block at a time."""
    done = start
    file.seek(start)
    while block := file.read(BLOCK_BYTES):
        yield block
        done += len(block)
        watch(done)


def detect(file: BinaryIO, path: str = "", watch: Watch = unwatched) -> Detected:
    """Return the encoding of `file`, or raise if it is not text."""
    file.seek(0)
    head = file.read(HEAD_BYTES)
    if known_format(head):
        raise not_text(path, head, "")
    for codec in _MARKED:
        if not head.startswith(codec.mark):
            continue
        bad = undecodable_at(file, codec, len(codec.mark))
        if bad is None:
            return Detected(codec, 1.0, codec.mark)
        if codec.name.startswith("utf-32"):
            # Its mark begins with UTF-16's: read as that, a damaged file would be NULs and noise.
            raise FileReadFailed(
                f"The file begins as {codec.name} and is damaged at byte {bad}.", path=path
            )
    survey = _survey(file, watch)
    if survey.nuls:
        for codec in _wide_by_nuls(head, survey):
            if undecodable_at(file, codec) is None and not _is_mostly_nul(head, codec):
                return Detected(codec, 0.95)
        # One or two in a small text are damage, not a sign of binary data.
        few = survey.nuls <= _FEW_NULS and survey.size >= 8 and control_count(head) <= survey.nuls
        if survey.bad_utf8_at is not None or (survey.nuls * 20 > survey.size and not few):
            raise not_text(path, head, "it holds NUL bytes and is neither UTF-16 nor UTF-32")
    if survey.bad_utf8_at is None:
        return _utf8_or_escaped(file, survey)
    return _old_encoding(file, path, head)


def as_encoding(file: BinaryIO, label: str, path: str = "") -> Detected:
    """Return the encoding that a caller gave, if the whole of `file` decodes in it."""
    file.seek(0)
    head = file.read(HEAD_BYTES)
    if known_format(head):
        raise not_text(path, head, "")
    codec = named_codec(label)
    for other in _MARKED:
        # "utf-16" and "utf-32" leave the order of bytes to the mark.
        same = other.name[:6] == codec.name[:6] and asks_for_mark(label)
        if head.startswith(other.mark) and (same or other == codec):
            codec = other
            break
    bom = codec.mark if codec.is_unicode and head.startswith(codec.mark) else b""
    detected = _proved(file, codec, 1.0, bom)
    if detected is None:
        bad = undecodable_at(file, codec, len(bom))
        raise ValidationFailed(f"The file is not {codec.name}: byte {bad} is not valid.", path=path)
    if codec.is_unicode:
        if codec is not UTF_8 and not bom and head.isascii() and b"\0" not in head:
            # Decodes all the same, to characters that nobody wrote.
            raise ValidationFailed(f"The file is not {codec.name}: it is plain ASCII.", path=path)
    elif not head.isascii() and undecodable_at(file, UTF_8) is None:
        message = (
            f"Read as {codec.name}, as asked; but the file is valid UTF-8, and as {codec.name} its "
            "characters beyond ASCII come out as others."
        )
        warning = MapWarning(code="encoding_unlikely", message=message)
        return replace(detected, confidence=_UNLIKELY, warnings=(*detected.warnings, warning))
    return detected


def undecodable_at(file: BinaryIO, codec: Codec, start: int = 0) -> int | None:
    """Return where `file` stops being strictly `codec`, or None if it is to the end."""
    decoder = codecs.getincrementaldecoder(codec.python)("strict")
    done = start
    try:
        for block in blocks(file, start):
            pending = len(decoder.getstate()[0])
            if pending or codec is not UTF_8 or not block.isascii():
                decoder.decode(block)
            done += len(block)
        pending = len(decoder.getstate()[0])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        return done - pending + error.start
    return None


def is_reversible(file: BinaryIO, codec: Codec) -> bool:
    """Return whether decoding the whole of `file` and encoding it again gives the same bytes."""
    decoder = codecs.getincrementaldecoder(codec.python)("strict")
    encoder = codecs.getincrementalencoder(codec.python)("strict")
    waiting = bytearray()
    try:
        for block in blocks(file):
            waiting += block
            again = encoder.encode(decoder.decode(block))
            if not waiting.startswith(again):
                return False
            del waiting[: len(again)]
        return waiting == encoder.encode(decoder.decode(b"", final=True), final=True)
    except UnicodeError:
        return False


@dataclass(frozen=True)
class _Survey:
    """What one pass over all bytes tells."""

    size: int
    nuls: int
    is_ascii: bool
    has_escapes: bool
    bad_utf8_at: int | None


def _survey(file: BinaryIO, watch: Watch) -> _Survey:
    size = nuls = 0
    is_ascii = True
    has_escapes = False
    last = b""
    for block in blocks(file, watch=watch):
        size += len(block)
        nuls += block.count(0)
        is_ascii = is_ascii and block.isascii()
        has_escapes = has_escapes or b"\x1b$" in last + block
        last = block[-1:]
    bad = None if is_ascii else undecodable_at(file, UTF_8)
    return _Survey(size, nuls, is_ascii, has_escapes, bad)


def _wide_by_nuls(head: bytes, survey: _Survey) -> list[Codec]:
    """Return which of UTF-16 and UTF-32 the NUL bytes speak for, without any mark."""
    places = [head[place::4].count(0) for place in range(4)]
    units = len(head) // 4
    if units and survey.size % 4 == 0:
        # The highest byte of four is always 0 in UTF-32, the next nearly so.
        if places[3] == units and places[2] >= units * 0.9:
            return [UTF_32_LE]
        if places[0] == units and places[1] >= units * 0.9:
            return [UTF_32_BE]
    if survey.size % 2:
        return []
    even, odd = places[0] + places[2], places[1] + places[3]
    # Half of Western text in UTF-16 is NUL; of Asian text the line ends, digits and spaces are.
    # What is UTF-8 with a few NULs, here and there, is just that.
    if survey.bad_utf8_at is None and survey.nuls * 4 < survey.size:
        one_sided = survey.nuls >= 4 and survey.nuls * 20 >= survey.size and not (even and odd)
        if not one_sided:
            return []
    if odd > 10 * even:
        return [UTF_16_LE]
    return [UTF_16_BE] if even > 10 * odd else []


def _is_mostly_nul(head: bytes, codec: Codec) -> bool:
    text = head.decode(codec.python, "ignore")
    return text.count("\0") * 20 > len(text)


def _utf8_or_escaped(file: BinaryIO, survey: _Survey) -> Detected:
    if survey.is_ascii and survey.has_escapes:
        escaped = _proved(file, ISO_2022_JP, 0.95)
        if escaped is not None:
            return escaped
    warnings: tuple[MapWarning, ...] = ()
    if survey.nuls:
        message = f"The text holds {survey.nuls} NUL characters (U+0000)."
        warnings = (MapWarning(code="nul_characters", message=message),)
    return Detected(UTF_8, 1.0, warnings=warnings)


def _old_encoding(file: BinaryIO, path: str, head: bytes) -> Detected:
    """Return the encoding of a file that is text, but not in any form of Unicode."""
    sample = guess.sample(blocks(file))
    controls = control_count(sample)
    if controls > 3 and controls * 25 > len(sample):
        raise not_text(path, head, "it holds control characters that no text holds")
    declared = declared_codec(head, path)
    if declared and not declared.is_unicode:
        detected = _proved(file, declared, 0.95)
        if detected is not None:
            return detected
    damaged = _damaged_utf8(file, head)
    if damaged is not None:
        return damaged
    for codec, confidence in guess.rank(sample):
        detected = _proved(file, codec, confidence)
        if detected and (detected.reversible or confidence >= CONFIDENT):
            return detected
    return Detected(WINDOWS_1252, 0.3, warnings=_doubt(WINDOWS_1252, 0.3))


def _damaged_utf8(file: BinaryIO, head: bytes) -> Detected | None:
    """Return UTF-8 for a file that is UTF-8 but for stray bytes, or None where it is not."""
    bom = UTF_8.mark if head.startswith(UTF_8.mark) else b""
    damage = damage_of(blocks(file, len(bom)), len(bom))
    if not bom and not damage.is_of_utf8:
        return None
    message = (
        f"{damage.told} Each is read as the character U+EF00 plus the byte, and written back as "
        "the byte it is."
    )
    warning = MapWarning(code="damaged_utf8", message=message)
    # A file that holds such characters of its own would be written back otherwise.
    reversible = is_reversible(file, DAMAGED_UTF_8)
    return Detected(
        DAMAGED_UTF_8, damage.confidence, bom, reversible, warnings=(warning,), damage=damage
    )


def _proved(file: BinaryIO, codec: Codec, confidence: float, bom: bytes = b"") -> Detected | None:
    """Return what was detected if it holds for the whole file, and whether it is reversible."""
    warnings = _doubt(codec, confidence)
    if not codec.is_unicode:
        for form in forms(codec):
            if is_reversible(file, form):
                return Detected(form, confidence, warnings=warnings)
    if undecodable_at(file, codec, len(bom)) is not None:
        return None
    if codec.is_unicode:
        return Detected(codec, confidence, bom, warnings=warnings)
    message = (
        f"The file writes some characters in a form of {codec.name} that encoding does not give "
        "back, so it is only changed when an encoding is given (utf-8 converts it)."
    )
    warning = MapWarning(code="encoding_not_reversible", message=message)
    return Detected(codec, confidence, reversible=False, warnings=(*warnings, warning))


def _doubt(codec: Codec, confidence: float) -> tuple[MapWarning, ...]:
    if confidence >= CONFIDENT:
        return ()
    message = (
        f"The encoding is a guess: {codec.name}, confidence {confidence:.2f}. "
        "Give encoding to overrule it."
    )
    return (MapWarning(code="encoding_uncertain", message=message),)


_XML = rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})"
_META = rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})"
_COOKIE = rb"\A(?:[^\n]*\n)?[^\n]*#[^\n]*?coding[:=]\s*([\w.-]{1,40})"
_DECLARATIONS = {
    ".xml": re.compile(_XML),
    ".svg": re.compile(_XML),
    ".html": re.compile(_META + b"|" + _XML, re.IGNORECASE),
    ".css": re.compile(rb"\A@charset \"([\w.-]{1,40})\""),
    ".py": re.compile(_COOKIE),
    ".rb": re.compile(_COOKIE),
}


def declared_codec(head: bytes, path: str) -> Codec | None:
    """Return the encoding that the file itself declares, as XML, HTML, CSS and Python can."""
    pattern = _DECLARATIONS.get(PurePath(path).suffix.lower())
    match = pattern.search(head[:2048]) if pattern else None
    if match is None:
        return None
    label = next(group for group in match.groups() if group)
    return find_codec(label.decode("ascii", "replace"))
