"""In what order the rows of a checked query come, and whether that order can change an answer.

All answers err to one side: `none`, not order-free, and a warning where nothing was proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlglot import exp

from keenbench.query import functions
from keenbench.query.names import fold


@dataclass(frozen=True, slots=True)
class KnownColumns:
    """What is known of the columns, by folded names."""

    known: frozenset[str] = frozenset()
    exact: frozenset[str] = frozenset()
    """Integers and decimals."""
    alike: frozenset[str] = frozenset()
    """Text, dates, times and booleans: equal values are identical."""


RowOrder = Literal[
    "total",  # ORDER BY names every column: no two orders are possible
    "explicit",  # ORDER BY at the top; rows that tie may come in any order
    "natural",  # a filter or projection of one table: the order of its rows
    "single",  # one row at most
    "none",  # no order of its own: groups, joins, sets
]


@dataclass(frozen=True, slots=True)
class QueryWarning:
    code: Literal["order_dependent", "limit_without_order"]
    message: str


def row_order(tree: exp.Expr) -> RowOrder:
    """Return how the rows of the result are ordered."""
    if isinstance(tree, exp.Describe | exp.Summarize):
        return "natural"
    order = tree.args.get("order")
    if isinstance(order, exp.Order):
        return "total" if _names_every_column(tree, order) else "explicit"
    if isinstance(tree, exp.Subquery) and not tree.args.get("with_"):
        return row_order(tree.this)
    if isinstance(tree, exp.Values):
        return "natural"
    if not isinstance(tree, exp.Select):
        return "none"
    if _is_single_row(tree):
        return "single"
    return "natural" if _is_scan(tree) else "none"


def is_limited(tree: exp.Expr) -> bool:
    """Whether LIMIT, OFFSET or FETCH cuts the result."""
    if isinstance(tree, exp.Subquery) and is_limited(tree.this):
        return True
    return bool(tree.args.get("limit") or tree.args.get("offset"))


def is_order_free(nodes: Sequence[exp.Expr], columns: KnownColumns) -> bool:
    """Whether the rows, as a set, are the same for any order of the rows of its tables.

    Sums count only where they are of a column that is exact; and since a name could stand for an
    expression, only where no subquery or CTE can have given it another meaning. Groups, distinct
    rows, minima and maxima count only where equal values look alike: of 0.0 and -0.0, of 1 month
    and 30 days, of a and A without regard to case, the one that comes first is shown.
    """
    if isinstance(nodes[0], exp.Describe):
        return True
    if not isinstance(nodes[0], exp.Query):
        return False
    nested = any(isinstance(node, exp.CTE | exp.Subquery | exp.Lateral) for node in nodes)
    for node in nodes:
        if isinstance(node, _ORDER_MATTERS):
            return False
        if isinstance(node, exp.Distinct) and node.args.get("on"):
            return False
        if isinstance(node, exp.Join) and node.args.get("method") in ("ASOF", "POSITIONAL"):
            return False
        if isinstance(node, exp.Func) and not _is_order_free_call(node, nested, columns.exact):
            return False
    if not any(_shows_one_for_many(node) for node in nodes):
        return True
    aliases = {fold(node.alias) for node in nodes if isinstance(node, exp.Alias)}
    # An alias is as good as its expression, unless it hides a column that is not.
    alike = columns.exact | columns.alike | (aliases - columns.known)
    return bool(columns.known) and all(_looks_alike(node, alike) for node in nodes)


def warnings(nodes: Sequence[exp.Expr]) -> tuple[QueryWarning, ...]:
    """Return what the reader of the result should know about its order."""
    found: list[QueryWarning] = []
    calls = ((node, _call_name(node)) for node in nodes if isinstance(node, exp.Func))
    if names := sorted({name for call, name in calls if _depends_on_order(call, name)}):
        found.append(
            QueryWarning(
                "order_dependent",
                f"The result of {', '.join(f'{name}()' for name in names)} depends on the order "
                "of the rows; write ORDER BY inside the call to fix it.",
            )
        )
    if any(
        (node.args.get("limit") or node.args.get("offset")) and not node.args.get("order")
        for node in nodes
        if isinstance(node, exp.Query)
    ):
        found.append(
            QueryWarning(
                "limit_without_order",
                "LIMIT without ORDER BY takes whichever rows come first; add ORDER BY.",
            )
        )
    return tuple(found)


_ORDER_MATTERS = (exp.Window, exp.Limit, exp.Offset, exp.Fetch, exp.Pivot, exp.Summarize)
_CALL_NAMES: dict[type[exp.Func], str] = {
    exp.AnyValue: "any_value",
    exp.First: "first",
    exp.Last: "last",
    exp.FirstValue: "first_value",
    exp.LastValue: "last_value",
    exp.ArrayAgg: "list",
    exp.GroupConcat: "string_agg",
    exp.ArgMax: "arg_max",
    exp.ArgMin: "arg_min",
    exp.Mode: "mode",
    exp.ApproxQuantile: "approx_quantile",
    exp.ApproxTopK: "approx_top_k",
    exp.ApproxDistinct: "approx_count_distinct",
    exp.Count: "count",
    exp.CountIf: "count_if",
    exp.Min: "min",
    exp.Max: "max",
    exp.Sum: "sum",
    exp.LogicalAnd: "bool_and",
    exp.LogicalOr: "bool_or",
    exp.BitwiseAndAgg: "bit_and",
    exp.BitwiseOrAgg: "bit_or",
    exp.BitwiseXorAgg: "bit_xor",
}


def _call_name(call: exp.Func) -> str:
    if isinstance(call, exp.Anonymous | exp.AnonymousAggFunc):
        return fold(call.name)
    return _CALL_NAMES.get(type(call), "")


def _depends_on_order(call: exp.Func, name: str) -> bool:
    if name not in functions.ORDER_DEPENDENT:
        return False
    # sqlglot puts ORDER BY around the first argument, and FILTER, IGNORE NULLS, WITHIN GROUP and
    # OVER around the call.
    if any(isinstance(value, exp.Order) for value in call.args.values()):
        return False
    outer: exp.Expr | None = call.parent
    while isinstance(outer, exp.Filter | exp.IgnoreNulls | exp.RespectNulls | exp.Order):
        outer = outer.parent
    if isinstance(outer, exp.Window):
        return not outer.args.get("order")
    return not isinstance(outer, exp.WithinGroup)


def _is_order_free_call(call: exp.Func, nested: bool, exact_columns: frozenset[str]) -> bool:
    name = _call_name(call)
    if name in functions.ORDER_FREE_WHEN_EXACT:
        column = call.this
        return (
            not nested
            and isinstance(column, exp.Column)
            and isinstance(column.this, exp.Identifier)
            and fold(column.name) in exact_columns
        )
    if name in functions.ORDER_FREE:
        return True
    aggregate = isinstance(call, exp.AggFunc) or name in functions.AGGREGATES
    return not aggregate and name not in functions.AGGREGATE_BY_NAME


def _shows_one_for_many(node: exp.Expr) -> bool:
    """Whether one of several equal values is shown for all of them."""
    if isinstance(node, exp.SetOperation):
        return bool(node.args.get("distinct"))
    if isinstance(node, exp.Distinct):
        return isinstance(node.parent, exp.Select)
    return isinstance(node, exp.Group | exp.Min | exp.Max)


# Give whole numbers, text, dates or booleans for the same.
_ALIKE_CALLS = (
    exp.And, exp.Or, exp.Case, exp.If, exp.Coalesce, exp.Nullif, exp.Exists, exp.Cast, exp.TryCast,
    exp.Upper, exp.Lower, exp.Trim, exp.Substring, exp.Left, exp.Right, exp.Length, exp.Replace,
    exp.Concat, exp.TimestampTrunc, exp.Year, exp.Month, exp.Day, exp.Quarter, exp.TimeToStr,
)  # fmt: skip
_NOT_ALIKE = (exp.Div, exp.Interval, exp.AtTimeZone, exp.Star, exp.Dot, exp.Bracket, exp.Lambda)
_ALIKE_TYPES = frozenset(
    ("INT", "BIGINT", "SMALLINT", "TINYINT", "DECIMAL", "TEXT", "VARCHAR", "CHAR", "BOOLEAN",
     "DATE", "TIMESTAMP", "TIMESTAMPNTZ")
)  # fmt: skip


def _looks_alike(node: exp.Expr, alike: frozenset[str]) -> bool:
    if isinstance(node, exp.Star):
        # count(*) shows no value.
        return isinstance(node.parent, exp.Count)
    if isinstance(node, _NOT_ALIKE):
        return False
    if isinstance(node, exp.Column):
        return fold(node.name) in alike
    if isinstance(node, exp.Literal):
        return bool(node.is_string) or "e" not in node.name.lower()
    if isinstance(node, exp.DataType):
        return isinstance(node.this, exp.DType) and node.this.name in _ALIKE_TYPES
    if isinstance(node, exp.Func):
        name = _call_name(node)
        known = name in functions.ORDER_FREE or name in functions.ORDER_FREE_WHEN_EXACT
        return known or isinstance(node, _ALIKE_CALLS)
    return True


def _is_aggregate(call: exp.Func) -> bool:
    return isinstance(call, exp.AggFunc) or _call_name(call) in functions.AGGREGATES


def _own_calls(select: exp.Select) -> Iterator[exp.Func]:
    """Yield the calls in the columns of `select` that are its own, not a subquery's."""
    todo: list[exp.Expr] = list(select.expressions)
    while todo:
        node = todo.pop()
        if isinstance(node, exp.Query):
            continue
        if isinstance(node, exp.Func):
            yield node
        todo.extend(node.iter_expressions())


