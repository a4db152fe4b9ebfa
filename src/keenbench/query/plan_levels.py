"""Expressions of a plan as values: their SQL, their type, and what each is a value of.

Of a row, of a group, of a window over what there is, or of nothing: a number that is the same
everywhere. What is made of several knows its parts, so that a value of a row beside one of a group
is found however deep it stands, and refused here rather than by the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sqlglot import exp

from keenbench.query.dataset_schema import NUMBERS, ColumnType
from keenbench.query.plan_names import invalid

Level = Literal["constant", "row", "group", "window"]
Role = Literal["column", "key", "bucket", "measure", "share"]


@dataclass(frozen=True)
class Value:
    """One expression: its SQL, what it gives, and what it may be called."""

    node: exp.Expr
    kind: ColumnType
    level: Level
    alias: str
    role: Role = "column"
    unit: str | None = None
    by: exp.Expr | None = None
    """What rows are ordered by instead: text that reads as numbers or dates goes by those."""
    parts: tuple[Value, ...] = ()
    """What it is made of."""

    @property
    def text(self) -> str:
        return self.node.sql(dialect="duckdb", identify=True)


def called(value: Value, alias: str) -> Value:
    return replace(value, alias=alias)


def distinctly(values: list[Value]) -> list[Value]:
    """Number what would be called the same: count, count_2."""
    taken: set[str] = set()
    named = []
    for value in values:
        alias, number = value.alias, 1
        while alias.casefold() in taken:
            number += 1
            alias = f"{value.alias}_{number}"
        taken.add(alias.casefold())
        named.append(called(value, alias))
    return named


def highest(parts: Sequence[Value]) -> Level:
    """Return the level of what is made of values: a group's beside a row's is a group's."""
    levels: tuple[Level, ...] = ("window", "group", "row")
    found = {part.level for part in parts}
    return next((each for each in levels if each in found), "constant")


@dataclass(frozen=True)
class Grouping:
    """Whether a plan has groups, the texts of what they are told apart by, and what it shows."""

    grouped: bool
    keys: frozenset[str]
    figures: Sequence[Value] = ()

    def check(self, value: Value) -> None:
        """Refuse a column beside groups that is not one of their keys, and a figure without any."""
        astray = self._astray(value)
        if astray is None:
            return
        if astray.level == "group":
            columns = sorted({each.name for each in astray.node.find_all(exp.Column)})
            meant = f"the column {columns[0]}, or " if len(columns) == 1 else ""
            raise invalid(
                f"{astray.alias} is of groups, and the plan has none. "
                f"Did you mean {meant}to name in group_by what the groups are?",
                candidates=columns[:1],
            )
        figures = self._figures_of(astray)
        meant = "".join(f"{each}, " for each in figures)
        if not figures and astray.kind in NUMBERS:
            meant = "its sum or average, "
        what = (
            "is neither grouped by nor aggregated"
            if astray is value
            else "is of single rows and is worked with what is of groups"
        )
        raise invalid(
            f"{astray.alias} {what}. Did you mean {meant}{'or ' if meant else ''}"
            "to add it to group_by?",
            candidates=figures,
        )

    def _astray(self, value: Value) -> Value | None:
        """Return the first part of a value that is of rows beside groups, or of groups without."""
        if value.text in self.keys:
            return None
        if value.parts:
            found = (self._astray(part) for part in value.parts)
            return next((each for each in found if each is not None), None)
        return value if value.level == ("row" if self.grouped else "group") else None

    def _figures_of(self, value: Value) -> list[str]:
        """Return what the plan shows that is made of the same column: the total of an amount."""
        return [
            each.alias
            for each in self.figures
            if each.level == "group" and any(node == value.node for node in each.node.walk())
        ][:3]


def check_tells(value: Value, place: str) -> None:
    """Refuse what is the same for every row where rows are told apart or put in order."""
    if value.level == "constant":
        raise invalid(
            f"{value.alias} is the same for every row, so {place} cannot go by it. "
            "Did you mean a column, or the alias of an item?"
        )
