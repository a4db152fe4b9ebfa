"""One sentence on how a question was understood."""

from __future__ import annotations

from keenbench.models.offline.frame import Change, Figure, Having, Key, Order, Understanding
from keenbench.models.offline.joins import downstream
from keenbench.models.offline.sentence import listed
from keenbench.models.offline.unnamed import left_out_of
from keenbench.query.dataset_schema import DatasetSchema

_FUNCS = {
    "count": "the number of", "count_distinct": "the number of different", "sum": "the sum of",
    "avg": "the average", "min": "the least", "max": "the greatest", "median": "the median",
    "stddev": "the standard deviation of",
}  # fmt: skip


def explain(meant: Understanding, schema: DatasetSchema) -> str:
    """Return the question as it was understood, in words."""
    near = downstream(schema, meant.subject) if meant.without else {}
    far = [
        t for t in meant.tests if meant.without and any(r.table not in near for r in t.columns())
    ]
    tests = [test.said for test in meant.tests if test.said and test not in far]
    parts = [_what(meant)]
    if meant.keys and not meant.count_groups and meant.figures:
        parts.append(f"for each {_and([say_key(key) for key in meant.keys])}")
    if tests:
        parts.append(f"where {_and(tests)}")
    if meant.without:
        where = f" where {_and([test.said for test in far])}" if far else ""
        parts.append(f"without any {_and(list(meant.without))}{where}")
    if meant.every:
        parts.append("(those with none as well)")
    missing = left_out_of(meant, schema)
    if missing:
        parts.append(f"(rows without {_and([ref.column for ref in missing])} left out)")
    if meant.having:
        parts.append(f"having {_and([_say_having(having) for having in meant.having])}")
    if meant.order and not meant.count_groups:
        parts.append(_order(meant, meant.order[0]))
    sentence = " ".join(parts)
    remarks = "".join(f" {remark}" for remark in meant.remarks)
    return f"I understood: {sentence}.{remarks}"


def say_figure(figure: Figure) -> str:
    """Return a figure in words: the average fare."""
    if figure.among:
        side = _and([test.said for test in figure.among])
        joint = "of those" if figure.share or figure.where else "where"
        whole = say_figure(figure.model_copy(update={"among": ()}))
        return f"{whole} {joint} {side}"
    name = figure.table if figure.column is None else figure.column.column
    said = f"{_FUNCS[figure.func]} {name}"
    if figure.scale != 1:
        said += f" in {figure.unit}" if figure.unit else f" times {figure.scale:g}"
    if figure.per is not None:
        return f"{said} for each different {figure.per.column}, on average"
    if figure.share == "of_rows":
        part = _and([test.said for test in figure.where])
        return f"the share of {said.removeprefix('the number of ')} where {part}"
    if figure.share == "of_total":
        return f"{said} and its share of all groups"
    if figure.where:
        return f"{said} where {_and([test.said for test in figure.where])}"
    return said


def _say_having(having: Having) -> str:
    counted = having.figure.func == "count" and having.figure.column is None
    if counted and having.value == 0 and having.op in ("=", ">"):
        rows = say_figure(having.figure).removeprefix("the number of ")
        return f"{'no' if having.op == '=' else 'some'} {rows}"
    times = f"{having.value:g} times " if having.than is not None and having.value != 1 else ""
    limit = f"{times}{having.than}" if having.than is not None else having.value
    return f"{say_figure(having.figure)} {having.op} {limit}"


def say_key(key: Key) -> str:
    return f"{key.unit} of {key.column.column}" if key.unit else key.column.column


def _what(meant: Understanding) -> str:
    if meant.count_groups:
        return f"how many {_and([say_key(key) for key in meant.keys])} there are"
    if meant.exists:
        return f"whether there is any of {meant.subject}"
    if meant.figures:
        said = _and([say_figure(figure) for figure in meant.figures])
        return said if meant.change is None else _say_change(meant, meant.change, said)
    if meant.shown:
        each = "the different" if meant.distinct else "the"
        return f"{each} {_and([ref.column for ref in meant.shown])} of {meant.subject}"
    if meant.keys:
        return f"the different {_and([say_key(key) for key in meant.keys])}"
    return f"the rows of {meant.subject}"


def _say_change(meant: Understanding, change: Change, said: str) -> str:
    if change.kind == "mean":
        word = {"avg": "average", "min": "least", "max": "greatest", "sum": "sum"}[change.func]
        return f"the {word}, over all groups, of {said}"
    if change.kind == "between" and change.before is not None and change.after is not None:
        only = {">": ", where it is more", "<": ", where it is less", "": ""}[change.only]
        return f"{said} and its change from {change.before.said} to {change.after.said}{only}"
    if change.kind == "running":
        return f"{said} and the total so far"
    return f"{said} and its change from one to the next"


def _order(meant: Understanding, order: Order) -> str:
    if order.figure is not None:
        by = say_figure(meant.figures[order.figure]).removeprefix("the ")
    elif order.key is not None:
        by = say_key(meant.keys[order.key])
    else:
        by = str(order.column)
    way = "highest first" if order.direction == "desc" else "lowest first"
    return f"by {by}, {way}{_only(meant)}"


def _only(meant: Understanding) -> str:
    if meant.limit is None:
        return ""
    many = f" {meant.limit}" if meant.limit > 1 else ""
    if meant.of_each:
        groups = _and([say_key(key) for key in meant.of_each])
        return f", only the first{many} of each {groups}, ties included"
    if not meant.offset:
        return f", only the first{many}"
    if many:
        return f", only{many} after the first {meant.offset}"
    return f", only the one in place {meant.offset + 1}"


def _and(parts: list[str]) -> str:
    if len(parts) > 12:
        parts = [*parts[:12], "more"]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


__all__ = ["explain", "listed", "say_figure", "say_key"]
