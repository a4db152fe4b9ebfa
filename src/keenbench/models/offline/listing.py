"""Rows that are listed, and the columns that are shown of them."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, is_key
from keenbench.models.offline.frame import Ask, Figure, Having, Key, Test
from keenbench.models.offline.grouping import keys_for
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import PHRASES
from keenbench.models.offline.places import MOMENTS
from keenbench.models.offline.planning import columns_for
from keenbench.models.offline.quantities import additive
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.single_rows import same_either_way
from keenbench.models.offline.subject import Asked, Subject
from keenbench.models.offline.words import name_words, stem
from keenbench.query.plan import AggregateName

_MANNERS = ("back", "out", "in", "off", "away")
_DEEDS = ("ed", "bought", "sold", "sent", "made", "paid", "lent", "taken", "took", "got")


def is_pointer(s: Sentence, ref: ColumnRef) -> bool:
    """Whether a column only says which row of some table is meant."""
    return is_key(s.table(ref.table), s.column(ref), s.schema)


class Listing(Subject):
    """Reads what is to be shown where no figure is named."""

    def __init__(self, s: Sentence) -> None:
        super().__init__(s)
        self.distinct = False

    def _plainly(self, asked: Asked) -> None:
        """No figure was named: rows are listed, or counted where they are grouped."""
        s = self.s
        item = s.items[asked.at]
        s.use(asked.at)
        listing = any(i.norm in ("list", "list all") for i in s.items[:2])
        if asked.kind == "unit":
            raise Ask(f"What should I work out for each {item.text}?", item.text)
        if asked.kind == "table":
            if s.keys:
                if listing:
                    raise Ask("Should I count them for each group, or list them in that order?")
                s.figures.append(Figure(func="count", table=asked.table))
                return
            self._shown_columns(asked)
            return
        assert asked.column is not None
        ref = asked.column
        if ref.worked is not None and ref.worked.op == "/" and not s.order:
            s.remark(f"It is the total {ref.worked.left} for the total {ref.worked.right}.")
            s.figures.append(Figure(func="sum", table=ref.table, column=ref))
            return
        if s.keys:
            if not s.is_number(ref) and not s.shown:
                self._number_of(ref, item)
                return
            own = _own_figure(item)
            if own is not None:
                s.figures.append(Figure(func=own, table=ref.table, column=ref))
                return
            if not additive(s, ref):
                raise Ask(
                    f"Which figure of {ref} do you mean: the average, the total, the least or the "
                    "greatest?",
                    item.text,
                )
            s.figures.append(Figure(func="sum", table=ref.table, column=ref))
            self._further_sums(asked.at)
            return
        pinned = any(
            p.test.op == "=" and p.test.column and self._tells_rows(p.test.column) for p in s.tests
        )
        if s.is_number(ref) and not pinned:
            own = _own_figure(item)
            if own is not None:
                s.figures.append(Figure(func=own, table=ref.table, column=ref))
                return
            if additive(s, ref) and not listing:
                s.figures.append(Figure(func="sum", table=ref.table, column=ref))
                s.remark(f"I took {item.text} as the total of {ref}.")
                return
            if not listing:
                raise Ask(
                    f"Which figure of {ref} do you mean: the average, the total, the least or the "
                    "greatest?",
                    item.text,
                )
        for placed in s.tests:
            tested = placed.test.column
            sized = placed.test.op in (">", ">=", "<", "<=", "between") and not placed.test.period
            sized = sized and placed.test.than is None
            sized = sized and not (tested and MOMENTS & set(name_words(tested.column)))
            if sized and tested and additive(s, tested) and not self._tells_rows(ref):
                if same_either_way(s, placed, ref):
                    break
                if self._total_passes(placed, ref, asked):
                    return
                raise Ask(
                    f"Should {tested} be so for a single row, or its total for each {ref}? Say "
                    f"“total {tested}” for the latter.",
                    item.text,
                )
        if ref not in s.shown:
            s.shown.append(ref)
        self._shown_columns(asked)
        if not pinned and not s.order:
            self.distinct = not (s.is_number(ref) or len(s.shown) > 1)

    def _further_sums(self, at: int) -> None:
        """`amount requested and amount awarded by programme`: a total of each of them."""
        s = self.s
        joint = s.after(at)
        while joint is not None:
            following = s.after(joint) if s.items[joint].tag == "and" else joint
            if following is None or s.items[following].used:
                return
            if following == joint and not s.items[joint].tokens[0].after_mark:
                return
            item = s.items[following]
            refs = [c.ref for c in item.columns if c.how == "exact" and s.is_number(c.ref)]
            if not refs or item.tables or not additive(s, refs[0]):
                return
            s.use(joint, following)
            s.figures.append(Figure(func="sum", table=refs[0].table, column=refs[0]))
            joint = s.after(following)

    def _total_passes(self, placed: Placed, ref: ColumnRef, asked: Asked) -> bool:
        """`channels that had more than 40,000 sessions`: what all rows of one come to."""
        s, test = self.s, placed.test
        numbers = isinstance(test.value, int | float) and not isinstance(test.value, bool)
        column = test.column
        if column is None or not numbers or s.column(column).type != "integer":
            return False
        plural = name_words(column.column)[-1]
        had = any(i.norm in ("had", "have", "has", "got", "with") for i in s.items)
        if not had or stem(plural) == plural or len(s.tests) > 1:
            return False
        s.tests.remove(placed)
        figure = Figure(func="sum", table=column.table, column=column)
        assert not isinstance(test.value, tuple | str | bool | None)
        s.having.append(Having(figure=figure, op=test.op, value=test.value))
        s.keys.extend(keys_for(s, asked.at) or [Key(column=ref)])
        s.figures.append(figure)
        s.remark(f"It is the total {column} of each {ref}.")
        return True

    def _number_of(self, ref: ColumnRef, item: Item) -> None:
        """`hires per year`, `cities per state`, `status by channel`: how many for each group."""
        s = self.s
        if _own_figure(item) is not None:
            raise Ask(f"{ref} holds no numbers, so that I cannot work out its total.", item.text)
        if s.is_time(ref) or self._tells_rows(ref):
            s.figures.append(Figure(func="count", table=ref.table))
        elif item.tokens[-1].stem != item.tokens[-1].norm:
            s.remark(f"I counted the different values of {ref}.")
            s.figures.append(Figure(func="count_distinct", table=ref.table, column=ref))
        else:
            s.figures.append(Figure(func="count", table=ref.table))
            s.keys.insert(0, Key(column=ref))

    def _shown_columns(self, asked: Asked) -> None:
        """Columns named beside the rows asked for are shown with them."""
        s = self.s
        more: list[ColumnRef] = []
        for at, item in enumerate(s.items):
            if item.used or not item.columns or at in s.sort_items:
                continue
            if item.meaning is not None and item.tag not in ("light", "filler"):
                continue
            ref = s.choose(item)
            verb = item.columns[0].how in ("synonym", "described") and item.norm.endswith(_DEEDS)
            if ref is None or s.yes_value(ref) is not None or (verb and is_pointer(s, ref)):
                continue
            if item.norm in _MANNERS and item.columns[0].how == "synonym":
                s.use(at)  # what has come back was returned; when, nobody asked
                continue
            s.use(at)
            if s.is_number(ref) and at and s.items[at - 1].norm in ("have", "has", "had"):
                said = f"{ref} over 0"  # "which boroughs have urinals"
                s.tests.append(Placed(Test(column=ref, op=">", value=0, said=said), at))
                more.append(ref)
                continue
            more.append(ref)
        if asked.kind == "table" and (more or not s.shown):
            whole = columns_for(s.schema, asked.table) if more or s.tests else []
            wanted = [*whole, *more]
            for placed in s.tests:
                wanted += [r for r in placed.test.columns() if r.table == asked.table and whole]
            s.shown.extend(r for r in wanted if r not in s.shown)
        else:
            s.shown.extend(r for r in more if r not in s.shown)

    def _beside(self, asked: Asked) -> None:
        """Something was named besides the figures: what they are grouped by, or counted."""
        s = self.s
        before = s.before(asked.at)
        verbs = {"did", "does", "do", "is", "are", "was", "were", "has", "have"}
        gap = {i.norm for i in s.between(before, asked.at)} if before is not None else set()
        first = any(i.tag == "which" for i in s.items[: asked.at])
        near = before is not None and s.items[before].tag == "which" and not gap & verbs
        opener = first if asked.kind == "table" else near
        if asked.kind == "table":
            tables = {f.table for f in s.figures}
            reached = any(asked.table in s.reach(t) for t in tables)
            if asked.table in tables or (reached and not opener):
                s.use(asked.at)
                return
        if asked.kind == "column" and asked.column and not s.is_number(asked.column) and opener:
            s.keys.extend(k for k in keys_for(s, asked.at) or [] if k not in s.keys)
            s.use(asked.at)


def _own_figure(item: Item) -> AggregateName | None:
    """Return the figure that the name of a column says itself: `maximum temperature`."""
    for token in item.tokens:
        meaning = PHRASES.get(token.norm)
        if meaning is not None and meaning.tag == "agg" and meaning.value != "count":
            return meaning.value  # type: ignore[return-value]
        if meaning is not None and meaning.tag == "super" and token.norm in ("maximum", "max"):
            return "max"
        if meaning is not None and meaning.tag == "super" and token.norm in ("minimum", "min"):
            return "min"
    return None
