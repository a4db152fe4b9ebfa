"""Readings that give nothing: whoever asks how many there are mostly knows that there are some.

Of all questions that strangers asked, none whose right answer was empty; of the wrong answers every
fifth was. So what a run gives is looked at before it is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from keenbench.models.offline.frame import Understanding
from keenbench.models.offline.planning import make_plan
from keenbench.models.offline.values import Known
from keenbench.query.dataset_schema import DatasetSchema


def is_nothing(meant: Understanding, rows: Sequence[Sequence[Any]]) -> bool:
    """Whether rows hold no answer: none at all, or a figure of no row."""
    if meant.exists:
        return False  # no is an answer
    if not rows:
        return True
    alone = len(rows) == 1 and bool(meant.figures) and not meant.keys
    return alone and all(cell is None or cell == 0 for cell in rows[0])


def gave_nothing(meant: Understanding, schema: DatasetSchema, known: Known) -> bool:
    """Whether a reading was run, and there was nothing."""
    if not (meant.tests or meant.having or meant.without):
        return False
    answer = known.gave(make_plan(meant, schema))
    return answer is not None and is_nothing(meant, answer.rows)


def gives_something(meant: Understanding, schema: DatasetSchema, known: Known) -> bool:
    """Whether a reading has an answer; it is looked up, so that this may be known only later."""
    answer = known.look(make_plan(meant, schema), "whether there is any")
    return answer is not None and not is_nothing(meant, answer.rows)
