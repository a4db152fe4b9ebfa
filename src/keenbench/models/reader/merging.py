"""What a follow-up says, put into the question before: a condition for another, a share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Key, Order, Test, Understanding
from keenbench.query.plan import Operator

_OPPOSITE: dict[Operator, Operator] = {
    "=": "!=", "!=": "=", "is_null": "is_not_null", "is_not_null": "is_null", "in": "not_in",
    "not_in": "in", ">": "<=", "<": ">=", ">=": "<", "<=": ">",
}  # fmt: skip
_UPWARDS, _DOWNWARDS = (">", ">="), ("<", "<=")
_LEFT_OUT = ("!=", "not_in")


def tables_of(previous: Understanding) -> list[str]:
    """Return the tables that a question was about, what it was asked of first."""
    tables = [previous.subject, *(f.table for f in previous.figures)]
    tables += [f.column.table for f in previous.figures if f.column is not None]
    tables += [k.column.table for k in previous.keys]
    tables += [ref.table for test in previous.tests for ref in test.columns()]
    return list(dict.fromkeys(tables))


def columns_tested(previous: Understanding) -> tuple[ColumnRef, ...]:
    """Return the columns of all conditions, also of those that only the part of a share meets."""
    tests = [*(t for f in previous.figures for t in f.where), *previous.tests]
    return tuple(dict.fromkeys(ref for test in tests for ref in test.columns()))


def numbers_tested(previous: Understanding) -> list[Test]:
    """Return the conditions that a column holds a whole number: 8 cylinders, vintage 1990."""
    tests = [*(t for f in previous.figures for t in f.where), *previous.tests]
    return [
        t for t in tests
        if t.column is not None and t.op == "=" and not t.period and str(t.value).isdigit()
    ]  # fmt: skip


def year_of(previous: Understanding) -> int | None:
    """Return the one year that a question was about, which the next need not say again."""
    years: set[int] = set()
    for test in previous.tests:
        if not test.period:
            continue
        if test.op == "=" and isinstance(test.value, int):
            years.add(test.value)
            continue
        days = [date.fromisoformat(t.value) for t in test.all_of if isinstance(t.value, str)]
        if len(days) != 2:
            return None
        years |= {days[0].year, date.fromordinal(days[1].toordinal() - 1).year}
    return years.pop() if len(years) == 1 else None


def merged(before: Sequence[Test], added: Sequence[Test], *, narrows: bool) -> list[Test]:
    """Return conditions with new ones, each in the place of one on the same columns.

    Where rows of those before are meant, bounds from both sides and values left out stay beside.
    """
    kept = [
        old for old in before
        if not any(
            _alike(old, new) and not _stays(old, new, narrows=narrows)
            for new in added
        )
    ]  # fmt: skip
    return [*kept, *(new for new in added if new not in kept)]


def of_groups_now(
    tests: Sequence[Test],
    before: Sequence[Key],
    now: Sequence[Key],
    may_be_unnamed: Callable[[Key], bool],
) -> list[Test]:
    """Return conditions without those that only left out what was of none of the old groups.

    Nobody said them: they go with the groups. What is of none of the new ones is left out instead.
    """
    gone = {key.column for key in before} - {key.column for key in now}
    lost = [t for t in tests if t.op == "is_not_null" and not t.said and t.column in gone]
    kept = [test for test in tests if test not in lost]
    if lost and now and may_be_unnamed(now[0]):
        there = Test(column=now[0].column, op="is_not_null", said="")
        kept += [there] if there not in kept else []
    return kept


def _alike(old: Test, new: Test) -> bool:
    """Whether two conditions are of the same, so that one can stand for the other."""
    return set(old.columns()) == set(new.columns()) and old.part == new.part


def _stays(old: Test, new: Test, *, narrows: bool) -> bool:
    if new.op in _LEFT_OUT:
        return old.op in _LEFT_OUT or old.op == "in"
    if not narrows:
        return False
    return (old.op in _UPWARDS and new.op in _DOWNWARDS) or (
        old.op in _DOWNWARDS and new.op in _UPWARDS
    )


def turned(test: Test) -> Test | None:
    """Return the opposite of a condition, where that is as plain: not returned, at most 5."""
    if test.column is None or test.op not in _OPPOSITE or test.period:
        return None
    said = test.said.removeprefix("not ") if test.said.startswith("not ") else f"not {test.said}"
    if f"{test.column} not " in test.said:
        said = test.said.replace(f"{test.column} not ", f"{test.column} ", 1)
    return test.model_copy(update={"op": _OPPOSITE[test.op], "said": said})


def flipped(order: Sequence[Order]) -> tuple[Order, ...]:
    other = {"asc": "desc", "desc": "asc"}
    return tuple(o.model_copy(update={"direction": other[o.direction]}) for o in order)


def as_share(
    figures: Sequence[Figure], tests: Sequence[Test], *, grouped: bool, of_all: bool
) -> tuple[Figure, list[Test]]:
    """Return a count or total as a share of all, and the conditions that the whole has to meet."""
    if len(figures) != 1 or figures[0].func not in ("count", "sum", "count_distinct"):
        raise Ask("I can give shares of one count or total only.")
    figure = figures[0]
    if figure.share:
        return figure, list(tests)
    if grouped:
        return figure.model_copy(update={"share": "of_total"}), list(tests)
    plain = [t for t in tests if not t.period and t.said]
    rest = [t for t in tests if t not in plain]
    if of_all:
        plain, rest = [*plain, *(t for t in rest if t.period)], [t for t in rest if not t.period]
    if len(plain) > 1 and not of_all:
        names = " and ".join(t.said for t in plain)
        raise Ask(f"As a share of what: of all, or of those where some of {names} holds?")
    if not plain or figure.where:
        raise Ask("A share of what? Please name the whole question, or a group to split it by.")
    return figure.model_copy(update={"share": "of_rows", "where": tuple(plain)}), rest


def in_shares(figures: Sequence[Figure], added: Sequence[Test]) -> tuple[list[Figure], list[Test]]:
    """Put new conditions into the shares whose part is told by the same column; return the rest.

    `what share was paid in cash? and by card?` asks for another part of the same whole.
    """
    found, left = list(figures), list(added)
    for at, figure in enumerate(found):
        for new in list(left):
            if any(_alike(old, new) for old in figure.where):
                where = merged(figure.where, [new], narrows=False)
                figure = figure.model_copy(update={"where": tuple(where)})
                left.remove(new)
        found[at] = figure
    return found, left
