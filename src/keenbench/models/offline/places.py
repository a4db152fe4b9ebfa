"""How the result is sorted, and how much of it is shown: top 5, the second highest, by price."""

from __future__ import annotations

from typing import Literal

from keenbench.models.offline.columns import ColumnRef, is_key
from keenbench.models.offline.date_columns import date_column
from keenbench.models.offline.frame import Test
from keenbench.models.offline.grouping import unit_of_item
from keenbench.models.offline.lexicon import PHRASES
from keenbench.models.offline.measures import is_money
from keenbench.models.offline.numbers import ORDINALS
from keenbench.models.offline.phrase_meaning import Meaning
from keenbench.models.offline.rows import row_names
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.spans import sized_by
from keenbench.models.offline.words import name_words

Direction = Literal["asc", "desc"]
_RANKS = ("top", "bottom", "best", "worst", "highest", "lowest", "largest", "biggest", "smallest",
          "first", "last", "most", "least")  # fmt: skip


def read_top(s: Sentence) -> None:
    """`top 5`, `the 10 most recent`, `first 3`: how many rows."""
    for at in s.unused("super"):
        for side in (at + 1, at - 1):
            if not 0 <= side < len(s.items):
                continue
            item = s.items[side]
            if (
                item.number is not None
                and isinstance(item.number, int)
                and not item.used
                and 0 < item.number <= 100_000
                and not item.tokens[0].percent
                and not item.tokens[0].ordinal
            ):
                if side > at and not (s.items[at].norm in _RANKS or s.items[at].meaning):
                    continue
                if side > at and _first_moments(s, at, side):
                    break
                s.limit = item.number
                s.use(side)
                break


MOMENTS = frozenset(("minute", "second", "hour", "lap", "round", "week", "day", "stage"))
"""Numbers that say when something was."""


def _first_moments(s: Sentence, at: int, number: int) -> bool:
    """`in the first 5 minutes`, of a column of minutes: up to the fifth."""
    beside = s.items[number + 1] if number + 1 < len(s.items) else None
    if s.items[at].norm != "first" or beside is None or not beside.columns:
        return False
    ref = beside.columns[0].ref
    if not s.is_number(ref) or not MOMENTS & set(name_words(ref.column)):
        return False
    most = s.items[number].number
    s.use(at, number, number + 1)
    test = Test(column=ref, op="<=", value=most, said=f"{ref} at most {most}")
    s.tests.append(Placed(test, at))
    return True


def read_nth(s: Sentence) -> None:
    """`the second highest`, `3rd most expensive`: one row, after those before it."""
    for at in s.unused("super"):
        item = s.items[at - 1] if at else None
        if item is None or item.used or s.items[at].norm in ("first", "last", "top"):
            continue
        token = item.tokens[-1]
        place = token.value if token.ordinal else ORDINALS.get(token.norm)
        if len(item.tokens) == 1 and isinstance(place, int) and 1 < place <= 1000:
            s.use(at - 1)
            s.limit, s.offset = 1, place - 1


def read_which_number(s: Sentence) -> None:
    """`which 3 agents closed the most`: how many rows of a ranking that comes later."""
    if s.limit is not None or not s.unused("super"):
        return
    for at, item in enumerate(s.items[:4]):
        before = s.before(at)
        after = s.items[at + 1] if at + 1 < len(s.items) else None
        if (
            isinstance(item.number, int)
            and not item.used
            and 0 < item.number < 1000
            and (before is None or s.items[before].tag in ("which", "list"))
            and after is not None
            and (after.tables or after.columns or after.rows_of)
        ):
            s.limit = item.number
            s.use(at)
            return


def read_sorting(s: Sentence) -> None:
    _sized_first(s)
    for at in s.unused("direction"):
        meaning = s.items[at].meaning
        assert meaning is not None
        s.direction = "asc" if meaning.value == "asc" else "desc"
        s.sorting = _sorting(s.items[at].norm)
        s.use(at)
    for at in s.unused("sort"):
        s.use(at)
        following = s.after(at, over=("filler", "group"))
        while following is not None and not s.items[following].used:
            item = s.items[following]
            if not (
                item.columns or item.tables or item.tag in ("agg", "bucket") or unit_of_item(item)
            ):
                break
            s.sort_items.append(following)
            next_ = s.after(following, over=("filler", "and"))
            if item.tag == "agg" and next_ is not None:
                following = next_
                continue
            break
        gap = s.items[at + 1 : (following or at)]
        for piece in gap:
            if piece.tag == "group":
                piece.used = True


_BY_NAME = frozenset(("alphabetically", "a to z", "z to a", "in alphabetical order"))
_BY_DATE = frozenset(("chronologically", "in chronological order"))


def _sorting(said: str) -> Meaning | None:
    """Return what the words of an order compare: of `oldest first` the age, or else the date."""
    if said in _BY_NAME:
        return Meaning("super", "asc", ("*name",))
    if said in _BY_DATE:
        return PHRASES["earliest"]
    word = said.removesuffix(" first").removeprefix("from ").partition(" to ")[0]
    found = PHRASES.get(word)
    return found if found is not None and found.tag == "super" else None


def _sized_first(s: Sentence) -> None:
    """`heaviest first`, `worst average first`, `biggest to smallest`: only the order."""
    supers = s.unused("super")
    for at in supers:
        meaning = s.items[at].meaning
        ends = [i for i in supers if at < i <= at + 3]
        if meaning is None or s.direction is not None or not ends:
            continue
        gap = s.between(at, ends[0])
        whole = [i.norm for i in gap] == ["to"]
        first = s.items[ends[0]].norm == "first" and all(
            i.tag in ("agg", "filler") or i.columns for i in gap
        )
        if not (whole or first) or s.items[at].norm in ("first", "last"):
            continue
        s.direction = "asc" if meaning.value == "asc" else "desc"
        s.sorting = meaning
        s.use(at, ends[0])
        s.use(*range(at + 1, ends[0]) if whole else ())
        if first and gap and gap[-1].columns and gap[-1].tag == "":
            s.sort_items.append(ends[0] - 1)


def sorted_by(
    s: Sentence, table: str, shown: list[ColumnRef], tested: list[ColumnRef]
) -> tuple[ColumnRef, Direction] | None:
    """Return the column that a list is sorted by, and which way, where the order names none."""
    way, meaning = s.direction or "asc", s.sorting
    own = [ref for ref in shown if ref.table == table]
    if meaning is not None and meaning.dims == ("*name",):
        named = [ref for ref in own if ref in row_names(s.schema, table)]
        texts = [ref for ref in named or own if s.column(ref).type == "string"]
        plain = [r for r in texts if not is_key(s.table(table), s.column(r), s.schema)] or texts
        return (plain[0], way) if plain else None
    if meaning is None or not (meaning.dims or meaning.against):
        numbers = [ref for ref in own if s.is_number(ref)]
        return (numbers[0], way) if numbers else None
    for dims, flip in ((meaning.dims, False), (meaning.against, True)):
        if not dims:
            continue
        turned: Direction = "asc" if (meaning.value == "asc") != flip else "desc"
        if "date" in dims:
            times = [ref for ref in (*tested, *own) if s.is_time(ref)]
            found = times[0] if times else date_column(s, [table], said="the order")
        else:
            priced = dims[:1] == ("price",)
            money = [r for r in tested if s.is_number(r) and is_money(s, r)] if priced else []
            found = money[0] if money else sized_by(s, dims, table)  # type: ignore[assignment]
        if found is not None:
            return found, turned
    return None
