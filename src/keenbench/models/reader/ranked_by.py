"""By what a ranking goes: the column or the count, and the people that who asks for."""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Test
from keenbench.models.offline.words import name_words, root, stem
from keenbench.models.reader.moments import MOMENTS
from keenbench.models.reader.nature import is_of_one, is_of_people, measures, parties
from keenbench.models.reader.parts import Part
from keenbench.models.reader.people_meant import people_asked
from keenbench.models.reader.ranked_sizes import RankedSizes
from keenbench.models.reader.senses import Sense
from keenbench.models.reader.sold_things import is_of_many_sales
from keenbench.models.reader.trade_figures import profit_of
from keenbench.models.reader.vocabulary import EARNING_VERBS
from keenbench.query.plan import AggregateName

_COUNTED = ("*count",)
_LOSING = frozenset(map(root, ("lose", "losing", "loses", "lost", "loss", "losses")))
_ON = ("on", "from", "in", "for", "through", "with", "across", "over")
"""Words between what was paid the most and what it was paid for."""

_EDGES = ("highest", "lowest", "greatest", "maximum", "minimum")
"""What a number may be; rows themselves are the most or the fewest."""


class RankedBy(RankedSizes):
    def _funcs(self) -> AggregateName | None:
        found: AggregateName | None = None
        for part in self.open("agg"):
            if part.value in ("avg", "sum", "median", "max", "min"):
                found = part.value  # type: ignore[assignment]
                self.use(part)
        return found

    def _who(self) -> Part | None:
        """Return a part for the people that `who` asks for; several kinds of them are a fork."""
        asks = [p for p in self.parts if p.tag == "which" and p.value == "who"]
        if not asks:
            return None
        found = self._people()
        if not found:
            return None
        said = [sense for sense in found if sense.ref is not None and self._is_said(sense.ref)]
        if len(said) == 1:
            found = said
        more = 0.0 if len(found) == 1 else 0.1
        ways = [(sense, more * min(n + 1, 3)) for n, sense in enumerate(found[:4])]
        sense = self.pick("who", ways, "Which people do you mean?")
        return Part(asks[0].at, asks[0].item, sense)

    def _people(self) -> list[Sense]:
        """Return the people of the rows in play: a column's first, then those a key points at."""
        schema = self.s.schema
        found: list[Sense] = []
        near = self._near()
        for table in near:
            if is_of_people(schema, table):
                found.append(Sense("rows", 0.0, table=table, how="kind"))
                continue
            for ref in people_asked(schema, table, [p.norm for p in self.parts]):
                found.append(Sense("col", 0.0, ref=ref, table=table, how="kind"))
        base = near[0]
        if not found:
            found = [Sense("col", 0.0, ref=r, table=base, how="kind")
                     for r in parties(schema, base)]  # fmt: skip
        direct = {r.to_table for r in schema.relations if r.from_table == base}
        found.sort(key=lambda s: 0 if s.table == base else 1 if s.table in direct else 2)
        # Who joined the club is a pupil, and not its teacher.
        return sorted(found, key=lambda s: s.table != base and s.kind != "rows")

    def _is_said(self, ref: ColumnRef) -> bool:
        """Whether a word of a header stands in the question: who served most, of servedBy."""
        words = name_words(ref.column)
        done = words[-1:] == ("by",)  # who marked the most, not who got the top mark
        said = {
            root(t.norm) for p in self.parts if not p.used and not self.is_measure(p)
            for t in p.item.tokens if not done or t.norm not in map(stem, words)
        }  # fmt: skip
        return bool(said & {root(w) for w in words if len(w) > 3})

    def _totalled_noun(
        self, noun: Part | None, func: AggregateName | None
    ) -> tuple[ColumnRef | None, Figure | None]:
        """`the highest total claimed`: a total is of money, where no other measure is named."""
        measured = any(not p.used and self.is_measure(p) for p in self.parts)
        ranks = any(
            p.tag == "super" and p.sense.meaning and p.sense.meaning.dims for p in self.parts
        )
        if func not in ("sum", "avg", "median") or measured or self.rank_by or ranks:
            return None, None
        if noun is not None and noun.kind == "rows":
            return None, None
        ref = self.unnamed_money()
        if ref is not None:
            self.guess(0.1, f"I ranked by {ref}.")
            self.use(noun if noun is not None and not self.is_entity(noun) else None)
        return ref, None

    def _told_in(self, cue: Part | None) -> ColumnRef | None:
        """`the earliest goal, which minute?`: the time that is asked for, which is no date."""
        if cue is None or not self._of_time(cue):
            return None
        for part in self.parts:
            if part.used or not self.is_measure(part) or self.norm(part.at - 1) != "which":
                continue
            if part.sense.ref is not None and self.nature(part.sense.ref).words & MOMENTS:
                self.use(part)
                return part.sense.ref
        return None

    def asks_moment(self, ref: ColumnRef) -> bool:
        """Whether the moment itself is asked for, and not the row that it is of."""
        asked = [p for p in self.parts if p.sense.ref == ref and self.norm(p.at - 1) == "which"]
        first = any(p.tag == "super" and p.at < asked[0].at for p in self.parts) if asked else False
        return first and bool(self.nature(ref).words & MOMENTS)

    def _comes_often(self, cue: Part, noun: Part) -> bool:
        """`the month with the most check-outs`: how many rows have their day of it then."""
        ref = noun.sense.ref
        if cue.norm not in ("most", "fewest", "least") or not noun.plural or ref is None:
            return False
        if self.column(ref).nullable:
            self.test(Test(column=ref, op="is_not_null", said=f"{ref} present"), noun.at)
        return True

    def _measured(
        self, cue: Part | None, noun: Part | None, asked: Part | None
    ) -> tuple[ColumnRef | None, Figure | None]:
        """Return the column, or the count, that the ranking goes by."""
        meaning = cue.sense.meaning if cue is not None else None
        judged = cue is not None and cue.norm in ("best", "worst")
        for part in self.rank_by:
            self.use(part)
            if part.tag == "agg" and part.value != "count":
                named = self.after(part.at, over=("skip",))
                if named is not None and self.is_measure(named) and named.sense.ref is not None:
                    self.use(named)
                    return named.sense.ref, None  # the most popular by total attendance
                return self._by_its_figure(part), None
            if part.tag == "agg":
                counted = self.next_open(part.at)
                beside = counted is self.after(part.at, over=("used",))
                if counted is not None and beside and self.is_measure(counted):
                    self.use(counted)
                    return counted.sense.ref, None  # by number of guests
                self.use(counted if counted is not None and counted.kind == "rows" else None)
                table = counted.sense.table if counted and counted.kind == "rows" else self.base()
                return None, Figure(func="count", table=table)
            return part.sense.ref, None
        if meaning is not None and meaning.dims == _COUNTED:
            return None, Figure(func="count", table=self._count_table(asked or noun))
        if self.loses_money():
            profit = profit_of(self.s.schema)
            if profit is None:
                raise Ask("I see no column that says what was lost.")
            for part in self.parts:
                if part.kind == "skip" and root(part.norm) in _LOSING:
                    self.guess(-max(0.0, part.sense.cost - 0.05))
                    part.sense = replace(part.sense, cost=min(part.sense.cost, 0.05))
            return profit, None
        loosely = noun is not None and noun.sense.how in ("kind", "synonym", "described")
        if meaning is not None and meaning.dims and loosely and self.is_measure(noun):
            told = self._dims_of(meaning.dims, (), None)
            if told is not None:
                return told, None  # the poorest people have the least, and are not the fewest
            if noun is not None and noun.sense.how == "kind":
                raise Ask(f'By which column should "{cue.item.text if cue else ""}" go?')
        if noun is not None and self.is_measure(noun):
            self.use(noun)
            self.doubt_plural(noun)
            return noun.sense.ref, None
        if noun is not None and noun.kind == "col" and noun.sense.ref is not None:
            nature = self.nature(noun.sense.ref)
            if nature.kind in ("date", "year"):
                timed = cue is None or nature.kind != "date" or self._of_time(cue)
                if not timed and cue is not None and self._comes_often(cue, noun):
                    self.use(noun)
                    return None, Figure(func="count", table=noun.sense.ref.table)
                if not timed and not self._only_says_done(noun):
                    raise Ask(f"No date is the {cue.norm if cue else ''} one.", noun.item.text)
                self.use(noun)
                if timed:
                    return noun.sense.ref, None
        dated = self._dated_before(cue)
        if dated is not None:
            return dated, None
        moment = self._told_in(cue)
        if moment is not None:
            return moment, None
        if meaning is not None and meaning.dims:
            found = self._dims_of(meaning.dims, meaning.against, asked or noun)
            if found is not None and cue is not None and is_of_many_sales(cue.norm):
                nature = self.nature(found)
                if nature.money and is_of_one(nature.words):  # of cars each sale is a row
                    return None, Figure(func="count", table=found.table)
            if found is not None:
                return found, None
        later = [p for p in self.parts[(cue.at if cue else -1) + 1 :]
                 if not p.used and self.is_measure(p)]  # fmt: skip
        if not later and self._spends_on(cue, noun):
            money = self.unnamed_money()
            if money is not None:
                self.use(noun)
                self.guess(0.03, f"I ranked by {money}.")
                return money, None
        earlier = [
            p for p in self.parts[: cue.at if cue else 0] if not p.used and self.is_measure(p)
        ]
        where = noun if len(earlier) == 1 and not later and self.is_where(cue, noun) else None
        if (
            noun is not None
            and noun is not asked
            and where is None
            and (asked is not None or (self.keys and self._counts_its_noun(cue)))
            and noun.kind in ("rows", "col")
        ):
            counts = cue is not None and self.parts[cue.at + 1].value == "count"
            if noun.kind == "rows" and meaning is not None and meaning.dims and not counts:
                raise Ask(f'By which column should "{cue.item.text if cue else ""}" go?')
            self.use(noun)
            mass = noun.kind == "rows" and not noun.plural and not counts
            held = self.quantity() if mass and len(self.s.schema.tables) == 1 else None
            if held is not None:
                self.guess(0.05)
                return held, None  # the most fuel, of fills with their litres
            if noun.kind == "rows" and cue is not None and cue.norm in _EDGES:
                ref = self._only_measure(noun.sense.table)
                if ref is not None:
                    return ref, None  # the lowest gdp, of a table gdp
            return self._counted_or_added(self._counting(noun), noun)
        if len(later) == 1:
            self.use(later[0])
            return later[0].sense.ref, None
        if len(earlier) == 1:
            self.use(earlier[0], where)
            return earlier[0].sense.ref, None
        if meaning is not None and "amount" in meaning.dims:
            money = self.unnamed_money()
            if money is not None:
                self.guess(0.2, f"I ranked by {money}.")
                return money, None
        if meaning is not None and meaning.dims:
            raise Ask(f'By which column should "{cue.item.text if cue else ""}" go?')
        made = self.quantity() if self.produces() else None
        if made is not None:
            self.guess(0.05, f"I ranked by {made}.")
            return made, None
        if self.earns() and not self._makes_those(cue):
            found = self.unnamed_money()
            if found is not None:
                self.guess(0.05, f"I ranked by {found}.")
                return found, None
        if judged:
            return None, None  # by what somebody is the best, only the user knows
        table = self._count_table(asked or noun)
        ref = self.measure_of([table], lambda n: n.money and n.added, "Ranked by which column")
        if ref is not None and asked is None:
            self.guess(0.4, f"I ranked by {ref}.")
            return ref, None
        if asked is not None and cue is not None and self._is_condition(cue.at + 1):
            return None, Figure(func="count", table=table)  # the most contractors
        if asked is not None and not judged:
            self.guess(0.15)
            return self._counted_or_added(Figure(func="count", table=table), None)
        return None, None

    def loses_money(self) -> bool:
        """`what loses us the most money`, `the biggest loss`: the least profit, below nothing."""
        said = [root(token.norm) for p in self.parts for token in p.item.tokens]
        lost = any(p.kind == "skip" and root(p.norm) in _LOSING for p in self.parts)
        return lost and (root("money") in said or "loss" in said)

    def _spends_on(self, cue: Part | None, noun: Part | None) -> bool:
        """`who spent the most on bookings`: so much money; who made the most bookings, so many."""
        if cue is None or noun is None or noun.kind not in ("rows", "col"):
            return False
        paid = [p for p in self.parts[max(0, cue.at - 3) : cue.at] if root(p.norm) in EARNING_VERBS]
        between = [p.norm for p in self.parts[cue.at + 1 : noun.at]]
        return bool(paid) and any(word in _ON for word in between)

    def _makes_those(self, cue: Part | None) -> bool:
        """`who made the most hires`: so many of what a cell tells, and no money."""
        return cue is not None and self._is_condition(cue.at + 1)

    def _only_says_done(self, noun: Part) -> bool:
        """`the most expensive car we sold`: one of those that have a day of sale."""
        ref = noun.sense.ref
        if ref is None or not noun.norm.endswith(("ed", "en", "ld", "nt", "id", "ht", "de")):
            return False
        if self.column(ref).nullable:
            self.test(Test(column=ref, op="is_not_null", said=f"{ref} present"), noun.at)
        return True

    def _counts_its_noun(self, cue: Part | None) -> bool:
        """`the most orders by region` counts orders; the longest track, or the top five, do not."""
        meaning = cue.sense.meaning if cue is not None else None
        sized = meaning is not None and bool(meaning.dims)
        return cue is not None and not sized and cue.norm not in ("top", "bottom")

    def _dated_before(self, cue: Part | None) -> ColumnRef | None:
        """`what is due first`, `who was hired last`: the date that is named before."""
        if cue is None or not self._of_time(cue):
            return None
        dates = [
            p for p in self.parts[: cue.at]
            if not p.used and p.kind == "col" and p.sense.ref is not None
            and self.nature(p.sense.ref).kind == "date"
        ]  # fmt: skip
        if len(dates) != 1:
            return None
        self.use(dates[0])
        return dates[0].sense.ref

    def _is_condition(self, at: int) -> bool:
        """Whether a word tells rows that are counted: which team has the most contractors."""
        part = self.parts[at] if at < len(self.parts) else None
        return part is not None and part.kind in ("val", "state") and part.plural

    def _only_measure(self, table: str) -> ColumnRef | None:
        """Return what rows can be high or low by, where they have only one number."""
        found = [n.ref for n in measures(self.s.schema, table) if not self.s.yes_value(n.ref)]
        return found[0] if len(found) == 1 else None

    def _by_its_figure(self, cue: Part) -> ColumnRef:
        """`top 3 customers by total`: a figure of the only sum that they have."""
        ref = self.unnamed_money() or self.measure_of(
            self._near(), lambda n: n.added, f"The {cue.norm} of which column"
        )
        if ref is None:
            raise Ask(f"The {cue.norm} of which column?", cue.item.text)
        self.guess(0.1, f"I ranked by {ref}.")
        return ref

    def _counted_or_added(
        self, count: Figure, noun: Part | None
    ) -> tuple[ColumnRef | None, Figure | None]:
        """`which site produced the least`: the fewest rows, or the least of what it has.

        Rows that were named are counted.
        """
        if noun is not None and (noun.kind == "rows" or noun.plural):
            return None, count
        table = self.base()
        added = [n.ref for n in measures(self.s.schema, table) if n.added or n.addable]
        added = [ref for ref in added if self.s.yes_value(ref) is None][:3]
        ways: list[tuple[ColumnRef | None, float]] = [(None, 0.0), *((ref, 0.15) for ref in added)]
        ref = self.pick("ranked", ways, "Ranked by which column?")
        return (None, count) if ref is None else (ref, None)

    def _text_of(self, cue: Part | None, noun: Part | None) -> Part | None:
        """`the most common defect`, of Defects and Main Defect: of numbers none is common."""
        meaning = cue.sense.meaning if cue is not None else None
        if meaning is None or meaning.dims != _COUNTED or noun is None or noun.sense.ref is None:
            return noun
        if not self.is_measure(noun):
            return noun
        word = root(noun.item.tokens[-1].norm)
        table = noun.sense.ref.table
        found = [
            ref for c in self.s.table(table).columns
            if word in {root(w) for w in name_words(c.name)}
            and self.nature(ref := ColumnRef(table, c.name)).kind == "text"
        ]  # fmt: skip
        if len(found) == 1:
            self.guess(0.1)
            noun.sense = Sense("col", noun.sense.cost, ref=found[0], table=table, how="part")
        return noun

    def _not_itself(self, entity: Part, figure: Figure) -> Part:
        """`what do they hire most often`: not a hire, of which each is one, but what was hired."""
        if entity.kind != "rows" or figure.table != entity.sense.table:
            return entity
        schema = self.s.schema
        tested = {ref for test, _ in self.tests for ref in test.columns()}
        things = [
            Sense("rows", 0.0, table=r.to_table, how="kind") for r in schema.relations
            if r.from_table == figure.table and r.to_table not in {ref.table for ref in tested}
        ]  # fmt: skip
        for column in self.s.table(figure.table).columns:
            ref = ColumnRef(figure.table, column.name)
            nature = self.nature(ref)
            if nature.kind == "text" and not nature.unique and ref not in tested:
                things.append(Sense("col", 0.0, ref=ref, table=ref.table, how="kind"))
        if not things:
            raise Ask(f"Each of {figure.table} is there once. What should be counted?")
        sense = self.pick("thing", [(each, 0.2) for each in things[:4]], "Which of what?")
        return Part(entity.at, entity.item, sense)

    def _count_table(self, part: Part | None) -> str:
        if part is not None and part.kind == "rows":
            many = [r.from_table for r in self.s.schema.relations if r.to_table == part.sense.table]
            if len(set(many)) == 1:
                return many[0]
        return self.base()

    def _counting(self, noun: Part) -> Figure:
        if noun.kind == "rows":
            return Figure(func="count", table=noun.sense.table)
        ref = noun.sense.ref
        assert ref is not None
        nature = self.nature(ref)
        if nature.unique or nature.kind == "key" or nature.person:
            return Figure(func="count", table=ref.table)
        self.doubt_part(noun, different=False)
        return Figure(func="count_distinct", table=ref.table, column=ref)


__all__ = ["RankedBy"]
