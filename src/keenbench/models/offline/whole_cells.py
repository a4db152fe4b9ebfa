"""Cells that words of a question name as a whole, but for articles and signs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.models.offline.values import Known, ValueLink
from keenbench.models.offline.words import Token, fold

ARTICLES = ("the", "a", "an", "our", "their", "its", "my", "your", "his", "her")


def whole_cells(words: Sequence[str], known: Known) -> list[ValueLink]:
    """Return the cells that words name as a whole: held at the depot, of a cell Held at depot."""
    plain = without_articles(words)
    found = known.links(words)
    if len(plain) < len(words) and not any(link.how == "exact" for link in found):
        found = known.links(plain)
    return [link for link in found if link.how == "exact"]


def without_articles(words: Sequence[str]) -> list[str]:
    """Return words without the articles between them."""
    inner = [word for word in words[1:-1] if word not in ARTICLES]
    return [words[0], *inner, words[-1]] if len(words) > 1 else list(words)


def as_quoted(link: ValueLink, asked: Token) -> ValueLink:
    """Return of cells with the same words those with the same signs too: O- is no O+."""
    same = tuple(cell for cell in link.values if fold(cell.strip()) == asked.norm)
    return replace(link, values=same) if same else link
