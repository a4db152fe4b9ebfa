"""A question about one table, or rows of it to save: read by the Analyst's own understanding."""

from __future__ import annotations

import re
from typing import Any

import sqlglot
from sqlglot import exp

from keenbench.errors import KeenBenchError
from keenbench.models.offline.frame import Clarification, LookupsNeeded
from keenbench.models.offline.lookups import Answer
from keenbench.models.offline.understanding import understand
from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import is_table
from keenbench.models.offline_files.results import query_or_export
from keenbench.models.offline_files.turn import Say, Turn
from keenbench.query.compile import compile_plan
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema
from keenbench.query.plan import QueryPlan

_DATASET = "workbench"
# What a table tool calls the file that it is asked about.
_TABLE = "data"
# What is said of files and saving says nothing about the rows.
_SAVING = re.compile(
    r"[\s,]*\b(?:and\s+|then\s+|und\s+)*(?:sav|stor|export|writ|put)\w*\b.*$", re.I | re.S
)
_LEADING = re.compile(
    r"^\s*(?:please\s+)?(?:sav|stor|export|writ|extract)\w*\s+(?P<what>.+?)\s+"
    r"(?:of|from|in)?\s*(?:the\s+(?:file|table)\s+)?\x00.*$",
    re.I | re.S,
)
_IN_FILE = re.compile(
    r"[\s,]*\b(?:in|of|from|on|out\s+of)?\s*(?:the\s+(?:file|table)\s+)?\x00,?", re.I
)


def attempt(desk: Desk) -> str | None:
    """Answer a question about a table; None where no table is meant."""
    path = desk.source(is_table)
    if path is None or not is_table(path):
        return None
    question = _question(desk)
    if not question:
        return None
    schema = _schema(desk.turn, path)
    lookups = _Lookups(desk.turn, path, schema)
    meant = understand(question, schema, lookups)
    while isinstance(meant, LookupsNeeded):
        lookups.fetch(meant.plans)
        meant = understand(question, schema, lookups)
    if isinstance(meant, Clarification):
        raise Say(meant.message)
    assert meant.plan is not None
    # A file's name is no word for its rows.
    table = re.escape(schema.tables[0].name)
    said = re.sub(rf"\bthe number of {table}\b", "the number of rows", meant.sentence)
    return query_or_export(desk, path, _sql(meant.plan, schema), said, suffix="selection")


def _question(desk: Desk) -> str:
    masked = desk.masked()
    leading = _LEADING.match(masked)
    if leading:
        return leading.group("what")
    return _IN_FILE.sub(" ", _SAVING.sub("", masked)).strip(" ,.")


class _Lookups:
    """Values of the table, asked for through the same tool as everything else."""

    def __init__(self, turn: Turn, path: str, schema: DatasetSchema) -> None:
        self._turn = turn
        self._path = path
        self._schema = schema
        self._found: dict[str, Answer] = {}

    def ask(self, plan: QueryPlan) -> Answer | None:
        return self._found.get(_sql(plan, self._schema))

    def fetch(self, plans: tuple[QueryPlan, ...]) -> None:
        for plan in plans:
            sql = _sql(plan, self._schema)
            told = self._turn.call("table_query", path=self._path, query=sql, window_rows=100)
            rows = tuple(tuple(row) for row in told["rows"])
            limit = plan.limit
            complete = not told["has_more"] and (limit is None or len(rows) < limit)
            self._found[sql] = Answer(rows, complete)


def _sql(plan: QueryPlan, schema: DatasetSchema) -> str:
    try:
        sql = compile_plan(plan, schema).sql
    except KeenBenchError as error:
        raise Say(f"I could not make a query of that: {error.message}") from None
    # Understood by the file's own name, so that the answer speaks of it; asked by the tool's.
    tree = sqlglot.parse_one(sql, dialect="duckdb")
    own = schema.tables[0].name
    for table in tree.find_all(exp.Table):
        if table.name == own:
            table.set("this", exp.to_identifier(_TABLE, quoted=True))
    for column in tree.find_all(exp.Column):
        if column.table == own:
            column.set("table", exp.to_identifier(_TABLE, quoted=True))
    return tree.sql(dialect="duckdb")


def _schema(turn: Turn, path: str) -> DatasetSchema:
    told = turn.call("table_describe", path=path)
    columns = tuple(_column(column) for column in told["columns"])
    table = TableSchema(path.rsplit(".", 1)[0], path, told["row_count"], columns)
    return DatasetSchema(_DATASET, (table,))


def _column(told: dict[str, Any]) -> ColumnSchema:
    return ColumnSchema(
        told["name"],
        told["inferred_type"],
        nullable=told["nullable"],
        distinct=told.get("distinct_estimate"),
    )
