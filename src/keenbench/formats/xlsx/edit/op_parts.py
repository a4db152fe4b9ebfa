"""What the operations on a workbook are made of. Rows are 1-based, columns letters or 1-based."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from keenbench.formats.applying import Op
from keenbench.formats.xlsx.edit.places import check_range

Scalar = str | int | float | bool | None
Kind = Literal["string", "number", "boolean", "date", "datetime", "formula", "blank"]
Operator = Literal[
    "equal",
    "not_equal",
    "greater_than",
    "less_than",
    "greater_than_or_equal",
    "less_than_or_equal",
    "between",
    "not_between",
]

NAME_LENGTH = 255
SHEET = Field(min_length=1, max_length=NAME_LENGTH, description="The name of a sheet.")

CellRef = Annotated[str, Field(description='A cell such as "B2".')]
RangeRef = Annotated[str, Field(description='A range such as "A1:C10".')]
Column = Annotated[str | int, Field(description="A letter, or a number from 1.")]


class OnSheet(Op):
    sheet: str = SHEET


class OnRange(OnSheet):
    range: RangeRef

    _is_range = field_validator("range")(check_range)
