"""The names under which a query finds its tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.unit.sandbox.conftest import Ask, MakeDatabase


def lent(**tables: Path) -> list[dict[str, Any]]:
    return [{"name": name, "path": str(path)} for name, path in tables.items()]


def test_tables_have_just_the_names_they_were_lent_under(
    ask: Ask, make_database: MakeDatabase
) -> None:
    one = make_database("CREATE TABLE data AS SELECT 1 AS v", name="one.duckdb")
    two = make_database("CREATE TABLE data AS SELECT 2 AS v", name="two.duckdb")
    tables = [
        {"name": "Sales 2024.csv", "path": str(one)},
        {"name": 'a "quoted" name', "path": str(two)},
    ]
    sql = 'SELECT a.v, b.v FROM "sales 2024.csv" a, "a ""quoted"" name" b'
    assert ask(sql, tables=tables)["rows"] == [[1, 2]]


def test_data_is_the_first_table_unless_one_is_called_so(
    ask: Ask, make_database: MakeDatabase
) -> None:
    one = make_database("CREATE TABLE data AS SELECT 1 AS v", name="one.duckdb")
    two = make_database("CREATE TABLE data AS SELECT 2 AS v", name="two.duckdb")
    assert ask("FROM data", tables=lent(a=one, b=two))["rows"] == [[1]]
    assert ask("FROM data", tables=lent(a=one, Data=two))["rows"] == [[2]]


def test_several_tables_may_lie_in_one_file(ask: Ask, make_database: MakeDatabase) -> None:
    path = make_database("CREATE TABLE x AS SELECT 1 AS v", "CREATE TABLE y AS SELECT 2 AS v")
    tables = [{"name": name, "path": str(path), "table": name} for name in ("x", "y")]
    assert ask("SELECT x.v, y.v FROM x, y", tables=tables)["rows"] == [[1, 2]]


def test_a_view_in_the_file_serves_as_well(ask: Ask, make_database: MakeDatabase) -> None:
    path = make_database(
        "CREATE TABLE cells AS SELECT 7 AS v, '007' AS v_text",
        "CREATE VIEW data AS SELECT v FROM cells",
    )
    assert ask("FROM data", path)["rows"] == [[7]]


def test_a_delimited_text_is_read_with_a_warning(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "sales.csv"
    path.write_text("id,name\n1,a\n2,b\n")
    answer = ask("SELECT sum(id) AS s FROM sales", path)
    assert answer["rows"] == [[3]]
    assert [warning["code"] for warning in answer["warnings"]] == ["types_guessed"]


def test_columns_named_like_calls_without_parentheses_are_columns(
    ask: Ask, make_database: MakeDatabase
) -> None:
    path = make_database("CREATE TABLE data AS SELECT 'ann' AS \"user\", 1 AS current_date")
    assert ask('SELECT "user", data.current_date FROM data', path)["rows"] == [["ann", 1]]


def test_a_query_that_reads_other_tables_than_the_policy_saw_is_refused(
    ask: Ask, make_database: MakeDatabase
) -> None:
    path = make_database("CREATE TABLE data AS SELECT 1 AS v")
    assert ask("FROM data", path, policy_tables=["data"])["error"] is None
    error = ask("FROM data", path, policy_tables=[])["error"]
    assert (error["type"], error["detail"]) == ("SQL_POLICY_VIOLATION", {"reason": "disagreement"})


def test_times_are_in_utc_whatever_the_machine_thinks(ask: Ask, monkeypatch: Any) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    answer = ask("SELECT TIMESTAMPTZ '2024-01-01 12:00:00+02' AS t, '2024-01-01'::TIMESTAMPTZ AS u")
    assert answer["rows"] == [["2024-01-01T10:00:00Z", "2024-01-01T00:00:00Z"]]
