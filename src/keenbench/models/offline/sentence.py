"""A question while it is read: its items, what was found so far, and which column is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from keenbench.models.offline.abbreviations import is_short_for
from keenbench.models.offline.columns import ColumnRef, column_of, is_key, is_number, is_time
from keenbench.models.offline.frame import Ask, Test, Wait
from keenbench.models.offline.items import Item
from keenbench.models.offline.joins import downstream
from keenbench.models.offline.lexicon import Meaning
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.rows import ANYTHING
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.values import Known
from keenbench.models.offline.words import name_words, root, stem
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema

_WHOLES = frozenset(
    ("those", "these", "them", "all", "every", "everyone", "everybody", "all those")
)
_YES = frozenset(("yes", "true", "y", "t", "1"))
_DONE = frozenset(("paid", "given", "spent", "made", "got", "taken", "lost", "won", "sold"))
_SPANS = ("minutes", "hours", "seconds", "milliseconds", "days")
_AMOUNTS = frozenset(("quantity", "revenue", "amount", "sales"))
_NO = frozenset(("no", "false", "n", "f", "0"))


@dataclass(frozen=True)
class Placed:
    """A condition and where in the question it stands."""

    test: Test
    at: int


def placed(tests: Iterable[Test]) -> list[Placed]:
    """Return conditions of a question before, which stand nowhere in this one."""
    return [Placed(test, -1) for test in tests]


@dataclass
class Sentence:
    items: list[Item]
    schema: DatasetSchema
    known: Known
    near: list[str] = field(default_factory=list)
    """Tables in play, the likeliest first."""
    tests: list[Placed] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    doubt: float = 0.0
    other_dates: dict[ColumnRef, tuple[ColumnRef, ...]] = field(default_factory=dict)
    """For a date that no word told, the others of its row that may be meant as well."""
    """What it costs that something was taken for what it need not be: one of two dates."""
    hints: tuple[ColumnRef, ...] = ()
    """Columns that the user named when asked which."""

    def __post_init__(self) -> None:
        self._drop_verbs_of_measures()
        tables = [i.tables[0].table for i in self.items if i.tables and i.tables[0].score >= 0.9]
        tables += [i.rows_of for i in self.items if i.rows_of]
        sure = [
            i.columns[0].ref.table
            for i in self.items
            if i.columns and i.columns[0].how in ("exact", "verb", "typo")
            and len({c.ref.table for c in i.columns if c.score >= i.columns[0].score - 0.03}) == 1
        ]  # fmt: skip
        part = [
            i.columns[0].ref.table
            for i in self.items
            if i.columns and len({c.ref.table for c in i.columns}) == 1
        ]
        values = [
            i.values[0].ref.table
            for i in self.items
            if i.values and not i.columns and len({v.ref.table for v in i.values}) == 1
        ]
        weak = [i.tables[0].table for i in self.items if i.tables and i.tables[0].score >= 0.85]
        self.near = list(dict.fromkeys([*tables, *sure, *values, *part, *weak]))
        for item in self.items:
            if not item.rows_maybe and stem(item.norm) in ANYTHING and not item.names_something:
                item.rows_maybe = [t.name for t in self.schema.tables]
            if item.rows_maybe and item.rows_of is None:
                fits = [name for name in self.near if name in item.rows_maybe]
                item.rows_of = fits[0] if fits else None
        about = {root(word) for word in name_words(self.schema.dataset_id)}
        for item in self.items:
            names = {root(word) for c in item.columns for word in name_words(c.ref.column)}
            loose = bool(item.columns) and root(item.norm) not in names
            loose = loose and not any(is_short_for(name, item.norm) for name in names)
            loose = loose and not is_money_word(item.norm)  # spending is no row of it
            only = loose and not (item.tables or item.rows_of or item.values)
            if only and len(self.schema.tables) == 1 and root(item.norm) in about:
                item.columns, item.rows_of = [], self.schema.tables[0].name
            plain = item.meaning is None and not item.names_something and item.number is None
            doer = stem(item.tokens[-1].norm).endswith(("er", "or"))  # a baker is no bakery
            told = {stem(word) for word in name_words(self.schema.dataset_id)}
            plain = plain and (not doer or item.tokens[-1].stem in told)
            if plain and all(root(token.norm) in about for token in item.tokens):
                item.meaning = Meaning("filler")  # the failed banks of a list of such
        for item, following in pairwise(self.items):
            if item.norm == "out of" and following.norm in _WHOLES and not item.names_something:
                item.meaning = Meaning("filler")  # out of all that have a grade, none is without
        if not self.near and len(self.schema.tables) == 1:
            self.near = [self.schema.tables[0].name]
        for item in self.items:
            if item.norm in ("day", "days") and self.near and not item.columns:
                item.rows_of = self.near[0] if self.is_row_a_day(self.near[0]) else None

    def _drop_verbs_of_measures(self) -> None:
        """`VAT charged`, `discount given`: after what is measured, a verb of money is no other."""
        for measure, verb in pairwise(self.items):
            exact = bool(measure.columns) and measure.columns[0].how == "exact"
            loose = bool(verb.columns) and all(c.how == "synonym" for c in verb.columns)
            if not (exact and loose and verb.meaning is None and is_money_word(verb.norm)):
                continue
            done = verb.norm.endswith("ed") or verb.norm in _DONE
            if done and self.is_number(measure.columns[0].ref) and not verb.values:
                verb.columns, verb.meaning = [], Meaning("light")

    @property
    def growing(self) -> bool:
        """Whether a change is asked for: two periods are then two, not from one to the other."""
        return any(item.tag == "growth" and not item.names_something for item in self.items)

    # -- moving about

    def after(self, at: int, *, over: tuple[str, ...] = ("filler",)) -> int | None:
        """Return the next item that says something."""
        for index in range(at + 1, len(self.items)):
            if not self._skips(index, over):
                return index
        return None

    def before(self, at: int, *, over: tuple[str, ...] = ("filler",)) -> int | None:
        for index in range(at - 1, -1, -1):
            if not self._skips(index, over):
                return index
        return None

    def _skips(self, index: int, over: tuple[str, ...]) -> bool:
        item = self.items[index]
        return item.tag in over and not item.names_something and item.number is None

    def between(self, start: int, end: int) -> list[Item]:
        return self.items[start + 1 : end]

    def use(self, *indexes: int | None) -> None:
        for index in indexes:
            if index is not None:
                self.items[index].used = True

    def is_row_a_day(self, name: str) -> bool:
        table = self.table(name)
        days = [c for c in table.columns if c.type == "date"]
        return len(days) == 1 and days[0].distinct == table.row_count

    # -- tables and columns

    def table(self, name: str) -> TableSchema:
        table = self.schema.table(name)
        if table is None:
            raise KeyError(name)
        return table

    def column(self, ref: ColumnRef) -> ColumnSchema:
        return column_of(self.schema, ref)

    def is_number(self, ref: ColumnRef) -> bool:
        column = self.column(ref)
        return is_number(column) and not is_key(self.table(ref.table), column, self.schema)

    def is_time(self, ref: ColumnRef) -> bool:
        return is_time(self.column(ref))

    def reach(self, table: str) -> list[str]:
        return list(downstream(self.schema, table))

    def choose(
        self, item: Item, fits: Callable[[ColumnRef], bool] | None = None
    ) -> ColumnRef | None:
        """Return the column that an item means, None where it names none; ask where several."""
        links = [c for c in item.columns if fits is None or fits(c.ref)]
        if not links:
            return None
        for link in links:
            if link.ref in self.hints:
                return link.ref
        top = links[0].score
        own = {root(token.norm) for token in item.tokens}
        said = own & {root(word) for word in name_words(links[0].ref.column)}
        # Where no header holds the word itself, its near-synonyms are all but alike.
        gap = 0.031 if said or links[0].how != "part" else 0.1
        links = [c for c in links if c.score >= top - gap]
        sums = [c for c in links if self.is_number(c.ref)]
        if is_money_word(item.norm) and sums and not said:
            links = sums  # spending is an amount, no description of it
        chosen = (
            self._only(links)
            or _cut_short(item, links)
            or _overall(links)
            or self._told_by_others(item, links)
        )
        chosen = chosen or self._by_side(item, links)
        if chosen is None:
            names = _listed(f"{c.ref.table}.{c.ref.column}" for c in links)
            raise Ask(f'"{item.text}" could be {names}. Which one do you mean?', item.text)
        self._remark(item, chosen)
        return chosen.ref

    def _told_by_others(self, item: Item, links: list[ColumnLink]) -> ColumnLink | None:
        """Return the column of which other words stand in the question too: tickets … sold."""
        said = {root(t.norm) for other in self.items if other is not item for t in other.tokens}
        counts = [
            len({root(word) for word in name_words(link.ref.column)} & said) for link in links
        ]
        best = max(counts)
        return links[counts.index(best)] if best and counts.count(best) == 1 else None

    def _by_side(self, item: Item, links: list[ColumnLink]) -> ColumnLink | None:
        """Return of sums of money the one that comes in, or goes out, where a verb says which."""
        from keenbench.models.offline.measures import on_side

        numbers = [link.ref for link in links if self.is_number(link.ref)]
        if not is_money_word(item.norm) or len(numbers) < len(links):
            return None
        fits = on_side(self, numbers)
        return next((c for c in links if c.ref == fits[0]), None) if len(fits) == 1 else None

    def hinted(self, fits: Callable[[ColumnRef], bool]) -> ColumnRef | None:
        """Return the column that the user named when asked which, where it can be meant here."""
        return next((ref for ref in self.hints if fits(ref)), None)

    def _only(self, links: list[ColumnLink]) -> ColumnLink | None:
        if len(links) == 1:
            return links[0]
        for name in self.near:
            here = [c for c in links if c.ref.table == name]
            if len(here) == 1:
                return here[0]
            if here:
                return None
        # The same key in two tables is one thing: the table that owns it, or the one nearest.
        for name in self.near:
            here = [c for c in links if c.ref.table in self.reach(name)]
            if len(here) == 1:
                return here[0]
        refs = {(c.ref.table, c.ref.column) for c in links}
        for r in self.schema.relations:
            pair = {(r.from_table, r.from_column), (r.to_table, r.to_column)}
            if refs == pair:
                owner = (r.to_table, r.to_column)
                return next(c for c in links if (c.ref.table, c.ref.column) == owner)
        return None

    def _remark(self, item: Item, link: ColumnLink) -> None:
        if link.how in ("typo", "synonym", "described", "part"):
            if link.how == "part" and stem(item.norm) in map(stem, name_words(link.ref.column)):
                return
            self.remark(f'I took "{item.text}" to mean {link.ref.column}.')

    def remark(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)

    def by_dims(
        self, dims: Iterable[str], table: str | None, direction: str = ""
    ) -> ColumnRef | None:
        """Return the only column of a table whose name holds one of the words; asks where many."""
        found = self.several_by_dims(dims, table, direction)
        if len(found) > 1:
            raise Ask(f"Which column is meant: {_listed(r.column for r in found)}?")
        return found[0] if found else None

    def several_by_dims(
        self, dims: Iterable[str], table: str | None, direction: str = ""
    ) -> list[ColumnRef]:
        """Return the columns of a table whose names hold the first of the words that any holds."""
        tables = [table] if table else self.near[:1] or [t.name for t in self.schema.tables]
        dims = list(dims)
        amounts = bool(_AMOUNTS & {*dims})  # the best selling is no day of sale
        # A header that is cut short says it too: mag is a magnitude, where no header is called so.
        for dim, short in (*((dim, False) for dim in dims), *((dim, True) for dim in dims)):
            # Minutes of one thing and hours of another are both how long something took.
            same = [d for d in dims if d in _SPANS] if dim in _SPANS else [dim]
            wanted = {stem(each) for each in same}
            found = []
            for name in tables:
                for column in self.table(name).columns:
                    words = {stem(w) for w in name_words(column.name)}
                    if short and any(is_short_for(word, dim) for word in words):
                        words.add(stem(dim))
                    ref = ColumnRef(name, column.name)
                    timed = self.is_time(ref) and not amounts
                    if wanted & words and (self.is_number(ref) or timed):
                        found.append(ref)
            hinted = [r for r in found if r in self.hints]
            if len(hinted) == 1:
                return hinted
            edge = {"desc": {"max", "maximum", "high"}, "asc": {"min", "minimum", "low"}}
            edges = [r for r in found if edge.get(direction, set()) & set(name_words(r.column))]
            if len(found) > 1 and len(edges) == 1:
                return edges
            whole = [r for r in found if not self.column(r).nullable]
            if len(found) > 1 and len(whole) == 1 and not self._names_another(whole[0], found):
                return whole  # an asking price has each, a sold price only some
            if found:
                return found
        return []

    def _names_another(self, ref: ColumnRef, found: list[ColumnRef]) -> bool:
        """Whether the question says a word of a header that only another of the columns has."""
        said = self.roots_said()
        own = {root(word) for word in name_words(ref.column)}
        others = {root(w) for r in found if r != ref for w in name_words(r.column)} - own
        return bool(others & said)

    def roots_said(self) -> set[str]:
        """Return the roots of all words; who speaks of what was sold speaks of sales."""
        said = {root(token.norm) for item in self.items for token in item.tokens}
        return said | {root("sale")} if root("sold") in said else said

    # -- columns that say yes or no

    def yes_value(self, ref: ColumnRef) -> tuple[bool | int | str, bool | int | str] | None:
        """Return what stands for yes and for no in a column, if it holds nothing else."""
        column = self.column(ref)
        if column.type == "boolean":
            return True, False
        if column.type == "integer" and column.distinct in (None, 1, 2):
            if is_key(self.table(ref.table), column, self.schema):
                return None
            limits = self.known.numbers_of(ref)
            self.wait()
            return (1, 0) if limits == (0.0, 1.0) else None
        if column.type == "string":
            cells = self.known.few_of(ref, column)
            self.wait()
            if not cells:
                return None
            if len(cells) == 1 and column.nullable and column.distinct == 1:
                return cells[0], ""  # a mark where it is so, nothing where it is not
            yes = [c for c in cells if c.casefold().strip() in _YES]
            no = [c for c in cells if c.casefold().strip() in _NO]
            # No internet service, beside a plain no, is a no as well.
            rest = [c for c in cells if c not in (*yes, *no)]
            plain = all(c.casefold().startswith("no ") for c in rest)
            if len(yes) == 1 and len(no) == 1 and plain:
                return yes[0], no[0]
        return None

    def wait(self) -> None:
        """Stop here while a look-up is open; what follows would depend on it."""
        if self.known.open:
            raise Wait


def _cut_short(item: Item, links: list[ColumnLink]) -> ColumnLink | None:
    """Return the one header that is the word itself cut short: what arrived has an Arr Dt."""
    words = [token.norm for token in item.tokens]
    found = [
        link for link in links
        if any(is_short_for(each, word) for each in name_words(link.ref.column) for word in words)
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _overall(links: list[ColumnLink]) -> ColumnLink | None:
    """Return the column that holds the total of the others, where one says so."""
    total = [c for c in links if {"total", "overall", "all"} & set(name_words(c.ref.column))]
    return total[0] if len(total) == 1 else None


def _listed(names: Iterable[str]) -> str:
    found = list(dict.fromkeys(names))[:6]
    return " or ".join(found) if len(found) < 3 else ", ".join(found[:-1]) + f" or {found[-1]}"


listed = _listed
