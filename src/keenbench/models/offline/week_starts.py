"""How weeks go, said besides: weeks start on Monday, per week (Monday to Sunday).

A week goes from Monday to Sunday here. Who says so has said nothing of which rows count, and who
wants other weeks is told that there are none.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.frame import Ask
from keenbench.models.offline.periods import WEEKDAYS
from keenbench.models.offline.words import Token, word_set

_WEEK = ("week", "weeks")
_GOES = word_set("start starts begin begins run runs go goes")
_GOING = word_set("starting beginning running going")
_EACH = word_set("per each every by with where weekly using use taking counting")
_BETWEEN = word_set("on from a the with always")
_UNTIL = word_set("to through until till thru")


def without_week_starts(tokens: Sequence[Token]) -> list[Token]:
    """Return a question without what it says of how weeks go."""
    for at, token in enumerate(tokens):
        if token.norm not in _WEEK:
            continue
        end = _said_to(tokens, at)
        if end is None:
            continue
        first = next(t.norm for t in tokens[at:end] if t.norm.removesuffix("s") in WEEKDAYS)
        if first.removesuffix("s") != WEEKDAYS[0]:
            raise Ask(f"Weeks start on Monday here. I cannot make them start on {first.title()}.")
        start = at
        while start and tokens[start - 1].norm in ("the", "a", "our", "where", "with", "assume"):
            start -= 1
        clause = (
            not start or tokens[start].begins or tokens[start].after_mark or tokens[start].bracketed
        )
        # Of `per week, starting on Monday` the week itself is asked for.
        keep = start if clause or tokens[start].norm in ("where", "with") else at + 1
        return [*tokens[:keep], *tokens[end:]]
    return list(tokens)


def _said_to(tokens: Sequence[Token], at: int) -> int | None:
    """Return where it ends that a week begins on some day; none of the week of a certain one."""
    place = at + 1
    verb = tokens[place] if place < len(tokens) else None
    if verb is None:
        return None
    before = tokens[at - 1].norm if at else ""
    general = tokens[at].norm == "weeks" or before in _EACH
    if verb.norm in _GOES or (verb.norm in _GOING and general):
        place += 1
    elif not (verb.bracketed and general):
        return None
    while place < len(tokens) and tokens[place].norm in _BETWEEN:
        place += 1
    if not _is_day(tokens, place):
        return None
    place += 1
    if place < len(tokens) and tokens[place].norm in _UNTIL and _is_day(tokens, place + 1):
        place += 2
    return place if place == len(tokens) or tokens[place].kind == "word" else None


def _is_day(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].norm.removesuffix("s") in WEEKDAYS


__all__ = ["without_week_starts"]
