"""The worker's method that compares two versions of a table of delimited text."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from keenbench.formats.call import Call, methods
from keenbench.formats.comparing import ComparedPage, CompareParams, both_sides
from keenbench.formats.rejecting import Rejected, RejectParams, rejecting_writes
from keenbench.formats.shape import WhenAny, WhenPresent
from keenbench.registry import Result


class CellChange(Result):
    column: str
    before: str | None
    after: str | None


class RowChange(Result):
    """One change. Rows count from 1 below the header; `old_row` is of the reference.

    `values` are the first fifty cells of a whole row, `cells` those of a changed one that differ.
    """

    change_id: str
    type: Literal[
        "row_inserted",
        "row_deleted",
        "row_moved",
        "row_changed",
        "column_inserted",
        "column_deleted",
        "column_renamed",
        "column_moved",
    ]
    row: int | None = WhenPresent
    old_row: int | None = WhenPresent
    column: str | None = WhenPresent
    old_column: str | None = WhenPresent
    cells: list[CellChange] = WhenAny
    values: list[str] | None = WhenPresent


class TableCompared(ComparedPage):
    """What differs between two versions of a table, row by row."""

    columns: list[str]
    row_count_before: int | None
    row_count_after: int | None
    too_large: bool = Field(description="More rows than can be compared; changes is empty then.")
    changes: list[RowChange]


@methods.method("TableCompare", reads=both_sides, compares=True)
def table_compare(call: Call, params: CompareParams) -> TableCompared:
    """Say what differs between two versions of a table: rows, columns, cells."""
    from keenbench.tables.comparing import compare_tables

    return compare_tables(call, params)


@methods.method("TableReject", reads=both_sides, writes=rejecting_writes)
def table_reject(call: Call, params: RejectParams) -> Rejected:
    """Put the reference's rows back in place of some that changed."""
    from keenbench.tables.rejecting import reject_rows

    return reject_rows(call, params)
