"""The first of each group: the longest track of each genre, the most common model of each brand.

Such a ranking is read as if there were no groups, and then put within them: what ranks rows ranks
those of each group, what ranks groups ranks those in each of the others, and the greatest of a
column is the greatest of each.
"""

from __future__ import annotations

from keenbench.models.offline.frame import Ask, Key
from keenbench.models.reader.parts import Part
from keenbench.models.reader.ranked_by import RankedBy

_EACH = ("each", "every")


class FirstOfEach(RankedBy):
    def groups_ranked_in(self, cue: Part | None, asked: Part | None) -> list[Key]:
        """Return the groups within which a ranking may count, taken out of the way."""
        if not self.keys or not self._is_of_each(cue, asked):
            return []
        ways = [(True, 0.0), (False, 0.15)]
        if not self.pick("each", ways, "For each of them, or only the first?"):
            return []
        groups, self.keys = list(dict.fromkeys(self.keys)), []
        return groups

    def _is_of_each(self, cue: Part | None, asked: Part | None) -> bool:
        """`the top two per category`; but which region has the most sales per shop is a rate."""
        cues = [part for part in self.parts if part.tag == "group" and part.used]
        words = {part.norm.split()[-1] for part in cues}
        if words & {*_EACH}:
            return True
        if asked is not None:
            return False
        return "per" in words or (self._split_after(cue) and not any(map(self._is_one, self.keys)))

    def _is_one(self, key: Key) -> bool:
        """Whether a group is a row or a day: nobody asks for the top five by such."""
        nature = self.nature(key.column)
        return key.unit is None and (nature.unique or nature.kind == "date")

    def _split_after(self, cue: Part | None) -> bool:
        """Whether groups are named last, after what is the greatest: the top price by region."""
        groups = [part for part in self.parts if part.tag == "group"]
        return cue is not None and len(groups) == 1 and groups[0].norm == "by" and (
            groups[0].at > cue.at + 1
        )  # fmt: skip

    def put_within(self, groups: list[Key]) -> None:
        """Make the ranking that was read one within each of these groups."""
        if not groups:
            return
        self._refuse_ranks_of_one(groups)
        if not self.order:  # the greatest of each, and no first of them
            self.keys = [*groups, *self.keys]
            return
        if self.offset is not None:
            raise Ask("Of each group I can show the first, or the first few of them.")
        ranked = [key for key in self.keys if key not in groups]
        if self.figures and not ranked:
            raise Ask("The first of what, in each group?")
        moved = len(groups) + len(ranked) - len(self.keys)
        self.order = [
            order if order.key is None else order.model_copy(update={"key": order.key + moved})
            for order in self.order
        ]
        if self.figures:
            self.keys = [*groups, *ranked]
        else:
            told = [key.column for key in groups if key.unit is None]
            self.shown = list(dict.fromkeys([*told, *self.shown]))
        self.of_each = groups

    def _refuse_ranks_of_one(self, groups: list[Key]) -> None:
        """Of the dates of each day none is the first, and an invoice has only one supplier."""
        columns = [key.column for key in groups if key.unit is None]
        by = [*(o.column for o in self.order), *(f.column for f in self.figures)]
        if any(ref in by for ref in columns):
            raise Ask("In each of these groups there is only one of that.")
        ranked = {key.column.table for key in self.keys} or {self.subject}
        for ref in columns if self.order else ():
            if self.nature(ref).unique and ranked <= {ref.table, *self.s.reach(ref.table)}:
                raise Ask(f"Each {ref.column} has only one of them, so that none is the first.")


__all__ = ["FirstOfEach"]
