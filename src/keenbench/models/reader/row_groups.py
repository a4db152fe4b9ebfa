"""What one of the things asked about is, where several rows are of it.

A game stands in one row for each of its platforms, an order in one for each of its lines.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, column_of, key_of
from keenbench.models.offline.frame import Figure, Key
from keenbench.models.offline.rows import row_names
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import repeated_key
from keenbench.models.reader.parts import GLUE, Part, Parts
from keenbench.models.reader.per_rows import share_among_rows
from keenbench.query.dataset_schema import DatasetSchema

_SELDOM = 0.8
"""Where fewer names than these are different, the same is called so in several rows."""
_ROWS = word_set("line lines row rows item items entry entries record records")
_IDS = frozenset(("id", "ref", "reference", "uuid"))
_OF_ONE = frozenset(("a", "an", "the", "each", "every", "per", "single", "one", "our"))


def group_by_names(parts: Parts) -> None:
    """Group rows by their name alone, where their key would leave each in a group of its own.

    `games on at least three platforms`: of a table with a row for each game and platform.
    """
    figures = [*parts.figures, *(having.figure for having in parts.having)]
    tables = {figure.column.table if figure.column else figure.table for figure in figures}
    if len(tables) != 1 or len(parts.keys) < 2:
        return
    table = parts.s.table(next(iter(tables)))
    key = key_of(parts.s.schema, table)
    at = next((i for i, each in enumerate(parts.keys) if each == _plain(key)), None)
    names = row_names(parts.s.schema, table.name)
    if at is None or len(names) != 1 or Key(column=names[0]) not in parts.keys:
        return
    if (parts.column(names[0]).distinct or 0) > _SELDOM * table.row_count:
        return
    parts.keys.pop(at)
    parts.order = [
        order.model_copy(update={"key": order.key - (order.key > at)})
        if order.key is not None else order
        for order in parts.order if order.key != at
    ]  # fmt: skip
    parts.tests = [
        pair for pair in parts.tests
        if pair[0].column != key or pair[0].op != "is_not_null" or pair[0].said
    ]  # fmt: skip


def count_each_once(parts: Parts) -> None:
    """Count orders by their Order ID where each has several rows, of a table called orders.

    Who says lines, rows or entries means the rows.
    """
    counts = [f for f in (*parts.figures, *(h.figure for h in parts.having)) if f.func == "count"]
    for table in dict.fromkeys(figure.table for figure in counts):
        key = _told_apart_by(parts, table)
        if key is None or any(each.column == key for each in parts.keys):
            continue
        if not parts.pick("each once", [(True, 0.0), (False, 0.15)]):
            continue
        once = {"func": "count_distinct", "column": key}
        parts.figures = [
            f.model_copy(update=once) if f.func == "count" and f.table == table else f
            for f in parts.figures
        ]
        parts.having = [
            h.model_copy(update={"figure": h.figure.model_copy(update=once)})
            if h.figure.func == "count" and h.figure.table == table else h
            for h in parts.having
        ]  # fmt: skip


def _told_apart_by(parts: Parts, table: str) -> ColumnRef | None:
    """Return the ID that several rows of a table share, where the table is called after it."""
    last = name_words(table)[-1:]
    for part in parts.parts:
        if part.kind != "rows" or part.sense.table != table or len(part.item.tokens) > 1:
            continue
        noun = part.item.tokens[-1].norm
        key = repeated_key(parts.s.schema, table, noun)
        lines = part.at + 1 < len(parts.parts) and parts.norm(part.at + 1) in _ROWS
        if key is None or lines or [stem(word) for word in last] != [stem(noun)]:
            continue
        if stem(name_words(key.column)[-1]) in _IDS:
            return key
    return None


def _plain(ref: ColumnRef | None) -> Key | None:
    return Key(column=ref) if ref is not None else None


def number_and_name(schema: DatasetSchema, ref: ColumnRef) -> list[ColumnRef]:
    """Return the columns that together say which one is meant: Customer ID and Customer Name.

    Where each number has one name, groups by either are the same, and a reader wants both.
    """
    table = schema.table(ref.table)
    told = _telling(ref.column)
    if table is None or ref.worked is not None or told is None:
        return [ref]
    many = column_of(schema, ref).distinct
    others = [
        ColumnRef(ref.table, column.name) for column in table.columns
        if column.name != ref.column and column.distinct == many is not None
        and (other := _telling(column.name)) is not None
        and other[0] == told[0] and other[1] != told[1]
    ]  # fmt: skip
    if len(others) != 1:
        return [ref]
    return sorted((ref, others[0]), key=lambda each: _telling(each.column) or ((), ""))


_NUMBERING = ("id", "no", "nr", "number", "code", "key", "ref")
_NAMING = ("name", "title", "label")


def _telling(header: str) -> tuple[tuple[str, ...], str] | None:
    """Return whose number or name a header says it is: of a customer, its id."""
    words = name_words(header)
    if len(words) < 2:
        return None
    kind = "id" if words[-1] in _NUMBERING else "name" if words[-1] in _NAMING else None
    return (tuple(words[:-1]), kind) if kind is not None else None


def average_of_each(parts: Parts) -> None:
    """Read an average of what rows come to that others make up: the average value of an order.

    Where each line has its own total, an order comes to the sum of them.
    """
    share_among_rows(parts)
    for at, figure in enumerate(parts.figures):
        if figure.func != "avg" or figure.column is None or figure.column.worked is not None:
            continue
        owner = _owner_said(parts, figure)
        if owner is None or not parts.nature(figure.column).added:
            continue
        part, pointer = owner
        if not parts.pick("of each", [(True, 0.0), (False, 0.15)]):
            continue
        parts.use(part)
        parts.figures[at] = figure.model_copy(update={"func": "sum", "per": pointer})


def _owner_said(parts: Parts, figure: Figure) -> tuple[Part, ColumnRef] | None:
    """Return the rows whose value is asked for, and the column that says which of them it is."""
    ref = figure.column
    assert ref is not None
    own = _told_apart_by(parts, ref.table)
    for part in parts.parts:
        rows = part.kind == "rows" and part.sense.table == ref.table
        each = part.at > 0 and parts.norm(part.at - 1) in ("per", "each", "for each", "an")
        if rows and own is not None and (each or _is_said_of(parts, part, ref)):
            return part, own
    for relation in parts.s.schema.relations:
        if relation.from_table != ref.table or _is_key_of(parts, relation.to_table):
            continue
        for part in parts.parts:
            rows = part.kind == "rows" and part.sense.table == relation.to_table
            if rows and _is_said_of(parts, part, ref):
                return part, ColumnRef(relation.from_table, relation.from_column)
    return None


def _is_key_of(parts: Parts, table: str) -> bool:
    """Whether each row of a table is a group of its own."""
    key = key_of(parts.s.schema, parts.s.table(table))
    return any(each.column == key for each in parts.keys)


def _is_said_of(parts: Parts, rows: Part, ref: ColumnRef) -> bool:
    """`the value of an order`, `order value`: rows beside a word for their worth."""
    after = parts.parts[rows.at + 1] if rows.at + 1 < len(parts.parts) else None
    if after is not None and _is_worth(after, ref):
        return True
    at = rows.at - 1
    while at >= 0 and parts.norm(at) in _OF_ONE:
        at -= 1
    if at == rows.at - 1 or parts.norm(at) != "of" or at < 1:
        return False
    return _is_worth(parts.parts[at - 1], ref)


def _is_worth(part: Part, ref: ColumnRef) -> bool:
    if part.kind in GLUE:
        return part.norm in ("value", "worth", "amount", "total", "size")
    return part.sense.ref == ref and part.sense.how != "exact"


__all__ = ["average_of_each", "count_each_once", "group_by_names", "number_and_name"]
