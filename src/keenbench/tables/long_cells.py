"""Cells so long that the engine has no memory to write them: the error names the cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import duckdb

from keenbench.errors import RunnerResourceExceeded
from keenbench.formats.call import Call
from keenbench.tables.database import MEMORY_LIMIT, MIB
from keenbench.tables.load import source_text
from keenbench.tables.table import Chosen, open_table

# A shorter cell is not what the memory went on: the engine holds a value a few times over.
_LONG = 4 * MIB


@contextmanager
def naming_long_cells(
    call: Call, chosen: Sequence[Chosen], what: str, first: int = 1, last: int | None = None
) -> Iterator[None]:
    """Turn the engine's want of memory into an error that names the longest cell of the rows.

    `what` is what could not be made of them, such as "read as rows".
    """
    try:
        yield
    except duckdb.OutOfMemoryException:
        pass
    else:
        return
    limit = f"{MEMORY_LIMIT // MIB} MB"
    longest = _longest(call, chosen, first, last)
    if longest is None or longest[2] < _LONG:
        raise RunnerResourceExceeded(
            f"The rows need more memory to be {what} than a call may take ({limit}); take fewer "
            "rows or columns at a time.",
            phase="worker",
            detail={"limit": "memory"},
        )
    row, name, size = longest
    raise RunnerResourceExceeded(
        f"Row {row}, column {name[:80]} holds a cell of {size / 1e6:.1f} MB, which cannot be "
        f"{what} in the {limit} of memory that a call may take. Leave the column out, or take a "
        "part of it with a query: substr(column, 1, 100000).",
        phase="worker",
        detail={"limit": "memory", "row": row},
    )


def _longest(
    call: Call, chosen: Sequence[Chosen], first: int, last: int | None
) -> tuple[int, str, int] | None:
    """Return the row, from 1, the column and the bytes of the longest cell."""
    end = "" if last is None else f" AND rowid < {last}"
    found: tuple[int, str, int] | None = None
    with open_table(call) as connection:
        for one in chosen:
            # Cell by cell: to write two long ones side by side is what there was no memory for.
            size = f"strlen({source_text(one.index, one.column.type)})"
            row = connection.execute(
                f"SELECT arg_max(rowid, size), max(size) FROM (SELECT rowid, {size} AS size "
                f"FROM loaded WHERE rowid >= {first - 1}{end})"
            ).fetchone()
            if row is not None and row[1] is not None and (found is None or row[1] > found[2]):
                found = int(row[0]) + 1, one.column.name, int(row[1])
    return found
