"""Lists in an order that only `by` tells: list suppliers by lead time, list patients by name."""

from __future__ import annotations

from keenbench.models.reader.parts import Direction, Part
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.wording import Wording

NAMES = ("name", "names", "title", "titles")
_IN_ORDER = ("date", "year")


class ListsInOrder(Wording):
    def read_list_in_order(self) -> None:
        """Each row has one such number, or name: nobody wants them counted by it."""
        cues = self.open("group", "bucket")
        lists = [p for p in self.parts if p.tag == "list"]
        if len(cues) != 1 or cues[0].norm not in ("by", "by the") or not lists:
            return
        if self.open("agg", "share", "how_much", "versus", "null"):
            return
        by = cues[0]
        rows = self.before(by.at)
        target = self.parts[by.at + 1] if by.at + 1 < len(self.parts) else None
        if rows is None or rows.kind != "rows" or target is None or target.used:
            return
        if self.sorted_by_own_name(rows, target, ""):
            self.use(by)
            return
        ref = target.sense.ref if target.kind == "col" else None
        if ref is None or ref.table != rows.sense.table:
            return
        nature = self.nature(ref)
        dated = nature.kind in _IN_ORDER and lists[0].norm == "list"
        if not (dated or nature.unique or self.is_measure(target)):
            return
        cue = next(iter(self.open("direction")), None)
        way = cue.value if cue is not None else ""
        if way and self.is_measure(target):
            asked: Direction = "asc" if way == "asc" else "desc"
            way = self.judged(cue, ref, asked)
        self.use(by, target)
        self.sort_by.append(("part", way, target))  # type: ignore[arg-type]

    def sorted_by_own_name(self, rows: Part | None, target: Part | None, way: str) -> bool:
        """Take `name` for that of the rows, though only another table has a header called so."""
        if rows is None or rows.kind != "rows" or target is None or target.norm not in NAMES:
            return False
        if target.kind == "col" and target.sense.table == rows.sense.table:
            return False  # what is said is there
        if all(self.nature(ref).kind != "text" for ref in self.show_rows(rows.sense.table)):
            return False
        self.sort_by.append(("name", "desc" if way == "desc" else "asc", target))
        self.parts[target.at] = Part(target.at, target.item, Sense("used", 0.0), used=True)
        return True
