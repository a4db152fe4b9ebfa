"""Values as JSON: exact, the same each time, and what Python's own json would write."""

from __future__ import annotations

import hashlib
import json
import math
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keenbench.sandbox.runner import values
from keenbench.sandbox.runner.lockdown import Connection
from keenbench.sandbox.runner.order import Ordered
from keenbench.sandbox.runner.rows import Window, bind, read
from tests.unit.sandbox.conftest import Ask, MakeDatabase

relaxed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def written(engine: Connection, value: object, kind: str) -> str:
    """Return the JSON text of one cell of type `kind`."""
    described = engine.execute(f"SELECT CAST(NULL AS {kind})").description
    line = values.row_text([described[0][1]], ["v"])
    found = engine.execute(f"SELECT {line} FROM (SELECT CAST(? AS {kind}) AS v)", [value])
    row = found.fetchone()
    assert row is not None
    return values.read_row(row[0])[0][1:-1]


@pytest.mark.parametrize(
    ("expression", "word", "value"),
    [
        ("1::TINYINT", "integer", 1),
        ("9007199254740992", "integer", 9007199254740992),
        ("9007199254740993", "integer", "9007199254740993"),
        ("-9007199254740993", "integer", "-9007199254740993"),
        ("18446744073709551615::UBIGINT", "integer", "18446744073709551615"),
        ("5::UHUGEINT", "integer", 5),
        ("170141183460469231731687303715884105727", "integer", "1701411834604692317316873037158841"
         "05727"),
        ("12::BIGNUM", "integer", 12),
        ("123456789012345678901234567890::BIGNUM", "integer", "123456789012345678901234567890"),
        ("0.1::DOUBLE", "float", 0.1),
        ("1e300::DOUBLE", "float", 1e300),
        ("0.1::FLOAT", "float", 0.1),
        ("'nan'::DOUBLE", "float", None),
        ("'-infinity'::FLOAT", "float", None),
        ("1.50::DECIMAL(5, 2)", "decimal", 1.5),
        ("0.1::DECIMAL(38, 20)", "decimal", 0.1),
        ("1234567890.12345::DECIMAL(18, 5)", "decimal", 1234567890.12345),
        ("1234567890.123456::DECIMAL(18, 6)", "decimal", "1234567890.123456"),
        ("-0.00000001234567890123456::DECIMAL(38, 23)", "decimal", "-0.00000001234567890123456"),
        ("true", "boolean", True),
        ("DATE '2024-02-29'", "date", "2024-02-29"),
        ("DATE '0044-03-15 (BC)'", "date", "0044-03-15 (BC)"),
        ("'infinity'::DATE", "date", None),
        ("TIMESTAMP '2024-02-29 12:34:56.789'", "timestamp", "2024-02-29T12:34:56.789"),
        ("TIMESTAMP_NS '2024-02-29 12:34:56.123456789'", "timestamp",
         "2024-02-29T12:34:56.123456789"),
        ("TIMESTAMP_S '2024-02-29 12:34:56'", "timestamp", "2024-02-29T12:34:56"),
        ("TIMESTAMPTZ '2024-02-29 12:34:56.5+02'", "timestamp", "2024-02-29T10:34:56.5Z"),
        ("TIME '12:34:56.789'", "time", "12:34:56.789"),
        ("TIMETZ '12:34:56+02:30'", "time", "12:34:56+02:30"),
        ("'line\nbreak \"quoted\" \\ \x1f\x01'", "string", 'line\nbreak "quoted" \\ \x1f\x01'),
        ("'ü€😀\u2028'", "string", "ü€😀\u2028"),
        ("'{\"a\":  1}'::JSON", "string", '{"a":  1}'),
        ("'b\"'::ENUM('a', 'b\"')", "string", 'b"'),
        ("'123e4567-e89b-12d3-a456-426614174000'::UUID", "string",
         "123e4567-e89b-12d3-a456-426614174000"),
        ("'0101'::BIT", "string", "0101"),
        ("'\\x00\\xFFa'::BLOB", "blob", "00ff61"),
        ("INTERVAL '1 year 2 months 3 days 4.5 seconds'", "interval",
         "1 year 2 months 3 days 00:00:04.5"),
        ("NULL", "string", None),
        ("[1, NULL, 9007199254740993]", "list", [1, None, "9007199254740993"]),
        ("[]::INTEGER[]", "list", []),
        ("NULL::INTEGER[]", "list", None),
        ("[[1.5::DOUBLE], ['nan'::DOUBLE], NULL]", "list", [[1.5], [None], None]),
        ("array_value(1, 2)", "list", [1, 2]),
        ("row(1, 'a')", "list", [1, "a"]),
        ("{'b': 'x', 'a \"1\"': DATE '2024-01-01', 'c': NULL}", "struct",
         {"a \"1\"": "2024-01-01", "b": "x", "c": None}),
        ("NULL::STRUCT(a INTEGER)", "struct", None),
        ("MAP {'y': [1], 'x': NULL}", "map", [{"key": "y", "value": [1]},
                                             {"key": "x", "value": None}]),
        ("MAP {1: 2.5::DOUBLE}", "map", [{"key": 1, "value": 2.5}]),
        ("union_value(n := 5)", "union", {"n": 5}),
        ("union_value(n := 5)::UNION(n INTEGER, s VARCHAR)", "union", {"n": 5}),
        ("{'a': 1}::VARIANT", "string", "{'a': 1}"),
    ],
)  # fmt: skip
def test_each_type_has_a_word_and_a_lossless_form(
    engine: Connection, expression: str, word: str, value: Any
) -> None:
    sql = f"SELECT {expression} AS v"
    columns = bind(engine, sql)
    asked = Ordered(sql, sql, row_by_row=True, arbitrary=False)
    found = read(engine, asked, columns, Window(0, 10, 10_000), hashed=False)
    cell = json.loads(found.rows[0])[0]
    assert columns.words == [word]
    # JSON's true equals 1 in Python.
    assert (cell, type(cell)) == (value, type(value))


