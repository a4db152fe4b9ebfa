"""Ways that are cells: movements in and out, readings up and down a line, lamps that are on.

Such a word mostly stands before a place or a time (in Leeds, on Friday) or belongs to a verb (find
out). By itself, in a dataset with a column of few kinds of which one is called just so, it is that
kind: how many units went out, which of them are in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from keenbench.models.offline.linking import link_tables
from keenbench.models.offline.value_matching import ValueLink
from keenbench.models.offline.words import Token, word_set
from keenbench.query.dataset_schema import DatasetSchema

_FEW = 12
"""Of more kinds than these, a column is no column of ways."""
_BEFORE_PLACES = ("in", "on")
_ALONE = ("out", "up")
_NOT_BEFORE = {"out": ("of", "for"), "up": ("to", "by", "until", "till", "for", "from")}
_IDIOMS = word_set(
    """
    find found finding figure figured work worked working turn turned turns point pointed leave
    leaves left leaving carry carried carries set spell break broken breaks write print rule ruled
    run ran pan list lay hand pick sort sorted try stand stands sold booked fully take taking miss
    make makes made sum summed add adds added end ended come look help give
    """
)
"""What such a word makes one verb with: carried out by Raj, left out, added up."""
_AFTER_ALONE = word_set(
    """
    and or vs versus but in on at during by per for since from than each every before after between
    through to with
    """
)
_MOVES = word_set(
    "come came comes coming go went goes going move moved moves bring brought take took taken ship "
    "shipped put gone"
)
_THEN = ("last", "this", "yesterday", "today")
WAYS_SAID = {"incoming": "in", "inbound": "in", "outgoing": "out", "outbound": "out"}
"""Words that say a way in full, of which a cell may hold the small word alone."""
_OF_ROWS = ("many", "the", "of", "total", "all")


def is_way(tokens: Sequence[Token], at: int, schema: DatasetSchema) -> bool:
    """Return whether a small word stands by itself, so that it may be the name of a way."""
    word = tokens[at].norm
    if tokens[at].kind != "word" or word not in (*_BEFORE_PLACES, *_ALONE):
        return False
    before = tokens[at - 1].norm if at else ""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if word in _ALONE:
        return before not in _IDIOMS and (after is None or after.norm not in _NOT_BEFORE[word])
    if not before or before == "broken":
        return False
    if after is None or after.after_mark or after.kind == "symbol":
        return True  # which movements are in?
    if after.norm in _AFTER_ALONE:
        return True
    if before in _MOVES and after.norm in _THEN:
        return True  # what came in last month, and not in 2024
    rows = any(link.how == "exact" for link in link_tables([after.norm], schema))
    return rows and before in _OF_ROWS  # how many in movements


def ways_in(links: Iterable[ValueLink], schema: DatasetSchema) -> list[ValueLink]:
    """Return of the cells that a word is those in columns of few kinds."""
    return [
        link
        for link in links
        if link.how == "exact"
        and (table := schema.table(link.ref.table)) is not None
        and (column := table.column(link.ref.column)) is not None
        and column.distinct is not None
        and column.distinct <= _FEW
    ]
