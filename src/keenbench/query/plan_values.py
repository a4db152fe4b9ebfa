"""Values of a plan as SQL, and what is compared with what.

A value becomes a literal of the column's type, made by sqlglot, so that no value can be more than
a value. What cannot be of that type is refused rather than compared in a way nobody meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation

from sqlglot import exp

from keenbench.errors import RunInvalid
from keenbench.query.dataset_schema import NUMBERS, ColumnType, Reading
from keenbench.query.plan import AllOf, AnyOf, Condition, Filter, Not
from keenbench.query.plan_names import invalid
from keenbench.query.plan_scalars import Scalar

# A mark that no keyboard's % and _ can be mistaken for, and that needs no escape of its own.
_ESCAPE = "^"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
COMPARISONS: dict[str, type[exp.Binary]] = {
    "=": exp.EQ,
    "!=": exp.NEQ,
    "<": exp.LT,
    "<=": exp.LTE,
    ">": exp.GT,
    ">=": exp.GTE,
}
_BY_VALUE = frozenset(("=", "!=", "in", "not_in"))


def condition(test: Condition, subject: exp.Expr, kind: ColumnType, name: str) -> exp.Expr:
    """Return the SQL of one test of `subject`, which is called `name` and of type `kind`."""
    if test.op in ("is_null", "is_not_null"):
        null = exp.Is(this=subject, expression=exp.null())
        return null if test.op == "is_null" else exp.Not(this=null)
    if test.op in ("contains", "startswith", "endswith"):
        return _match(test, subject, kind)
    given = test.value if isinstance(test.value, tuple) else (test.value,)
    values = [value for value in given if value is not None]
    return _compare(test, *_common(test, values, subject, kind, name))


def is_by_value(test: Condition, reading: Reading) -> bool:
    """Whether a test of text that reads as numbers or dates is one of these, not of the text."""
    if test.op in ("contains", "startswith", "endswith"):
        return False
    if test.op not in _BY_VALUE:
        return True
    values = test.value if isinstance(test.value, tuple) else (test.value,)
    if reading.kind == "number":
        return all(isinstance(value, int | float) for value in values)
    return all(isinstance(value, str) and bool(_DATE.match(value)) for value in values)


def filter_tree(tree: Filter, leaf: Callable[[Condition], exp.Expr]) -> exp.Expr:
    """Return the SQL of a tree of conditions, each of which `leaf` writes."""
    if isinstance(tree, AllOf):
        return together([filter_tree(part, leaf) for part in tree.all_of], exp.And)
    if isinstance(tree, AnyOf):
        return together([filter_tree(part, leaf) for part in tree.any_of], exp.Or)
    if isinstance(tree, Not):
        return exp.Not(this=exp.Paren(this=filter_tree(tree.not_, leaf)))
    return leaf(tree)


def together(parts: list[exp.Expr], connector: type[exp.And] | type[exp.Or]) -> exp.Expr:
    """Return conditions joined by AND or OR."""
    joined = parts[0]
    for part in parts[1:]:
        joined = connector(this=joined, expression=part)
    return exp.Paren(this=joined) if len(parts) > 1 else joined


def _match(test: Condition, subject: exp.Expr, kind: ColumnType) -> exp.Expr:
    assert isinstance(test.value, str)
    text = subject if kind == "string" else cast(subject, "VARCHAR")
    escaped = re.sub(r"[%_^]", lambda mark: _ESCAPE + mark.group(), test.value)
    before = "" if test.op == "startswith" else "%"
    after = "" if test.op == "endswith" else "%"
    like = exp.Like if test.case else exp.ILike
    pattern = exp.Literal.string(f"{before}{escaped}{after}")
    return exp.Escape(
        this=like(this=text, expression=pattern), expression=exp.Literal.string(_ESCAPE)
    )


def _common(
    test: Condition, values: list[Scalar], subject: exp.Expr, kind: ColumnType, name: str
) -> tuple[exp.Expr, list[exp.Expr]]:
    """Return both sides in one type: what is compared, and what with."""
    if kind in NUMBERS:
        return subject, [number(_as_number(value, name)) for value in values]
    if kind == "boolean":
        return subject, [exp.Boolean(this=_as_boolean(value, name)) for value in values]
    if kind == "string":
        texts = [exp.Literal.string(_as_text(value, name, test.op)) for value in values]
        if test.case or test.op not in _BY_VALUE:
            return subject, list(texts)
        return call("lower", subject), [call("lower", text) for text in texts]
    if kind == "time":
        return subject, [
            cast(exp.Literal.string(_as_time(value, name)), "TIME") for value in values
        ]
    moments = [_as_moment(value, name) for value in values]
    if all(isinstance(moment, str) for moment in moments):
        # A day means the whole day, also of a column that knows the hour.
        days = [cast(exp.Literal.string(str(moment)), "DATE") for moment in moments]
        return (subject if kind == "date" else cast(subject, "DATE")), days
    stamps = [
        cast(exp.Literal.string(moment if isinstance(moment, str) else moment.isoformat(" ")),
             "TIMESTAMP")
        for moment in moments
    ]  # fmt: skip
    return (subject if kind == "timestamp" else cast(subject, "TIMESTAMP")), stamps


def _compare(test: Condition, subject: exp.Expr, values: list[exp.Expr]) -> exp.Expr:
    if test.op == "between":
        return exp.Between(this=subject, low=values[0], high=values[1])
    if test.op in ("in", "not_in"):
        among = exp.In(this=subject, expressions=values)
        return among if test.op == "in" else exp.Not(this=among)
    return COMPARISONS[test.op](this=subject, expression=values[0])


# -- values -----------------------------------------------------------------------------------


def number(value: int | float | Decimal) -> exp.Expr:
    """Return a number as a literal; exactly as written, for DuckDB reads 0.1 as a decimal."""
    text = str(value) if isinstance(value, int | Decimal) else repr(value)
    literal = exp.Literal.number(text.lstrip("-"))
    return exp.Neg(this=literal) if text.startswith("-") else literal


def cast(node: exp.Expr, kind: str) -> exp.Expr:
    return exp.Cast(this=node, to=exp.DataType.build(kind, dialect="duckdb"))


def call(name: str, *arguments: exp.Expr) -> exp.Expr:
    """Return a call under the name that DuckDB knows: sqlglot's own classes may be rewritten."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def _as_number(value: Scalar, name: str) -> int | float | Decimal:
    if isinstance(value, bool):
        raise _unsuited(name, "a number")
    if isinstance(value, int | float):
        return value
    # A number that JSON cannot hold comes as a text (CONTRACTS §3 "Values").
    try:
        read = Decimal(value.strip())
    except InvalidOperation:
        raise _unsuited(name, "a number") from None
    if not read.is_finite() or len(read.as_tuple().digits) > 38 or abs(read.adjusted()) > 300:
        raise _unsuited(name, "a number of at most 38 digits")
    return read


