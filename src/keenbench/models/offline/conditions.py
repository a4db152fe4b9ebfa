"""Which rows a question is about: numbers compared, values named, what is missing, yes and no."""

from __future__ import annotations

from typing import Literal

from keenbench.models.offline.columns import ColumnRef, is_calendar, unit_of
from keenbench.models.offline.frame import Ask, Figure, Having, Plain, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import UNIT_WORDS
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.values import ValueLink
from keenbench.models.offline.words import name_words, root, stem
from keenbench.query.plan import AggregateName, Operator

_SAID: dict[str, str] = {
    ">": "over", ">=": "at least", "<": "under", "<=": "at most", "=": "equal to", "!=": "not",
    "contains": "containing", "startswith": "starting with", "endswith": "ending with",
}  # fmt: skip
_UNIT_DIMS: dict[str, tuple[str, ...]] = {
    "km": ("distance", "length", "km", "kilometer"), "mi": ("distance", "mile"),
    "m": ("distance", "height", "length", "depth", "elevation"), "kg": ("weight", "mass", "kg"),
    "g": ("weight", "mass"), "lb": ("weight",), "s": ("duration", "second", "time"),
    "min": ("minute", "duration", "time", "delay"), "h": ("hour", "duration"),
    "d": ("day", "duration"), "y": ("age", "year", "tenure"),
    "usd": ("price", "cost", "amount", "total", "fare"),
    "eur": ("price", "cost", "amount", "total", "fare"), "gbp": ("price", "cost", "amount"),
    "c": ("temperature", "temp"), "mph": ("speed",), "kmh": ("speed",), "pct": ("percent", "pct"),
}  # fmt: skip
_GLUE = ("filler", "light")
_MONEY = ("usd", "eur", "gbp")
_FROM = frozenset(["origin", "from", "source", "departure", "dep", "pickup", "start", "sender"])
_TO = frozenset(["destination", "dest", "to", "arrival", "arr", "dropoff", "end", "recipient"])
_MOVES = {
    **dict.fromkeys(("started", "starting", "began", "beginning", "departed", "departing"), _FROM),
    **dict.fromkeys(("ended", "ending", "finished", "arrived", "arriving"), _TO),
}


def read_conditions(s: Sentence) -> None:
    """Take every condition out of the question; what is left says what is asked."""
    _matches(s)
    _comparisons(s)
    _signs(s)
    _named_numbers(s)
    _values(s)
    _paid(s)
    _missing(s)
    _never(s)
    _not_yet(s)


# -- text that a column holds -----------------------------------------------------------------


def _matches(s: Sentence) -> None:
    for at in s.unused("match"):
        item = s.items[at]
        assert item.meaning is not None
        op: Operator = item.meaning.value  # type: ignore[assignment]
        target = s.after(at, over=("filler",)) if op == "=" else at + 1
        while target is not None and target + 1 < len(s.items) and s.items[target].norm in (
            "the", "a", "letter", "letters", "word", "text",
        ):  # fmt: skip
            s.use(target)
            target += 1
        if target is None or target >= len(s.items):
            continue
        wanted = s.items[target]
        left = s.before(at, over=_GLUE)
        ref = (
            s.choose(s.items[left], lambda r: s.column(r).type == "string")
            if left is not None
            else None
        )
        if ref is None and op == "=":
            continue  # "called" only holds the sentence together where a value follows
        if ref is None:
            raise Ask(f'In which column should I look for "{wanted.text}"?', wanted.text)
        negated = _is_negated(s, at)
        test = Test(
            column=ref, op=op, value=wanted.text, said=f"{ref} {_SAID.get(op, op)} “{wanted.text}”"
        )
        if negated:
            raise Ask(f"I can only look for what {ref} does hold, not for what it does not.")
        s.use(at, target, left)
        s.tests.append(Placed(test, at))


# -- numbers ----------------------------------------------------------------------------------


def _comparisons(s: Sentence) -> None:
    for at in [i for i, item in enumerate(s.items) if item.tag == "cmp" and not item.used]:
        _comparison(s, at)
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


