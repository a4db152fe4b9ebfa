"""Lists of rows: which columns, and when or where something was at its most."""

from __future__ import annotations

from collections.abc import Iterable

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Order, Test
from keenbench.models.offline.quantities import BAD
from keenbench.models.offline.words import name_words, root, stem
from keenbench.models.reader.columns_wanted import ColumnsWanted
from keenbench.models.reader.nature import people_columns
from keenbench.models.reader.parts import GLUE, Direction, Part
from keenbench.models.reader.vocabulary import PLACES
from keenbench.query.plan import AggregateName

_BUYING = frozenset(root(word) for word in ("buy", "bought", "purchase", "order", "get", "got"))
_TOLD = (
    "description", "item", "product", "good", "article", "purpose", "reason", "service", "detail",
    "particular", "type", "category", "subject", "memo", "narrative",
)  # fmt: skip
"""Words of headers that say what money was for, the plainest first."""
_THERE = frozenset(("do", "does", "are", "is", "have", "exist", "can"))
_BESIDE = (["with"], ["and"], ["their"], ["the"], ["plus"], ["its"])
_FEW = 20


class Listing(ColumnsWanted):
    # -- when, and where, something was at its most

    def read_occasion(self, cue: Part) -> bool:
        """`when and at which port was the heaviest landing`: the row's date and place, and it."""
        asks = {p.value for p in self.parts if p.tag == "which"}
        if not asks & {"when", "where"} or self.keys or self.limit is not None:
            return False
        if asks == {"when"} and cue.sense.meaning is not None and self._last_time(cue):
            return True
        ref = self._measured_by(cue)
        if ref is None or self.nature(ref).kind != "number":
            return False
        table = ref.table
        self.use(cue)
        own = self.show_rows(table)
        if "when" in asks:
            own.append(self.date_of([table]))
        if "where" in asks:
            own += self._places(table)
        if "who" in asks:
            own += people_columns(self.s.schema, table)
        for part in self.parts:
            if part.used or part.kind not in ("col", "rows"):
                continue
            if part.kind == "col" and part.sense.ref is not None and part.sense.table == table:
                own.append(part.sense.ref)
                self.use(part)
            elif part.kind == "rows":
                self.use(part)
        self.settle_thresholds(None)
        self.subject = table
        self.shown = list(dict.fromkeys([*own, ref, *self.shown]))
        self.order.append(Order(column=ref, direction=self._way(cue, ref)))
        self.limit = 1
        if self.column(ref).nullable:
            self.test(Test(column=ref, op="is_not_null", said=""), -1)
        return True

    def _last_time(self, cue: Part) -> bool:
        """`when was the last harvest`: the date of it, whatever else it has of time."""
        meaning = cue.sense.meaning
        noun = self.next_open(cue.at)
        if meaning is None or "timestamp" not in meaning.dims or self.is_measure(noun):
            return False
        if noun is not None and noun.kind not in ("rows", "col", "val"):
            return False
        ref = noun.sense.ref if noun is not None and noun.kind == "col" else None
        if ref is None or self.nature(ref).kind not in ("date", "year"):
            table = noun.sense.table if noun is not None and noun.kind == "rows" else self.base()
            ref = self.date_of([table], years=True)
        self.use(cue, noun if noun is not None and noun.kind != "val" else None)
        self.settle_thresholds(None)
        func: AggregateName = "min" if meaning.value == "asc" else "max"
        self.figures.append(Figure(func=func, table=ref.table, column=ref))
        return True

    def _measured_by(self, cue: Part) -> ColumnRef | None:
        """Return the measure that a ranking names or its word compares by."""
        for part in self.parts[cue.at + 1 :]:
            if self.is_measure(part) and not part.used:
                self.use(part)
                return part.sense.ref
        meaning = cue.sense.meaning
        if meaning is None or not meaning.dims or meaning.dims == ("*count",):
            return None
        try:
            return self._dims_of(meaning.dims, (), None)
        except Ask:
            return None

    def _way(self, cue: Part, ref: ColumnRef) -> Direction:
        """The worst wait is the longest one."""
        bad = {stem(word) for word in name_words(ref.column)} & BAD
        if cue.norm in ("worst", "best") and bad:
            return "desc" if cue.norm == "worst" else "asc"
        return "asc" if cue.value == "asc" else "desc"

    def _places(self, table: str) -> list[ColumnRef]:
        return self.places_of([table, *self.s.reach(table)])

    def places_of(self, tables: Iterable[str]) -> list[ColumnRef]:
        """Return the columns that say where rows are, of the first of some tables that has any."""
        for table in dict.fromkeys(tables):
            columns = [ColumnRef(table, c.name) for c in self.s.table(table).columns]
            found = [
                r for r in columns
                if self.nature(r).kind == "text"
                and {stem(w) for w in name_words(r.column)} & PLACES
            ]  # fmt: skip
            if found:
                return found[:2]
            if {stem(word) for word in name_words(table)} & PLACES and self.show_rows(table):
                return self.show_rows(table)  # each row is a place
        raise Ask("I see no column that says where.")

    # -- what it was for

    def list_what_for(self) -> bool:
        """`what did we buy from Npower`, `what did they pay us for`: what rows say it was."""
        words = [p.norm for p in self.parts]
        if not words or words[0] != "what" or not self.tests or self.thresholds:
            return False
        ends = words[-1] == "for" and " go for " not in f" {' '.join(words)} "
        bought = bool({root(w) for w in words} & _BUYING) and "from" in words
        named = [p for p in self.parts if p.kind == "col" and not p.used and self.is_entity(p)]
        if not (ends or bought) or named:
            return False
        tested = {ref for test, _ in self.tests for ref in test.columns()}
        table = self.base()
        texts = [
            r for c in self.s.table(table).columns
            if self.nature(r := ColumnRef(table, c.name)).kind == "text" and r not in tested
        ]  # fmt: skip
        told = [
            r for word in _TOLD for r in texts if word in {stem(w) for w in name_words(r.column)}
        ]
        if not told:
            return False
        self.use(*(p for p in self.parts if self.is_measure(p) or p.kind == "rows"))
        self.use(*(p for p in self.parts if p.kind == "skip"))
        self.guess(0.05)
        self.subject = table
        self.shown = [told[0], *self.shown]
        self.distinct = True
        return True

    # -- rows

    def _nothing_named(self) -> str:
        words, nowhere = self.unknown(), self.nowhere()
        if not words:
            return "What would you like to know? I see no table, column or figure named."
        said = " or ".join(f'"{word}"' for word in (nowhere or words)[:3])
        if not nowhere:
            return f"What would you like to know about {said}?"
        return f"I see no table, column or cell called {said}. What would you like to know?"

    def asks_which_are_there(self, part: Part) -> bool:
        """`what payment terms do we offer`, `which sizes are there`: the different ones of a few.

        What money was made, or how much of something, is a figure.
        """
        ref = part.sense.ref
        asked = self.norm(part.at - 1) in ("what", "which", "what different", "which different")
        going = self.norm(part.at + 1).split()[:1] + self.norm(part.at + 2).split()[:1]
        if ref is None or not asked or not part.plural or not {*going} & _THERE:
            return False
        column = self.column(ref)
        rows = self.s.table(ref.table).row_count
        few = column.distinct is not None and column.distinct <= min(_FEW, rows / 3)
        if not few or column.type != "integer":
            return False
        return self.pick("which are there", [(True, 0.0), (False, 0.2)])

    def list_rows(self, entity: Part | None, *, when: bool) -> None:
        """Show the rows asked about: what tells them apart, and what the question speaks of."""
        named = [p for p in self.parts if p.kind == "col" and not p.used and p is not entity]
        if entity is not None and entity.kind == "col":
            said = [p for p in named if self._is_what_rows_are(p, entity)]
            self.use(*said)
            named = [p for p in named if p not in said]
        if entity is None and not named and not self.shown and not self.tests and not self.without:
            raise Ask(self._nothing_named(), *self.unknown())
        table = self.subject
        own: list[ColumnRef] = []
        if entity is not None:
            self.use(entity)
            if entity.kind == "rows":
                table = table or entity.sense.table
                own = self.show_rows(table)
            elif entity.kind == "unit" and entity.sense.unit == "day":
                own = [self.date_of([table or self.base()])]  # the days with over 25 mm of rain
                self.distinct = not self.shown and not named
            elif entity.kind == "unit":
                raise Ask(f"Which {entity.item.text}, by what?")
            elif entity.sense.ref is not None:
                ref = entity.sense.ref
                table = table or ref.table
                if self.nature(ref).unique:
                    own = [*self.show_rows(ref.table), ref]
                else:
                    own = [ref]
                    self.distinct = not self.shown and not named
        table = table or self.base()
        self.subject = table
        if when:
            self.shown.append(self.date_of([table]))
        for part in named:
            self.use(part)
            assert part.sense.ref is not None
            own.append(part.sense.ref)
        if entity is None and all(self.nature(r).kind in ("number", "date") for r in own):
            own = [*self.show_rows(table), *own]  # prices alone do not say of what
        if self.distinct and len(own) == 1 and not self.tests and self.column(own[0]).nullable:
            # What exhibitions there were: that there was none is not one of them.
            self.test(Test(column=own[0], op="is_not_null", said=f"{own[0]} present"), 0)
        # Of what somebody has none of there is nothing to show.
        self.shown = [ref for ref in self.shown if ref.table not in self.without]
        wide = not own and not self.shown
        self.shown = list(dict.fromkeys([*own, *self.shown]))
        if not wide and not self.distinct:
            for test, _ in self.tests:
                for ref in test.columns():
                    if ref.table == table and ref not in self.shown and ref.worked is None:
                        self.shown.append(ref)

    def _is_what_rows_are(self, part: Part, entity: Part) -> bool:
        """`which teachers give Science marks`: the teachers, of rows that are marks."""
        ref = entity.sense.ref
        asked = self.before(entity.at, over=("skip",))
        if ref is None or self.nature(ref).unique or asked is None or asked.tag != "which":
            return False
        joined = self.norm(part.at - 1) in ("and", "their", "with", "what", "which")
        called = any(link.table == ref.table for link in part.item.tables)
        return part.plural and called and part.at > entity.at and not joined

    def list_with_counts(self, entity: Part | None) -> bool:
        """`reasons with counts`, `breeds and their numbers`: how many there are of each."""
        said = [p for p in self.parts if p.norm in ("counts", "numbers", "tallies") and not p.used
                and p.kind in GLUE]  # fmt: skip
        said = [p for p in said if self.norm(p.at - 1).split()[-1:] in _BESIDE]
        ref = entity.sense.ref if entity is not None and entity.kind == "col" else None
        if not said or entity is None or ref is None or self.nature(ref).kind != "text":
            return False
        self.use(entity, *said)
        self.settle_thresholds(None)
        self.keys.extend(self.keys_for(entity))
        self.figures.append(Figure(func="count", table=ref.table))
        return True

    def is_split(self, part: Part) -> bool:
        """`gender split by department`, `age mix per team`: how many of each there are."""
        following = self.norm(part.at + 1).split()[:1]
        return bool({*following} & {"split", "mix", "breakdown", "distribution", "makeup"})

    def latest_alone(self) -> bool:
        """`the latest year in the table`: which one that is, where nothing else is asked."""
        if len(self.tests) != 1 or any(p.kind not in GLUE for p in self.parts):
            return False
        test = self.tests[0][0]
        told = any(r.startswith("The latest") for r in self.s.remarks)
        if not test.period or test.column is None or not told:
            return False
        self.tests = []
        self.figures.append(Figure(func="max", table=test.column.table, column=test.column))
        return True


__all__ = ["Listing"]
