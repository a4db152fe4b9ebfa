"""How a sheet is cut into chunks, and where a read stands among them."""

from __future__ import annotations

from keenbench.errors import ValidationFailed
from keenbench.formats.shape import ChunkInfo, Covered, MapWarning, chunk_count
from keenbench.formats.xlsx.addresses import Range, column_name
from keenbench.formats.xlsx.cells import Doubts
from keenbench.formats.xlsx.methods import CHUNK_ROWS


def chunk_range(used: Range, chunk: int) -> Range:
    """Return the cells of a chunk: fifty rows of all the columns that the sheet uses."""
    first = used.first_row + chunk * CHUNK_ROWS
    last = min(first + CHUNK_ROWS - 1, used.last_row)
    return Range(first, last, used.first_column, used.last_column)


def range_info(area: Range, used: Range | None) -> ChunkInfo:
    """Return where a range stands among the chunks of its sheet.

    What is covered is counted within the rows that the sheet uses.
    """
    if used is None:
        covered = Covered(unit="rows", first=1, last=0, total=0)
        return ChunkInfo(
            chunk_index=0, total_chunks=0, has_more=False, range=str(area), covered=covered
        )
    chunks = chunk_count(used.row_count, CHUNK_ROWS)
    at = (area.first_row - used.first_row) // CHUNK_ROWS
    first = max(1, area.first_row - used.first_row + 1)
    last = max(first - 1, min(area.last_row - used.first_row + 1, used.row_count))
    unit = "rows"
    if area.first_column > used.first_column or area.last_column < used.last_column:
        unit = f"rows of {column_name(area.first_column)}:{column_name(area.last_column)}"
    return ChunkInfo(
        chunk_index=max(0, min(at, chunks - 1)),
        total_chunks=chunks,
        has_more=area.last_row < used.last_row,
        range=str(area),
        covered=Covered(unit=unit, first=first, last=last, total=used.row_count),
    )


def chunk_area(chunk: int, used: Range | None) -> Range | None:
    """Return the cells of a chunk, or None for the first chunk of an empty sheet."""
    chunks = chunk_count(used.row_count, CHUNK_ROWS) if used else 0
    if chunk >= max(1, chunks):
        raise ValidationFailed(f"chunk {chunk} does not exist; the sheet has {chunks}, from 0 on.")
    return chunk_range(used, chunk) if used else None


def doubts(found: Doubts) -> list[MapWarning]:
    """Return what could not be read as it should be."""
    warnings = []
    if found.missing_strings:
        message = (
            f"{found.missing_strings} cells refer to texts that the workbook does not hold "
            f"(the first at {found.first['missing_strings']}); they are given as null."
        )
        warnings.append(MapWarning(code="missing_strings", message=message))
    if found.not_finite:
        message = (
            f"{found.not_finite} numbers are infinite or not numbers "
            f"(the first at {found.first['not_finite']}); they are given as null."
        )
        warnings.append(MapWarning(code="not_finite", message=message))
    return warnings