def _as_boolean(value: Scalar, name: str) -> bool:
    if isinstance(value, bool):
        return value
    words = {"true": True, "false": False, "1": True, "0": False}
    known = words.get(str(value).strip().lower())
    if known is None:
        raise _unsuited(name, "true or false")
    return known


def _as_text(value: Scalar, name: str, op: str) -> str:
    if isinstance(value, str):
        return value
    if op not in _BY_VALUE:
        raise invalid(f"{name} is text; {op} needs a text to compare it with.")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _as_moment(value: Scalar, name: str) -> str | datetime:
    """Return a day as its text, or a moment."""
    text = value.strip() if isinstance(value, str) else ""
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text).isoformat()
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise _unsuited(
            name, "a date such as 2024-12-31 or a time such as 2024-12-31T18:00"
        ) from None
    if moment.tzinfo is not None:
        raise _unsuited(name, "a time without a time zone; times are compared in UTC")
    return moment


def _as_time(value: Scalar, name: str) -> str:
    try:
        read = time.fromisoformat(value.strip() if isinstance(value, str) else "")
    except ValueError:
        raise _unsuited(name, "a time of day such as 18:30") from None
    if read.tzinfo is not None:
        raise _unsuited(name, "a time of day without a time zone")
    return read.isoformat()


def _unsuited(name: str, wanted: str) -> RunInvalid:
    return invalid(f"{name} is compared with something that is not {wanted}.")
