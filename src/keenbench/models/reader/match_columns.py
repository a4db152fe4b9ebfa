"""The columns of a table of matches: who played whom, and how it ended for each of the two."""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.pairs import is_measure
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.plan import Operator

_SIDES = (("home", "away"), ("home", "visitor"), ("home", "visiting"), ("home", "guest"))
_SCORES = word_set("goal score point run try result")
_RESULTS = word_set("result outcome ftr winner")
_RESULT_CELLS = (("h", "d", "a"), ("home", "draw", "away"), ("home win", "draw", "away win"))


@dataclass(frozen=True)
class Matches:
    """`scores` and `teams` are those of the home and of the away side, where a table has them."""

    scores: tuple[ColumnRef, ColumnRef] | None
    teams: tuple[ColumnRef, ColumnRef] | None
    result: tuple[ColumnRef, tuple[str, str, str]] | None
    """The column of the result with its cells for a home win, a draw and an away win."""

    @property
    def tells_outcomes(self) -> bool:
        return self.scores is not None or self.result is not None

    def ended(self, op: Operator) -> Test:
        """Return the condition on how it ended: `=` drawn, `>` won at home, `<` won away."""
        if self.scores is not None:
            home, away = self.scores
            word = {"=": "the same as", "!=": "other than", ">": "above", "<": "below"}[op]
            return Test(column=home, op=op, than=away, said=f"{home} {word} {away}")
        assert self.result is not None
        ref, (home_win, draw, away_win) = self.result
        cell = {"=": draw, "!=": draw, ">": home_win, "<": away_win}[op]
        turned = op == "!="
        said = f"{ref} {'not ' if turned else ''}“{cell}”"
        return Test(column=ref, op="!=" if turned else "=", value=cell, said=said)


def matches_of(s: Sentence) -> Matches:
    """Return the columns of matches that the only table with any has."""
    scores = _likeliest([pair for pair in _facing(s) if _are_scores(s, pair)])
    teams = [pair for pair in _facing(s) if all(s.column(ref).type == "string" for ref in pair)]
    result = None if scores is not None else _result(s)
    return Matches(scores, teams[0] if len(teams) == 1 else None, result)


def _facing(s: Sentence) -> list[tuple[ColumnRef, ColumnRef]]:
    """Return the columns that come twice, for the home and for the away side."""
    found = []
    for table in s.schema.tables:
        held = {
            tuple(map(stem, name_words(column.name))): ColumnRef(table.name, column.name)
            for column in table.columns
        }
        for one, other in _SIDES:
            for words, ref in held.items():
                pair = held.get(tuple(other if word == one else word for word in words))
                if one in words and pair is not None:
                    found.append((ref, pair))
    return found


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


def _result(s: Sentence) -> tuple[ColumnRef, tuple[str, str, str]] | None:
    for table in s.schema.tables:
        for column in table.columns:
            if column.type != "string" or column.distinct not in (2, 3):
                continue
            if not _RESULTS & set(name_words(column.name)):
                continue
            ref = ColumnRef(table.name, column.name)
            cells = {cell.casefold().strip(): cell for cell in s.known.few_of(ref, column) or ()}
            s.wait()
            for home, draw, away in _RESULT_CELLS:
                if cells and set(cells) <= {home, draw, away}:
                    return ref, (cells.get(home, ""), cells.get(draw, ""), cells.get(away, ""))
    return None
