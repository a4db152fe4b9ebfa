"""What shares the first place: whoever asks for the oldest wants all who are as old."""

from __future__ import annotations

from keenbench.models.offline.frame import Understanding
from keenbench.models.offline.values import Known
from keenbench.query.plan import QueryPlan

_MOST = 20
"""With more than this in the first place, none of them stands out, and one is shown."""


def with_ties(meant: Understanding, plan: QueryPlan, known: Known) -> Understanding:
    """Return what was understood, with as many rows as share the place that was asked for."""
    place = _ordered_by(meant)
    if meant.limit != 1 or place is None or meant.count_groups or meant.offset is not None:
        return meant
    if meant.of_each:
        return meant  # a plan keeps all that tie in a group
    wider = plan.model_copy(update={"limit": _MOST + 1})
    answer = known.look(wider, "what else ties")
    if answer is None or not answer.rows or place >= len(answer.rows[0]):
        return meant
    first = answer.rows[0][place]
    tied = sum(row[place] == first for row in answer.rows)
    if first is None or tied == 1:
        return meant
    if tied > _MOST:
        remark = "More than 20 share this place; this is the first of them."
        return meant.model_copy(update={"remarks": (*meant.remarks, remark)})
    alike = len({repr(row) for row in answer.rows[:tied]})
    if alike < tied:  # the hottest date, of which there is a row for each place
        meant = meant.model_copy(update={"distinct": True})
    if alike == 1:
        return meant
    remark = f"{alike} share this place."
    return meant.model_copy(update={"limit": alike, "remarks": (*meant.remarks, remark)})


def _ordered_by(meant: Understanding) -> int | None:
    """Return which column of the result the ranking goes by."""
    if len(meant.order) != 1 or meant.change is not None:
        return None
    order = meant.order[0]
    if order.figure is not None:
        shares = sum(f.share == "of_total" for f in meant.figures[: order.figure])
        return len(meant.keys) + order.figure + shares
    if order.column is not None and order.column in meant.shown and not meant.keys:
        return meant.shown.index(order.column)
    return None
