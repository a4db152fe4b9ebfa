"""Which tables the files of a dataset hold, and what of it a fault that passes may not decide."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.analyst.dataset import Dataset, DatasetFile
from keenbench.analyst.file_tables import find_tables
from keenbench.analyst.registry import RegistryFile
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


class Workbook:
    """Has as many sheets as it is told, and remembers which were read."""

    def __init__(self, sheets: int) -> None:
        self._sheets = [f"S{number}" for number in range(sheets)]
        self.read: list[str] = []

    def call(self, method: str, params: dict[str, Any], *, canceled: Any = None) -> Any:
        if method == "DatasetSheets":
            return {"sheets": self._sheets}
        self.read.append(params["tables"][0]["sheet"])
        return {"tables": [{"description": {"warnings": []}}]}


def test_sheets_past_the_most_tables_are_told_and_not_even_read() -> None:
    book = Workbook(10_000)
    files = (DatasetFile("book.xlsx", "book.xlsx"), DatasetFile("later.csv", "later.csv"))
    warnings: list[dict[str, str]] = []
    found = find_tables(Dataset("d", "D", "own", files), WorkerCalls(book, None), warnings)
    assert len(found) == len(book.read) == 500
    assert [warning["code"] for warning in warnings] == ["tables_bounded"]
    assert "9,501 further" in warnings[0]["message"]


def test_the_first_sheet_of_a_workbook_of_a_registry_is_called_as_the_file() -> None:
    entry = RegistryFile.model_validate({"name": "two.xlsx", "path": "two.xlsx"})
    dataset = Dataset("d", "D", "registry", (DatasetFile("two.xlsx", "two.xlsx", entry),))
    found = find_tables(dataset, WorkerCalls(Workbook(3), None), [])
    assert [source.name for source, _ in found] == ["two", "two_S1", "two_S2"]
