"""Four encodings as they are found in files, where Python's own codec differs.

- windows-1252: Python refuses the bytes 81 8D 8F 90 9D, which Windows and browsers read as the
  control characters of the same number. Read that way the code page holds any bytes, and each byte
  is one character, so that what nothing else decodes can still be read and written back unchanged.
- shift_jis: code page 932 holds 388 characters twice (髙 and 﨑 of many family names among them).
  Windows writes IBM's place, Python NEC's, so that a file from Windows would change.
- utf-8 with stray bytes in it, each of which is read as a private character (U+EF80 to U+EFFF, the
  byte in its last two digits) and written back as the byte it was.
- iso-2022-jp in its older form, which leaves Japanese for JIS-Roman (ESC ( J) where Python writes
  ASCII (ESC ( B).

Importing this module registers them.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

WINDOWS_1252 = "keenbench_windows_1252"
SHIFT_JIS = "keenbench_shift_jis"
ISO_2022_JP_ROMAN = "keenbench_iso_2022_jp_roman"
DAMAGED_UTF_8 = "keenbench_damaged_utf_8"

_HOLES = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
_WINDOWS_1252 = "".join(
    chr(byte) if byte in _HOLES else bytes([byte]).decode("cp1252") for byte in range(256)
)
_WINDOWS_1252_BYTES = codecs.charmap_build(_WINDOWS_1252)


class _Windows1252Encoder(codecs.IncrementalEncoder):
    def encode(self, input: str, final: bool = False) -> bytes:
        return codecs.charmap_encode(input, self.errors, _WINDOWS_1252_BYTES)[0]


class _Windows1252Decoder(codecs.IncrementalDecoder):
    def decode(self, input: bytes, final: bool = False) -> str:  # type: ignore[override]
        return codecs.charmap_decode(input, self.errors, _WINDOWS_1252)[0]


def _ibm_places() -> dict[str, bytes]:
    """Return the characters that Windows writes elsewhere than Python, with where."""
    places = {}
    for lead in (0xFA, 0xFB, 0xFC):
        for trail in range(0x40, 0xFD):
            place = bytes([lead, trail])
            char = place.decode("cp932", "ignore")
            # A character of the first standard (¬, ∵) stays in its place there.
            if len(char) == 1 and char.encode("cp932")[0] in (0xED, 0xEE):
                places[char] = place
    return places


_IBM_PLACES = _ibm_places()
_IBM = re.compile(f"[{re.escape(''.join(_IBM_PLACES))}]")


class _ShiftJisEncoder(codecs.IncrementalEncoder):
    def encode(self, input: str, final: bool = False) -> bytes:
        parts = []
        at = 0
        for match in _IBM.finditer(input):
            parts += [input[at : match.start()].encode("cp932", self.errors), _IBM_PLACES[match[0]]]
            at = match.end()
        return b"".join([*parts, input[at:].encode("cp932", self.errors)])


class _RomanEncoder(codecs.IncrementalEncoder):
    def __init__(self, errors: str = "strict") -> None:
        super().__init__(errors)
        self._usual = codecs.getincrementalencoder("iso2022_jp")(errors)

    def encode(self, input: str, final: bool = False) -> bytes:
        # An escape sequence is never split between two calls.
        return self._usual.encode(input, final).replace(b"\x1b(B", b"\x1b(J")


# Python's own stand-ins for such bytes, U+DC80 to U+DCFF, are no characters: neither JSON nor a
# database takes them.
STAND_INS = re.compile("[\uef80-\uefff]")
_ESCAPED = re.compile("[\udc80-\udcff]")
_APART = 0xEF80 - 0xDC80


class _DamagedUtf8Encoder(codecs.IncrementalEncoder):
    def encode(self, input: str, final: bool = False) -> bytes:
        if not input.isascii():
            _ESCAPED.sub(_refuse, input)
            input = STAND_INS.sub(lambda found: chr(ord(found[0]) - _APART), input)
        return input.encode("utf-8", "surrogateescape")


def _refuse(found: re.Match[str]) -> str:
    at = found.start()
    raise UnicodeEncodeError("utf-8", found.string, at, at + 1, "surrogates not allowed")


class _DamagedUtf8Decoder(codecs.IncrementalDecoder):
    def __init__(self, errors: str = "strict") -> None:
        super().__init__(errors)
        self._usual = codecs.getincrementaldecoder("utf-8")("surrogateescape")

    def decode(self, input: bytes, final: bool = False) -> str:  # type: ignore[override]
        text = self._usual.decode(input, final)
        return _ESCAPED.sub(lambda found: chr(ord(found[0]) + _APART), text)

    def getstate(self) -> tuple[bytes, int]:
        return self._usual.getstate()

    def setstate(self, state: tuple[bytes, int]) -> None:
        self._usual.setstate(state)

    def reset(self) -> None:
        self._usual.reset()


_OWN: dict[
    str, tuple[type[codecs.IncrementalEncoder], Callable[[str], codecs.IncrementalDecoder]]
] = {
    WINDOWS_1252: (_Windows1252Encoder, _Windows1252Decoder),
    SHIFT_JIS: (_ShiftJisEncoder, codecs.getincrementaldecoder("cp932")),
    DAMAGED_UTF_8: (_DamagedUtf8Encoder, _DamagedUtf8Decoder),
    ISO_2022_JP_ROMAN: (_RomanEncoder, codecs.getincrementaldecoder("iso2022_jp")),
}


def _find(name: str) -> codecs.CodecInfo | None:
    if name not in _OWN:
        return None
    encoder, decoder = _OWN[name]

    def encode(text: str, errors: str = "strict") -> tuple[bytes, int]:
        return encoder(errors).encode(text, final=True), len(text)

    def decode(data: bytes, errors: str = "strict") -> tuple[str, int]:
        return decoder(errors).decode(bytes(data), final=True), len(data)

    return codecs.CodecInfo(
        encode=encode,
        decode=decode,  # type: ignore[arg-type]
        incrementalencoder=encoder,
        incrementaldecoder=decoder,  # type: ignore[arg-type]
        name=name,
    )


codecs.register(_find)
