"""How a file writes its records."""

from __future__ import annotations

from dataclasses import dataclass

# Stands in no text, so it cuts nothing: the delimiter of a file that is one column.
NO_DELIMITER = "\uffff"


@dataclass(frozen=True)
class Dialect:
    """Delimiter, quote and escape; an empty quote means that quotes are text."""

    delimiter: str
    quote: str = '"'
    # The quote itself where it is doubled, else the character before it; empty where there is none.
    escape: str = '"'

    @property
    def is_one_column(self) -> bool:
        return self.delimiter == NO_DELIMITER

    @property
    def doubles(self) -> bool:
        return bool(self.quote) and self.escape == self.quote
