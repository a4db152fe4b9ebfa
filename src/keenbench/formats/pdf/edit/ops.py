"""The operations on a PDF: three kinds of annotation, nothing else."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlsplit

from pydantic import Field, field_validator, model_validator

from keenbench.formats.applying import NAMED_BY_KEY, ApplyParams, Op
from keenbench.formats.styled_text import Text
from keenbench.registry import Params

_PAGE = Field(ge=1, description="The page, 1-based.")
_SCHEMES = ("http", "https", "mailto", "ftp", "tel")
_LONGEST_URL = 2048


class Rect(Params):
    """A place on the page as it is shown, in inches from its top left corner."""

    left: float
    top: float
    width: float = Field(gt=0)
    height: float = Field(gt=0)


class AddNote(Op):
    """Put a note on a page."""

    op: Literal["add_note"]
    page: int = _PAGE
    x: float = Field(default=0.5, description="Inches from the left edge of the page as shown.")
    y: float = Field(default=0.5, description="Inches from the top edge of the page as shown.")
    text: Text = Field(min_length=1, max_length=32_768)
    author: Text = Field(default="KeenBench", max_length=256)
    date: str | None = Field(
        default=None, pattern=r"^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$", description="ISO 8601, UTC."
    )


class HighlightText(Op):
    """Mark every place where a text stands."""

    op: Literal["highlight_text"]
    search: Text = Field(min_length=1, max_length=4096)
    page: int | None = Field(default=None, ge=1, description="The page, 1-based [all].")
    color: Any = Field(default=None, description="#RRGGBB [yellow].")
    match_case: bool = True

    _words = field_validator("search")(lambda value: _with_words(value))


class AddLink(Op):
    """Make a text or a place on a page lead to an address."""

    op: Literal["add_link"]
    page: int = _PAGE
    search: Text | None = Field(default=None, min_length=1, max_length=4096)
    rect: Rect | Annotated[list[float], Field(min_length=4, max_length=4)] | None = Field(
        default=None,
        description="{left, top, width, height} or [left, top, right, bottom], in inches from the "
        "top left of the page as shown.",
    )
    url: str = Field(min_length=1, max_length=_LONGEST_URL)

    @field_validator("url")
    @classmethod
    def _address(cls, value: str) -> str:
        return web_address(value)

    @model_validator(mode="after")
    def _one_place(self) -> AddLink:
        if (self.search is None) == (self.rect is None):
            raise ValueError("give search or rect, one of them")
        if self.search is not None:
            _with_words(self.search)
        return self


def web_address(value: str) -> str:
    """Return an address that may be linked to, or raise ValueError."""
    try:
        scheme = urlsplit(value).scheme.lower()
    except ValueError:
        scheme = ""
    if scheme not in _SCHEMES or not value.isprintable():
        raise ValueError(f"is not an address that begins with {', '.join(_SCHEMES)}")
    whole = re.sub("%(?![0-9A-Fa-f]{2})", "%25", value.strip(" "))
    return quote(whole, safe="%:/?#[]@!$&'()*+,;=-._~")


def _with_words(value: str) -> str:
    if not value.strip():
        raise ValueError("holds nothing but spaces")
    return value


PdfOp = Annotated[AddNote | HighlightText | AddLink, Field(discriminator="op"), NAMED_BY_KEY]


class PdfApplyParams(ApplyParams):
    ops: list[PdfOp] = Field(max_length=10_000)
