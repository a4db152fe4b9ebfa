"""Learn what the signs of a reading weigh: `python -m tests.analyst_questions.train [--check]`.

Every question of every suite is read in all the ways the reader has; the plan of each reading is
run, and its rows say whether it was meant. The weights make the right readings likely, and "none of
these" where there is none. With `--check`, each suite is also weighed by what the others teach
alone, which is how the reader does on questions it has not met.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from keenbench.errors import KeenBenchError
from keenbench.models.offline.frame import Ask, Understanding
from keenbench.models.offline.planning import make_plan
from keenbench.models.reader import choosing, weighing
from keenbench.models.reader.signs import Signs, all_signs
from keenbench.query.dataset_schema import DatasetSchema
from tests.analyst_questions import strangers
from tests.analyst_questions.comparing import is_expected
from tests.analyst_questions.in_process import Threads, tables
from tests.analyst_questions.reference import SUITES
from tests.analyst_questions.run import askable

WEIGHTS = Path(weighing.__file__).parent / "weights.json"
_ROUNDS = 400
_STEP = 0.05
_SMALL = 0.002
"""How much weights are kept small: what few questions teach should not count for much."""
_SEEN_IN = 4
"""In how many questions a sign must be seen before anything is learnt of it."""


@dataclass(frozen=True)
class Lesson:
    """A question, the signs of its readings, and which of them give what was expected."""

    question: str
    signs: list[Signs]
    right: list[bool]


def lessons_of(suite: str) -> list[Lesson]:
    """Return what a suite teaches, each follow-up after the right reading of what it follows."""
    found: list[Lesson] = []
    asked: dict[str, Any] = {}

    def watched(
        readings: choosing.Found, asks: choosing.Asks, schema: DatasetSchema
    ) -> Understanding:
        ordered = sorted(readings, key=lambda each: each[0])
        right = [_is_right(asked, meant) for _, meant, _ in ordered]
        found.append(Lesson(asked["id"], all_signs(ordered), right))
        if any(right):
            return ordered[right.index(True)][1]
        return choosing.likeliest(readings, asks, schema)

    threads = Threads()
    ids: dict[str, str] = {}
    with (
        patch("keenbench.models.reader.reading.likeliest", watched),
        patch("keenbench.models.reader.going_on.likeliest", watched),
    ):
        for question in askable(suite):
            asked.clear()
            asked.update(question)
            thread = ids.get(question.get("follow_up_of", ""))
            payload = threads.answer(question["dataset"], thread, question["question"])
            ids[question["id"]] = payload["thread_id"]
    return found


def _is_right(question: Mapping[str, Any], meant: Understanding) -> bool:
    if question["expect"]["kind"] == "asks":
        return False
    at = tables(question["dataset"])
    try:
        rows = at.run(make_plan(meant, at.read))[1]
    except (Ask, KeenBenchError):
        return False
    return len(rows) <= 200 and is_expected(question["expect"], rows)


def learn(lessons: Sequence[Lesson]) -> dict[str, float]:
    """Return the weights under which the right readings of the lessons are likeliest."""
    seen = Counter(
        name for each in lessons for name in {n for signs in each.signs for n in signs if signs[n]}
    )
    kept = sorted(name for name, times in seen.items() if times >= _SEEN_IN)
    weights = dict.fromkeys(kept, 0.0)
    pace: dict[str, float] = defaultdict(float)
    drift: dict[str, float] = defaultdict(float)
    for round_ in range(1, _ROUNDS + 1):
        slope = {name: 2 * _SMALL * weights[name] for name in kept}
        for each in lessons:
            for signs, pull in zip(each.signs, _pulls(each, weights), strict=True):
                for name, much in signs.items():
                    if name in slope:
                        slope[name] += pull * much / len(lessons)
        for name in kept:  # Adam, whose steps need no tuning to how often a sign is seen
            drift[name] = 0.9 * drift[name] + 0.1 * slope[name]
            pace[name] = 0.999 * pace[name] + 0.001 * slope[name] ** 2
            ahead = drift[name] / (1 - 0.9**round_)
            scale = math.sqrt(pace[name] / (1 - 0.999**round_)) + 1e-8
            weights[name] -= _STEP * (1 - round_ / (_ROUNDS + 1)) * ahead / scale
    return {name: round(weight, 3) for name, weight in weights.items() if round(weight, 3)}


def _pulls(lesson: Lesson, weights: Mapping[str, float]) -> Iterator[float]:
    """Return by how much each reading is likelier than it should be."""
    shares = weighing.chances(lesson.signs, weights)
    right = sum(share for share, is_right in zip(shares, lesson.right, strict=True) if is_right)
    for share, is_right in zip(shares, lesson.right, strict=True):
        yield share - (share / right if is_right and right > 0 else 0.0)


def check(taught: Mapping[str, list[Lesson]]) -> Iterator[str]:
    """Say how each suite does by the weights that the others teach."""
    for suite, lessons in taught.items():
        others = [each for name, more in taught.items() if name != suite for each in more]
        weights = learn(others)
        questions = len({each.question for each in lessons})
        line = f"{suite}: of {questions} questions with a reading"
        for enough in (0.5, 0.6, 0.65, 0.7, 0.8):
            counts = Counter(_verdict(each, weights, enough) for each in lessons)
            line += f" | {enough}: {counts['right']} right, {counts['wrong']} wrong"
        yield line


def _verdict(lesson: Lesson, weights: Mapping[str, float], enough: float) -> str:
    shares = weighing.chances(lesson.signs, weights)
    if not shares or max(shares) < enough:
        return "asked"
    return "right" if lesson.right[shares.index(max(shares))] else "wrong"


def main(arguments: list[str]) -> int:
    suites = [*SUITES, *(name for name in strangers.NAMES if name not in strangers.UNSEEN)]
    with ProcessPoolExecutor(max_workers=2) as pool:
        taught = dict(zip(suites, pool.map(lessons_of, suites), strict=True))
    if "--check" in arguments:
        for line in check(taught):
            print(line, flush=True)
    weights = learn([each for lessons in taught.values() for each in lessons])
    text = json.dumps(weights, indent=0, sort_keys=True, ensure_ascii=False)
    WEIGHTS.write_text(text + "\n", encoding="utf-8")
    print(f"{len(weights)} weights from {sum(map(len, taught.values()))} lessons: {WEIGHTS}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
