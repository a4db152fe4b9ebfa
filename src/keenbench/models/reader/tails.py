"""What a question asks to be shown at its end: `…, and how many?`, `… Names and dates please.`

Such an end names only columns, figures and question words. It adds to what the main clause says and
changes nothing of it, so that it is split off, the main clause is read by itself, and the end is
resolved against that (`shown_beside`). An end that also tells rows, groups or an order of its own
is none: `how many were late and how many on time`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from keenbench.models.offline.items import Item
from keenbench.models.offline.lasting_places import TAKING, UNITS
from keenbench.models.offline.words import stem, word_set
from keenbench.models.reader.general_columns import AMOUNT, DATE, KEY, NAME
from keenbench.models.reader.vocabulary import cost_of_leaving_out

Asked = Literal[
    "count",
    "amount",
    "sized",
    "lasting",
    "column",
    "name",
    "key",
    "date",
    "place",
    "person",
    "order",
]


@dataclass(frozen=True)
class Want:
    """One thing to be shown, and the words that name it."""

    asked: Asked
    item: Item | None = None
    words: tuple[str, ...] = ()
    """What is said of it: who got it."""


_JOINTS = frozenset(("and", "plus", "with", "including", "showing", "along with", "together with",
                     "as well as", "and also"))  # fmt: skip
_BEFORE_ASKING = frozenset(("for", "over", "in", "on", "at", "by"))
_THEIRS = word_set("the their its his her")
_COUNT = word_set("count counts tally tallies")
_FIRST_NAME = frozenset(("first", "first name", "forename"))
_LAST_NAME = frozenset(("last name", "surname", "last", "last names", "surnames"))
_TIMES = frozenset(("times", "occasions"))
_EACH = frozenset(("each", "for each", "of each", "per each", "in each", "every", "for each one",
                   "for every", "respectively", "apiece", "them", "both"))  # fmt: skip
_SMALL = word_set(
    """
    the a an its their his her our it them they he she each of for please pls plz thanks also too
    just only as well was were is are do does did has have had me us i we you that this those these
    need want like to in at on by from with and full in total altogether per one ones there be
    """
)
_TELLING = word_set("that who which whose where with without having")
_QUIET = frozenset(("filler", "light", "list", "only", "and"))
_BETWEEN = frozenset(("and", "or", "plus"))
_LEADING_IN = word_set("by for in of among amongst per on at during within from out considering")
_ASKING = frozenset(("agg", "how_much", "which", "list", "super", "share", "compare", "yesno"))


def split_off(items: Sequence[Item]) -> tuple[list[Item], list[Want]] | None:
    """Return the main clause and what its end asks to be shown, if it has such an end."""
    for at in range(2, len(items)):
        if not _may_begin(items, at):
            continue
        found = wants(items[at:])
        if found and not _only_leads_in(items[:at]):
            return _without_joint(items[:at]), found
    return None


def _only_leads_in(items: Sequence[Item]) -> bool:
    """`By country, what is the revenue?`: what comes last is the question, and no end of it."""
    leads = items[0].tag == "group" or items[0].norm.split()[0] in _LEADING_IN
    return leads and not any(item.tag in _ASKING for item in items)


def _without_joint(items: Sequence[Item]) -> list[Item]:
    main = list(items)
    while len(main) > 2 and main[-1].norm in _JOINTS:
        main.pop()
    return main


def _may_begin(items: Sequence[Item], at: int) -> bool:
    """Whether an end may begin here: a sentence, a mark or a joint, and a word that asks."""
    first, token = items[at], items[at].tokens[0]
    opened = token.bracketed and not items[at - 1].tokens[-1].bracketed
    if token.begins or (token.after_colon and token.after_mark) or opened:
        return True
    joined = first.norm in _JOINTS
    if not joined and not token.after_mark:
        return False
    behind = [i for i in items[at + joined : at + 4] if i.norm not in _JOINTS | _BEFORE_ASKING]
    return bool(behind) and (_asks(behind[0]) or _is_theirs(behind, first.norm))


def _asks(item: Item) -> bool:
    counted = item.tag == "agg" and item.meaning is not None and item.meaning.value == "count"
    return counted or item.tag in ("which", "how_much", "list") or item.norm in NAME


def _is_theirs(behind: Sequence[Item], joint: str) -> bool:
    """`and their names`, `with the amounts`: what is shown of what was told."""
    word = behind[0].norm.split()[0]
    if word not in _THEIRS:
        return joint not in ("and", "plus") and behind[0].norm in AMOUNT | _COUNT | DATE
    return word != "the" or joint not in ("and", "plus")


def wants(items: Sequence[Item]) -> list[Want] | None:
    """Return what an end asks to be shown; None where it says anything else."""
    found: list[Want] = []
    at = 0
    while at < len(items):
        item = items[at]
        if _tells_rows(item):
            return None
        end = _clause(items, at)
        if item.tag in ("which", "how_much") or (item.tag == "agg" and item.norm != "count"):
            want = _asked(item, items[at + 1 : end])
            if want is None:
                return None
            found.append(want)
            at = end
            continue
        pair = [each.norm for each in items[at : at + 3]]
        if len(pair) > 2 and pair[0] in _FIRST_NAME and pair[1] in _BETWEEN:
            if pair[2] not in _LAST_NAME:
                return None
            found.append(Want("name"))
            at += 3
            continue
        if item.tag == "direction":
            found.append(Want("order", item))
        elif item.norm in NAME | KEY | AMOUNT | _COUNT | DATE:
            found.append(_generic(item))
        elif item.columns or item.tables or item.rows_of:
            noun = item.tag == "light" and bool(item.rows_of)  # the place, of what rows point at
            if item.tag not in _QUIET or noun or any(c.how == "exact" for c in item.columns):
                found.append(Want("column", item))
        elif not _is_quiet(item):
            return None
        at += 1
    return found


def _generic(item: Item) -> Want:
    """Return what name, id, date or amount ask for, of whatever rows are meant."""
    word = item.norm
    if word in NAME:
        return Want("name", item)
    if word in _COUNT:
        return Want("count")
    if word in KEY:
        return Want("key", item)
    return Want("date" if word in DATE else "amount", item)


def _clause(items: Sequence[Item], at: int) -> int:
    """Return where the clause of a question word ends: at the next that asks, or a joint."""
    for index in range(at + 1, len(items)):
        item = items[index]
        if item.norm in _BETWEEN or item.tokens[0].after_mark or item.tokens[0].begins:
            return index
        if item.tag in ("which", "how_much") or item.norm == "how many":
            return index
    return len(items)


def _asked(cue: Item, clause: Sequence[Item]) -> Want | None:
    """Return what a question word and what follows it ask for."""
    if any(_tells_rows(item) for item in clause):
        return None
    if _is_lasting(cue, clause):
        return Want("lasting", clause[0])
    named = [i for i in clause if i.columns or i.tables or i.rows_of]
    named = [i for i in named if i.tag not in _QUIET and i.norm not in _TIMES]
    others = [i for i in clause if i not in named]
    if not all(_is_quiet(item) or item.norm in _TIMES for item in others):
        return None
    told = any(i.norm in _TELLING and named and i.start < named[-1].start for i in clause)
    if told or sum(not _is_deed(item) for item in named) > 1:
        return None  # the number of jobs that have a score
    value = cue.meaning.value if cue.meaning is not None else ""
    noun = next((item for item in named if not _is_deed(item)), named[0] if named else None)
    if cue.tag == "agg":
        if value != "count":
            return None
        often = any(i.norm in _TIMES for i in clause) or cue.norm in ("how often", "how frequently")
        return Want("count", None if often or _is_deed(noun) else noun)
    if cue.tag == "how_much":
        if cue.meaning is not None and cue.meaning.dims:
            return Want("sized", cue)
        return Want("column", noun) if noun is not None and noun.columns else Want("amount")
    if value in ("who", "when", "where"):
        asked: Asked = "person" if value == "who" else "date" if value == "when" else "place"
        return Want(asked, noun if asked == "person" else None, tuple(i.norm for i in clause))
    if noun is not None and (not _is_deed(noun) or cue.norm == "which"):
        return Want("column", noun)
    return Want("amount", cue) if cue.norm == "what" and clause else None


def _is_lasting(cue: Item, clause: Sequence[Item]) -> bool:
    """`and for how many days`, `and how many weeks did it take`: how long what was told took."""
    if cue.norm != "how many" or not clause or stem(clause[0].norm) not in UNITS:
        return False
    exact = any(link.how == "exact" for link in clause[0].columns)
    return not exact and all(_is_quiet(i) or i.norm in TAKING for i in clause[1:])


def _is_deed(item: Item | None) -> bool:
    """Whether a word only says what was done: how many they placed, what they paid."""
    if item is None or len(item.tokens) > 1:
        return False
    deed = item.norm.endswith("ed") or cost_of_leaving_out(item.norm) < 0.5
    return deed and not any(c.how == "exact" for c in item.columns)


def _tells_rows(item: Item) -> bool:
    """Whether a word tells which rows are meant, or how they are grouped."""
    if item.number is not None or item.period is not None or item.tag == "state":
        return True
    named = item.columns or item.tables or item.rows_of
    return any(v.how == "exact" for v in item.values) and not named


def _is_quiet(item: Item) -> bool:
    if item.norm in _EACH or item.tag in _QUIET:
        return True
    if item.meaning is not None:
        return item.norm in _SMALL or (item.tag == "agg" and item.norm == "in total")
    if set(item.norm.split()) <= _SMALL:
        return True
    return not item.values and all(cost_of_leaving_out(t.norm) < 0.5 for t in item.tokens)


__all__ = ["Want", "split_off", "wants"]
