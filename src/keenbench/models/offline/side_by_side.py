"""Words that set things side by side: A versus B, between A and B, more than B."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.pairs import is_measure
from keenbench.models.offline.phrase_meaning import Meaning
from keenbench.models.offline.sentence import Sentence

_AGAINST = ("versus", "vs", "compared to", "compared with", "against", "as compared to")


def read_side_by_side(s: Sentence) -> None:
    """Say of each such word whether it joins figures or sets groups against each other."""
    _between(s)
    _figures(s)
    _than(s)


def _between(s: Sentence) -> None:
    """`compare the price between Lenovo, Dell and Apple`: groups, and no range of numbers."""
    for at in s.unused("cmp"):
        item, following = s.items[at], s.after(at)
        if item.norm != "between" or following is None:
            continue
        beyond = s.items[following]
        ranged = beyond.number is not None or beyond.period is not None
        if not ranged and (beyond.values or beyond.columns or beyond.tag in ("not", "null")):
            item.meaning = Meaning("compare")


def _figures(s: Sentence) -> None:
    """`amount requested versus amount awarded`, `total claimed vs total paid`: two figures."""
    for at in s.unused("compare"):
        if s.items[at].norm not in _AGAINST:
            continue
        one, other = s.before(at), s.after(at)
        if one is None or other is None:
            continue
        beyond = s.items[other]
        figure = beyond.tag in ("agg", "super") and not beyond.values
        if figure or (_measured(s, beyond) and _measured(s, s.items[one])):
            s.items[at].meaning = Meaning("and")


def _measured(s: Sentence, item: Item) -> bool:
    sure = [c.ref for c in item.columns if c.how in ("exact", "verb", "part")]
    return bool(sure) and is_measure(s, sure[0]) and not item.values


def _than(s: Sentence) -> None:
    """`do seniors earn more than juniors`: what has no number after it compares two groups."""
    for at in s.unused("cmp"):
        item, following = s.items[at], s.after(at, over=("filler", "light", "group", "which"))
        meaning = item.meaning
        if following is None or meaning is None or meaning.value not in (">", "<"):
            continue
        beyond = s.items[following]
        turned = beyond.tag in ("not", "null")  # "than those that are not irrigated"
        if beyond.number is not None or not (beyond.values or turned):
            continue
        way = "desc" if meaning.value == ">" else "asc"
        item.meaning = Meaning("versus", way, meaning.dims, meaning.against)
