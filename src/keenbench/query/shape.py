"""Whether tokens are a shape that parsers can take: how deep, how long in a row, how often read."""

from __future__ import annotations

from keenbench.query import functions
from keenbench.query.refusal import SqlRefused, unparsable
from keenbench.query.tokens import Kind, Token

# sqlglot takes about 28 Python frames for a nested call and the interpreter allows 1,000.
MAX_DEPTH = 64
# `x[1][1]…` and `x.f().f()…` cost sqlglot quadratic time and more: 2,000 calls took 37 s.
MAX_CHAIN = 12
# Each `x[1]` costs sqlglot 0.4 ms.
MAX_INDEXES = 1000
# sqlglot reads what stands in a bracket twice where the word before it could be a type, so that
# date(date(date(…))) doubles with each level: 16 of them took 3 s. Counted are the readings beyond
# the first, of each token.
MAX_REREADS = 10_000
# `not not not …`, `- - - …`: one frame or more each.
MAX_REPEAT = 24

_OPENS = {"(": ")", "[": "]", "{": "}"}


def check_shape(tokens: list[Token]) -> None:
    """Refuse what would cost a parser its stack or its time, before any parser sees it."""
    closers: list[str] = []
    chains = [0]
    readings = [1]
    repeats = indexes = rereads = 0
    previous: Token | None = None
    for token in tokens:
        mark = token.value if token.kind is Kind.MARK else ""
        repeats = repeats + 1 if token == previous and not (mark and mark in "()[]{}") else 0
        if mark in _OPENS:
            if mark == "[" and previous is not None and _ends_operand(previous):
                chains[-1] += 1
                indexes += 1
            closers.append(_OPENS[mark])
            chains.append(0)
            readings.append(readings[-1] * (2 if _may_be_read_twice(previous) else 1))
        elif closers and mark == closers[-1]:
            closers.pop()
            chains.pop()
            readings.pop()
        elif mark and mark in ")]}":
            raise unparsable(f"Unexpected {mark}.")
        elif mark == ".":
            chains[-1] += 1
        elif previous != Token(Kind.MARK, ".") or not token.is_name:
            chains[-1] = 0
        rereads += readings[-1] - 1
        if (
            len(closers) > MAX_DEPTH
            or chains[-1] > MAX_CHAIN
            or repeats > MAX_REPEAT
            or rereads > MAX_REREADS
        ):
            raise SqlRefused(
                "The SQL is nested too deeply; use WITH to name its parts.", reason="size"
            )
        previous = token
    if closers:
        raise unparsable(f"{closers[-1]} is missing.")
    if indexes > MAX_INDEXES:
        raise SqlRefused(f"The SQL holds more than {MAX_INDEXES} index brackets.", reason="size")


_READ_ONCE = functions.FUNCTIONS - functions.FORMS - functions.TYPES | (
    functions.WORDS_BEFORE_PARENTHESIS - functions.TYPES
)


def _may_be_read_twice(before: Token | None) -> bool:
    return before is not None and before.is_name and before.value.lower() not in _READ_ONCE


def _ends_operand(token: Token) -> bool:
    return token.is_name or (token.kind is Kind.MARK and token.value in ")]}")
