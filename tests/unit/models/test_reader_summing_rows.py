"""A row that sums up the others, as sheets have at their end, is counted with none of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset

ROWS = ["('North', 10, '2024-01-05')", "('South', 20, '2024-01-09')", "('North', 5, '2024-02-01')"]


def sheet(*more: str) -> Dataset:
    values = ", ".join((*ROWS, *more))
    kinds = "select region, sales::integer as sales, sold::date as sold"
    return Dataset({"figures": f"{kinds} from (values {values}) t(region, sales, sold)"})


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("total sales", [(35,)]),
        ("total sales by region", [("South", 20), ("North", 15)]),
        ("highest sales", [(20,)]),
    ],
)
def test_a_total_below_regions_that_come_again_is_left_out(question: str, rows: list[Any]) -> None:
    found = sheet("('Total', 35, null)").ask(question)
    assert [row[-len(rows[0]) :] for row in found] == rows or found == rows


def test_what_is_called_all_in_several_rows_is_no_total() -> None:
    assert sheet("('All', 1, null)", "('All', 2, null)").ask("total sales") == [(38,)]
