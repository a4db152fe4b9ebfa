"""The query plan of what was understood."""

from __future__ import annotations

from typing import Any

from keenbench.models.offline.changes import changed, figure_name, only_changed
from keenbench.models.offline.columns import (
    ColumnRef,
    column_of,
    is_calendar,
    key_of,
    worked_of,
)
from keenbench.models.offline.frame import Ask, Figure, Having, Key, Test, Understanding
from keenbench.models.offline.joins import choose_base, downstream, path, with_ways
from keenbench.models.offline.matches import turned_round
from keenbench.models.offline.unnamed import are_things, left_out_of
from keenbench.query.cell_lists import holding
from keenbench.query.dataset_schema import DatasetSchema, Relation
from keenbench.query.plan import AggregateName, QueryPlan, read_plan

_SAFE_WHEN_REPEATED = ("min", "max", "count_distinct")


def make_plan(meant: Understanding, schema: DatasetSchema) -> QueryPlan:
    """Return the plan, or ask where the tables do not allow a right one."""
    schema = with_ways(schema, meant.via)
    return read_plan(_Planner(*turned_round(meant, schema), schema).plan())


class _Planner:
    def __init__(self, meant: Understanding, back: Relation | None, schema: DatasetSchema) -> None:
        self.meant = meant
        self.back = back
        """The relation that is joined from what it points at, so that all of that is there."""
        self.schema = schema
        self.distinct = meant.distinct
        needed = self._needed()
        self.beyond: list[Relation] = []
        if back is not None:
            self.base = back.to_table
            near = needed & set(downstream(schema, self.base))
            self.relations = path(schema, self.base, sorted(near - {self.base}))
            far = needed - near - {back.from_table}
            self.beyond = path(schema, back.from_table, sorted(far))
            self.many = True
            return
        measured = [f.column.table if f.column else f.table for f in meant.figures]
        measured = [name for name in measured if name in needed] or sorted(needed)
        if not meant.figures or meant.without:
            measured = [meant.subject]
        preferred = measured
        self.base = choose_base(schema, needed, preferred)
        self.relations = path(schema, self.base, sorted(needed - {self.base}))
        self.many = len(self.relations) + len(meant.without) > 0
        if not meant.figures and self.base != meant.subject:
            self.distinct = True

    def _needed(self) -> set[str]:
        meant = self.meant
        refs = self._refs()
        tables = {ref.table for ref in refs}
        for figure in (*meant.figures, *(h.figure for h in meant.having)):
            if figure.column is None and not self._pointed_at(figure.table, tables):
                tables.add(figure.table)
        if not meant.figures or meant.without:
            tables.add(meant.subject)
        return tables

    def _pointed_at(self, table: str, tables: set[str]) -> ColumnRef | None:
        """Return the column of another needed table that says which row of `table` is meant.

        Counting its different values needs no join, which would drop rows that point at nothing.
        """
        if table in tables:
            return None
        for r in self.schema.relations:
            if r.to_table == table and r.from_table in tables:
                return ColumnRef(r.from_table, r.from_column)
        return None

    def _refs(self) -> list[ColumnRef]:
        meant = self.meant
        refs: list[ColumnRef] = [*meant.shown, *(k.column for k in (*meant.keys, *meant.of_each))]
        refs += [o.column for o in meant.order if o.column]
        refs += [r for each in refs for r in worked_of(each)]
        for figure in (*meant.figures, *(h.figure for h in meant.having)):
            refs += [r for r in (figure.column, figure.times, figure.per) if r]
            refs += worked_of(figure.column) if figure.column else ()
            for test in (*figure.where, *figure.among):
                refs += test.columns()
        sides = (meant.change.before, meant.change.after) if meant.change else ()
        for test in (*meant.tests, *(side for side in sides if side)):
            refs += test.columns()
        return refs

    def name(self, ref: ColumnRef) -> str:
        return f"{ref.table}.{ref.column}" if self.many else ref.column

    def plan(self) -> dict[str, Any]:
        meant = self.meant
        plan: dict[str, Any] = {"dataset_id": meant.dataset_id, "table": self.base}
        # A row that points at nothing is no reason to drop it, unless the other table is tested.
        tested = {ref.table for test in meant.tests for ref in test.columns()}
        things = self.back is None and meant.named and are_things(meant)
        if meant.limit is not None or things:
            # In a ranking, what belongs to nothing is no candidate; nor is it one of many.
            tested |= {key.column.table for key in (*meant.keys, *meant.of_each)}
        if not meant.figures and not meant.keys:
            tested.add(meant.subject)  # a list of boats, by their landings, is of boats alone
        joins = [
            _joined(r, kind="inner" if r.to_table in tested else "left") for r in self.relations
        ]
        joins += self.backwards()
        tests = [self.test(test) for test in meant.tests]
        for table in meant.without:
            join, test = self.missing(table)
            joins.append(join)
            tests.append(test)
        named = left_out_of(meant, self.schema) if self.back is None else []
        ranked = [key for key in meant.keys if key not in meant.of_each]
        if meant.limit is not None and ranked and meant.order:
            first = ranked[0].column
            if column_of(self.schema, first).nullable and not meant.count_groups:
                named = [first, *(ref for ref in named if ref != first)]
        there = [{"column": self.name(ref), "op": "is_not_null"} for ref in named]
        tests += [test for test in there if test not in tests]
        if joins:
            plan["joins"] = joins
        plan["select"] = self.select()
        if tests:
            plan["filters"] = {"all_of": tests} if len(tests) > 1 else tests[0]
        if meant.keys:
            plan["group_by"] = [self.key(key) for key in meant.keys]
        if meant.having:
            having = [self.having(each) for each in meant.having]
            plan["having"] = {"all_of": having} if len(having) > 1 else having[0]
        if meant.change is not None and meant.change.only:
            plan["having"] = only_changed(meant, plan["select"])
        order = self.order()
        if meant.of_each and meant.limit is not None:
            groups = [self.key(key) for key in meant.of_each]
            plan["keep"] = {"of": groups, "order_by": order, "first": meant.limit}
            order = [*({"expr": group, "direction": "asc"} for group in groups), *order]
        if order:
            plan["order_by"] = order
        if meant.count_groups or (meant.change is not None and meant.change.kind == "mean"):
            plan["limit"] = 1
        elif meant.limit is not None and not meant.of_each:
            plan["limit"] = meant.limit
        if meant.offset is not None:
            plan["offset"] = meant.offset
        if self.distinct:
            plan["distinct"] = True
        return plan

    def backwards(self) -> list[dict[str, Any]]:
        if self.back is None:
            return []
        r = self.back
        mine, theirs = f"{r.to_table}.{r.to_column}", f"{r.from_table}.{r.from_column}"
        first = {"table": r.from_table, "on": [{"left": mine, "right": theirs}], "kind": "left"}
        return [first, *(_joined(each, kind="left") for each in self.beyond)]

    # -- what is shown

    def select(self) -> list[dict[str, Any]]:
        meant = self.meant
        if meant.count_groups:
            return [{"window": {"func": "count"}, "alias": "count"}]
        items: list[dict[str, Any]] = [self.key(key) for key in meant.keys]
        if not meant.figures and not meant.keys:
            periods = [self.key(key) for key in meant.of_each if key.unit is not None]
            return [*periods, *(self.shown_item(ref) for ref in self.shown())]
        if meant.change is not None:
            return changed(meant, meant.change, self)
        taken: set[str] = {key.column.column.casefold() for key in meant.keys}
        for figure in meant.figures:
            alias = figure_name(figure)
            while alias.casefold() in taken:
                alias += "_"
            taken.add(alias.casefold())
            items.append({**self.figure(figure), "alias": alias})
            if figure.share == "of_total":
                total = {"window": {"func": "sum", "column": alias}}
                ratio = {"num": alias, "den": total, "percent": True}
                items.append({"ratio": ratio, "alias": f"{alias}_percent"})
        return items

    def shown(self) -> list[ColumnRef]:
        if self.meant.shown:
            return list(self.meant.shown)
        table = self.schema.table(self.meant.subject)
        return [ColumnRef(table.name, c.name) for c in table.columns] if table else []

    def shown_item(self, ref: ColumnRef) -> dict[str, Any]:
        named = {"alias": ref.column} if ref.worked is not None else {}
        return {**self.expression(ref), **named}

    def expression(self, ref: ColumnRef) -> dict[str, Any]:
        """Return a column, or what two of them make together, as a plan has it."""
        worked = ref.worked
        if worked is None:
            return {"column": self.name(ref)}
        calc = self.calc(ref)
        if worked.op == "/":
            parts = {"num": calc["left"], "den": calc["right"], "percent": worked.percent}
            return {"ratio": parts}
        return {"calc": calc}

    def calc(self, ref: ColumnRef) -> dict[str, Any]:
        assert ref.worked is not None
        left, right = map(self.name, worked_of(ref))
        return {"op": ref.worked.op, "left": left, "right": right}

    def figure(self, figure: Figure) -> dict[str, Any]:
        if figure.scale == 1:
            return self.unscaled(figure)
        told = self.unscaled(figure)
        if figure.scale < 1:  # seconds / 3600, which is exact, and not times 0.00027…
            return {"ratio": {"num": told, "den": {"number": round(1 / figure.scale, 9)}}}
        return {"calc": {"op": "*", "left": told, "right": {"number": figure.scale}}}

    def unscaled(self, figure: Figure) -> dict[str, Any]:
        worked = figure.column.worked if figure.column is not None else None
        if worked is not None and worked.op == "/" and figure.func == "sum":
            # What all of one comes to for all of the other, not a sum of quotients.
            assert figure.column is not None
            one, other = worked_of(figure.column)
            once: AggregateName = "sum" if one.table == other.table else self.once(other)
            num = self.unscaled(figure.model_copy(update={"column": one}))
            den = self.unscaled(figure.model_copy(update={"column": other, "func": once}))
            return {"ratio": {"num": num, "den": den, "percent": worked.percent}}
        agg = self.aggregate(figure, where=(*figure.where, *figure.among))
        if figure.share == "of_rows":
            whole = self.aggregate(figure, where=figure.among)
            return {"ratio": {"num": {"agg": agg}, "den": {"agg": whole}, "percent": True}}
        if figure.per is not None:
            each = {"func": "count_distinct", "column": self.name(figure.per)}
            return {"ratio": {"num": {"agg": agg}, "den": {"agg": each}}}
        return {"agg": agg}

    def once(self, ref: ColumnRef) -> AggregateName:
        """Return how a column of what each group is one of stands in it: the block's own area."""
        grouped = {key.column.table for key in self.meant.keys if key.unit is None}
        table = self.schema.table(ref.table)
        keys = {key.column for key in self.meant.keys}
        if table is None or ref.table not in grouped or key_of(self.schema, table) not in keys:
            raise Ask(f"Of which {ref.table} should {ref} be taken? I can work it out for each.")
        return "max"

    def aggregate(self, figure: Figure, where: tuple[Test, ...]) -> dict[str, Any]:
        table = figure.column.table if figure.column else figure.table
        func, column = figure.func, figure.column
        if self.back is not None:
            func, column = self.backward_figure(self.back, table, func, column)
        elif table != self.base:
            if column is None:
                func, column = "count_distinct", self.key_column(table)
            elif func not in _SAFE_WHEN_REPEATED:
                raise Ask(
                    f"{column.column} belongs to {table}, but the question also needs "
                    f"{self.base}, of which one row of {table} can have several: a {func} would "
                    f"count rows of {table} more than once. Could you ask about a column of "
                    f"{self.base}, or leave {self.base} out?"
                )
        agg: dict[str, Any] = {"func": func}
        if column is not None and column.worked is not None:
            agg["calc"] = self.calc(column)
        else:
            agg["column"] = "*" if column is None else self.name(column)
        if figure.times is not None:
            agg["times"] = self.name(figure.times)
        if where:
            tests = [self.test(test) for test in where]
            agg["where"] = {"all_of": tests} if len(tests) > 1 else tests[0]
        return agg

    def backward_figure(
        self, back: Relation, table: str, func: AggregateName, column: ColumnRef | None
    ) -> tuple[AggregateName, ColumnRef | None]:
        """Return a figure where what is pointed at comes once for each row that points at it."""
        if column is None and table == back.from_table:
            return "count", ColumnRef(back.from_table, back.from_column)
        if column is None and table == self.base:
            return "count_distinct", ColumnRef(back.to_table, back.to_column)
        if column is None or (table != back.from_table and func not in _SAFE_WHEN_REPEATED):
            raise Ask(f"A {func} of {table} would count its rows more than once here.")
        return func, column

    def key_column(self, table: str) -> ColumnRef:
        pointed = self._pointed_at(table, {ref.table for ref in self._refs()})
        if pointed is not None:
            return pointed
        found = self.schema.table(table)
        key = key_of(self.schema, found) if found else None
        if key is None:
            raise Ask(f"No column tells the rows of {table} apart, so that I cannot count them.")
        return key

    def key(self, key: Key) -> dict[str, Any]:
        if key.unit is None:
            return {"column": self.name(key.column)}
        return {"bucket": {"column": self.name(key.column), "unit": key.unit}}

    # -- which rows

    def test(self, test: Test) -> dict[str, Any]:
        if test.any_of:
            return {"any_of": [self.test(each) for each in test.any_of]}
        if test.all_of:
            return {"all_of": [self.test(each) for each in test.all_of]}
        assert test.column is not None
        among = self.among(test)
        if among is not None:
            return among
        leaf: dict[str, Any] = {"column": self.name(test.column), "op": test.op}
        if test.column.worked is not None:
            leaf = {"calc": self.calc(test.column), "op": test.op}
        if test.part is not None:
            leaf["part"] = test.part
        if test.than is not None:
            leaf["than"] = self.name(test.than)
        if test.value is not None:
            leaf["value"] = list(test.value) if isinstance(test.value, tuple) else test.value
        return leaf

    def among(self, test: Test) -> dict[str, Any] | None:
        """Return the filter of cells that name something among others; None of other tests."""
        if test.column is None or test.op not in ("=", "in", "!=", "not_in") or test.than:
            return None
        mark = column_of(self.schema, test.column).parted_by
        values = test.value if isinstance(test.value, tuple) else (test.value,)
        if not mark or any(mark in str(value) for value in values):
            return None
        held = [holding(self.name(test.column), str(value), mark) for value in values]
        found = held[0] if len(held) == 1 else {"any_of": held}
        return found if test.op in ("=", "in") else {"not": found}

    def missing(self, table: str) -> tuple[dict[str, Any], dict[str, Any]]:
        for r in self.schema.relations:
            if r.from_table == table and r.to_table == self.meant.subject:
                mine, theirs = f"{r.to_table}.{r.to_column}", f"{r.from_table}.{r.from_column}"
                on = [{"left": mine, "right": theirs}]
                return (
                    {"table": table, "kind": "left", "on": on},
                    {"column": theirs, "op": "is_null"},
                )
        raise Ask(f"I see no relation between {table} and {self.meant.subject}.")

    def having(self, having: Having) -> dict[str, Any]:
        value: Any = having.value
        if isinstance(value, tuple):
            value = list(value)
        where = having.figure.where
        if having.than is not None:
            limit: Any = self.name(having.than)
            if value != 1:
                limit = {"calc": {"op": "*", "left": limit, "right": {"number": value}}}
            left = {"agg": self.aggregate(having.figure, where)}
            return {
                "calc": {"op": "-", "left": left, "right": limit}, "op": having.op, "value": 0,
            }  # fmt: skip
        return {"agg": self.aggregate(having.figure, where), "op": having.op, "value": value}

    # -- in which order

    def order(self) -> list[dict[str, Any]]:
        meant = self.meant
        mean = meant.change is not None and meant.change.kind == "mean"
        if meant.count_groups or mean:
            return []
        found = []
        for order in meant.order:
            if order.figure is not None:
                expr: Any = self.figure(meant.figures[order.figure])
            elif order.key is not None:
                expr = self.key(meant.keys[order.key])
            else:
                assert order.column is not None
                expr = self.expression(order.column)
            found.append({"expr": expr, "direction": order.direction})
        if found or not meant.keys:
            return found
        first = meant.keys[0]
        if first.unit or is_calendar(column_of(self.schema, first.column)) or not meant.figures:
            return [{"expr": self.key(key), "direction": "asc"} for key in meant.keys]
        return [{"expr": self.figure(meant.figures[0]), "direction": "desc"}]


def _joined(relation: Relation, kind: str) -> dict[str, Any]:
    left = f"{relation.from_table}.{relation.from_column}"
    right = f"{relation.to_table}.{relation.to_column}"
    return {"table": relation.to_table, "on": [{"left": left, "right": right}], "kind": kind}
