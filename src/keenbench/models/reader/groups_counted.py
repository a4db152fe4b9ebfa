"""How many groups there are that meet a bound: customers with more than 3 orders."""

from __future__ import annotations

from keenbench.models.offline.frame import Key
from keenbench.models.reader.forms import Forms
from keenbench.models.reader.row_groups import number_and_name


def count_groups_that_meet(parts: Forms) -> None:
    """`how many customers have more than 3 orders`: of groups, and how many of them pass."""
    grouped = [t for t in parts.thresholds if t.ref is None or t.total]
    if grouped and len(parts.figures) == 1 and not parts.keys:
        figure = parts.figures[0]
        refs = []
        if figure.func == "count_distinct" and figure.column is not None:
            refs = number_and_name(parts.s.schema, figure.column)
        elif figure.func == "count":
            refs = parts.show_rows(figure.table)
        if refs:
            parts.keys.extend(Key(column=ref) for ref in refs)
            parts.figures.clear()
            parts.count_groups = True
    parts.settle_thresholds(None)


__all__ = ["count_groups_that_meet"]
