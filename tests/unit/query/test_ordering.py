from __future__ import annotations

import pytest

from keenbench.query.policy import check

TABLES = ("data", "other")


@pytest.mark.parametrize(
    ("sql", "order"),
    [
        ("SELECT * FROM data", "natural"),
        ("FROM data", "natural"),
        ("SELECT a + 1 AS b FROM data WHERE a > 1 LIMIT 5", "natural"),
        ("SELECT a FROM (SELECT a FROM data WHERE a > 1)", "natural"),
        ("(SELECT a FROM data)", "natural"),
        ("VALUES (1), (2)", "natural"),
        ("DESCRIBE data", "natural"),
        ("SUMMARIZE data", "natural"),
        ("SELECT count(*) FROM data", "single"),
        ("SELECT sum(a) / count(*) FROM data, other", "single"),
        ("SELECT list(a ORDER BY a) FROM data", "single"),
        ("SELECT 1", "single"),
        ("SELECT a FROM data ORDER BY a", "total"),
        ("SELECT a, b FROM data ORDER BY a", "explicit"),
        ("SELECT a, b FROM data ORDER BY b, a DESC", "total"),
        ("SELECT a, b FROM data ORDER BY 1, 2", "total"),
        ("SELECT a, sum(b) FROM data GROUP BY a ORDER BY a", "explicit"),
        ("SELECT a, sum(b) AS s FROM data GROUP BY a ORDER BY s, a", "total"),
        ("SELECT * FROM data ORDER BY a", "explicit"),
        ("SELECT * FROM data ORDER BY ALL", "total"),
        ("SELECT a FROM data UNION SELECT a FROM other ORDER BY ALL", "total"),
        ("SELECT a FROM data UNION ALL SELECT a FROM other", "none"),
        ("SELECT a, count(*) FROM data GROUP BY a", "none"),
        ("SELECT DISTINCT a FROM data", "none"),
        ("SELECT * FROM data, other", "none"),
        ("SELECT * FROM data JOIN other USING (a)", "none"),
        ("SELECT row_number() OVER () FROM data", "none"),
        ("SELECT sum(a) OVER () FROM data", "none"),
        ("SELECT unnest([1, 2])", "none"),
        ("WITH x AS (FROM data) FROM x", "none"),
        ("PIVOT data ON a IN (1) USING sum(b)", "none"),
    ],
)
def test_the_order_of_the_rows_is_told(sql: str, order: str) -> None:
    assert check(sql, TABLES).row_order == order


@pytest.mark.parametrize(
    ("sql", "limited"),
    [
        ("SELECT a FROM data", False),
        ("SELECT a FROM data LIMIT 5", True),
        ("SELECT a FROM data OFFSET 5", True),
        ("SELECT a FROM data FETCH FIRST 5 ROWS ONLY", True),
        ("(SELECT a FROM data LIMIT 5)", True),
        ("SELECT a FROM (SELECT a FROM data LIMIT 5)", False),
    ],
)
def test_a_limit_at_the_top_is_told(sql: str, limited: bool) -> None:
    assert check(sql, TABLES).limited is limited


COLUMNS = {
    "data": ("exact", "price", "region", "day"),
    "other": ("exact", "cost", "region", "a", "b"),
}


