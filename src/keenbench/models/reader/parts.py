"""A question as parts of one sense each, and what has been made of them so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from keenbench.models.offline.columns import ColumnRef, column_of
from keenbench.models.offline.date_columns import date_column
from keenbench.models.offline.frame import Ask, Change, Figure, Having, Key, Order, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.quantities import BAD, BAD_CELLS
from keenbench.models.offline.sentence import Sentence, listed
from keenbench.models.offline.words import name_words, root, stem, value_words
from keenbench.models.reader.judging import goodness, words_of_part
from keenbench.models.reader.nature import Nature, measures, nature_of
from keenbench.models.reader.sense import Sense
from keenbench.query.plan import AggregateName, Operator

Direction = Literal["asc", "desc"]
_Way = TypeVar("_Way")
_MOST_MEASURES = 4
"""Of more measures than these none is guessed."""
_FIGURES = {"avg": "average", "stddev": "standard deviation", "min": "least", "max": "greatest"}
GLUE = ("skip", "used")
"""Kinds of parts that only stand between others."""


def turned(way: Direction) -> Direction:
    return "asc" if way == "desc" else "desc"


_BOUNDS = {">": "over", ">=": "at least", "<": "under", "<=": "at most", "=": "", "!=": "not",
           "between": "between"}  # fmt: skip


@dataclass
class Part:
    at: int
    item: Item
    sense: Sense
    used: bool = False

    @property
    def kind(self) -> str:
        return self.sense.kind

    @property
    def norm(self) -> str:
        return self.item.norm

    @property
    def tag(self) -> str:
        meaning = self.sense.meaning
        return meaning.tag if self.kind == "cue" and meaning is not None else ""

    @property
    def value(self) -> str:
        meaning = self.sense.meaning
        return meaning.value if self.kind == "cue" and meaning is not None else ""

    @property
    def plural(self) -> bool:
        last = self.item.tokens[-1]
        return stem(last.norm) != last.norm and not last.norm.endswith(("ed", "ing"))

    @property
    def after_mark(self) -> bool:
        return self.item.tokens[0].after_mark


@dataclass
class Threshold:
    """A bound that was said, before it is known whether of a row or of a group."""

    at: int
    op: Operator
    value: int | float | tuple[int | float, ...]
    ref: ColumnRef | None = None
    counted: str = ""
    """The table whose rows are counted."""
    different: ColumnRef | None = None
    where: tuple[Test, ...] = ()
    total: bool = False
    average: bool = False
    than: ColumnRef | None = None
    """The column of the group that the bound is so many times of: 0.8 of its budget."""

    def of_rows(self) -> Test:
        """Return the condition that each row is to meet."""
        said = " ".join(f"{self.ref} {_BOUNDS[self.op]} {self.value}".split())
        return Test(column=self.ref, op=self.op, value=self.value, said=said)


@dataclass(frozen=True)
class Fork:
    """Where a question could be read on in several ways: what was to be settled, and how it was."""

    what: str
    way: int
    ways: int
    question: str = ""
    """What to ask where nothing tells which way is right."""
    alike: bool = False
    """Whether which comes first says nothing: the order of two columns."""


@dataclass
class Parts:
    """The parts and the reading that grows of them; `cost` is what had to be guessed."""

    s: Sentence
    parts: list[Part]
    cost: float = 0.0
    tests: list[tuple[Test, int]] = field(default_factory=list)
    thresholds: list[Threshold] = field(default_factory=list)
    keys: list[Key] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    having: list[Having] = field(default_factory=list)
    order: list[Order] = field(default_factory=list)
    shown: list[ColumnRef] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    every: bool = False
    via: tuple[ColumnRef, ...] = ()
    remarks: list[str] = field(default_factory=list)
    limit: int | None = None
    offset: int | None = None
    of_each: list[Key] = field(default_factory=list)
    change: Change | None = None
    sides: tuple[Test, ...] = ()
    """The sets of rows that are set side by side, each told by a condition."""
    distinct: bool = False
    count_groups: bool = False
    exists: bool = False
    subject: str = ""
    asks: bool = False
    """It ends in a question mark, so that bare rows are counted rather than listed."""
    sort_by: list[tuple[str, Direction, Part | None]] = field(default_factory=list)
    rank_by: list[Part] = field(default_factory=list)
    picks: tuple[int, ...] = ()
    """Which way to go at the first forks; the first way at those that follow."""
    forks: list[Fork] = field(default_factory=list)
    scales: dict[ColumnRef, float] = field(default_factory=dict)
    """What figures of a column are multiplied by."""
    told_in: str = ""
    """The unit that a figure is asked in, where it is not that of its column."""
    left: list[str] = field(default_factory=list)
    """What was said and has no place in the reading."""

    def pick(
        self,
        what: str,
        ways: Sequence[tuple[_Way, float]],
        question: str = "",
        *,
        alike: bool = False,
    ) -> _Way:
        """Return one of several ways that a question may go on; each is a reading of its own.

        `how many croissants` are so many rows, or the sum of their quantity: only all that is said
        tells which is likelier, so that both are read.
        """
        at = len(self.forks)
        index = self.picks[at] if at < len(self.picks) else 0
        self.forks.append(Fork(what, index, len(ways), question, alike))
        way, cost = ways[index]
        self.guess(cost)
        return way

    def unknown(self) -> list[str]:
        """Return the words that nothing can be made of."""
        return [
            p.item.text for p in self.parts
            if p.kind == "skip" and p.item.meaning is None and p.sense.cost > 0.5
        ]  # fmt: skip

    def nowhere(self) -> list[str]:
        """Return those that name no table, column or cell either."""
        named = {p.item.text for p in self.parts if p.item.names_something}
        return [word for word in self.unknown() if word not in named]

    def no_measure(self, funcs: Sequence[AggregateName]) -> Ask:
        """Return what to ask where a figure is asked of nothing that can be measured."""
        words, nowhere = self.unknown(), self.nowhere()
        said = f' I see none called "{" ".join(nowhere[:3])}".' if nowhere else ""
        names = listed(_FIGURES.get(func, func) for func in funcs)
        return Ask(f"The {names} of which column?{said}", *words)

    # -- moving about

    def after(self, at: int, *, over: Iterable[str] = ("skip", "used")) -> Part | None:
        skipped = tuple(over)
        for part in self.parts[at + 1 :]:
            if part.kind not in skipped or (part.kind == "used" and "used" not in skipped):
                return part
        return None

    def before(self, at: int, *, over: Iterable[str] = ("skip", "used")) -> Part | None:
        skipped = tuple(over)
        for part in reversed(self.parts[:at]):
            if part.kind not in skipped:
                return part
        return None

    def open(self, *tags: str) -> list[Part]:
        """Return the cues of these tags that nothing was made of yet."""
        return [p for p in self.parts if p.tag in tags and not p.used]

    def use(self, *parts: Part | None) -> None:
        for part in parts:
            if part is not None:
                part.used = True

    def norm(self, at: int) -> str:
        return self.parts[at].norm if 0 <= at < len(self.parts) else ""

    # -- what columns are

    def nature(self, ref: ColumnRef) -> Nature:
        return nature_of(self.s.schema, ref)

    def is_measure(self, part: Part | None) -> bool:
        return (
            part is not None
            and part.kind == "col"
            and part.sense.ref is not None
            and self.nature(part.sense.ref).kind == "number"
            and self.s.yes_value(part.sense.ref) is None
        )

    def flag(self, part: Part | None) -> tuple[bool | int | str, bool | int | str] | None:
        """Return what stands for yes and no in the column of a part, if it holds only these."""
        if part is None or part.kind != "col" or part.sense.ref is None:
            return None
        if part.sense.ref.worked is not None:
            return None
        return self.s.yes_value(part.sense.ref)

    def is_entity(self, part: Part | None) -> bool:
        """Return whether a part names what rows are, or what they can be grouped by."""
        if part is None:
            return False
        if part.kind in ("rows", "unit"):
            return True
        if part.kind != "col" or part.sense.ref is None:
            return False
        return self.nature(part.sense.ref).kind in ("key", "text", "year") and not self.flag(part)

    def doubt_part(self, part: Part, *, different: bool) -> None:
        """How many rooms there are is no number of different room types."""
        ref = part.sense.ref
        rows = [
            *part.item.rows_maybe,
            part.item.rows_of,
            *(link.table for link in part.item.tables),
        ]
        if not different and (part.sense.how == "part" or (ref is not None and ref.table in rows)):
            self.guess(0.1)

    def doubt_plural(self, part: Part) -> None:
        """`fines` are so many rows rather than the sum of a column Fine."""
        ref = part.sense.ref
        if ref is None or not part.plural:
            return
        words = name_words(ref.column)
        noun = part.item.tokens[-1]
        begins = len(words) > 1 and stem(words[0]) == noun.stem and part.sense.how == "part"
        if noun.norm in words or not (self.nature(ref).money or begins):
            return
        self.guess(0.35 if begins else 0.12)  # leases are no Lease Length

    def guess(self, cost: float, remark: str = "") -> None:
        self.cost += cost
        if remark and remark not in self.remarks:
            self.remarks.append(remark)

    def test(self, test: Test, at: int) -> None:
        """Add a condition, once. `no agent assigned`: what is missing is not there as well."""
        held = [(other.column, other.op) for other, _ in self.tests]
        if test.op == "is_not_null" and (test.column, "is_null") in held:
            return
        if test.op == "is_null" and test.column is not None:
            there = (test.column, "is_not_null")
            self.tests = [pair for pair in self.tests if (pair[0].column, pair[0].op) != there]
        if all(test != other for other, _ in self.tests):
            self.tests.append((test, at))

    def tables(self) -> list[str]:
        """Return the tables in play, the likeliest first."""
        named = [p.sense.table for p in self.parts if p.kind == "rows"]
        held = [p.sense.table for p in self.parts if p.kind in ("col", "val", "state")]
        tested = [ref.table for test, _ in self.tests for ref in test.columns()]
        figured = [f.column.table if f.column else f.table for f in self.figures]
        found = list(dict.fromkeys([*named, *held, *tested, *figured]))
        if found:
            return found
        weak = [
            p.item.columns[0].ref.table for p in self.parts if p.kind == "skip" and p.item.columns
        ]
        if len(set(weak)) == 1:
            return weak[:1]  # enrolments are of those with the date of one
        names = [t.name for t in self.s.schema.tables]
        return [max(names, key=lambda name: len(self.s.reach(name)))]

    def base(self) -> str:
        """Return the table that reaches all the others in play, else the first named."""
        tables = self.tables()
        for name in tables:
            if set(tables) <= set(self.s.reach(name)):
                return name
        return tables[0]

    def measure_of(
        self, tables: Iterable[str], fits: Callable[[Nature], bool], what: str
    ) -> ColumnRef | None:
        """Return the only measure that fits, of the first table with any; ask where several."""
        for table in tables:
            found = [n for n in measures(self.s.schema, table) if fits(n)]
            found = [n for n in found if self.s.yes_value(n.ref) is None]
            if len(found) == 1:
                return found[0].ref
            if found:
                return self._likeliest(found, what)
        return None

    def _likeliest(self, found: list[Nature], what: str) -> ColumnRef:
        """Return of several measures the one whose header is said, or that every row has."""
        said = {root(token.norm) for p in self.parts for token in p.item.tokens}
        named = [n for n in found if {root(w) for w in name_words(n.ref.column)} & said]
        if len(named) == 1:
            self.guess(0.08)
            return named[0].ref
        whole = [n for n in named or found if not self.column(n.ref).nullable]
        if len(whole) == 1 and len(found) == 2:
            self.guess(0.3, f"I took {whole[0].ref}.")
            return whole[0].ref
        return self.pick_measure(named or found, what).ref

    def pick_measure(self, found: list[Nature], what: str) -> Nature:
        """Return one of several measures that would do, each in a reading of its own."""
        question = f"{what}: {listed(n.ref.column for n in found)}?"
        if len(found) > _MOST_MEASURES:
            raise Ask(question)
        whole = [0.0 if not self.column(n.ref).nullable else 0.02 for n in found]
        return self.pick(
            "measure", [(n, 0.3 + w) for n, w in zip(found, whole, strict=True)], question
        )

    def judged(self, cue: Part | None, measure: ColumnRef | None, way: Direction) -> Direction:
        """Return which way the best or worst of a measure lies: the worst wait is the longest.

        What neither all nor nobody wants more of may be either.
        """
        if cue is None or cue.norm.split()[0] not in ("best", "worst"):
            return way
        if measure is None:
            return turned(way) if self._counts_what_is_bad() else way
        good = goodness([*self.nature(measure).words, *name_words(measure.column)])
        return self._by_goodness(good, way)

    def _by_goodness(self, good: int, way: Direction) -> Direction:
        if good:
            return way if good > 0 else turned(way)
        return self.pick("judged", [(way, 0.0), (turned(way), 0.15)])

    def judged_figure(self, cue: Part | None, figure: Figure, way: Direction) -> Direction:
        """Return the same of a figure: of shares of cancelled trips, the worst is the greatest."""
        if cue is None or cue.norm.split()[0] not in ("best", "worst"):
            return way
        good = goodness(words_of_part(figure))
        if figure.where and (good or not self._counts_what_is_bad()):
            return self._by_goodness(good, way)
        return self.judged(cue, figure.column, way)

    def _counts_what_is_bad(self) -> bool:
        """`unpaid invoices by agent, worst first`: the more of them there are, the worse."""
        tests = [t for t, _ in self.tests if not t.period]
        tests += [t for f in self.figures for t in f.where]
        if any(t.op == "is_null" or t.value is False or t.said.startswith("not ") for t in tests):
            return True
        cells = {stem(w) for t in tests if isinstance(t.value, str) for w in value_words(t.value)}
        rows = {stem(w) for f in self.figures for w in name_words(f.table)}
        return bool((cells | rows) & (BAD | BAD_CELLS))

    def date_of(self, tables: list[str], said: str = "", *, years: bool = False) -> ColumnRef:
        self.s.near = tables
        found = date_column(self.s, tables, years=years, said=said)
        others = self.s.other_dates.get(found, ())
        if not others:
            return found
        ways = [(found, 0.0), *((other, 0.3) for other in others[:2])]
        return self.pick("date", ways, f"Which date is meant: {listed(r.column for r, _ in ways)}?")

    def func_for(self, ref: ColumnRef) -> AggregateName:
        """Return the figure that the bare name of a measure asks for."""
        if ref.worked is not None and ref.worked.op == "/":
            return "sum"  # all of one for all of the other
        return "sum" if self.nature(ref).added else "avg"

    def column(self, ref: ColumnRef):  # type: ignore[no-untyped-def]
        return column_of(self.s.schema, ref)