def _comparison(s: Sentence, at: int) -> None:
    item = s.items[at]
    assert item.meaning is not None
    op: Operator = item.meaning.value  # type: ignore[assignment]
    first = s.after(at)
    if first is None or s.items[first].number is None:
        return
    dims = item.meaning.dims
    if op != "between":
        _compare(s, at, first, first, op, dims)
        return
    joint = s.after(first)
    unit = None
    if joint is not None and _unit(s.items[joint]) and s.items[joint].tag != "and":
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
    unit = _unit(s.items[unit_at]) if unit_at is not None else None
    s.use(unit_at)
    following = s.after(last, over=())
    if following is not None and unit is None:
        candidate = s.items[following]
        if _unit(candidate) and not any(c.how in ("exact",) for c in candidate.columns):
            unit = _unit(candidate)
            if not candidate.columns or _left_column(s, min(at, number_at)) is not None:
                s.use(following)
    elif following is not None and unit and not s.items[following].columns:
        pass
    if unit is None and number.tokens[0].currency:
        unit = {"$": "usd", "€": "eur", "£": "gbp"}.get(number.tokens[0].currency)
    negated = _is_negated(s, at)
    left = _left_column(s, min(at, number_at))
    right = s.after(last, over=_GLUE)
    if right is not None and s.items[right].used and right == following:
        right = s.after(right, over=_GLUE)
    if right is not None and right + 2 < len(s.items) and s.items[right + 1].norm == "in":
        beyond = s.items[right + 2]  # "fewer than 10 items in stock"
        plain = not any(s.is_number(c.ref) for c in s.items[right].columns)
        if plain and beyond.columns and s.is_number(beyond.columns[0].ref):
            s.use(right)
            right += 2
    figure = _figure_left(s, left, min(at, number_at))
    if figure is not None:
        value = number.number if upper is None else (number.number, upper)
        s.having.append(Having(figure=figure, op=op, value=value))
        return
    ref = s.choose(s.items[left], s.is_number) if left is not None else None
    if ref is not None:
        s.use(left)
    elif right is not None and _counts(s, right, at):
        table = s.items[right].tables[0].table if s.items[right].tables else None
        s.use(right)
        figure = Figure(func="count", table=table or s.items[right].rows_of or s.near[0])
        value = number.number if upper is None else (number.number, upper)
        s.having.append(Having(figure=figure, op=op, value=value))
        return
    if ref is None and unit is not None:
        ref = _by_unit(s, unit)
    if ref is None and dims:
        ref = s.by_dims(dims, None)
    if ref is None and unit in _MONEY:
        ref = _size_of_row(s, min(at, number_at))
    if ref is None and unit is not None:
        ref = s.by_dims(_UNIT_DIMS.get(unit, ()), None)
    if ref is None and right is not None and not s.items[right].used:
        ref = s.choose(s.items[right], lambda r: s.is_number(r) and s.yes_value(r) is None)
        if ref is not None:
            s.use(right)
    if ref is None:
        ref = _size_of_row(s, min(at, number_at))
    if ref is None:
        raise Ask(
            f"Which column should be {_SAID.get(op, op)} {number.text}? I see "
            f"{_numeric_columns(s)}.",
            number.text,
        )
    _check_unit(s, ref, unit)
    value_: Plain | tuple[Plain, ...] = _scaled(s, number, ref)
    said = f"{ref} {_SAID.get(op, op)} {number.text}"
    if upper is not None:
        value_ = (value_, upper) if isinstance(value_, int | float) else value_
        said = f"{ref} between {number.text} and {upper}"
    if negated:
        flipped: dict[str, Operator] = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!="}
        if op not in flipped:
            raise Ask(f"I did not understand the negation before {number.text}.")
        op = flipped[op]
        said = f"{ref} {_SAID[op]} {number.text}"
    s.tests.append(Placed(Test(column=ref, op=op, value=value_, said=said), at))


def _by_unit(s: Sentence, unit: str) -> ColumnRef | None:
    """Return the one column of the tables in play whose name gives this unit."""
    found = [
        ColumnRef(name, column.name)
        for name in s.near
        for column in s.table(name).columns
        if unit_of(column) == unit and s.is_number(ColumnRef(name, column.name))
    ]
    return found[0] if len(found) == 1 else None


_PEOPLE = frozenset(
    [
        "person",
        "child",
        "man",
        "woman",
        "boy",
        "girl",
        "male",
        "female",
        "people",
        "passenger",
        "patient",
        "student",
        "employee",
        "adult",
        "kid",
        "player",
        "athlete",
    ]
)


