"""The columns of a table of matches: who played whom, and how it ended for each of the two."""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.pairs import is_measure
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.halves import SIDES, facing
from keenbench.query.plan import Operator

_SCORES = word_set("goal score point run try result")


@dataclass(frozen=True)
class Matches:
    """`scores` and `teams` are those of the home and of the away side, where a table has them."""

    scores: tuple[ColumnRef, ColumnRef] | None
    teams: tuple[ColumnRef, ColumnRef] | None

    def ended(self, op: Operator) -> Test:
        """Return the condition on how it ended: `=` drawn, `>` won at home, `<` won away."""
        assert self.scores is not None
        home, away = self.scores
        word = {"=": "the same as", "!=": "other than", ">": "above", "<": "below"}[op]
        return Test(column=home, op=op, than=away, said=f"{home} {word} {away}")


def matches_of(s: Sentence) -> Matches:
    """Return the columns of matches that the only table with any has."""
    scores = _likeliest([pair for pair in _facing(s) if _are_scores(s, pair)])
    teams = [pair for pair in _facing(s) if all(s.column(ref).type == "string" for ref in pair)]
    return Matches(scores, teams[0] if len(teams) == 1 else None)


def _facing(s: Sentence) -> list[tuple[ColumnRef, ColumnRef]]:
    """Return the columns that come twice, for the home and for the away side."""
    refs = [ColumnRef(t.name, column.name) for t in s.schema.tables for column in t.columns]
    return facing(refs, SIDES)


def _are_scores(s: Sentence, pair: tuple[ColumnRef, ColumnRef]) -> bool:
    return all(is_measure(s, ref) for ref in pair)


def _likeliest(
    pairs: list[tuple[ColumnRef, ColumnRef]],
) -> tuple[ColumnRef, ColumnRef] | None:
    """Return the pair that tells who won: goals before yellow cards, those of the whole match."""
    named = [p for p in pairs if _SCORES & {stem(word) for word in name_words(p[0].column)}]
    found = sorted(named or pairs, key=lambda p: len(name_words(p[0].column)))
    if len(found) > 1 and len(name_words(found[1][0].column)) == len(
        name_words(found[0][0].column)
    ):
        return None
    return found[0] if found else None
