"""Shares: of all rows, or of the sum over all groups."""

from __future__ import annotations

from abc import ABC, abstractmethod

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.counters import is_sum_of_rows
from keenbench.models.offline.frame import Ask, Figure
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.query.plan import AggregateName

_OF_WHAT_PRECEDES = ("percentage", "rate", "share", "proportion", "percent", "pct")


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
        table = figure.table if figure else (s.near[0] if s.near else s.schema.tables[0].name)
        numerator = self._numerator()
        if figure is None:
            figure = self._whole(table)
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

    def _numerator(self) -> list:  # type: ignore[type-arg]
        """Return the conditions that say which part: those after the verb, else all but periods."""
        s = self.s
        at = self.share_at
        assert at is not None
        tests = [p for p in s.tests if p.at >= 0]
        if not tests:
            return []
        close = [p for p in tests if p.at == at - 1 and not p.test.period]
        if close and s.items[at].norm in _OF_WHAT_PRECEDES:
            return close  # "win percentage in the league"
        verbs = [
            i for i in range(at + 1, len(s.items))
            if s.items[i].norm in ("is", "are", "was", "were", "have", "has", "had", "did", "do",
                                   "come", "comes", "came", "goes", "went", "belong", "belongs",
                                   "that", "who", "which", "where", "with", "from", "made",
                                   "placed", "got", "get", "gets", "received", "scored", "ended",
                                   "stayed", "took", "turned", "resulted", "arrived", "used",
                                   "ended up", "end up", "turned out")
        ]  # fmt: skip
        if verbs:
            after = [p for p in tests if p.at > verbs[0]]
            if any(not p.test.period for p in after):
                after = [
                    p for p in after if not p.test.period or (p.at > verbs[0] and len(after) == 1)
                ]
            if after:
                return after
        if s.keys:
            # "percentage of revenue by category in 2024": the group is the part
            plain = [p for p in tests if not p.test.period]
            last = plain[-1:] if plain and (s.key_at is None or plain[-1].at < s.key_at) else []
            if last and last[0].at > at - 2 and s.items[at].norm != "as a percentage":
                return last
            return []
        before = [p for p in tests if not p.test.period]
        nouns = [i for i in range(at + 1, len(s.items)) if s.items[i].tables or s.items[i].rows_of]
        after = [p for p in before if nouns and p.at > nouns[0]]
        if after and len(after) < len(before):
            return after  # "share of completed orders over 50"
        if len(before) > 1:
            return before[-1:]
        return before or tests

    @abstractmethod
    def _figure(self, func: AggregateName, what: ColumnRef | Item) -> Figure:
        """Return the figure of a column, or of the rows that an item names."""