def _size_of_row(s: Sentence, at: int) -> ColumnRef | None:
    """`orders over 500`: the one column that says how large a row of the table is."""
    left = s.before(at, over=_GLUE)
    if left is None:
        return None
    item = s.items[left]
    if stem(item.norm) in _PEOPLE:
        return s.by_dims(("age",), None)
    table = item.tables[0].table if item.tables else item.rows_of
    if table is None:
        return None
    sizes = sizes_of(s, table)
    if len(sizes) > 1:
        raise Ask(f"Which column do you mean: {listed(r.column for r in sizes)}?")
    ref = sizes[0] if sizes else s.by_dims(("price",), table)
    if ref is not None:
        s.remark(f"I took the number as one of {ref}.")
    return ref


def sizes_of(s: Sentence, table: str) -> list[ColumnRef]:
    """Return the columns that say how large a row is: what an order comes to."""
    return [
        ColumnRef(table, column.name)
        for column in s.table(table).columns
        if {"total", "amount", "value", "revenue"} & set(name_words(column.name))
        and s.is_number(ColumnRef(table, column.name))
    ]


def _left_column(s: Sentence, at: int) -> int | None:
    left = s.before(at, over=(*_GLUE, "not", "only"))
    if left is None or not s.items[left].columns:
        return None
    item = s.items[left]
    if item.used or (item.tables and item.tables[0].score >= item.columns[0].score):
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
        count = s.before(at, over=_GLUE)
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


def _counts(s: Sentence, right: int, at: int) -> bool:
    """Whether a table after a number is counted: `customers with more than 5 orders`."""
    item = s.items[right]
    if item.used or not (item.tables or item.rows_of):
        return False
    if item.columns and item.tables and item.columns[0].score > item.tables[0].score:
        return False
    opener = s.before(at, over=(*_GLUE, "which"))  # "customers who placed more than 5 orders"
    return opener is not None and s.items[opener].names_something


def _unit(item: Item) -> str | None:
    for unit, forms in UNIT_WORDS.items():
        if stem(item.norm) in forms or item.norm == unit:
            return unit
    return None


def _check_unit(s: Sentence, ref: ColumnRef, unit: str | None) -> None:
    own = unit_of(s.column(ref))
    if unit and own and unit != own and not {unit, own} <= {"usd", "eur", "gbp"}:
        raise Ask(f"{ref} is in {own}; I do not convert units. Which number of {own} do you mean?")


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


def _signs(s: Sentence) -> None:
    """`a positive balance`, `negative amounts`."""
    for at, item in enumerate(s.items):
        if item.used or item.norm not in ("positive", "negative") or item.values:
            continue
        for side in (s.after(at), s.before(at)):
            if side is None or s.items[side].used:
                continue
            ref = s.choose(s.items[side], s.is_number)
            if ref is not None:
                op: Operator = ">" if item.norm == "positive" else "<"
                s.use(at, side)
                test = Test(column=ref, op=op, value=0, said=f"{ref} {item.norm}")
                s.tests.append(Placed(test, at))
                break


def _named_numbers(s: Sentence) -> None:
    """`8 cylinders`, `class 3`, `order 10250`: a column and its number side by side."""
    for at, item in enumerate(s.items):
        if item.used or item.number is None or item.tokens[0].ordinal:
            continue
        if item.is_bare_year and item.used:
            continue
        for side in _beside(s, at):
            if side is None or s.items[side].used or not s.items[side].columns:
                continue
            gap = s.between(min(side, at), max(side, at))
            if any(i.norm not in ("of", "is", "was", "the", "a", "are", "number") for i in gap):
                continue
            if side > at and s.items[side].tokens[0].after_mark:
                continue
            beside = s.items[side]
            if beside.meaning is not None and beside.tag not in ("light", "filler"):
                continue
            fits = [
                c for c in beside.columns if s.column(c.ref).type in ("integer", "decimal", "float")
            ]
            if not fits or (side > at and beside.tables and _plural(beside)):
                continue
            ref = s.choose(beside, lambda r: s.column(r).type in ("integer", "decimal", "float"))
            if ref is None:
                continue
            s.use(at, side)
            numbers = [item.number, *(_further(s, at) if side < at else ())]
            negated = _is_negated(s, min(at, side))
            shown = " or ".join(map(str, numbers))
            said = f"{ref} {'not ' if negated else ''}{shown}"
            if len(numbers) > 1:
                many: Operator = "not_in" if negated else "in"
                test = Test(column=ref, op=many, value=tuple(numbers), said=said)
            else:
                test = Test(column=ref, op="!=" if negated else "=", value=numbers[0], said=said)
            s.tests.append(Placed(test, at))
            break


