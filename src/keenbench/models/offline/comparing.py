"""Numbers that a question compares columns and figures with."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, unit_of
from keenbench.models.offline.frame import Ask, Figure, Having, Plain, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import UNIT_WORDS
from keenbench.models.offline.measures import only_measure, only_money
from keenbench.models.offline.negating import GLUE, SAID, is_negated
from keenbench.models.offline.passing import counted_noun, money_in_play, told_in_total
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.spans import sized_by, span_of
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.plan import AggregateName, Operator

_UNIT_DIMS: dict[str, tuple[str, ...]] = {
    "km": ("distance", "length", "km", "kilometer"), "mi": ("distance", "mile"),
    "m": ("distance", "height", "length", "depth", "elevation"), "kg": ("weight", "mass", "kg"),
    "g": ("weight", "mass"), "lb": ("weight",), "s": ("duration", "second", "time"),
    "min": ("minute", "duration", "time", "delay"), "h": ("hour", "duration"),
    "d": ("day", "duration"), "wk": ("week", "duration"),
    "y": ("age", "year", "tenure"),
    "usd": ("price", "cost", "amount", "total", "fare"),
    "eur": ("price", "cost", "amount", "total", "fare"), "gbp": ("price", "cost", "amount"),
    "c": ("temperature", "temp"), "mph": ("speed",), "kmh": ("speed",), "pct": ("percent", "pct"),
}  # fmt: skip
_MONEY = ("usd", "eur", "gbp")
_PEOPLE = word_set(
    """
    person child man woman boy girl male female people passenger patient student employee adult
    kid player athlete
    """
)


_ONCE = {"once": 1, "twice": 2, "thrice": 3}


def read_comparisons(s: Sentence) -> None:
    for at in [i for i, item in enumerate(s.items) if item.tag == "cmp" and not item.used]:
        _comparison(s, at)
    _plain_ranges(s)
    for at in s.unused("cmp_after"):
        number = s.before(at, over=("filler",))
        unit: int | None = None
        if number is not None and s.items[number].number is None:
            unit, number = number, s.before(number)
        if number is None or s.items[number].number is None:
            continue
        item = s.items[at]
        assert item.meaning is not None
        op: Operator = item.meaning.value  # type: ignore[assignment]
        _compare(s, at, number, at, op, (), unit_at=unit)


def _plain_ranges(s: Sentence) -> None:
    """`aged 30 to 40`, `ratings from 3 to 4`: two numbers and the column before them."""
    for at, item in enumerate(s.items):
        joint, second = at + 1, at + 2
        if item.number is None or item.used or second >= len(s.items):
            continue
        last = s.items[second]
        if s.items[joint].norm not in ("to", "through") or last.number is None or last.used:
            continue
        if item.is_bare_year and last.is_bare_year:
            continue
        left = _left_column(s, at)
        if left is None:
            continue
        s.use(joint, second)
        _compare(s, at, at, second, "between", (), upper=last.number)


def _comparison(s: Sentence, at: int) -> None:
    item = s.items[at]
    assert item.meaning is not None
    op: Operator = item.meaning.value  # type: ignore[assignment]
    first = s.after(at)
    if first is not None and s.items[first].norm in _ONCE and not s.items[first].names_something:
        s.items[first].number = _ONCE[s.items[first].norm]  # "who gave more than once"
    if first is None or s.items[first].number is None:
        return
    dims = item.meaning.dims
    if op != "between":
        _compare(s, at, first, first, op, dims)
        return
    joint = s.after(first)
    unit = None
    if joint is not None and unit_said(s.items[joint]) and s.items[joint].tag != "and":
        unit, joint = joint, s.after(joint)
    second = s.after(joint) if joint is not None else None
    if joint is None or second is None or s.items[second].number is None:
        return
    s.use(joint, second, unit)
    _compare(s, at, first, second, op, dims, upper=s.items[second].number)


def _compare(
    s: Sentence,
    at: int,
    number_at: int,
    last: int,
    op: Operator,
    dims: tuple[str, ...],
    *,
    upper: int | float | None = None,
    unit_at: int | None = None,
) -> None:
    number = s.items[number_at]
    assert number.number is not None
    s.use(at, number_at)
    unit = unit_said(s.items[unit_at]) if unit_at is not None else None
    s.use(unit_at)
    following = s.after(last, over=())
    if following is not None and unit is None:
        candidate = s.items[following]
        named = any(c.how == "exact" for c in candidate.columns)
        inches = candidate.norm == "in" and number.tokens[0].currency  # "over £60 in Oakfield"
        if unit_said(candidate) and not inches and not named:
            unit = unit_said(candidate)
            if not candidate.columns or _left_column(s, min(at, number_at)) is not None:
                s.use(following)
    elif following is not None and unit and not s.items[following].columns:
        pass
    if unit is None and number.tokens[0].currency:
        unit = {"$": "usd", "€": "eur", "£": "gbp"}.get(number.tokens[0].currency)
    negated = is_negated(s, at)
    left = _left_column(s, min(at, number_at))
    right = s.after(last, over=GLUE)
    if right is not None and s.items[right].used and right == following:
        right = s.after(right, over=GLUE)
    if right is not None and right + 2 < len(s.items) and s.items[right + 1].norm == "in":
        beyond = s.items[right + 2]  # "fewer than 10 items in stock"
        plain = not any(s.is_number(c.ref) and c.how == "exact" for c in s.items[right].columns)
        if plain and beyond.columns and s.is_number(beyond.columns[0].ref):
            s.use(right)
            right += 2
    first = min(at, number_at)
    totalled = told_in_total(s, first)
    figure = _figure_left(s, left, first)
    if figure is not None:
        value = number.number if upper is None else (number.number, upper)
        s.having.append(Having(figure=figure, op=op, value=value))
        return
    ref = s.choose(s.items[left], s.is_number) if left is not None else None
    if ref is not None and number.norm in _ONCE and unit_of(s.column(ref)) is not None:
        ref = None  # "fined more than once" is no sum of money
    if ref is not None:
        s.use(left)
    elif right is not None and (noun := counted_noun(s, right, first)) is not None:
        table = s.items[noun].tables[0].table if s.items[noun].tables else None
        s.use(noun)
        figure = Figure(func="count", table=table or s.items[noun].rows_of or s.near[0])
        value = number.number if upper is None else (number.number, upper)
        s.having.append(Having(figure=figure, op=op, value=value))
        return
    often = unit_at if unit_at is not None and s.items[unit_at].norm == "times" else right
    often = number_at if number.norm in _ONCE else often
    if ref is None and often is not None and s.items[often].norm in ("times", *_ONCE):
        s.use(often)  # "who gave more than 10 times"
        value = number.number if upper is None else (number.number, upper)
        counted = Figure(func="count", table=_done_to(s, first))
        s.having.append(Having(figure=counted, op=op, value=value))
        return
    if ref is None and unit is not None:
        ref = by_unit(s, unit)
    if ref is None and unit is None and at and s.items[at - 1].norm == "for" and s.near:
        ref = only_money(s, s.near[:1])  # "for under 1500"
    if ref is None and dims:
        ref = sized_by(s, dims, None)
    if ref is None and unit in _MONEY:
        ref = size_of_row(s, min(at, number_at))
    if ref is None and unit is not None:
        ref = sized_by(s, _UNIT_DIMS.get(unit, ()), None)
    if ref is None and right is not None and not s.items[right].used:
        ref = s.choose(s.items[right], lambda r: s.is_number(r) and s.yes_value(r) is None)
        if ref is not None:
            s.use(right)
    if ref is None and totalled is not None:
        ref = money_in_play(s)
    if ref is None:
        ref = size_of_row(s, first) or s.hinted(s.is_number)
    if ref is None:
        raise Ask(
            f"Which column should be {SAID.get(op, op)} {number.text}? I see "
            f"{_numeric_columns(s)}.",
            number.text,
        )
    factor = _converted(s, ref, unit)
    value_: Plain | tuple[Plain, ...] = _times(_scaled(s, number, ref), factor)
    said = f"{ref} {SAID.get(op, op)} {number.text}"
    if upper is not None:
        upper = _times(upper, factor)
        value_ = (value_, upper) if isinstance(value_, int | float) else value_
        said = f"{ref} between {number.text} and {upper}"
    if negated:
        flipped: dict[str, Operator] = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!="}
        if op not in flipped:
            raise Ask(f"I did not understand the negation before {number.text}.")
        op = flipped[op]
        said = f"{ref} {SAID[op]} {number.text}"
    if totalled is not None and not negated and not isinstance(value_, str | bool):
        s.use(totalled)
        total = Figure(func="sum", table=ref.table, column=ref)
        s.having.append(Having(figure=total, op=op, value=value_))
        return
    s.tests.append(Placed(Test(column=ref, op=op, value=value_, said=said), at))


def _done_to(s: Sentence, first: int) -> str:
    """Return the table of what was done so many times: the loans of who borrowed."""
    for item in reversed(s.items[:first]):
        if not item.used and item.tables and item.tables[0].how != "exact":
            item.used = True
            return item.tables[0].table
    pointing = [r.from_table for r in s.schema.relations if r.to_table == s.near[0]]
    return pointing[0] if len(set(pointing)) == 1 else s.near[0]


def by_unit(s: Sentence, unit: str) -> ColumnRef | None:
    """Return the one column of the tables in play whose name gives this unit."""
    found = [
        ColumnRef(name, column.name)
        for name in s.near
        for column in s.table(name).columns
        if unit_of(column) == unit and s.is_number(ColumnRef(name, column.name))
    ]
    if not found and unit in ("d", "wk"):
        span = span_of(s, s.near)  # "took more than two weeks" are no hours of work
        if span is not None:
            return span
    if not found and unit in _IN_BASE:
        alike = {each for each, (kind, _) in _IN_BASE.items() if kind == _IN_BASE[unit][0]}
        found = [
            ColumnRef(name, column.name)
            for name in s.near
            for column in s.table(name).columns
            if unit_of(column) in alike and s.is_number(ColumnRef(name, column.name))
        ]
    return found[0] if len(found) == 1 else None


def size_of_row(s: Sentence, at: int) -> ColumnRef | None:
    """`orders over 500`: the one column that says how large a row of the table is."""
    left = s.before(at, over=GLUE)
    if left is None:
        return None
    item = s.items[left]
    if stem(item.norm) in _PEOPLE:
        return s.by_dims(("age",), None)
    table = item.tables[0].table if item.tables else item.rows_of
    if table is None and item.values and len({v.ref.table for v in item.values}) == 1:
        table = item.values[0].ref.table  # "flats below 1200"
    if table is None:
        return None
    if at and s.items[at].number is not None and s.items[at - 1].norm == "of":
        size = s.by_dims(("size",), table)  # "parties of 4 or more", "teams of 5"
        if size is not None:
            return size
    sizes = _own_sizes(s, table) or sizes_of(s, table)
    if len(sizes) > 1:
        raise Ask(f"Which column do you mean: {listed(r.column for r in sizes)}?")
    ref = sizes[0] if sizes else sized_by(s, ("price",), table) or only_measure(s, [table])
    if ref is not None:
        s.remark(f"I took the number as one of {ref}.")
    return ref


_SIZES = word_set("amount total value sum price cost fee size")


def _own_sizes(s: Sentence, table: str) -> list[ColumnRef]:
    """Return the column that is called as the rows are: what a fine, what a claim comes to."""
    noun = stem(name_words(table)[-1])
    return [
        ColumnRef(table, column.name)
        for column in s.table(table).columns
        if noun in (words := {stem(word) for word in name_words(column.name)})
        and words <= _SIZES | {noun} | set(UNIT_WORDS)
        and s.is_number(ColumnRef(table, column.name))
    ]


def sizes_of(s: Sentence, table: str) -> list[ColumnRef]:
    """Return the columns that say how large a row is: what an order comes to."""
    return [
        ColumnRef(table, column.name)
        for column in s.table(table).columns
        if {"total", "amount", "value", "revenue"} & set(name_words(column.name))
        and s.is_number(ColumnRef(table, column.name))
    ]


def _left_column(s: Sentence, at: int) -> int | None:
    left = s.before(at, over=(*GLUE, "not", "only"))
    if left is not None and s.items[left].norm == "by":
        left = s.before(left)  # "delayed by more than an hour"
    if left is None or not s.items[left].columns:
        return None
    item = s.items[left]
    if item.used or (item.tables and item.tables[0].score >= item.columns[0].score):
        return None
    if item.rows_of and item.columns[0].score < 0.9:
        return None
    # "orders with a total over 5" has it on the left, "trips with over 5 passengers" on the right
    if any(
        i.norm in ("with", "have", "has", "had", "having", "for", "in") for i in s.between(left, at)
    ):
        return None
    return left if any(s.is_number(c.ref) for c in item.columns) else None


def _figure_left(s: Sentence, left: int | None, at: int) -> Figure | None:
    """An average, total… compared with a number tests groups: `with an average age over 30`."""
    if left is None:
        count = s.before(at, over=GLUE)
        if count is not None and s.items[count].tables and not s.items[count].used:
            before = s.before(count)
            said = s.items[before].meaning if before is not None else None
            if (
                before is not None
                and before > 0
                and said is not None
                and (said.tag, said.value) == ("agg", "count")
                and s.items[before].norm != "how many"
            ):
                s.use(before, count)
                return Figure(func="count", table=s.items[count].tables[0].table)
        return None
    before = s.before(left)
    if before is None or s.items[before].tag != "agg" or before == 0:
        return None
    meaning = s.items[before].meaning
    opener = s.before(before, over=("filler", "and"))
    if meaning is None or opener is None:
        return None
    ref = s.choose(s.items[left], s.is_number)
    if ref is None:
        return None
    func: AggregateName = meaning.value  # type: ignore[assignment]
    s.use(before, left)
    return Figure(func=func, table=ref.table, column=ref)


def unit_said(item: Item) -> str | None:
    for unit, forms in UNIT_WORDS.items():
        if stem(item.norm) in forms or item.norm == unit:
            return unit
    return None


_IN_BASE: dict[str, tuple[str, float]] = {
    "s": ("time", 1), "min": ("time", 60), "h": ("time", 3600), "d": ("time", 86400),
    "wk": ("time", 604800),
    "mm": ("length", 1), "cm": ("length", 10), "m": ("length", 1000), "km": ("length", 10**6),
    "g": ("mass", 1), "kg": ("mass", 1000), "t": ("mass", 10**6),
    "ml": ("volume", 1), "l": ("volume", 1000),
}  # fmt: skip


def _converted(s: Sentence, ref: ColumnRef, unit: str | None) -> float:
    """Return by how much a number of one unit is to be multiplied to be one of the column's."""
    own = unit_of(s.column(ref))
    alike = {unit, own} <= {"usd", "eur", "gbp"} or {unit, own} == {"lb", "gbp"}
    if unit is None or own is None or unit == own or alike:
        return 1
    one, other = _IN_BASE.get(unit), _IN_BASE.get(own)
    if one is None or other is None or one[0] != other[0]:
        raise Ask(f"{ref} is in {own}; I do not convert that. Which number of {own} do you mean?")
    s.remark(f"{ref} is in {own}.")
    return one[1] / other[1]


def _times(number: int | float, factor: float) -> int | float:
    found = number * factor
    return int(found) if float(found).is_integer() else found


def _scaled(s: Sentence, number: Item, ref: ColumnRef) -> int | float:
    assert number.number is not None
    if number.tokens[0].percent:
        limits = s.known.numbers_of(ref)
        s.wait()
        if limits and limits[1] <= 1:
            return number.number / 100
    return number.number


def _numeric_columns(s: Sentence) -> str:
    tables = s.near or [t.name for t in s.schema.tables]
    names = [
        c.name for t in tables for c in s.table(t).columns if s.is_number(ColumnRef(t, c.name))
    ]
    return listed(names) if names else "no column of numbers"
