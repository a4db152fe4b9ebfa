"""What applying operations to a workbook gives back. Light to import."""

from __future__ import annotations

from pydantic import Field

from keenbench.formats.applying import Applied
from keenbench.formats.shape import WhenPresent
from keenbench.registry import Result

MOST_CHANGED = 1_000


class ChangedCell(Result):
    sheet: str
    cell: str
    old: str | float | bool | None
    new: str | float | bool | None


class ErrorCell(Result):
    sheet: str
    cell: str
    error: str


class LeftCell(Result):
    sheet: str
    cell: str


class Recalculated(Result):
    """What computing the results came to."""

    engine: str | None = Field(description="formualizer or libreoffice; null: nothing computed.")
    formula_count: int
    changed_count: int
    changed: list[ChangedCell] = Field(
        description=f"The first {MOST_CHANGED} that changed because of the edit."
    )
    refreshed_count: int = Field(
        default=0,
        description="Results that were out of date before the edit; now right, and not among "
        "`changed`.",
    )
    error_count: int
    errors: list[ErrorCell]
    left_count: int = Field(
        description="Results left alone: they depend on the clock, on chance or on other files."
    )
    left: list[LeftCell] = Field(
        default_factory=list, description=f"The first {MOST_CHANGED} of them."
    )


class XlsxApplied(Applied):
    """What became of the operations, and of the results of formulas where they were asked for."""

    recalculated: Recalculated | None = WhenPresent
