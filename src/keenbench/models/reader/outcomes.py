"""How a match ended, of rows that hold what both sides scored: drawn, won at home, lost away.

No cell says so: it is one score against the other. What is found is taken out of the question, as
periods are; a column or a cell that is called so stays what it is.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.pairs import is_measure
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.plan import Operator

_SIDES = (("home", "away"), ("home", "visitor"), ("home", "visiting"), ("home", "guest"))
_DRAWN = word_set("draw draws drawn drew tie ties tied level stalemate stalemates")
_WON = word_set("win wins won winning victory victories beat triumph triumphs")
_LOST = word_set("lose loses lost losing defeat defeats defeated loss losses")
_TEAM = word_set("side sides team teams club clubs squad by for at the a an of did")
_BEFORE_DRAWN = word_set("end ended ends finish finished finishes in a an were was are is as all")
_REACH = 3


def read_outcomes(s: Sentence) -> None:
    """Make conditions of how matches ended, where a table tells both scores."""
    scores = _scores(s)
    if scores is None:
        return
    home, away = scores
    for at, item in enumerate(s.items):
        if item.used or item.number is not None or _is_named(item):
            continue
        if item.norm in _DRAWN:
            start = at
            while start and s.items[start - 1].norm in _BEFORE_DRAWN:
                start -= 1
            turned = start > 0 and s.items[start - 1].tag == "not"
            _place(s, start - turned, at, home, "!=" if turned else "=", away)
        elif item.norm in _WON | _LOST:
            side = _side(s, at)
            if side is None:
                continue
            place, word = side
            won = (item.norm in _WON) == (word == "home")
            _place(s, min(place, at), max(place, at), home, ">" if won else "<", away)


def _is_named(item: Item) -> bool:
    """Whether a cell or header says it itself: a result of Draw, a column Wins."""
    ways = [link.how for link in item.columns] + [link.how for link in item.values]
    return "exact" in ways or "verb" in ways


def _scores(s: Sentence) -> tuple[ColumnRef, ColumnRef] | None:
    """Return what the two sides of a match scored, of the one table that has both."""
    found = []
    for table in s.schema.tables:
        held = {
            tuple(map(stem, name_words(column.name))): ColumnRef(table.name, column.name)
            for column in table.columns
        }
        for one, other in _SIDES:
            for words, ref in held.items():
                facing = tuple(other if word == one else word for word in words)
                pair = held.get(facing)
                if one in words and pair is not None and is_measure(s, ref) and is_measure(s, pair):
                    found.append((ref, pair))
    return found[0] if len(found) == 1 else None


def _side(s: Sentence, at: int) -> tuple[int, str] | None:
    """Return where it is said which side won: the home side won, won by the away team."""
    for step in (-1, 1):
        for place in range(at + step, at + step * (_REACH + 1), step):
            if not 0 <= place < len(s.items):
                break
            words = s.items[place].norm.split()
            said = {"home", "away", "visitors", "hosts"} & {*words}
            if said:
                word = said.pop()
                return place, "home" if word in ("home", "hosts") else "away"
            if not {*words} <= _TEAM:
                break
    return None


def _place(
    s: Sentence, first: int, last: int, one: ColumnRef, op: Operator, other: ColumnRef
) -> None:
    for item in s.items[first : last + 1]:
        item.used = True
    after = s.items[last + 1] if last + 1 < len(s.items) else None
    if after is not None and after.norm in _TEAM and not after.is_filler:
        after.used = True  # won by the home team
    word = {"=": "the same as", "!=": "other than", ">": "above", "<": "below"}[op]
    test = Test(column=one, op=op, than=other, said=f"{one} {word} {other}")
    s.tests.append(Placed(test, last))


__all__ = ["read_outcomes"]
