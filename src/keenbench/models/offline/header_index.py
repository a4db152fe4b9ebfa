"""Which headers of a dataset some words may name at all, found without holding them to each.

A table of 4,000 columns has 32,000 ways to call one, and a question of ten words has fifty spans.
What `match_words` would say of a header that is not found here is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from keenbench.models.offline.abbreviations import cut_to_letters
from keenbench.models.offline.codes import value_forms
from keenbench.models.offline.headers import run_together, word_score

Header = tuple[str, ...]


class HeaderIndex:
    """Headers by their words, by what they are without gaps, and by their first letters."""

    def __init__(self, headers: Sequence[Header]) -> None:
        self._by_word: dict[str, set[int]] = {}
        self._together: dict[str, set[int]] = {}
        self._letters: dict[str, set[int]] = {}
        self._coded: set[int] = set()
        self._near: dict[str, set[int]] = {}
        for at, header in enumerate(headers):
            for word in header:
                self._by_word.setdefault(word, set()).add(at)
            for text in run_together(header):
                self._together.setdefault(text, set()).add(at)
            for letters in _short(header) if len(header) == 1 else cut_to_letters(header):
                self._letters.setdefault(letters, set()).add(at)
            if any(" " in form for word in header for form in value_forms(word)):
                self._coded.add(at)  # NA, of North American: one word for several that are asked

    def may_be(self, asked: Header) -> list[int]:
        """Return where the headers stand that the words may name, in their order."""
        words = [piece for word in asked for piece in word.split("&")]
        found = set(self._coded)
        for text in run_together(tuple(words)):
            found |= self._together.get(text, set())
        for letters in _short(words) if len(words) == 1 else cut_to_letters(words):
            found |= self._letters.get(letters, set())
        return sorted(found | self._with_all(words))

    def _with_all(self, words: Iterable[str]) -> set[int]:
        """Return the headers that have a word for each of these."""
        found: set[int] | None = None
        for word in words:
            near = self._with(word)
            found = near if found is None else found & near
            if not found:
                break
        return found or set()

    def _with(self, word: str) -> set[int]:
        known = self._near.get(word)
        if known is None:
            named = (at for header, at in self._by_word.items() if word_score(word, header))
            known = self._near[word] = set().union(*named)
        return known


def _short(words: Sequence[str]) -> tuple[str, str]:
    """Return a word that may be first letters, also as one of several: PIs."""
    return words[0], words[0].removesuffix("s")
