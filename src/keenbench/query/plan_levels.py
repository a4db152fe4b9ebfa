"""Expressions of a plan as values: their SQL, their type, and whether of a row, group or window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sqlglot import exp

from keenbench.query.dataset_schema import ColumnType

Level = Literal["row", "group", "window"]
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


def highest(parts: list[Value]) -> Level:
    """Return the level of what is made of values: a group's beside a row's is a group's."""
    levels: tuple[Level, ...] = ("window", "group")
    found = {part.level for part in parts}
    return next((each for each in levels if each in found), "row")
