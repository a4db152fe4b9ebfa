"""Words that say a state in one place and something else in another, told by what is around them.

`staff who left` are gone, what we have left remains, and a field left blank is empty; the open
matters are no matters that we opened.
"""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import stem, word_set
from keenbench.models.reader.nature import is_of_people
from keenbench.models.reader.vocabulary import ANYBODY, PEOPLE

_ALSO_VERBS = frozenset(("open", "close", "free", "clear", "live"))
"""Words of states that are verbs as they stand."""
_DOERS = word_set("we they you i people it he she")
GOING = frozenset(("left", "quit", "departed"))
STAYING = frozenset(("stayed", "remained", "stay", "remain"))
_GONE_BESIDE = GOING | {"leavers", "churned", "departed", "gone", "resigned", "left the company"}
_SOMEBODY = word_set("who anyone anybody someone somebody nobody everyone everybody")
_PASSING = word_set("guest visitor patient tenant traveller tourist lodger student pupil")
"""Who stay for a while: of them it says no more than that they were there."""
_BETWEEN = word_set("have has had who that already since ever never also actually")
_AT_SOME_TIME = ("in", "during", "since", "per", "by", "last", "this")
_SOMETHING_ELSE = word_set(
    """
    a an any no some blank empty over behind out off open unanswered unsolved late early before
    after from for to at on alone feedback comments reviews tips
    """
)
"""What follows where it is not somebody who is gone: left a tip, left blank, left for Rome."""


def is_about_going(item: Item, s: Sentence) -> bool:
    """Whether a word that may say who is gone, or who is not, says it here."""
    if item.norm in STAYING:
        beside = any(other.norm in _GONE_BESIDE for other in s.items)
        passing = any(other.tokens[-1].stem in _PASSING for other in s.items)
        return beside or (item is s.items[-1] and not passing and _somebody_goes(item, s))
    return item.norm not in GOING or _somebody_goes(item, s)


def _somebody_goes(item: Item, s: Sentence) -> bool:
    at = s.items.index(item)
    following = s.items[at + 1] if at + 1 < len(s.items) else None
    if following is not None and following.norm.split()[0] in _SOMETHING_ELSE:
        return False
    for before in reversed(s.items[:at]):
        if _is_somebody(before, s):
            return True
        if before.norm not in _BETWEEN and before.tag not in ("not", "agg"):
            break
    # Dogs leave for good as well, at some time; flights do so late, or for somewhere.
    return item.norm == "departed" and (following is None or following.norm in _AT_SOME_TIME)


def _is_somebody(item: Item, s: Sentence) -> bool:
    word = stem(item.tokens[-1].norm)
    if item.norm in _SOMEBODY or word in PEOPLE | ANYBODY:
        return True
    return any(link.score >= 0.8 and is_of_people(s.schema, link.table) for link in item.tables)


def is_done_by_us(item: Item, s: Sentence) -> bool:
    """`how many matters did we open`: what they did, and not what state these are in."""
    at = s.items.index(item)
    if item.norm not in _ALSO_VERBS:
        return False
    before = [each.norm for each in s.items[max(0, at - 4) : at]]
    return bool(before) and before[-1] in _DOERS and bool({"do", "did", "does"} & {*before})


__all__ = ["GOING", "STAYING", "is_about_going", "is_done_by_us"]
