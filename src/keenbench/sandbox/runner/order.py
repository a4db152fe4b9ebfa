"""A query's rows in an order that can be repeated, page after page and year after year.

DESIGN "Tables": original row order where the query has one, else a total order over its columns.
Read from DuckDB's own tree of the query:

- A query that only filters and projects one table, VALUES or a series gives its rows *row by row*
  in the order they lie in. Any window of it can be asked for alone.
- Without ORDER BY, anything else (groups, joins, sets, windows) is sorted by all its columns.
- With ORDER BY, every column is added at the end of it, so that rows which tie on what was asked
  have one order too. Otherwise they do not: DuckDB 2.0 takes other rows for `LIMIT 5` than for
  `LIMIT 500` of the same sort.

ORDER BY is added to the text, and the tree of the new text must be the old tree with just that
added, or the text stays as it was. Then still nothing varies from run to run: one thread, the same
plan for every page (see `rows`), the same version of DuckDB.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from keenbench.query.functions import AGGREGATES
from keenbench.query.lexer import Text
from keenbench.query.names import fold
from keenbench.query.tokens import Kind, Token
from keenbench.sandbox.runner.lockdown import Connection

Node = Mapping[str, Any]

_ORDER, _LIMIT = "ORDER_MODIFIER", "LIMIT_MODIFIER"
_TAIL = frozenset(("limit", "offset", "fetch"))
_SERIES = frozenset(("range", "generate_series", "unnest"))


@dataclass(frozen=True)
class Ordered:
    """A query as it is executed."""

    sql: str
    counted: str
    """The same rows in any order: what is executed to count those of a row-by-row query."""
    row_by_row: bool
    """Whether each row comes from one row of one table, so that a window can be asked for alone."""
    arbitrary: bool
    """Whether the order is ours, because the query has none of its own."""


@dataclass(frozen=True)
class Trees:
    """DuckDB's trees as JSON: of a query, and of texts that will most likely be made of it."""

    query: str
    likely: Mapping[str, str]


def serialize(connection: Connection, text: Text) -> Trees:
    """Return DuckDB's tree of `text`. It parses, and executes nothing."""
    # Asked together, because asking takes a millisecond; where the guess is wrong it is not used.
    guesses = _likely(text)
    query, *likely = _serialize(connection, text.sql, *guesses)
    return Trees(query, dict(zip(guesses, likely, strict=True)))


def make_repeatable(connection: Connection, text: Text, trees: Trees, columns: int) -> Ordered:
    """Return the query with a total order. The judge let `trees.query` through."""
    sql = text.sql
    tree: Node = json.loads(trees.query)["statements"][0]["node"]
    edits = _Edits(connection, text, tree, trees.likely)
    row_by_row = _is_row_by_row(tree, {})
    modifiers = _modifiers(tree)
    if _ORDER in modifiers:
        ordered = sql if _sorts_all(tree) else edits.with_keys(columns)
        counted = sql
        if row_by_row and _LIMIT not in modifiers:
            counted = edits.without_order()
        return Ordered(ordered, counted, row_by_row, arbitrary=False)
    if row_by_row or _is_one_row(tree):
        return Ordered(sql, sql, row_by_row, arbitrary=False)
    if _LIMIT in modifiers:
        ordered = edits.with_keys(columns)
        return Ordered(ordered, ordered, row_by_row=False, arbitrary=True)
    return Ordered(f"SELECT * FROM ({sql}\n) ORDER BY ALL", sql, row_by_row=False, arbitrary=True)


# -- the tree ---------------------------------------------------------------------------------


def _modifiers(node: Node) -> dict[str, Node]:
    return {modifier["type"]: modifier for modifier in node.get("modifiers") or ()}


def _sorts_all(node: Node) -> bool:
    keys = _modifiers(node)[_ORDER]["orders"]
    return any(key["expression"]["class"] == "STAR" for key in keys)


