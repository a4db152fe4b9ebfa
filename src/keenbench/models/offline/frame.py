"""What was understood of a question: what is counted or shown, of which rows, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from keenbench.models.offline.columns import ColumnRef
from keenbench.query.plan import AggregateName, Operator, QueryPlan, Unit

Plain = bool | int | float | str


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Test(_Part):
    """A condition on rows: one column's, or any of several."""

    __test__ = False  # no test of pytest's

    column: ColumnRef | None = None
    op: Operator = "="
    value: Plain | tuple[Plain, ...] | None = None
    part: Literal["weekday", "hour_of_day"] | None = None
    """Only the weekday (1 is Monday) or the hour of a date is compared."""
    than: ColumnRef | None = None
    """Another column of the row, in place of a value."""
    any_of: tuple[Test, ...] = ()
    all_of: tuple[Test, ...] = ()
    said: str
    """The condition in words."""
    period: bool = False

    def columns(self) -> tuple[ColumnRef, ...]:
        own = tuple(ref for ref in (self.column, self.than) if ref)
        return own + tuple(ref for t in (*self.any_of, *self.all_of) for ref in t.columns())


def is_so(ref: ColumnRef, values: tuple[Plain, Plain], *, yes: bool) -> Test:
    """Return the condition that a column says yes, or no."""
    said = f"{'' if yes else 'not '}{ref}"
    if values[1] == "":
        return Test(column=ref, op="is_not_null" if yes else "is_null", said=said)
    return Test(column=ref, op="=", value=values[0] if yes else values[1], said=said)


class Figure(_Part):
    """A number worked out over rows: a count of `table`'s rows, or a figure of a column."""

    func: AggregateName
    table: str
    column: ColumnRef | None = None
    times: ColumnRef | None = None
    where: tuple[Test, ...] = ()
    among: tuple[Test, ...] = ()
    """Only these rows count, in the whole of a share as well: one side of a comparison."""
    share: Literal["", "of_total", "of_rows"] = ""
    """Of the sum over all groups, or of all rows whether or not `where` holds."""
    per: ColumnRef | None = None
    """The figure for each different value of this column, on average."""
    scale: float = 1.0
    """What the figure is multiplied by: 1000 for so many in a thousand."""
    unit: str = ""
    """The unit that it is told in, where the column has another: hours of seconds."""


class Key(_Part):
    """What rows are grouped by: a column, or a date cut to a unit."""

    column: ColumnRef
    unit: Unit | None = None


class Order(_Part):
    """By a figure, a key or a column; exactly one of them."""

    figure: int | None = None
    key: int | None = None
    column: ColumnRef | None = None
    direction: Literal["asc", "desc"]


class Having(_Part):
    """What a figure of a group is held against: a number, or so many times a column of its own."""

    figure: Figure
    op: Operator
    value: int | float | tuple[int | float, ...]
    than: ColumnRef | None = None
    """What `value` is times of: 0.8 of the group's budget. Groups are told by it as well."""


class Change(_Part):
    """What is worked out of a figure beside or instead of itself.

    `between`: the same figure of two sets of rows and the difference; `each`: the difference from
    one group to the next; `running`: the total so far; `mean`: `func` of the figures of all groups,
    as in the population of all cities whose average is above 30.
    """

    kind: Literal["between", "each", "running", "mean"]
    before: Test | None = None
    after: Test | None = None
    func: Literal["avg", "min", "max", "sum"] = "avg"
    only: Literal["", ">", "<"] = ""
    """Of the change between two sets of rows, only groups in which it is more, or less."""


class Understanding(_Part):
    dataset_id: str
    subject: str
    figures: tuple[Figure, ...] = ()
    keys: tuple[Key, ...] = ()
    shown: tuple[ColumnRef, ...] = ()
    tests: tuple[Test, ...] = ()
    having: tuple[Having, ...] = ()
    without: tuple[str, ...] = ()
    """Tables in which a row of the subject has no match."""
    every: bool = False
    """Groups count too that nothing points at: clubs without a member."""
    named: bool = False
    """Rows are left out of which no cell says which group they are of (see `unnamed`)."""
    via: tuple[ColumnRef, ...] = ()
    """By which column tables are joined that belong together in several ways."""
    order: tuple[Order, ...] = ()
    limit: int | None = None
    offset: int | None = None
    """How many of the first are left out: one, for the second highest."""
    of_each: tuple[Key, ...] = ()
    """Within which groups `order` and `limit` count: the first of each of them, ties included."""
    change: Change | None = None
    distinct: bool = False
    count_groups: bool = False
    """Only how many groups there are."""
    exists: bool = False
    """A question for yes or no."""
    remarks: tuple[str, ...] = ()
    """What was assumed, to be said with the answer."""
    plan: QueryPlan | None = None
    sentence: str = ""


class Pending(_Part):
    """A question that was asked back about: what the next message may settle."""

    question: str
    words: tuple[str, ...] = ()
    """The words that could not be placed."""
    proposed: tuple[Understanding, ...] = ()
    """What it may have meant, which a yes settles."""


@dataclass(frozen=True)
class Clarification:
    """Why there is no answer, and what would help."""

    message: str
    words: tuple[str, ...] = ()
    """The words that could not be placed."""
    pending: Pending | None = None
    """The question that the next message may settle, where it is not the one just asked."""
    proposed: tuple[Understanding, ...] = ()
    """The readings that are asked about, the likeliest first."""


@dataclass(frozen=True)
class LookupsNeeded:
    """Plans whose results must be known before the question can be understood."""

    plans: tuple[QueryPlan, ...]


class Ask(Exception):
    """Reading has come to where only the user knows."""

    def __init__(
        self,
        message: str,
        *words: str,
        pending: Pending | None = None,
        proposed: tuple[Understanding, ...] = (),
    ) -> None:
        super().__init__(message)
        self.clarification = Clarification(message, words, pending, proposed)


class Wait(Exception):
    """Reading cannot go on before the open look-ups are answered."""
