"""The allow-lists against the engine that is installed."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from keenbench.query import functions


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


@pytest.fixture(scope="module")
def catalog(connection: duckdb.DuckDBPyConnection) -> dict[str, set[str]]:
    """Every function of DuckDB's, in lower case, with the kinds that it comes in."""
    rows = connection.execute(
        "SELECT lower(function_name), function_type FROM duckdb_functions()"
    ).fetchall()
    kinds: dict[str, set[str]] = {}
    for name, kind in rows:
        kinds.setdefault(name, set()).add(kind)
    return kinds


def test_every_allowed_function_exists(catalog: dict[str, set[str]]) -> None:
    assert functions.FUNCTIONS - functions.FORMS - catalog.keys() == set()
    assert functions.TABLE_FUNCTIONS - catalog.keys() == set()


def test_no_allowed_function_is_volatile(connection: duckdb.DuckDBPyConnection) -> None:
    rows = connection.execute(
        "SELECT lower(function_name) FROM duckdb_functions() "
        "WHERE stability IS NOT NULL AND stability <> 'CONSISTENT'"
    ).fetchall()
    assert {name for (name,) in rows} & functions.FUNCTIONS == set()


def test_no_function_that_works_only_in_from_is_allowed_but_the_few(
    catalog: dict[str, set[str]],
) -> None:
    in_from = {name for name, kinds in catalog.items() if kinds <= {"table", "table_macro"}}
    assert in_from & functions.FUNCTIONS == {"unnest"}
    assert in_from & functions.TABLE_FUNCTIONS == {"unnest", "json_each", "json_tree"}


@pytest.mark.parametrize(
    "name",
    sorted(
        functions.word_set("""
    query query_table read_csv read_text read_blob read_parquet glob sniff_csv parquet_scan
    json_execute_serialized_sql json_serialize_sql json_serialize_plan json_deserialize_sql
    current_setting getvariable current_database current_schema version current_query nextval
    currval setval write_log pg_sleep sleep_ms random uuid gen_random_uuid now today setseed stats
    index_key error make_type cast_to_type reservoir_quantile txid_current getenv
    """)
    ),
)
def test_what_must_never_be_allowed_is_not(name: str) -> None:
    assert name not in functions.FUNCTIONS | functions.TABLE_FUNCTIONS


def test_every_macro_that_is_allowed_calls_only_what_is_allowed(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    definitions = connection.execute(
        "SELECT lower(function_name), macro_definition FROM duckdb_functions() "
        "WHERE function_type = 'macro'"
    ).fetchall()
    for name, definition in definitions:
        if name in functions.FUNCTIONS:
            for forbidden in ("SELECT", "current_", "pragma", "now(", "duckdb_"):
                assert forbidden not in definition, name


def test_a_word_of_the_grammar_is_not_a_function_that_is_refused(
    catalog: dict[str, set[str]],
) -> None:
    words = functions.WORDS_BEFORE_PARENTHESIS | functions.PARAMETRIC_TYPES
    assert words & catalog.keys() - functions.FUNCTIONS == set()


def test_every_operator_of_the_engine_is_known(catalog: dict[str, set[str]]) -> None:
    # Comparisons are no functions in the tree.
    comparisons = {"=", "!=", "<", "<=", ">", ">=", "is distinct from", "is not distinct from"}
    symbols = {name for name in catalog if not name[0].isalpha() and not name.startswith("__")}
    assert symbols - functions.OPERATORS - comparisons == set()


def test_every_name_that_the_engine_reads_as_a_call_is_known(
    connection: duckdb.DuckDBPyConnection, catalog: dict[str, set[str]]
) -> None:
    """DuckDB turns an unknown column into a call for a few names, quoted or not."""
    candidates = {name for name in catalog if name.isidentifier()} | functions.BARE_CALLS
    candidates |= {"localtime", "localtimestamp", "current_time", "current_timestamp"}
    bare = set()
    for name in candidates:
        try:
            connection.execute(f'SELECT typeof("{name}")')
        except duckdb.Error:
            continue
        bare.add(name)
    assert bare == functions.BARE_CALLS


def test_every_allowed_type_is_built_in(connection: duckdb.DuckDBPyConnection) -> None:
    rows = connection.execute("SELECT lower(type_name) FROM duckdb_types()").fetchall()
    built_in = {name for (name,) in rows}
    spelled_out = {name for name in functions.TYPES if " " in name} | {"character"}
    assert functions.TYPES - spelled_out - built_in == set()
