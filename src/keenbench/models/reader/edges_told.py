"""The greatest or least by itself, and what has it: the highest value and which station had it."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Order, Test
from keenbench.models.reader.parts import GLUE, Part
from keenbench.models.reader.worked_out import WorkedOut


class EdgesTold(WorkedOut):
    def read_edge_and_row(self) -> bool:
        """`what was the highest NO2 value and which station measured it`: the row that has it."""
        ends, asked = self.open("super"), self._asked_behind()
        if len(ends) != 1 or asked is None or self.keys or self.limit is not None:
            return False
        noun = self.next_open(ends[0].at)
        if not self.is_measure(noun) or noun is None or noun.at > asked.at or ends[0].at > noun.at:
            return False
        ref = noun.sense.ref
        between = self.parts[ends[0].at + 1 : noun.at]
        if ref is None or any(p.kind not in GLUE for p in between) or self.open("agg", "how_much"):
            return False
        shown = self.asked_of_row(ref.table)
        if not shown:
            return False
        self.use(ends[0], noun, asked)
        self.settle_thresholds(None)
        self.use(*(p for p in self.parts[asked.at :] if p.sense.ref == ref))
        self.subject, self.shown = ref.table, [*shown, ref]
        if self.column(ref).nullable:
            self.test(Test(column=ref, op="is_not_null", said=""), noun.at)
        way = "asc" if ends[0].value == "asc" else "desc"
        self.order, self.limit = [Order(column=ref, direction=way)], 1
        return True

    def _asked_behind(self) -> Part | None:
        """Return the which of `and which station`, where nothing before it asks for a row."""
        asks = [p for p in self.parts if p.tag == "which" and p.norm != "what"]
        if not asks or any(self.is_entity(p) for p in self.parts[: asks[0].at]):
            return None
        before = self.parts[asks[0].at - 1] if asks[0].at else None
        joined = asks[0].after_mark or (before is not None and before.tag == "and")
        return asks[0] if joined and before is not None else None

    def asked_of_row(self, table: str) -> list[ColumnRef]:
        """Return what of a row is asked for: who, which club, when, where."""
        who = self._who()
        asks = {p.value: p for p in self.parts if p.tag == "which"}
        noun = who or (self.after(asks["which"].at) if "which" in asks else None)
        shown: list[ColumnRef] = []
        if noun is not None and self.is_entity(noun) and noun.kind != "unit":
            self.use(noun)
            ref = noun.sense.ref
            shown += [ref] if ref is not None else self.show_rows(noun.sense.table)
        if "when" in asks:
            shown.append(self.date_of([table]))
        if "where" in asks:
            shown += self._places(table)
        return shown


__all__ = ["EdgesTold"]
