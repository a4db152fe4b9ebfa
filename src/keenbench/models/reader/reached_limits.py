"""Goals that were reached or missed: what was done is held against what was planned.

Nothing in such a question says what reached them: it is what rows of another table come to, or the
one column of the same row that tells what was done. Where there is neither, nobody knows.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.against_averages import AgainstAverages
from keenbench.models.reader.limits import spending_pair
from keenbench.models.reader.nature import measures
from keenbench.models.reader.parts import GLUE, Part, Threshold
from keenbench.query.plan import Operator

_REACHED = word_set(
    "reach reached reaches meet met meets hit hits achieve achieved achieves attain attained "
    "fulfil fulfilled beat made"
)
_MISSED = word_set("miss missed misses missing")
_PLANNED = frozenset(map(stem, word_set("goal target quota plan planned objective")))
_NEAR = 4


def read_reached_limits(parts: AgainstAverages) -> None:
    """Read `reached their goal`, `missed its target`, `did not meet their quota`."""
    for cue in parts.parts:
        missed = cue.norm in _MISSED and (cue.kind in GLUE or cue.tag == "null")
        if cue.used or not (missed or (cue.norm in _REACHED and cue.kind in GLUE)):
            continue
        limit = _limit_after(parts, cue)
        if limit is None or limit.sense.ref is None:
            continue
        nots = [p for p in parts.open("not", "null") if 0 < cue.at - p.at <= _NEAR]
        parts.use(cue, limit, *nots)
        _hold(parts, cue, limit.sense.ref, "<" if missed != bool(nots) else ">=")
        return


def _limit_after(parts: AgainstAverages, cue: Part) -> Part | None:
    for part in parts.parts[cue.at + 1 : cue.at + 1 + _NEAR]:
        if part.kind in GLUE:
            continue
        ref = part.sense.ref
        if ref is None or part.used or not parts.is_measure(part):
            return None
        return part if _PLANNED & {stem(word) for word in name_words(ref.column)} else None
    return None


def _hold(parts: AgainstAverages, cue: Part, limit: ColumnRef, op: Operator) -> None:
    pair = spending_pair(parts.s.schema, limit.table)
    if pair is not None and pair[1] == limit:
        said = f"{pair[0]} {'at least' if op == '>=' else 'less than'} {limit}"
        parts.test(Test(column=pair[0], op=op, than=limit, said=said), cue.at)
        return
    pointing = [r.from_table for r in parts.s.schema.relations if r.to_table == limit.table]
    found = {t: [n.ref for n in measures(parts.s.schema, t) if n.added] for t in pointing}
    sums = [refs for refs in found.values() if refs]
    if len(sums) != 1 or len(sums[0]) != 1:
        raise Ask(f"What should be held against {limit}?", cue.item.text)
    told = f"I held the sum of {sums[0][0]} against {limit}."
    parts.guess(0.05, told)
    if op == "<" and _some_have_none(parts, limit.table, sums[0][0].table):
        raise Ask(
            f"Some {limit.table} have no {sums[0][0].table} at all, and I cannot show them beside "
            f"the others. Do you mean those with {sums[0][0].column} of less than {limit.column}?"
        )
    bound = Threshold(cue.at, op, 1, ref=sums[0][0], total=True)
    bound.than = limit
    parts.thresholds.append(bound)


def _some_have_none(parts: AgainstAverages, owner: str, table: str) -> bool:
    """Whether fewer of the groups are pointed at than there are, as far as the schema knows."""
    keys = [
        r.from_column
        for r in parts.s.schema.relations
        if r.from_table == table and r.to_table == owner
    ]
    told = [parts.column(ColumnRef(table, key)).distinct for key in keys]
    return any(each is not None and each < parts.s.table(owner).row_count for each in told)


__all__ = ["read_reached_limits"]
