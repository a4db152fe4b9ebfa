"""Rows and people that an ordinary noun means which stands nowhere in the tables.

Who asks for `tenants` of plots with a Plot Holder, for `agents` of tickets with an Assigned To, or
for `trips` of a table of bookings says what they are in other words. Only where one thing alone can
be meant is it taken, and at a cost.
"""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.columns import ColumnRef, is_time
from keenbench.models.offline.everyday_words import EVERYDAY_NOUNS, HAPPENINGS
from keenbench.models.offline.headers import table_words
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.akin import is_used_as_noun
from keenbench.models.reader.nature import is_of_people, parties, people_columns
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.vocabulary import ANYBODY, AT_WORK, EVENTS, PEOPLE, SERVED, THINGS
from keenbench.query.dataset_schema import DatasetSchema

_BY_ROLE = 0.28
_ROWS = 0.3
_AT_WORK_WORDS = AT_WORK | word_set("by to lead owner assigned handled responsible served")
_ABOVE_OTHERS = word_set("manager supervisor boss director head chief owner landlord parent")
"""Who stands beside the people of a row, and is not just any of them."""
_OF_ONE_KIND = word_set(
    """
    earthquake quake tremor shock storm hurricane cyclone typhoon tornado fire wildfire blaze flood
    flooding eruption volcano drought avalanche landslide accident crash collision crime offence
    offense theft burglary murder robbery match game fixture race tournament competition concert gig
    exam quiz election wedding funeral birth death flight departure voyage sailing cruise eclipse
    goal strike war battle outbreak recession
    """
)
"""What happens in one way only: the days of a weather table are no earthquakes."""
_SERVED = SERVED | word_set("member user holder supporter giver recipient entrant")


def unnamed(item: Item, s: Sentence) -> list[Sense]:
    """Return the rows, or the people of a row, that an unknown noun may mean."""
    token = item.tokens[-1]
    proper = token.text[:1].isupper() and item.start > 0
    if len(item.tokens) > 1 or token.kind != "word" or proper or not is_used_as_noun(item, s):
        return []
    noun = token.stem
    if noun in PEOPLE - ANYBODY - _ABOVE_OTHERS:
        return _people(noun, s.schema)
    if noun == token.norm and not _is_asked_for(item, s):
        return []  # one thing that is named beside others is seldom the row
    if noun in _OF_ONE_KIND:
        return []
    if noun in EVENTS | HAPPENINGS:
        return _happenings(s.schema)
    if noun in THINGS | EVERYDAY_NOUNS and len(s.schema.tables) == 1:
        return [Sense("rows", _ROWS, table=s.schema.tables[0].name, how="kind")]
    return []


def _is_asked_for(item: Item, s: Sentence) -> bool:
    """Whether a single noun is what is asked for: the longest trip, which job, each visit."""
    at = s.items.index(item)
    return at > 0 and s.items[at - 1].tag in ("super", "which", "group", "agg")


def _people(noun: str, schema: DatasetSchema) -> list[Sense]:
    """Return the only people that there are, where they are on the same side as those asked for."""
    works = noun in AT_WORK
    if not works and noun not in _SERVED:
        return []
    if any(is_of_people(schema, table.name) for table in schema.tables):
        return []  # who they are a table says, and of whom it is
    columns = [ref for table in schema.tables for ref in people_columns(schema, table.name)]
    fits = [ref for ref in columns if _is_at_work(ref) == works]
    if len(fits) == 1:
        return [Sense("col", _BY_ROLE, ref=fits[0], table=fits[0].table, how="kind")]
    beside = [ref for ref in columns if works or not _is_at_work(ref)]
    several = beside or any(parties(schema, table.name) for table in schema.tables)
    if several or works or len(schema.tables) > 1:
        return []
    return [Sense("rows", _ROWS, table=schema.tables[0].name, how="kind")]


def _is_at_work(ref: ColumnRef) -> bool:
    return bool({stem(word) for word in name_words(ref.column)} & _AT_WORK_WORDS)


def _happenings(schema: DatasetSchema) -> list[Sense]:
    """Return the rows of the only table that tells what happened when."""
    found = _dated(schema)
    return [Sense("rows", _ROWS, table=found[0], how="kind")] if len(found) == 1 else []


@lru_cache(maxsize=256)
def _dated(schema: DatasetSchema) -> tuple[str, ...]:
    """Return the tables that nothing points at, whose rows have dates and are no people."""
    pointed = {relation.to_table for relation in schema.relations}
    return tuple(
        table.name for table in schema.tables
        if len(schema.tables) == 1
        or (
            table.name not in pointed
            and any(is_time(column) for column in table.columns)
            and not {stem(word) for word in table_words(name_words(table.name))[-1:]} & PEOPLE
        )
    )  # fmt: skip


__all__ = ["unnamed"]
