"""How tables are joined so that no row of the one that is counted comes twice."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask
from keenbench.query.dataset_schema import DatasetSchema, Relation


def downstream(schema: DatasetSchema, table: str) -> dict[str, list[Relation]]:
    """Return the tables that each row of `table` belongs to at most once, with the way there."""
    found: dict[str, list[Relation]] = {table: []}
    queue = [table]
    while queue:
        at = queue.pop(0)
        for relation in schema.relations:
            if relation.from_table == at and relation.to_table not in found:
                found[relation.to_table] = [*found[at], relation]
                queue.append(relation.to_table)
    return found


def with_ways(schema: DatasetSchema, via: Collection[ColumnRef]) -> DatasetSchema:
    """Return a schema without the relations that stand beside one that was chosen."""
    if not via:
        return schema
    chosen = [r for r in schema.relations if ColumnRef(r.from_table, r.from_column) in via]
    pairs = {(r.from_table, r.to_table) for r in chosen}
    kept = [r for r in schema.relations if r in chosen or (r.from_table, r.to_table) not in pairs]
    return replace(schema, relations=tuple(kept))


def choose_base(schema: DatasetSchema, needed: Collection[str], preferred: Iterable[str]) -> str:
    """Return the table whose rows the others only add columns to, or ask."""
    wanted = list(dict.fromkeys(preferred))
    order = [*wanted, *(t.name for t in schema.tables if t.name in needed and t.name not in wanted)]
    order += [t.name for t in schema.tables if t.name not in order]
    for name in order:
        if set(needed) <= set(downstream(schema, name)):
            return name
    tables = ", ".join(sorted(needed))
    if any(_related(schema, a, b) for a in needed for b in needed if a != b):
        raise Ask(
            f"The tables {tables} can only be joined in a way that repeats rows, which would make "
            "figures wrong. Could you ask about one of them at a time?"
        )
    raise Ask(f"I see no relation that joins the tables {tables}. Which of them do you mean?")


def _related(schema: DatasetSchema, one: str, other: str) -> bool:
    seen, queue = {one}, [one]
    while queue:
        at = queue.pop()
        for r in schema.relations:
            for a, b in ((r.from_table, r.to_table), (r.to_table, r.from_table)):
                if a == at and b not in seen:
                    seen.add(b)
                    queue.append(b)
    return other in seen


def path(schema: DatasetSchema, base: str, needed: Iterable[str]) -> list[Relation]:
    """Return the relations that join all needed tables to the base, in order."""
    ways = downstream(schema, base)
    steps: dict[Relation, None] = {}
    for table in needed:
        for relation in ways[table]:
            rivals = [
                r
                for r in schema.relations
                if (r.from_table, r.to_table) == (relation.from_table, relation.to_table)
                and r != relation
            ]
            if rivals:
                names = " or ".join(r.from_column for r in (relation, *rivals))
                raise Ask(
                    f"{relation.from_table} belongs to {relation.to_table} in more than one way "
                    f"({names}). Which is meant?"
                )
            steps[relation] = None
    joined = {relation.to_table for relation in steps}
    if len(joined) < len(steps):
        raise Ask("There is more than one way to join these tables. Which is meant?")
    return list(steps)
