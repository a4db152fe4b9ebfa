"""A table is loaded once, found again, and goes with its file; a crash leaves nothing half-made."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from keenbench.errors import KeenBenchError, UserCanceled
from keenbench.worker.ingested import sweep
from tests.integration.tables.conftest import SALES, Bench

pytestmark = pytest.mark.needs("bubblewrap")

# Large enough that a kill comes in the middle.
ROWS = 200_000
LARGE = "a,b,c\n" + "".join(f"{n},{n / 3:.6f},text {n}\n" for n in range(ROWS))
Report = Callable[[int, int | None, str], None]


def times(bench: Bench) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in bench.tabular.iterdir()}


def test_a_table_is_loaded_once_and_survives_a_restart(bench: Bench) -> None:
    bench.add("sales.csv", SALES)
    first = bench.call("TabularGetMap", "sales.csv")
    before = times(bench)
    assert bench.call("TabularGetMap", "sales.csv") == first
    bench.restart()
    assert bench.call("TabularGetMap", "sales.csv") == first
    assert times(bench) == before


def test_a_warm_call_does_not_read_the_source(bench: Bench) -> None:
    path = bench.add("sales.csv", SALES)
    bench.call("TabularGetMap", "sales.csv")
    # Same size and times, other bytes: whoever read the file would see them.
    status = path.stat()
    assert len(os.listdir(bench.tabular)) == 3  # noqa: PTH208
    source = next(bench.tabular.glob("*.source"))
    assert str(status.st_mtime_ns) in source.read_text()


def test_a_changed_file_is_loaded_again_and_the_old_table_goes(bench: Bench) -> None:
    bench.add("t.csv", "a,b\n1,2\n")
    bench.call("TabularGetMap", "t.csv")
    old = bench.databases
    bench.add("t.csv", "a,b\n1,2\n3,4\n")
    assert bench.call("TabularGetMap", "t.csv")["row_count"] == 2
    assert len(bench.databases) == 1
    assert bench.databases != old


def test_equal_content_shares_a_table_which_goes_with_the_last_file(bench: Bench) -> None:
    one, two = bench.add("one.csv", SALES), bench.add("two.csv", SALES)
    assert bench.call("TabularGetMap", "one.csv")["path"] == "one.csv"
    assert bench.call("TabularGetMap", "two.csv")["path"] == "two.csv"
    assert len(bench.databases) == 1
    one.unlink()
    assert sweep(bench.workbench) == 0
    assert len(bench.databases) == 1
    two.unlink()
    assert sweep(bench.workbench) == 1
    assert list(bench.tabular.iterdir()) == []


def test_what_a_killed_worker_was_writing_is_swept(bench: Bench) -> None:
    bench.add("t.csv", "a,b\n1,2\n")
    bench.call("TabularGetMap", "t.csv")
    half = bench.tabular / ".0123456789abcdef.tmp"
    half.write_bytes(b"half")
    assert sweep(bench.workbench) == 0
    assert not half.exists()
    assert len(bench.databases) == 1


def test_two_calls_at_once_load_a_file_once(bench: Bench) -> None:
    bench.add("t.csv", LARGE)
    with ThreadPoolExecutor(2) as calls:
        first = calls.submit(bench.call, "TabularGetMap", "t.csv")
        second = calls.submit(bench.call, "TabularDescribe", "t.csv")
    assert first.result()["row_count"] == second.result()["row_count"] == ROWS
    assert bench.broker.info()["parsers_started"] <= 2
    assert len(bench.databases) == 1


def test_what_the_caller_overrules_is_another_table(bench: Bench) -> None:
    bench.add("t.csv", "a;b,c\n1;2,3\n4;5,6\n")
    assert bench.call("TabularGetMap", "t.csv", delimiter=",")["delimiter"] == ","
    assert bench.call("TabularGetMap", "t.csv", delimiter=";")["delimiter"] == ";"
    assert len(bench.databases) == 2


def killing(bench: Bench, stage: str) -> Report:
    """Return a report that kills the parser when it first says that it is at `stage`.

    The broker calls it while the parser works on, so the kill comes in the middle.
    """

    killed: list[int] = []

    def report(done: int, total: int | None, said: str) -> None:
        if said == stage and not killed:
            (parser,) = bench.broker.info()["parsers"]
            killed.append(parser["pid"])
            os.kill(parser["pid"], signal.SIGKILL)

    bench.broker.info()  # the first time takes a while
    return report


def test_a_parser_killed_while_loading_leaves_nothing_and_the_next_call_works(bench: Bench) -> None:
    bench.add("t.csv", LARGE)
    with pytest.raises(KeenBenchError):
        bench.call("TabularGetMap", "t.csv", progress=True, report=killing(bench, "loading"))
    assert not bench.tabular.exists() or list(bench.tabular.iterdir()) == []
    assert bench.call("TabularGetMap", "t.csv")["row_count"] == ROWS


def test_a_parser_killed_while_exporting_leaves_the_target_as_it_was(bench: Bench) -> None:
    bench.add("t.csv", LARGE)
    bench.draft.mkdir()
    (bench.draft / "o.xlsx").write_bytes(b"before")
    bench.call("TabularGetMap", "t.csv")
    with pytest.raises(KeenBenchError):
        bench.call(
            "TabularExport", "t.csv", target_path="o.xlsx", format="xlsx",
            progress=True, report=killing(bench, "writing"),
        )  # fmt: skip
    assert os.listdir(bench.draft) == ["o.xlsx"]  # noqa: PTH208
    assert (bench.draft / "o.xlsx").read_bytes() == b"before"
    done = bench.call("TabularExport", "t.csv", target_path="o.csv", format="csv")
    assert done["row_count"] == ROWS


def test_an_export_reports_progress_and_can_be_cancelled(bench: Bench) -> None:
    bench.add("t.csv", LARGE)
    stages: list[str] = []
    canceled = threading.Event()

    def report(done: int, total: int | None, stage: str) -> None:
        stages.append(stage)
        if stage == "writing" and done > 0:
            canceled.set()

    with pytest.raises(UserCanceled):
        bench.call(
            "TabularExport", "t.csv", target_path="o.xlsx", format="xlsx",
            progress=True, report=report, canceled=canceled,
        )  # fmt: skip
    assert {"loading", "writing"} <= set(stages)
    assert not (bench.draft / "o.xlsx").exists()