@pytest.mark.parametrize(
    ("sql", "order_free"),
    [
        ("SELECT count(*), count(DISTINCT price), count(region) FROM data", True),
        ("SELECT count(*) FROM data WHERE price / 3 > sqrt(2)", True),
        ("SELECT upper(region), price / 3 FROM data", True),
        ("SELECT min(exact), max(day), min(upper(region)) FROM data", True),
        ("SELECT region, count(*) FROM data WHERE exact > 1 GROUP BY region", True),
        ("SELECT date_trunc('month', day) AS m, sum(exact) FROM data GROUP BY m", True),
        ("SELECT DISTINCT region, exact + 1 FROM data", True),
        ("SELECT region FROM data UNION SELECT region FROM other", True),
        ("SELECT bool_and(exact > 1) FROM data JOIN other USING (region)", True),
        ("SELECT sum(exact) FROM data", True),
        ("SELECT sum(data.EXACT) FROM data", True),
        ("DESCRIBE data", True),
        ("SELECT sum(price) FROM data", False),
        ("SELECT sum(exact * 2) FROM data", False),
        ("SELECT sum(exact) FROM (SELECT price AS exact FROM data)", False),
        ("WITH x AS (SELECT price AS exact FROM data) SELECT sum(exact) FROM x", False),
        # Of 0.0 and -0.0 the first is shown, and so with intervals and collations.
        ("SELECT min(price) FROM data", False),
        ("SELECT price, count(*) FROM data GROUP BY price", False),
        ("SELECT DISTINCT price FROM data", False),
        ("SELECT DISTINCT * FROM data", False),
        ("SELECT exact / 2, count(*) FROM data GROUP BY 1", False),
        ("SELECT exact * -1e0, count(*) FROM data GROUP BY 1", False),
        ("SELECT exact::DOUBLE, count(*) FROM data GROUP BY 1", False),
        ("SELECT region AS price, max(price) FROM data GROUP BY region", False),
        ("SELECT region COLLATE NOCASE, count(*) FROM data GROUP BY 1", False),
        ("SELECT max(INTERVAL (exact) DAY) FROM data", False),
        ("SELECT price FROM data UNION SELECT cost FROM other", False),
        ("SELECT avg(exact) FROM data", False),
        ("SELECT median(exact) FROM data", False),
        ("SELECT first(exact) FROM data", False),
        ("SELECT list(exact) FROM data", False),
        ("SELECT list_aggregate([1.5], 'sum') FROM data", False),
        ("SELECT exact FROM data LIMIT 5", False),
        ("SELECT exact FROM data WHERE exact IN (SELECT b FROM other LIMIT 5)", False),
        ("SELECT DISTINCT ON (exact) region FROM data", False),
        ("SELECT row_number() OVER (ORDER BY exact) FROM data", False),
        ("SELECT * FROM data POSITIONAL JOIN other", False),
        ("SELECT * FROM data ASOF JOIN other ON data.exact >= other.exact", False),
        ("SUMMARIZE data", False),
    ],
)
def test_a_query_is_order_free_only_where_that_is_proven(sql: str, order_free: bool) -> None:
    checked = check(sql, COLUMNS, exact_columns=("exact",), alike_columns=("region", "day"))
    assert checked.order_free is order_free


def test_without_knowing_the_columns_only_counts_are_order_free() -> None:
    assert check("SELECT count(*) FROM data", TABLES).order_free
    assert not check("SELECT region, count(*) FROM data GROUP BY 1", TABLES).order_free


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("SELECT first(a), list(b) FROM data", ["first()", "list()"]),
        ("SELECT any_value(a) FROM data", ["any_value()"]),
        ("SELECT mode(a), max_by(a, b) FROM data", ["arg_max()", "mode()"]),
        ("SELECT string_agg(a, ',') FILTER (WHERE a > 1) FROM data", ["string_agg()"]),
        ("SELECT listagg(a, ',') FROM data", ["string_agg()"]),
        ("SELECT json_group_array(a) FROM data", ["json_group_array()"]),
        ("SELECT approx_quantile(a, 0.5) FROM data", ["approx_quantile()"]),
        ("SELECT first(a) OVER () FROM data", ["first()"]),
    ],
)
def test_a_function_that_depends_on_the_order_is_named(sql: str, names: list[str]) -> None:
    [warning] = check(sql, TABLES).warnings
    assert warning.code == "order_dependent"
    assert [name for name in names if name not in warning.message] == []


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT first(a ORDER BY b), string_agg(a, ',' ORDER BY a), list(a ORDER BY a) FROM data",
        "SELECT mode() WITHIN GROUP (ORDER BY a) FROM data",
        "SELECT first(a) OVER (ORDER BY b) FROM data",
        "SELECT sum(a), count(*), max(b), median(a) FROM data",
        "SELECT a FROM data ORDER BY a LIMIT 5",
    ],
)
def test_what_is_ordered_or_needs_no_order_gives_no_warning(sql: str) -> None:
    assert check(sql, TABLES).warnings == ()


def test_a_limit_without_order_is_warned_of_wherever_it_stands() -> None:
    for sql in (
        "SELECT a FROM data LIMIT 5",
        "SELECT a FROM (SELECT a FROM data LIMIT 5) ORDER BY a",
        "SELECT a FROM data UNION ALL SELECT a FROM other OFFSET 3",
    ):
        assert [warning.code for warning in check(sql, TABLES).warnings] == ["limit_without_order"]
