"""Into which groups, in which order, and how many of them."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Key, Test
from keenbench.models.offline.numbers import ORDINALS
from keenbench.models.offline.rows import columns_for
from keenbench.models.offline.sentence import listed
from keenbench.models.offline.words import name_words, word_set
from keenbench.models.reader.one_on_average import is_one_on_average
from keenbench.models.reader.parts import Part
from keenbench.models.reader.per_rows import are_listed
from keenbench.models.reader.pointing_keys import rows_pointed_at
from keenbench.models.reader.row_groups import number_and_name
from keenbench.models.reader.steps import is_step, only_tells_which, read_step
from keenbench.models.reader.time_groups import TimeGroups

_RANKS = ("top", "bottom", "first", "last", "best", "worst", "highest", "lowest", "biggest",
          "largest", "smallest")  # fmt: skip
_OF_TIME = frozenset(("date", "birth", "start"))
"""What words that rank dates compare by: the latest, the oldest, the longest standing."""
_EACH = ("each", "every", "for each", "for every", "per each", "in each", "of each", "by each",
         "from each", "at each", "on each", "to each", "with each", "in every")  # fmt: skip
_MOST_SIZES = 30
"""More different numbers than these are no groups."""
_MOST_GROUPS = 60
"""Numbers of more different values than these are no groups."""
_BY_WHICH_WAY = word_set(
    """
    pay pays paid paying travel travels travelled traveled travelling send sent sending book booked
    booking order ordered come came commute commutes commuting ship shipped contact contacted apply
    applied reply replied delivered delivering settled settle
    """
)
"""Verbs after which `by` tells in which way: paying by direct debit."""


class Groups(TimeGroups):
    # -- when

    def settle_dates(self) -> None:
        """Of a row's dates, the one that a period is of, where no word of the question tells."""
        settled: dict[ColumnRef, ColumnRef] = {}
        for test, _ in self.tests:
            own = test.columns()[0] if test.period and test.columns() else None
            others = self.s.other_dates.get(own, ()) if own is not None else ()
            if own is None or not others or own in settled:
                continue
            ways = [(own, 0.0), *((other, 0.3) for other in others[:2])]
            question = f"Which date is meant: {listed(r.column for r, _ in ways)}?"
            settled[own] = self.pick("date", ways, question)
        self.tests = [
            (_moved(test, settled[test.columns()[0]]), at)
            if test.period and test.columns() and test.columns()[0] in settled else (test, at)
            for test, at in self.tests
        ]  # fmt: skip

    # -- how many, and in which order

    def read_limits(self) -> None:
        self.read_moments()
        supers = self.open("super")
        for part in self.parts:
            if part.kind != "num" or part.used or part.item.tokens[0].currency:
                continue
            number = part.item.number
            if not isinstance(number, int) or not 0 < number <= 1000:
                continue
            before = self.before(part.at)
            after = self.after(part.at)
            near = before is not None and part.at - before.at <= 2
            if (
                near
                and before is not None
                and before.tag == "super"
                and (before.norm in _RANKS or self.names_so_many(before, part, after))
            ) or (after is not None and after.tag == "super" and after.at - part.at <= 2):
                self.limit = number
                self.use(part)
                if before is not None and before.norm == "top" and before not in supers[:1]:
                    self.use(before)  # who spent the most? the top 10
            elif (
                after is not None
                and after.at - part.at <= 2
                and self.is_entity(after)
                and after.plural
                and (before is None or before.tag in ("which", "list", "super"))
                and any(p.tag == "super" for p in self.parts)
            ):
                self.limit = number  # "which 3 drivers are paid the least"
                self.use(part)
        for part in self.parts[:-1]:
            if part.kind != "nth":
                continue
            nth = ORDINALS.get(part.norm)
            token = part.item.tokens[0]
            if token.ordinal and isinstance(token.value, int):
                nth = token.value
            after = self.after(part.at)
            if nth and nth > 1 and after is not None and after.tag == "super" and not part.used:
                self.offset, self.limit = nth - 1, 1
                self.use(part)
            elif nth and after is not None and after.at == part.at + 1 and not part.used:
                read_step(self, part, after, nth)

    # -- groups

    def read_groups(self) -> None:
        ranking = self.limit is not None or bool(self.open("super"))
        for part in self.open("group"):
            if part.norm in ("distribution of", "the distribution of", "breakdown of", "split of"):
                target = self.after(part.at)
                if target is not None and target.kind == "col":
                    self.use(part, target)
                    self.keys.extend(self.keys_for(target))
                continue
            self._group(part, ranking=ranking)
        for part in self.open("bucket"):
            self.use(part)
            key = self._bucket(part.value)
            if not self._is_of_a_row(part, key):
                self.keys.append(key)
        for part in self.parts:
            rate = self.after_number(part)  # £900 a month is no figure for each month
            if rate:
                self.use(part)
            elif part.kind == "unit" and not part.used and self.norm(part.at - 1) in ("a", "an"):
                self.use(part)
                if not self.is_rate(part):
                    self.keys.append(self._bucket(str(part.sense.unit)))
            elif is_one_on_average(self, part):
                self.use(part)
                self.keys.extend(self.keys_for(part))

    def _is_of_a_row(self, part: Part, key: Key) -> bool:
        """`average monthly bill by type`, of rows that are each a month's: no groups of months."""
        before = self.parts[part.at - 1] if part.at else None
        averaged = before is not None and before.tag == "agg" and before.value == "avg"
        return averaged and bool(self.keys) and part.value in name_words(key.column.column)

    def _group(self, part: Part, *, ranking: bool) -> None:
        target = self._grouped(part)
        if ranking and target is not None and self.is_of_a_share(target):
            self.use(part)
            return
        if self.open("share") and part.norm == "by" and self._is_counted_by(part, target):
            self.use(part)
            return
        money = self.money_said() if ranking and part.norm == "by" else None
        if money is not None and money.at == part.at + 1 and money.kind == "skip":
            self.use(part)  # the top orders by value, where no header is so called
            return
        first = True
        while target is not None and not target.used:
            alone = self.by_its_rate(part, target) or self._of_all_rows(part, target)
            if alone or (first and self._only_names_who(part, target)):
                return
            if (
                ranking
                and part.norm in ("by", "by the", "per")
                and (part.norm != "per" or target.sense.how == "exact")
                and (
                    self.is_measure(target)
                    or (part.norm != "per" and (target.tag == "agg" or self._ranks_dates(target)))
                )
            ):
                self.rank_by.append(target)
                self.use(part)
                return
            if ranking and part.norm == "per" and self._is_no_group(target):
                raise Ask(f"I cannot work out so many per {target.item.text}.", target.item.text)
            worth = self.parts[target.at + 1] if target.at + 1 < len(self.parts) else None
            if ranking and worth is not None and worth.tag == "share":
                self.use(part)
                return  # the top towns by survival rate
            if (
                ranking
                and target.kind == "rows"
                and worth is not None
                and worth is self.money_said()
            ):
                lines = self.with_lines(target.sense.table)
                ref = self.unnamed_money(lines) or self.unnamed_money()
                if ref is not None:
                    sense = type(target.sense)("col", 0.0, ref=ref, table=ref.table)
                    self.use(part, target, worth)
                    self.guess(0.05, f"I ranked by {ref}.")
                    self.rank_by.append(Part(target.at, target.item, sense))
                    return
            if first and not ranking and target.tag == "agg" and self._lists_by(part):
                return
            if target.tag == "agg" and target.value == "count":
                named = self.after(target.at)
                if named is not None and self.is_measure(named) and ranking:
                    self.rank_by.append(named)
                    self.use(part, target)
                    return
                if named is not None and self.is_measure(named):
                    self.use(part, target, named)  # "by number of bedrooms"
                    assert named.sense.ref is not None
                    self.keys.append(Key(column=named.sense.ref))
                    return
                if ranking or self.figures:
                    self.rank_by.append(target)
                    self.use(part)
                return
            if target.tag == "distinct":
                self.use(target)
                target = self.after(target.at)
                continue
            stretch = self._stretch_of(target)
            if stretch is not None:
                self.use(part, target, stretch)
                self.keys.append(self._bucket(str(stretch.sense.unit)))
                target = stretch
            elif self._only_names_the_date(part, target) or self._means_all(part, target):
                return
            elif target.kind == "cue" and target.tag == "bucket":
                self.use(part, target)
                self.keys.append(self._bucket(target.value))
            elif target.kind == "val" and first:
                if part.norm in _EACH and target.sense.how == "part":
                    assert target.sense.ref is not None
                    self.use(part, target)  # each warden, of Warden 11 and Warden 14
                    self.keys.append(Key(column=target.sense.ref))
                elif part.norm == "by":
                    self.use(part)  # supplied by Titan Trade
                return
            elif target.kind in ("rows", "col", "unit"):
                added = any(p.tag == "agg" and p.value == "sum" for p in self.parts)
                alone = not added and (ranking or not are_listed(self, target))
                if first and part.norm == "per" and alone and self._of_own_rows(target):
                    self.use(part, target)
                    return
                self.use(part, target)
                if first and self.made_by(part, target):
                    return
                self.keys.extend(self.keys_for(target))
            else:
                return
            first = False
            joint = self.parts[target.at + 1] if target.at + 1 < len(self.parts) else None
            if joint is None:
                return
            following = self.after(joint.at if joint.tag == "and" else target.at)
            listed = joint.tag == "and" or (following is not None and following.after_mark)
            if not listed or following is None or not self._goes_on_with(following):
                return
            nxt = self.after(following.at)
            if joint.tag != "and" and not (nxt is None or nxt.tag == "and"):
                return
            self.use(joint if joint.tag == "and" else None)
            target = following

    def _goes_on_with(self, part: Part) -> bool:
        """Whether a part after another can tell groups too: by sex and class."""
        if self.is_measure(part):
            return is_step(self, part)
        dated = self._stretch_of(part) is not None  # by borough and election year
        return self.is_entity(part) or self.flag(part) is not None or dated

    def _lists_by(self, by: Part) -> bool:
        """`list coaches by number of classes`: a figure for each coach, and their order by it."""
        entity = self.before(by.at)
        figured = any(p.tag in ("agg", "how_much", "share") for p in self.parts[: by.at])
        if figured or entity is None or entity.used or not self.is_entity(entity):
            return False
        if by.norm not in ("by", "by the") or not (entity.plural or entity.kind == "unit"):
            return False
        self.use(by, entity)
        self.keys += self.keys_for(entity)
        self.sort_by = self.sort_by or [("figure", "desc", None)]
        return True

    def _ranks_dates(self, target: Part) -> bool:
        """`the oldest claim by incident date`: the date that it goes by, and no groups."""
        ref = target.sense.ref if target.kind == "col" else None
        if ref is None or self.nature(ref).kind != "date":
            return False
        meanings = [p.sense.meaning for p in self.open("super")]
        return any(m is not None and {*m.dims, *m.against} & _OF_TIME for m in meanings)

    def _only_names_the_date(self, part: Part, target: Part) -> bool:
        """`in 2024 (by incident date)`: which date the period is of, and no groups."""
        ref = target.sense.ref
        if part.norm != "by" or target.kind != "col" or ref is None:
            return False
        periods = [(t, at) for t, at in self.tests if t.period]
        if self.nature(ref).kind != "date" or not periods:
            return False
        self.use(part, target)
        self.tests = [
            (_moved(t, ref), at) if t.period and t.columns()[0].table == ref.table else (t, at)
            for t, at in self.tests
        ]
        return True

    def _only_names_who(self, part: Part, target: Part) -> bool:
        """`fees owed by members who have not paid`: all that they owe, and no figure for each.

        Nor is `signed off by an inspector` a figure for each of them.
        """
        if part.norm == "by" and self.norm(part.at + 1) in ("a", "an", "any") and part.at:
            return self.norm(part.at - 1).split()[0].endswith(("ed", "en"))
        verb = self.norm(part.at - 1).split()[-1] if part.at and self.norm(part.at - 1) else ""
        if part.norm == "by" and self.flag(target) is not None and verb in _BY_WHICH_WAY:
            self.use(part)
            return True  # not paying by direct debit
        if part.norm != "by" or target.kind != "rows" or not part.at:
            return False
        before = self.parts[part.at - 1]
        done = before.kind == "state" or before.norm.endswith(("ed", "en", "id", "de", "nt", "ld"))
        told = self.norm(target.at + 1) in ("who", "that", "which", "whose", "with", "without")
        meant = done and (told or self._told_where(target)) and bool(self.open("agg", "how_much"))
        self.use(*(part, target) if meant else ())
        return meant

    def _told_where(self, target: Part) -> bool:
        """`fees paid by owners in Bristol`: by those whose own cell says so."""
        cell = self.after(target.at)
        own = cell is not None and cell.kind == "val" and cell.sense.table == target.sense.table
        return own and target.plural and self.norm(target.at + 1) in ("in", "from", "at", "of")

    def _of_all_rows(self, part: Part, target: Part) -> bool:
        """`list id and date of every concert`: of all of them, and no figure for each."""
        if not self.shown or target.kind != "rows" or part.norm not in _EACH:
            return False
        if self.open("agg", "how_much", "share"):
            return False
        self.use(part)
        return True

    def _means_all(self, part: Part, target: Part) -> bool:
        """`across all years`, `across all orders`: of all together, and no figure for each."""
        ref = target.sense.ref
        kind = self.nature(ref).kind if ref is not None and target.kind == "col" else target.kind
        timed = kind in ("unit", "date", "year")
        if part.norm not in ("across all", "for all the", "over all"):
            return False
        figured = bool(self.open("agg", "how_much")) or self.money_said() is not None
        figured = figured or any(p.norm == "overall" for p in self.parts)
        if not timed and not (figured and target.kind == "rows" and self._of_own_rows(target)):
            return False
        self.use(part, target)
        return True

    def _is_counted_by(self, part: Part, target: Part | None) -> bool:
        """`what share was made by casual users`: whose number a column holds, and no group."""
        made = self.norm(part.at - 1).endswith(("ed", "en", "de", "ne", "nt", "id", "ld"))
        if target is None or not made or not self.is_measure(target):
            return False
        ref = target.sense.ref
        return ref is not None and (self.column(ref).distinct or 0) > _MOST_GROUPS

    def _grouped(self, part: Part) -> Part | None:
        after = self.after(part.at)
        by = part.norm in ("by", "by the")  # what did not go by standard service
        while after is not None and not by and only_tells_which(self, after):
            after = self.after(after.at)
        if after is None or after.at - part.at > 4:
            return None
        following = self.parts[after.at + 1] if after.at + 1 < len(self.parts) else None
        if after.kind == "rows" and following is not None and self._tells_groups(following):
            ref = following.sense.ref
            if not following.used and ref is not None and ref.table == after.sense.table:
                self.use(after)
                return following  # by vendor country
        return after

    def _is_no_group(self, part: Part) -> bool:
        """`the most medals per million inhabitants`: by a quotient, and no groups of them."""
        ref = part.sense.ref if self.is_measure(part) else None
        return ref is not None and ref.worked is None and self.column(ref).type != "integer"

    def _tells_groups(self, part: Part) -> bool:
        """Whether rows can be told by a part: by party size, where a number is one of a few."""
        if self.is_entity(part):
            return True
        ref = part.sense.ref if self.is_measure(part) else None
        if ref is None or self.nature(ref).money:
            return False
        column = self.column(ref)
        return column.type == "integer" and (column.distinct or _MOST_SIZES) < _MOST_SIZES

    def _of_own_rows(self, target: Part) -> bool:
        """`average fee per visit`, where a row is a visit: of each row by itself."""
        if target.kind == "rows":
            figures = {p.value for p in self.parts if p.tag == "agg"}
            return target.sense.table == self.base() and figures != {"count"}
        ref = target.sense.ref
        if target.kind != "col" or ref is None or ref.table != self.base():
            return False  # enrolments per course title are so many for each course
        return self.nature(ref).unique

    def keys_for(self, part: Part) -> list[Key]:
        if part.kind == "unit":
            return [self._bucket(str(part.sense.unit))]
        if part.kind == "rows":
            refs = columns_for(self.s.schema, part.sense.table)
            if not refs:
                raise Ask(f"No column tells the rows of {part.sense.table} apart.")
            return [Key(column=ref) for ref in refs]
        ref = part.sense.ref
        assert ref is not None
        pointed = rows_pointed_at(self.s.schema, ref) if ref.worked is None else None
        refs = columns_for(self.s.schema, pointed) if pointed is not None else []
        if len(refs) > 1 and pointed != ref.table:
            return [Key(column=each) for each in refs]
        nature = self.nature(ref)
        if nature.kind == "number" and (self.column(ref).distinct or 0) > _MOST_GROUPS:
            raise Ask(f"{ref} has too many different values to group by.", part.item.text)
        return [Key(column=each) for each in number_and_name(self.s.schema, ref)]


def _moved(test: Test, ref: ColumnRef) -> Test:
    """Return a period as one of another column of dates."""
    if test.columns()[:1] == (ref,):
        return test
    parts = {
        "any_of": tuple(_moved(each, ref) for each in test.any_of),
        "all_of": tuple(_moved(each, ref) for each in test.all_of),
    }
    old = test.columns()[0].column if test.columns() else ""
    said = test.said.replace(old, ref.column, 1) if old else test.said
    column = ref if test.column is not None else None
    return test.model_copy(update={**parts, "column": column, "said": said})
