"""The worker itself killed in the middle: nothing half-made shows, and the next one works."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from keenbench.engine.engine import Engine
from keenbench.settings import Settings
from tests.integration.test_worker import WorkerProcess

pytestmark = pytest.mark.needs("bubblewrap")

ROWS = 150_000
Start = Callable[[], WorkerProcess]


@pytest.fixture
def workbench(tmp_path: Path) -> Path:
    folder = tmp_path / "workbenches" / "w"
    (folder / "published").mkdir(parents=True)
    (folder / "meta").mkdir()
    rows = "".join(f"{n},{n / 3:.6f},text {n}\n" for n in range(ROWS))
    (folder / "published" / "t.csv").write_text("a,b,c\n" + rows)
    return folder


@pytest.fixture
def start(workbench: Path) -> Iterator[Start]:
    started: list[WorkerProcess] = []

    def one_more() -> WorkerProcess:
        started.append(WorkerProcess(workbench.parent))
        return started[-1]

    yield one_more
    for worker in started:
        if worker.process.poll() is None:
            worker.close()


def kill_at(worker: WorkerProcess, stage: str, method: str, **params: Any) -> None:
    worker.send(method, workbench_id="w", path="t.csv", progress=True, **params)
    for _ in range(3000):
        if any(said["params"].get("stage") == stage for said in list(worker.notifications)):
            worker.process.kill()
            worker.process.wait(30)
            return
        time.sleep(0.01)
    raise AssertionError(f"never came to {stage}")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def test_killed_while_loading(workbench: Path, start: Start) -> None:
    kill_at(start(), "loading", "TabularGetMap")
    shown = [name for name in names(workbench / "meta" / "tabular") if not name.startswith(".")]
    assert shown == []
    found = start().call("TabularGetMap", workbench_id="w", path="t.csv")
    assert found["row_count"] == ROWS
    assert len(names(workbench / "meta" / "tabular")) == 3


def test_killed_while_exporting(workbench: Path, start: Start) -> None:
    (workbench / "draft").mkdir()
    (workbench / "draft" / "o.xlsx").write_bytes(b"before")
    first = start()
    first.call("TabularGetMap", workbench_id="w", path="t.csv")
    kill_at(first, "writing", "TabularExport", target_path="o.xlsx", format="xlsx")
    assert names(workbench / "draft") == ["o.xlsx"]
    assert (workbench / "draft" / "o.xlsx").read_bytes() == b"before"
    params = {"workbench_id": "w", "path": "t.csv", "target_path": "o.csv", "format": "csv"}
    assert start().call("TabularExport", **params)["row_count"] == ROWS


def test_a_worker_that_starts_sweeps_what_another_left(workbench: Path, start: Start) -> None:
    tabular = workbench / "meta" / "tabular"
    tabular.mkdir()
    (tabular / ".0123456789abcdef.tmp").write_bytes(b"half")
    (tabular / ("0" * 64 + ".duckdb")).write_bytes(b"of a file that is gone")
    start()
    for _ in range(1000):
        if not names(tabular):
            return
        time.sleep(0.01)
    raise AssertionError(names(tabular))


def test_the_table_of_a_removed_file_goes_with_the_last_file_of_that_content(
    tmp_path: Path,
) -> None:
    engine = Engine(Settings(data_dir=tmp_path / "data"))
    try:
        bench = engine.call("WorkbenchCreate", {"name": "Tables"})["workbench_id"]
        paths = [tmp_path / "one.csv", tmp_path / "two.csv"]
        for path in paths:
            path.write_text("a,b\n1,2\n")
        of = {"workbench_id": bench}
        engine.call("WorkbenchFilesAdd", of | {"source_paths": [str(path) for path in paths]})
        tabular = engine.settings.workbenches_dir / bench / "meta" / "tabular"
        for path in paths:
            engine.call("TabularGetMap", of | {"path": path.name})
        assert len(list(tabular.glob("*.duckdb"))) == 1
        engine.call("WorkbenchFilesRemove", of | {"paths": ["one.csv"]})
        assert len(list(tabular.glob("*.duckdb"))) == 1
        engine.call("WorkbenchFilesRemove", of | {"paths": ["two.csv"]})
        assert names(tabular) == []
    finally:
        engine.close()
