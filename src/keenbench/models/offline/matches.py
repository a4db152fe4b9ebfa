"""Questions about rows whether or not another table points at them.

A join from what points (orders) to what it points at (customers) loses customers without orders.
Where these count too, the join goes the other way: which drugs were not dispensed since May, what
share of customers ordered in 2025, sign-ups of each club, those with none included.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, key_of
from keenbench.models.offline.frame import Ask, Figure, Having, Key, Order, Test, Understanding
from keenbench.models.offline.joins import downstream
from keenbench.query.dataset_schema import DatasetSchema, Relation


def turned_round(
    meant: Understanding, schema: DatasetSchema
) -> tuple[Understanding, Relation | None]:
    """Return what was understood as a plan can say it, and the relation to join backwards."""
    if meant.without:
        return _without(meant, schema)
    if meant.every:
        return _every(meant, schema)
    for figure in meant.figures:
        if figure.share == "of_rows" and figure.column is None and not meant.keys:
            back = _pointing(schema, figure.table, _tables(figure.where))
            tested = _tables(meant.tests)
            if back is not None and tested <= set(downstream(schema, figure.table)):
                return meant, back
    return meant, None


def _tables(tests: tuple[Test, ...]) -> set[str]:
    return {ref.table for test in tests for ref in test.columns()}


def _pointing(schema: DatasetSchema, table: str, needed: set[str]) -> Relation | None:
    """Return the relation by which another table, that reaches all that is needed, points here."""
    far = needed - set(downstream(schema, table))
    if not far:
        return None
    for relation in schema.relations:
        if relation.to_table == table and far <= set(downstream(schema, relation.from_table)):
            return relation
    return None


def _without(meant: Understanding, schema: DatasetSchema) -> tuple[Understanding, Relation | None]:
    """`drugs not dispensed since May`: the period is of what there is none of."""
    table = meant.subject
    near = set(downstream(schema, table))
    far = tuple(test for test in meant.tests if not _tables((test,)) <= near)
    if not far:
        return meant, None
    back = _pointing(schema, table, {*_tables(far), *meant.without})
    counts = all(f == Figure(func="count", table=table) for f in meant.figures)
    key = _key(schema, table)
    if back is None or meant.keys or meant.having or not counts or len(meant.without) > 1:
        raise Ask("I can only tell which rows, or how many, have none of that.")
    refs = [ref for ref in meant.shown if ref.table in near] or [key]
    keys = [key, *(ref for ref in refs if ref != key)]
    none = Figure(func="count", table=back.from_table, where=far)
    changes: dict[str, object] = {
        "tests": tuple(test for test in meant.tests if test not in far),
        "keys": tuple(Key(column=ref) for ref in keys),
        "having": (Having(figure=none, op="=", value=0),),
        "figures": (), "without": (), "shown": (), "distinct": False, "exists": False,
        "count_groups": bool(meant.figures),
        "order": tuple(
            Order(key=keys.index(o.column), direction=o.direction)
            for o in meant.order if o.column in keys
        ),
    }  # fmt: skip
    return meant.model_copy(update=changes), back


def _every(meant: Understanding, schema: DatasetSchema) -> tuple[Understanding, Relation | None]:
    """`sign-ups of each club, including clubs with none`: what there may be none of is counted."""
    tables = {key.column.table for key in meant.keys}
    table = next((name for name in tables if tables <= set(downstream(schema, name))), None)
    figures = (*meant.figures, *(having.figure for having in meant.having))
    measured = {f.column.table if f.column else f.table for f in figures}
    back = _pointing(schema, table, measured | _tables(meant.tests)) if table else None
    if table is None or back is None or meant.change is not None:
        return meant, None
    near = set(downstream(schema, table))
    far = tuple(test for test in meant.tests if not _tables((test,)) <= near)

    def within(figure: Figure) -> Figure:
        return figure.model_copy(update={"where": (*figure.where, *far)})

    changes: dict[str, object] = {
        "tests": tuple(test for test in meant.tests if test not in far and test.said),
        "figures": tuple(map(within, meant.figures)),
        "having": tuple(h.model_copy(update={"figure": within(h.figure)}) for h in meant.having),
    }
    return meant.model_copy(update=changes), back


def _key(schema: DatasetSchema, name: str) -> ColumnRef:
    table = schema.table(name)
    key = key_of(schema, table) if table is not None else None
    if key is None:
        raise Ask(f"No column tells the rows of {name} apart.")
    return key
