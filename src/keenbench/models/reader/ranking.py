"""The first of a ranking: which, by what, and of how many."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Order, Test
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.first_of_each import FirstOfEach
from keenbench.models.reader.nature import is_of_people
from keenbench.models.reader.own_sizes import rank_things
from keenbench.models.reader.parts import Direction, Part, turned
from keenbench.models.reader.sold_things import is_of_many_sales, thing_of_kind
from keenbench.query.plan import AggregateName

_DONE = ("sold", "bought", "read", "hit", "played", "lent", "rented", "sent", "made", "worn")


_THAT = word_set("is was it that they them are were this please there those")
_OF_ONE = frozenset(
    ("price", "duration", "weight", "height", "speed", "temperature", "depth", "distance", "age")
)
"""What a word compares by that is of one row: the longest waits are not the most in sum."""


def _edge(direction: Direction) -> AggregateName:
    return "max" if direction == "desc" else "min"


def _is_deed(part: Part) -> bool:
    return part.kind == "rows" and len(part.item.tokens) == 1 and part.norm.endswith("ed")


_SAYS_A_KIND = 0.1
"""What it costs at least to leave out a word that says what something is."""
_AT_ONE_MOMENT = word_set(
    "recorded reported measured registered logged hit reached saw seen showed clocked posted set"
)
"""What `which sensor recorded the lowest temperature` says: of one reading, and not on average."""


class Ranking(FirstOfEach):
    def drop_how_much_it_is(self) -> None:
        """`which has the highest limit and how much is it`: what it is ranked by is shown."""
        for cue in self.open("how_much", "agg"):
            ranked = any(p.tag == "super" and p.at < cue.at for p in self.parts)
            rest = [p.norm for p in self.parts[cue.at + 1 :]]
            asks = cue.tag == "how_much" or cue.norm == "how many"
            if ranked and asks and rest and set(rest) <= _THAT:
                self.use(cue)

    def read_ranking(self) -> None:
        supers = self.open("super")
        cue = supers[0] if supers else None
        self.use(cue)
        direction: Direction = "asc" if cue is not None and cue.value == "asc" else "desc"
        funcs = self._funcs()
        who = self._who()
        asked = self._asked_before(cue) or who
        if who is not None and asked is not who and asked is not None and _is_deed(asked):
            self.use(asked)
            asked = who  # who logged the most hours: the people, not the entries
        groups = self.groups_ranked_in(cue, asked)
        deed = self._deed(cue)
        noun = self.next_open((deed or cue).at) if cue is not None else None
        numbered = noun is not None and noun.tag == "agg" and noun.value == "count"
        if noun is not None and numbered:
            self.use(noun)
            noun = self.next_open(noun.at)
        if noun is not None and noun.kind == "cue":
            noun = None
        noun = self._text_of(cue, self._head_of(noun))
        much = cue is None or cue.norm in ("most", "fewest", "least", "top")
        if asked is who and not much and noun is not None and self.is_entity(noun):
            asked = None  # who is the oldest player
        figure: Figure | None
        if deed is not None and noun is not None and self._counts_deeds(deed, noun):
            self.use(deed)
            measure, figure = deed.sense.ref, None
        elif deed is not None and noun is not None and self.is_entity(noun) and not self.rank_by:
            measure = None
            figure = Figure(func="count", table=self._done(deed, noun))
        else:
            measure, figure = self._totalled_noun(noun, None if numbered else funcs)
            if measure is None:
                measure, figure = self._measured(cue, noun, asked)
        if noun is not None and noun.used:
            noun = None
        entity = asked
        if figure is not None and asked is not None:
            entity = self._not_itself(asked, figure)
        if entity is None and noun is not None and self.is_entity(noun):
            entity = noun
        if entity is None and noun is None and not (numbered and measure):
            entity = self._entity(cue.at if cue is not None else -1)
        if entity is None and cue is not None and not self.keys:
            entity = self._sold(cue)
        self.use(entity)
        self.settle_thresholds(entity)
        if measure is not None:
            measure, direction = self._still_lasting(measure, direction)
            if cue is not None and self.is_slow(cue.sense.meaning, measure):
                direction = "asc" if direction == "desc" else "desc"
        if measure is not None and self.nature(measure).kind in ("date", "year") and cue:
            direction = self._by_date(cue, direction)
        direction = self.judged(cue, measure, direction)
        if measure is not None and self.loses_money():
            direction = turned(direction)
        if cue is not None and cue.norm in ("first", "last") and self.limit is None:
            timed = measure is not None and self.nature(measure).kind in ("date", "year", "time")
            self.guess(0.0 if timed else 0.4)  # of fares or counts none is the first
        if groups and entity is None and funcs is not None:
            self.keys, groups = groups, []  # the highest average of each: of which is it the first
        when = any(part.tag == "which" and part.value == "when" for part in self.parts)
        if groups and when and measure is not None:
            self.figures.append(Figure(func=_edge(direction), table=measure.table, column=measure))
            self.put_within(groups)
            return
        beside = self._asked_beside() if measure is not None else []
        if who is not None and asked is None and entity is not None and not beside:
            beside = self._people_of(who, entity)
        if beside and measure is not None:
            self._rank_with(measure, entity, beside, direction)
        elif figure is not None:
            self._doubt_other_groups(entity, None)
            self._rank_groups(figure, entity, direction)
        elif measure is not None:
            self._doubt_other_groups(entity, measure)
            self._rank_by_column(
                measure, entity, direction, funcs, asked is not None or who is not None
            )
        else:
            raise Ask(f'By which column should "{cue.item.text if cue else "this"}" go?')
        if self.limit is None:
            self.limit = 1 if self.order else None
        self.put_within(groups)

    def _head_of(self, noun: Part | None) -> Part | None:
        """Return what is measured in `the most on vet fees`: fees, of whatever kind."""
        if noun is None or noun.kind != "rows" or noun.plural or noun.at + 1 >= len(self.parts):
            return noun
        head = self.parts[noun.at + 1]
        if head.used or head.after_mark or not self.is_measure(head):
            return noun
        self.use(noun)
        return head

    def _sold(self, cue: Part) -> Part | None:
        """`the best selling dessert`: what was sold of each dessert, and not in one sale."""
        kind = self.parts[cue.at + 1] if cue.at + 1 < len(self.parts) else None
        ref = kind.sense.ref if kind is not None and kind.kind == "val" else None
        if kind is None or ref is None or not is_of_many_sales(cue.norm):
            return None
        thing = thing_of_kind(self.s.schema, ref)
        return Part(kind.at, kind.item, thing) if thing is not None else None

    def _doubt_other_groups(self, entity: Part | None, measure: ColumnRef | None) -> None:
        """`which game sold the most` is not asked of platforms, even if these are named as well."""
        if not self.keys:
            return
        if entity is None:
            self.guess(0.3 if self._ranks_a_kind() else 0.0)
        elif entity.sense.ref not in [key.column for key in self.keys]:
            of_row = measure is not None and self._is_row(entity, measure)
            tables = {key.column.table for key in self.keys}
            own = entity.kind == "rows" and entity.sense.table in tables
            if of_row or own or entity.kind == "unit":
                return
            if self.limit is not None:
                raise Ask(f"By which column should the first of {entity.item.text} be found?")
            self.guess(0.3)

    def _asked_beside(self) -> list[ColumnRef]:
        """`the biggest deal, and with which account`: what else is asked of the first row."""
        found: list[ColumnRef] = []
        for part in self.open("which"):
            joined = self.norm(part.at - 1) in ("and", "at", "in", "with", "by", "to", "for")
            asked = self.after(part.at)
            if part.value == "who" and part.at and joined and self._of_a_row():
                self.use(part)
                found += self._whose()
                continue
            if part.value != "which" or not part.at or not (joined or part.after_mark):
                continue
            if asked is None or asked.sense.ref is None or not self.is_entity(asked):
                continue
            if self._of_a_row():
                self.use(part, asked)
                found.append(asked.sense.ref)
        return found

    def _whose(self) -> list[ColumnRef]:
        """`the biggest invoice and who it was from`: the people, or what alone a row points at."""
        people = self._people()
        if people and people[0].ref is not None:
            return [people[0].ref]
        base = self.base()
        others = {r.to_table for r in self.s.schema.relations if r.from_table == base}
        tables = [people[0].table] if people else list(others) if len(others) == 1 else []
        return self.show_rows(tables[0]) if tables else []

    def _people_of(self, who: Part, row: Part) -> list[ColumnRef]:
        """`who made the largest donation`: whose row it is, and not only which row."""
        if row.kind != "rows" or is_of_people(self.s.schema, row.sense.table):
            return []
        ref = who.sense.ref
        return [ref] if ref is not None else self.show_rows(who.sense.table)

    def _of_a_row(self) -> bool:
        """Return whether what is ranked is a row: the biggest deal."""
        for part in self.parts:
            if part.tag == "super":
                return any(p.kind == "rows" for p in self.parts[part.at + 1 : part.at + 3])
        return False

    def _rank_with(
        self, ref: ColumnRef, entity: Part | None, beside: list[ColumnRef], direction: Direction
    ) -> None:
        """`when was the heaviest landing and at which port`: of one row, all that is asked."""
        named = [p for p in self.parts if p.kind == "col" and self.is_entity(p)
                 and p.sense.table == ref.table and (not p.used or p is entity)]  # fmt: skip
        for part in named:
            self.use(part)
            assert part.sense.ref is not None
            beside.append(part.sense.ref)
        self.shown.extend(r for r in dict.fromkeys(beside) if r not in self.shown)
        self._rank_rows(ref.table, ref, direction)

    def _deed(self, cue: Part | None) -> Part | None:
        """Return the participle of `the most borrowed genre`: what was done to it most often."""
        if cue is None or cue.norm not in ("most", "least") or cue.at + 1 >= len(self.parts):
            return None
        part = self.parts[cue.at + 1]
        done = part.norm.endswith(("ed", "en")) or part.norm in _DONE
        loose = part.kind == "col" and part.sense.how in ("part", "verb", "synonym")
        plain = (part.kind in ("skip", "rows") or loose) and not part.used
        return part if done and plain and len(part.item.tokens) == 1 else None

    def _counts_deeds(self, deed: Part, noun: Part) -> bool:
        """`the most voted bug`, of bugs with their votes: each row tells how often it was done."""
        own = noun.kind == "rows" and noun.sense.table == deed.sense.table
        return own and deed.kind == "col" and self.is_measure(deed)

    def _done(self, deed: Part, noun: Part) -> str:
        self.use(deed)
        if deed.kind == "skip" and len(self.s.schema.tables) > 1:
            self.guess(0.15)
        return deed.sense.table if deed.kind == "rows" else self._count_table(noun)

    def _asked_before(self, cue: Part | None) -> Part | None:
        """Return what is asked about, named before the ranking: which driver has the most…"""
        end = cue.at if cue is not None else len(self.parts)
        for part in self.parts[:end]:
            if part.used or not self.is_entity(part):
                continue
            return part
        return None

    def _rank_groups(self, figure: Figure, entity: Part | None, direction: Direction) -> None:
        if not self.keys:
            if entity is None:
                raise Ask("Of which groups should the first be shown?")
            self.rows_as_keys(entity)
        if figure.func == "count" and any(
            key.unit is None and key.column.table == figure.table and self.nature(key.column).unique
            for key in self.keys
        ):
            raise Ask(f"Each of {figure.table} is there once.")
        self.figures.append(figure)
        self.order.append(Order(figure=len(self.figures) - 1, direction=direction))

    def _rank_by_column(
        self,
        ref: ColumnRef,
        entity: Part | None,
        direction: Direction,
        func: AggregateName | None,
        asked: bool,
    ) -> None:
        nature = self.nature(ref)
        edge = _edge(direction)
        listed = [r for r in self.shown if self.nature(r).kind != "number"]
        if listed and not self.keys and func is None and ref.table == listed[0].table:
            self._rank_rows(ref.table, ref, direction)  # columns beside it are those of rows
            return
        if self.asks_moment(ref) and not self.keys and self.limit is None:
            self.figures.append(Figure(func=edge, table=ref.table, column=ref))
            return
        if entity is None and not self.keys:
            asked = asked or any(p.value == "who" and p.tag == "which" for p in self.parts)
            asked = asked or self._asks_which_row(ref)
            alone = not asked and not self.shown and self.limit is None
            if alone and self.offset is None and not self._ranks_a_kind(ref):
                self.figures.append(Figure(func=edge, table=ref.table, column=ref))
                return
            self._rank_rows(ref.table, ref, direction)
            return
        by_row = entity is not None and self._is_row(entity, ref)
        if (
            by_row
            and not self.keys
            and func in (None, "max", "min", self._added_alone(entity, ref))
        ):
            assert entity is not None
            self._rank_rows(entity.sense.table, ref, direction)
            return
        if func is None and rank_things(self, entity, ref, direction):
            return
        if func is None:
            single = any(p.norm == "single" for p in self.parts)
            priced = any(p.tag == "super" and p.sense.meaning is not None
                         and _OF_ONE & {*p.sense.meaning.dims} for p in self.parts)  # fmt: skip
            single = single or (priced and not any(key.unit for key in self.keys))
            quantity = (nature.addable and self._asks_much()) or (nature.money and self.earns())
            by = [p for p in self.rank_by if p.kind == "col" and p.sense.ref == ref]
            quantity = quantity or any(self.func_said(p) == "sum" for p in by)  # by kilos landed
            quantity = quantity or self._asks_hours(ref)
            ratio = ref.worked is not None and ref.worked.op == "/"
            paid = any(p.tag == "super" and "paid" in p.norm.split() for p in self.parts)
            if paid and not ratio:
                func = self.pick("edge", [("avg", 0.05), (edge, 0.12)])  # the best paid role
            elif ratio or ((nature.added or quantity) and not single):
                func = "sum"
            elif any(p.norm in _AT_ONE_MOMENT for p in self.parts):
                func = edge
            elif nature.score:
                func = "avg"
            else:
                func = self.pick("edge", [(edge, 0.05), ("avg", 0.12)])
        self.figures.append(Figure(func=func, table=ref.table, column=ref))
        if not self.keys and entity is not None:
            self.doubt_part(entity, different=False)
            self.rows_as_keys(entity)
        self.order.append(Order(figure=len(self.figures) - 1, direction=direction))

    def _added_alone(self, entity: Part | None, ref: ColumnRef) -> AggregateName | None:
        """`which match had the most goals in total`: a match is one row, by whatever it is told."""
        own = entity is not None and entity.kind == "rows" and entity.sense.table == ref.table
        return "sum" if own and not self.show_rows(ref.table) else None

    def _asks_which_row(self, ref: ColumnRef) -> bool:
        """`which lease ends last`, of a column Lease End: a lease is asked for, and no day."""
        pairs = zip(self.parts, self.parts[1:], strict=False)
        own = {stem(word) for word in name_words(ref.table)}
        return any(
            cue.norm == "which" and noun.sense.ref == ref and noun.item.tokens[0].stem in own
            and len(noun.item.tokens) > 1 for cue, noun in pairs
        )  # fmt: skip

    def _asks_much(self) -> bool:
        """`the most passengers` are all of them; `the highest temperature` is one."""
        return any(p.tag == "super" and p.norm in ("most", "fewest", "least") for p in self.parts)

    def _asks_hours(self, ref: ColumnRef) -> bool:
        """`who spent the most minutes there`: all of theirs, though a Duration is no sum."""
        parts = [p for p in self.parts if p.sense.ref == ref]
        said = any(p.sense.how == "unit" or p.norm == "duration" for p in parts)
        return said and self._asks_much() and self.nature(ref).unit in ("s", "min", "h", "d")

    def _ranks_a_kind(self, ref: ColumnRef | None = None) -> bool:
        """`the lightest collie`: a row that a cell tells, and not how light it is.

        So is the cheapest phone, by whatever name: only the lowest price is a price.
        """
        named = any(p.kind == "col" and p.sense.ref == ref for p in self.parts)
        for cue in self.parts:
            meaning = cue.sense.meaning if cue.tag == "super" else None
            sized = meaning is not None and bool(meaning.dims) and meaning.dims != ("*count",)
            if ref is not None and sized and not named:
                return True
        pairs = zip(self.parts, self.parts[1:], strict=False)
        for cue, noun in pairs:
            if cue.norm == "which" and noun.kind == "skip" and noun.sense.cost >= _SAYS_A_KIND:
                return True  # which game sold the most is asked of games, by whatever name
            if cue.tag != "super":
                continue
            rows = bool(noun.item.rows_of or noun.item.rows_maybe)
            if noun.kind == "val" or (noun.kind == "skip" and rows):
                return True  # the northernmost place is one of the rows
        return False

    def _is_row(self, entity: Part, ref: ColumnRef) -> bool:
        if entity.kind == "rows":
            return entity.sense.table == ref.table or ref.table in self.s.reach(entity.sense.table)
        if entity.kind == "unit" or entity.sense.ref is None:
            return False
        return self.nature(entity.sense.ref).unique and entity.sense.ref.table == ref.table

    def _rank_rows(self, table: str, ref: ColumnRef, direction: Direction) -> None:
        self.subject = table
        told = self.show_rows(table)
        if told or self.shown:
            self.shown.extend(each for each in (*told, ref) if each not in self.shown)
        else:  # what nothing tells apart is told by all that is known of it
            self.shown = [ColumnRef(table, c.name) for c in self.s.table(table).columns]
        self.order.append(Order(column=ref, direction=direction))
        if self.column(ref).nullable:
            self.test(Test(column=ref, op="is_not_null", said=""), -1)
