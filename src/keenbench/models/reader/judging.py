"""Which way the worst and the best of a figure lie: what it is of says whether more is better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from keenbench.models.offline.frame import Figure
from keenbench.models.offline.quantities import BAD, BAD_CELLS, GOOD
from keenbench.models.offline.words import name_words, root, value_words, word_set

_BAD = frozenset(
    root(word)
    for word in BAD
    | BAD_CELLS
    | word_set(
        """
        missed miss cancelled canceled cancellation rejected rejection failed fail failing overdue
        contamination contam noshow absent absentee churned breach breached unpaid refund refunded
        leak sick sickness fault faulty broken damaged defective dropout withdrawn withdrawal lapsed
        complaint complained escalated escalation abandoned wasted spoiled spoilt expired illness
        shortage stockout outage crash spam fraud theft stolen lost lose unanswered unresolved
        infected dead died death delayed unsafe violation infringement declined refused
        """
    )
)
_GOOD = frozenset(
    root(word)
    for word in GOOD
    | word_set(
        """
        pass passed won win success successful completed completion approved approval accepted
        attended attendance converted conversion resolved recovered satisfied renewed renewal
        retained retention rehomed adopted adoption recycled
        """
    )
)


_NO_JUDGEMENT = frozenset(("critic", "critics"))
"""Who judges is not critical: a critic score is good."""


def goodness(words: Iterable[str]) -> int:
    """Return 1 where more of what is so called is better, -1 where it is worse, else 0."""
    roots = {root(word) for word in words if word not in _NO_JUDGEMENT}
    return -1 if roots & _BAD else 1 if roots & _GOOD else 0


def words_of_part(figure: Figure) -> Iterator[str]:
    """Return the words of what a share counts: cancelled, of the share of cancelled trips."""
    for test in figure.where:
        if isinstance(test.value, str):
            yield from value_words(test.value)
        for ref in test.columns():
            if not isinstance(test.value, str):
                yield from name_words(ref.column)


__all__ = ["goodness", "words_of_part"]
