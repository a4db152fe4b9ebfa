"""The operations on presentations, as callers write them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field, model_validator

from keenbench.formats.applying import NAMED_BY_KEY, ApplyParams, Op
from keenbench.formats.styled_text import (
    Address,
    Content,
    ParagraphKeys,
    Run,
    RunKeys,
    Searched,
    Text,
)
from keenbench.registry import Params

Whole = Annotated[int, Field(ge=-(10**15), le=10**15)]
Fraction = Annotated[float, Field(allow_inf_nan=False)]
Index = Annotated[int, Field(ge=0)]
Inches = Annotated[float, Field(ge=-100, le=100)]
Size = Annotated[float, Field(gt=0, le=100)]


def _slide() -> Any:
    return Field(
        ge=0,
        validation_alias=AliasChoices("index", "slide_index"),
        description="The slide, 0-based.",
    )


def _slide_or_all() -> Any:
    return Field(
        default=None,
        ge=0,
        validation_alias=AliasChoices("index", "slide_index"),
        description="The slide, 0-based [all].",
    )


class Placed(Op):
    """What stands at a place of its slide, in inches; where it is free if none is given."""

    index: int = _slide()
    left: Inches | None = None
    top: Inches | None = None
    width: Size | None = None
    height: Size | None = None


class SlideText(ParagraphKeys):
    """Texts of a slide's title and body; runs win. A line end begins a new paragraph."""

    title: Text | None = None
    title_runs: list[Run] | None = None
    body: Text | list[Text] | None = None
    body_runs: list[Run] | None = Field(
        default=None, validation_alias=AliasChoices("body_runs", "runs")
    )


class AddSlide(SlideText, Op):
    """Add a slide, its placeholders filled."""

    op: Literal["add_slide"]
    layout: str | None = None
    index: int | None = Field(
        default=None,
        ge=0,
        validation_alias=AliasChoices("index", "slide_index"),
        description="Where the slide will stand, 0-based [at the end].",
    )


class SetSlideText(SlideText, Op):
    """Replace the text of title or body."""

    op: Literal["set_slide_text"]
    index: int = _slide()

    @model_validator(mode="after")
    def _says_something(self) -> SetSlideText:
        given = (self.title, self.title_runs, self.body, self.body_runs)
        if all(value is None for value in given):
            raise ValueError("needs title, body or runs")
        return self


class Bullet(Content):
    level: Any = Field(
        default=None, description="Of the list, 0 to 8.", json_schema_extra={"type": "integer"}
    )


class AppendBullets(ParagraphKeys, Op):
    """Add bullets at the end of the body."""

    op: Literal["append_bullets"]
    index: int = _slide()
    bullets: list[Text | Bullet] = Field(min_length=1, max_length=10_000)


class ReplaceText(Op):
    """Replace a text wherever it stands: shapes, tables, groups, SmartArt, chart titles, notes."""

    op: Literal["replace_text"]
    search: Searched = Field(validation_alias=AliasChoices("search", "find"))
    replace: Text
    index: int | None = _slide_or_all()
    match_case: bool = True
    whole_word: bool = False


class SetNotes(Op):
    """Replace the speaker notes."""

    op: Literal["set_notes"]
    index: int = _slide()
    text: Text


class AddTable(Placed):
    """Add a table."""

    op: Literal["add_table"]
    rows: list[list[Text | bool | int | Fraction | None]] = Field(min_length=1, max_length=500)
    header: bool = True


class Series(Params):
    name: Text
    values: list[Whole | Fraction | None] = Field(min_length=1, max_length=10_000)


