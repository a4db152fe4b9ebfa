"""Cells that words of a question name: as a whole, by another form of the word, or in part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from keenbench.models.offline.abbreviations import cut_to_letters, is_initials
from keenbench.models.offline.codes import may_stand_for, value_forms
from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.families import family_stem, kin, same_family
from keenbench.models.offline.words import name_words, root, stem, value_words, word_set

LONGEST_NAME = 8
"""Cells of more words than this are prose; a word in them names no value."""
LONGEST_PROSE = 30
"""Up to here, several words of the question in a row may be those of a cell."""

_OF_KINDS = word_set("type kind action direction movement operation")
"""Words of headers under which cells say what was done; a category says what things are."""


@dataclass(frozen=True)
class ValueLink:
    """Cells of a column that some words of the question name."""

    ref: ColumnRef
    values: tuple[str, ...]
    how: Literal["exact", "verb", "part", "typo"]
    asked: str

    @property
    def score(self) -> float:
        return {"exact": 1.0, "verb": 0.9, "part": 0.72, "typo": 0.7}[self.how]


def pieces(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what cells may hold (words without their endings), and what they may be as a whole.

    A word of one or two letters is in every second cell; only a cell that is nothing else counts.
    """
    found: dict[str, None] = {}
    whole: dict[str, None] = {}
    for word in words:
        folded = word.casefold()
        forms = tuple(dict.fromkeys((*value_forms(folded), *value_forms(stem(folded)))))
        for form in forms:
            if len(form) < 3:
                whole[form] = None
                whole[form.upper()] = None
                continue
            if " " in form:
                found[max(form.split(), key=len)] = None  # Role-Playing, of role playing
            plain = form if " " in form or not form.isascii() else root(form)
            found[plain if len(plain) >= 3 else form] = None
            if family_stem(form) != plain and len(family_stem(form)) >= 4 and " " not in form:
                found[family_stem(form)] = None  # adoption, of what was adopted
            if not form.startswith(plain):
                found[form] = None  # lost, of lose
            for other in kin(form):
                if len(other) >= 4 and not any(piece in other for piece in found):
                    found[other] = None  # absent, of absences; a receipt, of what was received
    return list(found), list(whole)


@dataclass(frozen=True)
class Cell:
    """A cell's words, as they stand, singular and cut to their roots."""

    words: tuple[str, ...]
    stems: tuple[str, ...]
    roots: tuple[str, ...]

    @property
    def every(self) -> frozenset[str]:
        short = cut_to_letters(self.words) if 1 < len(self.words) <= 5 else ()
        return frozenset(
            (*self.words, *self.stems, *self.roots, *short, *map(family_stem, self.words))
        )


@dataclass(frozen=True)
class Asked:
    """Words of a question in all forms that a cell may have them in."""

    phrase: str
    forms: tuple[tuple[str, ...], ...]
    stems: tuple[str, ...]
    roots: tuple[str, ...]

    @property
    def firsts(self) -> frozenset[str]:
        firsts = [each[0] for each in (*self.forms, self.stems, self.roots) if each]
        forms = [other for first in firsts for other in kin(first)]
        return frozenset((*firsts, *map(family_stem, firsts), *forms))


@lru_cache(maxsize=65536)
def cell_forms(cell: str) -> Cell:
    words = () if "://" in cell else value_words(cell)
    return Cell(words, tuple(map(stem, words)), tuple(map(root, words)))


@lru_cache(maxsize=8192)
def asked_forms(asked: tuple[str, ...]) -> Asked:
    phrase = " ".join(asked)
    singular = " ".join(stem(word) for word in asked)
    every = dict.fromkeys((*value_forms(phrase), *value_forms(singular)))
    words = value_words(phrase)
    short = cut_to_letters(words) if 1 < len(words) <= 4 and min(map(len, words)) > 2 else []
    return Asked(
        phrase,
        (*(tuple(value_words(form)) for form in every), *((each,) for each in short)),
        tuple(map(stem, words)),
        tuple(map(root, words)),
    )


def link_cells(ref: ColumnRef, cells: list[str], words: Sequence[str]) -> ValueLink | None:
    asked = asked_forms(tuple(words))
    phrase, stems, roots = asked.phrase, asked.stems, asked.roots
    by_root = bool(roots) and (len(roots[0]) >= 4 or phrase.endswith("y"))
    exact, verb, part = [], [], []
    for cell in cells:
        found = cell_forms(cell)
        if not found.words:
            continue
        if found.words == asked.forms[0] or found.stems == stems:
            exact.append(cell)
        elif (
            (found.words in asked.forms and _may_be_short(cell, ref, phrase))
            or (len(words) == 1 and _begins_with(phrase, found.words))
            or (by_root and found.roots == roots)
            or (len(found.words) == len(words) == 1 and same_family(phrase, found.words[0]))
            or (len(found.words) == len(words) and _does(stems, found.stems))
        ):
            verb.append(cell)
        elif (
            len(stems) < len(found.words)
            and len(found.words) <= (LONGEST_NAME if len(stems) == 1 else LONGEST_PROSE)
            and len(phrase) >= 3
            and _within(stems, found.stems)
        ):
            part.append(cell)
    if exact:
        return ValueLink(ref, tuple(exact), "exact", phrase)
    if verb:
        return ValueLink(ref, tuple(verb), "verb", phrase)
    return ValueLink(ref, tuple(part), "part", phrase) if part else None


def is_deed_of_kind(link: ValueLink) -> bool:
    """Whether a verb that anybody uses is what a column of kinds tells: received, of RECEIPT.

    What a status says is no kind: that an order was received may be said of all of them.
    """
    told = link.how == "verb" and len(link.values) == 1 and len(value_words(link.values[0])) == 1
    return told and bool(_OF_KINDS & set(name_words(link.ref.column)))


def _begins_with(letters: str, cell: tuple[str, ...]) -> bool:
    """Whether a cell is called by its first letters: EA, of Electronic Arts."""
    return 1 < len(cell) <= 5 and is_initials((letters,), cell)


def _may_be_short(cell: str, ref: ColumnRef, asked: str) -> bool:
    """Whether a cell may stand for a longer word: M is male only in a column of sexes."""
    if len(cell) > 2:
        return True
    if len(cell) == 2 and not cell.isupper():
        return False
    return may_stand_for(cell, asked, ref.column)


def _does(asked: tuple[str, ...], cell: tuple[str, ...]) -> bool:
    """Whether words name who does, or is, what a cell says: part-timers, of Part-time."""
    last = cell[-1]
    doers = (last + "r", last + "er", last + last[-1] + "er", last + "ist", last[:-1] + "ist")
    return asked[:-1] == cell[:-1] and asked[-1] in doers and len(last) > 3


def _within(asked: tuple[str, ...], cell: tuple[str, ...]) -> bool:
    return any(
        cell[start : start + len(asked)] == asked for start in range(len(cell) - len(asked) + 1)
    )
