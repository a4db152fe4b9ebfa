"""Whether a plan can be what anyone asked for, whatever the words were.

The last look at a reading: it knows nothing of how the reading came about. A plan that tests one
column for two things at once, ranks rows by a number that only names them, or measures what it has
just asked to be missing, was read wrongly; the user is asked instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from keenbench.models.offline.columns import ColumnRef, column_of, is_key, is_number, only_names
from keenbench.models.offline.frame import Ask, Test, Understanding
from keenbench.models.offline.rows import tells_rows
from keenbench.query.dataset_schema import DatasetSchema


def refuse_unsound(meant: Understanding, schema: DatasetSchema) -> None:
    """Ask where the plan cannot be meant."""
    _at_odds(meant)
    _of_nothing(meant)
    _of_one(meant)
    _of_names(meant, schema)
    _by_single_rows(meant, schema)


def _leaves(tests: tuple[Test, ...]) -> Iterator[Test]:
    """Give the conditions that all must hold, each of one column."""
    for test in tests:
        if test.all_of:
            yield from _leaves(test.all_of)
        elif test.column is not None:
            yield test


def _at_odds(meant: Understanding) -> None:
    """Two values of one column, of which the rows can have only one."""
    wheres = [figure.where for figure in meant.figures] or [()]
    for where in wheres:
        told: dict[ColumnRef, Test] = {}
        for test in _leaves((*meant.tests, *where)):
            if test.op not in ("=", "in") or test.period or test.column is None:
                continue
            other = told.setdefault(test.column, test)
            if other is not test and _cells(other) != _cells(test):
                raise Ask(
                    f"{test.column} cannot be both in one row: {other.said} and {test.said}. "
                    "Which one do you mean?"
                )


def _cells(test: Test) -> frozenset[str]:
    values = test.value if isinstance(test.value, tuple) else (test.value,)
    return frozenset(str(value).casefold() for value in values)


def _of_nothing(meant: Understanding) -> None:
    """What is missing in all rows cannot be measured, nor be ranked by."""
    missing = {test.column for test in _leaves(meant.tests) if test.op == "is_null"}
    measured = [f.column for f in meant.figures if f.column and f.func != "count"]
    measured += [order.column for order in meant.order if order.column]
    measured += [ref for ref in meant.shown if ref.worked is not None]
    for ref in measured:
        parts = [ref]
        if ref.worked is not None:
            parts = [ColumnRef(ref.table, name) for name in (ref.worked.left, ref.worked.right)]
        for part in parts:
            if part in missing:
                raise Ask(f"{part} is missing in these rows, so that {ref} says nothing of them.")


def _of_one(meant: Understanding) -> None:
    """How many different values are there of a column that has to be one of them?"""
    pinned = {test.column for test in _leaves(meant.tests) if test.op == "="}
    for figure in meant.figures:
        if figure.func == "count_distinct" and figure.column in pinned:
            raise Ask(f"{figure.column} is one value here. What should I count?")


def _of_names(meant: Understanding, schema: DatasetSchema) -> None:
    """A number that only names something is neither added up nor ranked by."""
    for figure in (*meant.figures, *(having.figure for having in meant.having)):
        ref = figure.column
        if ref is None or ref.worked is not None or figure.func in ("count", "count_distinct"):
            continue
        table, column = schema.table(ref.table), column_of(schema, ref)
        if table is None or not is_number(column):
            continue
        if is_key(table, column, schema) or only_names(table, column):
            raise Ask(f"{ref} only names rows; no figure of it says anything. What do you mean?")


def _by_single_rows(meant: Understanding, schema: DatasetSchema) -> None:
    """A count for each group of which each is a row counts nothing."""
    if not meant.keys or meant.having or meant.limit is not None or meant.count_groups:
        return
    counts = [f for f in meant.figures if f.func == "count" and not f.where and f.per is None]
    if len(counts) != len(meant.figures) or not counts or any(key.unit for key in meant.keys):
        return
    for key in meant.keys:
        table = schema.table(key.column.table)
        own = table is not None and counts[0].table == table.name
        if own and table is not None and tells_rows(schema, table, column_of(schema, key.column)):
            raise Ask(f"Each {key.column} is one row of {table.name}. What should I count?")


__all__ = ["refuse_unsound"]
