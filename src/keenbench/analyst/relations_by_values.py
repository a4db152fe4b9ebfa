"""Relations that no name tells: what a column holds are the keys of another table.

`flights.origin` holds what `airports.faa` does, `matches.home_team` what `teams.name` does. One
query for all of a dataset's tables, once for each version, says of each column that might point
at a key how many of its different values are such keys. Names go first: tables that they join are
not looked at. Which pairs are likely enough to ask about is settled by `likely_pairs`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from sqlglot import exp

from keenbench.analyst.key_names import family, is_called_a_key
from keenbench.analyst.likely_pairs import FEWEST, HELD, LikelyPairs, Pair, reads_as_pointing
from keenbench.analyst.relations import Warn, unheard
from keenbench.analyst.worker_calls import PASSING
from keenbench.errors import KeenBenchError
from keenbench.query.dataset_schema import Relation, TableSchema

log = logging.getLogger(__name__)

Ask = Callable[[str, int], list[list[Any]]]
"""Runs SQL over all tables and returns that many of its rows."""

_MOST_PAIRS = 40
_FEWEST_APART = 8
"""Fewer different values fit by chance where no word is shared: low, medium and high, or months."""
_DENSE = 0.3
_LARGE = 100


def fill_in(
    tables: Sequence[TableSchema], related: Sequence[Relation], ask: Ask, warn: Warn = unheard
) -> tuple[Relation, ...]:
    """Return the relations with those that only values tell, between tables that none joins."""
    candidates = LikelyPairs(tables, related)
    pairs = list(islice(candidates, _MOST_PAIRS))
    if candidates.cut_short:
        warn(
            "There are too many columns to compare what all of them hold; "
            "only the likeliest to belong together are compared."
        )
    if not pairs:
        return tuple(related)
    sql = " UNION ALL ".join(_held(number, pair) for number, pair in enumerate(pairs))
    try:
        rows = ask(sql, len(pairs))
    except PASSING:
        raise
    except KeenBenchError as error:
        # What names tell is known all the same.
        log.warning("values could not be compared", extra={"reason": error.error_code})
        return tuple(related)
    held = {int(row[0]): share for row in rows if (share := _share(pairs[int(row[0])], row[1:]))}
    best: dict[tuple[str, str], tuple[float, int]] = {}
    for number, share in sorted(held.items()):
        pair = pairs[number]
        end = (pair.many.name, pair.column.name)
        if end not in best or share > best[end][0]:
            best[end] = (share, number)
    found = [pairs[number] for _, number in best.values()]
    return (*related, *(pair.relation for pair in found if not _turned(pair, found)))


def _turned(pair: Pair, found: list[Pair]) -> bool:
    """Whether two tables point at each other and the other way goes to the shorter one."""
    back = [p for p in found if (p.many, p.one) == (pair.one, pair.many)]
    if not back:
        return False
    return (pair.one.row_count, pair.one.name) > (pair.many.row_count, pair.many.name)


def _held(number: int, pair: Pair) -> str:
    """Return the query for how many different values there are, and how many of them are keys."""
    column, key = _quoted(pair.column.name), _quoted(pair.key.name)
    many, one = _quoted(pair.many.name), _quoted(pair.one.name)
    again = f"(SELECT count({key}) - count(DISTINCT {key}) FROM {one})"
    if family(pair.column) == "string":
        least, span = "min(length(m.v))", "0"
        digits = "count(*) FILTER (WHERE regexp_full_match(m.v, '[0-9]+'))"
    else:
        least, digits = "min(m.v)", "count(*)"
        span = f"(SELECT max({key})::DOUBLE - min({key})::DOUBLE + 1 FROM {one})"
    return (
        f"SELECT {number} AS n, count(*) AS said, count(k.v) AS held, {again} AS again, "
        f"{least} AS least, {digits} AS digits, {span} AS span "
        f"FROM (SELECT DISTINCT {column} AS v FROM {many} WHERE {column} IS NOT NULL) AS m "
        f"LEFT JOIN (SELECT DISTINCT {key} AS v FROM {one}) AS k ON m.v = k.v"
    )


def _share(pair: Pair, row: Sequence[Any]) -> float:
    """Return how many of the values are keys; 0 where too few, or where anything would fit."""
    said, held, again, least, digits, span = (int(cell or 0) for cell in row)
    if again or said < FEWEST or held < HELD * said:
        return 0.0
    if family(pair.column) == "string":
        few = said < _FEWEST_APART and not is_called_a_key(pair.key.name)
        chance = least < 2 or digits == said or few
    else:
        chance = least < _LARGE or (pair.key.distinct or 0) > _DENSE * span
        chance = chance and not (least >= _LARGE and reads_as_pointing(pair.column))
    return 0.0 if chance and not pair.near else held / said


def _quoted(name: str) -> str:
    return exp.to_identifier(name, quoted=True).sql(dialect="duckdb")
