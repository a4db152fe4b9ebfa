"""Ask the offline model alone, without server and sandbox: seconds for a suite, where the app takes
minutes.

`python -m tests.analyst_questions.in_process SUITE [id …]`. Tables are read as the reference reads
them, and words for a missing value as the app does; what the model looks up, and what it plans,
runs in a DuckDB of this process.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import duckdb

from keenbench.analyst import readings, relations, relations_by_values
from keenbench.analyst.registry import read_registry, table_name
from keenbench.models.offline.chat_model import _as_read
from keenbench.models.offline.frame import Clarification, Pending, Understanding
from keenbench.models.offline.lookups import Answer
from keenbench.models.offline.understanding import understand
from keenbench.query.compile import compile_plan
from keenbench.query.dataset_schema import (
    NUMBERS,
    TIMES,
    ColumnSchema,
    ColumnType,
    DatasetSchema,
    TableSchema,
    edge,
)
from keenbench.query.plan import QueryPlan
from keenbench.tables.inference import infer
from keenbench.tables.null_words import MOST_WORDS, is_null_word
from tests.analyst_questions import strangers
from tests.analyst_questions.reference import SUITES, rows_of, tables_of
from tests.analyst_questions.run import askable, dataset_id, with_what_they_follow
from tests.analyst_questions.scorer import Payload, score
from tests.analyst_questions.tables import DEMO, files_of, is_demo

_TYPES: dict[str, ColumnType] = {
    "BIGINT": "integer", "INTEGER": "integer", "HUGEINT": "integer", "SMALLINT": "integer",
    "DOUBLE": "float", "FLOAT": "float", "BOOLEAN": "boolean", "DATE": "date", "TIME": "time",
    "TIMESTAMP": "timestamp", "TIMESTAMP WITH TIME ZONE": "timestamp",
}  # fmt: skip
_SEEN_BY_THE_MODEL = 50
_FIRST_WINDOW = 200


@dataclass
class Tables:
    """A dataset as the model sees it, and what answers its look-ups and plans."""

    schema: DatasetSchema
    read: DatasetSchema
    """As the model reads it: with the tables in the order of the model's own view."""
    connection: duckdb.DuckDBPyConnection
    answers: dict[str, Answer] = field(default_factory=dict)

    def run(self, plan: QueryPlan) -> tuple[list[str], list[list[Any]], str]:
        sql = compile_plan(plan, self.schema).sql
        return *rows_of(self.connection, sql), sql

    def ask(self, plan: QueryPlan) -> Answer:
        """Answer a look-up of the model, each once."""
        key = json.dumps(plan.to_json(), sort_keys=True)
        if key not in self.answers:
            rows = [tuple(row) for row in self.run(plan)[1]]
            whole = plan.limit is None or len(rows) < plan.limit
            shown = tuple(rows[:_SEEN_BY_THE_MODEL])
            self.answers[key] = Answer(shown, whole and len(rows) <= _SEEN_BY_THE_MODEL)
        return self.answers[key]


@cache
def tables(dataset: str) -> Tables:
    connection = tables_of(dataset)
    entry = None
    if is_demo(dataset):
        entry = next(e for e in read_registry(DEMO)[0] if e.id == dataset)
    found = []
    for path in files_of(dataset):
        raw = re.sub(r"\W", "_", path.stem)
        file = next((f for f in entry.files if f.path.endswith(path.name)), None) if entry else None
        name = file.table_name if file else table_name(path.name)
        if name != raw:
            connection.execute(f'ALTER TABLE "{raw}" RENAME TO "{name}"')
        _read_missing(connection, name)
        told = (lambda column, f=file: entry.column(f, column)) if entry and file else None
        table = TableSchema(
            name, path.name, _one(connection, f'SELECT count(*) FROM "{name}"'),
            tuple(_columns(connection, name, told)), file.description if file else "",
        )  # fmt: skip
        found.append(readings.work_out(table, lambda sql, most: _cells(connection, sql, most)))
    schema = DatasetSchema(dataset_id(dataset), tuple(found))
    if entry is not None and entry.relations is not None:
        named = ((relation.from_, relation.to) for relation in entry.relations)
        related, _ = relations.read_relations(schema, named)
    else:
        related = relations_by_values.fill_in(
            schema.tables,
            relations.work_out(schema.tables),
            lambda sql, most: _cells(connection, sql, most),
        )
    schema = replace(schema, relations=related)
    return Tables(schema, _as_read(schema), connection)


