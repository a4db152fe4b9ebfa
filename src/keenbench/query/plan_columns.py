"""Columns of a plan as SQL: as they stand, as what they are read as, and tested."""

from __future__ import annotations

from sqlglot import exp

from keenbench.query.dataset_schema import NUMBERS, TIMES
from keenbench.query.plan import Condition
from keenbench.query.plan_names import Found, Scope, invalid
from keenbench.query.plan_values import COMPARISONS, call, condition, is_by_value
from keenbench.query.readings import typed


def column_node(found: Found) -> exp.Expr:
    return exp.Column(
        this=exp.to_identifier(found.column.name, quoted=True),
        table=exp.to_identifier(found.table.name, quoted=True),
    )


def value_node(found: Found) -> exp.Expr:
    """Return the column as what it is worked with: read, where it is text that reads as more."""
    node, reading = column_node(found), found.column.reads
    return node if reading is None else typed(node, reading)


def row_test(test: Condition, scope: Scope) -> exp.Expr:
    """Return the SQL of a test of one column of a row."""
    assert test.column is not None
    found = scope.find(test.column)
    if test.part is not None:
        return _test_of_part(test, found)
    if test.than is not None:
        return _test_of_two(test, found, scope.find(test.than))
    if found.column.reads is not None and is_by_value(test, found.column.reads):
        return condition(test, value_node(found), found.column.value_type, found.column.name)
    return condition(test, column_node(found), found.column.type, found.column.name)


_PARTS = {"weekday": "isodow", "hour_of_day": "hour", "month_of_year": "month"}


def _test_of_part(test: Condition, found: Found) -> exp.Expr:
    assert test.part is not None
    kind = found.column.value_type
    times = ("timestamp", "time") if test.part == "hour_of_day" else TIMES
    if kind not in times:
        raise invalid(f"{found.name} is {kind}; it has no {test.part.replace('_', ' ')}.")
    return condition(test, call(_PARTS[test.part], value_node(found)), "integer", found.name)


def _test_of_two(test: Condition, one: Found, other: Found) -> exp.Expr:
    kinds = {"number" if f.column.value_type in NUMBERS else f.column.value_type
             for f in (one, other)}  # fmt: skip
    if len(kinds) > 1 and not kinds <= set(TIMES):
        raise invalid(
            f"{one.name} is {one.column.value_type} and {other.name} is "
            f"{other.column.value_type}; they cannot be compared."
        )
    return COMPARISONS[test.op](this=value_node(one), expression=value_node(other))
