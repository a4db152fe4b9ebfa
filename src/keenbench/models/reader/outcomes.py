"""How a match ended and for whom: drawn, won at home, lost away, won by the Otters.

No cell says so: it is one score against the other. What is found is taken out of the question, as
periods are; a column or a cell that is called so stays what it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.words import word_set
from keenbench.models.reader.match_columns import Matches, matches_of
from keenbench.query.plan import Operator

Side = Literal["home", "away"]

_DRAWN = word_set("draw draws drawn drew tie ties tied level stalemate stalemates")
_WON = word_set("win wins won winning victory victories beat triumph triumphs")
_LOST = word_set("lose loses lost losing defeat defeats defeated loss losses")
_SCORED = word_set("score scored scores scoring goal goals point points run runs")
_CONCEDED = word_set("concede concedes conceded conceding")
_SAID = {
    "home": "home", "host": "home", "hosts": "home", "hosting": "home",
    "away": "away", "visitors": "away", "visiting": "away",
}  # fmt: skip
_SIDE_NOUNS = word_set("side sides team teams club clubs squad")
_TEAM = _SIDE_NOUNS | word_set("by for at the a an of did")
_GAMES = word_set("game games match matches fixture fixtures tie ties")
_BEFORE_DRAWN = word_set("end ended ends finish finished finishes in a an were was are is as all")
_REACH = 3


def read_outcomes(s: Sentence) -> None:
    """Make conditions of how matches ended, where a table tells both scores."""
    matches = matches_of(s)
    _read_team(s, matches)
    if matches.scores is None:
        return
    _read_scored(s, matches.scores)
    for at, item in enumerate(s.items):
        if item.used or item.number is not None or _is_named(item):
            continue
        if item.norm in _DRAWN:
            start = at
            while start and s.items[start - 1].norm in _BEFORE_DRAWN:
                start -= 1
            turned = start > 0 and s.items[start - 1].tag == "not"
            _place(s, start - turned, at, matches.ended("!=" if turned else "="))
        elif item.norm in _WON | _LOST:
            side = _side(s, at)
            if side is None:
                continue
            place, word = side
            op = _op(word, won=item.norm in _WON)
            _place(s, min(place, at), max(place, at), matches.ended(op))


def _op(side: Side, *, won: bool) -> Operator:
    return ">" if won == (side == "home") else "<"


def _is_named(item: Item) -> bool:
    """Whether a cell or header says it itself: a result of Draw, a column Wins."""
    ways = [link.how for link in item.columns] + [link.how for link in item.values]
    return "exact" in ways or "verb" in ways


def _said_side(item: Item) -> Side | None:
    for word in item.norm.split():
        side = _SAID.get(word)
        if side is not None:
            return "home" if side == "home" else "away"
    return None


def _side(s: Sentence, at: int) -> tuple[int, Side] | None:
    """Return where it is said which side won: the home side won, won by the away team."""
    for step in (-1, 1):
        for place in range(at + step, at + step * (_REACH + 1), step):
            if not 0 <= place < len(s.items) or s.items[place].used:
                break
            side = _said_side(s.items[place])
            if side is not None:
                return place, side
            if not {*s.items[place].norm.split()} <= _TEAM:
                break
    return None


def _place(s: Sentence, first: int, last: int, test: Test) -> None:
    for item in s.items[first : last + 1]:
        item.used = True
    after = s.items[last + 1] if last + 1 < len(s.items) else None
    if after is not None and after.norm in _TEAM and not after.is_filler:
        after.used = True  # won by the home team
    s.tests.append(Placed(test, last))


# -- what one side scored


def _read_scored(s: Sentence, scores: tuple[ColumnRef, ColumnRef]) -> None:
    """`the home side scored at least 4 goals`: the goals are those of one column."""
    if len({side for item in s.items if (side := _said_side(item)) is not None}) != 1:
        return  # the goals of both sides are compared
    for at, item in enumerate(s.items):
        side = _said_side(item)
        words = item.norm.split()
        noun = s.items[at + 1] if at + 1 < len(s.items) else None
        named = words[-1] in _SIDE_NOUNS or words[0] in ("hosts", "visitors")
        if side is None or item.used or not (named or (noun and noun.norm in _SIDE_NOUNS)):
            continue
        verb = at + (1 if named else 2)
        if verb >= len(s.items) or s.items[verb].norm not in _SCORED | _CONCEDED:
            continue
        own = s.items[verb].norm in _SCORED
        ref = scores[0 if own == (side == "home") else 1]
        around = [*s.items[verb + 1 : verb + 6], *reversed(s.items[max(0, at - 4) : at])]
        goals = next((i for i in around if i.norm in _SCORED and not i.used), s.items[verb])
        for each in s.items[at : verb + 1]:
            each.used = each is not goals
        _are_of(goals, ref)


def _are_of(goals: Item, ref: ColumnRef) -> None:
    """Let a word for goals mean those of one side, and nothing else."""
    goals.columns, goals.tables, goals.values = [ColumnLink(ref, 1.0, "exact", 1)], [], []
    goals.meaning, goals.rows_of, goals.rows_maybe = None, None, []


# -- a team by its name


def _read_team(s: Sentence, matches: Matches) -> None:
    """`how many away games did the Otters win`: a team is on either side, unless it is said."""
    teams = matches.teams
    if teams is None:
        return
    named = [item for item in s.items if not item.used and _cell(item, teams) is not None]
    sides = {side for item in s.items if (side := _said_side(item)) is not None}
    if len(named) != 1 or len(sides) > 1:
        return
    team = named[0]
    cell = _cell(team, teams)
    ended = [i for i in s.items if i.norm in _WON | _LOST and not i.used and not _is_named(i)]
    if len(ended) > 1 or cell is None:
        return
    told = ended[0] if ended and matches.scores is not None else None
    each = sorted(sides) if sides else ["home", "away"]
    if not sides and told is None and not _are_games(s, team, teams):
        return
    tests = [_on(matches, teams, cell, side, told) for side in each]
    said = " or ".join(test.said for test in tests)
    test = tests[0] if len(tests) == 1 else Test(any_of=tuple(tests), said=said)
    team.used = True
    if told is not None:
        told.used = True
    scored = [i for i in s.items if i.norm in _SCORED | _CONCEDED and not i.used]
    if sides and scored and told is None and matches.scores is not None:
        own = not any(i.norm in _CONCEDED for i in scored)  # goals that the Otters let in at home
        _are_of(scored[0], matches.scores[0 if own == (each[0] == "home") else 1])
        for verb in scored[1:]:
            verb.used = True
    _drop_sides(s, teams)
    s.tests.append(Placed(test, s.items.index(team)))


def _on(
    matches: Matches, teams: tuple[ColumnRef, ColumnRef], cell: str, side: str, told: Item | None
) -> Test:
    ref = teams[0] if side == "home" else teams[1]
    who = Test(column=ref, op="=", value=cell, said=f"{ref} “{cell}”")
    if told is None:
        return who
    op = _op("home" if side == "home" else "away", won=told.norm in _WON)
    ended = matches.ended(op)
    return Test(all_of=(who, ended), said=f"{who.said} and {ended.said}")


def _cell(item: Item, teams: tuple[ColumnRef, ColumnRef]) -> str | None:
    """Return the team that an item names, where it stands on both sides."""
    exact = {link.ref: link.values for link in item.values if link.how == "exact"}
    cells = {cell for ref in teams for cell in exact.get(ref, ())}
    return cells.pop() if len(cells) == 1 and set(teams) <= set(exact) else None


def _are_games(s: Sentence, team: Item, teams: tuple[ColumnRef, ColumnRef]) -> bool:
    """Whether matches of a team are meant, and not its goals or what a header calls by a side."""
    if any(item.norm in _SCORED | _CONCEDED for item in s.items):
        return False
    if any(link.how == "exact" and link.ref in teams for i in s.items for link in i.columns):
        return False
    others = any(link.ref not in teams for link in team.values if link.how == "exact")
    return not others or any({*item.norm.split()} & _GAMES for item in s.items)


def _drop_sides(s: Sentence, teams: tuple[ColumnRef, ColumnRef]) -> None:
    """Take out the words for a side: what is left of away games are games."""
    for at, item in enumerate(s.items):
        if item.used or _said_side(item) is None:
            continue
        if len(item.tokens) > 1 and item.tokens[-1].norm in _GAMES:
            s.items[at] = replace(
                item, start=item.end - 1, tokens=item.tokens[-1:], columns=[], values=[],
                tables=[], rows_of=teams[0].table,
            )  # fmt: skip
        else:
            item.used = True


__all__ = ["read_outcomes"]
