"""The worker's calls about tables share one pool of runners."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

from keenbench.settings import Settings
from keenbench.worker import tabular
from keenbench.worker.tabular import TableCalls


def test_calls_that_come_at_once_make_one_pool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    together = threading.Barrier(8)

    def make(settings: Settings) -> object:
        time.sleep(0.05)
        made.append(object())
        return made[-1]

    monkeypatch.setattr(tabular, "runners", make)
    calls = TableCalls(Settings(data_dir=tmp_path), cast(Any, None), cast(Any, None))

    def warm_up(_: int) -> object:
        together.wait()
        return calls.warm_up()

    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(warm_up, range(8)))
    assert len(made) == 1
    assert set(given) == set(made)
