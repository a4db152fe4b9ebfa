"""What a row is worth, said of the rows: order value, the value of homes, what was claimed."""

from __future__ import annotations

from abc import ABC, abstractmethod

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.comparing import sizes_of
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.items import Item
from keenbench.models.offline.measures import is_money, measures_of
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, root


class Worths(ABC):
    s: Sentence

    @abstractmethod
    def _numbers(self, table: str) -> str:
        """Return the columns of numbers of a table, as a list to be read."""

    def _compound(self, targets: list[int]) -> list[int]:
        """`the average ride duration`: of the rides, what the noun after them says."""
        s = self.s
        if len(targets) != 1 or targets[0] + 1 >= len(s.items):
            return targets
        item, beside = s.items[targets[0]], s.items[targets[0] + 1]
        rows = (item.tables or item.rows_of) and not any(s.is_number(c.ref) for c in item.columns)
        number = beside.columns and not beside.used and s.is_number(beside.columns[0].ref)
        if not rows or not number or beside.meaning is not None or beside.tokens[0].after_mark:
            return targets
        s.use(targets[0])
        return [targets[0] + 1]

    def _value_of(self, at: int) -> ColumnRef | None:
        """`the total value of homes sold`: the money that a row has; of two, the one said."""
        s = self.s
        if at + 2 >= len(s.items) or s.items[at + 1].norm not in ("value", "worth"):
            return None
        following = s.after(at + 1)
        item = s.items[following] if following is not None else None
        if item is None or not (item.tables or item.rows_of):
            return None
        table = item.tables[0].table if item.tables else item.rows_of or ""
        money = [ref for ref in measures_of(s, table) if is_money(s, ref)]
        said = {root(token.norm) for each in s.items for token in each.tokens}
        named = [r for r in money if {root(w) for w in name_words(r.column)} & said]
        found = named if len(named) == 1 else money
        if len(found) != 1:
            raise Ask(f"The value by which column? I see {self._numbers(table)}.", "value")
        s.use(at + 1)
        return found[0]

    def _worth(self, at: int) -> ColumnRef | None:
        """`order value`: the one column that says what a row of the table is worth."""
        s, item = self.s, self.s.items[at]
        following = s.items[at + 1].norm if at + 1 < len(s.items) else ""
        table = item.tables[0].table if item.tables else item.rows_of
        if following not in ("value", "values", "worth") or table is None:
            return None
        found = sizes_of(s, table)
        if len(found) != 1:
            raise Ask(
                f"Which column of {table} is its {following}? I see {self._numbers(table)}.",
                item.text,
            )
        s.use(at + 1)
        return found[0]

    def _done(self, item: Item) -> ColumnRef | None:
        """`total claimed`: what was claimed, not how many claims there are."""
        s = self.s
        if len(item.tokens) != 1 or not item.norm.endswith("ed"):
            return None
        tables = [item.tables[0].table] if item.tables else s.near[:1]
        own = root(item.norm)
        found = [
            ref for table in tables for ref in measures_of(s, table)
            if own in {root(word) for word in name_words(ref.column)}
        ]  # fmt: skip
        if len(found) > 1:
            found = [ref for ref in found if is_money(s, ref)]
        return found[0] if len(found) == 1 else None
