"""Whose rows are counted: those of the noun that stands next to `how many`.

`how many applications came from charities` counts no charities, also where no table is called
applications: a noun after `from`, `of`, `by` or a verb says which rows, and not of what.
"""

from __future__ import annotations

from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.parts import Part
from keenbench.models.reader.periods_counted import PeriodsCounted

_ENDS = word_set(
    """
    from of by in at on for with without to per each every that who which whose where when were was
    are is be been did do does have has had came come comes go went goes made make makes belong
    belongs belonged concern concerned involve involved involving through via during since until
    between among across within under over about
    """
)
"""What a noun ends at: behind it stands what it is from, or what was done with it."""
_SAYS_SOMETHING = 0.06
_UNKNOWN = 0.5


class HeadNouns(PeriodsCounted):
    def head_noun(self, cue: Part) -> Part | None:
        """Return the noun next to a cue where it is no table's name; None where it is one."""
        found: Part | None = None
        for part in self.parts[cue.at + 1 :]:
            said = part.norm.split()
            ends = part.item.is_filler or part.kind in ("skip", "used") or bool(part.tag)
            if part.kind == "rows" or (ends and said[0] in _ENDS) or part.after_mark:
                return found if part.kind != "rows" else None
            if part.kind in ("cue", "num", "nth", "unit"):
                return found
            light = part.kind in ("skip", "used") and part.sense.cost < _SAYS_SOMETHING
            if not light:
                found = part
        return found

    def counted_table(self, cue: Part, named: Part | None, otherwise: str) -> str:
        """Return the table of which rows are counted; `named` is the one said after the head."""
        if cue.norm in ("how often", "how frequently"):
            return self.base()  # how often cars were damaged: so many times, not so many cars
        head = self.head_noun(cue)
        if head is None or head.kind == "col":
            return otherwise
        table = self._table_of(head, named, otherwise)
        if table is None or table == otherwise:
            return otherwise
        return self.pick("head", [(table, 0.0), (otherwise, 0.2)])

    def _table_of(self, head: Part, named: Part | None, otherwise: str) -> str | None:
        """Return the table whose rows a noun may be that no table is called after."""
        if head.kind in ("val", "state"):
            # The monitors of people in Engineering are assets.
            near = named is not None and otherwise in self.s.reach(head.sense.table)
            return head.sense.table if near else None
        if head.kind != "skip":
            return None
        if named is not None and self.base() != otherwise:
            return self.base()
        if head.sense.cost < _UNKNOWN:
            return None
        pointing = {r.from_table for r in self.s.schema.relations if r.to_table == otherwise}
        said = {p.sense.table for p in self.parts if p.kind == "rows"}
        pointing -= said
        return pointing.pop() if len(pointing) == 1 else None

    def has_its_year(self, part: Part) -> bool:
        """`how many queens were born before 2023`, of a queen_year: each row has one of them."""
        ref = part.sense.ref
        if ref is None or self.nature(ref).kind != "year":
            return False
        return stem(part.item.tokens[-1].norm) in [stem(w) for w in name_words(ref.column)[:-1]]


__all__ = ["HeadNouns"]
