"""So much for each of other rows: what a town gives per donor, the average spend per customer.

What is added up is shared among those rows: neither are they groups, nor can they be passed over.
"""

from __future__ import annotations

from itertools import pairwise

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Key
from keenbench.models.offline.words import root
from keenbench.models.reader.parts import Part, Parts
from keenbench.models.reader.vocabulary import FOR_EACH, MONEY


def are_listed(parts: Parts, each: Part) -> bool:
    """`units per product`, of a row for each product by its name: those of each of them."""
    named = [link.ref for link in each.item.columns if link.how == "exact"]
    texts = [ref for ref in named if parts.column(ref).type == "string"]
    return bool(texts) and not parts.open("agg", "how_much", "share")


def share_among_rows(parts: Parts) -> None:
    if len(parts.figures) != 1 or parts.figures[0].share or parts.figures[0].per:
        return
    figure = parts.figures[0]
    rows = _said_per(parts)
    if rows is not None and figure.func == "count" and parts.change is not None:
        _counted(parts, figure, rows)
    if rows is None or figure.column is None or figure.column.worked is not None:
        return
    grouped = {key.column.table for key in parts.keys if parts.nature(key.column).unique}
    if figure.func == "sum" and parts.order and rows.sense.table not in grouped:
        _ranked(parts, figure, rows)
    elif figure.func == "sum" and parts.order and not parts.of_each:
        _lost(parts, rows)
    elif figure.func == "avg" and not parts.order and _is_spending(parts, rows):
        _averaged(parts, figure, rows)


def _said_per(parts: Parts) -> Part | None:
    """Return the rows for each of which something is asked: per donor, for each visit."""
    found = [
        rows
        for per, rows in pairwise(parts.parts)
        if per.norm in FOR_EACH and rows.kind == "rows" and not rows.plural
    ]
    return found[0] if len(found) == 1 else None


def _ranked(parts: Parts, figure: Figure, rows: Part) -> None:
    """`which town gives the most per donor`: the sum of each group by how many gave it."""
    parts.use(rows, parts.parts[rows.at - 1])
    if rows.sense.table == figure.table:
        parts.figures[0] = figure.model_copy(update={"func": "avg"})
        return
    pointer = _pointer(parts, figure, rows)
    if pointer is None:
        raise Ask(f"I cannot work out so much per {rows.item.text}.", rows.item.text)
    parts.figures[0] = figure.model_copy(update={"per": pointer})


def _lost(parts: Parts, rows: Part) -> None:
    """Ask where nothing tells those that are asked for: which doctor earns most per patient."""
    for cue, asked in pairwise(parts.parts):
        if cue.tag != "which" or asked.kind not in ("rows", "col") or asked.at > rows.at:
            continue
        told = [key for key in parts.keys if key.column.table == asked.sense.table]
        if not told and asked.sense.table != rows.sense.table:
            raise Ask(
                f"Which {asked.item.text} by so much per {rows.item.text}? I cannot work that out.",
                rows.item.text,
            )


def _averaged(parts: Parts, figure: Figure, rows: Part) -> None:
    """`the average spend per customer`: one figure, of what each of them spent in all."""
    pointer = _pointer(parts, figure, rows)
    others = _other_keys(parts, rows)
    if pointer is None or len(others) == len(parts.keys):
        return
    if not parts.pick("shared among rows", [(True, 0.0), (False, 0.2)]):
        return
    parts.keys = others
    parts.figures[0] = figure.model_copy(update={"func": "sum", "per": pointer})


def _counted(parts: Parts, figure: Figure, rows: Part) -> None:
    """`average number of visits per patient by city`: one figure for each city, not one of all."""
    pointer = _pointer(parts, figure, rows)
    others = _other_keys(parts, rows)
    mean = parts.change is not None and parts.change.kind == "mean"
    if not mean or pointer is None or not 0 < len(others) < len(parts.keys) or parts.having:
        return
    parts.keys, parts.change = others, None
    parts.figures[0] = figure.model_copy(update={"per": pointer})


def _other_keys(parts: Parts, rows: Part) -> list[Key]:
    """Return what groups are told by besides the rows for each of which something is asked."""
    said = {part.sense.ref for part in parts.parts if part.kind == "col"}
    own = {
        key.column
        for key in parts.keys
        if key.column.table == rows.sense.table and key.column not in said and key.unit is None
    }
    if not any(parts.nature(ref).unique for ref in own):
        return list(parts.keys)
    return [key for key in parts.keys if key.column not in own]


def _is_spending(parts: Parts, rows: Part) -> bool:
    """Whether right before stands a word for what somebody spends, and no header of a row's own."""
    before = parts.parts[rows.at - 2] if rows.at > 1 else None
    if before is None or root(before.norm) not in MONEY:
        return False
    return before.kind != "col" or before.sense.how != "exact"


def _pointer(parts: Parts, figure: Figure, rows: Part) -> ColumnRef | None:
    """Return the column by which what is added up tells whose it is."""
    table = figure.column.table if figure.column is not None else figure.table
    found = [
        ColumnRef(r.from_table, r.from_column)
        for r in parts.s.schema.relations
        if r.from_table == table and r.to_table == rows.sense.table
    ]
    return found[0] if len(found) == 1 else None


__all__ = ["are_listed", "share_among_rows"]
