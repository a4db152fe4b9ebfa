"""A small shop that plans are written against, as a schema and as tables of DuckDB's."""

from __future__ import annotations

from typing import Any

import duckdb

from keenbench.query.compile import CompiledPlan, check_plan, compile_plan
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, Relation, TableSchema
from keenbench.query.plan import read_plan

SHOP = DatasetSchema(
    "shop",
    (
        TableSchema(
            "orders",
            "orders.csv",
            6,
            (
                ColumnSchema("order_id", "integer"),
                ColumnSchema("customer_id", "integer"),
                ColumnSchema("placed_at", "timestamp"),
                ColumnSchema("day", "date"),
                ColumnSchema("amount", "decimal"),
                ColumnSchema("quantity", "integer"),
                ColumnSchema("status", "string"),
                ColumnSchema("paid", "boolean"),
            ),
        ),
        TableSchema(
            "customers",
            "customers.csv",
            3,
            (
                ColumnSchema("customer_id", "integer"),
                ColumnSchema("name", "string"),
                ColumnSchema("code", "string"),
            ),
        ),
    ),
    (Relation("orders", "customer_id", "customers", "customer_id"),),
)

_ROWS = """
CREATE TABLE orders AS SELECT * FROM (VALUES
  (1, 1, TIMESTAMP '2024-01-05 10:00:00', DATE '2024-01-05', 10.50::DECIMAL(9,2), 2, 'Open', true),
  (2, 1, TIMESTAMP '2024-01-31 23:30:00', DATE '2024-01-31', 20.00, 1, 'closed', false),
  (3, 2, TIMESTAMP '2024-02-01 00:00:00', DATE '2024-02-01', 5.25, 4, '50% off', true),
  (4, 2, TIMESTAMP '2024-04-10 08:15:00', DATE '2024-04-10', 5.25, 1, '50_ off', true),
  (5, 3, TIMESTAMP '2025-04-10 08:15:00', DATE '2025-04-10', 99.99, 3, 'OPEN', false),
  (6, 3, NULL, NULL, NULL, NULL, NULL, NULL)
) t(order_id, customer_id, placed_at, day, amount, quantity, status, paid);
CREATE TABLE customers AS SELECT * FROM (VALUES
  (1, 'Ann', '1'), (2, 'Bo', '2'), (3, 'Cy', 'x')) t(customer_id, name, code);
"""


def compiled(schema: DatasetSchema = SHOP, **plan: Any) -> CompiledPlan:
    body = {"dataset_id": schema.dataset_id, "table": schema.tables[0].name} | plan
    return compile_plan(read_plan(body), schema)


def rows(**plan: Any) -> list[tuple[Any, ...]]:
    """Return what a plan gives, after the policy has let it through."""
    made = compiled(**plan)
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute(_ROWS)
        return connection.execute(check_plan(made, SHOP).sql).fetchall()
