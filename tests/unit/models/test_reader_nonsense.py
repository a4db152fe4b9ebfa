"""What nobody can mean is no reading, so that the next likeliest is taken."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Figure, Having, Key, Test, Understanding
from keenbench.models.reader.nonsense import nonsense
from tests.unit.models.asking import shop

SCHEMA = shop().schema
STATUS, AMOUNT = ColumnRef("orders", "status"), ColumnRef("orders", "total")
COUNT = Figure(func="count", table="orders")


def _reading(*tests: Test, figure: Figure = COUNT, **more: object) -> Understanding:
    return Understanding(
        dataset_id="test", subject="orders", figures=(figure,), tests=tests,
        **more,
    )  # fmt: skip


def test_a_cell_cannot_be_missing_and_be_there() -> None:
    missing = Test(column=STATUS, op="is_null", said="")
    there = Test(column=STATUS, op="is_not_null", said="")
    assert not nonsense(_reading(missing), SCHEMA)
    assert not nonsense(_reading(there), SCHEMA)
    assert nonsense(_reading(missing, there), SCHEMA)


def test_a_cell_cannot_be_two_things_at_once() -> None:
    paid, sent = (Test(column=STATUS, value=word, said="") for word in ("paid", "sent"))
    assert not nonsense(_reading(paid), SCHEMA)
    assert nonsense(_reading(paid, sent), SCHEMA)


def test_the_rows_of_one_row_are_not_counted() -> None:
    more = Having(figure=COUNT, op=">", value=3)
    by_order = (Key(column=ColumnRef("orders", "order_id")),)
    by_customer = (Key(column=ColumnRef("customers", "customer_id")),)
    assert nonsense(_reading(keys=by_order, having=(more,)), SCHEMA)
    assert not nonsense(_reading(keys=by_customer, having=(more,)), SCHEMA)


def test_different_amounts_are_not_counted() -> None:
    different = Figure(func="count_distinct", table="orders", column=AMOUNT)
    assert nonsense(_reading(figure=different), SCHEMA)
