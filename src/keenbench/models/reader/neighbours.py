"""What the words beside a word tell of its senses, where these alone would leave it open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.tallies import counts_a_part
from keenbench.models.offline.words import name_words, root, word_set
from keenbench.models.reader.beside_measures import (
    as_a_deed,
    before_its_head,
    done_the_most,
    of_its_end,
)
from keenbench.models.reader.deeds_and_states import is_done_by_us
from keenbench.models.reader.nature import measures, nature_of
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.tallied import tallied
from keenbench.models.reader.vocabulary import EARNING_VERBS

_RATES = frozenset(
    root(word)
    for word in word_set(
        """
        salary salaries wage wages pay rent rents premium premiums rate rates allowance stipend
        pension leave subscription retainer
        """
    )
)
"""What is so much for a time in each row: an annual salary is no sum of each year."""
_HOW_MANY = word_set("volume volumes counts numbers")
_BY_CELL = word_set("rated certified graded classified based branded")
"""Words that only say of a cell before them that it is one."""
_SIZED = ("group", "groups", "party", "parties")
_DOERS = word_set("we they you i people it customers clients do")
_STRETCHES = ("year", "quarter", "month", "week")
_ONE = word_set("who someone somebody everyone he she")
_PLACED = word_set("in at near on within under around outside")
_OF_FIGURES = ("avg", "median", "max", "min", "sum", "stddev")


def told_by_neighbours(found: Sequence[Sense], item: Item, s: Sentence) -> list[Sense]:
    """Return the senses that are left of an item between its neighbours."""
    at = s.items.index(item)
    before = s.items[at - 1] if at else None
    after = s.items[at + 1] if at + 1 < len(s.items) else None
    senses = before_its_head(as_a_deed(of_its_end(found, before), item, s), item, after, s)
    senses = done_the_most(senses, item, s)
    if item.tag == "growth" and after is not None and _is_done(item) and _names_rows(after):
        senses = _as_said_of_rows(senses)
    if after is not None and not after.tokens[0].after_mark and after.norm in _STRETCHES:
        senses = _as_dates(senses, s)
    if any(other is not None and other.tag == "only" for other in (before, after)):
        senses = _as_cells(senses)
    if item.tag == "bucket" and after is not None and _is_a_rate(after, s):
        senses = [x for x in senses if x.kind != "cue"] + [Sense("skip", 0.02)]
    if _is_each_row(item, before, after, s):
        senses = [x for x in senses if x.kind != "cue"] + [Sense("skip", 0.02)]
    moved = before is not None and (before.tag == "light" or before.norm.endswith("ed"))
    following = s.items[at + 2] if at + 2 < len(s.items) else None
    sized = after is not None and after.norm == "of" and following is not None
    if item.norm in _SIZED and sized and following is not None and following.number is not None:
        return [Sense("skip", 0.05)]  # groups of 4 or more
    if item.norm == "out of" and at == 0 and any(each.tag == "share" for each in s.items):
        return [Sense("skip", 0.02)]  # out of the paid ones, what share
    if item.norm == "out of" and after is not None and _is_a_cell(after) and not moved:
        return [Sense("skip", 0.02)]  # the heaviest out of Leeds
    if item.norm in _HOW_MANY and before is not None and _names_rows(before) and not item.columns:
        senses.append(Sense("skip", 0.03))  # call volume is how many calls there are
    if item.norm in _BY_CELL and before is not None and _holds_cell(before):
        senses.append(Sense("skip", 0.03))  # R rated films, London based firms
    flagged = any(x.kind == "col" and x.ref and s.yes_value(x.ref) for x in senses)
    paying = root(item.norm) in EARNING_VERBS and not flagged  # refunded or not, a column says
    if paying and before is not None and before.norm in _DOERS:
        senses.append(Sense("skip", 0.05))  # what do we bill
    if is_done_by_us(item, s):
        senses = [x for x in senses if x.kind != "val"]
    senses = _as_listed(senses, item, s)
    if _is_what_one_does(item, before, after):
        senses = [x for x in senses if x.kind != "val"] or [Sense("skip", 0.02)]
    if before is not None and _is_a_cell(before) and not item.tokens[0].after_mark:
        senses = _as_what_it_is(senses, item)
    if after is not None and after.tag == "rows" and not after.tokens[0].after_mark:
        senses = _as_what_is_recorded(senses)
    asked = before.meaning if before is not None and before.tag == "agg" else None
    if asked is not None and asked.value in _OF_FIGURES and not _goes_on(after):
        senses = _as_measured(senses, item, s)
    return senses


def _as_dates(senses: Sequence[Sense], s: Sentence) -> list[Sense]:
    """`election year`, of an Election Date and who was Elected: the year of the former."""
    dates = [x.ref for x in senses if x.kind == "col" and x.ref is not None]
    dates = [ref for ref in dates if nature_of(s.schema, ref).kind == "date"]
    if not dates:
        return list(senses)
    named = ("col", "rows")
    return [replace(x, cost=x.cost + 0.3) if x.kind in named and x.ref not in dates else x
            for x in senses]  # fmt: skip


def _as_what_is_recorded(senses: Sequence[Sense]) -> list[Sense]:
    """`timesheet records`: rows, and no figure that is only called by another word for it."""
    loose = ("synonym", "described")
    return [replace(x, cost=x.cost + 0.3) if x.kind == "col" and x.how in loose else x
            for x in senses]  # fmt: skip


def _is_each_row(item: Item, before: Item | None, after: Item | None, s: Sentence) -> bool:
    """`average daily rentals`, of rows for each day: the average of the rows."""
    asked = before.meaning if before is not None and before.tag == "agg" else None
    if asked is None or asked.value not in ("avg", "median") or after is None:
        return False
    return item.norm == "daily" and bool(tallied(after, s) or _is_counted(after, s))


def _as_listed(senses: list[Sense], item: Item, s: Sentence) -> list[Sense]:
    """`closed, resolved or dropped`: cells of one column, though a day is called Resolved too."""
    own = {x.ref for x in senses if x.kind == "val" and x.how == "exact"}
    if not own or not item.columns:
        return senses
    at = s.items.index(item)
    beside = [s.items[at - 1]] if at and item.tokens[0].after_mark else []
    for step in (-1, 1):
        joint = s.items[at + step] if 0 <= at + step < len(s.items) else None
        if joint is not None and joint.tag in ("or", "and") and 0 <= at + 2 * step < len(s.items):
            beside.append(s.items[at + 2 * step])
    listed = {v.ref for each in beside if not each.columns for v in each.values if v.how == "exact"}
    cells = [replace(x, cost=0.0) for x in senses if x.kind == "val" and x.ref in own & listed]
    return cells or senses


def _is_what_one_does(item: Item, before: Item | None, after: Item | None) -> bool:
    """`the state the customer lives in`: a verb after its one subject, and no cell Life."""
    if before is None or len(item.tokens) > 1 or item.tokens[0].after_mark:
        return False
    if not item.norm.endswith("s") or item.tokens[0].text[:1].isupper():
        return False
    if any(item.norm in value.lower().split() for link in item.values for value in link.values):
        return False
    noun, said = before.tokens[-1], [token.norm for token in before.tokens]
    named = _names_rows(before) or said[-2:-1] in (["the"], ["a"], ["an"])
    one = noun.norm in _ONE or (named and noun.stem == noun.norm)
    return one and (after is None or after.norm in _PLACED)


def _is_counted(item: Item, s: Sentence) -> bool:
    return any(link.how == "exact" and counts_a_part(s.schema, link.ref) for link in item.columns)


def _as_what_it_is(found: list[Sense], item: Item) -> list[Sense]:
    """`vegan food`: after a cell, what it is said of, though a name holds the word: Alpen Foods."""
    small = not any(token.text[:1].isupper() for token in item.tokens)
    if not small or not all(x.kind == "val" and x.how == "part" for x in found) or not found:
        return found
    return [*(replace(x, cost=x.cost + 0.4) for x in found), Sense("skip", 0.06)]


def _is_done(item: Item) -> bool:
    return item.norm.endswith("ed") or item.norm in ("fallen", "risen", "shrunk")


def _names_rows(item: Item) -> bool:
    return bool(item.tables or item.rows_maybe)


def _is_a_cell(item: Item) -> bool:
    return any(v.how == "exact" for v in item.values) and not (item.columns or item.tables)


def _holds_cell(item: Item) -> bool:
    return any(v.how == "exact" for v in item.values)


def _as_said_of_rows(found: list[Sense]) -> list[Sense]:
    """`declined transactions`, `dropped calls`: a cell of theirs, and no change of their number."""
    if not any(sense.kind == "val" and sense.how == "exact" for sense in found):
        return found
    cell = [replace(x, cost=0.0) if x.kind == "val" and x.how == "exact" else x for x in found]
    return [sense for sense in cell if sense.kind != "cue"]


def _as_cells(found: list[Sense]) -> list[Sense]:
    """`purchases only`: all rows are no restriction, where a cell is one."""
    cell = any(sense.kind == "val" and sense.how == "exact" for sense in found)
    return [x for x in found if not (cell and x.kind == "rows" and x.how != "exact")]


def _is_a_rate(item: Item, s: Sentence) -> bool:
    """`annual salary cost`, `monthly rent`: so much a time is what each row holds."""
    last = root(item.tokens[0].norm)
    named = [link.ref for link in item.columns if s.is_number(link.ref)]
    return last in _RATES and any(
        last in {root(word) for word in name_words(ref.column)} for ref in named
    )


def _goes_on(after: Item | None) -> bool:
    """Whether what is measured is yet to come: the average urgent order value."""
    if after is None:
        return False
    return bool(after.columns or after.tables or after.rows_maybe or after.values)


def _as_measured(found: list[Sense], item: Item, s: Sentence) -> list[Sense]:
    """`median offer`, of an Offer Salary: what a figure is of, though a cell is called so too."""
    word = root(item.norm)
    named = [
        n.ref for t in s.schema.tables for n in measures(s.schema, t.name)
        if word in {root(each) for each in name_words(n.ref.column)}
    ]  # fmt: skip
    cells = [x for x in found if x.kind == "val"]
    if not cells or any(x.kind == "col" for x in found) or not named:
        return found
    told = [Sense("col", 0.1, ref=ref, table=ref.table, how="part") for ref in named[:3]]
    return [*told, *(x for x in found if x.kind != "val")]


__all__ = ["told_by_neighbours"]