def test_nan_and_infinity_are_null_with_a_warning_wherever_they_stand(ask: Ask) -> None:
    for expression in ("'nan'::DOUBLE", "[1.0, 'inf'::DOUBLE]", "{'a': 'nan'::FLOAT}"):
        answer = ask(f"SELECT {expression} AS v")
        assert [warning["code"] for warning in answer["warnings"]] == ["not_finite"]
    assert ask("SELECT NULL::DOUBLE AS v, 'nan' AS t")["warnings"] == []


@relaxed
@given(number=st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_is_written_as_python_writes_it(engine: Connection, number: float) -> None:
    assert written(engine, number, "DOUBLE") == json.dumps(number)


@relaxed
@given(number=st.integers(min_value=-(2**127), max_value=2**127 - 1))
def test_an_integer_is_exact(engine: Connection, number: int) -> None:
    text = written(engine, str(number), "HUGEINT")
    assert int(json.loads(text)) == number
    assert isinstance(json.loads(text), int) == (abs(number) <= 2**53)


@relaxed
@given(
    number=st.decimals(
        min_value=Decimal(-(10**20)), max_value=Decimal(10**20), places=10, allow_nan=False
    )
)
def test_a_decimal_is_exact_and_a_number_only_when_a_double_holds_it(
    engine: Connection, number: Decimal
) -> None:
    value = json.loads(written(engine, str(number), "DECIMAL(38, 10)"), parse_float=Decimal)
    assert Decimal(value) == number
    digits = f"{number:f}".lstrip("-").replace(".", "").strip("0")
    assert isinstance(value, str) == (len(digits) > 15)


@relaxed
@given(text=st.text())
def test_a_text_is_written_as_python_writes_it(engine: Connection, text: str) -> None:
    assert written(engine, text, "VARCHAR") == json.dumps(text, ensure_ascii=False)


def test_the_hash_can_be_recomputed_from_the_rows(ask: Ask, make_database: MakeDatabase) -> None:
    data = make_database(
        "CREATE TABLE data AS SELECT i, i / 7.0 AS f, (i / 8)::DECIMAL(9, 3) AS d, "
        "'t' || chr(i::INTEGER) AS t, {'z': i, 'a': [i, NULL]} AS s, "
        "CASE WHEN i % 3 = 0 THEN 'nan'::DOUBLE END AS n FROM range(40) r(i)"
    )
    whole = ask("FROM data", data)
    hashed = ask("FROM data", data, hash=True, max_rows=7, offset=30)
    document = {name: whole[name] for name in ("columns", "column_types", "rows")}
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashed["result_hash"] == hashlib.sha256(canonical.encode()).hexdigest()
    assert hashed["rows"] == whole["rows"][30:37]
    assert math.isclose(whole["rows"][8][1], 8 / 7)


def test_two_columns_of_one_name_are_told_apart(ask: Ask) -> None:
    answer = ask("SELECT 1 AS a, 2 AS a, 3 AS A")
    assert answer["columns"] == ["a", "a_1", "A_2"]
    assert answer["rows"] == [[1, 2, 3]]


def test_a_row_of_thousands_of_texts_is_read(ask: Ask, make_database: MakeDatabase) -> None:
    cells = ", ".join(f"'w{n}' AS c{n}" for n in range(2500))
    found = ask("SELECT * FROM data", make_database(f"CREATE TABLE data AS SELECT {cells}"))
    assert found["status"] == "success", found["error"]
    assert found["rows"][0][-1] == "w2499"
