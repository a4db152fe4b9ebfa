"""Two columns of one table that a question names side by side, and one item made of both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef, Worked, is_calendar
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.sentence import Sentence


def worked(s: Sentence, op: str, left: ColumnRef, right: ColumnRef) -> ColumnRef:
    """Return what two columns of a table make together, by a name that says it."""
    words = {"-": "minus", "+": "plus", "*": "times", "/": "per"}
    name = f"{left.column} {words[op]} {right.column}"
    beside = right.table if right.table != left.table else ""
    made = Worked(op, left.column, right.column, beside=beside)  # type: ignore[arg-type]
    return ColumnRef(left.table, name, made)


def is_measure(s: Sentence, ref: ColumnRef) -> bool:
    return ref.worked is None and s.is_number(ref) and not is_calendar(s.column(ref))


def pair_of(
    s: Sentence, one: Item, other: Item, fits: Callable[[ColumnRef], bool]
) -> tuple[ColumnRef, ColumnRef] | None:
    """Return the columns of one table that two items name best; ask where several would do."""
    found = [
        (a.score + b.score, a.ref, b.ref)
        for a in one.columns
        for b in other.columns
        if a.ref.table == b.ref.table and a.ref != b.ref and fits(a.ref) and fits(b.ref)
    ]
    if not found:
        return None
    top = max(score for score, _, _ in found)
    best = [(a, b) for score, a, b in found if score >= top - 0.05]
    near = [pair for name in s.near for pair in best if pair[0].table == name]
    best = near[: sum(pair[0].table == near[0][0].table for pair in near)] if near else best
    if len(best) > 1:
        names = " or ".join(f"{a} and {b}" for a, b in best[:4])
        raise Ask(f"Which columns do you mean: {names}?", one.text)
    return best[0]


def put(s: Sentence, first: int, last: int, ref: ColumnRef) -> None:
    """Replace the items from `first` to `last` by one that names `ref`."""
    pieces = s.items[first : last + 1]
    tokens = [token for piece in pieces for token in piece.tokens]
    text = " ".join(token.text for token in tokens)
    whole = replace(tokens[0], text=text, norm=ref.column, kind="word", value=None)
    item = Item(pieces[0].start, (whole,), columns=[ColumnLink(ref, 1.0, "exact", len(tokens))])
    s.items[first : last + 1] = [item]
    if ref.table not in s.near:
        s.near.append(ref.table)


def drop(s: Sentence, *indexes: int) -> None:
    for index in sorted(indexes, reverse=True):
        del s.items[index]
