"""Relations that the names of columns tell."""

from __future__ import annotations

from keenbench.analyst.relations import work_out
from keenbench.query.dataset_schema import ColumnSchema, ColumnType, TableSchema


def table(name: str, rows: int, *columns: tuple[str, ColumnType, int]) -> TableSchema:
    made = tuple(ColumnSchema(n, kind, distinct=distinct) for n, kind, distinct in columns)
    return TableSchema(name, f"{name}.csv", rows, made)


def test_a_number_that_bears_the_name_of_a_table_tells_its_rows() -> None:
    incidents = table("incidents", 300, ("ID", "integer", 300), ("District", "integer", 20))
    districts = table("police_districts", 21, ("District", "integer", 21), ("Size", "integer", 21))
    found = work_out([incidents, districts])
    assert [(r.from_table, r.to_table) for r in found] == [("incidents", "police_districts")]


def test_last_names_join_no_people() -> None:
    customers = table(
        "customers", 70, ("customerNumber", "integer", 70), ("contactLastName", "string", 10)
    )
    employees = table(
        "employees", 22, ("employeeNumber", "integer", 22), ("lastName", "string", 22)
    )
    assert work_out([customers, employees]) == ()
