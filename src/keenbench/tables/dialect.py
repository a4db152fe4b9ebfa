"""How a file writes its records."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Dialect:
    """Delimiter, quote and escape; an empty quote means that quotes are text."""

    delimiter: str
    quote: str = '"'
    # The quote itself where it is doubled, else the character before it; empty where there is none.
    escape: str = '"'

    @property
    def doubles(self) -> bool:
        return bool(self.quote) and self.escape == self.quote
