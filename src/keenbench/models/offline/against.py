"""What is compared with another column of the row, with an average, or with the day it was due."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, is_calendar
from keenbench.models.offline.comparing import size_of_row
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import link_columns
from keenbench.models.offline.negating import GLUE, SAID, is_negated
from keenbench.models.offline.pairs import pair_of
from keenbench.models.offline.phrase_meaning import Meaning
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.spans import sized_by
from keenbench.models.offline.words import name_words, root, word_set
from keenbench.query.plan import Operator

_TIMES: dict[str, Operator] = {
    "after": ">", "later than": ">", "past": ">", "before": "<", "earlier than": "<",
    "on or after": ">=", "on or before": "<=", "by": "<=", "no later than": "<=",
    "not later than": "<=",
}  # fmt: skip
_FLIPPED: dict[str, Operator] = {
    ">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "=",
}  # fmt: skip
_LATE: dict[str, Operator] = {"late": ">", "too late": ">", "on time": "<=", "in time": "<=",
                              "early": "<"}  # fmt: skip
_LEVELS = frozenset(("reorder", "minimum", "min", "safety", "target", "threshold"))
_STOCKS = frozenset(("stock", "hand", "quantity", "qty", "available", "inventory"))
_DUE = frozenset(
    map(root, word_set("due promised expected deadline required scheduled planned target"))
)
_DONE = frozenset(
    map(root, word_set("delivered returned completed arrived finished done actual closed paid"))
)


def read_against(s: Sentence) -> None:
    """Take out the comparisons that have no number on the other side."""
    for at, item in enumerate(s.items):
        if item.used or item.names_something:
            continue
        op = _operator(item)
        following = s.after(at)
        if op is None or following is None or s.items[following].used:
            continue
        beyond = s.items[following]
        meaning = beyond.meaning
        averaged = meaning is not None and meaning.tag == "agg" and not beyond.columns
        if averaged and meaning is not None and meaning.value in ("avg", "median"):
            if item.tag == "cmp":
                _than_average(s, at, following, op)
        elif beyond.columns and beyond.number is None and beyond.period is None:
            _than_column(s, at, following, op)
    _more_than(s)
    _late(s)
    _same(s)


_MORE: dict[str, Operator] = {"more": ">", "higher": ">", "greater": ">", "fewer": "<", "less": "<",
                              "lower": "<"}  # fmt: skip


def _more_than(s: Sentence) -> None:
    """`more tickets than average`, `more home goals than away goals`: the column stands between."""
    for at in s.unused("versus"):
        op = _MORE.get(s.items[at].norm)
        middle = s.after(at)
        if op is None or middle is None or not s.items[middle].columns or s.items[middle].used:
            continue
        if middle + 2 >= len(s.items) or s.items[middle + 1].norm != "than":
            continue
        beyond = s.after(middle + 1)
        if beyond is None or s.items[beyond].used:
            continue
        meaning = s.items[beyond].meaning
        if meaning is not None and meaning.tag == "agg" and meaning.value in ("avg", "median"):
            s.items[at].meaning = Meaning("cmp", op)
            _than_average(s, at, beyond, op, s.items[middle])
            s.use(middle)
            continue
        pair = pair_of(s, s.items[middle], s.items[beyond], lambda r: _same_kind(s, r, time=False))
        if pair is not None:
            said = f"{pair[0]} {SAID.get(op, op)} {pair[1]}"
            s.use(at, middle, beyond)
            s.tests.append(Placed(Test(column=pair[0], op=op, than=pair[1], said=said), at))


def _same(s: Sentence) -> None:
    """`started and ended in the same borough`: two columns of one kind are equal."""
    for at, item in enumerate(s.items):
        following = s.after(at)
        if item.norm not in ("same", "different") or following is None or item.used:
            continue
        links = [c for c in s.items[following].columns if c.how == "part"]
        top = max((c.score for c in links), default=0.0)
        refs = [c.ref for c in links if c.score >= top - 0.031]
        if len(refs) != 2 or refs[0].table != refs[1].table or item.tag == "distinct":
            continue
        if s.column(refs[0]).type != s.column(refs[1]).type:
            continue
        said = f"{refs[0]} equal to {refs[1]}"
        s.use(at, following)
        s.tests.append(Placed(Test(column=refs[0], op="=", than=refs[1], said=said), at))
        moves = ("started", "ended", "start", "end", "starting", "ending", "began")
        for other in s.items:
            verb = other.norm.endswith(("ed", "ing")) and any(c.ref in refs for c in other.columns)
            if verb or other.norm in moves:
                other.used = True


def _operator(item: Item) -> Operator | None:
    if item.tag == "cmp" and item.meaning is not None:
        op = item.meaning.value
        return None if op == "between" else op  # type: ignore[return-value]
    return _TIMES.get(item.norm) if item.norm != "by" else None


def _same_kind(s: Sentence, ref: ColumnRef, *, time: bool) -> bool:
    if time:
        return s.is_time(ref)
    return s.is_number(ref) and not is_calendar(s.column(ref))


def _than_column(s: Sentence, at: int, other: int, op: Operator) -> None:
    time = s.items[at].tag != "cmp" or not any(s.is_number(c.ref) for c in s.items[other].columns)
    following = s.after(other)
    number = following is not None and s.items[following].number is not None
    if number and following == other + 1 and not s.items[following].used and not time:
        return  # "over budget 5"
    for one in range(at - 1, -1, -1):
        left = s.items[one]
        if left.used or not left.columns or left.number is not None:
            continue
        pair = pair_of(s, left, s.items[other], lambda r: _same_kind(s, r, time=time))
        if pair is None and not left.tables and one == s.before(at):
            # "sold above the asking price": the verb is of the price and of the day
            words = [token.norm for token in left.tokens]
            wide = Item(left.start, left.tokens, columns=link_columns(words, s.schema))
            pair = pair_of(s, wide, s.items[other], lambda r: _same_kind(s, r, time=time))
        if pair is None:
            continue
        if is_negated(s, at):
            op = _FLIPPED[op]
        said = f"{pair[0]} {SAID.get(op, op)} {pair[1]}"
        s.use(at, one, other)
        s.tests.append(Placed(Test(column=pair[0], op=op, than=pair[1], said=said), at))
        for item in s.items:
            if item.norm in _LATE and not item.names_something:
                item.used = True  # "late, after the promised date"
        return
    if not time:
        _below_level(s, at, other, op)


def _below_level(s: Sentence, at: int, other: int, op: Operator) -> None:
    """`parts below their reorder level`: what there is of them in stock."""
    level = s.choose(s.items[other], s.is_number)
    if level is None or not set(name_words(level.column)) & _LEVELS:
        return
    stocks = [
        ref
        for column in s.table(level.table).columns
        if s.is_number(ref := ColumnRef(level.table, column.name))
        and set(name_words(column.name)) & _STOCKS
        and not set(name_words(column.name)) & (_LEVELS | {"order", "cost", "price", "value"})
    ]
    if len(stocks) == 1:
        s.use(at, other)
        said = f"{stocks[0]} {SAID.get(op, op)} {level}"
        s.tests.append(Placed(Test(column=stocks[0], op=op, than=level, said=said), at))


def _than_average(s: Sentence, at: int, agg: int, op: Operator, named: Item | None = None) -> None:
    meaning, figure = s.items[at].meaning, s.items[agg].meaning
    assert meaning is not None and figure is not None
    column = s.choose(named, s.is_number) if named is not None else None
    column = column or _averaged_column(s, at, agg, meaning.dims)
    if column is None:
        raise Ask(f'"{s.items[at].text} {s.items[agg].text}" of which column?', s.items[agg].text)
    rows = {i.tables[0].table for i in s.items if i.tables and i.tables[0].how == "exact"}
    if rows and column.table not in rows:
        raise Ask(f"More or less than the average {column} of one row of {column.table}, or of "
                  f"each of {sorted(rows)[0]}?")  # fmt: skip
    if is_negated(s, at):
        op = _FLIPPED[op]
    s.use(at, agg)
    value = s.known.figure_of(figure.value, column)
    s.wait()
    if value is None:
        raise Ask(f"{column} holds no number to take an average of.")
    word = "median" if figure.value == "median" else "average"
    said = f"{column} {SAID.get(op, op)} its {word} of {value:g}"
    test = Test(column=column, op=op, value=value, said=said)
    s.averaged.append(test)
    s.tests.append(Placed(test, at))


def _averaged_column(s: Sentence, at: int, agg: int, dims: tuple[str, ...]) -> ColumnRef | None:
    def fits(ref: ColumnRef) -> bool:
        return s.is_number(ref) and not is_calendar(s.column(ref)) and s.yes_value(ref) is None

    sides = [s.after(agg), s.before(at, over=GLUE)]
    for side in sides:
        if side is None or s.items[side].used or not s.items[side].columns:
            continue
        item = s.items[side]
        if item.tables and item.tables[0].score >= item.columns[0].score:
            continue
        ref = s.choose(item, fits)
        if ref is not None:
            s.use(side)
            return ref
    if dims:
        return sized_by(s, dims, None)
    return size_of_row(s, at)


def _late(s: Sentence) -> None:
    """`delivered late`, `returned on time`: after, or not after, the day that was promised."""
    for at, item in enumerate(s.items):
        if item.used or item.norm not in _LATE or item.names_something:
            continue
        for table in s.near or [t.name for t in s.schema.tables]:
            times = [
                ColumnRef(table, c.name)
                for c in s.table(table).columns
                if s.is_time(ColumnRef(table, c.name))
            ]
            due = [ref for ref in times if _roots(ref) & _DUE]
            told = [
                i for i, other in enumerate(s.items)
                if any(c.ref in times and c.ref not in due for c in other.columns[:1])
            ]  # fmt: skip
            named = {s.items[i].columns[0].ref for i in told}
            done = list(named) or [ref for ref in times if _roots(ref) & _DONE and ref not in due]
            if len(due) != 1 or len(done) != 1:
                continue
            op = _LATE[item.norm]
            if is_negated(s, at):
                op = _FLIPPED[op]
            s.use(at, *told)
            said = f"{done[0]} {'after' if op == '>' else 'not after'} {due[0]}"
            s.tests.append(Placed(Test(column=done[0], op=op, than=due[0], said=said), at))
            return


def _roots(ref: ColumnRef) -> set[str]:
    return {root(word) for word in name_words(ref.column)}
