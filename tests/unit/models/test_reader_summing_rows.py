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


@pytest.fixture(scope="module")
def stock() -> Dataset:
    """A brand that is called Total, and holds no sum."""
    return Dataset(
        {
            "oils": """select * from (values
                ('Shell', 12, 3.5), ('Total', 7, 4.0), ('Mobil', 20, 2.5), ('Castrol', 11, 3.0))
                t(brand, cans, litres)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("total cans", [(50,)]),
        ("how many cans were sold", [(50,)]),
        ("how many brands are there", [(4,)]),
        ("average litres", [(3.25,)]),
    ],
)
def test_what_is_only_called_total_is_a_row_as_any(
    stock: Dataset, question: str, rows: list[Any]
) -> None:
    assert stock.ask(question) == rows


def test_a_row_that_adds_up_one_column_is_left_out_of_figures_of_others() -> None:
    rows = "('A', 10, 2.0), ('B', 21, 4.0), ('Total', 31, 3.0)"
    sheet = Dataset({"lines": f"select * from (values {rows}) t(line, trips, delay)"})
    assert sheet.ask("average delay") == [(3.0,)]
    assert sheet.ask("how many lines are there") == [(2,)]


def test_a_sum_may_be_rounded() -> None:
    rows = "('A', 10.5), ('B', 21.4), ('Total', 32.0)"
    sheet = Dataset({"lines": f"select * from (values {rows}) t(line, km)"})
    assert [float(km) for (km,) in sheet.ask("total km")] == [31.9]
