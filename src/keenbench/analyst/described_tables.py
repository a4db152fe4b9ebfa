"""A table as the worker's boxed parser described it, and what of it a user should be told."""

from __future__ import annotations

from typing import Any, cast

from keenbench.analyst.dataset import Dataset, TableSource
from keenbench.query.dataset_schema import ColumnSchema, ColumnType, TableSchema, edge

_CAUTIONS = (
    "rejected_rows",
    "short_rows",
    "more_tables",
    "damaged_utf8",
    "dots_ambiguous",
    "dots_thousands",
    "null_words",
    "stray_quotes",
    "one_column",
)


def table_of(dataset: Dataset, source: TableSource, description: dict[str, Any]) -> TableSchema:
    rows = int(description["row_count"])
    columns = []
    for column in description["columns"]:
        name, kind = str(column["name"]), cast(ColumnType, column["kind"])
        entry, file = dataset.entry, source.file.entry
        stated = (
            entry.column(file, name, source.name)
            if entry is not None and file is not None
            else None
        )
        columns.append(
            ColumnSchema(
                name=name,
                type=kind,
                description=stated.description if stated is not None else "",
                nullable=int(column["non_null_count"]) < rows,
                values=stated.values if stated is not None else None,
                distinct=int(column["distinct_estimate"]),
                least=edge(kind, column["least"]),
                greatest=edge(kind, column["greatest"]),
            )
        )
    about = source.file.entry.description if source.file.entry is not None else ""
    return TableSchema(source.name, source.file.name, rows, tuple(columns), about)


def cautions(source: TableSource, description: dict[str, Any]) -> list[dict[str, str]]:
    told = [
        {"code": str(warning["code"]), "message": f"{source.name}: {warning['message']}"}
        for warning in description["warnings"]
        if warning["code"] in _CAUTIONS
    ]
    if description["row_count"] == 0:
        told.append({"code": "no_rows", "message": f"{source.name}: it has a header and no rows."})
    return told
