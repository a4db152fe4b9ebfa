"""The second judge: DuckDB's own reading of a query, held against the same lists.

The policy reads with sqlglot; DuckDB will execute what *it* reads. So the runner asks DuckDB for
its tree before it executes, and refuses what is not allowed in that tree or differs from what the
policy saw. What the runner must do, in this order, with the text it was sent:

1. `SELECT json_serialize_sql(?)` with the SQL as a parameter, on the connection that will execute
   it (binding it as a parameter means that it is parsed, not run). The JSON extension is built in.
2. `judge(answer, tables)`: raises SqlRefused; the runner reports it as it is.
3. where the caller sent the tables that the policy saw: `agree(verdict, used)`.
4. execute the very same text, and nothing else.

It also must set `TimeZone` to UTC (casts to and from TIMESTAMPTZ follow it), and must not run
more than one thread unless the query is order-free. DuckDB's parser can crash on hostile text,
which is why this happens inside the box.

The tree is walked by a table of the keys that each kind of node may have. An unknown kind of
node, or an unknown key that holds anything, is refused: a newer DuckDB that adds a clause does
not widen what is let through. Imports neither sqlglot nor DuckDB.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from keenbench.query import functions
from keenbench.query.names import Tables, fold, refuse_bare, refuse_function, refuse_type
from keenbench.query.refusal import SqlRefused, unparsable

Node = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What DuckDB will read: the known tables, and every function by name."""

    tables: frozenset[str]
    functions: frozenset[str]


def judge(serialized: str, tables: Collection[str] | Mapping[str, Collection[str]]) -> Verdict:
    """Return what `json_serialize_sql` says the query reads, or raise SqlRefused."""
    walk = _Walk(Tables.of(tables))
    try:
        walk.run(_only_statement(serialized))
    except (KeyError, IndexError, TypeError, AttributeError, ValueError):
        # A tree of another shape than DuckDB 2.0 gives: not understood, so not let through.
        raise SqlRefused(
            "This version of DuckDB describes the query in a way that is not understood.",
            reason="disagreement",
        ) from None
    return Verdict(frozenset(walk.used), frozenset(walk.functions))


def agree(verdict: Verdict, used: Collection[str]) -> None:
    """Raise SqlRefused unless both readers saw the same tables."""
    if {fold(name) for name in verdict.tables} != {fold(name) for name in used}:
        raise SqlRefused(
            "The SQL can be read in two ways; write it more simply.", reason="disagreement"
        )


def _only_statement(serialized: str) -> Node:
    try:
        answer = json.loads(serialized)
    except RecursionError:
        raise SqlRefused(
            "The SQL is nested too deeply; use WITH to name its parts.", reason="size"
        ) from None
    if answer.get("error"):
        if answer.get("error_type") == "not implemented":
            raise SqlRefused("Only queries that read are allowed.", reason="statement")
        said = str(answer.get("error_message"))[:200]
        if "expression depth" in said:
            # What DuckDB advises, a setting, is not to be had here.
            raise SqlRefused(
                "An expression of the SQL is too deep: more than 1,000 terms hang together. "
                "Use fewer, or write many values as IN (…).",
                reason="size",
            )
        raise unparsable(f"The SQL does not parse: {said}.")
    statements = answer["statements"]
    if len(statements) != 1:
        raise SqlRefused("The SQL is not exactly one statement.", reason="statements")
    statement: Node = statements[0]
    return statement


# How the value of a key is walked. Keys that are missing here must be empty.
_PLAIN = "plain"
_EXPR, _EXPRS, _TYPE, _ARGS, _ROWS, _CASES, _PAIRS = (
    "expr", "exprs", "type", "args", "rows", "cases", "pairs",
)  # fmt: skip
_STATEMENT, _QUERY, _QUERIES, _SOURCE, _MODIFIERS, _CTES, _PIVOTS = (
    "statement", "query", "queries", "source", "modifiers", "ctes", "pivots",
)  # fmt: skip

_ANY_NODE = {"type": _PLAIN, "class": _PLAIN, "alias": _PLAIN, "query_location": _PLAIN,
             "query_location_length": _PLAIN}  # fmt: skip
_COLUMN_ALIASES = {"column_name_alias": _PLAIN}

