"""The figures that a table holds of each row, and which of them a question means unnamed.

Whoever asks how much was spent names no column. Where the table holds one sum of money, or one
measure at all, it is meant.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, can_be_added, is_calendar, unit_of
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.words import name_words, root, stem, word_set

_MONEY = word_set(
    """
    amount price cost fee fine fare revenue salary wage budget spend spending income payment debit
    credit tip toll tax charge bill turnover profit expense sale donation rent premium balance gross
    """
)
_WEAK_MONEY = word_set("value total sum net gross")
EARNED = word_set("revenue sale income price charged gross office takings turnover earning charge")
SPENT = word_set("cost expense budget spend spending outlay expenditure")
_EARNING = frozenset(
    map(
        root,
        word_set(
            "income revenue bring brought make made generate take took raise raised collect earn "
            "collected donated earned receive received takings"
        ),
    )
)
_SPENDING = frozenset(
    map(root, word_set("spend spent expense expenditure cost spending expensive cheap costly"))
)
_GETTING = frozenset(map(root, word_set("got get receive received won award granted")))
_ASKING = frozenset(map(root, word_set("asked ask request requested apply applied sought")))
_GIVEN = word_set("awarded granted received approved paid")
_ASKED = word_set("requested asked applied sought")
_CURRENCIES = ("usd", "eur", "gbp")


def measures_of(s: Sentence, table: str) -> list[ColumnRef]:
    """Return the columns of numbers that say something of a row: no keys, years or places."""
    found = []
    for column in s.table(table).columns:
        ref = ColumnRef(table, column.name)
        if not can_be_added(s.table(table), column, s.schema) or is_calendar(column):
            continue
        if column.type == "integer" and column.distinct is not None and column.distinct <= 2:
            continue
        found.append(ref)
    return found


def is_money(s: Sentence, ref: ColumnRef, *, weakly: bool = False) -> bool:
    """Return whether a column holds sums of money, going by its name, unit and cells."""
    column = s.column(ref)
    if unit_of(column) in _CURRENCIES or any(sign in column.name for sign in "$€£¥"):
        return True
    words = {stem(m) for word in name_words(column.name) for m in meanings(word)}
    return bool(words & (_MONEY | _WEAK_MONEY if weakly else _MONEY))


def speaks_of_money(s: Sentence) -> bool:
    return any(
        is_money_word(token.norm) or token.currency for item in s.items for token in item.tokens
    )


def only_money(s: Sentence, tables: list[str]) -> ColumnRef | None:
    """Return the one sum of money that a row has: what it costs, whatever it is called."""
    for table in tables:
        found = [ref for ref in measures_of(s, table) if is_money(s, ref)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def on_side(s: Sentence, refs: list[ColumnRef]) -> list[ColumnRef]:
    """Return of sums of money those that come in, or that go out, where the question says which."""
    said = {root(token.norm) for item in s.items for token in item.tokens}
    # What is expensive to make costs much, though to make may be to earn as well.
    sides = ((_SPENDING, SPENT, EARNED), (_EARNING, EARNED, SPENT), (_GETTING, _GIVEN, _ASKED))
    for verbs, words, other in (*sides, (_ASKING, _ASKED, _GIVEN)):
        if not said & verbs:
            continue
        fits = [ref for ref in refs if column_words(ref) & words and not column_words(ref) & other]
        if fits:
            return fits
    return refs


_RAISING = frozenset(map(root, word_set("raise raised collect collected bring brought donated")))
_HOPED = word_set("target goal budget planned expected")
_MAKING = word_set("bring brought brings make made makes generate generated take took takes taken")


def _said(s: Sentence) -> set[str]:
    return {root(token.norm) for item in s.items for token in item.tokens}


def _brings_in(s: Sentence) -> bool:
    """`how much did she bring in`, `how much do we make`: money, where nothing else is named."""
    words = {token.norm for item in s.items for token in item.tokens}
    return any(item.tag == "how_much" for item in s.items) and bool(words & _MAKING)


def column_words(ref: ColumnRef) -> set[str]:
    return {stem(m) for word in name_words(ref.column) for m in meanings(word)}


def only_measure(s: Sentence, tables: list[str]) -> ColumnRef | None:
    """Return the one measure that an unnamed figure can be of; None where it could be several."""
    hinted = s.hinted(s.is_number)
    if hinted is not None:
        return hinted
    money = speaks_of_money(s) or _brings_in(s)
    raised = bool(_said(s) & _RAISING)
    if raised:
        pointing = [r.from_table for r in s.schema.relations if r.to_table in tables]
        tables = list(dict.fromkeys([*tables, *pointing]))
    for table in tables:
        found = measures_of(s, table)
        if money:
            sums = [ref for ref in found if is_money(s, ref)]
            sums = sums or [ref for ref in found if is_money(s, ref, weakly=True)]
            if raised:  # what was hoped for, or spent on it, was not raised
                sums = [r for r in sums if not column_words(r) & (SPENT | _HOPED)]
            if len(sums) > 1:
                sums = on_side(s, sums)
            if len(sums) == 1:
                return sums[0]
            if not sums:
                continue
            return None
        if len(found) == 1:
            return found[0]
        if found:
            return None
    return None