def _read_missing(connection: duckdb.DuckDBPyConnection, table: str) -> None:
    """Make nothing of blanks and of `N/A` among numbers, as loading a file does."""
    for name, kind, *_ in connection.execute(f'DESCRIBE "{table}"').fetchall():
        if kind != "VARCHAR":
            continue
        quoted = '"' + name.replace('"', '""') + '"'
        said = f"trim({quoted})"
        missing = f"({said} = '' OR {is_null_word(said)})"
        words = connection.execute(
            f'SELECT DISTINCT {said} FROM "{table}" WHERE {missing}'
        ).fetchall()
        if not words:
            continue
        if len([word for (word,) in words if word]) > MOST_WORDS:
            continue
        found = infer(connection, f'SELECT {quoted} AS x FROM "{table}"', [])
        if found is not None and found.column.kind != "string":
            value = f"CASE WHEN {missing} THEN NULL ELSE {found.column.parse(said)} END"
            connection.execute(
                f'ALTER TABLE "{table}" ALTER {quoted} TYPE {found.column.sql} USING {value}'
            )


def _columns(
    connection: duckdb.DuckDBPyConnection, table: str, told: Any
) -> Iterator[ColumnSchema]:
    rows = _one(connection, f'SELECT count(*) FROM "{table}"')
    for name, kind, *_ in connection.execute(f'DESCRIBE "{table}"').fetchall():
        quoted = '"' + name.replace('"', '""') + '"'
        different = _one(connection, f'SELECT count(DISTINCT {quoted}) FROM "{table}"')
        filled = _one(connection, f'SELECT count({quoted}) FROM "{table}"')
        type_: ColumnType = "decimal" if kind.startswith("DECIMAL") else _TYPES.get(kind, "string")
        of_registry = told(name) if told is not None else None
        yield ColumnSchema(
            name,
            type_,
            of_registry.description if of_registry else "",
            filled < rows,
            of_registry.values if of_registry else None,
            different,
            None,
            *_edges(connection, table, quoted, type_),
        )


def _edges(
    connection: duckdb.DuckDBPyConnection, table: str, quoted: str, kind: ColumnType
) -> tuple[float | str | None, float | str | None]:
    if kind not in NUMBERS | TIMES:
        return None, None
    sql = f'SELECT CAST(min({quoted}) AS VARCHAR), CAST(max({quoted}) AS VARCHAR) FROM "{table}"'
    least, greatest = connection.execute(sql).fetchall()[0]
    return edge(kind, least), edge(kind, greatest)


def _one(connection: duckdb.DuckDBPyConnection, sql: str) -> int:
    row = connection.execute(sql).fetchone()
    assert row is not None
    return int(row[0])


def _cells(connection: duckdb.DuckDBPyConnection, sql: str, most: int) -> list[list[Any]]:
    return rows_of(connection, sql)[1][:most]


@dataclass
class Threads:
    """Answers as /chat would, and remembers what each thread has come to."""

    known: dict[str, tuple[Understanding | None, Pending | None]] = field(default_factory=dict)

    def answer(self, dataset: str, thread: str | None, question: str) -> Payload:
        at = tables(dataset)
        previous, pending = self.known.get(thread or "", (None, None))
        name = str(len(self.known) + 1)
        meant = understand(question, at.read, at, previous, pending)
        if isinstance(meant, Clarification):
            asked = meant.pending or Pending(
                question=question, words=meant.words, proposed=meant.proposed
            )
            self.known[name] = (previous, asked)
            return {
                "thread_id": name,
                "status": "needs_clarification",
                "assistant_message": meant.message,
            }
        assert isinstance(meant, Understanding) and meant.plan is not None
        self.known[name] = (meant.model_copy(update={"plan": None}), None)
        columns, rows, sql = at.run(meant.plan)
        return {
            "thread_id": name,
            "status": "success",
            "assistant_message": " ".join([meant.sentence, *meant.remarks]),
            "result": {
                "columns": columns,
                "rows": rows[:_FIRST_WINDOW],
                "has_more": len(rows) > _FIRST_WINDOW,
            },
            "details": {"compiled_sql": sql},
        }


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in (*SUITES, *strangers.NAMES):
        print(__doc__)
        return 2
    questions = askable(arguments[0])
    if arguments[1:]:
        questions = with_what_they_follow(questions, set(arguments[1:]))
    print(score(questions, Threads().answer).listing())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
