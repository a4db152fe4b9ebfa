"""Two values of a plan worked together: sums, differences, products, quotients, time between.

Divided is as in a ratio: of floating point, and null where the divisor is 0.
"""

from __future__ import annotations

from sqlglot import exp

from keenbench.query.dataset_schema import NUMBERS, ColumnType
from keenbench.query.plan import Calc
from keenbench.query.plan_names import invalid
from keenbench.query.plan_values import call, cast

_WIDEST_FIRST: tuple[ColumnType, ...] = ("float", "decimal", "integer")
_OPERATORS: dict[str, type[exp.Binary]] = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}
_SECONDS = {"days": 86_400, "hours": 3_600, "minutes": 60}
_MOMENTS = ("date", "timestamp")

Typed = tuple[exp.Expr, ColumnType, str]
"""A value's SQL, its type and what it is called."""


def widest(kinds: tuple[ColumnType, ...]) -> ColumnType:
    """Return the type of what numbers of these types make together."""
    return next(each for each in _WIDEST_FIRST if each in kinds)


def worked(calc: Calc, left: Typed, right: Typed) -> tuple[exp.Expr, ColumnType]:
    """Return the SQL of a calculation and its type, or refuse what cannot be worked together."""
    if calc.op in _SECONDS:
        return _between(calc.op, left, right)
    for _, kind, name in (left, right):
        if kind not in NUMBERS:
            raise invalid(f"{calc.op} needs numbers, and {name} is {kind}.")
    if calc.op == "/":
        return quotient(left[0], right[0]), "float"
    node = _OPERATORS[calc.op](this=_operand(left[0]), expression=_operand(right[0]))
    return exp.Paren(this=node), widest((left[1], right[1]))


def quotient(left: exp.Expr, right: exp.Expr) -> exp.Expr:
    divisor = call("nullif", cast(right.copy(), "DOUBLE"), exp.Literal.number(0))
    return exp.Div(this=cast(left.copy(), "DOUBLE"), expression=divisor)


def _operand(node: exp.Expr) -> exp.Expr:
    return exp.Paren(this=node.copy()) if isinstance(node, exp.Binary) else node.copy()


def _between(unit: str, left: Typed, right: Typed) -> tuple[exp.Expr, ColumnType]:
    for _, kind, name in (left, right):
        if kind not in _MOMENTS:
            raise invalid(f"{unit} are counted between dates, and {name} is {kind}.")
    if unit == "days" and "date" in (left[1], right[1]):
        # A day has no hours: from a day to a moment are the days of the calendar.
        days = [cast(each[0].copy(), "DATE") for each in (right, left)]
        return call("date_diff", exp.Literal.string("day"), *days), "integer"
    moments = [cast(each[0].copy(), "TIMESTAMP") for each in (right, left)]
    seconds = call("date_diff", exp.Literal.string("second"), *moments)
    # Seconds as a float, so that an hour and a half is not one hour.
    divisor = exp.Literal.number(_SECONDS[unit])
    return exp.Paren(this=exp.Div(this=cast(seconds, "DOUBLE"), expression=divisor)), "float"
