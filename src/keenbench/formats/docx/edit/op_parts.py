"""What the operations on Word documents are made of: text, looks and places, as callers write them.

What a caller must get right is typed and refused when wrong. The value of a style field may be
anything here: a bad one is skipped with a warning when the operation is applied.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from keenbench.formats import styled_text
from keenbench.formats.applying import Op
from keenbench.registry import Params

Index = Annotated[int, Field(ge=0)]
_MOST_TEXT = 1_000_000


def _short_enough(text: str) -> str:
    if len(text) > _MOST_TEXT:
        raise ValueError(
            f"holds {len(text):,} characters, and one text may hold {_MOST_TEXT:,}; make several "
            "paragraphs of it"
        )
    return text


Text = Annotated[styled_text.Text, AfterValidator(_short_enough)]


def style_key(description: str, **schema: Any) -> Any:
    return Field(default=None, description=description, json_schema_extra=schema)


class RunKeys(styled_text.RunKeys):
    """How text looks; all optional."""

    highlight_color: Any = style_key("#RRGGBB, or the name of one of Word's.", type="string")
    link: Any = style_key("A web address, or #bookmark.", type="string")


class Run(RunKeys):
    """Text of one formatting."""

    text: Text


class StyleKeys(styled_text.ParagraphKeys):
    """How paragraphs of a style look; all optional."""

    alignment: Any = style_key("", enum=["left", "center", "right", "justify", "distributed"])


class ParagraphKeys(StyleKeys):
    """How a paragraph looks; all optional."""

    style: Any = style_key("Name or id of a paragraph style of the document.", type="string")


class Content(Params):
    """Text, or runs, which win over it."""

    text: Text | None = None
    runs: list[Run] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Content:
        if self.text is None and self.runs is None:
            raise ValueError("needs text or runs")
        return self


class Paragraph(Content, ParagraphKeys):
    """One paragraph."""


class Anchor(Params):
    """A paragraph of the body: by index, by the heading it is, or by a text only it holds."""

    index: Index | None = None
    heading: str | None = None
    text: Annotated[str, Field(min_length=1)] | None = None
    expect_text: str | None = Field(
        default=None, description="With index: refuse where the paragraph does not read so."
    )

    @model_validator(mode="after")
    def _one(self) -> Anchor:
        if sum(value is not None for value in (self.index, self.heading, self.text)) != 1:
            raise ValueError("needs one of index, heading and text")
        if self.expect_text is not None and self.index is None:
            raise ValueError("takes expect_text only with index")
        return self


class Placed(Op):
    """An operation that puts something after or before a paragraph."""

    after: Anchor | None = None
    before: Anchor | None = None

    @model_validator(mode="after")
    def _not_both(self) -> Placed:
        if self.after is not None and self.before is not None:
            raise ValueError("takes after or before, not both")
        return self