def _beside(s: Sentence, at: int) -> tuple[int | None, int | None]:
    """Return what stands beside a number, what it more likely counts first.

    In "the weight of 4 cylinder cars" that is what follows at once.
    """
    before, after = s.before(at), s.after(at)
    close = after is not None and after == at + 1 and before is not None and before < at - 1
    columns = s.items[after].columns if after is not None else []
    if close and any(s.is_number(c.ref) and c.how == "exact" for c in columns):
        return after, before
    return before, after


def _further(s: Sentence, at: int) -> list[int | float]:
    """Return the numbers that go on after one: `a satisfaction of 1 or 2`."""
    found: list[int | float] = []
    while at + 2 < len(s.items):
        joint, item = s.items[at + 1], s.items[at + 2]
        following = s.items[at + 3] if at + 3 < len(s.items) else None
        if joint.tag != "or" or item.number is None or item.used or item.is_bare_year:
            break
        if following is not None and following.columns:
            break  # "3 or 4 doors" names what the second is of
        s.use(at + 1, at + 2)
        found.append(item.number)
        at += 2
    return found


def _plural(item: Item) -> bool:
    word = item.tokens[-1].norm
    return stem(word) != word


# -- values -----------------------------------------------------------------------------------


def _values(s: Sentence) -> None:
    at = 0
    while at < len(s.items):
        if not _is_value(s, at):
            at += 1
            continue
        ref, link, hint = _value_column(s, at)
        found = [(at, link)]
        last = max(at, hint) if hint is not None else at
        while True:
            following = s.after(last, over=("filler", "and", "or", "compare"))
            if following is None or not _is_value(s, following) or not _joined(s, last, following):
                break
            same = [v for v in s.items[following].values if v.ref == ref]
            if not same:
                break
            found.append((following, same[0]))
            last = following
        joints = [
            i for i in range(at, last) if s.items[i].tag in ("and", "or") and not s.items[i].used
        ]
        s.use(*(index for index, _ in found), *joints, hint)
        s.tests.append(Placed(_value_test(s, ref, [link for _, link in found], at, hint), at))
        at = last + 1


def _joined(s: Sentence, one: int, other: int) -> bool:
    gap = s.between(one, other)
    listed_ = s.items[other].tokens[0].after_mark
    return listed_ or any(i.tag in ("and", "or", "compare") for i in gap)


def _is_value(s: Sentence, at: int) -> bool:
    item = s.items[at]
    if item.used or not item.values:
        return False
    best = item.values[0]
    if item.quoted:
        return True
    capital = item.tokens[0].text[:1].isupper() and item.start > 0
    beside = _hint(s, at) is not None
    if item.meaning is not None and item.tag not in ("light", "filler"):
        return (beside or capital) and best.how == "exact"
    if item.tables and item.tables[0].how == "exact" and not (capital and best.how == "exact"):
        return False
    if item.columns:
        top = item.columns[0]
        if top.how == "exact" and top.score >= 0.95:
            return best.how == "exact" and (beside or capital)
        if best.how == "part":
            return top.score < 0.8 and top.how != "verb"
    return not (item.period is not None and best.how != "exact")


def _hint(s: Sentence, at: int) -> int | None:
    """Return the item beside a value that names its column: `status cancelled`, `West region`."""
    refs = {v.ref for v in s.items[at].values}
    for side in (s.before(at), s.after(at)):
        if side is None:
            continue
        item = s.items[side]
        gap = [i.norm for i in s.between(min(side, at), max(side, at))]
        if any(w not in ("the", "is", "was", "are", "of", "a", "were", "in", "with") for w in gap):
            continue
        if side > at and gap:
            continue
        if any(c.ref in refs for c in item.columns):
            return side
        if (
            side > at
            and item.tables
            and any(v.ref.table == item.tables[0].table for v in s.items[at].values)
        ):
            continue
    return None


def _value_column(s: Sentence, at: int) -> tuple[ColumnRef, ValueLink, int | None]:
    item = s.items[at]
    links = [v for v in item.values if v.how == item.values[0].how]
    hint = _hint(s, at)
    if hint is not None:
        refs = [c.ref for c in s.items[hint].columns]
        named = [v for v in item.values if v.ref in refs]
        if named:
            best = min(named, key=lambda v: refs.index(v.ref))
            return best.ref, best, hint if not s.items[hint].used else None
    if len(links) > 1:
        links = _by_preposition(s, at, links)
    if len(links) > 1:
        links = _nearest(s, links)
    if len(links) > 1:
        names = listed(f"{v.ref.table}.{v.ref.column}" for v in links)
        raise Ask(f'"{item.text}" is a value of {names}. Which one do you mean?', item.text)
    if links[0].how == "typo":
        s.remark(f'I read "{item.text}" as “{links[0].values[0]}”.')
    return links[0].ref, links[0], None


