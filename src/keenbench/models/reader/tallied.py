"""What a row for each day counts, by whatever noun: rentals, of a table of days with a cnt."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import BUCKET_UNITS
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.tallies import tally_of
from keenbench.models.offline.words import name_words, stem
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.vocabulary import EVENTS, PEOPLE, THINGS, cost_of_leaving_out

_SAYS_SOMETHING = 0.5


def tallied(item: Item, s: Sentence) -> list[Sense]:
    """Return the count of each day for what is said to be so many."""
    token = item.tokens[-1]
    if len(item.tokens) > 1 or token.stem == token.norm or token.stem in BUCKET_UNITS:
        return []
    if item.values or any(link.how == "exact" for link in item.columns):
        return []
    known = token.stem in EVENTS | THINGS | PEOPLE
    if not known and (item.columns or cost_of_leaving_out(token.norm) < _SAYS_SOMETHING):
        return []
    counts = [tally_of(s.schema, table.name) for table in s.schema.tables]
    return [Sense("col", 0.03, ref=r, table=r.table, how="kind") for r in counts if r is not None]


def says_of_what(item: Item, s: Sentence) -> bool:
    """`casual rentals`, of columns casual and cnt: what the first counts, and not all of them."""
    at = s.items.index(item)
    before = s.items[at - 1] if at else None
    if before is None or item.tokens[0].after_mark:
        return False
    tables = [sense.table for sense in tallied(item, s)]
    return any(
        link.how == "exact" and link.ref.table in tables and s.is_number(link.ref)
        and {stem(word) for word in name_words(link.ref.column)} & {t.stem for t in before.tokens}
        for link in before.columns
    )  # fmt: skip


__all__ = ["says_of_what", "tallied"]
