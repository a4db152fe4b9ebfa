"""Token soup and mutated queries: the policy answers or refuses, and never lets through more than
DuckDB's own tree allows."""

from __future__ import annotations

import random
from collections.abc import Iterator

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keenbench.query import functions
from keenbench.query.judge import agree
from keenbench.query.lexer import read
from keenbench.query.policy import CheckedQuery, check
from keenbench.query.refusal import SqlRefused
from tests.security.sql.attacks import ATTACKS
from tests.security.sql.engine import judged, open_workbench
from tests.security.sql.harmless import HARMLESS
from tests.security.sql.workbench import TABLES


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with open_workbench() as opened:
        yield opened


def _pieces(sql: str) -> list[str]:
    try:
        return [piece.strip() for piece in read(sql).pieces]
    except SqlRefused:
        return sql.split()


_QUERIES = [
    _pieces(sql)
    for sql in (*HARMLESS.values(), *(attack.sql for attack in ATTACKS))
    if 3 < len(sql) < 1500
]
_ODD = sorted(
    functions.word_set("""
        hidden "secret.csv" 'secret.csv' secret_relation ( ) , . :: [ ] { } : -> * = - + AS FROM
        data customers x 1 'a' SHOW DESCRIBE SUMMARIZE VALUES PIVOT TABLE WITH LATERAL
        read_text('x') random() current_date query('x') ; -- /* */ $$ ` E' \\ é
    """)
)
_WORDS = st.sampled_from(sorted({piece for query in _QUERIES for piece in query}) + _ODD * 5)


def _is_type_called_like_a_function(refusal: SqlRefused) -> bool:
    """`struct(1)`: a type to the policy, and to DuckDB a function that does not exist."""
    return refusal.reason == "function" and any(
        f"{name}()" in refusal.message for name in functions.PARAMETRIC_TYPES
    )


def _try(connection: duckdb.DuckDBPyConnection, sql: str) -> CheckedQuery | None:
    """Check `sql`, and fail where the judge refuses what the policy let through."""
    try:
        checked = check(sql, TABLES)
    except SqlRefused:
        return None
    try:
        agree(judged(connection, checked.sql, TABLES), checked.tables)
    except SqlRefused as refusal:
        # What DuckDB cannot parse it does not run.
        parsed = refusal.info().subphase != "sql_parse"
        assert not parsed or _is_type_called_like_a_function(refusal), (checked.sql, refusal)
    return checked


def _mutated(dice: random.Random) -> str:
    query = list(dice.choice(_QUERIES))
    for _ in range(dice.choice((1, 1, 2, 3, 5))):
        at = dice.randrange(len(query) + 1)
        turn = dice.random()
        other = dice.choice(_QUERIES)
        if turn < 0.25:
            del query[at : at + 1]
        elif turn < 0.5:
            query.insert(at, dice.choice((dice.choice(other), dice.choice(_ODD))))
        elif turn < 0.7:
            query[at : at + 1] = [dice.choice((dice.choice(other), dice.choice(_ODD)))]
        else:
            start = dice.randrange(len(other))
            query[at:at] = other[start : start + dice.randrange(1, 12)]
    return " ".join(query)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.lists(_WORDS, min_size=1, max_size=25).map(" ".join))
def test_token_soup_is_answered_or_refused_and_never_fails_otherwise(
    connection: duckdb.DuckDBPyConnection, soup: str
) -> None:
    for sql in (soup, f"SELECT {soup}", f"SELECT * FROM {soup}"):
        _try(connection, sql)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_any_text_is_answered_or_refused(connection: duckdb.DuckDBPyConnection, text: str) -> None:
    for sql in (text, f"SELECT {text}", f"SELECT '{text}'", f'SELECT "{text}"'):
        _try(connection, sql)


def test_what_the_policy_lets_through_the_judge_does_too(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    dice = random.Random(4)
    passed = sum(_try(connection, _mutated(dice)) is not None for _ in range(3000))
    assert passed > 50


@pytest.mark.slow
def test_what_the_policy_lets_through_the_judge_does_too_at_length(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    dice = random.Random()
    for _ in range(60_000):
        _try(connection, _mutated(dice))


@pytest.mark.parametrize("name", sorted(HARMLESS))
def test_the_same_query_gives_the_same_answer(name: str) -> None:
    assert check(HARMLESS[name], TABLES) == check(HARMLESS[name], TABLES)
