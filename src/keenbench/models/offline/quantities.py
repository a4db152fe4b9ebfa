"""Which columns hold quantities: what may be added up, and what its bare name means."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, can_be_added, is_calendar, unit_of
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, root, stem, word_set

_ADDITIVE = word_set(
    """
    amount quantity revenue sale turnover cost total profit count number income expense spending
    spend budget debit credit payment unit fee tax population volume point goal sold tip fare
    toll taking precipitation rainfall death case passenger freight sum stock win loss value gain
    hour day minute donation grant production consumption export import medal vote attendance
    shipping enrollment enrolment gross net earning income download stream click output generation
    electricity energy downtime tonne
    """
)
_ADDITIVE_ROOTS = frozenset(root(word) for word in _ADDITIVE if len(word) > 4)
_NOT_ADDITIVE = word_set(
    """
    price rate average avg mean percent pct ratio age temperature rating score balance height
    weight mass length depth latitude longitude rank index unit_price share margin max maximum
    min minimum speed humidity pressure discount salary per
    """
)
GOOD = word_set(
    """
    rating score satisfaction csat nps review star mark point profit margin grade result win
    efficiency mpg attendance revenue sale takings
    """
)
"""What is the better the more there is of it."""
BAD = word_set(
    """
    delay wait waiting error fault defect failure death complaint fine loss late lateness response
    resolution absence injury accident cancellation crime penalty debt temperature_error
    unemployment poverty mortality scrap reject rejected breakdown downtime damage bug incident
    violation churn abandoned bounce overspend deficit arrear backlog pollution emission waste
    pm aqi no2 co2 pollutant particulate noise corruption inflation inequality obesity congestion
    fatality casualty
    """
)
"""What is the worse the more there is of it."""
BAD_CELLS = word_set(
    """
    fail failed failing overdue late delayed lost cancelled canceled unpaid outstanding rejected
    declined refused denied broken faulty damaged missing absent dropped escalated expired breached
    abandoned churned lapsed poor critical severe negative unresolved bounced returned
    """
)
"""Words of cells that say what nobody wants."""


_OWN_SIZE = word_set(
    """
    minute second hour day year month week bedroom bathroom cylinder door floor room gear seat
    degree inch
    """
)
"""What is counted of each row by itself; adding it up says little."""
_QUANTITY_UNITS = (
    "kwh", "mwh", "gwh", "km", "mi", "l", "ml", "kg", "t", "usd", "eur", "gbp", "chf", "musd",
    "meur", "sek", "min", "h", "tonnes", "tons", "hectares", "ha", "litres", "liters",
)  # fmt: skip


def additive(s: Sentence, ref: ColumnRef, *, unnamed: bool = False) -> bool:
    """Return whether a total of the column is what people mean by its bare name.

    Where it is not even named, as in how much, a total is meant of all that can be added.
    """
    column = s.column(ref)
    if ref.worked is not None:
        left = ColumnRef(ref.table, ref.worked.left)
        return ref.worked.op == "*" or (
            ref.worked.op in ("+", "-") and additive(s, left, unnamed=unnamed)
        )
    if not can_be_added(s.table(ref.table), column, s.schema) or is_calendar(column):
        return False
    words = {stem(m) for word in name_words(column.name) for m in meanings(word)}
    if words & _NOT_ADDITIVE:
        return unnamed and bool(words & {"price", "salary"})
    if unnamed or words & _ADDITIVE or {root(word) for word in words} & _ADDITIVE_ROOTS:
        return True
    plural = {w for w in name_words(column.name) if stem(w) != w and stem(w) not in _OWN_SIZE}
    if column.type == "integer" and plural:
        return True  # visits, tickets sold: so many of them
    unit = unit_of(column) or (name_words(column.name) or ("",))[-1]
    return unit in _QUANTITY_UNITS
