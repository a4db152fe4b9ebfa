"""What both engines must do; each engine's module runs it with its own `image`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import _duckdb
import pytest

from keenbench.errors import (
    RunnerResourceExceeded,
    RunnerTimeout,
    SqlPolicyViolation,
    UserCanceled,
)
from keenbench.sandbox.container_engine import LABEL, Image
from keenbench.sandbox.container_runner import Dataset
from keenbench.sandbox.containers import ContainerRunners
from keenbench.sandbox.runs import LentTable, RunRequest

ENDLESS = "SELECT count(*) FROM range(1000000000000) a, range(1000000) b"
# DuckDB looks at its interrupt between chunks, and here one row takes forever.
DEAF = "SELECT levenshtein(repeat('a', 900000), repeat('b', 900000))"
# A bound on what hangs, not on how fast a busy machine is.
PATIENCE = 60


@pytest.fixture(scope="module")
def sales(tmp_path_factory: pytest.TempPathFactory) -> LentTable:
    path = tmp_path_factory.mktemp("tables") / "sales.duckdb"
    with _duckdb.connect(str(path)) as connection:
        connection.execute(
            "CREATE TABLE data AS SELECT i AS id, 'r' || (i % 4) AS region, i / 3.0 AS amount "
            "FROM range(20000) t(i)"
        )
    return LentTable("sales", path)


@pytest.fixture
def pool(image: Image) -> Iterator[ContainerRunners]:
    """Containers that must all be gone when it closes."""
    pool = ContainerRunners(image)
    yield pool
    pool.close()
    assert until_none(image) == []


def containers(image: Image, process: int | None = None) -> list[str]:
    """Return the containers that a process has, running or not: this one, or the one named.

    Other tests may have containers of theirs on the same engine at the same time.
    """
    shown = f'{{{{.Label "{LABEL}"}}}}' if image.engine == "docker" else "{{.Labels}}"
    listing = [*image.command, "ps", "--all", "--filter", f"label={LABEL}", "--format", shown]
    found = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    owner = f"{os.uname().nodename}:{process or os.getpid()}:"
    return [line for line in found.splitlines() if owner in line]


def until_some(image: Image, process: int | None = None) -> None:
    ends = time.monotonic() + PATIENCE
    while not containers(image, process):
        assert time.monotonic() < ends, "no container was started"
        time.sleep(0.1)


def until_none(image: Image, process: int | None = None) -> list[str]:
    ends = time.monotonic() + PATIENCE
    while (found := containers(image, process)) and time.monotonic() < ends:
        time.sleep(0.1)
    return found


def test_a_query_runs_over_the_mounted_table(pool: ContainerRunners, sales: LentTable) -> None:
    sql = "SELECT region, count(*) AS n, sum(amount) AS s FROM sales GROUP BY region"
    result = pool.run(RunRequest(sql, (sales,), hash=True))
    assert [row[:2] for row in result.rows] == [[f"r{n}", 5000] for n in range(4)]
    assert result.column_types == ["string", "integer", "float"]
    assert result.result_hash == pool.run(RunRequest(sql, (sales,), hash=True)).result_hash


def test_every_query_has_a_container_of_its_own(pool: ContainerRunners, sales: LentTable) -> None:
    for _ in range(3):
        assert pool.run(RunRequest("SELECT 1 AS one", (sales,))).rows == [[1]]
    (dataset,) = pool.status()["datasets"]
    assert dataset["started"] >= 3


def test_a_new_version_of_a_table_is_not_answered_from_the_old(
    pool: ContainerRunners, tmp_path: Path
) -> None:
    table = LentTable("t", tmp_path / "t.duckdb")
    for version in (1, 2):
        made = tmp_path / f"{version}.duckdb"
        with _duckdb.connect(str(made)) as connection:
            connection.execute(f"CREATE TABLE data AS SELECT {version} AS v")
        made.rename(table.path)
        assert pool.run(RunRequest("SELECT v FROM t", (table,))).rows == [[version]]


def test_limits_end_in_their_own_errors(pool: ContainerRunners, sales: LentTable) -> None:
    with pytest.raises(RunnerTimeout):
        pool.run(RunRequest(ENDLESS, (sales,), timeout_seconds=1))
    with pytest.raises(RunnerResourceExceeded):
        pool.run(RunRequest("SELECT repeat('x', 4000000000)", (sales,), timeout_seconds=30))
    with pytest.raises(SqlPolicyViolation):
        pool.run(RunRequest("FROM read_csv('/etc/passwd')", (sales,)))


def test_a_container_that_does_not_stop_is_killed_by_name(
    pool: ContainerRunners, sales: LentTable
) -> None:
    started = time.monotonic()
    with pytest.raises(RunnerTimeout, match="longer than its 1 s"):
        pool.run(RunRequest(DEAF, (sales,), timeout_seconds=1))
    # Starting one takes half a second, and more on a busy machine; the query would take an hour.
    assert time.monotonic() - started < PATIENCE


def test_a_query_can_be_cancelled(pool: ContainerRunners, sales: LentTable) -> None:
    canceled = threading.Event()
    threading.Timer(2, canceled.set).start()
    with pytest.raises(UserCanceled):
        pool.run(RunRequest(ENDLESS, (sales,), timeout_seconds=60), canceled)


def test_many_at_once_give_as_many_answers(pool: ContainerRunners, sales: LentTable) -> None:
    answers: list[int] = []

    def ask(number: int) -> None:
        request = RunRequest(f"SELECT {number} AS n FROM sales LIMIT 1", (sales,))
        answers.append(pool.run(request).rows[0][0])

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == list(range(8))


def test_no_container_outlives_a_server_that_was_killed(image: Image, sales: LentTable) -> None:
    code = f"""
