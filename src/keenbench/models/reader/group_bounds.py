"""Bounds, once it is known what is asked about: conditions of rows, or of whole groups."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.families import same_family
from keenbench.models.offline.frame import Figure, Having, Key
from keenbench.models.offline.tallies import is_tally
from keenbench.models.offline.words import name_words
from keenbench.models.reader.money import is_quantity
from keenbench.models.reader.nature import measures
from keenbench.models.reader.parts import Part, Threshold
from keenbench.models.reader.passives import Passives
from keenbench.query.plan import AggregateName


class GroupBounds(Passives):
    def settle_thresholds(self, entity: Part | None) -> None:
        ways = [(bound.ref, bound.op) for bound in self.thresholds if bound.ref is not None]
        if len(set(ways)) < len(ways):
            self.guess(0.3)  # nobody says over 1 and over 50 of the same
        for bound in self.thresholds:
            if bound.ref is not None and bound.than is None and not self._of_group(bound, entity):
                self.doubt_bound(bound.ref, bound.op, bound.value)
                self.test(bound.of_rows(), bound.at)
                continue
            if bound.ref is not None:
                added = self.nature(bound.ref).added or bound.total or self.earns()
                if not added and self._beyond_all(bound):
                    added = True
                    self._doubt_price(bound.ref)
                func: AggregateName = "avg" if bound.average or not added else "sum"
                figure = Figure(func=func, table=bound.ref.table, column=bound.ref)
            elif bound.different is not None:
                ref = bound.different
                figure = Figure(func="count_distinct", table=ref.table, column=ref)
            else:
                table = bound.counted if bound.counted != "*" else self._events(entity)
                figure = Figure(func="count", table=table, where=bound.where)
            held = Having(figure=figure, op=bound.op, value=bound.value, than=bound.than)
            if bound.than is not None:
                self.keys.append(Key(column=bound.than))
            self.having.append(held)
        self.thresholds = []

    def _events(self, entity: Part | None) -> str:
        """Return the table of what happened so many times."""
        own = {key.column.table for key in self.keys if self.nature(key.column).unique}
        own |= {entity.sense.table} if entity is not None else set()
        others = [t for t in self.tables() if t not in own]
        if others:
            return others[0]
        if entity is None or entity.kind == "rows":
            many = {r.from_table for r in self.s.schema.relations if r.to_table in own}
            if len(many) == 1:
                return many.pop()
        return self.base()

    def _of_group(self, bound: Threshold, entity: Part | None) -> bool:
        ref = bound.ref
        assert ref is not None
        if self.keys and entity is None and bound.op != "=":
            grouped = True
        elif entity is None:
            return False
        elif entity.kind == "rows":
            grouped = entity.sense.table != ref.table
        elif entity.kind == "unit":
            grouped = True
        else:
            grouped = entity.sense.ref is not None and not self.nature(entity.sense.ref).unique
        if not grouped or bound.op == "=":
            return False
        if entity is not None and entity.kind == "unit" and entity.sense.unit != "day":
            return self.nature(ref).added  # the months with more than 800 kWh
        if bound.total or bound.average or (self.earns() and self.nature(ref).money):
            return True
        if is_quantity(self.nature(ref)) and (self.earns() or self.produces()):
            return True  # hives that gave more than 20 kg, in however many harvests
        if is_tally(self.s.schema, ref):
            return True  # origins with over 500 flights, of a count for each pair of places
        return self._beyond_all(bound)

    def _doubt_price(self, ref: ColumnRef) -> None:
        """`sold for`: the price that something was sold at, and not the one it was listed at."""
        said = {token.norm for part in self.parts for token in part.item.tokens}

        def told(each: ColumnRef) -> bool:
            return any(same_family(w, name) for w in said for name in name_words(each.column))

        others = [n.ref for n in measures(self.s.schema, ref.table) if n.money and n.ref != ref]
        if not told(ref) and any(map(told, others)):
            self.guess(0.4)

    def _beyond_all(self, bound: Threshold) -> bool:
        """`sold for more than 400,000`, where no row comes to so much: all of a group's do."""
        ref = bound.ref
        if ref is None or ref.worked is not None or bound.average:
            return False
        limits = self.s.known.numbers_of(ref)
        self.s.wait()
        high = bound.value if isinstance(bound.value, int | float) else bound.value[0]
        nature = self.nature(ref)
        return limits is not None and (nature.added or nature.money) and high > limits[1]


__all__ = ["GroupBounds"]
