"""How likely each reading of a question is the one that was meant, and that none of them is.

The signs of a reading are weighed and added up; readings share their chance by what they weigh,
with one place kept for "none of these", which weighs nothing. The weights were learnt from
questions with known answers (`python -m tests.analyst_questions.train`) and lie in weights.json.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from keenbench.models.reader.signs import Signs


@cache
def _weights() -> Mapping[str, float]:
    text = (files("keenbench.models.reader") / "weights.json").read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)
    return weights


def weight(signs: Signs, weights: Mapping[str, float]) -> float:
    return sum(weights.get(name, 0.0) * much for name, much in signs.items())


def chances(readings: Sequence[Signs], weights: Mapping[str, float] | None = None) -> list[float]:
    """Return the chance of each of the readings; what is missing to 1 is that of none of them."""
    known = _weights() if weights is None else weights
    weighed = [weight(signs, known) for signs in readings]
    heaviest = max([0.0, *weighed])
    parts = [math.exp(each - heaviest) for each in weighed]
    whole = math.exp(-heaviest) + sum(parts)
    return [part / whole for part in parts]
