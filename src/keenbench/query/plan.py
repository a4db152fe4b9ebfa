"""A question as data: which columns of which tables, how filtered, grouped and ordered.

A plan holds no SQL, so that nothing in it can be more than it says. An unknown key is refused: one
that was dropped in silence would answer another question. `compile` checks it against the
dataset's schema and writes the one SQL that it stands for.

Beyond CONTRACTS §8 stand, because questions need them: `agg.times` (a product, such as quantity
times price), `agg.where` (only some of the rows), `ratio.percent`, `than` in a condition (another
column), `calc` (two numbers worked together, or the time between two dates), `number` (to work
with, as in seconds / 3600), buckets of what comes again (weekday, hour_of_day, month_of_year), and
`keep` (the first so many rows, or groups, of each: the longest track of each genre).
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    model_validator,
)

from keenbench.errors import RunInvalid
from keenbench.query.plan_scalars import Name, Number, Scalar, Text
from keenbench.validation_words import sentence

AggregateName = Literal["count", "count_distinct", "sum", "avg", "min", "max", "median", "stddev"]
WindowName = Literal[
    "row_number", "rank", "dense_rank", "sum", "avg", "min", "max", "count", "lag", "lead"
]
Unit = Literal[
    "year", "quarter", "month", "week", "day", "hour", "weekday", "hour_of_day", "month_of_year"
]
Operator = Literal[
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "in",
    "not_in",
    "between",
    "contains",
    "startswith",
    "endswith",
    "is_null",
    "is_not_null",
]

LOOKUP = "lookup:"
"""How the notes of a plan begin that a model makes on its way to the real one."""

_MOST_DEPTH = 40
_MOST_STORED_BYTES = 100_000
_MOST_ITEMS = 200
_MOST_VALUES = 2000


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _exactly_one(part: BaseModel, names: tuple[str, ...]) -> None:
    given = [name for name in names if getattr(part, name) is not None]
    if len(given) != 1:
        raise ValueError(f"needs exactly one of {', '.join(names)}")


# -- expressions ------------------------------------------------------------------------------


class Aggregate(_Part):
    """`count` of `*` counts rows; of a column, those that have a value."""

    func: AggregateName
    column: Name = "*"
    times: Name | None = None
    calc: Calc | None = None
    where: Filter | None = None

    @model_validator(mode="after")
    def _star_only_counts(self) -> Aggregate:
        if self.calc is not None:
            if self.column != "*" or self.times is not None or self.func == "count_distinct":
                raise ValueError("calc stands in place of a column, and is not counted apart")
            return self
        if self.column == "*" and (self.func != "count" or self.times is not None):
            raise ValueError(f"{self.func} needs a column; only count takes *")
        if self.times is not None and self.func in ("count", "count_distinct"):
            raise ValueError(f"{self.func} takes no times")
        return self


class Bucket(_Part):
    """A date cut to the beginning of its year, quarter, month, week, day or hour."""

    column: Name
    unit: Unit


class WindowOrder(_Part):
    expr: Name
    direction: Literal["asc", "desc"] = "asc"


class Window(_Part):
    """A figure over the rows around each row, of a column, another item or an expression."""

    func: WindowName
    column: Operand | None = None
    partition_by: tuple[Name, ...] = Field(default=(), max_length=20)
    order_by: tuple[WindowOrder, ...] = Field(default=(), max_length=20)

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Window:
        ranks = self.func in ("row_number", "rank", "dense_rank")
        if ranks and self.column is not None:
            raise ValueError(f"{self.func} takes no column")
        if not ranks and self.column is None and self.func != "count":
            raise ValueError(f"{self.func} needs a column")
        if self.func in ("row_number", "rank", "dense_rank", "lag", "lead") and not self.order_by:
            raise ValueError(f"{self.func} needs order_by")
        return self


class Expression(_Part):
    """Exactly one of a column, an aggregate, a bucket, a ratio, a calculation, a window, a number.

    A number stands in ratios and calculations: seconds / 3600.
    """

    column: Name | None = None
    agg: Aggregate | None = None
    bucket: Bucket | None = None
    ratio: Ratio | None = None
    calc: Calc | None = None
    window: Window | None = None
    number: Number | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> Expression:
        _exactly_one(self, ("column", "agg", "bucket", "ratio", "calc", "window", "number"))
        return self


def _kind_of_operand(value: Any) -> str:
    return "<name>" if isinstance(value, str) else "<expression>"


Operand = Annotated[
    Annotated[Name, Tag("<name>")] | Annotated[Expression, Tag("<expression>")],
    Discriminator(_kind_of_operand),
]
"""A column, the alias of another item, or an expression."""


class Ratio(_Part):
    """`num` / `den`; null where `den` is 0."""

    num: Operand
    den: Operand
    percent: bool = False


class Calc(_Part):
    """`left` op `right`; days, hours and minutes are those from `right` to `left`, two dates."""

    op: Literal["+", "-", "*", "/", "days", "hours", "minutes"]
    left: Operand
    right: Operand


class SelectItem(Expression):
    alias: Name | None = None


# -- conditions -------------------------------------------------------------------------------

_WITHOUT_VALUE = ("is_null", "is_not_null")
_LISTS = ("in", "not_in", "between")
_SIZES = ("=", "!=", "<", "<=", ">", ">=")


class Condition(_Part):
    """`column` is a column; in `having` also the alias of an item, or `agg` stands in its place.

    `calc` may stand in its place: of columns in `filters`; in `having` of aggregates and of what is
    grouped by, as in what was spent less the budget. `than` names another column of the row in
    place of `value`; `part` compares only the weekday (1 is Monday), hour or month of a date.
    """

    column: Name | None = None
    agg: Aggregate | None = None
    calc: Calc | None = None
    op: Operator
    value: Scalar | tuple[Scalar, ...] | None = None
    than: Name | None = None
    part: Literal["weekday", "hour_of_day", "month_of_year"] | None = None
    case: bool = False

    @model_validator(mode="after")
    def _value_suits(self) -> Condition:
        _exactly_one(self, ("column", "agg", "calc"))
        if self.part is not None and (self.column is None or self.than is not None):
            raise ValueError("part is of a column that is compared with a value")
        if self.than is not None:
            if self.value is not None or self.column is None or self.op not in _SIZES:
                raise ValueError("than names a column to compare with, in place of a value")
        elif self.op in _WITHOUT_VALUE:
            if self.value is not None:
                raise ValueError(f"{self.op} takes no value")
        elif self.value is None:
            raise ValueError(f"{self.op} needs a value; use is_null to ask for missing ones")
        elif isinstance(self.value, tuple) != (self.op in _LISTS):
            what = "a list" if self.op in _LISTS else "one value"
            raise ValueError(f"{self.op} takes {what}")
        if isinstance(self.value, tuple):
            if self.op == "between" and len(self.value) != 2:
                raise ValueError("between takes a list of two values")
            if not self.value or len(self.value) > _MOST_VALUES:
                raise ValueError(f"{self.op} takes 1 to {_MOST_VALUES} values")
        if self.op in ("contains", "startswith", "endswith") and not isinstance(self.value, str):
            raise ValueError(f"{self.op} takes a text")
        return self


class AllOf(_Part):
    all_of: tuple[Filter, ...] = Field(min_length=1, max_length=_MOST_ITEMS)


class AnyOf(_Part):
    any_of: tuple[Filter, ...] = Field(min_length=1, max_length=_MOST_ITEMS)


class Not(_Part):
    not_: Filter = Field(alias="not")


def _kind_of_filter(value: Any) -> str:
    """Choose by the keys given, so that a fault is told of the kind that was meant."""
    if isinstance(value, dict):
        return next((f"<{key}>" for key in ("all_of", "any_of", "not") if key in value), "<leaf>")
    if isinstance(value, AllOf):
        return "<all_of>"
    if isinstance(value, AnyOf):
        return "<any_of>"
    return "<not>" if isinstance(value, Not) else "<leaf>"


Filter = Annotated[
    Annotated[AllOf, Tag("<all_of>")]
    | Annotated[AnyOf, Tag("<any_of>")]
    | Annotated[Not, Tag("<not>")]
    | Annotated[Condition, Tag("<leaf>")],
    Discriminator(_kind_of_filter),
]


# -- the plan ---------------------------------------------------------------------------------


class JoinOn(_Part):
    """`left` is a column of a table named before, `right` one of the joined table."""

    left: Name
    right: Name


class Join(_Part):
    table: Name
    on: tuple[JoinOn, ...] = Field(min_length=1, max_length=10)
    kind: Literal["inner", "left"] = "inner"


def _kind_of_order(value: Any) -> str | None:
    return None if isinstance(value, bool | int | float) else _kind_of_operand(value)


# No validator before the field: what it was given would then be checked as Python's, and a list of
# JSON's is no tuple.
_Order = Annotated[
    Annotated[Name, Tag("<name>")] | Annotated[Expression, Tag("<expression>")],
    Discriminator(
        _kind_of_order,
        custom_error_type="no_order",
        custom_error_message=(
            "Rows are ordered by a column, an alias or an expression; a position or a value is none"
        ),
    ),
]


class OrderItem(_Part):
    expr: _Order
    direction: Literal["asc", "desc"] = "asc"


class Keep(_Part):
    """Of each group that `of` tells apart, the `first` in this order, and all that tie with them.

    It comes after `having`, and before `order_by` and `limit`, which are of what was kept.
    """

    of: tuple[Operand, ...] = Field(min_length=1, max_length=20)
    order_by: tuple[OrderItem, ...] = Field(min_length=1, max_length=20)
    first: Annotated[int, Field(ge=1, le=10**12)] = 1


class QueryPlan(_Part):
    """One query over a dataset. Without `select` every column is shown."""

    dataset_id: Name
    table: Name
    joins: tuple[Join, ...] = Field(default=(), max_length=10)
    select: tuple[SelectItem, ...] = Field(default=(), max_length=_MOST_ITEMS)
    filters: Filter | None = None
    group_by: tuple[Operand, ...] = Field(default=(), max_length=20)
    having: Filter | None = None
    keep: Keep | None = None
    order_by: tuple[OrderItem, ...] = Field(default=(), max_length=20)
    limit: Annotated[int, Field(ge=0, le=10**12)] | None = None
    offset: Annotated[int, Field(ge=0, le=10**12)] | None = None
    distinct: bool = False
    notes: Text | None = None

    @property
    def is_lookup(self) -> bool:
        return (self.notes or "").startswith(LOOKUP)

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON values, as it was written."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


_PARTS = (Aggregate, Window, Expression, Ratio, Calc, SelectItem)
for _model in (*_PARTS, Condition, AllOf, AnyOf, Not, QueryPlan):
    _model.model_rebuild()


def read_plan(plan: object) -> QueryPlan:
    """Return `plan` (a JSON text, or the object of one) as a plan, or say what is wrong with it."""
    if isinstance(plan, QueryPlan):
        return plan
    try:
        value = json.loads(plan) if isinstance(plan, str) else plan
        _check_depth(value)
        # As JSON text once more: only there does strict mode take a list for a tuple. Encoded, so
        # that half of a surrogate pair, which is no character, is refused here.
        return QueryPlan.model_validate_json(json.dumps(value, ensure_ascii=False).encode())
    except ValidationError as error:
        raise RunInvalid(_describe(error), phase="analyst", subphase="plan") from None
    except (ValueError, TypeError):
        raise RunInvalid("The plan is not JSON.", phase="analyst", subphase="plan") from None
    except RecursionError:
        raise _too_deep() from None


# What a union of scalars says of its first member that does not fit.
_NO_SCALAR = ("bool_type", "int_type", "float_type", "string_type", "tuple_type")


def _describe(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    where = "plan"
    for part in first["loc"]:
        if isinstance(part, int):
            where += f"[{part}]"
        elif part.isidentifier() and part not in ("bool", "int", "float", "str"):
            where += f".{part}"  # else which branch of a union was tried
    if "value" in first["loc"] and first["type"] in _NO_SCALAR:
        return f"{where}: a value is a text, a number, true or false, or a list of these."
    return sentence(where, first, unknown="is not a key of a plan")


def is_storable(value: object) -> bool:
    """Whether a plan that could not be read can at least be written down."""
    try:
        _check_depth(value)
        text = json.dumps(value, ensure_ascii=False).encode()
    except (RunInvalid, ValueError, TypeError, RecursionError):
        return False
    return len(text) < _MOST_STORED_BYTES


def _check_depth(value: object, depth: int = 0) -> None:
    if depth > _MOST_DEPTH:
        raise _too_deep()
    children = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list | tuple):
        for child in children:  # type: ignore[attr-defined]
            _check_depth(child, depth + 1)


def _too_deep() -> RunInvalid:
    return RunInvalid("The plan is nested too deeply.", phase="analyst", subphase="plan")
