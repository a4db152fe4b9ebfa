"""The first of three layers around a query: what may be asked at all.

`check` reads the SQL with sqlglot and lets through one reading statement over known tables, made
of known constructs, functions and types. Everything else is refused: nothing is allowed because
nobody thought of it. It runs in the engine, so that it never loads DuckDB.

The text to execute is the plain form of what was written (see `lexer`), not SQL generated from
the tree: sqlglot rewrites functions as it generates, and a rewrite that changes an answer would
go unseen. The price is that DuckDB parses for itself; hence the second judge in the runner
(`judge`), which reads DuckDB's own tree by the same lists and refuses where it finds more.

`lexer` reads the text, `words` checks the words on it, `tree` what sqlglot makes of it, and
`ordering` works out in what order the rows come.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from keenbench.query import ordering, words
from keenbench.query.lexer import Text, read
from keenbench.query.names import Tables, fold
from keenbench.query.refusal import SqlRefused, unparsable
from keenbench.query.tree import check_tree

# sqlglot logs the text that it cannot read, and our logs hold no content.
logging.getLogger("sqlglot").setLevel(logging.CRITICAL)

QueryKind = Literal["query", "describe", "summarize"]

# Of 64 KB each at most.
_REMEMBERED = 64


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
    alike_columns: Collection[str] = (),
) -> CheckedQuery:
    """Return `sql` as it may be executed over `tables`, or raise SqlRefused.

    `tables` are the names that it may read, compared without regard to ASCII case; where they are
    mapped to their columns, a column may be called `user`, `current_date` or `drop`.
    `exact_columns` are integers or decimals, and `alike_columns` text, dates, times or booleans,
    in every table that has a column of that name; they let more queries be proven order-free.
    """
    columns = tables if isinstance(tables, Mapping) else dict.fromkeys(tables, ())
    return _checked(
        sql,
        tuple((name, tuple(its_columns)) for name, its_columns in columns.items()),
        tuple(exact_columns),
        tuple(alike_columns),
    )


# A query is asked again for each page of its rows, and reading one takes 3 ms after a pause. What
# is let through depends on nothing but these parameters; what is refused is not remembered.
@lru_cache(_REMEMBERED)
def _checked(
    sql: str,
    tables: tuple[tuple[str, tuple[str, ...]], ...],
    exact_columns: tuple[str, ...],
    alike_columns: tuple[str, ...],
) -> CheckedQuery:
    known = Tables.of(dict(tables))
    text = words.quote_columns(words.pivot_with_tail(read(sql)), known.all_columns)
    words.check_first_word(text.tokens[0])
    tree = _parse(text)
    used = check_tree(tree, known)
    nodes = tuple(tree.walk())
    words.check_calls(text, nodes)
    words.check_typed_strings(text)
    words.check_openings(text, nodes)
    return CheckedQuery(
        sql=text.sql,
        kind=_kind(tree),
        tables=tuple(sorted(used)),
        row_order=ordering.row_order(tree),
        limited=ordering.is_limited(tree),
        order_free=ordering.is_order_free(
            nodes,
            ordering.KnownColumns(
                known=known.all_columns,
                exact=frozenset(map(fold, exact_columns)),
                alike=frozenset(map(fold, alike_columns)),
            ),
        ),
        warnings=ordering.warnings(nodes),
    )


def _parse(text: Text) -> exp.Expr:
    try:
        trees = _trees(text.sql)
    except RecursionError:
        raise SqlRefused(
            "The SQL is nested too deeply; use WITH to name its parts.", reason="size"
        ) from None
    except SqlglotError as failure:
        raise unparsable(f"The SQL does not parse{_near(failure)}.") from None
    except Exception:  # noqa: BLE001
        # sqlglot fails on hostile text in ways of its own (AttributeError, IndexError, …).
        raise unparsable("The SQL does not parse.") from None
    if len(trees) != 1 or trees[0] is None:
        raise SqlRefused("The SQL is not exactly one statement.", reason="statements")
    return trees[0]


def _trees(sql: str) -> list[exp.Expr | None]:
    try:
        return sqlglot.parse(sql, read="duckdb")
    except RecursionError:
        # Once more in a thread of its own, where the stack starts empty: the same SQL is refused
        # or not whatever the depth of the caller's. Not at once: a thread takes a millisecond.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(sqlglot.parse, sql, read="duckdb").result()


def _near(failure: SqlglotError) -> str:
    details = getattr(failure, "errors", None)
    place = str(details[0].get("highlight") or "") if details else ""
    return f" near {place[:40]}" if place.strip() else ""


def _kind(tree: exp.Expr) -> QueryKind:
    if isinstance(tree, exp.Describe):
        return "describe"
    return "summarize" if isinstance(tree, exp.Summarize) else "query"
