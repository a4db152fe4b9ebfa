"""What was counted as a part of a whole: what percentage is that, as a share of all of them."""

from __future__ import annotations

from keenbench.models.offline.frame import Ask, Figure, Key, Test
from keenbench.models.reader.merging import as_share
from keenbench.models.reader.relisting import Relisting

_SHARE_OF = ("what", "which", "how")
_IS_THAT = frozenset(
    (verb, word)
    for verb in ("is", "was", "are", "were", "does", "do", "did", "would")
    for word in ("that", "this", "it", "those", "these", "they")
)
_OWN = frozenset(("each", "every", "own", "their", "its", "respective"))
"""What says that the whole of each group is its own."""


class SharesAfter(Relisting):
    def _share_of_rows(self) -> bool:
        """`what percentage of those were late?`: a new share, of the rows before."""
        cues = self.open("share")
        if not cues or (self.was is not None and self.was.share):
            return False
        first = self.words[0] if self.words[0] not in ("and", "so", "but") else self.words[1]
        asked = first in _SHARE_OF or "their" in self.words
        return asked and any(not t.period for t, _ in self.tests)

    def _is_the_part(self) -> bool:
        """`what percentage is that of all bookings?`: what was asked before is the part.

        `as a percentage of all delivered orders` tells the whole, in which the rest is a part.
        """
        cues = self.open("share")
        if not cues or (self.was is not None and self.was.share) or self.previous.keys:
            return False
        pairs = set(zip(self.words, self.words[1:], strict=False))
        whole = [t for t, _ in self.tests]
        part = [t for t in self.previous.tests if t.said and not t.period and t not in whole]
        told = "of" in self.words and bool(whole) and bool(part)
        return bool(pairs & _IS_THAT) or (told and bool({"as", "make"} & set(self.words)))

    def _of_their_own(self, keys: list[Key]) -> bool:
        """`make that a percentage of each airline's flights`: of all that this group has."""
        cues = self.open("share")
        behind = [word for p in self.parts[cues[0].at + 1 :] for word in p.norm.split()]
        own = bool(set(behind) & _OWN) and behind[:1] != ["by"]
        same = [key.column for key in keys] == [key.column for key in self.previous.keys]
        return own and same and bool(keys)

    def _part_of(
        self, figures: list[Figure], tests: list[Test], added: list[Test]
    ) -> tuple[list[Figure], list[Test]]:
        """Return the figure before as a share of all, or of those that the message tells."""
        if not figures:
            table = self.previous.subject
            figures = [Figure(func="count", table=table)]
        dated = {ref for t in added if t.period for ref in t.columns()}
        part = [t for t in tests if t not in added and t.said
                and not (t.period and dated & set(t.columns()))]  # fmt: skip
        self.use(*self.open("share"), *(p for p in self.open("agg") if p.value == "sum"))
        told = [p for p in self.parts if p.kind == "rows" and not p.used]
        self.use(*told)
        periods = [t for t in part if t.period]
        if not added and any(not t.period for t in part) and not self._of_everything():
            part = [t for t in part if not t.period]
            added = periods
        if not part or len(figures) > 1 or figures[0].func not in ("count", "sum"):
            raise Ask("A share of what? Please name the whole question.")
        figure = figures[0].model_copy(update={"share": "of_rows", "where": tuple(part)})
        return [figure], [*added, *(t for t in tests if not t.said)]

    def _of_everything(self) -> bool:
        return "all" in self.words or "total" in self.words or "overall" in self.words

    def _percent(
        self, figures: list[Figure], tests: list[Test], keys: list[Key]
    ) -> tuple[list[Figure], list[Test]]:
        cues = self.open("share")
        grouped = bool(keys) and not self._of_their_own(keys)
        self.use(*cues, *(p for p in self.open("agg") if p.value == "sum"))
        if not figures:
            raise Ask("A share of what in what? For example “what share of orders is cancelled”.")
        share, rest = as_share(figures, tests, grouped=grouped, of_all=self._of_everything())
        return [share], rest
