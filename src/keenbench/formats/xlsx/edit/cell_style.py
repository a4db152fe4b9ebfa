"""How a cell is asked to look."""

from __future__ import annotations

from typing import Any

from pydantic import Field, field_validator

from keenbench.registry import Params


class Border(Params):
    """One edge of a cell."""

    style: Any = Field(default=None, description="none thin medium thick dashed dotted double")
    color: Any = Field(default=None, description="#RRGGBB")


class CellStyle(Params):
    """How a cell looks. A value that makes no sense is skipped, with a warning in the report."""

    font_name: Any = None
    font_size: Any = Field(default=None, description="Points.")
    font_bold: Any = None
    font_italic: Any = None
    font_underline: Any = Field(
        default=None,
        description="true, false, single, double, singleAccounting, doubleAccounting or none.",
    )
    font_color: Any = Field(default=None, description="#RRGGBB")
    fill_color: Any = Field(default=None, description="#RRGGBB; implies a solid fill.")
    fill_pattern: Any = Field(default=None, description="none, solid, gray125, lightGrid, …")
    number_format: Any = Field(default=None, description='A format code such as "#,##0.00".')
    h_align: Any = Field(
        default=None,
        description="left center right justify general fill distributed centerContinuous",
    )
    v_align: Any = Field(default=None, description="top center bottom justify distributed")
    wrap_text: Any = None
    border_top: Border | None = None
    border_bottom: Border | None = None
    border_left: Border | None = None
    border_right: Border | None = None

    @field_validator("border_top", "border_bottom", "border_left", "border_right", mode="before")
    @classmethod
    def _a_border_of_one_word(cls, value: Any) -> Any:
        # A bad value of a style field is skipped, so it must reach the op that reports it.
        return value if isinstance(value, dict) or value is None else {"style": value}
