"""Datasets of thousands of columns: what belongs together is found without holding each to each."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.analyst import likely_pairs, relations
from keenbench.analyst.key_names import NamedColumn, how_sure
from keenbench.analyst.relations_by_values import fill_in
from keenbench.query.dataset_schema import ColumnSchema, Relation, TableSchema


def table(name: str, *columns: ColumnSchema, rows: int = 100) -> TableSchema:
    return TableSchema(name, f"{name}.csv", rows, columns)


def key(name: str) -> ColumnSchema:
    return ColumnSchema(name, "integer", distinct=100)


def texts(what: str, count: int) -> list[ColumnSchema]:
    return [ColumnSchema(f"{what} {number}", "string", distinct=100) for number in range(count)]


def test_only_columns_that_may_name_a_key_are_held_against_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = 0

    def counted(column: NamedColumn, key: NamedColumn) -> int:
        nonlocal held
        held += 1
        return how_sure(column, key)

    monkeypatch.setattr(relations, "how_sure", counted)
    customers = table("customers", key("id"), *texts("answer", 1500))
    visits = ColumnSchema("customer_id", "integer", distinct=40)
    found = relations.work_out([customers, table("visits", visits, *texts("remark", 1500))])
    assert found == (Relation("visits", "customer_id", "customers", "id"),)
    assert held < 3000  # four and a half million, each against each


def test_values_tell_of_wide_tables_too() -> None:
    airports = table("airports", ColumnSchema("faa", "string", distinct=100), *texts("field", 600))
    origin = ColumnSchema("origin", "string", distinct=20)
    flights = table("flights", origin, *(key(f"leg{number}") for number in range(600)))
    asked: list[str] = []

    def ask(sql: str, rows: int) -> list[list[Any]]:
        asked.append(sql)
        return [[0, 20, 20, 0, 3, 0, 0]]

    assert fill_in([airports, flights], (), ask) == (
        Relation("flights", "origin", "airports", "faa"),
    )
    assert len(asked) == 1


def test_it_is_said_when_not_all_words_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    customers = table("customers", key("id"))
    orders = table("orders", ColumnSchema("client_id", "integer", distinct=40))
    told: list[str] = []
    assert relations.work_out([customers, orders], told.append) == (
        Relation("orders", "client_id", "customers", "id"),
    )
    assert told == []
    monkeypatch.setattr(relations, "_MOST_WORD_PAIRS", 0)
    assert relations.work_out([customers, orders], told.append) == ()
    assert "too many names of keys" in told[0]


def test_the_likeliest_of_very_many_relations_are_kept_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relations, "_MOST_RELATIONS", 2)
    shops = [table(f"shop {number}", key("tag_no"), rows=100) for number in range(2)]
    sales = ColumnSchema("tag_no", "integer", distinct=9)
    told: list[str] = []
    many = [*shops, table("sales", sales, ColumnSchema("vet_id", "integer", distinct=9))]
    found = relations.work_out([*many, table("vets", key("vet_id"))], told.append)
    assert len(found) == 2
    assert Relation("sales", "vet_id", "vets", "vet_id") in found
    assert "in 3 ways; the 2 likeliest are known" in told[0]


def test_it_is_said_when_not_all_values_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likely_pairs, "_MOST_LOOKED_AT", 5)
    wide = [table(name, *texts(name, 10)) for name in ("apples", "pears")]
    told: list[str] = []
    fill_in(wide, (), lambda sql, rows: [], told.append)
    assert "too many columns to compare" in told[0]
