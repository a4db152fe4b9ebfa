"""The policy alone against the lists: nothing bad through, nothing good refused."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from keenbench.query.judge import agree
from keenbench.query.policy import check
from keenbench.query.refusal import SqlRefused
from tests.security.sql.attacks import ATTACKS, Attack
from tests.security.sql.bombs import BOMBS, OVERSIZED
from tests.security.sql.engine import judged, open_workbench
from tests.security.sql.harmless import HARMLESS
from tests.security.sql.workbench import TABLES


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with open_workbench() as opened:
        yield opened


def test_the_lists_are_as_long_as_promised_and_name_each_statement_once() -> None:
    assert len(ATTACKS) >= 150
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)
    assert len({attack.sql for attack in ATTACKS}) == len(ATTACKS)
    assert len(HARMLESS) >= 60
    assert len(BOMBS) >= 40


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_is_refused_by_the_policy_alone(attack: Attack) -> None:
    with pytest.raises(SqlRefused) as refusal:
        check(attack.sql, TABLES)
    info = refusal.value.info()
    assert info.error_code == "VALIDATION_FAILED"
    assert info.subphase in ("sql_parse", "sql_policy")
    assert 10 < len(info.message) < 300


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_is_refused_without_knowing_any_columns(attack: Attack) -> None:
    with pytest.raises(SqlRefused):
        check(attack.sql, list(TABLES))


@pytest.mark.parametrize("name", HARMLESS)
def test_a_harmless_query_passes_and_means_the_same(
    name: str, connection: duckdb.DuckDBPyConnection
) -> None:
    raw = HARMLESS[name]
    checked = check(raw, TABLES)
    expected = connection.execute(raw)
    columns, rows = expected.description, expected.fetchall()
    actual = connection.execute(checked.sql)
    assert (actual.description, actual.fetchall()) == (columns, rows)


@pytest.mark.parametrize("name", HARMLESS)
def test_duckdb_reads_a_harmless_query_as_the_policy_does(
    name: str, connection: duckdb.DuckDBPyConnection
) -> None:
    checked = check(HARMLESS[name], TABLES)
    agree(judged(connection, checked.sql, TABLES), checked.tables)


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_passes_policy_and_judge_so_that_the_limits_are_what_stops_it(
    name: str, connection: duckdb.DuckDBPyConnection
) -> None:
    checked = check(BOMBS[name], TABLES)
    agree(judged(connection, checked.sql, TABLES), checked.tables)


@pytest.mark.parametrize("name", OVERSIZED)
def test_an_oversized_query_is_refused_before_it_is_parsed_in_full(name: str) -> None:
    with pytest.raises(SqlRefused) as refusal:
        check(OVERSIZED[name], TABLES)
    assert refusal.value.reason in ("size", "syntax")
