"""What is known of a dataset's tables: what plans are checked against and models are told.

Plain data, without content of the tables beyond what a registry itself lists as values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ColumnType = Literal[
    "integer", "float", "decimal", "boolean", "date", "timestamp", "time", "string"
]

NUMBERS: frozenset[ColumnType] = frozenset(("integer", "float", "decimal"))
TIMES: frozenset[ColumnType] = frozenset(("date", "timestamp"))


@dataclass(frozen=True)
class ColumnSchema:
    name: str
    type: ColumnType
    description: str = ""
    nullable: bool = True
    values: tuple[str, ...] | None = None
    """The values that occur, where a registry lists them."""
    distinct: int | None = None
    """About how many different values occur, where that is known."""


@dataclass(frozen=True)
class TableSchema:
    name: str
    """What a query calls the table."""
    file: str
    row_count: int
    columns: tuple[ColumnSchema, ...]
    description: str = ""

    def column(self, name: str) -> ColumnSchema | None:
        """Return the column of that name; exactly, or the one that differs only in case."""
        alike = [column for column in self.columns if column.name.casefold() == name.casefold()]
        for column in alike:
            if column.name == name:
                return column
        return alike[0] if len(alike) == 1 else None


@dataclass(frozen=True)
class Relation:
    """Rows of one table belong to rows of another: `from_` holds the key of `to_`."""

    from_table: str
    from_column: str
    to_table: str
    to_column: str


@dataclass(frozen=True)
class DatasetSchema:
    dataset_id: str
    tables: tuple[TableSchema, ...]
    relations: tuple[Relation, ...] = ()

    def table(self, name: str) -> TableSchema | None:
        """Return the table of that name; exactly, or the one that differs only in case."""
        alike = [table for table in self.tables if table.name.casefold() == name.casefold()]
        for table in alike:
            if table.name == name:
                return table
        return alike[0] if len(alike) == 1 else None
