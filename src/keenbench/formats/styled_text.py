"""Text and how it looks, as the operations on OpenDocument texts and presentations write it.

Text is typed and refused when wrong. The value of a style field may be anything here: a bad one is
skipped with a warning when the operation is applied (`Looks` reads them).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, model_validator

from keenbench.formats.applying import OpReport
from keenbench.formats.style_values import colour, number
from keenbench.registry import Params

_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_SCHEMES = ("http", "https", "mailto", "ftp", "tel")
_LONGEST_ADDRESS = 2048
_NO_ADDRESS = re.compile(r"""[ "<>\\^`{|}]|%(?![0-9A-Fa-f]{2})""")
ALIGNMENTS = ("left", "center", "right", "justify")


def _storable(text: str) -> str:
    found = _NO_XML.search(text)
    if found is not None:
        raise ValueError(f"holds the character U+{ord(found[0]):04X}, which no document can store")
    return text


Text = Annotated[str, AfterValidator(_storable)]
Searched = Annotated[Text, Field(min_length=1, max_length=32_768)]


def web_address(value: Any) -> str | None:
    """Return an address that may be linked to, as documents store it, or None where it is none."""
    if not isinstance(value, str) or not value.isprintable():
        return None
    try:
        scheme = urlsplit(value).scheme.lower()
    except ValueError:
        return None
    # Letters of every script may stand in an address; what would end it is written as its number.
    stored = _NO_ADDRESS.sub(lambda found: f"%{ord(found[0]):02X}", value.strip(" "))
    return stored if scheme in _SCHEMES and len(stored) <= _LONGEST_ADDRESS else None


def _address(value: str) -> str:
    found = web_address(value)
    if found is None:
        raise ValueError(
            f"is not an address that begins with {', '.join(_SCHEMES)}, of at most "
            f"{_LONGEST_ADDRESS} characters"
        )
    return found


Address = Annotated[str, AfterValidator(_address)]


def _style(description: str, **schema: Any) -> Any:
    return Field(default=None, description=description, json_schema_extra=schema)


class RunKeys(Params):
    """How text looks; all optional."""

    font_name: Any = _style("Name of the font.", type="string")
    font_size: Any = _style("Points.", type="number")
    bold: Any = _style("", type="boolean")
    italic: Any = _style("", type="boolean")
    underline: Any = _style("", type="boolean")
    strike: Any = _style("", type="boolean")
    font_color: Any = _style("#RRGGBB", type="string")
    link: Any = _style("A web address.", type="string")


class Run(RunKeys):
    """Text of one formatting."""

    text: Text


class ParagraphKeys(Params):
    """How a paragraph looks; all optional."""

    alignment: Any = _style("", enum=list(ALIGNMENTS))
    space_before: Any = _style("Points.", type="number")
    space_after: Any = _style("Points.", type="number")
    line_spacing: Any = _style("A multiple of the line: 1.5.", type="number")
    indent_left: Any = _style("Inches.", type="number")
    indent_right: Any = _style("Inches.", type="number")
    indent_first_line: Any = _style("Inches; negative hangs.", type="number")
    list: Any = _style("", enum=["bullet", "number"])
    level: Any = _style("Of the list, 0 to 8.", type="integer")


class Content(Params):
    """Text, or runs, which win over it."""

    text: Text | None = None
    runs: list[Run] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Content:
        if self.text is None and self.runs is None:
            raise ValueError("needs text or runs")
        return self


class Looks:
    """The style fields of an operation that hold; what does not is in the report."""

    def __init__(self, keys: Params | Mapping[str, Any], report: OpReport) -> None:
        given = keys if isinstance(keys, Mapping) else keys.model_dump()
        self._given = {key: value for key, value in given.items() if value is not None}
        self._report = report

    def skip(self, key: str, why: str) -> None:
        self._report.warn("style_skipped", f"{key} {why}; it was skipped.")

    def text(self, key: str) -> str | None:
        value = self._given.get(key)
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            self.skip(key, "is not a name")
            return None
        return value

    def flag(self, key: str) -> bool | None:
        value = self._given.get(key)
        if value is None or isinstance(value, bool):
            return value
        self.skip(key, "is neither true nor false")
        return None

    def number(self, key: str, least: float, most: float) -> float | None:
        value = self._given.get(key)
        found = None if value is None else number(value, least, most)
        if value is not None and found is None:
            self.skip(key, f"is not a number from {least:g} to {most:g}")
        return found

    def colour(self, key: str) -> str | None:
        value = self._given.get(key)
        found = None if value is None else colour(value)
        if value is not None and found is None:
            self.skip(key, "is not #RRGGBB")
        return found

    def choice(self, key: str, choices: tuple[str, ...]) -> str | None:
        value = self._given.get(key)
        if value is None or value in choices:
            return value
        self.skip(key, f"is none of {', '.join(choices)}")
        return None

    def address(self, key: str) -> str | None:
        value = self._given.get(key)
        found = None if value is None else web_address(value)
        if value is not None and found is None:
            self.skip(key, "is not a web address")
        return found


def search_pattern(search: str, *, match_case: bool, whole_word: bool) -> re.Pattern[str]:
    """Return the pattern of a text to be replaced."""
    words = re.escape(search)
    if whole_word:
        words = rf"(?<!\w){words}(?!\w)"
    return re.compile(words, 0 if match_case else re.IGNORECASE)
