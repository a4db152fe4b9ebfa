"""What is known of a dataset's tables: what plans are checked against and models are told.

Plain data, without content of the tables beyond what a registry itself lists as values, and from
where to where numbers and dates go.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

ColumnType = Literal[
    "integer", "float", "decimal", "boolean", "date", "timestamp", "time", "string"
]

NUMBERS: frozenset[ColumnType] = frozenset(("integer", "float", "decimal"))
TIMES: frozenset[ColumnType] = frozenset(("date", "timestamp"))


@dataclass(frozen=True)
class Reading:
    """How the text of a column is read as a number or a date (see `readings`)."""

    kind: Literal["number", "date"]
    form: str
    """Of dates strptime's; of numbers the decimal mark and how many digits follow it: `.2`."""


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
    reads: Reading | None = None
    """For text that is a number or a date to a person: `$1,234.50`, `31-May-13`."""
    least: float | str | None = None
    """The least of its numbers, or of its dates as a text, where that is known."""
    greatest: float | str | None = None
    parted_by: str = ""
    """What stands between the things that a cell names, where it names several: `, `."""

    @property
    def numbers(self) -> tuple[float, float] | None:
        """From where to where the numbers of the column go, where that is known."""
        if isinstance(self.least, str) or isinstance(self.greatest, str):
            return None
        return None if self.least is None or self.greatest is None else (self.least, self.greatest)

    @property
    def value_type(self) -> ColumnType:
        """What the column is to be worked with as; text that reads as a number is a number."""
        if self.reads is None:
            return self.type
        return "decimal" if self.reads.kind == "number" else "date"


@dataclass(frozen=True)
class TableSchema:
    name: str
    """What a query calls the table."""
    file: str
    row_count: int
    columns: tuple[ColumnSchema, ...]
    description: str = ""

    @cached_property
    def _by_name(self) -> dict[str, list[ColumnSchema]]:
        # Looked up thousands of times for one question; a wide table has hundreds of columns.
        found: dict[str, list[ColumnSchema]] = {}
        for column in self.columns:
            found.setdefault(column.name.casefold(), []).append(column)
        return found

    def column(self, name: str) -> ColumnSchema | None:
        """Return the column of that name; exactly, or the one that differs only in case."""
        alike = self._by_name.get(name.casefold(), [])
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

    def __hash__(self) -> int:
        # Not of every column: what is kept by schema is looked up many times for one question.
        return hash((self.dataset_id, tuple(table.name for table in self.tables)))

    @cached_property
    def _by_name(self) -> dict[str, list[TableSchema]]:
        found: dict[str, list[TableSchema]] = {}
        for table in self.tables:
            found.setdefault(table.name.casefold(), []).append(table)
        return found

    def table(self, name: str) -> TableSchema | None:
        """Return the table of that name; exactly, or the one that differs only in case."""
        alike = self._by_name.get(name.casefold(), [])
        for table in alike:
            if table.name == name:
                return table
        return alike[0] if len(alike) == 1 else None


def edge(kind: str, text: str | None) -> float | str | None:
    """Return the least or greatest of a column as a number; of dates it stays a text."""
    if text is None:
        return None
    return float(text) if kind in NUMBERS else text


def schema_to_json(schema: DatasetSchema) -> dict[str, Any]:
    """Return the schema as JSON values: what a model is told."""
    return {
        "dataset_id": schema.dataset_id,
        "tables": [_table_to_json(table) for table in schema.tables],
        "relations": [
            {
                "from": f"{each.from_table}.{each.from_column}",
                "to": f"{each.to_table}.{each.to_column}",
            }
            for each in schema.relations
        ],
    }


def _table_to_json(table: TableSchema) -> dict[str, Any]:
    columns = []
    for column in table.columns:
        told: dict[str, Any] = {
            "name": column.name,
            "type": column.type,
            "description": column.description,
            "nullable": column.nullable,
        }
        if column.values is not None:
            told["values"] = list(column.values)
        if column.distinct is not None:
            told["distinct"] = column.distinct
        if column.least is not None and column.greatest is not None:
            told["least"], told["greatest"] = column.least, column.greatest
        if column.reads is not None:
            told["reads_as"] = {"type": column.reads.kind, "form": column.reads.form}
        if column.parted_by:
            told["parted_by"] = column.parted_by
        columns.append(told)
    return {
        "name": table.name,
        "file": table.file,
        "row_count": table.row_count,
        "description": table.description,
        "columns": columns,
    }


def schema_from_json(told: dict[str, Any]) -> DatasetSchema:
    """Return the schema that `schema_to_json` wrote."""
    tables = tuple(
        TableSchema(
            name=table["name"],
            file=table["file"],
            row_count=table["row_count"],
            columns=tuple(
                ColumnSchema(
                    name=column["name"],
                    type=column["type"],
                    description=column["description"],
                    nullable=column["nullable"],
                    values=tuple(column["values"]) if "values" in column else None,
                    distinct=column.get("distinct"),
                    reads=_reading(column.get("reads_as")),
                    least=column.get("least"),
                    greatest=column.get("greatest"),
                    parted_by=column.get("parted_by", ""),
                )
                for column in table["columns"]
            ),
            description=table["description"],
        )
        for table in told["tables"]
    )
    schema = DatasetSchema(told["dataset_id"], tables)
    return replace(
        schema,
        relations=tuple(
            Relation(*_end(schema, each["from"]), *_end(schema, each["to"]))
            for each in told["relations"]
        ),
    )


def _reading(told: dict[str, Any] | None) -> Reading | None:
    return None if told is None else Reading(told["type"], told["form"])


def _end(schema: DatasetSchema, name: str) -> tuple[str, str]:
    # A table's name may hold a dot, so that only the tables themselves tell where it ends.
    for table in schema.tables:
        if name.startswith(f"{table.name}.") and table.column(name[len(table.name) + 1 :]):
            return table.name, name[len(table.name) + 1 :]
    raise KeyError(name)
