"""What a fresh sandbox costs a query, beside DuckDB in the same process and beside `docker run`.

A million rows, twelve columns. The rounds are interleaved and the medians compared, because the
machine does other things too.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb
from scripts import container_engines

from keenbench.sandbox.backends import boxed_runners
from keenbench.sandbox.container_engine import Image
from keenbench.sandbox.container_runner import Dataset
from keenbench.sandbox.containers import ContainerRunners
from keenbench.sandbox.forked import ForkedBubblewrap
from keenbench.sandbox.runs import LentTable, RunRequest

ROUNDS = 41
ALLOWED_MS = 15.0
AT_ONCE = 64

TABLE = """
CREATE TABLE data AS
SELECT i AS id, 'name ' || (hash(i) % 5000) AS name, (hash(i * 7) % 1000000) / 100.0 AS amount,
       ((hash(i * 3) % 100000) / 100.0)::DECIMAL(12, 2) AS price,
       DATE '2020-01-01' + (hash(i) % 1500)::INTEGER AS day, (hash(i * 11) % 50)::INTEGER AS k,
       ['north', 'south', 'east', 'west'][1 + (hash(i * 13) % 4)::INTEGER] AS region,
       TIMESTAMP '2020-01-01' + to_seconds((hash(i) % 100000000)::BIGINT) AS at,
       hash(i * 17) % 2 = 0 AS flag, 'some longer text, number ' || i AS note,
       i * 1.1::DOUBLE AS x, (hash(i) % 1000)::BIGINT AS z
FROM range(1000000) t(i)
"""
SQL = (
    "SELECT region, sum(amount) AS amount, count(*) AS n FROM data GROUP BY region ORDER BY region"
)


def run() -> list[dict[str, Any]]:
    _go_ahead_of_others()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.duckdb"
        with duckdb.connect(str(path)) as connection:
            connection.execute(TABLE)
        return [*_boxes(path), *_containers(path)]


def _boxes(path: Path) -> list[dict[str, Any]]:
    request = RunRequest(SQL, (LentTable("data", path),))
    pool = boxed_runners(ForkedBubblewrap())
    # The same work in our own process, with the database open and warm.
    connection = duckdb.connect(str(path), read_only=True, config={"threads": 1})
    try:

        def in_box() -> None:
            pool.run(request)

        def in_process() -> None:
            connection.execute(SQL).fetchall()

        def ready() -> None:
            pool.wait_until_warm()
            time.sleep(0.05)  # the ended one is being cleared away

        boxed, plain = _medians(in_box, in_process, ready)
        seconds = _at_once(lambda: pool.run(request))
    finally:
        pool.close()
        connection.close()
    return [
        _row("query in a warm box, over in-process DuckDB", boxed - plain, plain, boxed / plain),
        {
            "name": f"{AT_ONCE} queries at once, each in a box of its own",
            "value": seconds,
            "unit": "s",
            "target": "no error",
            "reference": None,
            "ratio": None,
            "held": True,
        },
    ]


def _containers(path: Path) -> list[dict[str, Any]]:
    if not container_engines.docker_present():
        return []
    table = LentTable("data", path)
    request = RunRequest(SQL, (table,))
    with container_engines.docker() as name, _container_pool(Image("docker", name)) as pool:
        image = Image("docker", name)
        dataset = Dataset.of(request)
        message = request.to_json([{"name": "data", "path": dataset.inside(path)}])
        line = json.dumps(message) + "\n"
        numbers = iter(range(10_000))

        def docker_run() -> None:
            argv = image.run(f"keenbench-bench-{os.getpid()}-{next(numbers)}", dataset.mounts())
            done = subprocess.run(argv, input=line, capture_output=True, text=True, check=True)
            assert json.loads(done.stdout)["status"] == "success"

        def in_container() -> None:
            pool.run(request)

        pool.run(request)
        warm, cold = _medians(in_container, docker_run, lambda: time.sleep(1.5), rounds=9)
    return [
        {
            "name": "query with `docker run`",
            "value": cold,
            "unit": "ms",
            "target": "for comparison",
            "reference": None,
            "ratio": None,
            "held": None,
        },
        {
            "name": "query in a warm container, against `docker run`",
            "value": warm,
            "unit": "ms",
            "target": "faster",
            "reference": cold,
            "ratio": warm / cold,
            "held": warm < cold,
        },
    ]


def _go_ahead_of_others() -> None:
    """Take both sides of every comparison out of the queue behind what else runs here."""
    with suppress(PermissionError):
        os.nice(-15)


@contextmanager
def _container_pool(image: Image) -> Iterator[ContainerRunners]:
    pool = ContainerRunners(image)
    try:
        yield pool
    finally:
        pool.close()


def _medians(
    first: Callable[[], None],
    second: Callable[[], None],
    between: Callable[[], None],
    rounds: int = ROUNDS,
) -> tuple[float, float]:
    """Return the median milliseconds of both, taken in turns after a round that does not count."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for work, taken in zip((first, second), times, strict=True):
            between()
            started = time.perf_counter()
            work()
            if number:
                taken.append((time.perf_counter() - started) * 1000)
    return statistics.median(times[0]), statistics.median(times[1])


def _at_once(work: Callable[[], object]) -> float:
    failures: list[BaseException] = []

    def attempt() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - raised below
            failures.append(error)

    threads = [threading.Thread(target=attempt) for _ in range(AT_ONCE)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return time.perf_counter() - started


def _row(name: str, over: float, reference: float, ratio: float) -> dict[str, Any]:
    return {
        "name": name,
        "value": over,
        "unit": "ms",
        "target": f"<= {ALLOWED_MS:g} ms over",
        "reference": reference,
        "ratio": ratio,
        "held": over <= ALLOWED_MS,
    }
