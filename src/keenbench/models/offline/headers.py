"""The ways in which words may name a table or a column, and how well some words do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from keenbench.models.offline.abbreviations import is_initials, is_short_for
from keenbench.models.offline.codes import same_code, with_codes
from keenbench.models.offline.columns import KEY_ENDINGS, is_least
from keenbench.models.offline.families import regular_family
from keenbench.models.offline.slips import mistyped
from keenbench.models.offline.synonyms import alike, meanings
from keenbench.models.offline.units import UNIT_WORDS, units_called
from keenbench.models.offline.words import bracketed, name_words, root, stem, word_set
from keenbench.query.dataset_schema import NUMBERS, ColumnSchema, TableSchema

How = Literal["exact", "verb", "synonym", "typo", "described", "part"]

_PREFIXES = frozenset(("raw", "tbl", "dim", "fact", "stg", "src", "the", "all", "data", "list"))
_TAILS = frozenset(
    (
        "raw", "data", "table", "list", "dataset", "records", "export", "csv", "log", "codes",
        "info", "details", "stats", "statistics", "sheet", "overview", "register", "directory",
        "clean", "final", "sample", "full", "all",
    )
)  # fmt: skip
_JUDGED = frozenset(("satisfaction", "happiness", "quality", "critic", "service", "review"))
_TIME_UNITS = frozenset(
    ("sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes", "hour", "hours", "hr",
     "hrs", "day", "days", "ms")
)  # fmt: skip
_UNITS = frozenset(word for words in UNIT_WORDS.values() for word in words) | frozenset(UNIT_WORDS)


@lru_cache(maxsize=65536)
def word_score(asked: str, header: str) -> tuple[float, How] | None:
    if asked == header or stem(asked) == stem(header):
        return 1.0, "exact"
    wide = meanings(header)
    if meanings(stem(asked)) & wide - {asked, header}:
        return 0.94, "exact"  # appts, of an appointment
    if stem(asked) in {stem(word) for word in wide}:
        return 0.95, "exact"
    if same_code(asked, header):
        return 0.93, "exact"  # JP_Sales, of Japan
    if len(root(asked)) >= 4 and root(asked) == root(header):
        return 0.93, "verb"
    if regular_family(asked, header):
        return 0.92, "verb"
    if len(asked) >= 4 and header in (f"{asked}ity", f"{asked}ure", f"{asked}ness"):
        return 0.92, "verb"  # how humid, of a humidity
    if units_called(stem(asked)) & units_called(stem(header)):
        return 0.93, "exact"  # a price per kilo, of price_per_kg
    if is_short_for(header, asked):
        return 0.9, "synonym"  # hyg_score, of hygiene
    if len(header) >= 4 and asked.startswith(header) and len(asked) - len(header) <= 7:
        return 0.8, "synonym"  # temp, temperature
    if alike(asked, header):
        return 0.82, "synonym"
    if mistyped(stem(asked), stem(header)):
        return 0.84, "typo"
    return None


def _worst(hows: Sequence[How]) -> How:
    order: tuple[How, ...] = ("part", "described", "typo", "synonym", "verb", "exact")
    return next(how for how in order if how in hows)


@lru_cache(maxsize=65536)
def run_together(words: tuple[str, ...]) -> frozenset[str]:
    """Return words without the gaps between them, as they stand and each as its stem.

    Marks within them are no part of a name (a Q&A, A/B tested); a sign by itself is.
    """
    plain = [re.sub(r"\W", "", word) or word for word in words]
    return frozenset(("".join(words), "".join(map(stem, words)), "".join(plain)))


@lru_cache(maxsize=65536)
def match_words(asked: tuple[str, ...], header: tuple[str, ...]) -> tuple[float, How, float] | None:
    """Return score, how, and which part of the header's words was named; all asked words count."""
    if not asked or not header:
        return None
    asked = with_codes(tuple(piece for word in asked for piece in word.split("&")), header)
    if run_together(asked) & run_together(header):
        return 1.0, "exact", 1.0
    if is_initials(header, asked) or is_initials(asked, header):
        return 0.95, "exact", 1.0  # FSM, of free school meals; a DNF, of did_not_finish
    if len(asked) > len(header):
        return None
    left = list(range(len(header)))
    scores: list[float] = []
    hows: list[How] = []
    last_named = False
    for word in asked:
        best: tuple[float, How, int] | None = None
        for index in left:
            found = word_score(word, header[index])
            if found is not None and (best is None or found[0] > best[0]):
                best = (*found, index)
        if best is None:
            return None
        left.remove(best[2])
        last_named = last_named or best[2] == len(header) - 1
        scores.append(best[0])
        hows.append(best[1])
    covered = 1 - len(left) / len(header)
    score = sum(scores) / len(scores)
    if left and not last_named:
        score -= 0.06  # the last word of a header is what it is about
    return score, _worst(hows), covered


def tells_times_alone(asked: Sequence[str], words: Sequence[str]) -> bool:
    """Whether times are all that is said of a header that only begins with a unit of them."""
    return (
        tuple(asked) == ("times",)
        and bool(words)
        and "time" not in words
        and words[0] in _TIME_UNITS
    )


