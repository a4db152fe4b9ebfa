"""What a question is about: rows of a table, values of a column, stretches of time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.counters import counter_of
from keenbench.models.offline.frame import Ask, Figure, Key, Test
from keenbench.models.offline.grouping import (
    keys_for,
    unit_of_item,
)
from keenbench.models.offline.items import Item
from keenbench.models.offline.missing import is_so
from keenbench.models.offline.rows import tells_rows
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.words import name_words

_WITH = ("with", "including", "showing", "along with", "together with", "their")
_LABELS = ("no", "nr", "number", "code", "ref")
_OPENERS = ("which", "list", "only", "compare")


@dataclass
class Asked:
    """What a question is about: rows of a table, values of a column, stretches of time."""

    at: int
    kind: Literal["table", "column", "unit"]
    table: str = ""
    column: ColumnRef | None = None


class Subject:
    """Finds what is asked about, and what it may be measured by."""

    def __init__(self, s: Sentence) -> None:
        self.s = s
        self.asked: Asked | None = None

    def _asked(self) -> Asked | None:
        s = self.s
        opened = False
        for at, item in enumerate(s.items):
            if item.tag in _OPENERS and not item.names_something:
                opened = True
                continue
            if item.tag in ("agg", "how_much", "share") and not item.used:
                return None
            if opened and self._shown_with(at):
                table = next(p.test.columns()[0].table for p in s.tests if p.at == at)
                return Asked(at, "table", table)
            if (
                item.used
                or item.is_filler
                or item.tag in ("super", "distinct", "light", "and", "not")
            ):
                if item.tag == "super" and not item.used and not opened:
                    opened = True
                ranked = at > 0 and s.items[at - 1].tag == "super"
                noun = item.rows_of or (item.tables and item.tables[0].how == "exact")
                first = all(i.is_filler or i.tag == "list" for i in s.items[:at])
                ranked = ranked or bool(noun and first and item.tokens[-1].stem != item.norm)
                if not (item.tag == "light" and noun and ranked and not item.used):
                    continue  # "the northernmost place" is one, "place an order" is not
            found = self._entity(at)
            if found is not None:
                return found
            if item.tag in ("cmp", "group", "null"):
                return None
        return None

    def _shown_with(self, at: int) -> bool:
        """`list all Lenovo laptops with their price`: rows that a value calls by name."""
        s, item = self.s, self.s.items[at]
        following = s.items[at + 1].norm if at + 1 < len(s.items) else ""
        tested = any(p.at == at and p.test.columns() and not p.test.period for p in s.tests)
        first = all(i.is_filler or i.tag == "list" or i.used for i in s.items[:at])
        listed_ = any(i.tag == "list" for i in s.items[:at]) and first
        beside = any(i.norm == "their" for i in s.items[at:])
        return (
            tested
            and item.used
            and _is_plural(item)
            and (following in _WITH or (listed_ and beside))
        )

    def _entity(self, at: int) -> Asked | None:
        s, item = self.s, self.s.items[at]
        if item.tag == "rows" and not item.columns and not item.tables:
            table = s.near[0] if s.near else None
            if table is None:
                raise Ask(f"Rows of which table: {listed(t.name for t in s.schema.tables)}?")
            return Asked(at, "table", table)
        exact = [c for c in item.columns if c.how == "exact" and c.score > 0.93]
        if unit_of_item(item) and not exact and item.period is None:
            return Asked(at, "unit")
        best_table = item.tables[0].score if item.tables else 0.0
        best_column = item.columns[0].score if item.columns else 0.0
        before = s.before(at)
        if before is not None and s.items[before].tag == "super":
            meaning = s.items[before].meaning
            noun = s.items[at + 1] if at + 1 < len(s.items) else None
            if exact and noun is not None and noun.tables and not noun.used and not item.tables:
                return self._entity(at + 1)  # "the lowest stock product"
            single = item.tokens[-1].stem == item.tokens[-1].norm
            sized = meaning is not None and (not meaning.dims or meaning.dims[0] == "size")
            if exact and sized and s.is_number(exact[0].ref) and (single or not item.tables):
                return Asked(at, "column", exact[0].ref.table, exact[0].ref)
            if item.columns and not item.tables and s.yes_value(item.columns[0].ref):
                return None  # "the youngest survivor": which rows, not what is ranked
        measured = self._measured_by_table(item)
        if measured is not None:
            return Asked(at, "column", measured.table, measured)
        if item.tables and best_table >= best_column - 0.001:
            ties = [t for t in item.tables if t.score >= best_table - 0.001]
            if len(ties) > 1:
                raise Ask(f'"{item.text}" could be {listed(t.table for t in ties)}.', item.text)
            return Asked(at, "table", item.tables[0].table)
        if item.rows_of and self._means_rows(item, best_column):
            return Asked(at, "table", item.rows_of)
        if item.columns:
            if item.meaning is not None and item.tag not in ("light", "filler", "which"):
                return None
            if item.columns[0].how == "verb" and item.norm.endswith("ed"):
                return None
            if item.norm.endswith("ed") and s.is_time(item.columns[0].ref) and not opened_by(s, at):
                return None  # "women admitted as an emergency"
            if any(s.yes_value(c.ref) for c in item.columns[:1]):
                if self._is_adjective(at):
                    return None
                before = s.before(at)
                which = before is not None and s.items[before].norm == "which"
                if item.columns[0].how != "exact" and which:
                    flag = item.columns[0].ref
                    raise Ask(f"{flag} only says yes or no, and not which {item.text}.", item.text)
            ref = s.choose(item)
            if ref is not None:
                return Asked(at, "column", ref.table, ref)
        return None

    def _means_rows(self, item: Item, best_column: float) -> bool:
        """Whether a noun that may name a column too means the rows of its table."""
        if best_column < 0.9:
            return True
        best = [c.ref for c in item.columns if c.score >= best_column - 0.031]
        return all(r.table == item.rows_of and self._tells_rows(r) for r in best)

    def _measured_by_table(self, item: Item) -> ColumnRef | None:
        """A table of one thing, such as gdp, whose figures stand in a column called value."""
        s = self.s
        if (
            not item.tables
            or item.tables[0].how != "exact"
            or any(c.how == "exact" for c in item.columns)
        ):
            return None
        if item.tokens[-1].stem != item.tokens[-1].norm:
            return None
        table = item.tables[0].table
        found = [
            ColumnRef(table, c.name) for c in s.table(table).columns
            if name_words(c.name) in (("value",), ("amount",))
        ]  # fmt: skip
        return found[0] if len(found) == 1 and s.is_number(found[0]) else None

    def _is_adjective(self, at: int) -> bool:
        following = self.s.after(at, over=("filler", "light"))
        return following is not None and bool(
            self.s.items[following].tables or self.s.items[following].rows_of
        )

    def _subject(self) -> str:
        found = self._subject_or_none()
        if found is None:
            raise Ask(f"Which table do you mean: {listed(t.name for t in self.s.schema.tables)}?")
        return found

    def _subject_or_none(self) -> str | None:
        s = self.s
        if self.asked and self.asked.table:
            return self.asked.table
        if s.figures:
            return s.figures[0].table
        if s.near:
            return s.near[0]
        tables = [p.test.columns()[0].table for p in s.tests if p.test.columns()]
        if tables:
            return tables[0]
        return s.schema.tables[0].name if len(s.schema.tables) == 1 else None

    def _measure(
        self, at: int, *, rank: bool = False
    ) -> tuple[Figure | None, ColumnRef | None] | None:
        s, item = self.s, self.s.items[at]
        if item.tag == "agg" and not item.columns:
            return None
        number = any(c.how == "exact" and s.is_number(c.ref) for c in item.columns[:2])
        measured = self._measured_by_table(item)
        if measured is not None:
            s.use(at)
            return None, measured
        counter = None if number else counter_of(s, item)
        if counter is not None:
            s.use(at)
            return None, counter
        many = rank and s.items[s.before(at) or 0].norm in ("most", "fewest")
        if (
            item.tables
            and (not number or many)
            and (not item.columns or item.tables[0].score >= item.columns[0].score)
        ):
            if rank and not _is_plural(item):
                return None  # "the lowest order" counts nothing
            s.use(at)
            return Figure(func="count", table=item.tables[0].table), None
        best = item.columns[0].score if item.columns else 0.0
        if item.rows_of and not number and self._means_rows(item, best):
            s.use(at)
            return Figure(func="count", table=item.rows_of), None
        for link in item.columns[:1]:
            yes = s.yes_value(link.ref) if link.how in ("exact", "verb") else None
            if yes is not None:  # "the most cancellations"
                s.use(at)
                s.tests.append(Placed(is_so(link.ref, yes, yes=True), at))
                return Figure(func="count", table=link.ref.table), None
        before = s.items[s.before(at) or 0].norm if rank else ""
        texts = [c.ref for c in item.columns[:1] if s.column(c.ref).type == "string"]
        if (
            texts
            and before in ("most", "fewest")
            and _is_plural(item)
            and item.columns[0].score > 0.8
        ):
            s.use(at)  # "the department with the most employees"
            if self._tells_rows(texts[0]):
                return Figure(func="count", table=texts[0].table), None
            return Figure(func="count_distinct", table=texts[0].table, column=texts[0]), None
        days = [c.ref for c in item.columns[:1] if s.is_time(c.ref) and s.column(c.ref).nullable]
        if days and before in ("most", "fewest"):
            s.use(at)  # "the most hires"
            s.tests.append(Placed(Test(column=days[0], op="is_not_null", said=f"{days[0]}"), at))
            return Figure(func="count", table=days[0].table), None
        labels = [c.ref for c in item.columns[:1] if name_words(c.ref.column)[-1] in _LABELS]
        if labels and before in ("most", "fewest") and _is_plural(item):
            raise Ask(f"How many different {labels[0]}, or how many rows?", item.text)
        dates = before not in ("most", "fewest", "least")  # nobody has the most of a date
        ref = s.choose(
            item,
            lambda r: (s.is_number(r) and s.yes_value(r) is None) or (dates and s.is_time(r)),
        )
        if ref is None:
            return None
        s.use(at)
        return None, ref

    def _numbers(self) -> str:
        s = self.s
        tables = s.near[:2] or [t.name for t in s.schema.tables]
        names = [
            c.name for t in tables for c in s.table(t).columns if s.is_number(ColumnRef(t, c.name))
        ]
        return listed(names) if names else "no column of numbers"

    def _tells_rows(self, ref: ColumnRef) -> bool:
        s = self.s
        return tells_rows(s.schema, s.table(ref.table), s.column(ref))

    def _unit_key(self, asked: Asked) -> None:
        s = self.s
        keys = keys_for(s, asked.at)
        if keys is not None and not any(p.test.period for p in s.tests):
            # "the busiest hour" is one that comes every day
            keys = [
                key.model_copy(update={"unit": "hour_of_day"}) if key.unit == "hour" else key
                for key in keys
            ]
        if keys is None:
            raise Ask(f"I see no column of dates for {s.items[asked.at].text}.")
        s.keys.extend(keys)

    def _rows_as_keys(self, refs: list[ColumnRef]) -> None:
        """Group by the rows of a table. What points at none of them is none of them."""
        s = self.s
        s.keys.extend(Key(column=ref) for ref in refs)
        if refs:
            s.tests.append(Placed(Test(column=refs[0], op="is_not_null", said=""), -1))


def opened_by(s: Sentence, at: int) -> bool:
    """Whether a question word stands right before: which ordered dates, when."""
    before = s.before(at)
    if before is None:
        return True
    item = s.items[before]
    which = item.meaning is not None and item.meaning.value in ("which", "when")
    return item.tag in ("list", "super") or (item.tag == "which" and which)


def _is_plural(item: Item) -> bool:
    return item.tokens[-1].stem != item.tokens[-1].norm
