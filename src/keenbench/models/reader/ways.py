"""Which of two ways between the same two tables is meant: the home team, or the away team."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.parts import Parts
from keenbench.query.dataset_schema import DatasetSchema, Relation

_SIDES = (
    word_set("start begin origin departure depart source pickup collection sender leave out"),
    word_set("end finish destination dest arrival arrive dropoff delivery recipient return in"),
    word_set("home host hosting"),
    word_set("away visiting visitor guest"),
    word_set("winner winning win won"),
    word_set("loser losing lose lost"),
    word_set("buyer purchaser buying bought"),
    word_set("seller vendor selling sold"),
)
"""Words for the same side of something that has two."""
_WEAK = {"from": _SIDES[0], "to": _SIDES[1], "into": _SIDES[1]}


def rivals(schema: DatasetSchema) -> list[list[Relation]]:
    """Return the relations that join the same two tables in several ways, each pair's together."""
    pairs: dict[tuple[str, str], list[Relation]] = {}
    for relation in schema.relations:
        pairs.setdefault((relation.from_table, relation.to_table), []).append(relation)
    return [each for each in pairs.values() if len(each) > 1]


def way_said(relations: Iterable[Relation], words: Iterable[str]) -> Relation | None:
    """Return the one of several relations of whose column the words say what sets it apart."""
    group, said = list(relations), list(words)
    names = {r: {stem(w) for word in name_words(r.from_column) for w in meanings(word)}
             for r in group}  # fmt: skip
    shared = set.intersection(*names.values())
    for strong in (True, False):
        found = [r for r in group if _says(names[r] - shared, said, strong=strong)]
        if len(found) == 1:
            return found[0]
        if found:
            return None
    return next((r for r in group if not names[r] - shared), None)


def _says(marks: set[str], said: list[str], *, strong: bool) -> bool:
    sides = [side for side in _SIDES if side & marks]
    for word in said:
        if strong and root(word) in {root(mark) for mark in marks}:
            return True
        if strong and any(word in side or stem(word) in side for side in sides):
            return True
        if not strong and _WEAK.get(word) in sides:
            return True
    return False


def ways_meant(
    parts: Parts, needed: set[str], before: Collection[ColumnRef] = ()
) -> tuple[ColumnRef, ...]:
    """Return by which column tables belong together that do in several ways.

    `before` are those of the question that this one goes on from. Where nothing tells, each way
    is a reading of its own.
    """
    words = [token.norm for part in parts.parts for token in part.item.tokens]
    found: list[ColumnRef] = []
    for group in rivals(parts.s.schema):
        one, other = group[0].from_table, group[0].to_table
        if not {one, other} <= needed:
            continue
        refs = {ColumnRef(r.from_table, r.from_column): r for r in group}
        old = next((ref for ref in before if ref in refs), None)
        way = way_said(group, words) or (refs[old] if old is not None else None)
        if way is None:
            names = " or ".join(r.from_column for r in group)
            asked = f"{one} belongs to {other} in more than one way ({names}). Which is meant?"
            way = parts.pick("way", [(r, 0.3) for r in group], asked)
        else:
            _use_marks(parts, way)
        found.append(ColumnRef(way.from_table, way.from_column))
        parts.remarks.append(f"I went by {way.from_column}.")
    return tuple(found)


def _use_marks(parts: Parts, way: Relation) -> None:
    """Mark the words as understood that only say which way is meant."""
    marks = {root(word) for word in name_words(way.from_column)}
    for part in parts.parts:
        if not part.used and part.kind in ("rows", "col"):
            part.used = {root(token.norm) for token in part.item.tokens} <= marks
