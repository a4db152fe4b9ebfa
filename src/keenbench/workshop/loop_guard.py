"""Notices a model that makes the same call over and over.

The last ten calls count. The same call three times among them is said to the model; five times
ends the run. Two calls are the same when all their arguments are, SQL without regard to blanks,
comments and the case of its words; so windows that follow each other are never a loop.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from keenbench.errors import AgentLoopDetected, ValidationFailed

REMEMBERED = 10
TOLD_AT = 3
ENDED_AT = 5


class LoopGuard:
    """The last calls of a run."""

    def __init__(self, seen: Iterable[str] = ()) -> None:
        self._last: deque[str] = deque(seen, maxlen=REMEMBERED)

    def seen(self, fingerprint: str) -> None:
        """Remember a call that was made before a restart."""
        self._last.append(fingerprint)

    def note(self, fingerprint: str, tool: str) -> str | None:
        """Note a call that is about to be made; return what to tell the model, if anything."""
        self._last.append(fingerprint)
        times = self._last.count(fingerprint)
        if times >= ENDED_AT:
            raise AgentLoopDetected(
                f"The model made the same call of {tool} {times} times and was stopped; "
                "ask in other words, or use another model.",
                phase="workshop",
            )
        if times >= TOLD_AT:
            return (
                f"You have made this very call {times} times among your last {REMEMBERED}, and "
                f"its answer has not changed. At {ENDED_AT} times the run is ended. Use what you "
                "have, ask for another region, or tell the user what you cannot find."
            )
        return None


def fingerprint(tool: str, arguments: Mapping[str, Any], state: str = "") -> str:
    """Return what two calls share only if they ask for the same thing.

    `state` tells apart what a reading call finds before and after a change of the file.
    """
    same = {
        key: plain_sql(value) if key == "query" and isinstance(value, str) else value
        for key, value in arguments.items()
    }
    text = json.dumps([tool, same, state], sort_keys=True, ensure_ascii=True, default=str)
    return sha256(text.encode()).hexdigest()


def plain_sql(sql: str) -> str:
    """Return SQL in a form in which blanks, comments and the case of words do not show."""
    # Loads no parser: the lexer is ours.
    from keenbench.query.lexer import read
    from keenbench.query.tokens import Kind

    try:
        tokens = read(sql).tokens
    except ValidationFailed:
        return " ".join(sql.split())
    return " ".join(
        token.value.casefold() if token.kind is Kind.WORD else f"{token.kind.name}:{token.value}"
        for token in tokens
    )
