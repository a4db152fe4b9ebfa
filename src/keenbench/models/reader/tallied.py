"""What rows are counted already: rentals, of a table of days with a cnt, by whatever noun; flights,
of one with a count for each pair of places."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import BUCKET_UNITS
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.tallies import tally_of, tally_of_kinds
from keenbench.models.offline.words import name_words, stem
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.vocabulary import EVENTS, PEOPLE, THINGS, cost_of_leaving_out

_SAYS_SOMETHING = 0.5
_WHOLE = 0.97


def with_tallies(item: Item, found: list[Sense], s: Sentence) -> list[Sense]:
    """Return senses of which those that are rows give way to what counts such rows."""
    counts = [] if says_of_what(item, s) else tallied(item, s)
    if counts:
        return [*counts, *(sense for sense in found if sense.kind != "rows")]
    # Of permits_by_borough with a count, a borough is what it is split by, and no row.
    named = {x.ref.table for x in found if x.ref is not None and x.how == "exact"}
    split = {name for name in named if tally_of_kinds(s.schema, name)}
    return [x for x in found if x.kind != "rows" or x.table not in split]


def tallied(item: Item, s: Sentence) -> list[Sense]:
    """Return the count of each day, or of each kind, for what is said to be so many."""
    token = item.tokens[-1]
    if len(item.tokens) > 1 or token.stem == token.norm or token.stem in BUCKET_UNITS:
        return []
    if any(link.how == "exact" for link in item.columns):
        return []
    if kinds := _of_kinds(token.stem, item, s):
        return kinds
    if item.values:
        return []
    known = token.stem in EVENTS | THINGS | PEOPLE
    if not known and (item.columns or cost_of_leaving_out(token.norm) < _SAYS_SOMETHING):
        return []
    counts = [tally_of(s.schema, table.name) for table in s.schema.tables]
    return [Sense("col", 0.03, ref=r, table=r.table, how="kind") for r in counts if r is not None]


def _of_kinds(noun: str, item: Item, s: Sentence) -> list[Sense]:
    """Return the count of each kind of what a table is called by, if no other is called so."""
    found = [pair for t in s.schema.tables if (pair := tally_of_kinds(s.schema, t.name))]
    refs = [ref for ref, counted in found if noun in counted]
    before = [x for x in s.items[: s.items.index(item)] if x.tag not in ("filler", "light", "")]
    listed = bool(before) and before[-1].tag in ("list", "which")
    if listed and not any(each.tag == "group" for each in s.items):
        return []  # which flights there are is not how many
    called = {link.table for link in item.tables if link.how == "exact" and link.score >= _WHOLE}
    if called - {ref.table for ref in refs} or any(v.how != "part" for v in item.values):
        return []  # airports, beside a table of flights for each pair of them
    return [Sense("col", 0.03, ref=ref, table=ref.table, how="kind") for ref in refs]


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


__all__ = ["says_of_what", "tallied", "with_tallies"]
