"""Rows and groups held against an average: of all, of one group, or of each row's own group."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Plain, Test
from keenbench.models.offline.words import word_set
from keenbench.models.reader.factors import factor_between
from keenbench.models.reader.held_text import HeldText
from keenbench.models.reader.parts import GLUE, Part, Threshold
from keenbench.query.plan import Operator, read_plan

_AVERAGED: dict[str, Operator] = {
    ">": ">", "<": "<", ">=": ">=", "<=": "<=", "desc": ">", "asc": "<",
}  # fmt: skip
_OWN = word_set("their its his her own respective same")
"""What says that the average is of the group that a row itself is in."""
_MEANS = ("avg", "median")
_MOST_GROUPS = 40


class AgainstAverages(HeldText):
    def read_above_average(self) -> None:
        """`earn more than the average salary`, `above the average of their department`."""
        for part in self.parts:
            if part.used or part.tag not in ("cmp", "versus") or part.value not in _AVERAGED:
                continue
            told = self.after(part.at)
            if told is not None and told.kind == "num":
                told = self.after(told.at)  # more than twice the average
            if told is None:
                continue
            mean = told if told.kind == "cue" else self.after(told.at)
            if mean is None or mean.tag != "agg" or mean.value not in _MEANS:
                continue
            if mean.norm.startswith(("on ", "in ")):
                continue  # who tips more on average
            than = [p.norm for p in self.parts[part.at : mean.at] if "than" in p.norm.split()]
            if part.tag == "versus" and not than:
                continue  # which of two has the better average mark
            if self._sets_two_averages_apart(part, mean):
                continue
            named = self._averaged_measure(part, mean)
            if named is not None:
                group = told if told is not mean and told.sense.ref != named else None
                self._hold(part, mean, named, group)

    def _sets_two_averages_apart(self, part: Part, mean: Part) -> bool:
        """`is the average member's order bigger than the average guest's`: one against the other.

        What tells the rows of each stands on both sides, and no row is held against either.
        """
        asks = self.parts[0].norm in ("is", "are", "was", "were", "do", "does", "did")
        first = [p for p in self.open("agg") if p.at < part.at and p.value == mean.value]
        if not asks or not first:
            return False
        sides = (self.parts[first[0].at : part.at], self.parts[mean.at : mean.at + 6])
        if not all(any(self._tells_rows(p) for p in side) for side in sides):
            return False
        self.use(first[0])  # both are one figure, of the measure that is named with either
        return True

    def _tells_rows(self, part: Part) -> bool:
        return part.kind in ("val", "state") or self.flag(part) is not None

    def _averaged_measure(self, part: Part, mean: Part) -> ColumnRef | None:
        """Return the measure whose average is meant, named after it, before it, or by a verb."""
        named = self.after(part.at)
        if not self.is_measure(named):  # else more employees than the average company
            named = self.after(mean.at)
        if not self.is_measure(named):
            named = self._measure_before(part.at)
        if named is not None and named.sense.ref is not None:
            self.use(named)
            return named.sense.ref
        meaning = part.sense.meaning
        if meaning is not None and meaning.dims and meaning.dims != ("*count",):
            return self._by_dims(meaning.dims)  # older than the average member
        paying = any(map(self._is_paying, self.parts[max(0, part.at - 3) : part.at]))
        if paying:
            return self.unnamed_money()
        rows = self.before(part.at)
        if part.tag == "cmp" and rows is not None and rows.kind == "rows":
            self.guess(0.1)  # which orders are bigger than average
            return self.unnamed_money([rows.sense.table])
        return None

    def _hold(self, part: Part, mean: Part, ref: ColumnRef, told: Part | None) -> None:
        op = _AVERAGED[part.value]
        word = f"{ref} {part.norm} {mean.norm}"
        group = self._own_group(mean, told, ref)
        if group is not None:
            self.use(part, mean)
            self.test(self._of_own_group(ref, mean.value, op, group, word), part.at)
            return
        noun = self.after(mean.at)
        if told is None and noun is not None and noun.kind == "val":
            if noun.at > mean.at + 1:
                raise Ask(f"The average of all, or only of {noun.item.text}?")
            told = noun  # than the average collie
        if told is not None and told.kind != "val":
            return
        within = told.sense if told is not None else None
        if noun is not None and noun.kind == "rows" and noun.sense.table == ref.table:
            self.use(noun)  # than the average car
        cells = within.values if within is not None else ()
        figure = self._figure_within(ref, mean.value, within.ref if within else None, cells)
        if figure is None:
            return
        times, words = factor_between(self, part.at, mean.at)
        self.use(*words)
        figure *= times
        word = f"{ref} {part.norm} {times:g} times the {mean.norm}" if words else word
        before = [p for p in self.open("agg") if p.at < part.at and p.value == mean.value == "avg"]
        self.use(part, mean, told)
        if before:  # which stations have an average above that of all
            self.use(before[-1])
            self.thresholds.append(Threshold(part.at, op, figure, ref=ref, average=True))
            return
        of = f" of {cells[0]}" if cells else ""
        said = f"{word}{of} ({figure:g})"
        self.test(Test(column=ref, op=op, value=figure, said=said), part.at)

    def _figure_within(
        self, ref: ColumnRef, func: str, group: ColumnRef | None, cells: tuple[Plain, ...]
    ) -> float | None:
        """Return the average of all, or of those that a cell tells: the Marketing average."""
        if group is None:
            figure = self.s.known.figure_of(func, ref)
            self.s.wait()
            return figure
        found = self._figures(ref, func, group) if group.table == ref.table else None
        return dict(found or ()).get(cells[0]) if len(cells) == 1 else None

    def _own_group(self, mean: Part, told: Part | None, ref: ColumnRef) -> ColumnRef | None:
        """Return the column of `the average of their own department`, `their team's average`."""
        named = told
        if named is None:
            own = self._own_word(mean.at + 1)
            named = self.after(own.at) if own is not None else None
        else:
            between = self.parts[max(0, named.at - 2) : named.at]
            if not any({*p.norm.split()} & _OWN for p in between):
                return None
        if named is None or not self.is_entity(named) or named.kind == "unit":
            return None
        ref_of = named.sense.ref
        if ref_of is None:
            keys = [
                ColumnRef(r.from_table, r.from_column) for r in self.s.schema.relations
                if r.from_table == ref.table and r.to_table == named.sense.table
            ]  # fmt: skip
            ref_of = keys[0] if len(keys) == 1 else None
        if ref_of is None or ref_of.table != ref.table or ref_of.worked is not None:
            return None
        self.use(named)
        return ref_of

    def _own_word(self, start: int) -> Part | None:
        """Return the `their` of `the average salary in their department`."""
        for part in self.parts[start:]:
            if {*part.norm.split()} & _OWN:
                return part
            if part.kind not in GLUE and not part.used:
                return None
        return None

    def _of_own_group(
        self, ref: ColumnRef, func: str, op: Operator, group: ColumnRef, word: str
    ) -> Test:
        """Return the condition that a row lies above the average of its own group."""
        found = self._figures(ref, func, group)
        if not found:
            raise Ask(f"I cannot hold {ref} against the averages of so many {group}.")
        each = tuple(
            Test(
                all_of=(
                    Test(column=group, op="=", value=cell, said=str(cell)),
                    Test(column=ref, op=op, value=figure, said=f"{figure:g}"),
                ),
                said=f"{cell} ({figure:g})",
            )
            for cell, figure in found
        )
        return Test(any_of=each, said=f"{word} of the same {group.column}")

    def _figures(self, ref: ColumnRef, func: str, group: ColumnRef) -> list[tuple[Plain, float]]:
        """Return the figure of each group; nothing where there are too many of them."""
        if ref.worked is not None or group.worked is not None:
            return []
        plan = read_plan(
            {
                "dataset_id": self.s.schema.dataset_id,
                "table": ref.table,
                "select": [
                    {"column": group.column},
                    {"agg": {"func": func, "column": ref.column}, "alias": "figure_of_it"},
                ],
                "filters": {"column": group.column, "op": "is_not_null"},
                "group_by": [group.column],
                "limit": _MOST_GROUPS + 1,
            }
        )
        answer = self.s.known.look(plan, f"{func} of {ref.column} by {group.column}")
        self.s.wait()
        if answer is None or not answer.complete:
            return []
        return [(cell, float(figure)) for cell, figure in answer.rows if figure is not None]


__all__ = ["AgainstAverages"]
