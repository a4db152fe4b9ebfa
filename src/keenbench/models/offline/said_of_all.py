"""A last sentence that only says that all rows count: count every application, also withdrawn ones.

They all count unless something else is said, so that it is read past: its cells name no rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.words import Token, word_set

_ORDERS = word_set("count include consider")
_ALL = word_set("every all everything each everyone any")
_SAYS_MORE = word_set(
    """
    only not no non never without except excluding exclude but just once different distinct unique
    separately by per for group if where when unless since before after between than over under
    how what which who
    """
)


def without_what_counts(tokens: Sequence[Token]) -> list[Token]:
    """Return a question without such a sentence at its end."""
    for at, token in enumerate(tokens):
        if not at or not token.begins or token.norm not in _ORDERS:
            continue
        rest = tokens[at + 1 :]
        told = {each.norm for each in rest}
        plain = all(each.kind == "word" and not each.begins for each in rest)
        if rest and rest[0].norm in _ALL and plain and not told & _SAYS_MORE:
            return list(tokens[:at])
    return list(tokens)


__all__ = ["without_what_counts"]
