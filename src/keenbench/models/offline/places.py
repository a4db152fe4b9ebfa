"""How the result is sorted, and how much of it is shown: top 5, the second highest, by price."""

from __future__ import annotations

from keenbench.models.offline.frame import Test
from keenbench.models.offline.grouping import unit_of_item
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.numbers import ORDINALS
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.words import name_words

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


def _sized_first(s: Sentence) -> None:
    """`heaviest first`: sorted by what the word compares."""
    for at in s.unused("super"):
        meaning = s.items[at].meaning
        following = s.items[at + 1] if at + 1 < len(s.items) else None
        if following is None or following.norm != "first" or meaning is None or not meaning.dims:
            continue
        ref = s.by_dims((*meaning.dims, *meaning.against), None) if s.near else None
        if ref is None:
            continue
        flipped = bool(meaning.against) and s.is_time(ref)
        s.direction = "desc" if (meaning.value == "desc") != flipped else "asc"
        s.items[at].columns = [ColumnLink(ref, 1.0, "exact", 1)]
        s.items[at].meaning = None
        s.sort_items.append(at)
        s.use(at + 1)
