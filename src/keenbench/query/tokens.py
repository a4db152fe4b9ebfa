"""The tokens that SQL text is made of, as `lexer` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Kind(Enum):
    WORD = auto()
    QUOTED = auto()
    STRING = auto()
    NUMBER = auto()
    MARK = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `value` is the name or the string itself, without quotes; marks are one each."""

    kind: Kind
    value: str

    @property
    def is_name(self) -> bool:
        return self.kind is Kind.WORD or self.kind is Kind.QUOTED
