"""The names, texts, numbers and values that a plan may hold."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import AfterValidator, Field

_MOST_CHARACTERS = 10_000


def _is_text(value: str) -> str:
    if "\x00" in value:
        raise ValueError("a text holds no NUL")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("half of a surrogate pair is no character") from None
    return value


def _is_finite(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("a number is finite")
    return value


Text = Annotated[str, Field(max_length=_MOST_CHARACTERS), AfterValidator(_is_text)]
Name = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_is_text)]
Number = Annotated[float, AfterValidator(_is_finite)]
Scalar = bool | Annotated[int, Field(ge=-(10**38), le=10**38)] | Number | Text
