"""Tables: what each piece of work takes, beside what DuckDB or the bare writer takes for it.

Every figure is a ratio or a limit measured in this one run, alternating with its reference, on a
seeded file of a million rows and twelve mixed columns.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb

from keenbench.jsonrpc import Caller
from keenbench.sandbox.backends import parser_box
from keenbench.settings import Settings
from keenbench.worker.broker import Broker
from keenbench.worker.files import WorkbenchFiles

ROWS = 1_000_000
SHEET_ROWS = 100_000
REPEATS = 3
GROUP_BY_REPEATS = 11
HEADER = "id,name,city,amount,price,qty,day,at,active,ratio,code,note"
GROUP_BY = "SELECT city, count(*) AS n, sum(amount) AS total FROM data GROUP BY city ORDER BY city"
MIB = 1024 * 1024

Row = dict[str, Any]


def run() -> list[Row]:
    folder = Path(tempfile.mkdtemp(prefix="keenbench-bench-"))
    try:
        return _Bench(folder).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def row(
    name: str,
    value: float,
    unit: str,
    target: float,
    reference: float | None = None,
) -> Row:
    return {
        "name": name,
        "value": round(value, 4),
        "unit": unit,
        "target": target,
        "reference": None if reference is None else round(reference, 4),
        "ratio": None if not reference else round(value / reference, 3),
        "held": (value / reference if unit == "s" and reference else value) <= target,
    }


def write_table(path: Path, rows: int) -> None:
    rng = random.Random(11)
    first = date(2019, 1, 1)
    words = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf")
    with path.open("w") as file:
        file.write(HEADER + "\n")
        for n in range(rows):
            day = first + timedelta(days=n % 2000)
            file.write(
                f"{n + 1},{words[n % 7]} {n % 977},City {n % 311},"
                f"{rng.randrange(-(10**6), 10**6) / 100:.2f},{rng.random() * 1000:.4f},{n % 50},"
                f"{day},{day} {n % 24:02d}:{n % 60:02d}:{n % 59:02d},"
                f"{'true' if n % 3 else 'false'},{rng.random() + 0.01:.12f},C{n % 9999:05d},"
                f'"a note, number {n % 7919}"\n'
            )


class _Bench:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = Settings(data_dir=folder)
        self.workbench = self.settings.workbenches_dir / "w"
        (self.workbench / "published").mkdir(parents=True)
        (self.workbench / "meta").mkdir()
        self.source = self.workbench / "published" / "big.csv"
        write_table(self.source, ROWS)
        head = self.workbench / "published" / "part.csv"
        with self.source.open() as whole, head.open("w") as part:
            for _, line in zip(range(SHEET_ROWS + 1), whole, strict=False):
                part.write(line)
        self.broker = self._broker()
        self.peak = 0

    def _broker(self) -> Broker:
        files = WorkbenchFiles(self.settings.workbenches_dir)
        return Broker(self.settings, parser_box(self.settings), files)

    def call(self, method: str, path: str = "big.csv", **params: Any) -> Any:
        caller = Caller(lambda done, total, stage: None, threading.Event())
        return self.broker.handle(method, {"workbench_id": "w", "path": path, **params}, caller)

    def run(self) -> list[Row]:
        try:
            rows = [*self.cold(), *self.warm(), *self.exports()]
            rows.append(row("parser: peak memory", self.peak / MIB, "MiB", 600))
            return rows
        finally:
            self.broker.close()

    # -- cold ---------------------------------------------------------------------------------

    def plain(self) -> None:
        target = self.folder / "plain.duckdb"
        target.unlink(missing_ok=True)
        with duckdb.connect(str(target)) as connection:
            connection.execute(f"CREATE TABLE t AS SELECT * FROM read_csv('{self.source}')")

    def cold_map(self) -> None:
        for path in (self.workbench / "meta" / "tabular").glob("*"):
            path.unlink()
        self.call("TabularGetMap")

    def cold(self) -> list[Row]:
        self.call("TabularGetMap", "part.csv")  # a parser stands ready, as in a session
        ours, theirs = self.alternate(self.cold_map, self.plain)
        size = len(json.dumps(self.call("TabularGetMap")))
        return [
            row("cold map of 1M x 12", ours, "s", 1.8, theirs),
            row("map size", size, "bytes", 10_000),
        ]

    # -- warm ---------------------------------------------------------------------------------

    def warm(self) -> list[Row]:
        found = [
            row("warm map", self.best(lambda: self.call("TabularGetMap")) * 1000, "ms", 10),
            row("warm describe", self.best(lambda: self.call("TabularDescribe")) * 1000, "ms", 10),
            row(
                "rows at 900,000",
                self.best(lambda: self.call("TabularReadRows", row_start=900_000, row_count=100))
                * 1000,
                "ms",
                20,
            ),
        ]
        database = next(
            path
            for path in (self.workbench / "meta" / "tabular").glob("*.duckdb")
            if path.stat().st_size > 10 * MIB
        )
        with duckdb.connect(str(database), read_only=True, config={"threads": 1}) as connection:
            inside: list[float] = []
            ours: list[float] = []
            for number in range(GROUP_BY_REPEATS + 1):
                # Both after a second in which nothing happens, as between two questions of a
                # person; meanwhile the next runner is made. The first of each warms up.
                for times, work in (
                    (inside, lambda: connection.execute(GROUP_BY).fetchall()),
                    (ours, lambda: self.call("TabularQuery", query=GROUP_BY)),
                ):
                    time.sleep(1)
                    took = _time(work) * 1000
                    times.extend([took] if number else [])
        most = statistics.median(inside) + 15
        found.append(
            {
                **row("group-by query, warm", statistics.median(ours), "ms", most),
                "reference": round(statistics.median(inside), 4),
                "ratio": round(statistics.median(ours) / statistics.median(inside), 3),
            }
        )
        return found

    # -- exports ------------------------------------------------------------------------------

    def exports(self) -> list[Row]:
        copied = self.folder / "copied.csv"
        plain = self.folder / "plain.duckdb"

        def copy() -> None:
            with duckdb.connect(str(plain), read_only=True) as connection:
                connection.execute(f"COPY t TO '{copied}' (FORMAT csv, HEADER)")

        def export() -> None:
            self.call("TabularExport", target_path="out.csv", format="csv")

        ours, theirs = self.alternate(export, copy)
        found = [row("export 1M rows to csv", ours, "s", 1.5, theirs)]

        def to_sheet() -> None:
            self.call("TabularExport", "part.csv", target_path="part.xlsx", format="xlsx")

        records = list(_records(SHEET_ROWS))

        def bare() -> None:
            from rustpy_xlsxwriter import write_worksheet

            write_worksheet(iter(records), str(self.folder / "bare.xlsx"))

        ours, theirs = self.alternate(to_sheet, bare)
        found.append(row("export 100k x 12 to xlsx", ours, "s", 1.5, theirs))
        self.broker.close()
        before, self.peak, self.broker = self.peak, 0, self._broker()
        self.measured(lambda: self.call("TabularExport", target_path="out.xlsx", format="xlsx"))
        found.append(row("export 1M rows to xlsx: peak memory", self.peak / MIB, "MiB", 250))
        self.peak = max(before, self.peak)
        return found

    # -- measuring ----------------------------------------------------------------------------

    def alternate(self, ours: Callable[[], Any], theirs: Callable[[], Any]) -> tuple[float, float]:
        mine, others = [], []
        for _ in range(REPEATS):
            others.append(_time(theirs))
            mine.append(self.measured(lambda: _time(ours)))
        return statistics.median(mine), statistics.median(others)

    def best(self, work: Callable[[], Any]) -> float:
        work()
        return min(_time(work) for _ in range(9))

    def measured(self, work: Callable[[], Any]) -> Any:
        """Run `work` and keep the most memory that a parser took meanwhile."""
        done = threading.Event()

        def watch() -> None:
            while not done.wait(0.02):
                for parser in self.broker.info()["parsers"]:
                    if parser["pid"]:
                        self.peak = max(self.peak, _peak_of(int(parser["pid"])))

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            return work()
        finally:
            done.set()
            watcher.join()


def _time(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _peak_of(pid: int) -> int:
    """Return the largest resident memory that a process below `pid` takes now."""
    peak, todo = 0, [pid]
    while todo:
        one = todo.pop()
        try:
            text = Path(f"/proc/{one}/statm").read_text()
            children = Path(f"/proc/{one}/task/{one}/children").read_text()
        except OSError:
            continue  # gone meanwhile
        peak = max(peak, int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE"))
        todo += [int(child) for child in children.split()]
    return peak


def _records(count: int) -> list[Row]:
    names = HEADER.split(",")
    first = datetime(2019, 1, 1)
    return [
        dict(
            zip(
                names,
                (
                    n, f"alpha {n % 977}", f"City {n % 311}", n / 100, n / 7, n % 50,
                    (first + timedelta(days=n % 2000)).date(), first + timedelta(minutes=n),
                    n % 3 > 0, n / 11, f"C{n % 9999:05d}", f"a note, number {n % 7919}",
                ),
                strict=True,
            )
        )
        for n in range(count)
    ]  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(run(), indent=2))