_OF_DAYS = word_set("date time day on at dt when")
_KINDS = word_set("kind type sort category class form")


def is_day_of(words: Sequence[str], header: str) -> bool:
    """Whether a header tells when something was done, and no more: Date Reported, of reported."""
    told = [word for word in name_words(header) if word not in _OF_DAYS]
    return told == list(words) and words[-1].endswith(("ed", "en", "t")) and len(words) == 1


def is_kind_of(words: Sequence[str], header: str) -> bool:
    """Whether a header tells the kinds that are asked for: Work Type, of kinds of work."""
    if len(words) != 3 or words[1] != "of" or stem(words[0]) not in _KINDS:
        return False
    told = {stem(word) for word in name_words(header)}
    return len(told) == 2 and stem(words[2]) in told and bool((told - {stem(words[2])}) & _KINDS)


def says_all(words: Sequence[str], header: str) -> bool:
    """Whether a header has these words one after the other: a follow-up, of Follow Up Needed."""
    named = name_words(header)
    return any(
        tuple(words) == named[at : at + len(words)] for at in range(len(named) - len(words) + 1)
    )


def table_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return a table's words without what only says that it is a table."""
    kept = [w for w in words if w not in _PREFIXES]
    if len(kept) > 1 and kept[0] == "hr":
        kept = kept[1:]  # the hr of hr_training is a department, and no hour
    while len(kept) > 1 and (kept[-1] in _TAILS or kept[-1].isdigit()):
        kept.pop()
    return tuple(kept) or tuple(words)


def described_by(word: str, description: str) -> bool:
    """Return whether a column's description says the word, and not only what it belongs to."""
    if len(word) < 4 or not description:
        return False
    words = (
        name_words(description.split(";")[0]) if ":" not in description else name_words(description)
    )
    plain = stem(word)
    if plain == "spend":
        plain = "revenue" if "revenue" in words else plain
    return plain in {stem(each) for each in words} and plain not in _VAGUE | _UNITS


_VAGUE = word_set(
    """
    number customer order product name date time where what which when with without their there
    value code kind type employee from into short long first last each than year month hour
    minute second room place work agent ticket sensor day week line item row empty unknown
    measure person people owner team only does have been this that over total
    """
)


def headers_of(
    column: ColumnSchema, own: set[str], table: TableSchema
) -> list[tuple[tuple[str, ...], float, bool]]:
    """Return the ways a column may be called, what each is worth, and whether only as a whole."""
    words = name_words(column.name)
    found: list[tuple[tuple[str, ...], float]] = [(words, 1.0)]
    ways: list[tuple[tuple[str, ...], float]] = []
    with_unit = words + bracketed(column.name)
    if with_unit != words:
        found.append((with_unit, 1.0))
    for cut in (",", " - ", ":", " ("):
        before = name_words(column.name.partition(cut)[0])
        if cut in column.name and before and before != words:
            found.append((before, 0.97))  # what follows only explains
    noun = table_words(name_words(table.name))
    verb = bool(words) and words[-1].endswith("ed")  # "which member joined first" names no column
    if len(noun) == 1 and not verb and stem(words[0] if words else "") not in own:
        ways.append(((*noun, *words), 0.99))
    if len(words) > 1:
        if words[-1] in _UNITS and len(words[-1]) <= 4 and not is_least(words):
            found.append((words[:-1], 0.99))
        if words[-1] in _TIME_UNITS and not is_least(words):
            found.append(((*words[:-1], "time"), 0.97))  # wait_sec is a waiting time
        if words[0] in _TIME_UNITS and len(words[0]) > 3 and column.type in NUMBERS:
            found.append(((*words[1:], "time"), 0.94))  # and seconds_waited, before when it was
        if words[-1] in KEY_ENDINGS:
            found.append((words[:-1], 0.95))
        if stem(words[0]) in own:
            found.append((words[1:], 0.98))
        if stem(words[-1]) == "name":
            found.append((words[:-1], 0.9))
        if words[0] in ("is", "has", "was"):
            found.append((words[1:], 1.0))
        if words[-1] in ("at", "on", "date", "time", "datetime"):
            found.append((words[:-1], 0.88))
        if words[-1] in ("at", "on"):
            found.append(((*words[:-1], "date"), 0.97))
            found.append(((*words[:-1], "time"), 0.95))
    if words[:2] == ("box", "office"):
        found += [(("earnings",), 0.9), (("gross",), 0.9), (("revenue",), 0.9)]
    if column.type in NUMBERS:
        ways.append(((*words, "reading"), 0.93))
        if _JUDGED & set(words):
            ways += [((*words, each), 0.93) for each in ("score", "rating")]
        before = name_words(column.name.partition(" (")[0])
        ways.append(((*before, "reading"), 0.93))
    if column.type == "string":
        more = ("method", "type", "kind", "name", "code", "number", "address")
        ways += [((*words, each), 0.93) for each in more]
    elif column.type == "integer":
        ways += [((*words, each), 0.93) for each in ("number", "count", "code")]
        ways.append((("number", *words), 0.93))
    whole = len(found)
    return [(header, worth, index >= whole) for index, (header, worth) in enumerate(found + ways)]