class AddChart(Placed):
    """Add a chart that can be edited in PowerPoint.

    bar and column are the same: upright bars. doughnut is a pie with a hole.
    """

    op: Literal["add_chart"]
    type: Literal["bar", "column", "line", "pie", "doughnut", "scatter", "area"]
    categories: list[Text | Whole | Fraction] = Field(min_length=1, max_length=10_000)
    series: list[Series] = Field(min_length=1, max_length=255)
    title: Text | None = None

    @model_validator(mode="after")
    def _fits(self) -> AddChart:
        for number, one in enumerate(self.series):
            if len(one.values) != len(self.categories):
                raise ValueError(
                    f"series[{number}].values has {len(one.values)} values for "
                    f"{len(self.categories)} categories"
                )
        if self.type == "scatter" and not all(
            isinstance(one, int | float) for one in self.categories
        ):
            raise ValueError("categories of a scatter chart are the numbers of its x axis")
        return self


class AddImage(Placed):
    """Add a picture; with one of width and height the other follows."""

    op: Literal["add_image"]
    image_path: str = Field(min_length=1)
    alt_text: Text | None = None


class MoveSlide(Op):
    """Move a slide."""

    op: Literal["move_slide"]
    index: int = _slide()
    to: Index


class DuplicateSlide(Op):
    """Add a copy of a slide, behind it unless `to` says where."""

    op: Literal["duplicate_slide"]
    index: int = _slide()
    to: Index | None = None


class DeleteSlide(Op):
    """Delete a slide and what only it holds."""

    op: Literal["delete_slide"]
    index: int = _slide()


class SetLayout(Op):
    """Give a slide another layout of the deck."""

    op: Literal["set_layout"]
    index: int = _slide()
    layout: str


class FormatText(RunKeys, ParagraphKeys, Op):
    """Change how a text, or all text of a shape, looks."""

    op: Literal["format_text"]
    index: int = _slide()
    search: Searched | None = Field(default=None, validation_alias=AliasChoices("search", "find"))
    shape: str | int | None = Field(default=None, description="Name or index of a shape.")

    @model_validator(mode="after")
    def _one(self) -> FormatText:
        if (self.search is None) == (self.shape is None):
            raise ValueError("needs search or shape, one of them")
        return self


class AddHyperlink(Op):
    """Make a text of a slide lead to an address."""

    op: Literal["add_hyperlink"]
    index: int = _slide()
    search: Searched = Field(validation_alias=AliasChoices("search", "find"))
    url: Address


class SetFooter(Op):
    """Show or hide footer text, slide number and date."""

    op: Literal["set_footer"]
    index: int | None = _slide_or_all()
    text: Text | None = Field(default=None, description="The footer's text; empty removes it.")
    slide_number: bool | None = None
    date: Text | bool | None = Field(
        default=None, description="A fixed text, true for the day it is shown, false for none."
    )

    @model_validator(mode="after")
    def _says_something(self) -> SetFooter:
        if self.text is None and self.slide_number is None and self.date is None:
            raise ValueError("needs text, slide_number or date")
        return self


class SetSlideSize(Op):
    """Change the size of all slides; what stands on them moves along."""

    op: Literal["set_slide_size"]
    ratio: Literal["16:9", "4:3"] | None = None
    width: Annotated[float, Field(ge=1, le=56)] | None = None
    height: Annotated[float, Field(ge=1, le=56)] | None = None

    @model_validator(mode="after")
    def _one(self) -> SetSlideSize:
        sized = self.width is not None and self.height is not None
        if (self.ratio is not None) == sized or (self.width is None) != (self.height is None):
            raise ValueError("needs ratio, or width and height")
        return self


PptxOp = Annotated[
    AddSlide
    | SetSlideText
    | AppendBullets
    | ReplaceText
    | SetNotes
    | AddTable
    | AddChart
    | AddImage
    | MoveSlide
    | DuplicateSlide
    | DeleteSlide
    | SetLayout
    | FormatText
    | AddHyperlink
    | SetFooter
    | SetSlideSize,
    Field(discriminator="op"),
    NAMED_BY_KEY,
]


class PptxApplyParams(ApplyParams):
    ops: list[PptxOp] = Field(max_length=10_000)
