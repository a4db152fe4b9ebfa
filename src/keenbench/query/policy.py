"""The first of three layers around a query: what may be asked at all.

`check` reads the SQL with sqlglot and lets through one reading statement over known tables, made
of known constructs, functions and types. Everything else is refused: nothing is allowed because
nobody thought of it. It runs in the engine, so that it never loads DuckDB.

The text to execute is the plain form of what was written (see `lexer`), not SQL generated from
the tree: sqlglot rewrites functions as it generates, and a rewrite that changes an answer would
go unseen. The price is that DuckDB parses for itself; hence the second judge in the runner
(`judge`), which reads DuckDB's own tree by the same lists and refuses where it finds more.

Names of functions are checked on the tokens rather than on the tree, because sqlglot folds many
names into one class and gives unknown ones to DuckDB unread. Every name before a parenthesis must
be an allowed function, a word of the grammar, or the alias that the tree says it is.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, NoReturn

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.parsers.duckdb import DuckDBParser

from keenbench.query import functions, ordering
from keenbench.query.lexer import Kind, Text, Token, read
from keenbench.query.names import Tables, fold, refuse_bare, refuse_function, refuse_table
from keenbench.query.refusal import SqlRefused, unparsable

# sqlglot logs the text that it cannot read, and our logs hold no content.
logging.getLogger("sqlglot").setLevel(logging.CRITICAL)

QueryKind = Literal["query", "describe", "summarize"]


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """A query that the policy lets through."""

    sql: str
    """What to execute: one statement, without comments or a final semicolon."""
    kind: QueryKind
    tables: tuple[str, ...]
    """The known tables that it reads, as they were given, sorted."""
    row_order: ordering.RowOrder
    limited: bool
    """Whether LIMIT, OFFSET or FETCH stands at the top."""
    order_free: bool
    """Whether its rows, as a set, are the same whatever order the rows of its tables come in.
    False where that cannot be proven."""
    warnings: tuple[ordering.QueryWarning, ...]


def check(
    sql: str,
    tables: Collection[str] | Mapping[str, Collection[str]],
    *,
    exact_columns: Collection[str] = (),
) -> CheckedQuery:
    """Return `sql` as it may be executed over `tables`, or raise SqlRefused.

    `tables` are the names that it may read, compared without regard to ASCII case; where it maps
    them to their columns, a column may be called `user` or `current_date`. `exact_columns` are
    columns that are integers or decimals in every table that has them: sums of them are
    order-free.
    """
    known = Tables.of(tables)
    text = _pivot_with_tail(read(sql))
    _check_first_word(text.tokens[0])
    tree = _parse(text)
    used = _Walk(known).run(tree)
    _check_calls(text, tree)
    _check_openings(text, tree)
    return CheckedQuery(
        sql=text.sql,
        kind=_kind(tree),
        tables=tuple(sorted(used)),
        row_order=ordering.row_order(tree),
        limited=ordering.is_limited(tree),
        order_free=ordering.is_order_free(tree, frozenset(fold(name) for name in exact_columns)),
        warnings=ordering.warnings(tree),
    )


# -- before parsing ---------------------------------------------------------------------------

_READING_WORDS = frozenset(
    ("select", "with", "from", "values", "table", "describe", "desc", "summarize", "pivot",
     "pivot_wider", "pivot_longer", "unpivot")
)  # fmt: skip
_OTHER_STATEMENTS = frozenset(
    """
    abort alter analyze attach begin call checkpoint comment commit connect copy create deallocate
    delete detach disconnect drop end execute explain export force grant import insert install kill
    load lock merge pragma prepare reindex release replace reset revoke rollback savepoint set show
    start truncate update upsert use vacuum
    """.split()
)
_PIVOT_WORDS = frozenset(("pivot", "pivot_wider", "pivot_longer", "unpivot"))


def _check_first_word(token: Token) -> None:
    word = fold(token.value)
    if token == Token(Kind.MARK, "(") or (token.kind is Kind.WORD and word in _READING_WORDS):
        return
    if token.kind is Kind.WORD and word in _OTHER_STATEMENTS:
        raise SqlRefused(
            f"{word.upper()} is not allowed: a query only reads "
            "(SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE, PIVOT, UNPIVOT).",
            reason="statement",
        )
    raise unparsable("The SQL does not begin like a query; begin with SELECT, WITH or FROM.")


def _pivot_with_tail(text: Text) -> Text:
    """Return `PIVOT … ORDER BY x` as `FROM (PIVOT …) ORDER BY x`, which sqlglot can read too."""
    if text.tokens[0].kind is not Kind.WORD or fold(text.tokens[0].value) not in _PIVOT_WORDS:
        return text
    depth = 0
    for index, token in enumerate(text.tokens):
        if token.kind is Kind.MARK and token.value in "([{":
            depth += 1
        elif token.kind is Kind.MARK and token.value in ")]}":
            depth -= 1
        elif (
            depth == 0
            and token.kind is Kind.WORD
            and fold(token.value) in ("order", "limit", "offset")
        ):
            head, tail = slice(0, index), slice(index, None)
            return Text(
                (Token(Kind.WORD, "FROM"), Token(Kind.MARK, "("), *text.tokens[head],
                 Token(Kind.MARK, ")"), *text.tokens[tail]),
                ("FROM ", "(", *text.pieces[head], ")", *text.pieces[tail]),
            )  # fmt: skip
    return text


def _parse(text: Text) -> exp.Expr:
    # In a thread of its own the stack starts empty, so that the same SQL is refused or not
    # whatever the depth of the caller's.
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(sqlglot.parse, text.sql, read="duckdb")
        failure = reading.exception()
    if isinstance(failure, RecursionError):
        raise SqlRefused(
            "The SQL is nested too deeply; use WITH to name its parts.", reason="size"
        ) from None
    if isinstance(failure, SqlglotError):
        raise unparsable(f"The SQL does not parse{_near(failure)}.") from None
    if failure is not None:
        # sqlglot fails on hostile text in ways of its own (AttributeError, IndexError, …).
        raise unparsable("The SQL does not parse.") from None
    trees = reading.result()
    if len(trees) != 1 or trees[0] is None:
        raise SqlRefused("The SQL is not exactly one statement.", reason="statements")
    return trees[0]


def _near(failure: SqlglotError) -> str:
    details = getattr(failure, "errors", None)
    place = str(details[0].get("highlight") or "") if details else ""
    return f" near {place[:40]}" if place.strip() else ""


# -- names before a parenthesis ---------------------------------------------------------------


def _check_calls(text: Text, tree: exp.Expr) -> None:
    aliases = Counter(
        fold(alias.name) for alias in tree.find_all(exp.TableAlias) if alias.args.get("columns")
    )
    unknown: Counter[str] = Counter()
    for token, following in zip(text.tokens, text.tokens[1:], strict=False):
        if not token.is_name or following != Token(Kind.MARK, "("):
            continue
        name = fold(token.value)
        if name in functions.FUNCTIONS or name in functions.TABLE_FUNCTIONS:
            continue
        if token.kind is Kind.WORD and (
            name in functions.WORDS_BEFORE_PARENTHESIS or name in functions.PARAMETRIC_TYPES
        ):
            continue
        unknown[name] += 1
    for name, count in unknown.items():
        if aliases[name] < count:
            refuse_function(name)


# Words that may follow a column, where a statement of that name would go on with something else.
_AFTER_A_COLUMN = frozenset(
    """
    and as asc at between collate desc filter glob ignore ilike in is isnull like not notnull nulls
    or order over respect similar
    """.split()
)


def _check_openings(text: Text, tree: exp.Expr) -> None:
    """Refuse a statement in parentheses that sqlglot took for a column.

    DuckDB lists the catalog for `SELECT (SHOW TABLES)`, and even for `(SHOW)`, where sqlglot sees
    a column called show. Such names need quotes.
    """
    described = 0
    opened = zip(text.tokens, text.tokens[1:], text.tokens[2:], strict=False)
    for mark, token, following in opened:
        if mark != Token(Kind.MARK, "(") or token.kind is not Kind.WORD:
            continue
        word = fold(token.value)
        if word in ("describe", "summarize"):
            described += 1
        elif word in ("show", "desc") or (
            word in _OTHER_STATEMENTS
            and (following.is_name or following.kind is Kind.STRING)
            and fold(following.value) not in _AFTER_A_COLUMN
        ):
            _refuse_bare_word(token.value)
    found = sum(1 for node in tree.find_all(exp.Describe, exp.Summarize) if node.parent)
    if described != found:
        _refuse_bare_word("describe or summarize")


def _refuse_bare_word(word: str) -> NoReturn:
    raise SqlRefused(
        f"{word} is a statement and not allowed here; write it in double quotes if it is a name.",
        reason="statement",
    )


# -- the tree ---------------------------------------------------------------------------------

# Every class of sqlglot's that a harmless query is made of, functions apart.
_NODES = frozenset(
    """
    Add Alias All Any AtTimeZone Between BitwiseAnd BitwiseLeftShift BitwiseNot BitwiseOr
    BitwiseRightShift BitwiseXor Boolean Bracket CTE Column ColumnDef Comprehension Cube DPipe
    DataType DataTypeParam Describe Distinct Div Dot EQ Escape Except Fetch Filter From GT GTE
    Group GroupingSets Having ILike Identifier IgnoreNulls In IntDiv Intersect Interval
    IntervalSpan Is Join LT LTE Lambda Lateral Like Limit LimitOptions Literal Mod Mul NEQ Neg Not
    Null NullSafeEQ NullSafeNEQ Offset Order Ordered Paren Pivot PivotAlias PositionalColumn
    PropertyEQ Qualify RespectNulls Rollup Select SimilarTo Slice Star Sub Subquery Summarize Table
    TableAlias Tuple Union UnpivotColumns Values Var Where Window WindowSpec With WithinGroup
    """.split()
)
_SOURCES = (exp.Table, exp.Subquery, exp.Values, exp.Lateral, exp.Unnest)
_ROOTS = (exp.Select, exp.SetOperation, exp.Subquery, exp.Values, exp.Describe, exp.Summarize,
          exp.Pivot)  # fmt: skip
# Calls without parentheses, by sqlglot's classes: CURRENT_DATE, LOCALTIME, SESSION_USER, …
_BARE_CLASSES = tuple(set(DuckDBParser.NO_PAREN_FUNCTIONS.values()))
_TYPES = frozenset(
    """
    ARRAY BIGINT BIGNUM BINARY BIT BLOB BOOLEAN CHAR DATE DATETIME DECIMAL DOUBLE FLOAT INT INT128
    INTERVAL JSON LIST MAP NVARCHAR SMALLINT STRUCT TEXT TIME TIMESTAMP TIMESTAMPNTZ TIMESTAMPTZ
    TIMESTAMP_MS TIMESTAMP_NS TIMESTAMP_S TIMETZ TINYINT UBIGINT UINT UINT128 UNION USMALLINT
    UTINYINT UUID VARBINARY VARCHAR VARIANT
    """.split()
)
# Unquoted, these open a statement of another kind where sqlglot sees a table and its alias.
_NO_BARE_TABLE = _OTHER_STATEMENTS | _READING_WORDS

Scope = frozenset[str]


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

    def open_with(
        self, with_: exp.With, scope: Scope, todo: list[tuple[exp.Expr, Scope]]
    ) -> Scope:
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
            if not node.args.get("table") and fold(node.name) in functions.BARE_CALLS:
                self.check_bare(node, fold(node.name), scope)
        elif isinstance(node, exp.DataType):
            _check_type(node)
        elif isinstance(node, exp.Pivot):
            _check_pivot(node)

    def check_described(self, node: exp.Describe | exp.Summarize) -> None:
        """Let DESCRIBE and SUMMARIZE through for a table or a query; the walk checks that."""
        if isinstance(node.this, exp.Literal):
            refuse_table(f"{node.this.name}.", self.tables)
        extras = ("style", "kind", "format", "partition", "expressions")
        if not isinstance(node.this, exp.Table | exp.Query) or any(map(node.args.get, extras)):
            _refuse_construct(node)

    def check_function(self, node: exp.Func, scope: Scope) -> None:
        if isinstance(node, _BARE_CLASSES):
            self.check_bare(node, fold(node.sql_name()), scope)
        elif isinstance(node, exp.Anonymous | exp.AnonymousAggFunc):
            name = fold(node.name)
            if name not in functions.FUNCTIONS and name not in functions.TABLE_FUNCTIONS:
                refuse_function(name)
            _check_arguments(node, name)

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
            _refuse_bare_word(name)
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
    raise SqlRefused(
        "A cast names a type that is not allowed; use a built-in one such as VARCHAR or DOUBLE.",
        reason="type",
    )


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


_CLAUSES = {
    "TableSample": ("Sampling", "volatile"),
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
    raise SqlRefused(f"{name} is not allowed in a query.", reason=reason)  # type: ignore[arg-type]


def _kind(tree: exp.Expr) -> QueryKind:
    if isinstance(tree, exp.Describe):
        return "describe"
    return "summarize" if isinstance(tree, exp.Summarize) else "query"
