from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keenbench.query.functions import word_set
from keenbench.query.lexer import MAX_SQL_BYTES, read
from keenbench.query.refusal import SqlRefused
from keenbench.query.tokens import Kind
from tests.security.sql.engine import tree


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("SELECT 1 ;", "SELECT 1"),
        ("SELECT 1 -- one", "SELECT 1"),
        ("-- one\nSELECT 1", "SELECT 1"),
        ("SELECT 1 /* a /* b */ c */ + 1", "SELECT 1                   + 1"),
        ("SELECT E'a\\tb'", "SELECT 'a\tb'"),
        ("SELECT $$it's$$", "SELECT 'it''s'"),
        ("SELECT $t$a$$b$t$", "SELECT 'a$$b'"),
        ("SELECT `a b`", 'SELECT "a b"'),
        ("SELECT größe", 'SELECT "größe"'),
        ('SELECT é"b"', 'SELECT "é" "b"'),
        ("SELECT 2*-3 = -+4", "SELECT 2* -3 = - +4"),
        ("SELECT {'a': {'b': 1}}", "SELECT {'a': {'b': 1} }"),
        ("SELECT\u00a01", "SELECT 1"),
        ("\ufeffSELECT 1", "SELECT 1"),
    ],
)
def test_text_is_written_plainly(written: str, plain: str) -> None:
    assert read(written).sql == plain


def test_strings_keep_what_looks_like_sql() -> None:
    tokens = read("SELECT 'a;b', '--', '/*', \"c;d\"").tokens
    assert [token.value for token in tokens if token.kind is Kind.STRING] == ["a;b", "--", "/*"]
    assert [token.value for token in tokens if token.kind is Kind.QUOTED] == ["c;d"]


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("", "statements"),
        (" ;; ", "statements"),
        ("SELECT 1; SELECT 2", "statements"),
        ("SELECT '", "syntax"),
        ("SELECT /* /* */", "syntax"),
        ('SELECT "', "syntax"),
        ('SELECT ""', "syntax"),
        ("SELECT $$", "syntax"),
        ("SELECT (1", "syntax"),
        ("SELECT 1)", "syntax"),
        ("SELECT (1]", "syntax"),
        ("SELECT 0x1F", "syntax"),
        ("SELECT 1abc", "syntax"),
        ("SELECT 1.2.3", "syntax"),
        ("SELECT 1 {# x #}", "syntax"),
        ("FROM data |> SELECT 1", "syntax"),
        ("SELECT 2 */ 3", "syntax"),
        ("SELECT 2 !=-3", "syntax"),
        ("SELECT 2 =~3", "syntax"),
        ("SELECT ?", "parameter"),
        ("SELECT $1", "parameter"),
        ("SELECT a$$b$$", "parameter"),
        ("SELECT 'a'\n'b'", "text"),
        ("SELECT x'41'", "text"),
        ("SELECT E'\\x41'", "text"),
        ("SELECT\u200b1", "text"),
        ("SELECT 1\0", "text"),
        ("SELECT '\ud800'", "text"),
        ("SELECT ‘a’", "text"),
        ("SELECT " + "x" * MAX_SQL_BYTES, "size"),
        ("SELECT " + "(" * 65 + "1" + ")" * 65, "size"),
        ("SELECT a" + ".b" * 13, "size"),
    ],
)
def test_text_that_parsers_read_apart_is_refused(sql: str, reason: str) -> None:
    with pytest.raises(SqlRefused) as refusal:
        read(sql)
    assert refusal.value.reason == reason


def test_separate_chains_are_not_one_long_chain() -> None:
    read("SELECT " + ", ".join(["a.b.c[1].d"] * 200))


_PIECES = st.sampled_from(
    sorted(
        word_set("""
            ' " ` -- /* */ $$ $a$ $ E' e' \\ '' "" x' N' a b 1 0x1 1e5 1_0 .5 5. .. ( ) [ ] { }
            {{ }} *- != || -> : :: , ; + - * / // % # #1 @ ~ | || & ^ < > = ! ? é ß ſ 'a' "b" as
            select from null é1 日本 a$ u&'a' → \\'
        """)
        | {"\n", "\r", " ", "\t", "\f", "\v"}
    )
)


@settings(max_examples=1500, deadline=None, derandomize=True)
@given(st.lists(_PIECES, min_size=1, max_size=12).map("".join))
def test_the_plain_form_means_the_same_to_duckdb_and_stays_as_it_is(
    connection: duckdb.DuckDBPyConnection, soup: str
) -> None:
    written = f"SELECT {soup}"
    try:
        text = read(written)
    except SqlRefused:
        return
    assert read(text.sql).sql == text.sql
    as_written = tree(connection, written)
    if as_written is not None:
        assert tree(connection, text.sql) == as_written
