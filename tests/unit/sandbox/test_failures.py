"""A query that fails says why, by type, and never what was in the cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.sandbox.conftest import Ask, MakeDatabase

MARKER = "zebra77"

DATA = (
    f"CREATE TABLE data AS SELECT '{MARKER}' || i AS s, i, 9223372036854775700 + i AS b, "
    f"['{MARKER}'] AS l, DATE '2024-01-01' AS d, '{{\"a\": \"{MARKER}\"' AS j FROM range(5) t(i)"
)


@pytest.fixture
def data(make_database: MakeDatabase) -> Path:
    return make_database(DATA)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT s::INTEGER FROM data",
        "SELECT s::DATE FROM data",
        "SELECT s::TIMESTAMP FROM data",
        "SELECT s::BOOLEAN FROM data",
        "SELECT s::DECIMAL(5, 2) FROM data",
        "SELECT s::UUID FROM data",
        "SELECT s::INTERVAL FROM data",
        "SELECT s::JSON FROM data",
        "SELECT s::BIT FROM data",
        "SELECT s::INTEGER[] FROM data",
        "SELECT s::STRUCT(a INTEGER) FROM data",
        "SELECT l[1]::INTEGER FROM data",
        "SELECT json_extract(j, '$.a') FROM data",
        "SELECT json_extract(s, '$.a') FROM data",
        "SELECT json_transform_strict(json_object('a', s), '{\"a\": \"INTEGER\"}') FROM data",
        "SELECT strptime(s, '%Y') FROM data",
        "SELECT regexp_matches('a', s || '(') FROM data",
        "SELECT date_trunc(s, d) FROM data",
        "SELECT date_part(s, d) FROM data",
        "SELECT from_base64(s || '!') FROM data",
        "SELECT from_hex(s) FROM data",
        "SELECT ('\\x' || s)::BLOB FROM data",
        "SELECT string_agg(s, ',')::INTEGER FROM data",
        "SELECT * FROM data WHERE s",
        "SELECT (s || ' when casting from source column s')::INTEGER FROM data",
        "SELECT (s || ''' to ' || upper(s))::INTEGER FROM data",
        "SELECT format(s || '{', 1) FROM data",
        "SELECT i + s::INTEGER FROM data ORDER BY s::DATE",
        "SELECT b::INTEGER FROM data",
        "SELECT b * 30 FROM data",
    ],
)
def test_a_value_that_does_not_fit_is_not_quoted(ask: Ask, data: Path, sql: str) -> None:
    error = ask(sql, data)["error"]
    assert error["type"] == "VALIDATION_ERROR"
    assert error["subphase"] == "sql_run"
    assert MARKER not in error["message"].lower()
    assert "zebra" not in str(error).lower()
    assert "92233720368547757" not in error["message"]


def test_a_failed_cast_names_the_column_the_type_and_the_way_out(ask: Ask, data: Path) -> None:
    message = ask("SELECT s::INTEGER FROM data", data)["error"]["message"]
    assert message == (
        "A text could not be converted to INT32 (column s). "
        "TRY_CAST gives NULL where a value does not fit."
    )


@pytest.mark.parametrize(
    ("sql", "code", "subphase"),
    [
        ("SELECT FROM WHERE", "VALIDATION_ERROR", "sql_parse"),
        ("SELECT 1 +", "VALIDATION_ERROR", "sql_parse"),
        ("SELECT nosuch FROM data", "VALIDATION_ERROR", "sql_bind"),
        ("SELECT sum(s) FROM data", "VALIDATION_ERROR", "sql_bind"),
        ("SELECT i, count(*) FROM data", "VALIDATION_ERROR", "sql_bind"),
        ("SELECT 1 UNION SELECT 1, 2", "VALIDATION_ERROR", "sql_bind"),
        ("SELECT i % 0 FROM data", "VALIDATION_ERROR", "sql_run"),
        ("SELECT * FROM nosuch", "SQL_POLICY_VIOLATION", "sql_policy"),
        ("SELECT * FROM read_text('/etc/passwd')", "SQL_POLICY_VIOLATION", "sql_policy"),
        ("DELETE FROM data", "SQL_POLICY_VIOLATION", "sql_policy"),
        ("SELECT 1; SELECT 2", "SQL_POLICY_VIOLATION", "sql_policy"),
        ("SELECT now()", "SQL_POLICY_VIOLATION", "sql_policy"),
    ],
)
def test_each_kind_of_fault_has_its_type(
    ask: Ask, data: Path, sql: str, code: str, subphase: str
) -> None:
    answer = ask(sql, data)
    assert (answer["error"]["type"], answer["error"]["subphase"]) == (code, subphase)
    assert (answer["status"], answer["rows"]) == ("error", [])


def test_a_bind_error_names_what_is_there_and_nothing_of_ours(ask: Ask, data: Path) -> None:
    message = ask("SELECT ii FROM data", data)["error"]["message"]
    assert message == 'Referenced column "ii" not found in FROM clause! Candidate bindings: "i"'
    for sql in ("SELECT sum(s) FROM data", "SELECT q.x FROM data", "SELECT i FROM data d, data e"):
        told = ask(sql, data)["error"]["message"]
        assert "lent0" not in told
        assert "temp" not in told
        assert "LINE" not in told
        assert str(data) not in told


def test_a_query_past_its_time_is_stopped(ask: Ask) -> None:
    answer = ask(
        "SELECT count(*) FROM range(1000000000000) a, range(1000000) b", timeout_seconds=0.3
    )
    assert answer["status"] == "timeout"
    assert answer["error"]["type"] == "RUNNER_TIMEOUT"
    assert "0.3 s" in answer["error"]["message"]


def test_a_query_past_its_memory_is_told_apart_from_a_crash(ask: Ask) -> None:
    error = ask("SELECT list(i) FROM range(200000000) t(i)")["error"]
    assert error["type"] == "RUNNER_RESOURCE_EXCEEDED"
    assert error["detail"] == {"limit": "memory"}


@pytest.mark.parametrize(
    "request_",
    [
        {"sql": 1},
        {"sql": "SELECT 1", "max_rows": -1},
        {"sql": "SELECT 1", "offset": "0"},
        {"sql": "SELECT 1", "tables": {}},
        {"sql": "SELECT 1", "tables": [1]},
        {"sql": "SELECT 1", "tables": [{"name": "a"}]},
        {"sql": "SELECT 1", "timeout_seconds": 0},
        {"sql": "SELECT 1", "threads": 0},
    ],
)
def test_a_request_of_another_shape_is_refused(ask: Ask, request_: dict[str, object]) -> None:
    sql = request_.pop("sql")
    error = ask(sql, **request_)["error"]
    assert (error["type"], error["subphase"]) == ("VALIDATION_ERROR", "params")


def test_a_database_that_is_none_or_lacks_its_table_is_our_fault_not_the_querys(
    ask: Ask, make_database: MakeDatabase, tmp_path: Path
) -> None:
    other = make_database("CREATE TABLE nothing AS SELECT 1", name="other.duckdb")
    broken = tmp_path / "broken.duckdb"
    broken.write_bytes(b"\0" * 8 + b"DUCK" + b"\0" * 5000)
    for path in (other, broken, tmp_path / "missing.duckdb"):
        error = ask("SELECT 1", path)["error"]
        assert error["type"] == "RUNNER_INTERNAL_ERROR"
        assert str(tmp_path) not in error["message"]


def test_a_chain_of_terms_is_too_deep_in_our_own_words(ask: Ask, data: Path) -> None:
    failed = ask(f"SELECT {' + '.join(['1'] * 3000)} AS x FROM data", data)
    assert "too deep" in failed["error"]["message"]
    assert "max_expression_depth" not in failed["error"]["message"]
