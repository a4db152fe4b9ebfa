"""What a look-up asks and what it found, whoever answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from keenbench.query.plan import QueryPlan


@dataclass(frozen=True)
class Answer:
    """What a look-up found."""

    rows: tuple[tuple[Any, ...], ...]
    complete: bool


class ValueLookup(Protocol):
    def ask(self, plan: QueryPlan) -> Answer | None:
        """Return what a look-up, or a plan run before, found; None while that is not known."""