_QUERY_KEYS: dict[str, dict[str, str]] = {
    "SELECT_NODE": {
        "modifiers": _MODIFIERS, "cte_map": _CTES, "select_list": _EXPRS, "from_table": _SOURCE,
        "where_clause": _EXPR, "group_expressions": _EXPRS, "group_sets": _PLAIN,
        "aggregate_handling": _PLAIN, "having": _EXPR, "qualify": _EXPR,
    },
    "SET_OPERATION_NODE": {
        "modifiers": _MODIFIERS, "cte_map": _CTES, "setop_type": _PLAIN, "setop_all": _PLAIN,
        "children": _QUERIES,
    },
    "RECURSIVE_CTE_NODE": {
        "modifiers": _MODIFIERS, "cte_map": _CTES, "cte_name": _PLAIN, "union_all": _PLAIN,
        "left": _QUERY, "right": _QUERY, "aliases": _PLAIN, "key_targets": _EXPRS,
        "payload_aggregates": _EXPRS,
    },
}  # fmt: skip

_SOURCE_KEYS: dict[str, dict[str, str]] = {
    "EMPTY": {},
    "BASE_TABLE": {"table_name": _PLAIN, "qualified_name": _PLAIN, **_COLUMN_ALIASES},
    "SUBQUERY": {"subquery": _STATEMENT, **_COLUMN_ALIASES},
    "JOIN": {
        "left": _SOURCE, "right": _SOURCE, "condition": _EXPR, "join_type": _PLAIN,
        "ref_type": _PLAIN, "using_columns": _PLAIN, "is_implicit": _PLAIN,
        "nearest_count": _PLAIN, "nearest_order_type": _PLAIN,
    },
    "TABLE_FUNCTION": {"function": _EXPR, "with_ordinality": _PLAIN, **_COLUMN_ALIASES},
    "EXPRESSION_LIST": {"values": _ROWS, "expected_names": _PLAIN, **_COLUMN_ALIASES},
    "PIVOT": {
        "source": _SOURCE, "aggregates": _EXPRS, "unpivot_names": _PLAIN, "pivots": _PIVOTS,
        "groups": _PLAIN, "include_nulls": _PLAIN, **_COLUMN_ALIASES,
    },
    "SHOW_REF": {"query": _QUERY, "show_type": _PLAIN, "qualified_name": _PLAIN},
}  # fmt: skip

_FUNCTION_KEYS = {
    "function_name": _PLAIN, "schema": _PLAIN, "catalog": _PLAIN, "qualified_name": _PLAIN,
    "filter": _EXPR, "order_bys": _MODIFIERS, "distinct": _PLAIN, "is_operator": _PLAIN,
    "arguments": _ARGS,
}  # fmt: skip
_EXPR_KEYS: dict[str, dict[str, str]] = {
    "CONSTANT": {"literal": _PLAIN, "value": _PLAIN},
    "COLUMN_REF": {"column_names": _PLAIN},
    "POSITIONAL_REFERENCE": {"index": _PLAIN},
    "FUNCTION": _FUNCTION_KEYS,
    "WINDOW": {
        **_FUNCTION_KEYS, "partitions": _EXPRS, "orders": _MODIFIERS, "start": _PLAIN,
        "end": _PLAIN, "exclude_clause": _PLAIN, "start_expr": _EXPR, "end_expr": _EXPR,
        "offset_expr": _EXPR, "default_expr": _EXPR, "ignore_nulls": _PLAIN,
        "has_ignore_nulls": _PLAIN, "filter_expr": _EXPR, "arg_orders": _MODIFIERS,
    },
    "COMPARISON": {"left": _EXPR, "right": _EXPR},
    "CONJUNCTION": {"children": _EXPRS},
    "OPERATOR": {"children": _EXPRS},
    "BETWEEN": {"input": _EXPR, "lower": _EXPR, "upper": _EXPR},
    "CASE": {"case_checks": _CASES, "else_expr": _EXPR},
    "CAST": {"child": _EXPR, "type_expr": _TYPE, "cast_type": _TYPE, "try_cast": _PLAIN},
    "COLLATE": {"child": _EXPR, "collation": _PLAIN},
    "SUBQUERY": {
        "subquery_type": _PLAIN, "subquery": _STATEMENT, "child": _EXPR,
        "comparison_type": _PLAIN,
    },
    "STAR": {
        "relation_name": _PLAIN, "exclude_list": _PLAIN, "replace_list": _PAIRS,
        "columns": _PLAIN, "expr": _EXPR, "qualified_exclude_list": _PLAIN,
        "rename_list": _PLAIN, "unpacked": _PLAIN,
    },
    "LAMBDA": {"lhs": _EXPR, "expr": _EXPR, "syntax_type": _PLAIN},
}  # fmt: skip

