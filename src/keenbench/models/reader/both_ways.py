"""From one row of another table to another: flights from Chicago to Denver.

A plan joins a table once, and a flight has two airports. So the keys of what is said are looked up
first; which rows are meant is then a condition on the two columns that point there.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.values import ValueLink
from keenbench.models.reader.way_words import BETWEEN, marks_of, rivals, says
from keenbench.query.dataset_schema import Relation
from keenbench.query.plan import read_plan

_ONE = ("one", "ones", "another", "another one")
"""What stands for the rows of the other table, said again: to one in the South."""


def read_both_ways(s: Sentence) -> None:
    """Make conditions of two ends that are both said by what another table tells of them."""
    for group in rivals(s.schema):
        ends = _ends(s, group)
        if len(ends) < 2 or len(ends) < len({at for at, _, _ in ends.values()}):
            continue
        for relation, (start, at, link) in ends.items():
            keys = _keys(s, relation, link)
            if keys is None:
                continue
            for item in s.items[start : _end(s, at, link)]:
                item.used = True
            ref = ColumnRef(relation.from_table, relation.from_column)
            said = f"{ref} of {link.ref} “{'” or “'.join(link.values)}”"
            s.tests.append(Placed(Test(column=ref, op="in", value=keys, said=said), at))


def _ends(s: Sentence, group: Sequence[Relation]) -> dict[Relation, tuple[int, int, ValueLink]]:
    """Return of each way where its word stands, where what it is said of, and that cell."""
    marks = marks_of(group)
    found: dict[Relation, tuple[int, int, ValueLink]] = {}
    for at, item in enumerate(s.items):
        link = _cell(item, group[0].to_table)
        if item.used or link is None:
            continue
        start = at - 1
        while start > 0 and _is_between(s.items[start], group[0].to_table):
            start -= 1
        words = [s.items[start].norm] if start >= 0 else []
        for strong in (True, False):
            told = [r for r in group if says(marks[r], words, strong=strong)]
            if len(told) == 1 and told[0] not in found:
                found[told[0]] = (start, at, link)
                break
    return found


def _end(s: Sentence, at: int, link: ValueLink) -> int:
    """Return where a cell ends, with the header that is said after it: in the South district."""
    after = s.items[at + 1] if at + 1 < len(s.items) else None
    if after is None or after.tokens[0].after_mark:
        return at + 1
    headed = any(each.ref == link.ref and each.how == "exact" for each in after.columns)
    return at + 2 if headed else at + 1


def _is_between(item: Item, table: str) -> bool:
    """Whether words only lead to what is said: from the airports in Chicago."""
    return item.norm in (*BETWEEN, *_ONE) or any(
        t.table == table and t.how == "exact" for t in item.tables
    )


def _cell(item: Item, table: str) -> ValueLink | None:
    """Return the cell that an item names, where only the other table holds it."""
    held = [link for link in item.values if link.how in ("exact", "verb")]
    if not held or any(link.ref.table != table for link in held):
        return None
    return held[0]


def _keys(s: Sentence, relation: Relation, link: ValueLink) -> tuple[str | int, ...] | None:
    """Return the keys of the rows that a cell is of; None while they are not looked up."""
    test = {"column": link.ref.column, "op": "in", "value": list(link.values)}
    plan = {
        "dataset_id": s.schema.dataset_id,
        "table": relation.to_table,
        "select": [{"column": relation.to_column}],
        "filters": test,
        "order_by": [{"expr": {"column": relation.to_column}, "direction": "asc"}],
        "distinct": True,
    }
    answer = s.known.look(read_plan(plan), "which keys are meant")
    if answer is None:
        return None
    if not answer.complete or not answer.rows:
        raise Ask(f"There are too many of {link.ref} to go from one to another.")
    return tuple(row[0] for row in answer.rows if isinstance(row[0], str | int))


__all__ = ["read_both_ways"]
