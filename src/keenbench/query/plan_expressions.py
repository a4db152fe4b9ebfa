"""The expressions of a plan: columns, aggregates, buckets, ratios, calculations, windows, as SQL.

Each knows its type, so that a sum of text is refused here and not somewhere inside the engine, and
its level: of a row, of a group, or of a window over what there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlglot import exp

from keenbench.query.dataset_schema import NUMBERS, TIMES, ColumnType
from keenbench.query.plan import (
    Aggregate,
    Bucket,
    Calc,
    Condition,
    Expression,
    Keep,
    Operand,
    QueryPlan,
    Ratio,
    SelectItem,
    Window,
)
from keenbench.query.plan_arithmetic import quotient, widest, worked
from keenbench.query.plan_columns import column_node, row_test, value_node
from keenbench.query.plan_levels import Grouping, Value, called, check_tells, distinctly, highest
from keenbench.query.plan_names import Found, Scope, invalid
from keenbench.query.plan_values import call, cast, condition, filter_tree

_FIGURES = frozenset(("sum", "avg", "median", "stddev"))
_FUNCTIONS = {"stddev": "stddev_samp"}
_RECURRING = {
    "weekday": ("dayname", "isodow"),
    "month_of_year": ("monthname", "month"),
    "hour_of_day": ("hour", "hour"),
}
_TIED = frozenset(("row_number", "lag", "lead"))


class Expressions:
    """What a plan shows, and everything that may be said by the alias of it."""

    def __init__(self, scope: Scope, plan: QueryPlan) -> None:
        self._scope = scope
        self._plan = plan
        self._items: dict[str, SelectItem] = {}
        self._resolving: list[str] = []
        self.values: list[Value] = []
        self.summed: list[Found] = []
        for item in plan.select:
            if item.alias is not None:
                self._name(item)
        self.grouped = bool(plan.group_by) or any(map(_has_aggregate, plan.select))
        self.keys: list[Value] = []
        self.keys = [self._key(operand) for operand in plan.group_by]
        if self.grouped and not plan.group_by:
            # Columns shown beside aggregates can only be what is grouped by.
            plain = [item for item in plan.select if item.column or item.bucket]
            self.keys = [self._shown(item) for item in plain]
        self._resolve()

    def _name(self, item: SelectItem) -> None:
        assert item.alias is not None
        key = item.alias.casefold()
        if key in self._items:
            raise invalid(f"Two items are called {item.alias}.")
        self._items[key] = item

    def _resolve(self) -> None:
        """Work out what is shown."""
        plan = self._plan
        if plan.select:
            self.values = [self._shown(item) for item in plan.select]
        elif plan.group_by:
            self.values = [*self.keys, self._aggregate(Aggregate(func="count"))]
        else:
            found = self._scope.columns()
            names = [each.column.name.casefold() for each in found]
            self.values = [
                self._column(each, each.column.name if names.count(name) == 1 else each.name)
                for each, name in zip(found, names, strict=True)
            ]
        self.values = distinctly(self.values)

    def _key(self, operand: Operand) -> Value:
        """Return what rows are grouped by; an alias of an aggregate is no key, its column is."""
        if isinstance(operand, str):
            item = self._items.get(operand.casefold())
            if item is not None and (item.column is not None or item.bucket is not None):
                return self._shown(item)
            return self._column(self._scope.find(operand, more=self._aliases()))
        value = self.expression(operand)
        if value.level != "row":
            raise invalid("group_by takes columns and buckets.")
        return value

    def operand(self, operand: Operand) -> Value:
        """Return what an alias, a column or an expression stands for."""
        if not isinstance(operand, str):
            return self.expression(operand)
        key = operand.casefold()
        item = self._items.get(key)
        if item is not None and key not in self._resolving:
            return self._shown(item)
        for value in self.values:
            if value.alias.casefold() == key:
                return value
        return self._column(self._scope.find(operand, more=self._aliases()))

    def tested(self, test: Condition) -> Value:
        if test.agg is not None:
            return self._aggregate(test.agg)
        if test.calc is not None:
            return self._calc(test.calc)
        assert test.column is not None
        return self.operand(test.column)

    def check_level(self, value: Value) -> None:
        """Refuse what is of rows beside groups and no key of theirs, and of groups without any."""
        keys = frozenset(key.text for key in self.keys)
        Grouping(self.grouped, keys, self.values).check(value)

    # -- kinds of expressions -----------------------------------------------------------------

    def _shown(self, item: SelectItem) -> Value:
        if item.alias is None:
            return self.expression(item)
        self._resolving.append(item.alias.casefold())
        try:
            value = self.expression(item)
        finally:
            self._resolving.pop()
        return called(value, item.alias)

    def expression(self, item: Expression) -> Value:
        if item.column is not None:
            return self._column(self._scope.find(item.column))
        if item.agg is not None:
            return self._aggregate(item.agg)
        if item.bucket is not None:
            return self._bucket(item.bucket)
        if item.window is not None:
            return self._window(item.window)
        if item.calc is not None:
            return self._calc(item.calc)
        if item.number is not None:
            text = f"{item.number:.15g}"
            return Value(exp.Literal.number(text), "float", "constant", text)
        assert item.ratio is not None
        return self._ratio(item.ratio)

    def _column(self, found: Found, alias: str | None = None) -> Value:
        name, reading = alias or found.column.name, found.column.reads
        if reading is not None and reading.kind == "date":
            return Value(value_node(found), "date", "row", name)  # one way to write a day
        read = None if reading is None else value_node(found)
        return Value(column_node(found), found.column.type, "row", name, by=read)

    def _aggregate(self, agg: Aggregate) -> Value:
        node: exp.Expr
        kind: ColumnType = "integer"
        doubled = False
        if agg.column == "*" and agg.calc is None:
            node, alias = exp.Count(this=exp.Star()), "count"
        else:
            if agg.calc is not None:
                value = self.of_row(agg.calc)
                subject, kind, name = value.node.copy(), value.kind, value.alias
            else:
                found = self._scope.find(agg.column)
                (subject, kind), name = self._summed(agg, found), found.column.name
            alias = f"{agg.func}_{name}"
            if agg.func == "count_distinct":
                node, kind = exp.Count(this=exp.Distinct(expressions=[subject])), "integer"
            elif agg.func == "count":
                node, kind = exp.Count(this=subject), "integer"
            else:
                doubled = agg.func == "median" and kind == "decimal"
                if doubled:
                    subject = exp.Add(this=subject, expression=subject.copy())
                node = call(_FUNCTIONS.get(agg.func, agg.func), subject)
                if agg.func in ("avg", "median", "stddev"):
                    kind = "float"
        if agg.where is not None:
            node = exp.Filter(this=node, expression=exp.Where(this=self._only(agg)))
        if doubled:
            # DuckDB cuts the mean of the two middle decimals to their scale: 33.9 of 33.9 and
            # 34.0. That of their doubles always fits, and half of it is exact.
            node = exp.Div(this=cast(node, "DOUBLE"), expression=exp.Literal.number(2))
        return Value(node, kind, "group", alias, "measure")

    def _summed(self, agg: Aggregate, found: Found) -> tuple[exp.Expr, ColumnType]:
        """Return what is aggregated: a column, or the product of two."""
        kind = found.column.value_type
        if agg.func in _FIGURES:
            self.summed.append(found)
            self._check_number(found, agg.func)
        if agg.times is None:
            if agg.func in ("count", "count_distinct"):
                return column_node(found), found.column.type
            return value_node(found), kind
        other = self._scope.find(agg.times)
        for each in (found, other):
            self._check_number(each, "times")
        product = exp.Mul(this=value_node(found), expression=value_node(other))
        return product, widest((kind, other.column.value_type))

    def _check_number(self, found: Found, func: str) -> None:
        if found.column.value_type in NUMBERS:
            return
        numbers = self._named(NUMBERS)
        known = f" Columns of numbers: {', '.join(numbers[:8])}." if numbers else ""
        raise invalid(
            f"{func} needs numbers, and {found.name} is {found.column.type}.{known}",
            candidates=numbers[:8],
        )

    def _only(self, agg: Aggregate) -> exp.Expr:
        def leaf(test: Condition) -> exp.Expr:
            if test.agg is not None:
                raise invalid("where of an aggregate tests columns.")
            return self.row_test(test)

        assert agg.where is not None
        return filter_tree(agg.where, leaf)

    def _bucket(self, bucket: Bucket) -> Value:
        found = self._scope.find(bucket.column)
        if bucket.unit == "hour_of_day" and found.column.value_type == "time":
            alias = f"{found.column.name}_{bucket.unit}"
            return self._recurring(bucket, value_node(found), alias)
        if found.column.value_type not in TIMES:
            times = self._named(TIMES)
            known = f" Columns of dates: {', '.join(times[:8])}." if times else ""
            raise invalid(
                f"A bucket needs dates, and {found.name} is {found.column.type}.{known}",
                candidates=times[:8],
            )
        hours = bucket.unit in ("hour", "hour_of_day")
        if hours and found.column.value_type == "date":
            raise invalid(f"{found.name} has no hours.")
        alias = f"{found.column.name}_{bucket.unit}"
        if bucket.unit in _RECURRING:
            return self._recurring(bucket, value_node(found), alias)
        start = call("date_trunc", exp.Literal.string(bucket.unit), value_node(found))
        node = cast(start, "TIMESTAMP" if hours else "DATE")
        return Value(node, "timestamp" if hours else "date", "row", alias, "bucket", bucket.unit)

    def _recurring(self, bucket: Bucket, moment: exp.Expr, alias: str) -> Value:
        """Return what comes again each week, day or year, in the order of the calendar."""
        name, number = _RECURRING[bucket.unit]
        node = call(name, moment)
        if name == number:
            return Value(node, "integer", "row", alias, "bucket", bucket.unit)
        place = call(number, moment.copy())
        by = call("min", place) if self.grouped else place
        return Value(node, "string", "row", alias, "bucket", bucket.unit, by)

    def _ratio(self, ratio: Ratio) -> Value:
        parts = [self.operand(ratio.num), self.operand(ratio.den)]
        for part in parts:
            if part.kind not in NUMBERS:
                raise invalid(f"A ratio needs numbers, and {part.alias} is {part.kind}.")
        node = quotient(parts[0].node, parts[1].node)
        if ratio.percent:
            node = exp.Mul(this=exp.Literal.number(100), expression=exp.Paren(this=node))
        alias = "percent" if ratio.percent else "ratio"
        return Value(node, "float", highest(parts), alias, "share", parts=tuple(parts))

    def _calc(self, calc: Calc) -> Value:
        parts = [self._worked_with(operand) for operand in (calc.left, calc.right)]
        left, right = ((part.node, part.kind, part.alias) for part in parts)
        node, kind = worked(calc, left, right)
        return Value(node, kind, highest(parts), "result", "measure", parts=tuple(parts))

    def _worked_with(self, operand: Operand) -> Value:
        """Return an operand as what it is worked with: read, where it is text that reads so."""
        value = self.operand(operand)
        name = operand if isinstance(operand, str) else operand.column
        if value.level != "row" or name is None or value.by is None:
            return value
        found = self._scope.find(name)
        read = value_node(found)
        return replace(value, node=read, kind=found.column.value_type, parts=(value,))

    def of_row(self, calc: Calc) -> Value:
        value = self._calc(calc)
        if value.level != "row":
            raise invalid("calc works with columns of a row here.")
        return value

    def row_test(self, test: Condition) -> exp.Expr:
        """Return the SQL of a test of one row: of a column, or of what columns make together."""
        if test.calc is None:
            return row_test(test, self._scope)
        value = self.of_row(test.calc)
        return condition(test, value.node.copy(), value.kind, value.alias)

    def _window(self, window: Window) -> Value:
        arguments: list[exp.Expr] = []
        kind: ColumnType = "integer"
        alias: str = window.func
        if window.column is not None:
            value = self.operand(window.column)
            self._check_inside(value, window.func)
            if window.func in ("sum", "avg") and value.kind not in NUMBERS:
                raise invalid(f"{window.func} needs numbers, and {value.alias} is {value.kind}.")
            arguments = [value.node.copy()]
            kind = "integer" if window.func == "count" else value.kind
            if window.func == "avg":
                kind = "float"
            alias = f"{window.func}_{value.alias}"
        parts = [self.operand(name) for name in window.partition_by]
        keys = [(self.operand(item.expr), item.direction == "desc") for item in window.order_by]
        for value in (*parts, *(key for key, _ in keys)):
            self._check_inside(value, "a window")
        called = (
            exp.Count(this=exp.Star())
            if window.func == "count" and not arguments
            else call(window.func, *arguments)
        )
        node = exp.Window(this=called)
        if parts:
            node.set("partition_by", [part.node.copy() for part in parts])
        order: list[exp.Expr] = [
            exp.Ordered(this=key.node.copy(), desc=down, nulls_first=False) for key, down in keys
        ]
        if window.func in _TIED:
            order += self._tie_breakers({key.text for key, _ in keys})
        if order:
            node.set("order", exp.Order(expressions=order))
        return Value(node, kind, "window", alias, "measure")

    def rank(self, keep: Keep) -> exp.Expr:
        """Return the place of each row, or group, among those of its own."""
        parts = [self.operand(operand) for operand in keep.of]
        keys = [(self.operand(item.expr), item.direction == "desc") for item in keep.order_by]
        for value in (*parts, *(key for key, _ in keys)):
            self._check_inside(value, "keep")
        node = exp.Window(this=call("rank"))
        node.set("partition_by", [part.node.copy() for part in parts])
        order: list[exp.Expr] = [
            exp.Ordered(this=(key.by or key.node).copy(), desc=down, nulls_first=False)
            for key, down in keys
        ]
        node.set("order", exp.Order(expressions=order))
        return node

    def _tie_breakers(self, seen: set[str]) -> list[exp.Expr]:
        """Return what settles which of two rows that tie is the first."""
        values: Iterable[Value] = self.keys
        if not self.grouped:
            values = [self._column(found) for found in self._scope.columns()]
        return [
            exp.Ordered(this=value.node.copy(), desc=False, nulls_first=False)
            for value in values
            if value.text not in seen
        ]

    def _check_inside(self, value: Value, place: str) -> None:
        check_tells(value, place)
        if value.level == "window":
            raise invalid(f"{value.alias} is a window already, and windows do not nest.")
        self.check_level(value)

    def _named(self, kinds: frozenset[ColumnType]) -> list[str]:
        return [
            each.column.name for each in self._scope.columns() if each.column.value_type in kinds
        ]

    def _aliases(self) -> list[str]:
        return [item.alias for item in self._plan.select if item.alias is not None]


def _has_aggregate(item: Expression) -> bool:
    parts: tuple[Operand, ...] = ()
    if item.ratio is not None:
        parts = (item.ratio.num, item.ratio.den)
    elif item.calc is not None:
        parts = (item.calc.left, item.calc.right)
    elif item.window is not None and item.window.column is not None:
        parts = (item.window.column,)
    inner = any(isinstance(part, Expression) and _has_aggregate(part) for part in parts)
    return inner or item.agg is not None
