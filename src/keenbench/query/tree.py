"""What sqlglot's tree of a query may hold: node classes, tables in scope, types, calls.

Deny by default: a class of node that is not listed is refused, whatever it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from sqlglot import exp
from sqlglot.parsers.duckdb import DuckDBParser

from keenbench.query import functions
from keenbench.query.functions import word_set
from keenbench.query.names import (
    Tables,
    fold,
    refuse_bare,
    refuse_function,
    refuse_table,
    refuse_type,
)
from keenbench.query.refusal import Reason, SqlRefused
from keenbench.query.words import OTHER_STATEMENTS, READING_WORDS, refuse_bare_word

# Every class of sqlglot's that a harmless query is made of, functions apart.
_NODES = word_set(
    """
    Add Alias All Any AtTimeZone Between BitwiseAnd BitwiseLeftShift BitwiseNot BitwiseOr
    BitwiseRightShift BitwiseXor Boolean Bracket CTE Column ColumnDef Comprehension Cube DPipe
    DataType DataTypeParam Describe Distinct Div Dot EQ Escape Except Fetch Filter From GT GTE
    Glob JSONKeyValue
    Group GroupingSets Having ILike Identifier IgnoreNulls In IntDiv Intersect Interval
    IntervalSpan Is Join LT LTE Lambda Lateral Like Limit LimitOptions Literal Mod Mul NEQ Neg Not
    Null NullSafeEQ NullSafeNEQ Offset Order Ordered Paren Pivot PivotAlias PositionalColumn
    PropertyEQ Qualify RespectNulls Rollup Select SimilarTo Slice Star Sub Subquery Summarize Table
    TableAlias Tuple Union UnpivotColumns Values Var Where Window WindowSpec With WithinGroup
    """
)
_SOURCES = (exp.Table, exp.Subquery, exp.Values, exp.Lateral, exp.Unnest)
_ROOTS = (exp.Select, exp.SetOperation, exp.Subquery, exp.Values, exp.Describe, exp.Summarize,
          exp.Pivot)  # fmt: skip
# Calls without parentheses, by sqlglot's classes: CURRENT_DATE, LOCALTIME, SESSION_USER, …
_BARE_CLASSES = tuple(set(DuckDBParser.NO_PAREN_FUNCTIONS.values()))
_TYPES = word_set(
    """
    ARRAY BIGINT BIGNUM BINARY BIT BLOB BOOLEAN CHAR DATE DATETIME DECIMAL DOUBLE FLOAT INT INT128
    INTERVAL JSON LIST MAP NVARCHAR SMALLINT STRUCT TEXT TIME TIMESTAMP TIMESTAMPNTZ TIMESTAMPTZ
    TIMESTAMP_MS TIMESTAMP_NS TIMESTAMP_S TIMETZ TINYINT UBIGINT UINT UINT128 UNION USMALLINT
    UTINYINT UUID VARBINARY VARCHAR VARIANT
    """
)
# Unquoted, these open a statement of another kind where sqlglot sees a table and its alias.
_NO_BARE_TABLE = OTHER_STATEMENTS | READING_WORDS

Scope = frozenset[str]


def check_tree(tree: exp.Expr, tables: Tables) -> set[str]:
    """Return the known tables that `tree` reads, or raise SqlRefused."""
    return _Walk(tables).run(tree)


class _Walk:
    """One pass over the tree, with the CTEs that are in scope at each node."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.used: set[str] = set()

    def run(self, tree: exp.Expr) -> set[str]:
        if not isinstance(tree, _ROOTS):
            _refuse_construct(tree)
        todo: list[tuple[exp.Expr, Scope]] = [(tree, frozenset())]
        while todo:
            node, scope = todo.pop()
            self.check(node, scope)
            if isinstance(with_ := node.args.get("with_"), exp.With):
                scope = self.open_with(with_, scope, todo)
            for name, child in _children(node):
                if name != "with_":
                    todo.append((child, scope))
        return self.used

    def open_with(self, with_: exp.With, scope: Scope, todo: list[tuple[exp.Expr, Scope]]) -> Scope:
        """Queue the parts of WITH, each in the scope it has, and return the scope of the body."""
        for name, child in _children(with_):
            if name != "expressions" or not isinstance(child, exp.CTE):
                _refuse_construct(child)
            cte = _safe_cte_name(child)
            inner = scope | {cte} if with_.args.get("recursive") else scope
            todo.append((child, inner))
            scope = scope | {cte}
        return scope

    def check(self, node: exp.Expr, scope: Scope) -> None:
        if isinstance(node, exp.Func):
            self.check_function(node, scope)
        elif not _is_allowed_node(node):
            _refuse_construct(node)
        elif isinstance(node, exp.Table):
            self.check_table(node, scope)
        elif isinstance(node, exp.From | exp.Join):
            if not isinstance(node.this, _SOURCES):
                _refuse_construct(node.this)
        elif isinstance(node, exp.Describe | exp.Summarize):
            self.check_described(node)
        elif isinstance(node, exp.Lateral):
            _check_table_function(node.this)
        elif isinstance(node, exp.Column):
            self.check_column(node, scope)
        elif isinstance(node, exp.DataType):
            _check_type(node)
        elif isinstance(node, exp.Pivot):
            _check_pivot(node)
        elif isinstance(node, exp.Lambda):
            for parameter in node.expressions:
                if fold(parameter.name) in functions.BARE_CALLS:
                    refuse_bare(fold(parameter.name))

    def check_described(self, node: exp.Describe | exp.Summarize) -> None:
        """Let DESCRIBE and SUMMARIZE through for a table or a query; the walk checks that."""
        if isinstance(node.this, exp.Literal):
            refuse_table(f"{node.this.name}.", self.tables)
        extras = ("style", "format", "partition", "expressions")
        kind = node.args.get("kind")
        if (
            not isinstance(node.this, exp.Table | exp.Query)
            or any(map(node.args.get, extras))
            or (kind and str(kind).upper() != "TABLE")
        ):
            _refuse_construct(node)

    def check_function(self, node: exp.Func, scope: Scope) -> None:
        if isinstance(node, _BARE_CLASSES):
            self.check_bare(node, fold(node.sql_name()), scope)
        elif isinstance(node, exp.Anonymous | exp.AnonymousAggFunc):
            name = fold(node.name)
            if name not in functions.FUNCTIONS and name not in functions.TABLE_FUNCTIONS:
                refuse_function(name)
            _check_arguments(node, name)

    def check_column(self, node: exp.Column, scope: Scope) -> None:
        if node.args.get("table") or not isinstance(node.this, exp.Identifier):
            return
        name = fold(node.name)
        if name in functions.BARE_CALLS:
            self.check_bare(node, name, scope)
        if name == "default" and not node.this.args.get("quoted"):
            refuse_bare_word(node.name)

    def check_bare(self, node: exp.Expr, name: str, scope: Scope) -> None:
        """Refuse a name that DuckDB reads as a call, unless a column of its own FROM bears it."""
        select = node.find_ancestor(exp.Select)
        for table in _tables_of(select) if select else ():
            key = fold(table.name)
            if key not in scope and name in self.tables.columns(key):
                return
        refuse_bare(name)

    def check_table(self, node: exp.Table, scope: Scope) -> None:
        if not isinstance(node.this, exp.Identifier):
            _check_table_function(node.this)
            return
        name = node.name
        if node.args.get("db") or node.args.get("catalog"):
            refuse_table(".".join(part.name for part in node.parts), self.tables)
        if node.args.get("rows_from") or node.args.get("only"):
            _refuse_construct(node)
        if not node.this.args.get("quoted") and fold(name) in _NO_BARE_TABLE:
            refuse_bare_word(name)
        if fold(name) in scope:
            return
        self.used.add(self.tables.find(name))


