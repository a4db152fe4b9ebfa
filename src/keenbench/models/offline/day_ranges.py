"""Days that share a month: `between 1 and 15 March 2024`, `1–7 Dec`, `March 1 to 7`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.models.offline.periods import MONTHS
from keenbench.models.offline.words import Token, tokenise

_JOINTS = ("and", "to", "until", "till", "through")


def with_whole_days(tokens: Sequence[Token]) -> list[Token]:
    """Return the question with the month said of each of its days, as if nobody were brief."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        written = _written_out(tokens, at)
        if written is None:
            found.append(tokens[at])
            at += 1
        else:
            found += written[0]
            at += written[1]
    return found


def _written_out(tokens: Sequence[Token], at: int) -> tuple[list[Token], int] | None:
    """Return `1 and 15 March` or `March 1 to 15` as two whole days, and what that takes up."""
    first = _day(tokens, at)
    if first is not None:
        joint, second = _second(tokens, at + 1)
        day = _day(tokens, second)
        after = second + 1 + (_norm(tokens, second + 1) == "of")
        if joint is None or day is None or _norm(tokens, after) not in MONTHS:
            return None
        month = tokens[after]
        return [tokens[at], month, *joint, _plain(tokens[second], day), month], after + 1 - at
    first = _day(tokens, at + 1)
    if _norm(tokens, at) in MONTHS and first is not None:
        joint, second = _second(tokens, at + 2)
        day = _day(tokens, second)
        if joint is None or day is None or _norm(tokens, second + 1) in MONTHS:
            return None
        month, last = tokens[at], _plain(tokens[second], day)
        return [month, tokens[at + 1], *joint, month, last], second + 1 - at
    return None


def _second(tokens: Sequence[Token], at: int) -> tuple[list[Token] | None, int]:
    """Return the word that joins two days, and where the second of them stands."""
    if _norm(tokens, at) in _JOINTS:
        return [tokens[at]], at + 1 + (_norm(tokens, at + 1) == "the")
    # A dash is no token of its own.
    return (tokenise("to") if _day(tokens, at) is not None else None), at


def _plain(token: Token, day: int) -> Token:
    return replace(token, text=str(day), norm=str(day), value=day)


def _day(tokens: Sequence[Token], at: int) -> int | None:
    token = tokens[at] if 0 <= at < len(tokens) else None
    if token is None or token.kind != "number" or not isinstance(token.value, int):
        return None
    if token.percent or token.currency:
        return None
    day = abs(token.value)  # of "1-7" the dash is read as a minus
    return day if 1 <= day <= 31 else None


def _norm(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].norm if 0 <= at < len(tokens) else ""
