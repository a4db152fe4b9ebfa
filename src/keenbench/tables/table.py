"""The table of a call: its description, and its database when that is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

import duckdb

from keenbench.errors import ValidationFailed
from keenbench.formats.call import Call
from keenbench.tables import methods
from keenbench.tables.database import attach, open_engine, open_for
from keenbench.tables.description import Column, Description
from keenbench.tables.methods import DATABASE, DESCRIPTION
from keenbench.tables.names import string


@lru_cache(maxsize=64)
def _parse(text: bytes) -> Description:
    return Description.model_validate_json(text)


def description_of(call: Call) -> Description:
    with call.open(DESCRIPTION.root, DESCRIPTION.name) as file:
        return _parse(file.read())


def rejected(description: Description) -> methods.RejectedRows | None:
    if description.rejected_rows is None:
        return None
    return methods.RejectedRows.model_validate(description.rejected_rows.model_dump())


_engine: duckdb.DuckDBPyConnection | None = None
# A small read is planned for longer than it runs; only these passes spare it work.
_USEFUL_PASSES = ("filter_pushdown", "unused_columns", "row_group_pruner", "late_materialization")


@contextmanager
def open_quickly(call: Call) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a connection for a small read: an engine that stays open between calls (35 ms saved).

    Only the database goes with the call.
    """
    global _engine
    if _engine is None:
        _engine = open_engine()
        found = _engine.execute("SELECT name FROM duckdb_optimizers()").fetchall()
        others = ",".join(name for (name,) in found if name not in _USEFUL_PASSES)
        _engine.execute(f"SET disabled_optimizers = {string(others)}")
    connection, _engine = _engine, None  # not kept if anything goes wrong
    attach(connection, call.files[(DATABASE.root, DATABASE.name)])
    yield connection
    connection.execute("USE memory")
    connection.execute("DETACH src")
    _engine = connection


@contextmanager
def open_table(
    call: Call, *, threads: int = 1, width: int = 1
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a connection whose default database is the table's, read-only.

    `width` is how many columns one statement takes.
    """
    connection = open_for(width, call.out / "spill", threads)
    try:
        attach(connection, call.files[(DATABASE.root, DATABASE.name)])
        yield connection
    finally:
        connection.close()


@dataclass(frozen=True)
class Chosen:
    """A column that a call asked for, with its place in the table."""

    index: int
    column: Column


def choose(description: Description, names: list[str] | None) -> list[Chosen]:
    """Return the columns of these names, or all."""
    everything = [Chosen(index, column) for index, column in enumerate(description.columns)]
    if names is None:
        return everything
    exact = {chosen.column.name: chosen for chosen in everything}
    folded = {chosen.column.name.casefold(): chosen for chosen in everything}
    found = []
    for name in names:
        chosen = exact.get(name) or folded.get(name.casefold())
        if chosen is None:
            known = ", ".join(column.name for column in description.columns[:20])
            raise ValidationFailed(
                f"There is no column {name[:80]}. Columns: {known}"
                + (", …" if len(description.columns) > 20 else "")
                + "."
            )
        found.append(chosen)
    return found
