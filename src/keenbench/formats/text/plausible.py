"""How likely a decoded text is something a person wrote.

Nearly every single-byte encoding decodes nearly every file, so that decoding without an error says
nothing; what says something is whether the result looks like writing. Of 120 samples of 32
languages in the encodings they were kept in (tests/unit/formats/text/samples.py) charset-normalizer
3.5 alone read 71 right and took most Western ones for windows-1250; with these few rules all but
one are right, which holds a single accented letter.

A fit is the share of non-ASCII characters that stand where a writer would put them: 1.0 is writing,
below 0.8 is doubtful.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_NON_ASCII = re.compile(r"[^\x00-\x7f]")

# The letters beyond A to Z of languages in Latin script. A text is in one of them, so it is judged
# by the best: é and è and ü all over a text are French, with ł among them they are a misreading.
_LANGUAGES = tuple(
    frozenset(letters)
    for letters in (
        "àâæçéèêëîïôùûüœ",  # French
        "äöüßé",  # German
        "áéíóúüñ",  # Spanish
        "ãõçáéíóúâêôàü",  # Portuguese
        "àèéìíòóùú",  # Italian
        "åäöé",  # Swedish, Finnish
        "æøåéó",  # Danish, Norwegian
        "áðéíóúýþæö",  # Icelandic
        "ëïéèöüóáêû",  # Dutch
        "àèéíïòóúüç",  # Catalan
        "äöüõšž",  # Estonian
        "ąćęłńóśźż",  # Polish
        "áčďéěíňóřšťúůýž",  # Czech
        "áäčďéíĺľňóôŕšťúýž",  # Slovak
        "áéíóöőúüű",  # Hungarian
        "čćđšž",  # Croatian, Slovene
        "ăâîşţșț",  # Romanian
        "ąčęėįšųūž",  # Lithuanian
        "āčēģīķļņšūž",  # Latvian
        "çğıöşüâîû",  # Turkish
    )
)
# A list of names from many Western countries fits no single language; it counts a little less.
_WESTERN = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüýßœšžðþ")
_WESTERN_WEIGHT = 0.85

_SYMBOLS = frozenset("€£¥§©®°±²³µ·¹º»«¼½¾¿¡ª×÷–—‘’‚“”„•…‰™›‹№´\u00a0\u00ad")
_JOINERS = frozenset("’‘·–—…´®™×\u00ad")  # may stand between two letters
_RARE_SYMBOLS = frozenset("¢¤¦¨¬¯¶¸†‡ˆ˜")  # believed only where they stand alone
_LOOKS_LIKE_LETTER = frozenset("µªº")
_LONGEST_RUN = 3  # of different ones in a row, as in żółty; Asian text has whole words


@dataclass(frozen=True)
class Script:
    """A script other than Latin: where its letters lie, and which of them are common."""

    first: str
    last: str
    common: frozenset[str]


CYRILLIC = Script("\u0400", "\u04ff", frozenset("оеаинтсрвлкмдпуяызьбгійї"))
GREEK = Script("\u0370", "\u03ff", frozenset("αοιετσνηυρπκμλςόίέάήύώδγ"))
HEBREW = Script("\u0590", "\u05ff", frozenset("יהולאתרבשםמנןעחדפקסט"))
ARABIC = Script("\u0600", "\u06ff", frozenset("اليمنورتبةعدهسفكحقىأش،"))
THAI = Script("\u0e00", "\u0e7f", frozenset("านรกอเงลยมวดทสต่้ีัะิปบหแคจ็ใพข์ไุู"))


@dataclass(frozen=True)
class Fit:
    """How well a text fits, and how many characters were there to judge by."""

    score: float
    evidence: int


def latin_fit(text: str) -> Fit:
    """Return how well `text` fits a language in Latin script."""
    letters: Counter[str] = Counter()
    symbols = 0
    evidence = 0
    for run in _runs(text):
        for before, char, after in run:
            evidence += 1
            if len(run) > _LONGEST_RUN and len({near[1] for near in run}) > 1:
                continue
            if not _is_letter(char):
                symbols += _symbol_fits(before, char, after)
            elif _letter_fits(before, char, after):
                letters["ı" if char == "İ" else char.lower()] += 1
    if not evidence:
        return Fit(0.0, 0)
    best = max(_among(letters, language) for language in _LANGUAGES)
    western = _WESTERN_WEIGHT * _among(letters, _WESTERN)
    return Fit((symbols + max(best, western)) / evidence, evidence)


def script_fit(text: str, script: Script) -> Fit:
    """Return how well `text` fits a language in `script`."""
    fitting = 0.0
    capitals = 0
    evidence = 0
    for run in _runs(text):
        for before, char, after in run:
            evidence += 1
            capitals += char.isupper()
            if script.first <= char <= script.last:
                mixed = _is_ascii_letter(before) or _is_ascii_letter(after)
                if mixed or (char.isupper() and before.islower()):
                    continue
                fitting += 1.0 if char.lower() in script.common else 0.5
            elif not _is_letter(char):
                fitting += _symbol_fits(before, char, after)
    if not evidence:
        return Fit(0.0, 0)
    # Hebrew read as KOI8 is all capitals, and so is Russian in KOI8 read as windows-1251.
    return Fit((0.9 if capitals > 0.7 * evidence else 1.0) * fitting / evidence, evidence)


def wide_fit(text: str, python: str, common: frozenset[int]) -> Fit:
    """Return how well `text` fits everyday Chinese, Japanese or Korean in the codec `python`.

    `common` are the first bytes of everyday characters there; what else is full width counts half.
    """
    beyond = _NON_ASCII.findall(text)
    fitting = 0.0
    for char in beyond:
        if _is_wide(char):
            fitting += 1.0 if char.encode(python)[0] in common else 0.5
    return Fit(fitting / len(beyond) if beyond else 0.0, len(beyond))


def _runs(text: str) -> Iterator[list[tuple[str, str, str]]]:
    """Give the non-ASCII characters with their neighbours, those in a row together."""
    run: list[tuple[str, str, str]] = []
    last = -2
    end = len(text) - 1
    for match in _NON_ASCII.finditer(text):
        at = match.start()
        if run and at != last + 1:
            yield run
            run = []
        last = at
        run.append((text[at - 1] if at else "\n", match[0], text[at + 1] if at < end else "\n"))
    if run:
        yield run


def _among(letters: Counter[str], language: frozenset[str]) -> int:
    return sum(count for letter, count in letters.items() if letter in language)


def _is_letter(char: str) -> bool:
    return char.isalpha() and char not in _LOOKS_LIKE_LETTER


def _is_ascii_letter(char: str) -> bool:
    return char.isascii() and char.isalpha()


def _letter_fits(before: str, char: str, after: str) -> bool:
    if char == "ß":
        return _is_letter(before)
    # A capital inside a word is what a misread small letter often becomes: CafŽ, ZŸrich.
    return not char.isupper() or not (before.islower() or (before.isupper() and after.islower()))


def _symbol_fits(before: str, char: str, after: str) -> bool:
    if char in _RARE_SYMBOLS:
        return not any(near.isalnum() or not near.isascii() for near in (before, after))
    if char not in _SYMBOLS:
        return False
    if _is_letter(before) and _is_letter(after):
        return char in _JOINERS
    if char in "‚„¿¡":
        return not _is_letter(before)
    if char in "²³¹ªº":
        return before.isalnum()
    if char == "\u00a0":
        return before.isalnum() or after.isalnum() or before == "«" or after == "»"
    return True


def _is_wide(char: str) -> bool:
    return (
        "\u3000" <= char <= "\u30ff"  # punctuation, hiragana, katakana
        or "\u4e00" <= char <= "\u9fff"  # Han
        or "\uac00" <= char <= "\ud7a3"  # Hangul
        or "\uff01" <= char <= "\uff60"  # full-width forms, but not half-width katakana
    )
