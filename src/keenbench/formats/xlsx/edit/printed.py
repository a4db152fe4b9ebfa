"""How a sheet is asked to be printed: its margins, and what stands on every page."""

from __future__ import annotations

from pydantic import Field, field_validator

from keenbench.formats.xlsx.edit.places import check_columns, check_rows
from keenbench.registry import Params


class Margins(Params):
    left: float | None = Field(default=None, ge=0, le=50)
    right: float | None = Field(default=None, ge=0, le=50)
    top: float | None = Field(default=None, ge=0, le=50)
    bottom: float | None = Field(default=None, ge=0, le=50)
    header: float | None = Field(default=None, ge=0, le=50)
    footer: float | None = Field(default=None, ge=0, le=50)


class PrintTitles(Params):
    rows: str | None = Field(default=None, description='"1:2"')
    columns: str | None = Field(default=None, description='"A:B"')

    @field_validator("rows")
    @classmethod
    def _are_rows(cls, value: str | None) -> str | None:
        return None if value is None else check_rows(value)

    @field_validator("columns")
    @classmethod
    def _are_columns(cls, value: str | None) -> str | None:
        return None if value is None else check_columns(value)
