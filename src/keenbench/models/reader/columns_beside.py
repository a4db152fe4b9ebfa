"""Which columns name, date or id mean of what a question is about: its rows, or its groups."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, key_of, names_of
from keenbench.models.offline.frame import Ask, Understanding
from keenbench.models.offline.items import Item
from keenbench.models.offline.rows import ANYTHING
from keenbench.models.reader.assembly import Assembly
from keenbench.models.reader.nature import is_of_people, people_columns
from keenbench.models.reader.people_meant import people_asked
from keenbench.models.reader.tails import Want

_COSTS = {"exact": 0.0, "verb": 0.06, "part": 0.04, "typo": 0.1, "synonym": 0.08, "described": 0.2}
EDGES = {"max": "desc", "min": "asc"}


class NotShown(Exception):
    """What is asked for besides cannot be told of what the main clause is about."""


class ColumnsBeside:
    """A reading that grows, and the columns that words mean of it."""

    def __init__(self, meant: Understanding, assembly: Assembly) -> None:
        self.meant = meant
        self.a = assembly
        self.cost = 0.0
        self.shown = list(meant.shown)
        self.keys = list(meant.keys)
        self.figures = list(meant.figures)
        self.tests = list(meant.tests)
        self.order = list(meant.order)
        self.limit = meant.limit
        self.distinct = meant.distinct
        self.named = meant.named
        self.table = meant.subject

    def columns(self, want: Want) -> list[ColumnRef]:
        item = want.item
        if want.asked == "column" and item is not None:
            return self._called(item)
        own = self._of_whom()
        exact = [c.ref for c in item.columns if c.how == "exact"] if item is not None else []
        found = [ref for ref in exact if ref.table == own]
        if found and want.asked in ("name", "key"):
            return found[:1]
        if want.asked == "name":
            return self._names(own)
        if want.asked == "key":
            table = self.a.s.table(own)
            key = key_of(self.a.s.schema, table)
            if key is None:
                raise NotShown
            return [key]
        if want.asked == "date":
            return [self._date()]
        if want.asked == "place":
            return self._places()
        if want.asked == "sized" and item is not None and item.meaning is not None:
            ref = self.a.sized(item.meaning.dims, self._base())
            if ref is None:
                raise NotShown
            return [ref]
        return self._people(want)

    def _base(self) -> str:
        """Return the table of the rows that are shown, ranked or figured over."""
        if self.figures:
            figure = self.figures[0]
            return figure.column.table if figure.column is not None else figure.table
        return self.table

    def _of_whom(self) -> str:
        """Return the table of what is asked for: of groups, that which they are rows of."""
        if not self.keys:
            return self.table
        key = self.keys[0].column
        for r in self.a.s.schema.relations:
            if (r.from_table, r.from_column) == (key.table, key.column):
                return r.to_table  # incidents by District, of which there is a table
        return key.table

    def _near(self) -> list[str]:
        """Return the tables that rows belong to, their own first."""
        own = self._of_whom()
        return list(dict.fromkeys([own, *self.a.s.reach(own), *self.a.s.reach(self._base())]))

    def _called(self, item: Item) -> list[ColumnRef]:
        """Return the column that a word names, of the rows or of what they belong to."""
        near = self._near()
        held = [t.table for t in item.tables] + ([item.rows_of] if item.rows_of else [])
        links = sorted(
            (c for c in item.columns if c.ref.table in near),
            key=lambda c: (-round(c.score, 1), near.index(c.ref.table)),
        )
        if links and links[0].how == "exact" and links[0].score > 0.97:
            return [links[0].ref]
        others = [name for name in (*held, *item.rows_maybe) if name in near]
        far = [name for name in others if name != self._of_whom()]
        if far:
            return self._names(far[0])
        if not links and item.tokens[-1].stem in ANYTHING:
            raise NotShown  # a place of inspections is no name of an inspection
        if held and self._of_whom() in held and not links:
            return self._names(self._of_whom())
        if not links:
            raise NotShown
        best = [c for c in links if c.ref.table == links[0].ref.table]
        rivals = [c for c in best if c.score >= best[0].score - 0.02]
        if len(rivals) > 1:
            rivals = [c for c in rivals if c.ref in self.shown] or rivals
            self.cost += 0.1 * (len(rivals) > 1)
        self.cost += _COSTS.get(rivals[0].how, 0.1)
        return [rivals[0].ref]

    def _names(self, table: str) -> list[ColumnRef]:
        """Return what rows are called by; those of what they belong to, where they have no name."""
        schema = self.a.s.schema
        keyed = [key.column for key in self.keys if key.unit is None]
        found = names_of(schema, self.a.s.table(table)) or [
            r for r in self.a.show_rows(table)
            if self.a.nature(r).kind == "text" and r != key_of(schema, self.a.s.table(table))
        ]  # fmt: skip
        if found:
            return found
        if any(self.a.nature(ref).kind == "text" for ref in keyed):
            return keyed
        people = list(people_columns(schema, table))
        if len(people) == 1:
            return people
        far = [t for t in self.a.s.reach(table) if t != table and is_of_people(schema, t)]
        if len(far) == 1:
            return names_of(schema, self.a.s.table(far[0])) or self.a.show_rows(far[0])
        if self._is_one_row() and table == self._base():
            self.cost += 0.05
            return [ColumnRef(table, c.name) for c in self.a.s.table(table).columns]
        raise NotShown

    def _is_one_row(self) -> bool:
        edge = len(self.figures) == 1 and self.figures[0].func in EDGES
        return not self.keys and (edge or (self.limit == 1 and not self.figures))

    def _date(self) -> ColumnRef:
        periods = [r for t in self.tests if t.period for r in t.columns()]
        periods = [r for r in periods if self.a.nature(r).kind == "date"]
        if periods:
            return periods[0]
        try:
            return self.a.date_of([self._base()])
        except Ask:
            return self.a.date_of([self._base()], years=True)

    def _places(self) -> list[ColumnRef]:
        return self.a.places_of(self._near())

    def _people(self, want: Want) -> list[ColumnRef]:
        schema = self.a.s.schema
        near = self._near()
        done = [c.ref for c in want.item.columns if c.ref.table in near] if want.item else []
        done = [ref for ref in done if self.a.nature(ref).kind == "text"]
        if done:
            return done[:1]  # who directed it, of a column Director
        if is_of_people(schema, near[0]):
            return self.a.show_rows(near[0])
        for table in near:
            found = people_asked(schema, table, want.words)
            if found:
                self.cost += 0.1 * (len(found) > 1)
                return [found[0]]
            if is_of_people(schema, table):
                return self.a.show_rows(table)
        self.cost += 0.05
        return self._names(near[0])  # who it was, of acts: what they are called


__all__ = ["EDGES", "ColumnsBeside", "NotShown"]
