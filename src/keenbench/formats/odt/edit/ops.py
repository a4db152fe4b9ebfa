"""The operations on OpenDocument texts, as callers write them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field

from keenbench.formats.applying import NAMED_BY_KEY, ApplyParams, Op
from keenbench.formats.styled_text import Content, ParagraphKeys, Searched, Text


class OdtParagraph(Content, ParagraphKeys):
    """One paragraph."""

    style: Any = Field(default=None, description="Name of a paragraph style of the document.")


class SetParagraphs(Op):
    """Replace the body; page settings, headers, footers and styles stay."""

    op: Literal["set_paragraphs"]
    paragraphs: list[OdtParagraph] = Field(max_length=100_000)


class AppendParagraph(OdtParagraph, Op):
    """Add a paragraph at the end."""

    op: Literal["append_paragraph"]


class ReplaceText(Op):
    """Replace a text wherever it stands, across the borders of formatting."""

    op: Literal["replace_text"]
    search: Searched = Field(validation_alias=AliasChoices("search", "find"))
    replace: Text
    match_case: bool = True
    whole_word: bool = False


OdtOp = Annotated[
    SetParagraphs | AppendParagraph | ReplaceText, Field(discriminator="op"), NAMED_BY_KEY
]


class OdtApplyParams(ApplyParams):
    ops: list[OdtOp] = Field(max_length=10_000)
