"""A state that rows are said to be in, and what in a table tells it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Concept:
    """A state: how it and its opposite are said, and what in a table tells it."""

    name: str
    so: frozenset[str]
    not_so: frozenset[str] = frozenset()
    cells: frozenset[str] = frozenset()
    cells_not: frozenset[str] = frozenset()
    cells_worse: frozenset[str] = frozenset()
    """Cells of some of which it is not so, and hardly of all: an open invoice is unpaid as well."""
    flags: frozenset[str] = frozenset()
    """Words of a yes/no column that says yes where it is so."""
    flags_not: frozenset[str] = frozenset()
    dates: frozenset[str] = frozenset()
    """Words of a date that is there where it is so, and missing where it is not."""
    holders: frozenset[str] = frozenset()
    """Words of a column of names that is filled where it is so."""
    left: frozenset[str] = frozenset()
    """Words of a number that is 0 where it is so: what is still owed."""
    some: frozenset[str] = frozenset()
    """Words of a number that is over 0 where it is so: the days it was late."""
    done: frozenset[str] = field(default=frozenset())
    """Words of a number, or a date, that is compared…"""
    limit: frozenset[str] = field(default=frozenset())
    """…with this one: as much as the limit for numbers, later than it for dates."""
