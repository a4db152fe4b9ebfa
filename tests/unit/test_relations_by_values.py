"""Tables that belong together by what their columns hold, where no name says so."""

from __future__ import annotations

from typing import Any

from keenbench.analyst.relations import work_out
from keenbench.analyst.relations_by_values import fill_in
from keenbench.query.dataset_schema import Relation
from tests.unit.models.asking import Dataset


def related(tables: dict[str, str]) -> tuple[set[Relation], list[str]]:
    """Return the relations that are found, and the queries that this took."""
    data = Dataset(tables)
    asked: list[str] = []

    def ask(sql: str, rows: int) -> list[list[Any]]:
        asked.append(sql)
        return [list(row) for row in data.connection.execute(sql).fetchmany(rows)]

    return set(fill_in(data.schema.tables, work_out(data.schema.tables), ask)), asked


AIRPORTS = """select * from (values ('AVN', 'Aven'), ('BRX', 'Brix'), ('CRM', 'Corm'),
    ('DLL', 'Dell')) t(iata, town)"""
FLIGHTS = """select * from (values (1, 'AVN', 'BRX', 3), (2, 'BRX', 'CRM', 4), (3, 'CRM', 'AVN', 1))
    t(flight, origin, dest, crew)"""


def test_two_columns_that_hold_the_keys_of_a_table_both_point_at_it() -> None:
    found, asked = related({"airports": AIRPORTS, "flights": FLIGHTS})
    assert found == {
        Relation("flights", "origin", "airports", "iata"),
        Relation("flights", "dest", "airports", "iata"),
    }
    assert len(asked) == 1


def test_a_few_values_that_are_no_keys_do_no_harm_and_many_do() -> None:
    signs = [f"T{number:02}" for number in range(40)]
    trips = f"select car, fare from unnest({signs}) t(car), range(2) r(fare)"
    for known, meant in ((38, True), (30, False)):
        cars = f"select unnest({signs[:known]}) as plate, 'x' as note"
        assert bool(related({"cars": cars, "trips": trips})[0]) == meant


def test_small_numbers_point_at_keys_only_where_the_names_are_alike() -> None:
    shippers = "select * from (values (1, 'Swift'), (2, 'Bold'), (3, 'Kind')) t(ShipperID, firm)"
    orders = "select * from (values (7, 1, 2), (8, 2, 1), (9, 3, 3)) t(OrderID, ShipVia, boxes)"
    found, _ = related({"shippers": shippers, "orders": orders})
    assert found == {Relation("orders", "ShipVia", "shippers", "ShipperID")}


def test_tables_that_names_join_are_not_looked_at() -> None:
    towns = "select * from (values ('Aven', 3), ('Brix', 4), ('Corm', 5)) t(town, people)"
    shops = "select * from (values (1, 'Aven'), (2, 'Brix'), (3, 'Corm'), (4, 'Aven')) t(id, town)"
    found, asked = related({"towns": towns, "shops": shops})
    assert found == {Relation("shops", "town", "towns", "town")}
    assert asked == []


def test_a_column_whose_values_come_again_is_no_key() -> None:
    teams = "select * from (values ('A1', 1), ('B1', 2), ('C1', 3), ('C1', 4)) t(sign, pitch)"
    games = "select * from (values (1, 'A1'), (2, 'B1'), (3, 'C1'), (4, 'A1')) t(game, host)"
    assert related({"teams": teams, "games": games})[0] == set()