def _children(node: exp.Expr) -> Iterator[tuple[str, exp.Expr]]:
    for name, value in node.args.items():
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, exp.Expr):
                yield name, child


def _is_allowed_node(node: exp.Expr) -> bool:
    kind = type(node).__name__
    return kind in _NODES or kind.startswith("JSONPath")


def _safe_cte_name(cte: exp.CTE) -> str:
    """Return the name of a CTE; one that could also be a path or a system table is refused.

    Were a scope ever misjudged, the name would then still lead nowhere.
    """
    name = fold(cte.alias)
    plain = name.replace("_", "").replace(" ", "").replace("-", "").isalnum()
    if not plain or name.startswith(("duckdb_", "pg_", "sqlite_", "pragma_", "information_schema")):
        raise SqlRefused(
            f"{cte.alias[:60]} is not a good name for a WITH query; use letters and digits.",
            reason="table",
        )
    return name


def _check_table_function(call: object) -> None:
    if isinstance(call, exp.Subquery | exp.Unnest | exp.Explode | exp.GenerateSeries):
        return
    if isinstance(call, exp.Anonymous):
        if fold(call.name) not in functions.TABLE_FUNCTIONS:
            refuse_function(fold(call.name))
        return
    name = call.sql_name() if isinstance(call, exp.Func) else type(call).__name__
    refuse_function(fold(name))


