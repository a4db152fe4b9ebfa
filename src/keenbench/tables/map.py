"""Maps and descriptions, from what ingest found out: the database stays closed."""

from __future__ import annotations

from keenbench.formats.call import Call
from keenbench.formats.shape import Chunking, MapWarning, chunk_count, listed
from keenbench.tables.description import Description
from keenbench.tables.methods import (
    CHUNK_ROWS,
    DescribedColumn,
    MapColumn,
    RejectedRow,
    RejectedRows,
    RowChunk,
    TableDescribeParams,
    TableDescription,
    TableMap,
    TableMapParams,
    TablePlace,
)
from keenbench.tables.table import description_of, rejected

MAX_BYTES = 10_000


def table_map(call: Call, params: TableMapParams) -> TableMap:
    description = description_of(call)
    # A map stays under 10 KB whatever the names are: they are cut before anything is left out.
    for longest in (100, 60, 40, 24, 12):
        result = _map(description, params, longest)
        if len(result.model_dump_json()) <= MAX_BYTES:
            break
    return result


def _map(description: Description, params: TableMapParams, longest: int) -> TableMap:
    columns, rows = description.columns, description.row_count
    chunks = chunk_count(rows, CHUNK_ROWS)
    return TableMap(
        path=params.path,
        format=description.format,
        size_bytes=description.size_bytes,
        warnings=[
            MapWarning(code=warning.code, message=_cut(warning.message, longest * 6))
            for warning in description.warnings
        ],
        format_inferred=description.format not in ("csv", "xlsx"),
        delimiter=description.delimiter,
        quote_char=description.quote_char,
        encoding_detected=description.encoding,
        encoding_confidence=description.encoding_confidence,
        has_header=description.has_header,
        row_count=rows,
        column_count=len(columns),
        exceeds_chunk=rows > CHUNK_ROWS,
        columns_count=len(columns),
        columns=[
            MapColumn(
                name=_cut(columns[index].name, longest),
                index=index,
                inferred_type=columns[index].kind,
                nullable=columns[index].non_null_count < rows,
            )
            for index in listed(len(columns), params.page)
        ],
        chunking=Chunking(unit="rows", size=CHUNK_ROWS, count=chunks),
        chunks_count=chunks,
        chunks=[
            RowChunk(
                index=index,
                rows=f"{index * CHUNK_ROWS + 1}-{min((index + 1) * CHUNK_ROWS, rows)}",
            )
            for index in listed(chunks, params.page)
        ],
        sheet=description.sheet,
        range=description.range,
        table=description.table,
        tables_count=len(description.tables) or None,
        tables=[
            TablePlace.model_validate(description.tables[index].model_dump())
            for index in listed(len(description.tables), params.page)
        ]
        or None,
        rejected_rows=_some(description, longest),
    )


def _some(description: Description, longest: int) -> RejectedRows | None:
    """Return the count of rejected rows, and of the list as much as a map has room for."""
    found = description.rejected_rows
    if found is None:
        return None
    return RejectedRows(
        count=found.count,
        sample=[
            RejectedRow(line=row.line, reason=row.reason, text=_cut(row.text, longest))
            for row in found.sample[: max(3, longest // 10)]
        ],
    )


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def table_description(call: Call, params: TableDescribeParams) -> TableDescription:
    description = description_of(call)
    return TableDescription(
        row_count=description.row_count,
        column_count=len(description.columns),
        columns=[
            DescribedColumn(
                name=column.name,
                index=index,
                inferred_type=column.kind,
                nullable=column.non_null_count < description.row_count,
                non_null_count=column.non_null_count,
                distinct_estimate=column.distinct_estimate,
            )
            for index, column in enumerate(description.columns)
        ],
        warnings=description.warnings,
        rejected_rows=rejected(description),
    )
