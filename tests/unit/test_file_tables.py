"""Which tables the files of a dataset hold, and what of it a fault that passes may not decide."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.analyst.dataset import Dataset, DatasetFile
from keenbench.analyst.file_tables import find_tables
from keenbench.analyst.worker_calls import WorkerCalls
from keenbench.errors import Busy, DiskFull, FileReadFailed, KeenBenchError, UserCanceled

FILES = tuple(DatasetFile(f"{name}.csv", f"{name}.csv") for name in "abc")
DATASET = Dataset("d", "D", "own", FILES)


class Worker:
    """Describes every table, but for one."""

    def __init__(self, fault: KeenBenchError) -> None:
        self._fault = fault

    def call(self, method: str, params: dict[str, Any], *, canceled: Any = None) -> Any:
        if params["tables"][0]["path"] == "b.csv":
            raise self._fault
        return {"tables": [{"description": {"warnings": []}}]}


@pytest.mark.parametrize("fault", [UserCanceled("c"), Busy("b"), DiskFull("d")])
def test_a_fault_that_passes_leaves_no_table_out(fault: KeenBenchError) -> None:
    call = WorkerCalls(Worker(fault), None)
    with pytest.raises(type(fault)):
        find_tables(DATASET, call, [])


def test_a_file_that_cannot_be_read_is_told_and_others_are_there() -> None:
    warnings: list[dict[str, str]] = []
    call = WorkerCalls(Worker(FileReadFailed("It is damaged.")), None)
    found = find_tables(DATASET, call, warnings)
    assert [source.name for source, _ in found] == ["a", "c"]
    assert [warning["code"] for warning in warnings] == ["table_unreadable"]
    assert call.failed