def _by_preposition(s: Sentence, at: int, links: list[ValueLink]) -> list[ValueLink]:
    previous = s.items[at - 1].norm if at else ""
    wanted = {"from": _FROM, "to": _TO, "into": _TO}.get(previous, frozenset())
    verb = s.before(at, over=("filler",))
    if not wanted and verb is not None:
        wanted = _MOVES.get(s.items[verb].norm, frozenset())
        if wanted and any(wanted & set(name_words(v.ref.column)) for v in links):
            s.use(verb)
    fits = [v for v in links if wanted & set(name_words(v.ref.column))]
    return fits or links


def _nearest(s: Sentence, links: list[ValueLink]) -> list[ValueLink]:
    for name in s.near:
        here = [v for v in links if v.ref.table == name]
        if here:
            return here
    for name in s.near:
        here = [v for v in links if v.ref.table in s.reach(name)]
        if here:
            return here
    return links


def _value_test(
    s: Sentence, ref: ColumnRef, links: list[ValueLink], at: int, hint: int | None
) -> Test:
    cells = list(dict.fromkeys(cell for link in links for cell in link.values))
    folded = list({cell.casefold(): cell for cell in reversed(cells)}.values())[::-1]
    negated = _is_negated(s, min(at, hint) if hint is not None else at)
    shown = listed(f"“{cell}”" for cell in folded)
    if len(folded) > 6:
        shown = f"one of {len(folded)} values with “{links[0].asked}”"
    if len(folded) > 50:
        if negated:
            raise Ask(f"Too many values of {ref} hold “{links[0].asked}” to leave them out.")
        said = f"{ref} containing “{links[0].asked}”"
        return Test(column=ref, op="contains", value=links[0].asked, said=said)
    if len(folded) == 1:
        op: Operator = "!=" if negated else "="
        return Test(
            column=ref, op=op, value=folded[0], said=f"{ref} {'not ' if negated else ''}{shown}"
        )
    many: Operator = "not_in" if negated else "in"
    return Test(
        column=ref, op=many, value=tuple(folded), said=f"{ref} {'not ' if negated else ''}{shown}"
    )


def _is_negated(s: Sentence, at: int) -> bool:
    """Return whether a negation stands before an item; it is used up by that."""
    index = s.before(at, over=("filler", "light", "match"))
    if index is None:
        return False
    item = s.items[index]
    if item.tag == "not" or (item.tag == "null" and item.norm in ("without", "no")):
        item.used = True
        return True
    return False


# -- what is missing, and yes or no -----------------------------------------------------------


def _missing(s: Sentence) -> None:
    for at in s.unused("null"):
        item = s.items[at]
        assert item.meaning is not None
        some = item.meaning.value == "some"
        sides: list[int | None] = [s.after(at, over=_GLUE), s.before(at, over=_GLUE)]
        if item.norm.startswith(("is ", "are ", "not ")) or item.norm in (
            "unknown",
            "missing",
            "blank",
            "empty",
            "null",
        ):
            sides.reverse()
            if item.norm in ("missing", "unknown", "empty", "blank"):
                gap = s.items[at - 1].norm if at else ""
                if gap not in ("is", "are", "was", "were"):
                    sides.reverse()
        if item.norm.split()[-1] in ("no", "without", "any", "a", "an", "of", "have", "lacking"):
            sides = [s.after(at, over=_GLUE)]
        for side in sides:
            if side is not None and not s.items[side].used and _is_missing(s, at, side, some):
                s.use(at, side)
                break


def _paid(s: Sentence) -> None:
    """`paid by card`, `paid by men`: the value says how or by whom; the verb adds nothing."""
    for at, item in enumerate(s.items):
        if item.norm not in ("paid", "paying") or item.used:
            continue
        following = s.after(at, over=(*_GLUE, "group"))
        if following is not None and s.items[following].used and s.items[following].values:
            s.use(at)


