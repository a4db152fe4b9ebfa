"""The greatest of shares: which route has the highest cancellation rate."""

from __future__ import annotations

from keenbench.models.offline.frame import Ask, Order
from keenbench.models.offline.words import word_set
from keenbench.models.reader.parts import Direction, Part
from keenbench.models.reader.ranking import Ranking

_FAR = 6
"""How many pieces of a question may stand between the highest and the share that is so."""
_EDGES = word_set(
    """
    highest lowest biggest smallest largest greatest best worst most least top bottom higher lower
    poorest first last
    """
)


class RankedShares(Ranking):
    def ranks_shares(self, first: Part, cue: Part) -> bool:
        """`which route has the highest cancellation rate`: the share of each, the greatest."""
        if first.at > cue.at or cue.at - first.at > _FAR:
            return False
        meaning = first.sense.meaning
        plain = meaning is None or not meaning.dims or meaning.dims == ("*count",)
        plain = plain or first.norm.split()[-1] in _EDGES
        between = self.parts[first.at + 1 : cue.at]
        return plain and not any(self.is_measure(p) or p.tag == "agg" for p in between)

    def rank_shares(self, first: Part, cue: Part) -> None:
        self.use(first)
        if not self.keys:
            asked = [p for p in self.parts[: cue.at] if not p.used and self.is_entity(p)]
            entity = asked[0] if asked else self._who() or self._entity(cue.at)
            if entity is None:
                raise Ask("Of which groups should the first be shown?")
            self.use(entity)
            self.rows_as_keys(entity)
        self.read_share(cue)
        way: Direction = "asc" if first.value == "asc" else "desc"
        way = self.judged_figure(first, self.figures[0], way)
        self.order.append(Order(figure=0, direction=way))
        self.limit = self.limit or 1
