from __future__ import annotations

import logging
import subprocess
import sys
import threading

import pytest

from keenbench.errors import from_info
from keenbench.query.policy import CheckedQuery, check
from keenbench.query.refusal import SqlRefused, as_run_error

TABLES = {"data": ("id", "region", "amount"), "Sales 2024.csv": ("id",), "logins": ("user",)}


def refused(sql: str, tables: object = TABLES) -> SqlRefused:
    with pytest.raises(SqlRefused) as refusal:
        check(sql, tables)  # type: ignore[arg-type]
    return refusal.value


def test_the_tables_that_are_read_come_back_as_they_were_given() -> None:
    sql = 'SELECT * FROM DATA JOIN "sales 2024.CSV" USING (id)'
    assert check(sql, TABLES).tables == ("Sales 2024.csv", "data")


def test_a_cte_is_not_a_table_of_the_workbench() -> None:
    assert check("WITH x AS (SELECT 1) SELECT * FROM x", TABLES).tables == ()
    assert check("WITH x AS (FROM data) SELECT * FROM x", TABLES).tables == ("data",)


def test_a_cte_is_known_only_where_it_is_in_scope() -> None:
    assert refused("SELECT * FROM (WITH x AS (SELECT 1) FROM x), x").reason == "table"
    assert refused("WITH a AS (FROM b), b AS (SELECT 1) FROM a").reason == "table"
    assert refused("WITH x AS (FROM x) FROM x").reason == "table"
    check("WITH a AS (SELECT 1), b AS (FROM a) FROM b, (SELECT * FROM a) t", TABLES)


def test_an_unknown_table_is_named_beside_the_known_ones() -> None:
    assert refused("FROM sale").message == (
        'There is no table sale here. Tables: "Sales 2024.csv", data, logins.'
    )


@pytest.mark.parametrize("name", ["'data.csv'", '"data.csv"', '"/etc/passwd"', "main.data"])
def test_a_path_or_a_schema_is_told_from_a_typing_slip(name: str) -> None:
    assert "cannot open files" in refused(f"SELECT * FROM {name}").message


def test_only_reading_statements_are_allowed_and_the_message_lists_them() -> None:
    refusal = refused("DELETE FROM data")
    assert refusal.reason == "statement"
    assert refusal.info().subphase == "sql_policy"
    assert "DELETE is not allowed" in refusal.message
    assert "SUMMARIZE" in refusal.message


def test_a_typing_slip_is_a_parse_error_near_the_word() -> None:
    refusal = refused("SELECT id FROM data WHERE WHERE id = 1")
    assert refusal.info().subphase == "sql_parse"
    assert refusal.message == "The SQL does not parse near WHERE."


def test_volatile_functions_are_refused_with_what_to_do_instead() -> None:
    assert "DATE '" in refused("SELECT now()").message
    assert "hash()" in refused("SELECT random()").message
    assert "hash(" in refused("SELECT * FROM data USING SAMPLE 5").message
    assert "two dates" in refused("SELECT age(DATE '2020-01-01')").message


def test_a_column_may_bear_the_name_of_a_bare_call_where_its_table_is_in_from() -> None:
    check("SELECT user FROM logins", TABLES)
    check("SELECT l.user FROM logins l", list(TABLES))
    assert "logins.user" not in refused("SELECT user FROM data").message
    assert "table.user" in refused("SELECT user FROM data").message
    # Without a FROM of its own the name would be a call, whatever stands around it.
    refused("SELECT (SELECT user) FROM logins")
    refused("WITH logins AS (SELECT 1 AS x) SELECT user FROM logins")
    refused("SELECT user FROM logins", list(TABLES))


def test_pivot_needs_its_values_and_says_so() -> None:
    assert "IN ('a', 'b')" in refused("PIVOT data ON region USING sum(amount)").message
    checked = check("PIVOT data ON region IN ('a') USING sum(amount) ORDER BY id", TABLES)
    assert checked.sql == "FROM (PIVOT data ON region IN ('a') USING sum(amount)) ORDER BY id"


def test_the_kind_of_statement_is_told() -> None:
    assert check("SELECT 1", TABLES).kind == "query"
    assert check("DESCRIBE data", TABLES).kind == "describe"
    assert check("SUMMARIZE SELECT id FROM data", TABLES).kind == "summarize"


def test_the_analyst_calls_refused_sql_a_policy_violation_and_the_rest_invalid() -> None:
    violation = as_run_error(refused("SELECT * FROM read_csv('x')"))
    assert violation.error_code == "SQL_POLICY_VIOLATION"
    assert violation.message == "The function read_csv() is not allowed in a query."
    assert as_run_error(refused("SELECT FROM WHERE")).error_code == "VALIDATION_ERROR"


def test_a_refusal_survives_the_border_between_processes() -> None:
    info = refused("DROP TABLE data").info()
    returned = from_info(info)
    assert returned.info() == info
    assert as_run_error(returned).error_code == "SQL_POLICY_VIOLATION"  # type: ignore[arg-type]


def test_the_same_sql_is_refused_or_not_whatever_the_depth_of_the_caller() -> None:
    sql = "SELECT " + "abs(" * 25 + "1" + ")" * 25

    def call(depth: int) -> CheckedQuery:
        return check(sql, TABLES) if depth == 0 else call(depth - 1)

    assert call(0) == call(700)


def test_queries_can_be_checked_by_many_threads_at_once() -> None:
    outcomes: list[str] = []

    def ask(number: int) -> None:
        outcomes.append(check(f"SELECT {number} FROM data", TABLES).sql)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [f"SELECT {number} FROM data" for number in range(8)]


def test_no_part_of_the_sql_reaches_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        refused("EXPLAIN SELECT 'secret'")
        check("SELECT '{}'::JSON -> 'not [a path'", TABLES)
    assert caplog.records == []


def test_the_policy_loads_no_duckdb_and_the_judge_no_sqlglot_either() -> None:
    program = (
        "import sys, keenbench.query.judge; assert not {'duckdb', 'sqlglot'} & set(sys.modules);"
        "import keenbench.query.policy; assert 'duckdb' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
