"""Figures of groups that meet a bound: how many customers have more than 3 orders, who live where.

`how many people live in cities with an average above 30`: first which cities, then their people.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Change, Figure, Key, Test
from keenbench.models.reader.forms import Forms
from keenbench.models.reader.parts import GLUE, Part, Threshold
from keenbench.models.reader.row_groups import number_and_name


def figure_of_groups_that_meet(parts: Forms) -> None:
    """Settle bounds where a figure is asked for: of rows, or of the groups that pass."""
    figure = parts.figures[0] if len(parts.figures) == 1 and not parts.keys else None
    if figure is not None and not parts.change and not figure.share and not figure.per:
        owner = _owner(parts, figure)
        if any(_is_of_groups(parts, bound, owner) for bound in parts.thresholds):
            _over_groups(parts, figure, owner)
    parts.settle_thresholds(None)


def _is_of_groups(parts: Forms, bound: Threshold, owner: Part | None) -> bool:
    if bound.ref is None or bound.total:
        return True
    return owner is not None and parts._of_group(bound, owner)


def _owner(parts: Forms, figure: Figure) -> Part | None:
    """Return what the bound is said of: the cities of `cities with an average above 30`.

    No deed, unless it is counted: of hives that harvested more than 20 kg, the hives.
    """
    first = min((bound.at for bound in parts.thresholds), default=0)
    for part in reversed(parts.parts[:first]):
        deed = _is_deed(parts, part, figure)
        if part.kind in ("rows", "col") and parts.is_entity(part) and not deed:
            return part
        between = deed or part.kind in GLUE
        between = between or part.tag in ("cmp", "agg", "which", "light", "filler")
        if not between and not part.used and not parts.is_measure(part):
            return None
    return None


def _is_deed(parts: Forms, part: Part, figure: Figure) -> bool:
    """Whether rows only say what was done: visited, or absent so many times."""
    table = part.sense.table
    if part.kind != "rows" or table == figure.table:
        return False
    often = all(bound.counted == "*" for bound in parts.thresholds)
    done = (table, figure.table) in {(r.from_table, r.to_table) for r in parts.s.schema.relations}
    return part.sense.how == "verb" or (often and done)


def _over_groups(parts: Forms, figure: Figure, owner: Part | None) -> None:
    """Make the groups, and of them their number, or what their figures come to."""
    refs: list[ColumnRef] = []
    if figure.func == "count_distinct" and figure.column is not None:
        refs = number_and_name(parts.s.schema, figure.column)
    elif figure.func == "count" and not _is_counted(parts, figure, owner):
        refs = parts.show_rows(figure.table)
    if refs:
        parts.keys.extend(Key(column=ref) for ref in refs)
        parts.figures.clear()
        parts.count_groups = True
        return
    table = owner.sense.table if owner is not None and owner.kind == "rows" else ""
    if not table and figure.column is not None and _point_at(parts, figure.column.table):
        table = figure.column.table  # the budget of projects, which is one item
    inner = _of_each(parts, figure, table) if table else None
    if inner is None:
        return
    parts.use(owner)
    parts.keys.extend(Key(column=ref) for ref in parts.show_rows(table))
    if not parts.keys:
        return
    parts.test(Test(column=parts.keys[0].column, op="is_not_null", said=""), -1)
    parts.figures[:] = [inner]
    func = "sum" if figure.func == "count" else figure.func
    parts.change = Change(kind="mean", func=func)


def _is_counted(parts: Forms, figure: Figure, owner: Part | None) -> bool:
    """Whether rows of a table are counted that belong to the groups: orders of such customers."""
    return owner is not None and owner.kind == "rows" and owner.sense.table != figure.table


def _point_at(parts: Forms, table: str) -> bool:
    """Whether all that is bounded belongs to rows of a table."""
    pointing = {r.from_table for r in parts.s.schema.relations if r.to_table == table}
    bounds = {t.ref.table if t.ref is not None else t.counted for t in parts.thresholds}
    return bounds <= pointing


def _of_each(parts: Forms, figure: Figure, table: str) -> Figure | None:
    """Return the figure of one group, of which that of all can be worked out."""
    if figure.func not in ("count", "sum", "avg", "min", "max"):
        return None
    if figure.column is None or figure.column.table != table:
        pointing = {r.from_table for r in parts.s.schema.relations if r.to_table == table}
        return figure if figure.table in pointing and figure.func in ("count", "sum") else None
    return figure.model_copy(update={"func": "max"})  # each has one


__all__ = ["figure_of_groups_that_meet"]
