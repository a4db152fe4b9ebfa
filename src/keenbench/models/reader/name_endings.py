"""Words that only end the name of a firm: maintenance is no Apex Maintenance.

Who means a firm says how its name begins; what it ends with says what such firms do.
"""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.values import ValueLink
from keenbench.models.offline.words import name_words, stem, value_words, word_set

_FIRMS = word_set(
    """
    contractor publisher supplier vendor company customer client manufacturer maker brand firm
    agency employer developer distributor carrier operator provider sponsor partner merchant payee
    seller buyer owner studio label bank insurer broker organisation organization account
    """
)


def ends_a_name(item: Item, value: ValueLink) -> bool:
    """Whether a common noun is only how the names of firms in a column go on."""
    token = item.tokens[0]
    if len(item.tokens) > 1 or item.quoted or (token.text[:1].isupper() and item.start):
        return False
    if not _FIRMS & {stem(word) for word in name_words(value.ref.column)}:
        return False
    return all(stem(value_words(cell)[0]) != token.stem for cell in value.values)


__all__ = ["ends_a_name"]
