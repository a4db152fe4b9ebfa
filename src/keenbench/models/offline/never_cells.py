"""Words that no cell can be meant by, so that nobody need look for them.

Each look-up is a run of its own: with many questions at once, these are what takes the time.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.lexicon import BUCKET_UNITS
from keenbench.models.offline.periods import read_period
from keenbench.models.offline.words import Token, name_words, stem
from keenbench.query.dataset_schema import TIMES, DatasetSchema

_DONE = frozenset(("placed", "made", "took", "got", "went", "came", "gave", "did"))
_BEFORE_UNITS = frozenset(("per", "by", "each", "every", "a", "an", "which", "what"))
_OF_PERIODS = frozenset(("month", "period", "quarter", "season", "week", "term", "date", "year"))


def never_cells(tokens: Sequence[Token], schema: DatasetSchema) -> set[int]:
    """Return the places of such words.

    `January 2024` is a period where there are dates, and no text that could hold one; a month is
    a group after `per`; who placed an order placed it.
    """
    columns = [column for table in schema.tables for column in table.columns]
    texts = {stem(w) for c in columns if c.type == "string" for w in name_words(c.name)}
    dated = any(c.type in TIMES for c in columns) and not texts & _OF_PERIODS
    found: set[int] = set()
    for at, token in enumerate(tokens):
        before = tokens[at - 1].norm if at else ""
        if token.text in _DONE:
            found.add(at)
        if stem(token.norm) in BUCKET_UNITS and before in _BEFORE_UNITS and token.text.islower():
            found.add(at)
        if token.norm == "top" and at + 1 < len(tokens) and tokens[at + 1].kind == "number":
            found.add(at)
        period = read_period(tokens, at) if dated else None
        if period is not None and period[1] > 1:
            found.update(range(at, at + period[1]))
    return found
