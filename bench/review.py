"""Two versions of a large sheet compared in the parser's box: one row inserted, twenty cells."""

from __future__ import annotations

import os
import random
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import xlsxwriter

from keenbench.jsonrpc import Caller
from keenbench.sandbox.backends import parser_box
from keenbench.settings import Settings
from keenbench.worker.broker import Broker
from keenbench.worker.files import WorkbenchFiles

ROWS, COLUMNS, CHANGED = 100_000, 10, 20
ROUNDS = 3
TARGET = 3.0


def make(file: Path) -> None:
    """Write a sheet of numbers, names and fractions."""
    chance = random.Random(1)
    book = xlsxwriter.Workbook(str(file), {"constant_memory": False})
    sheet = book.add_worksheet("Data")
    for row in range(ROWS):
        texts = [f"name {row % 5000}", f"city {row % 97}", f"id-{row}"]
        numbers = [chance.random() * 1000, chance.randrange(10**6), chance.random()]
        more = [chance.randrange(100), chance.random() * 10, chance.randrange(2), row]
        for column, value in enumerate([*texts, *numbers, *more][:COLUMNS]):
            sheet.write(row, column, value)
    book.close()


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        published = folder / "workbenches" / "bench" / "published"
        published.mkdir(parents=True)
        make(published / "data.xlsx")
        settings = Settings(data_dir=folder / "data", workbenches_override=published.parents[1])
        broker = Broker(settings, parser_box(settings), WorkbenchFiles(published.parents[1]))
        try:
            return [_measured(broker, published)]
        finally:
            broker.close()


def _measured(broker: Broker, published: Path) -> dict[str, Any]:
    caller = Caller(lambda done, total, stage: None, threading.Event())
    chance = random.Random(5)
    places = chance.sample(range(ROWS * COLUMNS), CHANGED)
    cells = [
        {"cell": f"{'ABCDEFGHIJ'[place % COLUMNS]}{place // COLUMNS + 1}", "value": f"changed {at}"}
        for at, place in enumerate(places)
    ]
    middle = ROWS // 2
    ops = [
        {"op": "set_cells", "sheet": "Data", "cells": cells},
        {"op": "insert_rows", "sheet": "Data", "row": middle},
        {
            "op": "set_range",
            "sheet": "Data",
            "start": f"A{middle}",
            "values": [list(range(COLUMNS))],
        },
    ]
    asked = {"workbench_id": "bench", "path": "data.xlsx"}
    broker.handle("XlsxApplyOps", {**asked, "ops": ops}, caller)
    both = {**asked, "reference_root": "published"}
    taken = []
    for _ in range(ROUNDS):
        os.utime(published / "data.xlsx")  # or the second would be remembered
        time.sleep(0.1)
        started = time.perf_counter()
        answer = broker.handle("XlsxCompare", both, caller)
        taken.append(time.perf_counter() - started)
    value = min(taken)
    exact = answer["summary"] == {"cell": CHANGED, "cell_value": CHANGED, "row_inserted": 1}
    return {
        "name": "xlsx cell diff, 100k x 10, one row inserted, 20 cells changed",
        "value": value,
        "unit": "s",
        "target": "<= 3 s, and reports 1 row + 20 cells",
        "reference": TARGET,
        "ratio": value / TARGET,
        "held": exact and value <= TARGET,
    }
