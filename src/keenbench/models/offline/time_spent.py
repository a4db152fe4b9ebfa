"""`who spent the most minutes there`: what is spent is time, where `spent` mostly is of money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.models.offline.columns import is_number, unit_of
from keenbench.models.offline.header_words import meanings
from keenbench.models.offline.words import Token, name_words, stem, word_set
from keenbench.query.dataset_schema import DatasetSchema

_SPENDING = word_set("spend spends spent spending")
_TIMES = word_set("time second minute hour day night week")
_BETWEEN = word_set(
    "the most least more fewest fewer less longest than over under at about around so many much "
    "a lot of their total in"
)
"""What may stand between the word and the time that was spent."""
_PLACES = frozenset(("in", "at", "over", "under"))
_UNITS = {"s": "seconds", "min": "minutes", "h": "hours"}
_RATES = frozenset(("per", "rate"))
_AUXILIARIES = word_set("is are was were be been being has have had")


def with_time_spent(tokens: Sequence[Token], schema: DatasetSchema) -> list[Token]:
    """Return a question that says had for spent where that is of time, and no header says spent.

    The time itself is in the unit that columns tell it in, else from one date to another.
    """
    made = list(tokens)
    if not any(token.norm in _SPENDING for token in tokens):
        return made
    headers = (column.name for table in schema.tables for column in table.columns)
    if any(_SPENDING & {*name_words(header)} for header in headers):
        return made
    for at, token in enumerate(tokens):
        place = _time_of(tokens, at) if token.norm in _SPENDING else None
        if place is None:
            continue
        made[at] = replace(token, norm="had")
        if made[place].norm == "time":
            told = _units(schema)
            made[place] = replace(made[place], norm=told.pop() if len(told) == 1 else "duration")
    return made


def _units(schema: DatasetSchema) -> set[str]:
    """Return the units of time that numbers are told in: the hours of Hrs, of hours_worked."""
    columns = [c for table in schema.tables for c in table.columns if is_number(c)]
    found = {_UNITS[unit] for c in columns if (unit := unit_of(c) or "") in _UNITS}
    words = [name_words(c.name) for c in columns]
    said = {form for each in words if not _RATES & {*each} for w in each for form in meanings(w)}
    return found | {unit for unit in _UNITS.values() if stem(unit) in said}


def _time_of(tokens: Sequence[Token], at: int) -> int | None:
    """Return where the time is said that is spent: the most hours; what is spent in a day is not.

    So are how many hours somebody spends, and hours spent.
    """
    words = [token.norm for token in tokens]
    for place, token in enumerate(tokens[at + 1 :], at + 1):
        if stem(token.norm) in _TIMES:
            return place if words[place - 1] not in _PLACES else None
        if token.after_mark or (token.kind != "number" and token.norm not in _BETWEEN):
            break
    said = [place for place in range(at) if stem(words[place]) in _TIMES]
    for place in reversed(said):
        several = words[place] == "time" or stem(words[place]) != words[place]
        beside = all(word in _AUXILIARIES for word in words[place + 1 : at])
        if (several and beside) or (place and words[place - 1] in ("many", "much")):
            return place
    return None
