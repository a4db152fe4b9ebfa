"""Words that tell which of two columns is meant that point at the same table: origin or dest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.query.dataset_schema import DatasetSchema, Relation

_SIDES = (
    word_set(
        """
        start begin origin departure depart departing source pickup collection sender leave leaving
        starting originating began begun
        """
    ),
    word_set(
        """
        end finish destination dest arrival arrive arriving dropoff delivery recipient return ending
        landing land bound
        """
    ),
    word_set("home host hosting"),
    word_set("away visiting visitor guest"),
    word_set("winner winning win won"),
    word_set("loser losing lose lost"),
    word_set("buyer purchaser buying bought"),
    word_set("seller vendor selling sold"),
)
"""Words for the same side of something that has two."""
WEAK = {"from": _SIDES[0], "out of": _SIDES[0], "to": _SIDES[1], "into": _SIDES[1]}
BETWEEN = word_set("the a an any all each every either at in of on for our")
"""What may stand between such a word and what it is said of: arriving in Texas."""


def rivals(schema: DatasetSchema) -> list[list[Relation]]:
    """Return the relations that join the same two tables in several ways, each pair's together."""
    pairs: dict[tuple[str, str], list[Relation]] = {}
    for relation in schema.relations:
        pairs.setdefault((relation.from_table, relation.to_table), []).append(relation)
    return [each for each in pairs.values() if len(each) > 1]


def tells_a_way(word: str, schema: DatasetSchema) -> bool:
    """Whether a word may do no more than tell which of two ways is meant: departing flights."""
    return any(
        says(marks, [word], strong=True)
        for group in rivals(schema)
        for marks in marks_of(group).values()
    )


def marks_of(group: Sequence[Relation]) -> dict[Relation, set[str]]:
    """Return the words of each column that set it apart from the others."""
    names = {r: {stem(w) for word in name_words(r.from_column) for w in meanings(word)}
             for r in group}  # fmt: skip
    shared = set.intersection(*names.values())
    return {r: words - shared for r, words in names.items()}


def way_said(group: Sequence[Relation], words: Sequence[str]) -> Relation | None:
    """Return the one of several relations of whose column the words say what sets it apart."""
    marks = marks_of(group)
    for strong in (True, False):
        found = [r for r in group if says(marks[r], words, strong=strong)]
        if len(found) == 1:
            return found[0]
        if found:
            return None
    return next((r for r in group if not marks[r]), None)


def says(marks: set[str], said: Iterable[str], *, strong: bool) -> bool:
    sides = [side for side in _SIDES if side & marks]
    roots = {root(mark) for mark in marks}
    for word in said:
        if strong and (root(word) in roots or any(_is_of(word, side) for side in sides)):
            return True
        if not strong and WEAK.get(word) in sides:
            return True
    return False


def _is_of(word: str, side: frozenset[str]) -> bool:
    return word in side or root(word) in {root(each) for each in side}
