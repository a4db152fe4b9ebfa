"""Small tables to ask about, with look-ups and plans run by DuckDB itself."""

from __future__ import annotations

from typing import Any

import duckdb

from keenbench.models.offline.frame import Clarification, LookupsNeeded, Understanding
from keenbench.models.offline.lookups import Answer
from keenbench.models.offline.understanding import understand
from keenbench.query.cell_lists import mark_of
from keenbench.query.compile import compile_plan
from keenbench.query.dataset_schema import (
    NUMBERS,
    TIMES,
    ColumnSchema,
    ColumnType,
    DatasetSchema,
    Relation,
    TableSchema,
    edge,
)
from keenbench.query.plan import QueryPlan

_TYPES: dict[str, ColumnType] = {
    "INTEGER": "integer", "BIGINT": "integer", "DOUBLE": "float", "BOOLEAN": "boolean",
    "DATE": "date", "TIMESTAMP": "timestamp", "VARCHAR": "string",
}  # fmt: skip


class Dataset:
    """Tables given as SQL; `ask` answers a question with rows, or returns what was asked back."""

    def __init__(self, tables: dict[str, str], relations: tuple[str, ...] = ()) -> None:
        self.connection = duckdb.connect()
        self.lookups: list[QueryPlan] = []
        made = []
        for name, sql in tables.items():
            self.connection.execute(f'create table "{name}" as {sql}')
            made.append(self._describe(name))
        ends = [tuple(part for end in r.split(" ") for part in end.split(".")) for r in relations]
        self.schema = DatasetSchema("test", tuple(made), tuple(Relation(*end) for end in ends))

    def _describe(self, name: str) -> TableSchema:
        columns = []
        rows = self.connection.execute(f'select count(*) from "{name}"').fetchall()[0][0]
        for column, kind, *_ in self.connection.execute(f'describe "{name}"').fetchall():
            type_: ColumnType = "decimal" if kind.startswith("DECIMAL") else _TYPES[kind]
            distinct, filled = self.connection.execute(
                f'select count(distinct "{column}"), count("{column}") from "{name}"'
            ).fetchall()[0]
            edges = f'min("{column}")::varchar, max("{column}")::varchar'
            told = self.connection.execute(f'select {edges} from "{name}"').fetchall()[0]
            least, greatest = (
                edge(type_, text if type_ in NUMBERS | TIMES else None) for text in told
            )
            cells = self.connection.execute(f'select "{column}" from "{name}"').fetchall()
            texts = [cell for (cell,) in cells if isinstance(cell, str)]
            columns.append(
                ColumnSchema(column, type_, nullable=filled < rows, distinct=distinct,
                             least=least, greatest=greatest, parted_by=mark_of(texts))
            )  # fmt: skip
        return TableSchema(name, f"{name}.csv", rows, tuple(columns))

    def run(self, plan: QueryPlan) -> list[tuple[Any, ...]]:
        # A cursor of its own: tools are called in parallel.
        return self.connection.cursor().execute(compile_plan(plan, self.schema).sql).fetchall()

    def answer(self, plan: QueryPlan) -> Answer:
        rows = [
            tuple(c if isinstance(c, int | float | None) else str(c) for c in row)
            for row in self.run(plan)
        ]
        return Answer(tuple(rows), plan.limit is None or len(rows) < plan.limit)

    def lookup(self, plan: QueryPlan) -> Answer:
        if plan.is_lookup:  # else it is a plan that answers, and what it gave is looked at
            self.lookups.append(plan)
        return self.answer(plan)

    def understand(
        self, question: str, previous: Understanding | None = None
    ) -> Understanding | Clarification:
        found = understand(question, self.schema, _Answers(self), previous)
        assert not isinstance(found, LookupsNeeded)
        return found

    def ask(self, *questions: str) -> list[tuple[Any, ...]]:
        """Return the rows for the last of some questions that follow each other."""
        meant: Understanding | None = None
        for question in questions:
            found = self.understand(question, meant)
            assert isinstance(found, Understanding), found
            meant = found
        assert meant is not None and meant.plan is not None
        return self.run(meant.plan)

    def asked_back(self, question: str) -> str:
        """Return what is asked back instead of an answer."""
        found = self.understand(question)
        assert isinstance(found, Clarification), found
        return found.message


class _Answers:
    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset

    def ask(self, plan: QueryPlan) -> Answer:
        return self.dataset.lookup(plan)


def shop() -> Dataset:
    return Dataset(
        {
            "customers": """select * from (values
                (1, 'Ann Lee', 'Germany', date '2023-01-05'),
                (2, 'Bob Ray', 'France', '2023-06-01'),
                (3, 'Cid Moe', 'Germany', '2024-02-01'), (4, 'Dee Fox', 'Spain', '2024-03-01'))
                t(customer_id, name, country, signup_date)""",
            "orders": """select * from (values
                (10, 1, date '2024-01-10', 'completed', 100.0::decimal(9,2)),
                (11, 1, '2024-02-11', 'cancelled', 50.0), (12, 2, '2024-02-20', 'completed', 30.0),
                (13, 3, '2024-03-05', 'completed', 70.0), (14, 3, '2025-01-05', 'returned', 20.0),
                (15, 99, '2025-02-01', 'completed', 5.0))
                t(order_id, customer_id, order_date, status, total)""",
            "order_items": """select * from (values
                (10, 'Lamp', 2, 50.0), (11, 'Desk', 1, 50.0), (12, 'Lamp', 1, 30.0),
                (13, 'Lamp', 1, 50.0), (13, 'Pen', 10, 2.0), (14, 'Pen', 10, 2.0))
                t(order_id, product, quantity, unit_price)""",
        },
        ("orders.customer_id customers.customer_id", "order_items.order_id orders.order_id"),
    )


def patients() -> Dataset:
    return Dataset(
        {
            "patients": """select * from (values
                (1, 'Ann', 34, 'F', date '2023-01-05', date '2023-01-09', 'Asthma', 'A', true),
                (2, 'Bob', 67, 'M', '2023-02-11', '2023-02-20', 'Diabetes', 'B', true),
                (3, 'Cid', 45, 'M', '2023-02-14', '2023-02-16', 'Asthma', 'A', false),
                (4, 'Dee', 52, 'F', '2024-03-01', null, 'Hypertension', 'C', false))
                t(patient_id, name, age, gender, admission_date, discharge_date, diagnosis, ward,
                  smoker)""",
        }
    )
