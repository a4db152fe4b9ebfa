"""A QueryPlan as the one SQL that it stands for: same plan, same SQL, byte for byte.

The SQL is built as sqlglot's tree and written once, every name quoted and with its table, every
value a literal. Rows come in a total order: what the plan asks for first, then every column shown,
then the keys of the groups, so that rows which tie never change places. Only a plain look at one
table without an order keeps the order of the table itself.

What is made here goes through `policy` like SQL that a person wrote.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlglot import exp

from keenbench.query.dataset_schema import DatasetSchema
from keenbench.query.plan import Condition, Filter, Join, Keep, OrderItem, QueryPlan
from keenbench.query.plan_columns import column_node
from keenbench.query.plan_expressions import Expressions
from keenbench.query.plan_levels import Role, Value, check_tells
from keenbench.query.plan_names import Found, Scope, find_table, invalid
from keenbench.query.plan_values import cast, condition, filter_tree, together
from keenbench.query.policy import CheckedQuery, check
from keenbench.query.refusal import SqlRefused

WarningCode = Literal["multiplied_rows"]


@dataclass(frozen=True)
class Output:
    """A column of the result, and what it is: what a chart is chosen by."""

    name: str
    role: Role
    unit: str | None = None


@dataclass(frozen=True)
class PlanWarning:
    code: WarningCode
    message: str


@dataclass(frozen=True)
class CompiledPlan:
    sql: str
    tables: tuple[str, ...]
    outputs: tuple[Output, ...]
    warnings: tuple[PlanWarning, ...] = ()


def compile_plan(plan: QueryPlan, schema: DatasetSchema) -> CompiledPlan:
    """Return the SQL of `plan`, or raise RunInvalid with what does not fit the dataset."""
    if plan.dataset_id != schema.dataset_id:
        raise invalid(f"The plan is for {plan.dataset_id}, not for {schema.dataset_id}.")
    return _Compiler(plan, schema).run()


def check_plan(compiled: CompiledPlan, schema: DatasetSchema) -> CheckedQuery:
    """Return the compiled plan as the policy lets it through."""
    tables = {table.name: [column.name for column in table.columns] for table in schema.tables}
    exact, alike = order_free_columns(schema)
    try:
        return check(compiled.sql, tables, exact_columns=exact, alike_columns=alike)
    except SqlRefused as refused:
        # Only for its size: nothing else that a plan can say is refused (tested).
        raise invalid(f"The plan cannot be run: {refused.message}") from None


def order_free_columns(schema: DatasetSchema) -> tuple[list[str], list[str]]:
    """Return the columns that are exact numbers, and those whose equal values look alike, in
    every table that has a column of that name."""
    kinds: dict[str, set[str]] = {}
    for table in schema.tables:
        for column in table.columns:
            kinds.setdefault(column.name.casefold(), set()).add(column.type)
    exact = [name for name, found in kinds.items() if found <= {"integer", "decimal"}]
    alike_types = {"string", "boolean", "date", "timestamp", "time"}
    return exact, [name for name, found in kinds.items() if found <= alike_types]


class _Compiler:
    def __init__(self, plan: QueryPlan, schema: DatasetSchema) -> None:
        self.plan = plan
        self.schema = schema
        self.scope = Scope([find_table(schema, plan.table)])
        self.warnings: list[PlanWarning] = []
        self.select = exp.Select()
        self.select.set("from_", exp.From(this=_table(self.scope.tables[0].name)))
        self.multiplied: set[str] = set()

    def run(self) -> CompiledPlan:
        plan = self.plan
        for join in plan.joins:
            self._join(join)
        items = Expressions(self.scope, plan)
        for value in items.values:
            items.check_level(value)
        self.select.set("expressions", [_aliased(value) for value in items.values])
        if plan.distinct:
            self.select.set("distinct", exp.Distinct())
        if plan.filters is not None:
            self.select.set("where", exp.Where(this=self._filter(plan.filters, items)))
        if items.keys:
            keys = [key.node.copy() for key in items.keys]
            self.select.set("group", exp.Group(expressions=keys))
        if plan.having is not None:
            self._having(plan.having, items)
        if plan.keep is not None:
            self._keep(plan.keep, items)
        order = self._order(items)
        if order:
            self.select.set("order", exp.Order(expressions=order))
        for name, count in (("limit", plan.limit), ("offset", plan.offset)):
            if count is not None:
                node = exp.Limit if name == "limit" else exp.Offset
                self.select.set(name, node(expression=exp.Literal.number(count)))
        self._warn_of_multiplied(items)
        sql = self.select.sql(dialect="duckdb", identify=True)
        return CompiledPlan(
            sql=sql,
            tables=tuple(sorted(table.name for table in self.scope.tables)),
            outputs=tuple(_output(value, grouped=items.grouped) for value in items.values),
            warnings=tuple(self.warnings),
        )

    # -- joins --------------------------------------------------------------------------------

    def _join(self, join: Join) -> None:
        table = find_table(self.schema, join.table)
        if table in self.scope.tables:
            raise invalid(f"{table.name} is joined with itself, which a plan cannot say; use SQL.")
        own = Scope([table])
        pairs = [(self.scope.find(pair.left), own.find(pair.right)) for pair in join.on]
        tests = [_equal(left, right) for left, right in pairs]
        for left, right in pairs:
            if self._is_many(right, left):
                self.multiplied |= {each.name for each in self.scope.tables}
        self.scope.tables.append(table)
        node = exp.Join(this=_table(table.name), on=together(tests, exp.And))
        node.set("side" if join.kind == "left" else "kind", join.kind.upper())
        self.select.append("joins", node)

    def _is_many(self, many: Found, one: Found) -> bool:
        """Whether several rows of `many` can belong to one of `one`, as far as relations tell."""
        return any(
            (relation.from_table, relation.from_column) == (many.table.name, many.column.name)
            and (relation.to_table, relation.to_column) == (one.table.name, one.column.name)
            for relation in self.schema.relations
        )

    def _warn_of_multiplied(self, items: Expressions) -> None:
        """Warn of figures over rows that a join repeats: a total of orders joined with items."""
        repeated = sorted(
            {found.name for found in items.summed if found.table.name in self.multiplied}
        )
        if repeated:
            self.warnings.append(
                PlanWarning(
                    "multiplied_rows",
                    f"The join repeats rows of {', '.join(sorted(self.multiplied))}, so that "
                    f"{', '.join(repeated)} is counted more than once.",
                )
            )

    # -- conditions ---------------------------------------------------------------------------

    def _filter(self, tree: Filter, items: Expressions) -> exp.Expr:
        def leaf(test: Condition) -> exp.Expr:
            if test.agg is not None:
                raise invalid("filters test columns; an aggregate is tested in having.")
            return items.row_test(test)

        return filter_tree(tree, leaf)

    def _having(self, tree: Filter, items: Expressions) -> None:
        windows: list[Value] = []

        def leaf(test: Condition) -> exp.Expr:
            if test.than is not None or test.part is not None:
                raise invalid("than and part are of columns of a row; having tests groups.")
            value = items.tested(test)
            check_tells(value, "having")
            if value.level == "window":
                windows.append(value)
            elif not items.grouped:
                raise invalid("having tests groups; without any, use filters.")
            items.check_level(value)
            return condition(test, value.node.copy(), value.kind, value.alias)

        node = filter_tree(tree, leaf)
        # A window is worked out after the groups: "the first three of each".
        if windows:
            self.select.set("qualify", exp.Qualify(this=node))
        else:
            self.select.set("having", exp.Having(this=node))

    def _keep(self, keep: Keep, items: Expressions) -> None:
        """The first of each group: what has a rank in it among as many, ties included."""
        place = exp.LTE(this=items.rank(keep), expression=exp.Literal.number(keep.first))
        asked = self.select.args.get("qualify")
        tests = [place] if asked is None else [asked.this, place]
        self.select.set("qualify", exp.Qualify(this=together(tests, exp.And)))

    # -- order --------------------------------------------------------------------------------

    def _order(self, items: Expressions) -> list[exp.Expr]:
        plan = self.plan
        natural = (
            not plan.order_by
            and not plan.joins
            and not items.grouped
            and not plan.distinct
            and plan.keep is None
            and not any(value.level == "window" for value in items.values)
        )
        if natural:
            return []
        if items.grouped and not items.keys:
            for item in plan.order_by:  # one row has no order, but what is named must be there
                self._ordered_by(item, items)
            return []
        asked: list[exp.Expr] = []
        seen: set[str] = set()
        shown = {value.text: position for position, value in enumerate(items.values, start=1)}
        for item in plan.order_by:
            value = self._ordered_by(item, items)
            if value.by is not None and not plan.distinct:
                down = item.direction == "desc"
                asked.append(exp.Ordered(this=value.by.copy(), desc=down, nulls_first=False))
            if plan.distinct and value.text not in shown:
                raise invalid("With distinct, rows can be ordered only by what is selected.")
            self._add(asked, seen, value, shown, descending=item.direction == "desc")
        for value in (*items.values, *items.keys):
            if plan.distinct and value.text not in shown:
                continue
            self._add(asked, seen, value, shown, descending=False)
        return asked

    def _ordered_by(self, item: OrderItem, items: Expressions) -> Value:
        value = items.operand(item.expr)
        check_tells(value, "order_by")
        items.check_level(value)
        return value

    def _add(
        self,
        order: list[exp.Expr],
        seen: set[str],
        value: Value,
        shown: dict[str, int],
        *,
        descending: bool,
    ) -> None:
        if value.text in seen:
            return
        seen.add(value.text)
        position = shown.get(value.text)
        key = value.node.copy() if position is None else exp.Literal.number(position)
        order.append(exp.Ordered(this=key, desc=descending, nulls_first=False))


def _equal(left: Found, right: Found) -> exp.Expr:
    nodes = [column_node(left), column_node(right)]
    if _family(left) != _family(right):
        # As text, which no value fails to become.
        nodes = [cast(node, "VARCHAR") for node in nodes]
    return exp.EQ(this=nodes[0], expression=nodes[1])


def _family(found: Found) -> str:
    kind = found.column.type
    return "number" if kind in ("integer", "float", "decimal") else kind


def _output(value: Value, *, grouped: bool) -> Output:
    role = "key" if grouped and value.role == "column" else value.role
    return Output(value.alias, role, value.unit)


def _table(name: str) -> exp.Table:
    return exp.Table(this=exp.to_identifier(name, quoted=True))


def _aliased(value: Value) -> exp.Expr:
    return exp.Alias(this=value.node, alias=exp.to_identifier(value.alias, quoted=True))
