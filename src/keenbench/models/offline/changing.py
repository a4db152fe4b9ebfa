"""How a figure changes: between two periods or groups, from one month to the next, so far."""

from __future__ import annotations

from collections.abc import Callable

from keenbench.models.offline.columns import is_calendar
from keenbench.models.offline.frame import Ask, Change, Figure, Test
from keenbench.models.offline.grouping import add_bucket
from keenbench.models.offline.quantities import additive
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.query.plan import Unit

_STEPS: dict[str, Unit] = {"year": "year", "month": "month", "quarter": "quarter", "week": "week",
                           "day": "day"}  # fmt: skip


def read_growth(s: Sentence) -> None:
    """Note that a change is asked for, before periods are read."""
    for at in s.unused("growth"):
        if not s.items[at].names_something:
            s.growing = True
    for at, item in enumerate(s.items):
        if item.norm == "difference" and not item.names_something and _two_periods(s, at):
            s.growing = True


def _two_periods(s: Sentence, at: int) -> bool:
    return sum(item.period is not None for item in s.items[at:]) == 2


def read_steps(s: Sentence) -> None:
    """`month over month`, `growth by year`: from group to group; `running total`: so far."""
    growth = [at for at in s.unused("growth") if not s.items[at].names_something]
    for at in growth:
        meaning = s.items[at].meaning
        if meaning is not None and meaning.value in _STEPS and not _goes_on_time(s):
            add_bucket(s, _STEPS[meaning.value], at)
    if growth and _goes_on_time(s):
        s.use(*growth)
        s.change = Change(kind="each")
    running = s.unused("running")
    if running and _goes_on_time(s):
        s.use(*running)
        s.change = Change(kind="running")


def _goes_on_time(s: Sentence) -> bool:
    return bool(s.keys) and (s.keys[0].unit in _STEPS or is_calendar(s.column(s.keys[0].column)))


def read_between(s: Sentence) -> None:
    """`grew from 2023 to 2024`: the same figure of both, and the difference."""
    if not s.growing or s.change is not None:
        return
    for placed in s.tests:
        sides = _sides(placed)
        if sides is None or not placed.test.period:
            continue
        s.change = Change(kind="between", before=sides[0], after=sides[1])
        s.use(*s.unused("growth"))
        for item in s.items:
            if item.norm in ("difference", "by how much"):
                item.used = True
        return


def _sides(placed: Placed) -> tuple[Test, Test] | None:
    """Return the two conditions that a test allows: in 2023, in 2024."""
    test = placed.test
    if len(test.any_of) == 2:
        return test.any_of
    if test.op == "in" and isinstance(test.value, tuple) and len(test.value) == 2:
        first, last = (
            test.model_copy(update={"op": "=", "value": value, "said": f"{test.column} “{value}”"})
            for value in test.value
        )
        return first, last
    return None


def read_apart(s: Sentence, join_opposites: Callable[[], object]) -> None:
    """`the difference in average fare between first and third class`, `how much more A than B`."""
    words = [item.norm for item in s.items]
    gap = [
        i for i, item in enumerate(s.items)
        if item.norm in ("difference", "gap", "difference between", "differ", "differs")
        and not item.names_something
    ]  # fmt: skip
    more = [
        i for i in s.unused("versus") if i and words[i - 1] in ("how much", "how many", "by how")
    ]
    if s.change is not None or not (gap or more):
        return
    join_opposites()
    found = [p for p in s.tests if not p.test.period and _sides(p) is not None]
    if len(found) != 1:
        return
    first, second = _sides(found[0])  # type: ignore[misc]
    less = bool(more) and (m := s.items[more[0]].meaning) is not None and m.value == "asc"
    s.change = (
        Change(kind="between", before=first, after=second)
        if less
        else Change(kind="between", before=second, after=first)
    )
    s.use(*gap, *more)
    for item in s.items:
        if item.norm == "between" and item.tag == "cmp":
            item.used = True
    s.keys = [key for key in s.keys if key.column != found[0].test.column]


def settle_change(s: Sentence) -> None:
    """Give what was asked of one figure; a change of several, or of none, is asked about."""
    change = s.change
    if change is None:
        return
    if len(s.figures) != 1 or s.figures[0].share:
        raise Ask("The change of which figure? Please ask for one count, total or average.")
    figure = s.figures[0]
    if change.kind == "running" and figure.func not in ("count", "sum"):
        raise Ask("I can add up counts and totals as they go on, no averages.")
    s.order.clear()


def read_means(s: Sentence) -> None:
    """`average monthly revenue`: the average of what each month comes to."""
    if s.change is not None or len(s.figures) != 1 or s.figures[0].func != "avg":
        return
    figure = s.figures[0]
    for at, item in enumerate(s.items):
        before = s.items[at - 1].meaning if at else None
        adjacent = before is not None and (before.tag, before.value) == ("agg", "avg")
        if item.tag != "bucket" or not adjacent or figure.column is None:
            continue
        if additive(s, figure.column):
            whole = figure.model_copy(update={"func": "sum"})
            if mean_of(s, whole):
                s.figures = [whole]


def mean_of(s: Sentence, figure: Figure) -> bool:
    """Make a figure by time its average over the stretches: `visits per day on average`."""
    whole = figure.func in ("count", "count_distinct") or (
        figure.column is not None and additive(s, figure.column, unnamed=True)
    )
    if not s.keys or s.keys[0].unit is None or len(s.keys) > 1 or not whole:
        return False
    s.change = Change(kind="mean")
    unit = s.keys[0].unit
    s.remark(f"The average is of the {unit}s that have any.")
    return True