def _is_row_by_row(node: Node, ctes: Mapping[str, Node]) -> bool:
    if node["type"] != "SELECT_NODE" or _reshapes(node):
        return False
    inner = dict(ctes)
    for cte in node["cte_map"]["map"]:
        # Never a recursive one: its node is of another type.
        inner[fold(cte["key"])] = cte["value"].get("query_node") or cte["value"]["query"]["node"]
    return _is_plain_source(node["from_table"], inner)


def _reshapes(node: Node) -> bool:
    """Whether a SELECT makes other rows than those it reads."""
    if set(_modifiers(node)) - {_ORDER, _LIMIT}:
        return True
    if node["group_expressions"] or node["group_sets"] or node["having"] or node["qualify"]:
        return True
    if node["aggregate_handling"] != "STANDARD_HANDLING" or node["sample"]:
        return True
    return any(
        part["class"] in ("WINDOW", "SUBQUERY") or _is_aggregate(part)
        for part in _expressions([node["select_list"], node["where_clause"], node["modifiers"]])
    )


def _is_plain_source(source: Node, ctes: Mapping[str, Node]) -> bool:
    if source.get("sample"):
        return False
    kind = source["type"]
    if kind == "BASE_TABLE":
        key = fold(source["table_name"])
        if key not in ctes:
            return True
        # What a CTE reads was defined before it: it cannot see itself or what follows.
        before = {name: node for name, node in ctes.items() if name != key}
        return _is_inner_row_by_row(ctes[key], before)
    if kind == "SUBQUERY":
        return _is_inner_row_by_row(source["subquery"]["node"], ctes)
    if kind == "TABLE_FUNCTION":
        return fold(source["function"]["function_name"]) in _SERIES
    return kind in ("EMPTY", "EXPRESSION_LIST", "SHOW_REF")


def _is_inner_row_by_row(node: Node, ctes: Mapping[str, Node]) -> bool:
    # An inner ORDER BY or LIMIT is settled before the outer query: its ties stay as they fall.
    return not node.get("modifiers") and _is_row_by_row(node, ctes)


def _is_one_row(node: Node) -> bool:
    """Whether the result is one row at most: an aggregate over everything."""
    if node["type"] != "SELECT_NODE" or node["group_expressions"] or node["group_sets"]:
        return False
    if node["aggregate_handling"] != "STANDARD_HANDLING":  # GROUP BY ALL
        return False
    parts = list(_own_expressions(node["select_list"]))
    makes_rows = any(part["class"] == "WINDOW" or _calls(part) == "unnest" for part in parts)
    return not makes_rows and any(_is_aggregate(part) for part in parts)


def _is_aggregate(part: Node) -> bool:
    return part["class"] == "FUNCTION" and _calls(part) in AGGREGATES


def _calls(part: Node) -> str:
    return fold(str(part.get("function_name", "")))


def _expressions(value: Any) -> Iterator[Node]:
    """Yield every expression below `value`, those of subqueries too."""
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, list):
            todo.extend(item)
        elif isinstance(item, dict):
            if "class" in item:
                yield item
            todo.extend(item.values())


def _own_expressions(value: Any) -> Iterator[Node]:
    """Yield the expressions below `value` that are not a subquery's."""
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, list):
            todo.extend(item)
        elif isinstance(item, dict):
            if "class" in item:
                yield item
                if item["class"] == "SUBQUERY":
                    continue
            todo.extend(item.values())


# -- the text ---------------------------------------------------------------------------------


