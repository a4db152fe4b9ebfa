"""What a change of a workbook looks like to whoever asks."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from keenbench.formats.comparing import ComparedPage, CompareParams
from keenbench.formats.shape import WhenAny, WhenPresent
from keenbench.formats.xlsx.grid_methods import CellType
from keenbench.registry import Result

ChangeKind = Literal[
    "cell",
    "row_inserted",
    "row_deleted",
    "row_moved",
    "row_format",
    "column_inserted",
    "column_deleted",
    "column_format",
    "sheet_added",
    "sheet_deleted",
    "sheet_renamed",
    "sheet_moved",
    "sheet_visibility",
    "sheet_setting",
    "merge_added",
    "merge_removed",
    "comment_added",
    "comment_removed",
    "comment_changed",
    "chart_added",
    "chart_removed",
    "chart_changed",
    "table_added",
    "table_removed",
    "table_changed",
    "name_added",
    "name_removed",
    "name_changed",
]
Aspect = Literal["value", "formula", "broken", "result", "format"]
# What follows from other changes: nobody wrote it, and it goes with them.
FOLLOWS: frozenset[Aspect] = frozenset(("broken", "result"))
# What can be taken back alone.
REJECTABLE: tuple[ChangeKind, ...] = (
    "cell",
    "row_inserted",
    "row_deleted",
    "row_moved",
    "row_format",
    "column_inserted",
    "column_deleted",
    "column_format",
    "sheet_added",
    "sheet_renamed",
    "sheet_visibility",
    "sheet_setting",
    "merge_added",
    "merge_removed",
    "name_added",
    "name_removed",
    "name_changed",
)


class CellSide(Result):
    """A cell as one version has it."""

    value: str | int | float | bool | None
    type: CellType
    formula: str | None


class FormatChange(Result):
    """One property of a cell's look; null where that version has the plain one."""

    property: str
    before: Any
    after: Any


class XlsxChange(Result):
    """One change. Addresses are of the Draft; `old_…` of the reference."""

    change_id: str
    type: ChangeKind
    sheet: str | None = Field(description="As the Draft names it; of a deleted one, its old name.")
    aspects: list[Aspect] = Field(
        default_factory=list,
        exclude_if=lambda value: not value,
        description="Of a cell: what of it changed. `result` is a formula's saved value; `broken` "
        "a formula that lost cells it refers to. Both alone follow from other changes.",
    )
    cell: str | None = WhenPresent
    old_cell: str | None = WhenPresent
    row: int | None = WhenPresent
    old_row: int | None = WhenPresent
    column: str | None = WhenPresent
    old_column: str | None = WhenPresent
    range: str | None = WhenPresent
    old_range: str | None = WhenPresent
    before: CellSide | None = WhenPresent
    after: CellSide | None = WhenPresent
    formats: list[FormatChange] = WhenAny
    values: list[str | int | float | bool | None] | None = Field(
        default=None,
        exclude_if=lambda value: value is None,
        description="Of a whole row: its first fifty cells. Of a column: its first ten.",
    )
    name: str | None = WhenPresent
    text_before: str | None = WhenPresent
    text_after: str | None = WhenPresent

    @property
    def follows(self) -> bool:
        """Whether it is a consequence of other changes alone."""
        return bool(self.aspects) and FOLLOWS.issuperset(self.aspects)


class XlsxCompareParams(CompareParams):
    sheet: str | None = Field(default=None, description="The changes of this sheet alone [all].")


class XlsxCompared(ComparedPage):
    """What differs between two versions of a workbook, aligned by rows and columns."""

    sheets: list[str] = Field(description="The sheets that changes are of, in their order.")
    changes: list[XlsxChange]
