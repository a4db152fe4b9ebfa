"""What a ranking goes by: a column of rows, a figure over groups, how often."""

from __future__ import annotations

from typing import Literal

from keenbench.models.offline.columns import ColumnRef, can_be_added, is_calendar, is_year
from keenbench.models.offline.comparing import by_unit, unit_said
from keenbench.models.offline.frame import Ask, Figure
from keenbench.models.offline.items import Item
from keenbench.models.offline.measures import only_measure
from keenbench.models.offline.places import MOMENTS
from keenbench.models.offline.quantities import BAD, GOOD, addable, additive
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.offline.spans import sized_by
from keenbench.models.offline.subject import Subject
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, stem

Direction = Literal["asc", "desc"]


class RankedBy(Subject):
    """Finds what is compared where things are ranked."""

    def _way(
        self, at: int | None, figure: Figure | None, column: ColumnRef | None, way: Direction
    ) -> Direction:
        """Return which end is meant: the worst delay is the greatest, the worst score the least."""
        s = self.s
        word = s.items[at].norm if at is not None else ""
        ref = column or (figure.column if figure is not None else None)
        if word not in ("best", "worst") or ref is None:
            return way
        words = {stem(m) for w in name_words(ref.column) for m in meanings(w)}
        if words & BAD:
            return "asc" if way == "desc" else "desc"
        ratio = ref.worked is not None and any("ratio" in i.text.split() for i in s.items)
        if words & GOOD or additive(s, ref) or ratio:
            return way
        raise Ask(f"Is a high {ref} good or bad? Please say “highest” or “lowest”.", word)

    def _of_many(self, column: ColumnRef, direction: str) -> Figure:
        """Return the figure that ranks groups by a column: its total where it can be added up."""
        s = self.s
        if s.wanted is not None:
            return Figure(func=s.wanted, table=column.table, column=column)
        if s.is_time(column) or is_year(s.column(column)):
            return Figure(
                func="max" if direction == "desc" else "min", table=column.table, column=column
            )
        most = any(i.norm in ("most", "fewest") and i.tag == "super" for i in s.items)
        if additive(s, column) or (most and addable(s, column)):
            what = "" if column.column.lower() == "total" else "total "
            s.remark(f"Groups are ranked by their {what}{column}.")
            return Figure(func="sum", table=column.table, column=column)
        if most and not can_be_added(s.table(column.table), s.column(column), s.schema):
            raise Ask(f"How many different {column}, or how many rows of {column.table}?")
        word = "greatest" if direction == "desc" else "least"
        s.remark(f"Groups are ranked by their {word} single {column}.")
        return Figure(
            func="max" if direction == "desc" else "min", table=column.table, column=column
        )

    def _goes_by(self, at: int | None, direction: str) -> tuple[Figure | None, ColumnRef | None]:
        """Return what a ranking goes by: a figure over groups, or a column of rows."""
        s = self.s
        if s.figures:
            return s.figures.pop(0), None
        if s.by_items:
            by = s.items[s.by_items[0]]
            beyond = s.after(s.by_items[0])
            counts = by.meaning is not None and (by.tag, by.meaning.value) == ("agg", "count")
            named = s.items[beyond].tables if beyond is not None and counts else []
            if beyond is not None and named:
                s.use(s.by_items[0], beyond)  # "by number of fines"
                return Figure(func="count", table=named[0].table), None
            found = self._measure(s.by_items[0])
            if found is not None:
                return found
        meaning = s.items[at].meaning if at is not None else None
        if at is not None and not (meaning and meaning.dims and meaning.dims[0] == "*count"):
            following = s.after(at)
            while (
                following is not None
                and s.items[following].used
                and (s.items[following].values or any(p.at == following for p in s.tests))
            ):
                following = s.after(following)
            counted = s.items[following] if following is not None else None
            if (
                counted is not None
                and following != at + 1
                and s.items[at].norm in ("most", "fewest", "least")
                and (counted.rows_of or (counted.tables and counted.tables[0].how == "exact"))
                and counted.tokens[-1].stem != counted.tokens[-1].norm
                and not (self.asked is not None and self.asked.at == following)
            ):
                s.use(following)  # "the most team subscriptions"
                rows = counted.tables[0].table if counted.tables else counted.rows_of or ""
                return Figure(func="count", table=rows), None
            beside = s.items[at + 1] if at + 1 < len(s.items) else None
            if (
                beside is not None
                and beside.used
                and beside.values
                and s.items[at].norm in ("most", "fewest", "least", "more", "fewer", "less")
                and (following is None or not s.items[following].names_something)
            ):
                for index in range(at):
                    verb = s.items[index]
                    if not verb.used and verb.columns and verb.norm.endswith("ed"):
                        found = self._measure(index)  # "harvested the most potatoes"
                        if found is not None:
                            return found
                # "the most errors" of machines counts what has the errors, not machines.
                whose = [p.test.columns()[0].table for p in s.tests if p.at == at + 1]
                return Figure(func="count", table=whose[0] if whose else self._subject()), None
            unit = unit_said(beside) if beside is not None and not beside.used else None
            measured = by_unit(s, unit) if unit and beside and not beside.columns else None
            if measured is not None:
                s.use(at + 1)  # "covered the most kilometres"
                return None, measured
            generic = meaning is None or not meaning.dims or meaning.dims[0] in ("size",)
            if following is not None and not s.items[following].used:
                item = s.items[following]
                is_asked = self.asked is not None and self.asked.at == following
                by_row = is_asked and self.asked is not None and self.asked.kind == "table"
                marks = item.columns and s.yes_value(item.columns[0].ref) is not None
                sized = any(s.is_number(c.ref) or s.is_time(c.ref) for c in item.columns)
                if not by_row and (generic or (sized and not marks)):
                    found = self._measure(following, rank=True)
                    if found is not None:
                        return found
        dims = meaning.dims if meaning else ()
        if dims and dims[0] == "*count":
            self._ask_popular(at)
            return Figure(func="count", table=self._counted_table(at)), None
        table = self.asked.table if self.asked and self.asked.table else None
        if self.asked is not None and self.asked.kind == "table" and not dims:
            own = s.choose(s.items[self.asked.at], s.is_number)
            if own is not None:
                return None, own
        if "timestamp" in dims:
            ref = self._only_moment(table) or self._only_date(table)
            if ref is not None:
                return None, ref
        if meaning is not None and (dims or meaning.against):
            ref = sized_by(
                s, (*dims, *meaning.against), table or (s.near[0] if s.near else None), direction
            )
            if ref is None:
                ref = self._by_dims_far(dims, table)
            if ref is not None:
                return None, ref
        # "who scored the most goals", "with the most orders": what stands after may be a verb's
        for index, item in enumerate(s.items):
            if item.used or index == (self.asked.at if self.asked else -1):
                continue
            years = all(is_calendar(s.column(c.ref)) for c in item.columns)
            if item.columns and any(s.is_number(c.ref) for c in item.columns) and not years:
                found = self._measure(index)
                if found is not None:
                    return found
        own = self.asked.column if self.asked is not None else None
        if own is not None and s.is_number(own) and not is_calendar(s.column(own)):
            return None, own
        deed = None if dims or name_of(s, at) in ("best", "worst") else self._deed()
        if deed is not None:
            return Figure(func="count", table=deed), None
        tables = [self._subject(), *(t for n in s.near for t in s.reach(n))]
        if not dims or dims[0] in ("size", "price"):
            pointing = [r.from_table for r in s.schema.relations if r.to_table == tables[0]]
            only = only_measure(s, [*tables, *pointing])
            if only is not None:
                s.remark(f"I ranked by {only}.")
                return None, only
        name = s.items[at].text if at is not None else "ranking"
        raise Ask(f'By which column should "{name}" go? I see {self._numbers()}.', name)

    def _deed(self) -> str | None:
        """`which title is borrowed most`: a verb that names the table of what was done."""
        s = self.s
        for index, item in enumerate(s.items):
            if item.used or not item.tables or (self.asked and index == self.asked.at):
                continue
            if not _is_noun(item):
                s.use(index)
                return item.tables[0].table
        return None

    def _by_dims_far(self, dims: tuple[str, ...], table: str | None) -> ColumnRef | None:
        """Look for what a word compares by in the tables around: readings of a sensor."""
        s = self.s
        start = [table] if table else s.near[:1]
        far = [t for name in start for t in s.reach(name)[1:]]
        far += [r.from_table for r in s.schema.relations if r.to_table in start]
        far += [t for t in s.near if t not in far]
        for name in dict.fromkeys(far):
            ref = s.by_dims(dims, name)
            if ref is not None:
                return ref
        return None

    def _counted_table(self, at: int | None) -> str:
        """Return the table whose rows say how often: visits for patients, loans for books."""
        s, asked = self.s, self.asked
        if asked is not None and asked.kind == "unit":
            return self._subject()
        if asked is None or (asked.column and not self._tells_rows(asked.column)):
            return self._subject()
        pointing = list(
            dict.fromkeys(r.from_table for r in s.schema.relations if r.to_table == asked.table)
        )
        named = [t for t in pointing if t in s.near]
        if len(named or pointing) == 1:
            return (named or pointing)[0]
        what = listed(pointing) if pointing else "which rows"
        name = s.items[at].text if at is not None else "most"
        raise Ask(f'What should "{name}" count: {what}?', name)

    def _ask_popular(self, at: int | None) -> None:
        """Ask what makes a product popular where there are both products and their sales."""
        subject = self._subject()
        pointing = [r.from_table for r in self.s.schema.relations if r.to_table == subject]
        if at is not None and "popular" in self.s.items[at].norm and pointing:
            raise Ask(
                f"Popular by the number of {subject}, or of {listed(pointing)}? Please ask for the "
                "“most” of one of them.",
                self.s.items[at].text,
            )

    def _only_moment(self, table: str | None) -> ColumnRef | None:
        """`the earliest goal, which minute`: a number that says when, of a table without dates."""
        s = self.s
        name = table or (s.near[0] if s.near else None)
        if name is None or any(s.is_time(ColumnRef(name, c.name)) for c in s.table(name).columns):
            return None
        for index, item in enumerate(s.items):
            refs = [c.ref for c in item.columns if c.ref.table == name and s.is_number(c.ref)]
            if refs and not item.used and set(name_words(refs[0].column)) & MOMENTS:
                s.use(index)
                if index and s.items[index - 1].tag == "which":
                    self.asked = None  # the minute itself is asked for
                return refs[0]
        return None

    def _only_date(self, table: str | None) -> ColumnRef | None:
        """Return the column of dates that `first` or `newest` goes by, where only one can be."""
        s = self.s
        for index, item in enumerate(s.items):
            times = [c for c in item.columns if s.is_time(c.ref)]
            if times and not item.used and (table is None or times[0].ref.table == table):
                s.use(index)
                return s.choose(item, s.is_time)
        name = table or (s.near[0] if s.near else None)
        if name is None:
            return None
        found = [
            ColumnRef(name, c.name)
            for c in s.table(name).columns
            if s.is_time(ColumnRef(name, c.name))
        ]
        return found[0] if len(found) == 1 else None


def _is_noun(item: Item) -> bool:
    """Whether a word is a table's own name, not a verb that only points at it."""
    return item.tables[0].how == "exact" and item.tokens[-1].stem != item.tokens[-1].norm


def name_of(s: Sentence, at: int | None) -> str:
    return s.items[at].norm if at is not None else ""
