"""`how many visits has it had?` after `which club opened last?`: it is the row of that answer.

Which row that was nobody kept: the plan before is looked up again, and its one row becomes a
condition of the question. Where several share the place, only the user knows which is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Key, Test, Understanding, Wait
from keenbench.models.offline.items import Item
from keenbench.models.offline.planning import make_plan
from keenbench.models.offline.sentence import listed
from keenbench.models.offline.small_words import AUXILIARIES
from keenbench.models.offline.ties import with_ties
from keenbench.models.offline.values import Known
from keenbench.models.offline.words import word_set
from keenbench.models.reader.nature import is_of_people, nature_of
from keenbench.models.reader.vocabulary import THEM
from keenbench.query.dataset_schema import DatasetSchema

_PEOPLE = word_set("he she him his her hers")
_ONE = _PEOPLE | {"it", "its"}
_OWNERS = word_set("its his her their")
_THAT = ("that", "this", "that same", "the same")
_PREPOSITIONS = word_set("of for by to with from at in on")
_SUBJUNCTIONS = word_set("if when whether because once before after until while")
_IMPERSONAL = word_set("take takes took taken")
_EVER = ("ever", "so far", "overall", "all time", "to date", "altogether", "in all")
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_MOST_NAMED = 4


class RowPointedAt:
    """The row of the answer before, and where a message points at it."""

    def __init__(
        self, items: Sequence[Item], previous: Understanding, schema: DatasetSchema, known: Known
    ) -> None:
        self.items = list(items)
        self.previous = previous
        self.schema = schema
        self.known = known

    def read(self, *, plural: bool = False) -> tuple[list[Item], list[Test]] | None:
        """Return the message without the words that point, and the condition that they stand for.

        `plural` says that `they` may be the one row as well. None where nothing points at a row.
        """
        place = self._pointing(plural=plural)
        if place is None:
            return None
        start, end = place
        rest = [*self.items[:start], *self.items[end:]]
        if any(self._is_row_of_edge(at) for at in range(start, end)):
            return rest, [*self._at_edge(), *self.previous.tests]
        people = bool(set(self.items[start].norm.split()) & _PEOPLE)
        test = self._row(people=people)
        if test is None:
            return None
        return rest, [test]

    def in_its_period(self, meant: Understanding) -> Understanding:
        """Return a figure of the row in the period for which it was ranked, if of the same table.

        `who sold most in May? what was her average?`: that of May, unless more is said.
        """
        words = " ".join(item.norm for item in self.items)
        if not self.previous.keys or any(test.period for test in meant.tests):
            return meant
        if any(f" {ever} " in f" {words} " for ever in _EVER):
            return meant
        tables = {figure.table for figure in meant.figures}
        periods = [
            test for test in self.previous.tests
            if test.period and {ref.table for ref in test.columns()} <= tables
        ]  # fmt: skip
        return meant.model_copy(update={"tests": (*meant.tests, *periods)})

    # -- where it points

    def _pointing(self, *, plural: bool) -> tuple[int, int] | None:
        words = _ONE | THEM if plural else _ONE
        for at, item in enumerate(self.items):
            said = set(item.norm.split())
            end = at + 1
            if not (said & words and said <= words | _PREPOSITIONS) and not self._is_place(at):
                if not self._is_that_one(at):
                    continue
                end = at + 2
            if self._is_impersonal(at, end) or self._has_its_own(at):
                continue
            owner = bool(said & _OWNERS) and end < len(self.items)
            before = at > 0 and not owner and self.items[at - 1].norm in _PREPOSITIONS
            return (at - 1 if before else at), end
        return None

    def _is_that_one(self, at: int) -> bool:
        """`that one`, `that club`, where the row is one of a club."""
        if self.items[at].norm not in _THAT or at + 1 >= len(self.items):
            return False
        noun = self.items[at + 1]
        if self._is_row_of_edge(at):
            return True
        if noun.norm == "one" or noun.norm in [key.unit for key in self.previous.keys]:
            return True
        refs = {ref for ref, _ in self._columns()}
        tables = {ref.table for ref in refs if nature_of(self.schema, ref).unique}
        named = any(link.table in tables for link in noun.tables)
        named = named or any(link.ref in refs and link.how == "exact" for link in noun.columns)
        return named and noun.tokens[-1].stem == noun.tokens[-1].norm

    def _is_row_of_edge(self, at: int) -> bool:
        """`that call`, after the longest wait of all: a call with that wait."""
        figures = self.previous.figures
        if self.items[at].norm not in _THAT or at + 1 >= len(self.items):
            return False
        if self.previous.keys or len(figures) != 1 or figures[0].func not in ("min", "max"):
            return False
        ref, noun = figures[0].column, self.items[at + 1]
        if ref is None or ref.worked is not None or figures[0].where or figures[0].per:
            return False
        tables = {*noun.rows_maybe, noun.rows_of, *(link.table for link in noun.tables)}
        return ref.table in tables and noun.tokens[-1].stem == noun.tokens[-1].norm

    def _at_edge(self) -> list[Test]:
        """Return the condition of the row, or the rows, whose edge was told."""
        ref = self.previous.figures[0].column
        rows = self._rows()
        value = rows[0][0] if rows else None
        if ref is None or value is None:
            return []
        said = f"{ref} {value}"
        return [Test(column=ref, value=value, said=said)]

    def _is_place(self, at: int) -> bool:
        """`how many vets work there?`; nobody points in `how many vets are there?`."""
        last = self.items[at].norm == "there" and at == len(self.items) - 1
        return last and at > 0 and self.items[at - 1].norm.split()[-1] not in AUXILIARIES

    def _is_impersonal(self, at: int, end: int) -> bool:
        """`how long does it take`: nothing that was told before takes long."""
        before = self.items[at - 1].norm if at else ""
        after = self.items[end].norm.split()[0] if end < len(self.items) else ""
        return self.items[at].norm == "it" and (before in _SUBJUNCTIONS or after in _IMPERSONAL)

    def _has_its_own(self, at: int) -> bool:
        """`which club has the most visits, and how many has it had`: what the message names."""
        before = self.items[:at]
        if any(i.tag in ("group", "bucket") for i in before):
            return True
        joints = [
            n for n, i in enumerate(before) if n and (i.tag == "and" or i.tokens[0].after_mark)
        ]
        if joints and any(i.names_something for i in before[: joints[-1]]):
            return True
        words = set(self.items[at].norm.split())
        if words & _OWNERS and any(i.tag in ("super", "list") for i in before):
            return True
        named = [link.ref for i in before for link in i.values]
        return bool(words & _PEOPLE) and any(nature_of(self.schema, ref).person for ref in named)

    # -- which row it is

    def _columns(self) -> list[tuple[ColumnRef, int]]:
        """Return the columns that tell which row it was, and where they stand in the answer."""
        previous = self.previous
        found = [key.column for key in previous.keys if key.unit is None] or list(previous.shown)
        ranked = {order.column for order in previous.order}
        if previous.keys and len(found) != len(previous.keys):
            return []  # a month is no row
        return [
            (ref, place) for place, ref in enumerate(found)
            if ref.worked is None and (
                previous.keys or nature_of(self.schema, ref).unique
                or (nature_of(self.schema, ref).kind == "text" and ref not in ranked)
            )
        ]  # fmt: skip

    def _row(self, *, people: bool) -> Test | None:
        previous = self.previous
        if previous.count_groups or previous.of_each or previous.change or previous.exists:
            return None
        if previous.figures and not previous.keys:
            return self._named_before()
        if (previous.limit is None and previous.keys) or (previous.limit or 1) > 1:
            return None
        if [key.unit is None for key in previous.keys] == [False]:
            return self._period(previous.keys[0])
        columns = self._columns()
        if not columns:
            return None
        ref, place = self._telling(columns, people=people)
        rows = self._rows()
        cells = list(dict.fromkeys(row[place] for row in rows))
        if not rows or None in cells:
            return None
        if len(cells) > 1 and previous.limit is None and not people:
            return None  # of many rows none is it, but somebody is he or she
        if len(cells) > 1:
            raise Ask(f"Which one do you mean: {listed(map(str, cells[:_MOST_NAMED]))}?")
        value = cells[0] if isinstance(cells[0], int | float | str) else str(cells[0])
        names = [str(rows[0][at]) for other, at in columns if other.table == ref.table]
        quoted = f"“{value}”" if isinstance(value, str) else str(value)
        called = f" ({names[-1]})" if not isinstance(value, str) and len(names) > 1 else ""
        return Test(column=ref, value=value, said=f"{ref} {quoted}{called}")

    def _period(self, key: Key) -> Test | None:
        """`which month had the most visits? how many were cats in that month?`."""
        starts = list(dict.fromkeys(str(row[0])[:10] for row in self._rows()))
        if len(starts) > 1:
            raise Ask(f"Which one do you mean: {listed(starts[:_MOST_NAMED])}?")
        if key.unit not in _MONTHS or not starts or not _is_day(starts[0]):
            return None
        start = date.fromisoformat(starts[0])
        month = start.month - 1 + _MONTHS[key.unit]
        end = start.replace(year=start.year + month // 12, month=month % 12 + 1)
        label = start.isoformat()[: 4 if key.unit == "year" else 7]
        sides = (
            Test(column=key.column, op=">=", value=start.isoformat(), said=""),
            Test(column=key.column, op="<", value=end.isoformat(), said=""),
        )
        said = f"{key.column} in the {key.unit} {label}"
        return Test(all_of=sides, said=said, period=True)

    def _telling(
        self, columns: list[tuple[ColumnRef, int]], *, people: bool
    ) -> tuple[ColumnRef, int]:
        """Return the column to tell the row by: who it is, its name, its key."""

        def rank(pair: tuple[ColumnRef, int]) -> tuple[bool, bool, bool]:
            nature = nature_of(self.schema, pair[0])
            person = nature.person or is_of_people(self.schema, pair[0].table)
            return (people and not person, not nature.unique, nature.kind != "text")

        return min(columns, key=rank)

    def _rows(self) -> Sequence[Sequence[Any]]:
        plan = make_plan(self.previous, self.schema)
        if self.previous.limit is None:
            plan = plan.model_copy(update={"limit": _MOST_NAMED})
        else:
            whole = with_ties(self.previous, plan, self.known)
            plan = plan if whole is self.previous else make_plan(whole, self.schema)
        answer = self.known.look(plan, "the row before")
        if answer is None or self.known.open:
            raise Wait
        return answer.rows

    def _named_before(self) -> Test | None:
        """`how many visits did Ann Roe have? when was she hired?`: the one that was named."""
        told = [
            test for test in self.previous.tests
            if test.column is not None and test.op == "=" and isinstance(test.value, str)
            and not test.period and test.said
        ]  # fmt: skip
        return told[0] if len(told) == 1 else None


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


__all__ = ["RowPointedAt"]
