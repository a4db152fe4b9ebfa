from __future__ import annotations

import json
from collections.abc import Iterator

import duckdb
import pytest

from keenbench.query.judge import Verdict, agree, judge
from keenbench.query.refusal import SqlRefused
from tests.security.sql.attacks import ATTACKS, Attack
from tests.security.sql.engine import judged, open_workbench, serialized
from tests.security.sql.workbench import TABLES


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with open_workbench() as opened:
        yield opened


def test_the_tables_and_functions_that_duckdb_will_use_are_told(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    verdict = judged(connection, "SELECT upper(region) FROM DATA JOIN customers USING (id)", TABLES)
    assert verdict == Verdict(frozenset({"data", "customers"}), frozenset({"upper"}))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_is_refused_by_the_judge_alone(
    attack: Attack, connection: duckdb.DuckDBPyConnection
) -> None:
    """Given the SQL as it was written, without the policy before it."""
    with pytest.raises(SqlRefused):
        judged(connection, attack.sql, TABLES)


def test_a_disagreement_about_the_tables_is_refused() -> None:
    verdict = Verdict(frozenset({"data"}), frozenset())
    agree(verdict, ["DATA"])
    with pytest.raises(SqlRefused) as refusal:
        agree(verdict, ["data", "customers"])
    assert refusal.value.reason == "disagreement"


def test_a_parse_error_is_told_from_a_refusal(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(SqlRefused) as refusal:
        judged(connection, "SELECT FROM WHERE", TABLES)
    assert refusal.value.info().subphase == "sql_parse"
    with pytest.raises(SqlRefused) as refusal:
        judged(connection, "DROP TABLE data", TABLES)
    assert refusal.value.info().subphase == "sql_policy"


def test_a_clause_that_is_not_known_is_refused(connection: duckdb.DuckDBPyConnection) -> None:
    """What a newer DuckDB might add to a tree must not pass because nobody looks at it."""
    answer = json.loads(serialized(connection, "SELECT id FROM data"))
    node = answer["statements"][0]["node"]
    for holder in (node, node["from_table"], node["select_list"][0]):
        holder["brand_new"] = None
        judge(json.dumps(answer), TABLES)
        holder["brand_new"] = {"reads": "a file"}
        with pytest.raises(SqlRefused) as refusal:
            judge(json.dumps(answer), TABLES)
        assert refusal.value.reason == "construct"
        del holder["brand_new"]


def test_a_kind_of_node_that_is_not_known_is_refused(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    answer = json.loads(serialized(connection, "SELECT id FROM data"))
    node = answer["statements"][0]["node"]
    for holder, key in (
        (node, "type"),
        (node["from_table"], "type"),
        (node["select_list"][0], "class"),
    ):
        kept = holder[key]
        holder[key] = "BRAND_NEW"
        with pytest.raises(SqlRefused):
            judge(json.dumps(answer), TABLES)
        holder[key] = kept


@pytest.mark.parametrize(
    "answer", ["{}", "[]", "1", '{"error": false}', '{"error": false, "statements": [{"node": 1}]}',
               "not json", '{"error": false, "statements": []}', "[" * 5000]
)  # fmt: skip
def test_an_answer_of_another_shape_is_refused(answer: str) -> None:
    with pytest.raises(SqlRefused):
        judge(answer, TABLES)
