"""The likeliest of the old encodings, from a sample of a file that is not Unicode.

Western first: most such files are windows-1252, and a detector alone misreads a plain one with a
euro sign. charset-normalizer then tells Chinese, Japanese and Korean apart, which it does well; the
other single-byte scripts are told by their letters.
"""

from __future__ import annotations

import codecs
import logging
from collections.abc import Iterable

from keenbench.formats.text.codec import Codec, by_python_name
from keenbench.formats.text.plausible import (
    ARABIC,
    CYRILLIC,
    GREEK,
    HEBREW,
    THAI,
    Fit,
    Script,
    latin_fit,
    script_fit,
    wide_fit,
)

SAMPLE_BYTES = 16 * 1024
_FITS = 0.8
_FITS_SCRIPT = 0.7
_FITS_WIDE = 0.7
_ENOUGH = 4  # bytes beyond ASCII

# In the order in which they win a tie. Python's own cp1252 here, which refuses five bytes: a sample
# that holds one of those is hardly windows-1252.
_LATIN = (
    "cp1252",
    "cp1250",
    "iso8859_2",
    "cp1254",
    "iso8859_15",
    "cp1257",
    "mac_roman",
    "cp850",
    "cp852",
    "mac_latin2",
)
_SCRIPTS: dict[str, Script] = {
    "cp1251": CYRILLIC,
    "koi8_u": CYRILLIC,
    "koi8_r": CYRILLIC,
    "iso8859_5": CYRILLIC,
    "cp866": CYRILLIC,
    "mac_cyrillic": CYRILLIC,
    "cp1253": GREEK,
    "iso8859_7": GREEK,
    "cp737": GREEK,
    "cp1255": HEBREW,
    "iso8859_8": HEBREW,
    "cp862": HEBREW,
    "cp1256": ARABIC,
    "iso8859_6": ARABIC,
    "cp874": THAI,
}
# Chinese, Japanese and Korean, each with the first bytes of its punctuation and of the characters
# in everyday use; the rest of its rows hold what is rare, or what another encoding is misread as.
_WIDE: dict[str, frozenset[int]] = {
    "cp932": frozenset({0x81, 0x82, 0x83, *range(0x88, 0x98)}),
    "euc_jp": frozenset({0xA1, 0xA3, 0xA4, 0xA5, *range(0xB0, 0xD0)}),
    "gb18030": frozenset({0xA1, 0xA3, *range(0xB0, 0xD8)}),
    "cp950": frozenset({0xA1, 0xA2, *range(0xA4, 0xC7)}),
    "big5hkscs": frozenset({0xA1, 0xA2, *range(0xA4, 0xC7)}),
    "cp949": frozenset({0xA1, 0xA3, *range(0xB0, 0xC9)}),
}
_RARE = ("cp1258", "kz1048", "cp437", "cp775", "cp855", "cp857", "mac_greek", "mac_turkish")

Guess = tuple[Codec, float]


def sample(blocks: Iterable[bytes]) -> bytes:
    """Return up to 16 KB of the lines that hold bytes beyond ASCII; only those tell anything."""
    found = bytearray()
    inside_line = False
    for block in blocks:
        if not block.isascii():
            lines = block.splitlines(keepends=True)
            if inside_line and len(lines) > 1:
                lines = lines[1:]  # its beginning may be the second half of a character
            for line in lines:
                if not line.isascii():
                    found += _from_first_beyond_ascii(line)[: SAMPLE_BYTES - len(found)]
                if len(found) >= SAMPLE_BYTES:
                    return bytes(found)
        inside_line = not block.endswith((b"\n", b"\r"))
    return bytes(found)


def rank(data: bytes) -> list[Guess]:
    """Return what `data` may be encoded in, the likeliest first."""
    latin = _latin(data)
    first = [guess for fit, guess in latin[:1] if fit.score >= _FITS]
    rest = [(codec, 0.3) for _, (codec, _) in latin[len(first) :]]
    if sum(1 for byte in data if byte > 0x7F) < _ENOUGH:
        return [*first, *rest]  # a stray byte is no sign of another script
    return [*first, *_wide(data), *_scripts(data), *_rare(data), *rest]


def _decoded(data: bytes, python: str) -> str | None:
    """Return `data` decoded, but for a character that its end may cut; None if it is not."""
    try:
        return codecs.getincrementaldecoder(python)("strict").decode(data)
    except UnicodeDecodeError:
        return None


def _latin(data: bytes) -> list[tuple[Fit, Guess]]:
    found: list[tuple[Fit, Guess]] = []
    for python in _LATIN:
        text = _decoded(data, python)
        if text is not None:
            fit = latin_fit(text)
            found.append((fit, (by_python_name(python), _latin_confidence(python, fit))))
    return sorted(found, key=lambda item: -item[0].score)  # stable: ties stay in order


def _latin_confidence(python: str, fit: Fit) -> float:
    if python == "cp1252" and fit.score >= _FITS:
        # The usual case, which a single letter is enough to believe.
        return 0.8 + 0.2 * (fit.score - _FITS) / (1 - _FITS) * fit.evidence / (fit.evidence + 4)
    return fit.score * fit.evidence / (fit.evidence + 2)


def _scripts(data: bytes) -> list[Guess]:
    found: list[tuple[float, Guess]] = []
    for python, script in _SCRIPTS.items():
        text = _decoded(data, python)
        fit = script_fit(text, script) if text is not None else Fit(0.0, 0)
        if fit.score >= _FITS_SCRIPT:
            confidence = fit.score * fit.evidence / (fit.evidence + 2)
            found.append((fit.score, (by_python_name(python), confidence)))
    return [guess for _, guess in sorted(found, key=lambda item: -item[0])]


def _wide(data: bytes) -> list[Guess]:
    found: list[Guess] = []
    for python, chaos in _charset_normalizer(data, tuple(_WIDE)):
        text = _decoded(data, python)
        fit = wide_fit(text, python, _WIDE[python]) if text is not None else Fit(0.0, 0)
        if fit.score >= _FITS_WIDE:
            confidence = fit.score * (1 - chaos) * fit.evidence / (fit.evidence + 1)
            found.append((by_python_name(python), confidence))
    return found


def _rare(data: bytes) -> list[Guess]:
    return [(by_python_name(python), 0.5) for python, _ in _charset_normalizer(data, _RARE)]


def _charset_normalizer(data: bytes, pythons: tuple[str, ...]) -> list[tuple[str, float]]:
    """Return what charset-normalizer makes of `data`, as (codec, disorder), its best first."""
    from charset_normalizer import from_bytes  # 30 ms to import, and few files need it

    # It logs at a level of its own what it tried; nothing of a file belongs into a log.
    logging.getLogger("charset_normalizer").setLevel(logging.CRITICAL)
    for cut in range(4):  # a character that the end of the sample cuts is an error to it
        matches = from_bytes(
            data[: len(data) - cut], cp_isolation=list(pythons), enable_fallback=False
        )
        found = {
            python: match.chaos
            for match in reversed(list(matches))
            for python in reversed(pythons)
            if python in match.could_be_from_charset
        }
        if found:
            return list(reversed(found.items()))
    return []


def _from_first_beyond_ascii(line: bytes) -> bytes:
    """Return a very long line from shortly before its first byte beyond ASCII on."""
    if len(line) <= SAMPLE_BYTES:
        return line
    low, high = 0, len(line)
    while high - low > 1:  # the longest prefix that is ASCII, by halves
        middle = (low + high) // 2
        if line[low:middle].isascii():
            low = middle
        else:
            high = middle
    return line[max(0, low - 200) :]
