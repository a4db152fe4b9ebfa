"""In which order rows and groups are asked for."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Order
from keenbench.models.offline.lexicon import PHRASES, Meaning
from keenbench.models.reader.lists_in_order import NAMES, ListsInOrder
from keenbench.models.reader.parts import Direction, Part, turned

_TIMELY = ("oldest", "newest", "latest", "earliest", "recent", "chronolog", "date", "calendar",
           "old", "new")  # fmt: skip
_ENDS = ("by", "of", "on")


class Sorting(ListsInOrder):
    # -- what is said of the order

    def read_sorting(self) -> None:
        self.read_list_in_order()
        for part in self.parts:
            if part.used:
                continue
            if part.tag == "super":
                self._edge_first(part)
            elif part.tag == "direction":
                self.use(part)
                by_name = "alphabet" in part.norm or part.norm in ("a to z", "z to a")
                way: Direction = "asc" if part.value == "asc" else "desc"
                self.sort_by.append(("name" if by_name else "word", way, part))
            elif part.tag == "sort":
                self._sorted_by(part)
            elif part.norm == "order" and part.kind != "cue":
                self._in_order(part)

    def _in_order(self, part: Part) -> None:
        """`average price by model year, in year order`: sorted by what stands before the word."""
        told = self.parts[part.at - 1] if part.at > 1 else None
        if told is None or told.kind not in ("col", "unit") or told.used:
            return
        if self.norm(told.at - 1) == "in":
            self.use(part, told)
            self.sort_by.append(("part", "asc", told))

    def _edge_first(self, part: Part) -> None:
        """`highest first`, `worst average first`, `heaviest at the top`, `biggest to smallest`."""
        at = part.at + 1
        average = self.parts[at] if at < len(self.parts) else None
        named = average if average is not None and average.kind == "col" else None
        if named is not None and self.is_entity(named):
            named = None
        if average is not None and (average.tag == "agg" or named is not None):
            at += 1
        elif average is not None and self.norm(at + 1) == "first" and self.is_entity(average):
            self.use(average)  # most expensive region first
            at += 1
        elif average is not None and self.norm(at + 1) == "to" and self.is_entity(average):
            self.use(average)  # from the dearest area to the cheapest
            at += 1
        while self.norm(at) in ("on", "at", "the", "to") and at - part.at < 4:
            at += 1
        last = self.parts[at] if at < len(self.parts) else None
        if last is None or last.used:
            return
        to = "to" in (self.norm(at - 1), self.norm(at - 2)) and last.tag == "super"
        top = last.norm == "top" and self.norm(at - 1) in ("on", "at", "the")
        if not to and not top and not (last.norm == "first" and at - part.at <= 2):
            return
        self.use(part, last)
        way: Direction = "asc" if part.value == "asc" else "desc"
        if named is not None and not to:  # highest total first
            self.use(named)
            meaning = part.sense.meaning
            aged = meaning is not None and meaning.dims == ("age",)
            if aged and self.nature(named.sense.ref).kind in ("date", "year"):  # type: ignore[arg-type]
                way = turned(way)  # the oldest date is the earliest
            self.sort_by.append(("part", way, named))
            return
        self.sort_by.append(("word", way, part))

    def _sorted_by(self, part: Part) -> None:
        """`sorted by price`, `rank the rounds by average weight`."""
        self.use(part)
        cue = next(iter(self.open("direction")), None)
        way = cue.value if cue is not None else ""
        target = self.after(part.at)
        if self._sorted_by_share(part, cue):
            return
        if part.norm.split()[-1] not in _ENDS:
            by = next(
                (p for p in self.open("group") if p.norm in ("by", "by the") and p.at > part.at),
                None,
            )
            what = self.after(by.at) if by is not None else None
            if by is None or what is None:
                return
            self.use(by)
            one = target is not None and target.at < by.at and self.is_entity(target)
            rows = target is not None and target.kind == "rows" and what.kind == "col"
            if one and target is not None and not rows:
                self.use(target)
                self.keys.extend(self.keys_for(target))
            elif not one and (what.tag == "agg" or self.is_measure(what)):
                self.guess(0.3)  # of what there should be an order is not said
            target, way = what, way or ("" if self.is_entity(what) else "desc")  # names from A
        if self.sorted_by_own_name(self.before(part.at), target, way):
            return
        target = self._of_these_rows(target)
        if way and target is not None and self.is_measure(target):
            asked: Direction = "asc" if way == "asc" else "desc"
            way = self.judged(cue, target.sense.ref, asked)
        if target is not None and target.kind in ("col", "rows", "unit"):
            if not self.keys or not self.is_measure(target):
                self.use(target)
            self.sort_by.append(("part", way, target))  # type: ignore[arg-type]
        elif target is not None and target.tag == "agg":
            self.sort_by.append(("figure", way or "desc", None))  # type: ignore[arg-type]

    def _of_these_rows(self, target: Part | None) -> Part | None:
        """`sorted by party size`: rows right before a column of theirs only say whose it is."""
        following = self.parts[target.at + 1 : target.at + 2] if target is not None else []
        if target is None or target.kind != "rows" or not following or following[0].kind != "col":
            return target
        if following[0].sense.table != target.sense.table or following[0].after_mark:
            return target
        self.use(target)
        return following[0]

    def _sorted_by_share(self, part: Part, cue: Part | None) -> bool:
        """`rank the depots by cancellation rate`, `routes sorted by share of late trips`."""
        ends = part.norm.split()[-1] in _ENDS
        by = next(
            (p for p in self.open("group") if p.norm in ("by", "by the") and p.at > part.at), None
        )
        start = part if ends else by
        what = self.after(start.at) if start is not None else None
        entity = self.before(part.at) if ends else self.after(part.at)
        if what is None or entity is None or not self.is_entity(entity) or self.open("super"):
            return False
        if what.tag != "share" and not self.is_of_a_share(what):
            return False
        self.use(by if not ends else None, entity)
        self.keys.extend(self.keys_for(entity))
        way: Direction = "asc" if cue is not None and cue.value == "asc" else "desc"
        self.sort_by.append(("figure", way, cue))
        return True

    # -- the order, once it is known what is shown

    def sort(self) -> None:
        for what, direction, part in self.sort_by:
            if what == "part" and part is not None:
                self._sort_by_part(part, direction)
            elif self.order:
                continue
            elif what == "name":
                self._sort_by_name(direction or "asc")
            elif self.keys:
                self._sort_groups(part, direction or "desc")
            else:
                self._sort_rows(part, direction or "asc")

    def _sort_by_name(self, way: Direction) -> None:
        if self.keys:
            texts = [i for i, k in enumerate(self.keys) if self.nature(k.column).kind == "text"]
            self.order.append(Order(key=texts[0] if texts else 0, direction=way))
            return
        names = self.show_rows(self.subject or self.base())
        ref = names[-1] if names else (self.shown[0] if self.shown else None)
        if ref is not None:
            self.order.append(Order(column=ref, direction=way))

    def _sort_groups(self, part: Part | None, way: Direction) -> None:
        """`latest first` of months is by the month, of all else by the figure."""
        timed = [
            i for i, k in enumerate(self.keys)
            if k.unit is not None or self.nature(k.column).kind in ("date", "year")
        ]  # fmt: skip
        if part is not None and timed and _is_timely(part):
            self.order.append(Order(key=timed[0], direction=way))
        elif self.figures:
            column = self.figures[0].column
            if part is not None and column is not None and self.is_slow(_meaning(part), column):
                way = turned(way)
            way = self.judged_figure(part, self.figures[0], way)
            self.order.append(Order(figure=0, direction=way))

    def _sort_rows(self, part: Part | None, way: Direction) -> None:
        meaning = _meaning(part) if part is not None else None
        tested = [r for t, _ in self.tests for r in t.columns() if self.nature(r).money]
        priced = meaning is not None and "price" in meaning.dims
        if priced and len(tested) == 1:
            self._order_rows(tested[0], way)  # costing under £20, cheapest first
            return
        if part is not None and meaning is not None and meaning.dims:
            ref = self._dims_of(meaning.dims, meaning.against, None)
            if ref is None and _is_timely(part):
                ref = self._date_shown()
            if ref is None:
                raise Ask(f'By which column should "{part.item.text}" go?', part.item.text)
            dated = self.nature(ref).kind in ("date", "year")
            if meaning.dims == ("age",) and dated == (part.tag == "super"):
                way = turned(way)  # the oldest has the earliest date
            self._order_rows(ref, way)
            return
        if part is not None and _is_timely(part):
            self._order_rows(self._date_shown(), way)
            return
        numbers = [r for r in self.shown if self.nature(r).kind == "number"]
        dates = [r for r in self.shown if self.nature(r).kind == "date"]
        if len(numbers) == 1:
            self._order_rows(numbers[0], self.judged(part, numbers[0], way))
        elif len(dates) == 1 and not numbers:
            self._order_rows(dates[0], way)
        elif not self.figures:
            found = None
            if not numbers:
                table = self.subject or self.base()
                found = self.measure_of([table], lambda n: n.money, "Sorted by which column")
            if found is None:
                raise Ask("Sorted by which column?")
            self.guess(0.15, f"I sorted by {found}.")
            self._order_rows(found, way)

    def _date_shown(self) -> ColumnRef:
        dates = [r for r in self.shown if self.nature(r).kind == "date"]
        return dates[0] if len(dates) == 1 else self.date_of([self.subject or self.base()])

    def _shown_as(self, part: Part) -> ColumnRef | None:
        """Return the column that `by name` or `by title` means, of those that are shown."""
        told = [key.column for key in self.keys if key.unit is None] or list(self.shown)
        named = [link.ref for link in part.item.columns if link.ref in told]
        texts = [ref for ref in told if self.nature(ref).kind == "text"]
        if named:
            return named[0]
        return texts[0] if texts and (part.kind == "rows" or part.norm in NAMES) else None

    def _order_rows(self, ref: ColumnRef, way: str) -> None:
        if ref not in self.shown:
            self.shown.append(ref)
        self.order.append(Order(column=ref, direction=way))

    def _sort_by_part(self, part: Part, direction: str) -> None:
        ref = part.sense.ref
        for index, key in enumerate(self.keys):
            if key.column == ref or (part.kind == "unit" and key.unit == part.sense.unit):
                self.order.append(Order(key=index, direction=direction or "asc"))
                return
        if self.figures and self.keys:
            for index, figure in enumerate(self.figures):
                if figure.column == ref or (figure.column is None and part.kind == "rows"):
                    way = direction or "desc"
                    self.order.append(Order(figure=index, direction=way))
                    return
        called = self._shown_as(part) if ref is None or self.keys else None
        groups = [key.column if key.unit is None else None for key in self.keys]
        if called is not None and self.keys and called in groups:
            self.order.append(Order(key=groups.index(called), direction=direction or "asc"))
            return
        if called is not None and not self.keys:
            self._order_rows(called, direction or "asc")
            return
        if ref is None or self.keys:
            raise Ask(f'I cannot sort this by "{part.item.text}".', part.item.text)
        default = "desc" if self.nature(ref).kind == "number" and self.limit else "asc"
        self._order_rows(ref, direction or default)


def _is_timely(part: Part) -> bool:
    return any(word.startswith(_TIMELY) for word in part.norm.split())


def _meaning(part: Part) -> Meaning | None:
    """Return what the word of an order compares by: `cheapest first` goes by the price."""
    if part.tag == "super":
        return part.sense.meaning
    words = part.norm.removeprefix("from ").split()
    for length in (2, 1):
        found = PHRASES.get(" ".join(words[:length]))
        if found is not None and found.tag == "super":
            return found
    return None


__all__ = ["Sorting"]