_MODIFIER_KEYS: dict[str, dict[str, str]] = {
    "ORDER_MODIFIER": {"orders": _MODIFIERS},
    "LIMIT_MODIFIER": {"limit": _EXPR, "offset": _EXPR, "limit_type": _PLAIN},
    "DISTINCT_MODIFIER": {"distinct_on_targets": _EXPRS},
}
_ORDER_KEYS = {"null_order": _PLAIN, "expression": _EXPR}
_CTE_KEYS = {"aliases": _PLAIN, "materialized": _PLAIN, "key_targets": _EXPRS,
             "payload_aggregates": _EXPRS, "query_node": _QUERY, "query": _STATEMENT}  # fmt: skip
_PIVOT_KEYS = {"pivot_expressions": _EXPRS, "unpivot_names": _PLAIN, "entries": _MODIFIERS}
_ENTRY_KEYS = {"values": _PLAIN, "star_expr": _EXPR}
_CASE_KEYS = {"when_expr": _EXPR, "then_expr": _EXPR}
_STATEMENT_KEYS = {"node": _QUERY}
_TYPE_KEYS = {"type_name": _PLAIN, "qualified_name": _PLAIN, "children": _EXPRS}

_CALLABLE = functions.FUNCTIONS | functions.TABLE_FUNCTIONS | functions.OPERATORS

# The tree gives each item as (how to walk it, the item, CTEs in scope, tables of its own FROM).
Scope = frozenset[str]
Task = tuple[str, Any, Scope, frozenset[str]]


