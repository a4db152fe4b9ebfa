"""One sense of a piece of a question, and what it costs to take it so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.lexicon import Meaning
from keenbench.models.reader.states import Evidence
from keenbench.query.plan import Unit

Kind = Literal["cue", "col", "val", "rows", "num", "nth", "unit", "skip", "used", "state", "text"]


@dataclass(frozen=True)
class Sense:
    kind: Kind
    cost: float
    ref: ColumnRef | None = None
    table: str = ""
    values: tuple[str, ...] = ()
    how: str = ""
    unit: Unit | None = None
    meaning: Meaning | None = None
    state: Evidence | None = None
    """The condition that a state of rows is, and its opposite."""
