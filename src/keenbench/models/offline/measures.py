"""The figures that a table holds of each row, and which of them a question means unnamed.

Whoever asks how much was spent names no column. Where the table holds one sum of money, or one
measure at all, it is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.columns import ColumnRef, can_be_added, is_calendar, unit_of
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, root, stem, word_set

MONEY_HEADERS = word_set(
    """
    amount price cost fee fine fare revenue salary wage budget spend spending income payment debit
    credit tip toll tax charge bill turnover profit expense sale donation rent premium balance gross
    """
)
_WEAK_MONEY = word_set("value total sum net gross")
EARNED = word_set("revenue sale income price charged gross office takings turnover earning charge")
SPENT = word_set("cost expense budget spend spending outlay expenditure")
_EARNING = frozenset(map(root, word_set("income revenue bring brought make made generate take")))
_SPENDING = frozenset(map(root, word_set("spend spent expense expenditure cost spending")))
_GETTING = frozenset(
    map(root, word_set("got get receive received won award granted collect collected raise raised"))
)
_BILLING = frozenset(map(root, word_set("bill billed invoice invoiced charge charged owe owed")))
_ASKING = frozenset(map(root, word_set("asked ask request requested apply applied sought")))
_GIVEN = frozenset(map(stem, word_set("awarded granted received approved paid collected raised")))
_ASKED = frozenset(
    map(
        stem, word_set("requested asked applied sought due billed invoiced pledged target expected")
    )
)
_REALLY = frozenset(map(stem, word_set("actual act spent paid")))
_ONLY_PLANNED = frozenset(map(stem, word_set("budget bud planned forecast target estimate limit")))
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
    if unit_of(column) in _CURRENCIES:
        return True
    words = {stem(m) for word in name_words(column.name) for m in meanings(word)}
    return bool(words & (MONEY_HEADERS | _WEAK_MONEY if weakly else MONEY_HEADERS))


def only_money(s: Sentence, tables: list[str]) -> ColumnRef | None:
    """Return the one sum of money that a row has: what it costs, whatever it is called."""
    for table in tables:
        found = [ref for ref in measures_of(s, table) if is_money(s, ref)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def on_side(s: Sentence, refs: list[ColumnRef]) -> list[ColumnRef]:
    """Return of sums of money those that come in, or that go out, where the question says which."""
    return _fitting(s, refs, ((_EARNING, EARNED, SPENT), (_SPENDING, SPENT, EARNED)))


def paid_or_due(s: Sentence, refs: list[ColumnRef]) -> list[ColumnRef]:
    """Return of sums those that were paid, or that were asked for, where a verb says which."""
    return _fitting(
        s, refs,
        ((_GETTING, _GIVEN, _ASKED), (_ASKING, _ASKED, _GIVEN), (_BILLING, _ASKED, _GIVEN),
         (_SPENDING, _REALLY, _ONLY_PLANNED)),
    )  # fmt: skip


_Side = tuple[frozenset[str], frozenset[str], frozenset[str]]


def _fitting(s: Sentence, refs: list[ColumnRef], sides: Sequence[_Side]) -> list[ColumnRef]:
    said = {root(token.norm) for item in s.items for token in item.tokens}
    for verbs, words, other in sides:
        if not said & verbs:
            continue
        fits = [ref for ref in refs if column_words(ref) & words and not column_words(ref) & other]
        if fits:
            return fits
    return refs


def column_words(ref: ColumnRef) -> set[str]:
    return {stem(m) for word in name_words(ref.column) for m in meanings(word)}