def _never(s: Sentence) -> None:
    """`products that were never ordered`: nothing of the table that the verb names points there."""
    for at in s.unused("not"):
        side = s.after(at, over=_GLUE)
        if s.items[at].norm != "never" or side is None or s.items[side].used or not s.near:
            continue
        verb = s.items[side]
        named = {
            table.name
            for table in s.schema.tables
            if root(verb.norm) in {root(word) for word in name_words(table.name)}
        }
        subject = s.near[0]
        pointing = [r.from_table for r in s.schema.relations if r.to_table == subject]
        fits = [name for name in dict.fromkeys(pointing) if name in named]
        fits = fits or [n for n in dict.fromkeys(pointing) if named & set(s.reach(n))]
        if verb.norm.endswith("ed") and subject not in named and len(fits) == 1:
            s.use(at, side)
            s.without.append(fits[0])
            continue
        empty = [c.ref for c in verb.columns if s.column(c.ref).nullable and c.how != "described"]
        if len(empty) == 1 and empty[0].table == subject:
            s.use(at, side)
            said = f"{empty[0]} missing"
            s.tests.append(Placed(Test(column=empty[0], op="is_null", said=said), at))


def _not_yet(s: Sentence) -> None:
    """`not discharged`: a date that has not come is missing."""
    for at in s.unused("not"):
        side = s.after(at, over=_GLUE)
        if side is None or s.items[side].used or not s.items[side].norm.endswith("ed"):
            continue
        times = [c.ref for c in s.items[side].columns if s.is_time(c.ref)]
        if len(times) == 1 and s.column(times[0]).nullable:
            s.use(at, side)
            test = Test(column=times[0], op="is_null", said=f"{times[0]} missing")
            s.tests.append(Placed(test, at))


def _is_missing(s: Sentence, at: int, side: int, some: bool) -> bool:
    item = s.items[side]
    table = item.tables[0] if item.tables else None
    column = item.columns[0] if item.columns else None
    if s.items[at].norm == "out of":
        if column is None or not s.is_number(column.ref) or side < at:
            return False
        table = None
    if table and (column is None or table.score >= column.score) and side > at:
        subjects = [r.to_table for r in s.schema.relations if r.from_table == table.table]
        subject = next((name for name in s.near if name in subjects), None)
        if subject is not None:
            s.without.append(table.table)
            s.near.remove(subject)
            s.near.insert(0, subject)
            return True
        points = [
            ColumnRef(r.from_table, r.from_column)
            for r in s.schema.relations
            if r.to_table == table.table and r.from_table in s.near
        ]
        if len(points) == 1 and not some:
            said = f"{points[0]} missing"
            s.tests.append(Placed(Test(column=points[0], op="is_null", said=said), at))
            return True
        if table.how == "exact":
            return False  # rows that are not there cannot be told by a column of theirs
    if column is None:
        return False
    ref = s.choose(item)
    if ref is None:
        return False
    yes_no = s.yes_value(ref)
    if yes_no is not None:
        value = yes_no[0] if some else yes_no[1]
        s.tests.append(Placed(Test(column=ref, op="=", value=value, said=f"{ref} is {value}"), at))
        return True
    op: Literal["is_null", "is_not_null"] = "is_not_null" if some else "is_null"
    said = f"{ref} {'present' if some else 'missing'}"
    test = Test(column=ref, op=op, said=said)
    no_amount = s.items[at].norm in (
        "no",
        "with no",
        "without",
        "without any",
        "without a",
        "have no",
        "has no",
        "had no",
        "having no",
        "out of",
    )
    if not some and s.is_number(ref) and no_amount and not is_calendar(s.column(ref)):
        zero = Test(column=ref, op="=", value=0, said=f"{ref} 0")
        test = Test(any_of=(test, zero), said=f"{ref} missing or 0")
    s.tests.append(Placed(test, at))
    return True


def read_yes_no(s: Sentence) -> None:
    """Columns that say yes or no and were not used otherwise are conditions: `survived`."""
    for at, item in enumerate(s.items):
        if item.used or not item.columns or (item.tables and item.tag != "light"):
            continue
        if item.meaning is not None and item.tag not in ("light", "filler"):
            continue
        fits = {c.ref for c in item.columns if c.how != "described" and s.yes_value(c.ref)}
        if not fits:
            continue
        ref = s.choose(item, fits.__contains__)
        values = s.yes_value(ref) if ref else None
        if ref is None or values is None:
            continue
        negated = _is_negated(s, at)
        value = values[1] if negated else values[0]
        s.use(at)
        said = f"{'not ' if negated else ''}{ref}"
        s.tests.append(Placed(Test(column=ref, op="=", value=value, said=said), at))
