"""A few rows are written by Python, many by DuckDB: the same text either way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keenbench.errors import RunError
from keenbench.sandbox.runner import cells
from keenbench.sandbox.runner.lockdown import Connection
from keenbench.sandbox.runner.order import Ordered
from keenbench.sandbox.runner.rows import Found, Window, bind, read

relaxed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)

WRITTEN_HERE = [
    "bool",
    "tinyint",
    "smallint",
    "int",
    "bigint",
    "hugeint",
    "uhugeint",
    "utinyint",
    "usmallint",
    "uint",
    "ubigint",
    "double",
    "dec_4_1",
    "dec_9_4",
    "dec_18_6",
    "dec38_10",
    "varchar",
    "date",
    "time",
    "timestamp",
    "timestamp_s",
    "timestamp_ms",
    "timestamp_ns",
    "time_tz",
    "timestamp_tz",
    "float",
]


def few_and_many(engine: Connection, sql: str, max_bytes: int = 1_000_000) -> tuple[Found, Found]:
    """Return what a small window and a large one find in the rows of `sql`."""
    columns = bind(engine, sql)
    assert cells.writers(columns.kinds) is not None
    asked = Ordered(sql, sql, row_by_row=False, arbitrary=False)
    few, many = (
        read(engine, asked, columns, Window(0, most, max_bytes), hashed=False)
        for most in (1000, 1001)
    )
    return few, many


@pytest.mark.parametrize("column", WRITTEN_HERE)
def test_the_least_and_the_greatest_of_each_type(engine: Connection, column: str) -> None:
    # The least, the greatest, and null.
    few, many = few_and_many(engine, f'SELECT "{column}" FROM test_all_types()')
    assert few == many
    assert len(few.rows) == 3


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("VARCHAR", st.text(st.characters(exclude_categories=["Cs"]))),
        ("DOUBLE", st.floats()),
        ("BIGINT", st.integers(-(2**63), 2**63 - 1)),
        ("HUGEINT", st.integers(-(2**127) + 1, 2**127 - 1)),
        ("DECIMAL(38, 12)", st.decimals(-(10**25), 10**25, places=12)),
        ("DECIMAL(15, 4)", st.decimals(-(10**10), 10**10, places=4)),
        ("DATE", st.dates()),
        ("TIMESTAMP", st.datetimes()),
        ("TIMESTAMPTZ", st.datetimes(timezones=st.timezones())),
        ("TIME", st.times()),
    ],
)
def test_values_of_any_size(engine: Connection, kind: str, values: st.SearchStrategy[Any]) -> None:
    @relaxed
    @given(st.lists(values | st.none(), min_size=1, max_size=5))
    def check(given_values: list[Any]) -> None:
        engine.execute(f"CREATE OR REPLACE TEMP TABLE t (n INTEGER, v {kind})")
        engine.executemany(
            "INSERT INTO t VALUES (?, ?)", [list(row) for row in enumerate(given_values)]
        )
        few, many = few_and_many(engine, "SELECT n, v FROM t ORDER BY n")
        assert few == many

    check()


def test_a_row_or_all_rows_past_the_limit_are_refused_alike(engine: Connection) -> None:
    for sql in (
        "SELECT repeat('x', 2000) AS v",
        "SELECT repeat('x', 600) AS v FROM range(2)",
        # 600 bytes that take 3,600 to write.
        "SELECT repeat(chr(1), 600) AS v",
        "SELECT 123456789 AS a, i AS b FROM range(100) t(i)",
    ):
        for most in (1000, 1001):
            columns = bind(engine, sql)
            asked = Ordered(sql, sql, row_by_row=False, arbitrary=False)
            with pytest.raises(RunError, match=r"1,?000"):
                read(engine, asked, columns, Window(0, most, 1000), hashed=False)


def test_other_types_are_left_to_sql(engine: Connection) -> None:
    for expression in ("[1]", "{'a': 1}", "'a'::BLOB", "1::BIGNUM", "INTERVAL 1 day", "NULL"):
        assert cells.writers(bind(engine, f"SELECT 1 AS a, {expression} AS b").kinds) is None