import sys
from pathlib import Path
from keenbench.sandbox.container_engine import Image
from keenbench.sandbox.container_runner import Dataset
from keenbench.sandbox.containers import ContainerRunners
from keenbench.sandbox.runs import LentTable, RunRequest
pool = ContainerRunners(Image({image.engine!r}, {image.name!r}))
table = LentTable("sales", Path({str(sales.path)!r}))
print(pool.run(RunRequest("SELECT 1 AS one", (table,))).rows, flush=True)
pool.run(RunRequest({DEAF!r}, (table,), timeout_seconds=3))
"""
    server = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    assert server.stdout.readline() == "[[1]]\n"
    until_some(image, server.pid)
    server.send_signal(signal.SIGKILL)
    server.wait()
    server.stdout.close()
    # Those that wait see the end of their stdin, the one that runs its own clock.
    assert until_none(image, server.pid) == []


def test_what_was_left_behind_is_swept_by_the_next_server(image: Image) -> None:
    nobody = 999999999
    gone = f"{os.uname().nodename}:{nobody}:1"
    argv = [*image.run("keenbench-left-behind", []), "--"]
    argv[argv.index("--label") + 1] = f"{LABEL}={gone}"
    left = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        until_some(image, nobody)
        ContainerRunners(image).close()
        assert until_none(image, nobody) == []
    finally:
        left.communicate()


def test_the_image_answers_one_request_on_stdin_by_hand(image: Image, sales: LentTable) -> None:
    request = {
        "dataset_id": "demo",
        "tables": [{"name": "sales", "path": "/data/sales.duckdb"}],
        "sql": "SELECT count(*) AS n FROM sales",
        "timeout_seconds": 20,
        "max_rows": 5,
        "offset": 0,
    }
    folder = sales.path.parent
    folder.chmod(0o755)
    argv = image.run("keenbench-by-hand", ["--volume", f"{folder}:/data:ro"])
    done = subprocess.run(argv, input=json.dumps(request, indent=2), capture_output=True, text=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    assert (answer["status"], answer["rows"]) == ("success", [[20_000]])


def test_the_container_sees_nothing_and_is_nobody(image: Image, sales: LentTable) -> None:
    probe = (
        "import os, socket; print(os.getuid(), os.getgid(), sorted(os.listdir('/data')));"
        "print([line.split()[1] for line in open('/proc/self/status') if 'CapEff' in line]);"
        "print([line.split()[1] for line in open('/proc/self/status') if 'NoNewPrivs' in line]);"
        "print(socket.if_nameindex())\n"
        "try: open('/x', 'w')\nexcept OSError as error: print(error.strerror)\n"
        "try: open('/data/0.duckdb', 'ab')\nexcept OSError as error: print(error.strerror)\n"
    )
    mounts = Dataset.of(RunRequest("", (sales, replace(sales, name="again")))).mounts()
    argv = image.run("keenbench-probe", mounts)
    argv[-1:] = ["--entrypoint", "python3", image.name, "-c", probe]
    said = subprocess.run(argv, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0] == "64533 64533 ['0.duckdb']"
    assert said[1] == "['0000000000000000']"
    assert said[2] == "['1']"
    assert said[3] == "[(1, 'lo')]"
    assert said[4:] == ["Read-only file system", said[5]]
    assert said[5] in ("Read-only file system", "Permission denied")