def _check_arguments(node: exp.Expr, name: str) -> None:
    arguments = list(node.expressions)
    if isinstance(node.parent, exp.Dot):
        # x.f(y) is f(x, y).
        arguments.insert(0, node.parent.this)
    if name in functions.AGGREGATE_BY_NAME:
        aggregate = arguments[1] if len(arguments) > 1 else None
        if not isinstance(aggregate, exp.Literal) or not aggregate.is_string:
            raise SqlRefused(
                f"{name}() needs the name of its aggregate as a plain string.", reason="function"
            )
        if fold(aggregate.name) not in functions.AGGREGATES:
            refuse_function(fold(aggregate.name))
    if name == "age" and len(arguments) != 2:
        raise SqlRefused(
            "age() of one date counts from today and gives another answer each day; "
            "give it two dates.",
            reason="volatile",
        )


def _check_type(node: exp.DataType) -> None:
    kind = node.this
    name = kind.name if isinstance(kind, exp.DType) else ""
    if isinstance(kind, exp.Interval) or name in _TYPES:
        return
    refuse_type()


def _check_pivot(node: exp.Pivot) -> None:
    if node.args.get("unpivot"):
        return
    # PIVOT without a list makes DuckDB create a type first: a second statement, and a write.
    pivoted = node.args.get("fields") or node.expressions
    for item in pivoted:
        if not isinstance(item, exp.In) or not item.expressions or item.args.get("query"):
            raise SqlRefused(
                "PIVOT needs its values in the query: ON column IN ('a', 'b').", reason="construct"
            )


def _tables_of(select: exp.Select) -> Iterator[exp.Table]:
    """Yield the tables that stand in the FROM of `select` itself."""
    from_ = select.args.get("from_")
    sources = [from_.this] if isinstance(from_, exp.From) else []
    sources += [join.this for join in select.args.get("joins") or ()]
    while sources:
        source = sources.pop()
        if isinstance(source, exp.Table) and isinstance(source.this, exp.Identifier):
            yield source
            sources += [join.this for join in source.args.get("joins") or ()]


_CLAUSES: dict[str, tuple[str, Reason]] = {
    "Into": ("SELECT … INTO", "statement"),
    "Command": ("This statement", "statement"),
    "Insert": ("INSERT", "statement"),
    "Update": ("UPDATE", "statement"),
    "Delete": ("DELETE", "statement"),
    "Merge": ("MERGE", "statement"),
    "Copy": ("COPY", "statement"),
    "Show": ("SHOW", "statement"),
    "Lock": ("FOR UPDATE", "construct"),
    "HistoricalData": ("AT (VERSION …)", "construct"),
    "Placeholder": ("A parameter", "parameter"),
    "Parameter": ("A parameter", "parameter"),
}


def _refuse_construct(node: object) -> NoReturn:
    kind = type(node).__name__
    name, reason = _CLAUSES.get(kind, (kind, "construct"))
    if kind == "TableSample":
        raise SqlRefused(
            "Sampling gives other rows each time; filter by hash(id) % 100 < 10 for a tenth "
            "that can be repeated.",
            reason="volatile",
        )
    raise SqlRefused(f"{name} is not allowed in a query.", reason=reason)
