"""Shares: of all rows, or of the sum over all groups."""

from __future__ import annotations

from abc import ABC, abstractmethod

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.counters import is_sum_of_rows
from keenbench.models.offline.frame import Ask, Figure, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.missing import is_so
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.words import name_words, root, word_set
from keenbench.query.plan import AggregateName

_VERBS = word_set(
    """
    is are was were be been have has had did do does got get gets come comes came go goes went
    belong belongs belonged made make makes placed pay pays paid use uses used choose chose took
    take takes give gave receive received receives score scored scores end ended ends turned turn
    arrive arrived need needed contain contained include included lead led cost costs
    stayed resulted
    """
)
_PHRASAL = frozenset(("ended up", "end up", "turned out"))
_RELATIVE = frozenset(("that", "who", "which", "whose", "where"))
_AMONG = frozenset(("among", "amongst", "within", "in", "for", "of all", "at", "out of", "by"))


class Shares(ABC):
    """Reads what a share is of; the figure itself is for `Figures` to make."""

    def __init__(self, s: Sentence) -> None:
        self.s = s
        self.share_at: int | None = None

    def read_shares(self) -> None:
        s = self.s
        for at in s.unused("share"):
            item = s.items[at]
            if item.columns and item.columns[0].score > 0.97:
                continue  # a column of rates says it itself
            if item.norm == "rate" and not self._rate_of(at):
                continue
            if s.change is not None and s.change.kind in ("between", "each"):
                s.use(at)  # the change is told in percent, too
                continue
            s.use(at)
            self.share_at = at

    def _rate_of(self, at: int) -> bool:
        """`survival rate`, `share of cancelled`: what stands before is a condition."""
        s = self.s
        before = s.before(at)
        if before is None:
            return False
        item = s.items[before]
        placed = any(p.at == before for p in s.tests)
        return placed or any(s.yes_value(c.ref) for c in item.columns)

    def settle_rate(self) -> None:
        """`the highest no-show rate`: the share of the rows with the condition before it."""
        s, at = self.s, self.share_at
        before = s.before(at) if at is not None else None
        placed = [p for p in s.tests if p.at == before]
        if at is None or s.items[at].norm != "rate" or len(placed) != 1:
            return
        table = placed[0].test.columns()[0].table
        s.tests = [p for p in s.tests if p not in placed]
        where = (placed[0].test,)
        s.figures = [Figure(func="count", table=table, where=where, share="of_rows")]
        self.share_at = None

    def settle_shares(self) -> None:
        """Make the figure a share: of all rows, or of the sum over all groups."""
        s = self.s
        if self.share_at is None:
            return
        figure = s.figures[0] if s.figures else None
        if len(s.figures) > 1:
            raise Ask("A share of which figure? Please ask for one at a time.")
        s.tests = list({(p.test.columns(), p.test.op, p.test.value): p for p in s.tests}.values())
        table = figure.table if figure else (s.near[0] if s.near else s.schema.tables[0].name)
        numerator = self._numerator()
        if figure is None:
            figure = self._whole(table)
        if numerator and figure.func == "count":
            self._only_such(numerator)
        if figure.func not in ("count", "sum", "count_distinct"):
            raise Ask("I can give shares of counts and of totals only.")
        if numerator:
            tests = tuple(p.test for p in s.tests if p in numerator)
            s.tests = [p for p in s.tests if p not in numerator]
            s.figures = [figure.model_copy(update={"where": tests, "share": "of_rows"})]
            return
        if s.keys:
            s.figures = [figure.model_copy(update={"share": "of_total"})]
            return
        raise Ask("A share of what in what? For example “what share of orders is cancelled”.")

    def _whole(self, table: str) -> Figure:
        """Return what a share is taken of: `percentage of revenue`, `share of orders`."""
        s = self.s
        assert self.share_at is not None
        for at in (s.after(self.share_at), s.before(self.share_at)):
            item = s.items[at] if at is not None else None
            if item is None or item.used:
                continue
            best = item.tables[0].score if item.tables else 0.0
            if item.columns and item.columns[0].score > best and not is_sum_of_rows(s, item):
                ref = s.choose(item, s.is_number)
                if ref is not None:
                    s.use(at)
                    return self._figure("sum", ref)
            if item.tables or item.rows_of:
                s.use(at)
                rows = item.tables[0].table if item.tables else item.rows_of or table
                return Figure(func="count", table=rows)
        return Figure(func="count", table=table)

    def _numerator(self) -> list[Placed]:
        """Return the conditions that say which part; the others say of what.

        `What share of motor claims were declined`: what stands after the verb is the part. Without
        a verb it is what stands before `rate` (`win percentage in the league`), before `among`, or
        after the noun (`share of orders with a discount`).
        """
        s, at = self.s, self.share_at
        assert at is not None
        tests = sorted((p for p in s.tests if p.at >= 0), key=lambda p: p.at)
        plain = [p for p in tests if not p.test.period]
        if not plain:
            return tests if not s.keys else []
        verb = self._main_verb(at)
        after = [p for p in plain if verb is not None and p.at > verb]
        if verb is not None and after:
            return after
        late = [p for p in tests if verb is not None and p.at > verb]
        if late:
            return late  # "what share of claims were reported in May"
        named = [p for p in plain if p.at < at and s.before(at) == p.at]
        if named:
            return named  # "win percentage"
        if s.keys and s.key_at is not None and s.key_at < at:
            return []  # "revenue by category as a percentage"
        among = next((i for i in range(at + 1, len(s.items)) if s.items[i].norm in _AMONG), None)
        part = [p for p in plain if among is None or p.at < among]
        if among is not None and part and len(part) < len(plain):
            return part
        noun = self._noun(at)
        told = [p for p in plain if noun is not None and p.at > noun]
        if s.keys:
            # "percentage of revenue by category in 2024": the group is the part
            before = s.key_at is None or plain[-1].at < s.key_at
            fits = before and plain[-1].at > at - 2 and s.items[at].norm != "as a percentage"
            return plain[-1:] if fits else []
        if told and len(told) < len(plain):
            return told
        if len(plain) > 1:
            both = listed(p.test.said for p in plain)
            raise Ask(f"Which of these is the part, and which the whole: {both}?")
        return plain

    def _only_such(self, numerator: list[Placed]) -> None:
        """`What percentage of appeals were rejected`: of the rows that were appealed, not of all.

        A column that says yes or no bears the noun, or a day that has come, or the column that the
        part is told by, which is empty in all other rows.
        """
        s, at = self.s, self.share_at
        of = s.after(at) if at is not None else None
        item = s.items[of] if of is not None else None
        if item is None or of is None or item.tables or item.rows_of or item.values:
            return
        if of >= min(p.at for p in numerator) or len(item.tokens) > 1:
            return
        noun = root(item.norm)
        parts = [ref for p in numerator for ref in p.test.columns()]
        table = s.table(parts[0].table)
        bearing = [
            ColumnRef(table.name, c.name)
            for c in table.columns
            if noun in {root(word) for word in name_words(c.name)}
        ]
        marks = [ref for ref in bearing if s.yes_value(ref) is not None]
        told = [ref for ref in bearing if ref in parts or s.is_time(ref)]
        told = [ref for ref in told if s.column(ref).nullable]
        if len(marks) == 1 and marks[0] not in parts:
            values = s.yes_value(marks[0])
            assert values is not None
            s.tests.append(Placed(is_so(marks[0], values, yes=True), of))
            s.use(of)
        elif told:
            test = Test(column=told[0], op="is_not_null", said=f"{told[0]} present")
            s.tests.append(Placed(test, of))
            s.use(of)

    def _main_verb(self, at: int) -> int | None:
        """Return the verb that parts what is spoken of from what is said of it."""
        s = self.s
        inside = False
        for index in range(at + 1, len(s.items)):
            word = s.items[index].norm
            if word in _RELATIVE:
                inside = True  # "orders that were cancelled came from"
            elif (
                word in _VERBS
                or word in _PHRASAL
                or (s.items[index].tag == "light" and word.endswith("ed"))
            ):
                previous = s.items[index - 1].norm
                if previous in _VERBS and not inside:
                    continue
                if not inside and index > at + 1:
                    return index
                if inside and previous not in _RELATIVE and previous not in _VERBS:
                    return index
        return None

    def _noun(self, at: int) -> int | None:
        """Return the noun for rows that a share is of."""
        for index in range(at + 1, len(self.s.items)):
            item = self.s.items[index]
            if item.tables or item.rows_of:
                return index
        return None

    @abstractmethod
    def _figure(self, func: AggregateName, what: ColumnRef | Item) -> Figure:
        """Return the figure of a column, or of the rows that an item names."""