def _is_single_row(select: exp.Select) -> bool:
    if select.args.get("group") or any(
        isinstance(call, exp.Explode) for call in _own_calls(select)
    ):
        return False
    if not select.args.get("from_"):
        return True
    windowed = any(expression.find(exp.Window) for expression in select.expressions)
    return not windowed and any(_is_aggregate(call) for call in _own_calls(select))


def _is_scan(tree: exp.Expr) -> bool:
    """Whether `tree` only filters and projects one table, so that its rows keep their order."""
    while isinstance(tree, exp.Subquery):
        if tree.args.get("with_") or tree.args.get("pivots") or tree.args.get("joins"):
            return False
        tree = tree.this
    if not isinstance(tree, exp.Select):
        return False
    shaping = ("with_", "joins", "group", "having", "distinct", "qualify", "laterals", "order")
    from_ = tree.args.get("from_")
    if any(map(tree.args.get, shaping)) or not isinstance(from_, exp.From):
        return False
    if any(_is_aggregate(call) for call in _own_calls(tree)) or tree.find(exp.Window):
        return False
    source = from_.this
    if isinstance(source, exp.Table):
        plain = isinstance(source.this, exp.Identifier)
        return plain and not source.args.get("joins") and not source.args.get("pivots")
    return _is_scan(source)


def _names_every_column(tree: exp.Expr, order: exp.Order) -> bool:
    keys = [key.this for key in order.expressions if isinstance(key, exp.Ordered)]
    if any(isinstance(key, exp.Var) and key.name.upper() == "ALL" for key in keys):
        return True
    if not isinstance(tree, exp.Select):
        return False
    named = {fold(key.name) for key in keys if isinstance(key, exp.Column | exp.Literal)}
    for position, column in enumerate(tree.expressions, start=1):
        if not isinstance(column, exp.Alias | exp.Column) or isinstance(column.this, exp.Star):
            return False
        if fold(column.alias_or_name) not in named and str(position) not in named:
            return False
    return True