class _Edits:
    """Changes of a query's text, each made only where DuckDB reads in it what was meant."""

    def __init__(
        self, connection: Connection, text: Text, tree: Node, known: Mapping[str, str]
    ) -> None:
        self._connection = connection
        self._text = text
        self._tree = tree
        self._known = known

    def with_keys(self, columns: int) -> str:
        """Return the text sorted by every column after what it is sorted by."""
        modifiers = self._tree["modifiers"]
        has_order = _ORDER in _modifiers(self._tree)
        keys = [_key(position) for position in range(1, columns + 1)]
        if has_order:
            sorted_more = [
                {**modifier, "orders": [*modifier["orders"], *keys]}
                if modifier["type"] == _ORDER
                else modifier
                for modifier in modifiers
            ]
        else:
            cut = [modifier["type"] for modifier in modifiers].index(_LIMIT)
            sorted_more = [*modifiers[:cut], {"type": _ORDER, "orders": keys}, *modifiers[cut:]]
        edited = _with_keys(self._text, columns, has_order=has_order)
        return self._if_it_reads(edited, {**self._tree, "modifiers": sorted_more})

    def without_order(self) -> str:
        """Return the text without its ORDER BY, which a count would pay for."""
        at = next((index for index, word in _words(self._text) if word == "order"), None)
        if at is None:
            return self._text.sql
        modifiers = self._tree["modifiers"]
        rest = [modifier for modifier in modifiers if modifier["type"] != _ORDER]
        edited = "".join(self._text.pieces[:at]).strip()
        return self._if_it_reads(edited, {**self._tree, "modifiers": rest})

    def _if_it_reads(self, edited: str, wanted: Node) -> str:
        known = self._known.get(edited)
        (tree,) = _serialize(self._connection, edited) if known is None else (known,)
        answer = json.loads(tree)
        if answer.get("error") or len(answer["statements"]) != 1:
            return self._text.sql
        same = _bare(answer["statements"][0]["node"]) == _bare(wanted)
        return edited if same else self._text.sql


def _serialize(connection: Connection, *texts: str) -> list[str]:
    calls = ", ".join(["json_serialize_sql(?)"] * len(texts))
    found = connection.execute(f"SELECT {calls}", list(texts)).fetchone()
    assert found is not None
    return [str(tree) for tree in found]


def _with_keys(text: Text, columns: int, *, has_order: bool) -> str:
    positions = ", ".join(str(position) for position in range(1, columns + 1))
    added = f", {positions} " if has_order else f" ORDER BY {positions} "
    at = _tail(text)
    return "".join((*text.pieces[:at], added, *text.pieces[at:])).strip()


def _likely(text: Text) -> list[str]:
    """Return `text` as `with_keys` makes it where a SELECT names its columns one by one."""
    words = dict(_words(text))
    has_order = "order" in words.values()
    after = next((index for index, word in words.items() if word == "from"), None)
    if after is None or not (has_order or _tail(text) < len(text.tokens)):
        return []
    commas = [index for index, token in _outermost(text) if token.value == "," and index < after]
    return [_with_keys(text, len(commas) + 1, has_order=has_order)]


def _words(text: Text) -> Iterator[tuple[int, str]]:
    """Yield the unquoted words that stand in no parenthesis, with their places."""
    for index, token in _outermost(text):
        if token.kind is Kind.WORD:
            yield index, fold(token.value)


def _outermost(text: Text) -> Iterator[tuple[int, Token]]:
    depth = 0
    for index, token in enumerate(text.tokens):
        if token.kind is Kind.MARK:
            depth += (token.value in "([{") - (token.value in ")]}")
        if depth == 0:
            yield index, token


def _tail(text: Text) -> int:
    """Return where LIMIT, OFFSET or FETCH begins, or the end."""
    return next((index for index, word in _words(text) if word in _TAIL), len(text.tokens))


def _bare(value: Any) -> Any:
    """Return a tree without the places in the text that its nodes came from."""
    if isinstance(value, list):
        return [_bare(item) for item in value]
    if isinstance(value, dict):
        return {
            key: _bare(item)
            for key, item in value.items()
            if key not in ("query_location", "query_location_length")
        }
    return value


def _key(position: int) -> Node:
    return {
        "type": "ORDER_DEFAULT",
        "null_order": "ORDER_DEFAULT",
        "expression": {
            "class": "CONSTANT",
            "type": "VALUE_CONSTANT",
            "alias": "",
            "literal": {"kind": "INTEGER", "text": str(position)},
        },
    }
