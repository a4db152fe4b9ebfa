"""The same call gives the same bytes: again, after a restart, and after loading the file anew."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

from tests.integration.tables.conftest import Bench

pytestmark = pytest.mark.needs("bubblewrap")

QUERIES = (
    # A sum of doubles, whose last digit follows the order of the additions.
    "SELECT sum(x), avg(x), stddev(x) FROM data",
    # A window of groups that nobody ordered.
    "SELECT k, sum(x) FROM data GROUP BY k",
    # Ties under LIMIT.
    "SELECT k, n FROM data ORDER BY k LIMIT 7",
)


def table() -> str:
    rng = random.Random(7)
    rows = [
        f"{n},{rng.randrange(40)},{rng.random() * 10 ** rng.randrange(-9, 9)!r}"
        for n in range(20_000)
    ]
    return "n,k,x\n" + "\n".join(rows) + "\n"


def answers(bench: Bench) -> str:
    found = []
    for sql in QUERIES:
        result = bench.call("TabularQuery", "t.csv", query=sql, window_rows=5, window_offset=2)
        del result["query_elapsed_ms"]
        found.append(result)
    found.append(bench.call("TabularGetStats", "t.csv"))
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()


def test_the_same_question_has_one_answer(bench: Bench) -> None:
    """A few repeats always; a hundred with the slow tests."""
    text = table()
    bench.add("t.csv", text)
    hashes = set()
    for repeat in range(12):
        if repeat % 4 == 3:
            bench.restart()
        if repeat % 5 == 4:
            for path in bench.tabular.iterdir():
                path.unlink()
        hashes.add(answers(bench))
    assert len(hashes) == 1


@pytest.mark.slow
@pytest.mark.timeout(1200)  # four hundred boxed calls: more than 180 s on a busy machine
def test_a_hundred_repeats_with_restarts_and_loads_give_one_hash(bench: Bench) -> None:
    bench.add("t.csv", table())
    hashes = set()
    for repeat in range(100):
        if repeat % 10 == 9:
            bench.restart()
        if repeat % 7 == 6:
            for path in bench.tabular.iterdir():
                path.unlink()
        hashes.add(answers(bench))
    assert len(hashes) == 1
