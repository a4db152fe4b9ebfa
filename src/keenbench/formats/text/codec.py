"""The encodings that KeenBench reads and writes, by the names people know them by.

A name means what browsers take it to mean (the WHATWG Encoding Standard), because that is what the
files carrying it hold: shift_jis is Microsoft's code page 932, euc-kr is 949, iso-8859-1 is
windows-1252. Each name has one Python codec; the pair is all that any reader needs. Where a file
was written in another form of the same encoding, one of the `forms` may give its bytes back.
"""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.errors import ValidationFailed
from keenbench.formats.text import own_codecs


@dataclass(frozen=True)
class Codec:
    """An encoding: the name we report, and Python's name for what decodes it."""

    name: str
    python: str

    @property
    def is_unicode(self) -> bool:
        return self.name.startswith("utf-")

    @property
    def mark(self) -> bytes:
        """The byte order mark of a Unicode encoding."""
        return "\ufeff".encode(self.python) if self.is_unicode else b""


UTF_8 = Codec("utf-8", "utf-8")
# UTF-8 but for some stray bytes; only ever found, never asked for by a name.
DAMAGED_UTF_8 = Codec("utf-8", own_codecs.DAMAGED_UTF_8)
UTF_16_LE = Codec("utf-16le", "utf-16-le")
UTF_16_BE = Codec("utf-16be", "utf-16-be")
UTF_32_LE = Codec("utf-32le", "utf-32-le")
UTF_32_BE = Codec("utf-32be", "utf-32-be")
WINDOWS_1252 = Codec("windows-1252", own_codecs.WINDOWS_1252)
SHIFT_JIS = Codec("shift_jis", own_codecs.SHIFT_JIS)
ISO_2022_JP = Codec("iso-2022-jp", "iso2022_jp")

_KNOWN = (
    UTF_8,
    UTF_16_LE,
    UTF_16_BE,
    UTF_32_LE,
    UTF_32_BE,
    WINDOWS_1252,
    ISO_2022_JP,
    *(Codec(f"windows-125{n}", f"cp125{n}") for n in (0, 1, 3, 4, 5, 6, 7, 8)),
    *(Codec(f"iso-8859-{n}", f"iso8859_{n}") for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    Codec("windows-874", "cp874"),
    Codec("koi8-u", "koi8_u"),
    Codec("koi8-r", "koi8_r"),
    Codec("kz-1048", "kz1048"),
    Codec("macintosh", "mac_roman"),
    Codec("x-mac-cyrillic", "mac_cyrillic"),
    Codec("x-mac-ce", "mac_latin2"),
    Codec("x-mac-greek", "mac_greek"),
    Codec("x-mac-turkish", "mac_turkish"),
    Codec("ibm437", "cp437"),
    Codec("ibm737", "cp737"),
    Codec("ibm775", "cp775"),
    Codec("ibm850", "cp850"),
    Codec("ibm852", "cp852"),
    Codec("ibm855", "cp855"),
    Codec("ibm857", "cp857"),
    Codec("ibm862", "cp862"),
    Codec("ibm866", "cp866"),
    SHIFT_JIS,
    Codec("shift_jis-2004", "shift_jis_2004"),
    Codec("euc-jp", "euc_jp"),
    Codec("gb18030", "gb18030"),
    Codec("big5", "cp950"),
    Codec("big5-hkscs", "big5hkscs"),
    Codec("euc-kr", "cp949"),
    Codec("johab", "johab"),
)
_ALIASES = {
    "ascii": "utf-8",
    "us-ascii": "utf-8",
    "utf8": "utf-8",
    "iso-8859-1": "windows-1252",
    "latin1": "windows-1252",
    "latin-1": "windows-1252",
    "ansi": "windows-1252",
    "latin2": "iso-8859-2",
    "iso-8859-9": "windows-1254",
    "iso-8859-11": "windows-874",
    "tis-620": "windows-874",
    "macroman": "macintosh",
    "mac-roman": "macintosh",
    "sjis": "shift_jis",
    "windows-31j": "shift_jis",
    "ms932": "shift_jis",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "ks-c-5601-1987": "euc-kr",
    "windows-949": "euc-kr",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "utf-32-le": "utf-32le",
    "utf-32-be": "utf-32be",
}
# A name that asks for the mark as well.
_MARKED = {"utf-8-sig": "utf-8", "utf-16": "utf-16le", "utf-32": "utf-32le"}


def _plain(label: str) -> str:
    return label.strip().lower().replace("_", "-")


_BY_LABEL = {_plain(codec.name): codec for codec in _KNOWN}
_BY_PYTHON = {codec.python: codec for codec in _KNOWN}
_BY_PYTHON |= {"cp1252": WINDOWS_1252, "cp932": SHIFT_JIS}
_FORMS = {
    SHIFT_JIS: (Codec("shift_jis", "cp932"),),
    ISO_2022_JP: (Codec("iso-2022-jp", own_codecs.ISO_2022_JP_ROMAN),),
}
for _codec in _KNOWN:
    _BY_LABEL.setdefault(_plain(_codec.python), _codec)
_BY_LABEL.update({_plain(alias): _BY_LABEL[_plain(name)] for alias, name in _ALIASES.items()})
_BY_LABEL |= {"cp1252": WINDOWS_1252, "cp932": SHIFT_JIS}


def find_codec(label: str) -> Codec | None:
    """Return the encoding that `label` names, in any of the ways people spell it."""
    label = _plain(label)
    return _BY_LABEL.get(_plain(_MARKED.get(label, label)))


def by_python_name(python: str) -> Codec:
    """Return the encoding that Python calls `python`."""
    return _BY_PYTHON[python]


def forms(codec: Codec) -> tuple[Codec, ...]:
    """Return the forms that an encoding was written in, the usual one first."""
    return codec, *_FORMS.get(codec, ())


def asks_for_mark(label: str) -> bool:
    return _plain(label) in _MARKED


def named_codec(label: str) -> Codec:
    """Return the encoding that a caller asked for by name."""
    codec = find_codec(label)
    if codec is None:
        known = ", ".join(codec.name for codec in _KNOWN)
        raise ValidationFailed(f"encoding is not one that KeenBench knows. Known: {known}.")
    return codec
