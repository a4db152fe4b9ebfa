"""The column that a word like longest or latest compares by, and which way it goes."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.lexicon import Meaning
from keenbench.models.offline.words import stem
from keenbench.models.reader.parts import Direction, Part
from keenbench.models.reader.shares import Shares
from keenbench.models.reader.trade_figures import ranked_by_trade

_TIMES = frozenset(("date", "timestamp", "time", "birth", "start", "joined", "age"))

_WHERE = ("in", "on", "from", "of", "across", "within", "among", "according to")


class RankedSizes(Shares):
    def _of_time(self, cue: Part) -> bool:
        """Whether a word ranks dates: the latest or the oldest; the biggest invoice is no date."""
        meaning = cue.sense.meaning
        return meaning is not None and bool({*meaning.dims, *meaning.against} & _TIMES)

    def is_where(self, cue: Part | None, noun: Part | None) -> bool:
        """`when was the debit highest in the statement`: where it is, and not what is counted."""
        if cue is None or noun is None or noun.kind != "rows":
            return False
        return any(p.norm in _WHERE for p in self.parts[cue.at + 1 : noun.at])

    def _dims_of(
        self, dims: tuple[str, ...], against: tuple[str, ...], about: Part | None
    ) -> ColumnRef | None:
        tables = self._near()
        if about is not None and about.sense.table:
            tables = list(dict.fromkeys([about.sense.table, *tables]))
        for cue in self.parts:
            meant = ranked_by_trade(self.s.schema, cue.norm) if cue.tag == "super" else None
            if meant is not None:
                return meant
        try:
            for table in dict.fromkeys([*tables, *self.around()]):
                way = self.way_of(about)
                found = self.sized(tuple(d for d in dims if d != "*count"), table, way)
                if found is None and "date" in dims and table == tables[0] and self._dates(table):
                    found = self.date_of([table])  # the latest rental, of what was rented_on
                if found is not None:
                    return found
        except Ask:
            if not against:
                raise
        if "date" in dims and about is not None:
            try:
                return self.date_of(tables[:1])
            except Ask:
                return None
        for table in tables:
            natures = [self.nature(ColumnRef(table, c.name)) for c in self.s.table(table).columns]
            dated = [n for n in natures if n.kind in ("date", "year")]
            years = [n for n in dated if n.kind == "year"]  # the oldest wine has the least vintage
            named = [[n for n in dated if stem(word) in n.words] for word in against]
            for times in (*named, years if against else []):
                if len(times) == 1:
                    return times[0].ref
            if against:
                try:
                    return self.date_of([table])
                except Ask:
                    continue
        return None

    def _dates(self, table: str) -> list[ColumnRef]:
        refs = [ColumnRef(table, column.name) for column in self.s.table(table).columns]
        return [ref for ref in refs if self.nature(ref).kind == "date"]

    def way_of(self, about: Part | None) -> str:
        """Return in which direction the ranking before or around a part goes."""
        found = [p.value for p in self.parts if p.tag in ("super", "versus")]
        return found[0] if found else ""

    def is_slow(self, meaning: Meaning | None, ref: ColumnRef) -> bool:
        """Whether more of a column is slower: the fastest took the fewest days."""
        if meaning is None or "speed" not in meaning.dims:
            return False
        spans = {"day", "hour", "minute", "second", "min", "duration", "time", "wait", "delay"}
        timed = self.nature(ref).unit in ("d", "h", "min", "s", "wk")
        return ref.worked is not None or timed or bool(self.nature(ref).words & spans)

    def _still_lasting(self, ref: ColumnRef, direction: Direction) -> tuple[ColumnRef, Direction]:
        """Of what has not ended yet, the longest began first."""
        worked = ref.worked
        if worked is None or worked.op not in ("days", "hours", "minutes"):
            return ref, direction
        end = ColumnRef(ref.table, worked.left)
        if not any(t.column == end and t.op == "is_null" for t, _ in self.tests):
            return ref, direction
        return ColumnRef(ref.table, worked.right), "asc" if direction == "desc" else "desc"

    def _by_date(self, cue: Part, direction: Direction) -> Direction:
        """The oldest has the earliest date."""
        meaning = cue.sense.meaning
        if meaning is not None and meaning.against and meaning.dims == ("age",):
            return "asc" if direction == "desc" else "desc"
        return direction


__all__ = ["RankedSizes"]
