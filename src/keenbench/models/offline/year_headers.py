"""Years that stand in headers: of `population2015` and `population2025`, the year says which.

`how many people lived there in 2025` is a column and no condition; `which places lost people
between 2015 and 2025` holds one column against the other.
"""

from __future__ import annotations

from keenbench.models.offline.calendar_spans import Period
from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.pairs import worked
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.synonyms import alike
from keenbench.models.offline.words import name_words, root, word_set
from keenbench.query.plan import Operator

_FEWER = frozenset(map(root, word_set(
    """
    lose lost fall fell fallen drop dropped decline declined shrink shrank shrunk decrease decreased
    down less fewer lower smaller
    """
)))  # fmt: skip
_MORE = frozenset(map(root, word_set(
    """
    gain gained grow grew grown rise rose risen increase increased climb climbed expand expanded
    up more higher larger bigger
    """
)))  # fmt: skip
_CHANGE = frozenset(map(root, word_set("change changed growth difference increase decrease rise")))
_BEFORE = (
    "in",
    "during",
    "for",
    "of",
    "from",
    "between",
    "to",
    "and",
    "the",
    "year",
    "since",
    "by",
)


def read_year_headers(s: Sentence) -> None:
    """Choose columns by the years that their headers hold, and take these years out."""
    years = {
        at: item.period.start.year
        for at, item in enumerate(s.items)
        if isinstance(item.period, Period) and not item.used and _is_year(item.period)
    }
    held = _columns(s, set(years.values()))
    if not years or set(held) != set(years.values()):
        return
    last, first = max(years.values()), min(years.values())
    if first == last:
        _choose(s, held[last])
    elif not _compare(s, held[first], held[last]):
        return
    for at in years:
        s.items[at].used = True
        s.items[at].period = None
        for before in range(at - 1, max(-1, at - 4), -1):
            if s.items[before].norm not in _BEFORE:
                break
            s.items[before].used = True


def _is_year(period: Period) -> bool:
    return (period.start.month, period.start.day) == (1, 1) and (
        period.end.year == period.start.year + 1 and (period.end.month, period.end.day) == (1, 1)
    )


def _columns(s: Sentence, years: set[int]) -> dict[int, list[ColumnRef]]:
    """Return the columns of numbers whose headers hold a year, and have one for another."""
    found: dict[int, list[ColumnRef]] = {}
    for name in s.near or [t.name for t in s.schema.tables]:
        for column in s.table(name).columns:
            ref = ColumnRef(name, column.name)
            held = [int(w) for w in name_words(column.name) if w.isdigit() and int(w) in years]
            if len(held) == 1 and s.is_number(ref):
                found.setdefault(held[0], []).append(ref)
    return found


def _named(item: Item, refs: list[ColumnRef]) -> list[ColumnRef]:
    """Return of columns with a year those that an item names but for the year."""
    linked = [link.ref for link in item.columns if link.ref in refs]
    if linked:
        return linked
    words = [token.norm for token in item.tokens]
    return [
        ref for ref in refs
        if any(alike(word, own) for word in words for own in name_words(ref.column))
    ]  # fmt: skip


def _choose(s: Sentence, refs: list[ColumnRef]) -> None:
    plain = {_plain(ref) for ref in refs}
    s.hints = (*s.hints, *refs)
    for item in s.items:
        if item.period is not None or item.tag in ("filler", "group") or item.used:
            continue
        dated = any(_plain(link.ref) in plain for link in item.columns)
        named = _named(item, refs)
        if len(named) == 1 and (dated or not item.names_something or item.rows_maybe):
            item.columns = [ColumnLink(named[0], 1.0, "exact", len(item.tokens))]
            item.tables, item.rows_of, item.rows_maybe = [], None, []
        elif dated:
            item.columns = [link for link in item.columns if link.ref in refs] or item.columns


def _plain(ref: ColumnRef) -> tuple[str, tuple[str, ...]]:
    return ref.table, tuple(word for word in name_words(ref.column) if not word.isdigit())


def _compare(s: Sentence, before: list[ColumnRef], after: list[ColumnRef]) -> bool:
    """`lost people between 2015 and 2025`, `grew the most`, `the change from 2015 to 2025`."""
    pairs = [(old, new) for old in before for new in after if _plain(old) == _plain(new)]
    named = [
        (pair, index) for index, item in enumerate(s.items) for pair in pairs
        if not item.used and _named(item, list(pair))
    ]  # fmt: skip
    if len({pair for pair, _ in named}) > 1 or (not named and len(pairs) != 1):
        return False
    old, new = named[0][0] if named else pairs[0]
    ranked = any(item.tag == "super" for item in s.items)
    for index, item in enumerate(s.items):
        words = {root(token.norm) for token in item.tokens}
        way: Operator | None = "<" if words & _FEWER else ">" if words & _MORE else None
        if item.used or (way is None and not words & _CHANGE):
            continue
        if way is not None and not ranked and not words & _CHANGE:
            said = f"{new} {'under' if way == '<' else 'over'} {old}"
            s.tests.append(Placed(Test(column=new, op=way, than=old, said=said), index))
            item.used = True
        else:
            pair = (old, new) if way == "<" else (new, old)
            item.columns = [ColumnLink(worked(s, "-", *pair), 1.0, "exact", 1)]
            item.meaning = None
        for _, other in named:
            s.items[other].used = s.items[other].used or other != index
        return True
    return False


__all__ = ["read_year_headers"]
