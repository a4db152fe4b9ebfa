"""A share of a sum: of the amount, of the payments total, of one column in another."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure, Understanding
from keenbench.models.offline.pairs import worked
from keenbench.models.offline.planning import make_plan
from keenbench.models.offline.ratios import percent_of
from keenbench.models.offline.words import word_set
from keenbench.models.reader.both_ends import BothEnds
from keenbench.models.reader.parts import Part

_OF_ALL = word_set("count cnt total all overall sum number num")
"""What a column is called that counts all of which others count a part."""
_SHARES = ("share", "shares", "percentage", "percentages", "proportion", "percentage share")
_ITS = ("its", "their", "his", "her", "own")
_ALL_OR_NONE = (0, 100, None)

OF_FIRST = ("of", "out of", "out", "among", "amongst")
"""With what a question begins that tells the whole first."""


class PartsOfSums(BothEnds):
    def _share_measure(self, cue: Part) -> ColumnRef | None:
        money = self.money_said()
        if money is not None:
            ref = self.unnamed_money()
            if ref is not None:
                self.guess(0.05, f"I took {money.item.text} as {ref}.")
                return ref
        named = self._summed_first(cue) or self._summed_before(cue)
        if named is not None:
            return named
        summed = False
        for part in self.parts[cue.at + 1 :]:
            if part.used or part.kind in ("skip", "used"):
                continue
            if part.tag == "agg" and part.value == "sum":
                summed = True
                self.use(part)
                continue
            following = self.parts[part.at + 1] if part.at + 1 < len(self.parts) else None
            if part.kind == "rows" and self.is_measure(following):
                self.use(part)  # of the invoiced amount
                continue
            if part.kind == "rows" and following is not None and following.value == "sum":
                self.use(part, following)  # of the payments total
                return self.unnamed_money([part.sense.table])
            if self.is_measure(part) and part.sense.ref is not None:
                nxt = self.next_open(part.at)
                verb = part.sense.how in ("verb", "part", "synonym") and nxt is not None
                if verb and self.is_measure(nxt) and nxt is not None and nxt.at - part.at == 1:
                    self.use(part)  # of the picked weight
                    continue
                total = summed or self.func_said(part) == "sum"
                if total:
                    self.use(part)
                    self.doubt_plural(part)
                return part.sense.ref if total else None
            return None
        return None

    def whole_opens(self, cue: Part) -> Part | None:
        """Return the word that tells the whole before the share is asked: of these, what share."""
        first = next((p for p in self.parts if p.norm not in ("and", "so", "but")), None)
        told = first is not None and first.norm in OF_FIRST and first.at < cue.at
        return first if told else None

    def _summed_first(self, cue: Part) -> ColumnRef | None:
        """`of the revenue of 2024, what share was online`: a part of that sum, and not of rows."""
        opens = self.whole_opens(cue)
        named = self.after(opens.at) if opens is not None else None
        total = named if named is not None and (named.tag, named.value) == ("agg", "sum") else None
        named = self.after(total.at) if total is not None else named
        ref = named.sense.ref if named is not None and self.is_measure(named) else None
        if named is None or ref is None or named.at > cue.at:
            return None
        if total is None and self.func_said(named) != "sum":
            return None
        self.use(named, total)
        return ref

    def _summed_before(self, cue: Part) -> ColumnRef | None:
        """`the vote share of the Greens`: of all votes, which are counted by a column of them."""
        part = self.parts[cue.at - 1] if cue.at else None
        if part is None or part.used or part.sense.ref is None or cue.norm not in _SHARES:
            return None
        if not self.is_measure(part) or not self.nature(part.sense.ref).added:
            return None
        self.use(part)
        return part.sense.ref

    def share_of_column(self, cue: Part, whole: ColumnRef) -> bool:
        """`what percentage of worldwide sales came from North America`, of two columns of sums."""
        named = [p for p in self.parts if not p.used and self.is_measure(p)]
        refs = {p.sense.ref for p in named if p.sense.ref is not None} - {whole}
        part = refs.pop() if len(refs) == 1 else None
        if part is None or part.table != whole.table or whole.worked or part.worked:
            return False
        one, other = self.nature(part), self.nature(whole)
        if not one.added or one.money != other.money or one.unit != other.unit:
            return False
        self.use(*named, *(p for p in self.parts if p.kind == "rows"))
        if self.norm(0).split()[0] in ("of", "out") and named[0].at < cue.at:
            part, whole = whole, part  # of the money asked for, what share did we award
        ref = percent_of(worked(self.s, "/", part, whole))
        self.figures.append(Figure(func="sum", table=ref.table, column=ref))
        return True

    def refuse_own_whole(self, cue: Part, whole: ColumnRef) -> None:
        """`what percentage of its budget has each project spent`: of each its own, not of all."""
        said = [p for p in self.parts[cue.at :] if p.sense.ref == whole]
        if said and self.norm(said[0].at - 1) in _ITS:
            raise Ask(f"I see nothing that is a part of {whole} in the same table.", cue.item.text)

    def all_or_none(self, share: Figure) -> bool:
        """Whether in each group all rows are so, or none: its condition and groups say the same."""
        asked = Understanding(
            dataset_id=self.s.schema.dataset_id, subject=share.table,
            figures=(share,), keys=tuple(self.keys),
        )  # fmt: skip
        try:
            plan = make_plan(asked, self.s.schema)
        except Ask:
            return False
        told = self.s.known.look(plan, "whether groups are wholly so")
        self.s.wait()
        if told is None or not told.complete or len(told.rows) < 2:
            return False
        return all(row[-1] in _ALL_OR_NONE for row in told.rows)


__all__ = ["PartsOfSums"]
