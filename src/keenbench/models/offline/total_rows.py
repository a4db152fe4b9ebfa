"""Cells that name the sum of all other rows: Total, as sheets have at their end."""

from __future__ import annotations

from typing import Any

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.values import Known
from keenbench.query.dataset_schema import NUMBERS
from keenbench.query.plan import read_plan

_TOTALS = ("total", "totals", "grand total", "overall", "overall total", "all", "sum")
_MOST_COLUMNS = 12
"""Of so many columns of numbers it is looked whether a row adds them up."""
_NEARLY = 0.05
"""How far a sum may lie off, of rounded parts, or where small ones were never listed."""


def totals_in(known: Known, ref: ColumnRef) -> list[str]:
    """Return the cells of a column that name the sum of all others, and stand once.

    What is only called Total, and whose numbers are not what the others come to, is a row as any:
    a product may have that name. A row that holds no numbers at all says nothing against it.
    """
    table = known.schema.table(ref.table)
    assert table is not None
    numbers = [c.name for c in table.columns if c.type in NUMBERS][:_MOST_COLUMNS]
    cell = {"column": ref.column}
    sums = [{"agg": {"func": "sum", "column": n}, "alias": f"sum_{i}"}
            for i, n in enumerate(numbers)]  # fmt: skip
    plan: dict[str, Any] = {"dataset_id": known.schema.dataset_id, "table": ref.table}
    called = plan | {
        "select": [cell, {"agg": {"func": "count"}, "alias": "rows"}, *sums],
        "filters": cell | {"op": "in", "value": list(_TOTALS)},
        "group_by": [ref.column],
    }
    answer = known.look(read_plan(called), f"a row of totals in {ref.column}")
    found = [row for row in answer.rows if row[1] == 1] if answer is not None else []
    if not found or not numbers:
        return []
    every = known.look(read_plan(plan | {"select": sums}), f"sums of the numbers of {ref.table}")
    if every is None or not every.rows:
        return []
    own = [[_number(sum_) for sum_ in row[2:]] for row in found]
    others = [_number(whole) - sum(row[i] for row in own) for i, whole in enumerate(every.rows[0])]
    return [
        str(row[0]) for row, sums_of_it in zip(found, own, strict=True)
        if all(sum_ is None for sum_ in row[2:])
        or any(
            rest and abs(sum_ - rest) <= _NEARLY * abs(rest)
            for sum_, rest in zip(sums_of_it, others, strict=True)
        )
    ]  # fmt: skip


def _number(told: Any) -> float:
    return 0.0 if told is None else float(told)


__all__ = ["totals_in"]
