"""Which of two ways between the same two tables is meant: the home team, or the away team.

What stands right before the other table's rows tells most: flights to Texas, trips from stations in
the docks. A word for a side elsewhere tells too, unless it is of a figure or a day: the departure
delay of flights to Texas is of where they go.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.words import name_words, root
from keenbench.models.reader.parts import Part, Parts
from keenbench.models.reader.way_words import (
    BETWEEN,
    WEAK,
    marks_of,
    rivals,
    says,
    tells_a_way,
    way_said,
)
from keenbench.query.dataset_schema import Relation


def _ways_before(parts: Parts, group: Sequence[Relation]) -> set[Relation]:
    """Return the ways that stand right before what is of the other table: to Texas."""
    marks = marks_of(group)
    other = group[0].to_table
    found: set[Relation] = set()
    for part in parts.parts:
        if part.kind not in ("rows", "val", "col") or part.sense.table != other:
            continue
        words = _words_before(parts, part, other)
        for strong in (True, False):
            told = [r for r in group if says(marks[r], words, strong=strong)]
            if len(told) == 1:
                found.add(told[0])
                break
    return found


def _words_before(parts: Parts, part: Part, other: str) -> list[str]:
    """Return the nearest words before a part that are more than glue: leaving, from."""
    found: list[str] = []
    for before in reversed(parts.parts[: part.at]):
        if tells_a_way(before.norm, parts.s.schema):
            return [*found, before.norm]
        if before.kind in ("rows", "val", "col") and before.sense.table == other and not found:
            continue  # airports in Chicago
        if before.norm in BETWEEN and not found:
            continue
        if before.kind in ("val", "num") or len(found) == 2:
            break
        found.append(before.norm)
        if before.norm not in WEAK:
            break
    return found


def ways_meant(
    parts: Parts, needed: set[str], before: Collection[ColumnRef] = ()
) -> tuple[ColumnRef, ...]:
    """Return by which column tables belong together that do in several ways.

    `before` are those of the question that this one goes on from. Where nothing tells, each way
    is a reading of its own.
    """
    found: list[ColumnRef] = []
    for group in rivals(parts.s.schema):
        one, other = group[0].from_table, group[0].to_table
        if not {one, other} <= needed:
            continue
        refs = {ColumnRef(r.from_table, r.from_column): r for r in group}
        old = next((ref for ref in (*parts.s.hints, *before) if ref in refs), None)
        names = " or ".join(r.from_column for r in group)
        told = _ways_before(parts, group)
        if len(told) > 1:
            raise Ask(f"I can go by only one of {names} at a time. Which one?")
        way = next(iter(told), None) or way_said(group, _words(parts, one))
        way = way or (refs[old] if old is not None else None)
        if way is None:
            asked = f"{one} belongs to {other} in more than one way ({names}). Which is meant?"
            way = parts.pick("way", [(r, 0.3) for r in group], asked, alike=True)
        else:
            _use_marks(parts, way)
        found.append(ColumnRef(way.from_table, way.from_column))
        parts.remarks.append(f"I went by {way.from_column}.")
    if not found:
        _doubt_words_of_ways(parts)
    return tuple(found)


def _words(parts: Parts, one: str) -> list[str]:
    """Return the words of a question that may tell a way: not those of a departure delay."""
    return [
        token.norm
        for part in parts.parts
        if part.kind != "col" or part.sense.table != one or not _is_figure(parts, part)
        for token in part.item.tokens
    ]


def _is_figure(parts: Parts, part: Part) -> bool:
    ref = part.sense.ref
    return ref is not None and parts.nature(ref).kind in ("number", "date")


def _doubt_words_of_ways(parts: Parts) -> None:
    """Make a reading dearer that passes over `departing` though no way had to be told."""
    ways = {ColumnRef(r.from_table, r.from_column) for g in rivals(parts.s.schema) for r in g}
    used = {ref for test, _ in parts.tests for ref in test.columns()}
    if ways & {*used, *parts.shown, *(key.column for key in parts.keys)}:
        return  # which started and ended at the same station
    for part in parts.parts:
        if part.kind == "skip" and not part.used and tells_a_way(part.norm, parts.s.schema):
            parts.guess(max(0.0, 0.75 - part.sense.cost))


def _use_marks(parts: Parts, way: Relation) -> None:
    """Mark the words as understood that only say which way is meant."""
    marks = {root(word) for word in name_words(way.from_column)}
    for part in parts.parts:
        if not part.used and part.kind in ("rows", "col"):
            part.used = {root(token.norm) for token in part.item.tokens} <= marks
