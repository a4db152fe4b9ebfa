"""Which columns a list is asked to show: `… - tag and weight`, `list id, date and venue of …`.

The names stand after a mark (`any over £300? the claim no, who and how much`), between an order
and what it is of (`list id and date of every concert`), or at the end (`with the quarter and the
amount`). A word of many columns (name, date, id, amount) means that of the rows asked about.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, key_of, names_of
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.units import units_called
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.general_columns import AMOUNT, DATE, KEY, NAME
from keenbench.models.reader.nature import measures
from keenbench.models.reader.parts import Part
from keenbench.models.reader.people_meant import people_asked
from keenbench.models.reader.sorting import Sorting

_BETWEEN = word_set(
    """
    the a an its their his her our each it them they me us for every with of please pls plz thanks
    also too just only as well show include including was were is are
    """
)
_OF = ("of", "for", "from")
_GENERIC = NAME | KEY | AMOUNT | DATE


class ColumnsWanted(Sorting):
    def show_list(self) -> None:
        """Take the columns that a question asks to be shown, wherever it names them."""
        for start, end in self._stretches():
            wanted = self._wanted(start, end)
            if wanted is None:
                continue
            for part, refs in wanted:
                self.shown.extend(ref for ref in refs if ref not in self.shown)
                self.use(part)
            return

    def _stretches(self) -> list[tuple[int, int]]:
        """Return where names of columns may stand, the likeliest place first."""
        found: list[tuple[int, int]] = []
        count = len(self.parts)
        marks = [p.at for p in self.parts[2:] if p.after_mark or p.item.tokens[0].bracketed]
        ends = [p.at for p in self.parts[2:] if p.norm in ("with", "including", "showing")]
        for at in marks:
            if self._told_before(at):
                found.append((at, count))
        found += [(at, count) for at in ends if self._all_named(at)]
        orders = [p.at for p in self.parts[:4] if p.tag == "list"]
        for order in orders[-1:]:
            of = next((p.at for p in self.parts[order + 2 :] if p.norm in _OF), None)
            if of is not None:
                found.append((order + 1, of))
        return found

    def _told_before(self, at: int) -> bool:
        """Whether something is asked before a mark, and the list did not begin before it."""
        if not any(p.kind not in ("skip", "nth") for p in self.parts[:at]):
            return False
        # In "by town, category and year" the list began before the comma.
        before = self.parts[at - 1]
        if self.parts[at].item.tokens[0].after_colon:
            return True
        return before.kind not in ("col", "unit") or self._opens(at)

    def _opens(self, at: int) -> bool:
        return any(p.tag in ("list", "only") for p in self.parts[at : at + 3])

    def _all_named(self, at: int) -> bool:
        """`with the quarter and the amount`: an article, and then only columns to the end."""
        article = self.norm(at + 1).split()[:1] in (["the"], ["their"], ["its"], ["his"], ["her"])
        return article and not any(p.kind in ("val", "num", "state") for p in self.parts[at:])

    def _wanted(self, start: int, end: int) -> list[tuple[Part, list[ColumnRef]]] | None:
        """Return the parts that name columns, if all from one place to another do."""
        found: list[tuple[Part, list[ColumnRef]]] = []
        named = 0
        for part in self.parts[start:end]:
            if part.kind == "col" and self._told_of_rows(part):
                return None
            before = self.parts[part.at - 1]
            if part.kind == "rows" and before.tag == "agg" and before.value == "count":
                return None  # each patient with the number of appointments: so many of them
            refs = self._columns_of(part)
            if refs is None:
                return None
            named += part.kind in ("col", "rows", "unit") or bool(refs)
            if refs:
                found.append((part, refs))
        if len(found) == 1 and self.flag(found[0][0]) and self.open("only"):
            return None  # injured only
        last = self.norm(len(self.parts) - 1) in ("please", "pls", "plz")
        told = self._opens(start) or (last and end == len(self.parts)) or (
            self.norm(start) in ("with", "including", "showing")
        )  # fmt: skip
        head = end < len(self.parts)
        enough = len(found) > 1 or (bool(found) and told and not head)
        if not enough or named > len(found):
            return None
        for part in self.parts[start:end]:
            if part.tag in ("list", "only", "and", "agg"):
                self.use(part)
        return found

    def _told_of_rows(self, part: Part) -> bool:
        """`counting only attended sessions`: which of the rows, and no column to be shown."""
        deed = part.norm.endswith(("ed", "en")) and len(part.item.tokens) == 1
        if not deed and self.flag(part) is None:
            return False
        following = self.after(part.at)
        named = following is not None and following.kind == "rows"
        return named or self.norm(part.at + 1) in ("ones", "one", "those", "rows", "records")

    def _columns_of(self, part: Part) -> list[ColumnRef] | None:
        """Return the columns that a word in a list means; none for small words, None for others."""
        generic = self._generic(part)
        if generic:
            return generic
        if part.kind == "col" and part.sense.ref is not None:
            worked = part.used or part.sense.ref.worked is not None
            return None if worked else [part.sense.ref]
        if part.kind == "rows":
            word = stem(part.norm)
            links = [c.ref for c in part.item.columns if c.ref.table in self.tables()]
            named = [r for r in links if word in {stem(w) for w in name_words(r.column)}]
            return named[:1] or self.show_rows(part.sense.table)
        if part.kind == "unit":
            return self._of_unit(part)
        if part.kind == "cue":
            return self._asked(part)
        if part.kind != "skip":
            return None
        far = part.item.rows_of
        if far and far != self._listed_table() and far in self.s.reach(self._listed_table()):
            return self.show_rows(far)  # the place, of inspections that point at one
        if part.item.columns and part.item.tag not in ("filler", "light"):
            link = part.item.columns[0]
            return [link.ref] if link.how in ("exact", "part") else []
        small = part.norm in _BETWEEN or part.item.tag in ("filler", "light", "list", "only", "and")
        return [] if small or part.sense.cost < 0.1 else None

    def _asked(self, cue: Part) -> list[ColumnRef] | None:
        """Return what who, when, where and how much ask for in a list."""
        table = self._listed_table()
        if cue.tag in ("and", "list", "only") or (cue.tag == "agg" and cue.value == "count"):
            return []
        if cue.tag == "which" and cue.value == "who":
            return list(
                people_asked(self.s.schema, table, [p.norm for p in self.parts])[:1]
            ) or self.show_rows(table)
        if cue.tag == "which" and cue.value == "when":
            return [self.date_of([table])]
        if cue.tag == "how_much" and not (cue.sense.meaning and cue.sense.meaning.dims):
            return self._amount_wanted(table)
        return None

    def _generic(self, part: Part) -> list[ColumnRef]:
        """Return what name, date, id or amount mean of the rows asked about."""
        word = part.item.tokens[-1].norm
        name = self._listed_table()
        sure = part.kind == "col" and part.sense.how == "exact" and part.sense.table == name
        if len(part.item.tokens) > 1 or word not in _GENERIC or part.used or sure:
            return []
        table = self.s.table(name)
        if word in NAME:
            return names_of(self.s.schema, table) or self.show_rows(name)[-1:]
        if word in KEY:
            key = key_of(self.s.schema, table)
            return [key] if key is not None else []
        if word in DATE:
            tested = [r for t, _ in self.tests if t.period for r in t.columns()]
            try:
                return tested[:1] or [self.date_of([name])]
            except Ask:
                return []
        return self._amount_wanted(name)

    def _amount_wanted(self, table: str) -> list[ColumnRef]:
        """Return the measure that the question holds rows against, else the only sum of money."""
        named = [p.sense.ref for p in self.parts if self.is_measure(p) and not p.used]
        if len(set(named)) == 1 and named[0] is not None:
            return [named[0]]
        money = [n.ref for n in measures(self.s.schema, table) if n.money]
        return money if len(money) == 1 else []

    def _of_unit(self, part: Part) -> list[ColumnRef] | None:
        """`the train number and the minutes`, `the quarter and the amount`: a column told so."""
        table = self._listed_table()
        word = stem(part.norm)
        if part.norm in DATE:
            return [self.date_of([table])]
        units = units_called(word)
        timed = [n.ref for n in measures(self.s.schema, table) if n.unit in units]
        if len(timed) == 1:
            return timed
        told = self._told_by_cells(str(part.sense.unit))
        if told is not None:
            return [told.column]
        columns = [ColumnRef(table, c.name) for c in self.s.table(table).columns]
        held = [r for r in columns if word in {stem(w) for w in name_words(r.column)}]
        return held if len(held) == 1 else None

    def _listed_table(self) -> str:
        """Return the table of the rows asked about: one that is named, or that is tested."""
        rows = [p.sense.table for p in self.parts if p.kind == "rows"]
        tested = [r.table for t, _ in self.tests for r in t.columns()]
        return (rows or tested or [self.base()])[0]


__all__ = ["ColumnsWanted"]
