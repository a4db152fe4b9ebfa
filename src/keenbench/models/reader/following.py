"""A message that changes the question before: `now only 2024`, `and the median?`, `list them`.

It is read with the same senses and parts as a whole question; what it says takes the place of what
it speaks of in the one before (another value of the same column, another figure, another order),
or is added to it (a condition on another column, a share).
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.frame import Ask, Figure, Having, Key, Test, Understanding
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.reader.amounts import pieces
from keenbench.models.reader.merging import in_shares, merged, of_groups_now, tables_of, turned
from keenbench.models.reader.parts import Part
from keenbench.models.reader.shares_after import SharesAfter
from keenbench.models.reader.time_shifted import shift_said, shifted
from keenbench.models.reader.vocabulary import BESIDES, FURTHER, REST, THEM
from keenbench.models.reader.ways import ways_meant


class Following(SharesAfter):
    """A reading of a message as a change of `previous`."""

    def __init__(self, s: Sentence, parts: list[Part], previous: Understanding) -> None:
        super().__init__(s, parts)
        self.previous = previous
        self.words = [word for part in parts for word in part.norm.split()]
        self.narrows = bool(set(self.words) & (THEM | {"only", "just"}))

    def read(self) -> Understanding:
        for part in self.open("cannot"):
            raise Ask(f"I cannot work out {part.value} offline.", part.item.text)
        self.drop_replaced()
        edge = self.row_of_edge()
        if edge is not None:
            return self._finish(edge)
        self.read_year_of_header()
        moved = self._time_shifted()
        if moved is not None:
            return self._finish({"tests": moved})
        self.read_bare_number()
        self.read_reversed()
        swapped = self.swapped() if self.reversed else None
        if swapped is not None:
            return self._finish({"tests": swapped})
        self._keep_groups()
        self.read_limits()
        self.read_number_after()
        self.read_sorting()
        self.read_rows()
        self._settle_bounds()
        self.join_alternatives()
        figures, tests = self._rows_and_figures()
        figures, keys = self._new_figures(figures)
        figures, tests = self._plain(figures, tests)
        if self.count_groups and not self.previous.count_groups:
            return self._finish({"count_groups": True, "figures": (), "order": ()})
        if self._lists():
            return self._listing(tests)
        if not self.keys and (figures, tests) == (
            list(self.previous.figures),
            list(self.previous.tests),
        ):
            keys = self._other_keys(self.more_keys(keys))
        if self.keys and not self._share_of_rows():
            keys = self._new_keys(keys)
        tests = of_groups_now(tests, self.previous.keys, keys, self._may_be_unnamed)
        if self.open("share"):
            figures, tests = self._percent(figures, tests, keys)
        self.figures, self.keys = figures, keys
        self.tests = [(test, -1) for test in tests]
        self.shown = self._shown()
        self.reorder()
        return self._with()

    def _keep_groups(self) -> None:
        """`the average tip for each of them`: into the groups of the question before."""
        if not self.previous.keys:
            return
        for part in self.open("group"):
            if points_at_them(self.s.items[part.at + 1 :]):
                self.use(part)

    def _time_shifted(self) -> tuple[Test, ...] | None:
        """`and the year before?`: the same of the year before that of the question before."""
        said = shift_said(self.words)
        periods = [test for test in self.previous.tests if test.period]
        if said is None or len(periods) != 1:
            return None
        moved = shifted(periods[0], *said)
        if moved is None:
            return None
        self.use(*self.parts)
        return tuple(moved if test is periods[0] else test for test in self.previous.tests)

    # -- which rows

    def _settle_bounds(self) -> None:
        """A bound is of each row, or of each group where that is what the question was about."""
        for bound in self.thresholds:
            was = self.was
            if bound.ref is not None and bound.at not in self.of_groups:
                self.test(bound.of_rows(), bound.at)
                continue
            if not (self.previous.keys or self.keys):
                raise Ask("Of which groups should that be true?")
            if bound.at in self.of_groups and was is not None:
                figure = was.model_copy(update={"share": ""})
            elif bound.different is not None:
                ref = bound.different
                figure = Figure(func="count_distinct", table=ref.table, column=ref)
            else:
                counted = bound.counted if bound.counted != "*" else self.base()
                figure = Figure(func="count", table=counted, where=bound.where)
            self.having.append(Having(figure=figure, op=bound.op, value=bound.value))
        self.thresholds = []

    def _rows_and_figures(self) -> tuple[list[Figure], list[Test]]:
        """Return the figures and conditions before with the new conditions put among them."""
        figures, tests = list(self.previous.figures), list(self.previous.tests)
        added = _joined([test for test, _ in self.tests])
        self._check_year(added)
        split_by = {key.column for key in self.previous.keys}
        if added and all({*test.columns()} <= split_by for test in added):
            self.use(*self.open("compare"))  # they stand side by side as they are
        if self._is_the_part():
            return self._part_of(figures, tests, added)
        if added and self._share_of_rows():
            part = tuple(t for t in added if not t.period)
            self.use(*self.open("share"))
            table = self.was.table if self.was is not None else self.previous.subject
            figures = [Figure(func="count", table=table, where=part, share="of_rows")]
            return figures, merged(tests, [t for t in added if t.period], narrows=True)
        if not added:
            figures, tests = self._opposite(figures, tests)
        figures, added = in_shares(figures, added)
        if self._adds_values(added):
            added = [_either(tests, test) for test in added]
        return figures, merged(tests, added, narrows=self.narrows)

    def _check_year(self, added: list[Test]) -> None:
        """`and 2024?` after `in May 2025`: that May or all of the year, only the user knows."""
        for test in added:
            old = [t for t in self.previous.tests if t.period and t.columns() == test.columns()]
            if (
                test.period
                and old
                and self.bare_year
                and len(old[0].said.split()) > len(test.said.split())
            ):
                raise Ask(f"All of {test.said.split()[-1]}, or only {old[0].said} of that year?")

    def _opposite(
        self, figures: list[Figure], tests: list[Test]
    ) -> tuple[list[Figure], list[Test]]:
        """`and how many have not?`, `and the rest?`: the last condition the other way round."""
        nots = [p for p in self.parts if not p.used and (p.tag in ("not", "null"))]
        rest = [p for p in self.parts if set(p.norm.split()) & REST]
        named = [p for p in self.parts if not p.used and p.kind in ("col", "val", "num")]
        if not (nots or rest) or named:
            return figures, tests
        for at, figure in enumerate(figures):
            if figure.share == "of_rows" and len(figure.where) == 1 and turned(figure.where[0]):
                other = turned(figure.where[0])
                self.use(*nots, *rest)
                figures[at] = figure.model_copy(update={"where": (other,)})
                return figures, tests
        plain = [t for t in tests if turned(t) is not None and t.said]
        if not plain:
            return figures, tests
        self.use(*nots, *rest)
        there = [t for t in plain if t.op in ("is_null", "is_not_null") or t.value in (True, 1)]
        if len(there) == 1 and any(p.tag == "null" for p in nots):
            plain = there  # those without one
        if len(plain) > 1:
            self.guess(0.2)
        last = plain[-1]
        return figures, [turned(t) or t if t is last else t for t in tests]

    def _adds_values(self, added: list[Test]) -> bool:
        return bool(added) and bool(set(self.words) & BESIDES) and not self.open("not")

    # -- figures and groups

    def _new_figures(self, figures: list[Figure]) -> tuple[list[Figure], list[Key]]:
        previous = self.previous
        keys = list(previous.keys)
        kept = self._pieces_before()
        if kept is not None:
            self.figures.append(kept)
        elif self.open("agg", "how_much"):
            self.read_figures()
        elif self.was is not None and not self.open("super", "versus"):
            for part in self.parts:
                if not part.used and self.is_measure(part):
                    self._same_of(part)
        if previous.keys and not self._told() and "overall" in self.words:
            self.overall = True
        if self.overall:
            keys = []
        if self._first_only(keys):
            raise Ask(f"I can work that out of all of them, but not of the first {previous.limit}.")
        if not self.figures or self.figures == list(previous.figures):
            return figures, keys
        if any(f.table not in self.tables_before() for f in self.figures):
            self.guess(0.5)
        if set(self.words) & BESIDES:
            return [*figures, *(f for f in self.figures if f not in figures)], keys
        return list(self.figures), keys

    def _pieces_before(self) -> Figure | None:
        """`how many of those were for children?` after so many tickets: of these, and not sales."""
        cues = self.open("agg", "how_much")
        if len(cues) != 1 or cues[0].norm != "how many":
            return None
        if not points_at_them(self.s.items[cues[0].at + 1 :]):
            return None
        found = [
            figure for figure in self.previous.figures
            if figure.func == "sum" and figure.column is not None and not figure.share
            and figure.column in pieces(self.s.schema, figure.column.table)
        ]  # fmt: skip
        if len(found) != 1:
            return None
        self.use(
            cues[0], *(p for p in self.parts if p.kind == "rows" or p.sense.ref == found[0].column)
        )
        return found[0]

    def _first_only(self, keys: list[Key]) -> bool:
        """Whether a new figure is asked of the first rows only: `what is their total?`."""
        if self.previous.limit is None:
            return False
        new = bool(self.figures) and self.figures != list(self.previous.figures)
        theirs = bool(set(self.words) & (THEM | {"that", "it", "its"}))
        return self.overall or (new and (not keys or theirs))

    def _plain(self, figures: list[Figure], tests: list[Test]) -> tuple[list[Figure], list[Test]]:
        """`how many is that?` after a share: what told the part tells the rows that are counted."""
        for at, figure in enumerate(figures):
            if figure.where and not figure.share and figure not in self.previous.figures:
                tests = merged(tests, figure.where, narrows=True)
                figures[at] = figure.model_copy(update={"where": ()})
        return figures, tests

    def _other_keys(self, keys: list[Key]) -> list[Key]:
        """`what about fuel type?` after `which make has the most sales?`: the same of others."""
        named = [
            p for p in self.parts if not p.used and p.kind in ("col", "unit") and self.is_entity(p)
        ]
        cues = any(p.tag in ("super", "share", "agg", "how_much", "versus") for p in self.parts)
        narrows = bool({"only", "just"} & set(self.words)) or self.sort_by or self.limit
        if not self.previous.keys or len(named) != 1 or cues or narrows:
            return keys
        self.use(named[0])
        self.guess(0.1)
        self.keeps_rank = True
        return self.keys_for(named[0])

    def _same_of(self, part: Part) -> None:
        """`and the VAT?`: the same figure of another column."""
        ref, was = part.sense.ref, self.was
        assert ref is not None and was is not None
        self.use(part)
        nature = self.nature(ref)
        func = was.func if was.column is not None else self.func_for(ref)
        if func == "count_distinct" or (func == "sum" and not nature.added):
            raise Ask(f"Which figure of {ref}: the average, the total, the least, the greatest?")
        if was.column is None:
            self.guess(0.1)
        kept = {"func": func, "table": ref.table, "column": ref}
        self.figures.append(was.model_copy(update=kept))

    def _new_keys(self, before: list[Key]) -> list[Key]:
        previous = self.previous
        if previous.count_groups or (
            previous.change is not None and previous.change.kind == "mean"
        ):
            raise Ask("I cannot split that further. Could you ask the whole question?")
        new = list(dict.fromkeys(self.keys))
        further = bool(set(self.words) & FURTHER) and "instead" not in self.words
        return list(dict.fromkeys([*before, *new])) if further else new

    def _may_be_unnamed(self, key: Key) -> bool:
        return key.column.worked is None and bool(self.column(key.column).nullable)

    # -- the whole

    def _with(self) -> Understanding:
        previous = self.previous
        if self.keys and not self.figures and not previous.having:
            self.figures = [Figure(func="count", table=previous.subject)]
        changes: dict[str, object] = {
            "figures": tuple(self.figures),
            "keys": tuple(self.keys),
            "shown": tuple(self.shown),
            "tests": tuple(t for t, _ in self.tests),
            "having": self._bounds_now(),
            "order": tuple(self.order),
            "limit": self.limit,
            "offset": self.offset,
        }
        if self.figures != list(previous.figures) or self.keys != list(previous.keys):
            changes["exists"] = False
            if previous.distinct:
                changes["distinct"] = False
        return self._finish(changes)

    def _bounds_now(self) -> tuple[Having, ...]:
        """`and above 50?` after `more than 100`: a new bound of a figure is instead of the old."""
        new = [having.figure for having in self.having]
        kept = [h for h in self.previous.having if self.narrows or h.figure not in new]
        return tuple(dict.fromkeys([*kept, *self.having]))

    def _check_within(self, meant: Understanding) -> None:
        """The first of each group stays that: other rows, another order, or more of each."""
        previous = self.previous
        if not previous.of_each:
            return
        if meant.offset is not None:
            raise Ask("Of each group I can show the first, or the first few of them.")
        same = meant.keys == previous.keys and bool(meant.figures) == bool(previous.figures)
        if not same or not meant.order or meant.limit is None or meant.count_groups:
            raise Ask("That was the first of each group. Could you ask the whole question?")

    def _finish(self, changes: dict[str, object]) -> Understanding:
        previous = self.previous
        meant = previous.model_copy(update=changes)
        self._check_within(meant)
        self.via = ways_meant(self, _tables_needed(meant), previous.via)
        named = previous.named or self.wants_named(meant.keys, meant.figures)
        meant = meant.model_copy(update={"via": self.via, "named": named})
        if meant == previous:
            raise Ask("I did not see what should change. Could you ask the whole question?")
        self._leftovers()
        gone = ["I went by "]
        if not {*meant.figures} & {*previous.figures}:
            gone += ["I took ", "I added up "]  # what was said of a figure goes with it
        kept = [told for told in previous.remarks if not told.startswith(tuple(gone))]
        told = [*kept, *self.s.remarks, *self.remarks]
        told = told if meant.tests == previous.tests else [*self.s.remarks, *self.remarks]
        return meant.model_copy(
            update={"remarks": tuple(dict.fromkeys(told)), "plan": None, "sentence": ""}
        )


def points_at_them(items: Sequence[Item]) -> bool:
    """Whether what comes next says that what was before is meant: them, of those."""
    words = [word for item in items for word in item.norm.split() if word not in ("of", "the")]
    return bool(words) and words[0] in THEM


def _tables_needed(meant: Understanding) -> set[str]:
    shown = [*meant.shown, *(o.column for o in meant.order if o.column is not None)]
    shown += [key.column for key in meant.of_each]
    return {*tables_of(meant), *meant.without, *(ref.table for ref in shown)}


def _joined(tests: list[Test]) -> list[Test]:
    """Return values of one column, said apart, as one condition."""
    found: list[Test] = []
    for test in tests:
        same = [t for t in found if t.column == test.column and t.op == test.op == "="
                and not t.period and test.column is not None]  # fmt: skip
        if same:
            found[found.index(same[0])] = _either(same, test)
        else:
            found.append(test)
    return found


def _either(before: list[Test], test: Test) -> Test:
    """Return a condition that holds for the values before as well as for the new one."""
    same = [t for t in before if t.column == test.column and t.op in ("=", "in") and not t.period]
    if not same or test.op not in ("=", "in") or test.column is None:
        return test
    values: list[object] = []
    for each in (*same, test):
        values += list(each.value) if isinstance(each.value, tuple) else [each.value]
    values = list(dict.fromkeys(values))
    said = f"{test.column} {listed(f'“{v}”' for v in values)}"
    return Test(column=test.column, op="in", value=tuple(values), said=said)
