"""The same rows in the same order: page after page, and whatever the window."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.sandbox.runner.rows import Window
from tests.unit.sandbox.conftest import Ask, MakeDatabase

DATA = (
    # Rows that lie in no order of their values, with many ties.
    "CREATE TABLE data AS SELECT (i * 7919) % 5000 AS id, (i * 31) % 7 AS k, "
    "'g' || (i % 5) AS g, (i % 97) / 7.0 AS x, CASE WHEN i % 11 = 0 THEN NULL ELSE i % 3 END AS n "
    "FROM range(5000) r(i)"
)
OTHER = "CREATE TABLE data AS SELECT i AS k, 'name ' || (i % 3) AS name FROM range(9) r(i)"

QUERIES = [
    "SELECT * FROM data",
    "SELECT id, x * 2 FROM data WHERE k > 2",
    "SELECT k, x FROM data ORDER BY k",
    "SELECT id FROM data ORDER BY k, x DESC NULLS FIRST",
    "SELECT id, g FROM data ORDER BY x LIMIT 100",
    "SELECT id FROM data ORDER BY x LIMIT 100 OFFSET 50",
    "SELECT g, k, sum(x), avg(x), count(*) FROM data GROUP BY ALL",
    "SELECT id % 1000 AS m, sum(x) FROM data GROUP BY m ORDER BY 2",
    "SELECT id % 1000 AS m, sum(x) FROM data GROUP BY m ORDER BY 2 LIMIT 300",
    "SELECT DISTINCT k, g FROM data LIMIT 20",
    "SELECT DISTINCT ON (g) g, id FROM data",
    "SELECT d.id, o.name FROM data d JOIN other o USING (k)",
    "SELECT d.id, o.name FROM data d LEFT JOIN other o USING (k) ORDER BY o.name",
    "SELECT id FROM data WHERE k = 1 UNION ALL SELECT id FROM data WHERE k = 1",
    "SELECT id, sum(x) OVER (PARTITION BY k) FROM data",
    "SELECT id, row_number() OVER (ORDER BY k) FROM data",
    "WITH c AS (SELECT id, k FROM data WHERE k < 5) SELECT * FROM c",
    "SELECT * FROM (SELECT id FROM data WHERE g = 'g1') t",
    "SELECT id FROM data WHERE k IN (SELECT k FROM other)",
    "SELECT unnest([k, 1]) AS u, id FROM data",
    "(SELECT id FROM data ORDER BY k LIMIT 200)",
    "FROM data ORDER BY ALL",
    "SELECT * FROM range(3000)",
    "SUMMARIZE data",
]


@pytest.fixture
def databases(make_database: MakeDatabase) -> list[Any]:
    return [make_database(DATA), make_database(OTHER, name="other.duckdb")]


@pytest.mark.parametrize("sql", QUERIES)
def test_pages_make_up_the_whole_once_and_in_order(
    ask: Ask, databases: list[Any], sql: str
) -> None:
    whole = ask(sql, *databases, max_rows=100_000)
    assert whole["error"] is None
    assert whole["row_count"] == whole["total_row_count"] == len(whole["rows"])
    hashed = ask(sql, *databases, max_rows=100_000, hash=True)
    assert hashed["rows"] == whole["rows"]
    step = max(1, whole["total_row_count"] // 3)
    pages: list[Any] = []
    for offset in range(0, whole["total_row_count"], step):
        page = ask(sql, *databases, max_rows=step, offset=offset, hash=True)
        cut = ask(sql, *databases, max_rows=step, offset=offset)
        assert page["rows"] == cut["rows"]
        assert page["result_hash"] == hashed["result_hash"]
        assert cut["total_row_count"] == whole["total_row_count"]
        assert cut["has_more"] == (offset + cut["row_count"] < whole["total_row_count"])
        pages += cut["rows"]
    assert pages == whole["rows"]


def test_a_window_past_the_end_is_empty_and_still_counts(ask: Ask, databases: list[Any]) -> None:
    for sql in ("FROM data", "SELECT k, count(*) FROM data GROUP BY k"):
        total = ask(sql, *databases)["total_row_count"]
        answer = ask(sql, *databases, offset=10_000)
        assert (answer["rows"], answer["has_more"]) == ([], False)
        assert answer["total_row_count"] == total


def test_a_scan_keeps_the_order_its_rows_lie_in(ask: Ask, databases: list[Any]) -> None:
    expected = [[(i * 7919) % 5000] for i in range(5000) if (i * 31) % 7 > 3][:200]
    for sql in (
        "SELECT id FROM data WHERE k > 3",
        "WITH c AS (FROM data) SELECT id FROM c WHERE k > 3",
        "SELECT id FROM (SELECT id, k FROM data) WHERE k > 3",
    ):
        answer = ask(sql, *databases)
        assert answer["rows"] == expected
        assert answer["warnings"] == []


def test_values_and_series_stay_as_they_were_written(ask: Ask) -> None:
    assert ask("VALUES (3), (1), (2)")["rows"] == [[3], [1], [2]]
    assert ask("SELECT unnest([3, 1, 2])")["rows"] == [[3], [1], [2]]
    assert ask("SELECT * FROM generate_series(5, 1, -2)")["rows"] == [[5], [3], [1]]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT g, count(*) FROM data GROUP BY g",
        "SELECT DISTINCT g FROM data",
        "SELECT g FROM data UNION SELECT g FROM data",
        "SELECT d.g, d.id FROM data d, other o",
    ],
)
def test_rows_without_an_order_come_in_the_order_of_their_values_with_a_warning(
    ask: Ask, databases: list[Any], sql: str
) -> None:
    answer = ask(sql, *databases)
    assert answer["rows"] == sorted(answer["rows"])
    assert [warning["code"] for warning in answer["warnings"]] == ["no_order"]


def test_one_row_needs_no_order_and_no_warning(ask: Ask, databases: list[Any]) -> None:
    assert ask("SELECT count(*), sum(x) FROM data", *databases)["warnings"] == []
    assert ask("SELECT max(d.id) FROM data d, other o", *databases)["warnings"] == []


def test_rows_that_tie_are_told_apart_by_all_their_columns(ask: Ask, databases: list[Any]) -> None:
    rows = ask("SELECT g, id FROM data ORDER BY g", *databases, max_rows=5000)["rows"]
    assert rows == sorted(rows)
    first = ask("SELECT g, id FROM data ORDER BY g LIMIT 3", *databases)["rows"]
    assert first == rows[:3]
    assert ask("SELECT g, id FROM data ORDER BY g LIMIT 700", *databases)["rows"][:3] == first
    # Sorted by what is not shown: the ties still have one order.
    hidden = ask("SELECT id FROM data ORDER BY g LIMIT 3", *databases)["rows"]
    assert hidden == [[row[1]] for row in rows[:3]]


def test_words_like_limit_inside_names_and_strings_do_not_mislead(
    ask: Ask, databases: list[Any]
) -> None:
    answer = ask(
        "SELECT g AS \"limit\", 'order by limit 1' AS o, id FROM data ORDER BY g LIMIT 2",
        *databases,
    )
    assert answer["rows"] == [["g0", "order by limit 1", 0], ["g0", "order by limit 1", 5]]


def test_a_sum_of_doubles_has_the_same_digits_every_time(ask: Ask, databases: list[Any]) -> None:
    sql = "SELECT g, sum(x), stddev(x) FROM data GROUP BY g"
    answers = [
        ask(sql, *databases, max_rows=rows, hash=hashed)["rows"][0]
        for rows in (1, 5)
        for hashed in (False, True)
    ]
    assert all(answer == answers[0] for answer in answers)


def test_a_window_of_no_rows_only_counts(ask: Ask, databases: list[Any]) -> None:
    answer = ask("SELECT id FROM data WHERE k = 1", *databases, max_rows=0)
    assert answer["rows"] == []
    assert answer["total_row_count"] > 0
    assert answer["has_more"] is True


def test_rows_past_the_limit_of_bytes_are_refused_saying_how_to_ask_for_less(
    ask: Ask, databases: list[Any]
) -> None:
    for sql in ("SELECT * FROM data", "SELECT id, repeat(g, 9) FROM data GROUP BY ALL"):
        error = ask(sql, *databases, max_rows=5000, max_bytes=1000)["error"]
        assert error["type"] == "RUNNER_RESOURCE_EXCEEDED"
        assert error["detail"]["limit"] == "bytes"
        assert "fewer rows" in error["message"]
        assert ask(sql, *databases, max_rows=5, max_bytes=1000)["error"] is None
    assert Window(0, 1, 1).max_bytes == 1


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT i, g FROM data WHERE i % 7 = 3",
        "SELECT g, count(*) AS n, min(i), max(i), sum(i) FROM data GROUP BY g",
        "SELECT DISTINCT g FROM data",
        "SELECT i, g FROM data ORDER BY g DESC LIMIT 500",
    ],
)
def test_more_threads_give_the_same_rows_in_the_same_order(
    ask: Ask, make_database: MakeDatabase, sql: str
) -> None:
    # More than one row group, or there is nothing to share out.
    data = make_database(
        "CREATE TABLE data AS SELECT i, hash(i) % 1000 AS g FROM range(500000) t(i)"
    )
    one = ask(sql, data, hash=True)
    for _ in range(2):
        several = ask(sql, data, hash=True, threads=4)
        assert (several["rows"], several["result_hash"]) == (one["rows"], one["result_hash"])