class _Walk:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.used: set[str] = set()
        self.functions: set[str] = set()
        self.todo: list[Task] = []

    def run(self, statement: Node) -> None:
        self.todo = [(_STATEMENT, statement, frozenset(), frozenset())]
        while self.todo:
            how, value, scope, near = self.todo.pop()
            if not _is_empty(value):
                self.visit(how, value, scope, near)

    def visit(self, how: str, value: Any, scope: Scope, near: frozenset[str]) -> None:
        if how == _PLAIN:
            return
        if how == _STATEMENT:
            self.keys(value, _STATEMENT_KEYS, scope, near, "statement")
        elif how == _QUERY:
            self.query(value, scope)
        elif how == _SOURCE:
            self.source(value, scope, near)
        elif how == _EXPR:
            self.expression(value, scope, near)
        elif how == _TYPE:
            self.type(value, scope, near)
        elif how == _MODIFIERS:
            for item in value if isinstance(value, list) else (value,):
                self.modifier(item, scope, near)
        elif how == _ROWS:
            for row in value:
                self.each(_EXPR, row, scope, near)
        elif how == _ARGS:
            for argument in value:
                self.keys(argument, {"name": _PLAIN, "expression": _EXPR}, scope, near, "argument")
        elif how == _PIVOTS:
            for pivot in value:
                self.keys(pivot, _PIVOT_KEYS, scope, near, "PIVOT")
        elif how == _CASES:
            for case in value:
                self.keys(case, _CASE_KEYS, scope, near, "CASE")
        elif how == _PAIRS:
            for pair in value:
                self.keys(pair, {"key": _PLAIN, "value": _EXPR}, scope, near, "pair")
        else:
            self.each(_QUERY if how == _QUERIES else _EXPR, value, scope, near)

    def each(self, how: str, values: list[Any], scope: Scope, near: frozenset[str]) -> None:
        self.todo.extend((how, value, scope, near) for value in values)

    def keys(
        self,
        node: Node,
        allowed: Mapping[str, str],
        scope: Scope,
        near: frozenset[str],
        what: str,
    ) -> None:
        """Queue what stands under the allowed keys, and refuse any other key that is not empty."""
        for key, value in node.items():
            if key in allowed:
                self.todo.append((allowed[key], value, scope, near))
            elif key not in _ANY_NODE and not _is_empty(value):
                _refuse(f"{what} ({key})")

    def query(self, node: Node, scope: Scope) -> None:
        allowed = _known(node, "type", _QUERY_KEYS)
        for item in (node.get("cte_map") or {}).get("map") or ():
            name = fold(item["key"])
            inner = item["value"]
            # DuckDB gives only a recursive CTE this kind of node; it alone may name itself.
            recursive = (inner.get("query_node") or {}).get("type") == "RECURSIVE_CTE_NODE"
            own = scope | {name} if recursive else scope
            self.keys(inner, _CTE_KEYS, own, frozenset(), "WITH")
            scope = scope | {name}
        near = frozenset(_tables_near(node.get("from_table")) - scope)
        rest = {key: value for key, value in node.items() if key != "cte_map"}
        self.keys(rest, allowed, scope, near, str(node["type"]))

    def source(self, node: Node, scope: Scope, near: frozenset[str]) -> None:
        allowed = _known(node, "type", _SOURCE_KEYS)
        kind = node["type"]
        if kind == "BASE_TABLE":
            path = node["qualified_name"]["path"]
            if len(path) != 1 or fold(path[0]) not in scope:
                self.used.add(self.tables.find(".".join(path)))
        elif kind == "TABLE_FUNCTION":
            function = node["function"]
            name = fold(function.get("function_name", ""))
            if name not in functions.TABLE_FUNCTIONS or function.get("schema"):
                refuse_function(name)
        elif kind == "SHOW_REF" and node.get("show_type") not in ("DESCRIBE", "SUMMARY"):
            _refuse("SHOW")
        self.keys(node, allowed, scope, near, str(kind))

    def modifier(self, node: Node, scope: Scope, near: frozenset[str]) -> None:
        """One of ORDER BY, LIMIT, DISTINCT; one key of an ORDER BY; one entry of a PIVOT."""
        if "expression" in node:
            self.keys(node, _ORDER_KEYS, scope, near, "ORDER BY")
        elif "star_expr" in node:
            self.keys(node, _ENTRY_KEYS, scope, near, "PIVOT")
        else:
            self.keys(node, _known(node, "type", _MODIFIER_KEYS), scope, near, str(node["type"]))

    def expression(self, node: Node, scope: Scope, near: frozenset[str]) -> None:
        if node.get("class") == "TYPE":
            self.type(node, scope, near)
            return
        allowed = _known(node, "class", _EXPR_KEYS)
        kind = node["class"]
        if kind in ("FUNCTION", "WINDOW"):
            self.function(node)
        elif kind == "COLUMN_REF":
            self.column(node, near)
        self.keys(node, allowed, scope, near, str(kind))

    def function(self, node: Node) -> None:
        name = fold(node["function_name"])
        if name not in _CALLABLE or fold(node["qualified_name"]["path"][-1]) != name:
            refuse_function(name)
        self.functions.add(name)
        arguments = [argument["expression"] for argument in node.get("arguments") or ()]
        # x.f(y) is f(x, y), and x then stands where a schema would.
        given = len(arguments) + (1 if node.get("schema") else 0)
        if name in functions.AGGREGATE_BY_NAME:
            position = 0 if node.get("schema") else 1
            named = arguments[position] if len(arguments) > position else {}
            aggregate = fold(str((named.get("literal") or {}).get("text", "")))
            if aggregate not in functions.AGGREGATES:
                refuse_function(aggregate or name)
        if name == "age" and given != 2:
            raise SqlRefused("age() needs two dates.", reason="volatile")

    def column(self, node: Node, near: frozenset[str]) -> None:
        names = node["column_names"]
        name = fold(names[0])
        if len(names) > 1 or name not in functions.BARE_CALLS:
            return
        if not any(name in self.tables.columns(table) for table in near):
            refuse_bare(name)

    def type(self, node: Node, scope: Scope, near: frozenset[str]) -> None:
        path = (node.get("qualified_name") or {}).get("path") or [node.get("type_name", "")]
        if len(path) != 1 or fold(path[0]) not in functions.TYPES:
            refuse_type()
        self.keys(node, _TYPE_KEYS, scope, near, "type")


def _known(node: Node, key: str, kinds: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    kind = str(node.get(key))
    if kind not in kinds:
        _refuse(kind)
    return kinds[kind]


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value == "" or value == [] or value == {}


def _tables_near(source: Node | None) -> set[str]:
    """Return the tables that stand in a FROM itself, not in a subquery of it."""
    found: set[str] = set()
    todo = [source]
    while todo:
        node = todo.pop()
        if not node:
            continue
        if node.get("type") == "BASE_TABLE":
            found.add(fold(node.get("table_name", "")))
        elif node.get("type") == "JOIN":
            todo += [node.get("left"), node.get("right")]
    return found


def _refuse(what: str) -> NoReturn:
    if what.endswith("(sample)"):
        raise SqlRefused("Sampling gives other rows each time.", reason="volatile")
    raise SqlRefused(f"{what} is not allowed in a query.", reason="construct")
