"""Groups whose rows come to more, or less, than a column of their own: over budget, oversold.

`projects that spent more than their budget`, `events with more registrations than seats`: what is
added up or counted is in a table that points at the groups, and the limit is in theirs.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.words import word_set
from keenbench.models.reader.against_averages import AgainstAverages
from keenbench.models.reader.factors import factor_between
from keenbench.models.reader.nature import measures
from keenbench.models.reader.parts import GLUE, Part, Threshold
from keenbench.models.reader.reached_limits import read_reached_limits
from keenbench.query.plan import Operator

_WAYS: dict[str, Operator] = {
    ">": ">", ">=": ">=", "<": "<", "<=": "<=", "desc": ">", "asc": "<",
}  # fmt: skip
_EXCEEDED = word_set("exceed exceeds exceeded exceeding surpass surpassed topped outgrew")
_OWN = word_set("their its his her own the")
_ON = ("on", "for", "in")
_TOTAL = ("total", "combined", "overall", "summed")
_REACH = 9


def read_own_limits(parts: AgainstAverages) -> None:
    read_reached_limits(parts)
    for cue in parts.parts:
        op = _way(cue)
        if op is None or cue.used:
            continue
        limit = _limit_after(parts, cue)
        if limit is None or limit.sense.ref is None:
            continue
        owner = _owner(parts, limit)
        if owner is None:
            continue
        bound = _held(parts, cue, limit, owner)
        if bound is None:
            continue
        times, said = factor_between(parts, cue.at, limit.at)
        parts.use(cue, limit, *said)
        parts.use(*(p for p in parts.parts[cue.at : limit.at] if p.norm == "than"))
        bound.op, bound.value, bound.than = op, times, limit.sense.ref
        parts.thresholds.append(bound)
        return


def _way(cue: Part) -> Operator | None:
    if cue.tag in ("cmp", "versus"):
        return _WAYS.get(cue.value)
    return ">" if cue.norm in _EXCEEDED and cue.kind in GLUE else None


def _limit_after(parts: AgainstAverages, cue: Part) -> Part | None:
    """Return the column of numbers that something is more or less than."""
    more = cue.tag == "versus" or cue.norm in ("more", "less", "fewer")
    than = cue.at
    if more and not cue.norm.endswith("than"):
        found = [p.at for p in parts.parts[cue.at : cue.at + _REACH] if p.norm == "than"]
        if not found:
            return None
        than = found[0]
    for part in parts.parts[than + 1 : than + _REACH]:
        if part.kind in GLUE or part.tag in ("light", "filler") or part.norm in _OWN:
            continue
        if part.kind == "num" and factor_between(parts, than, part.at + 1)[1]:
            continue
        return part if parts.is_measure(part) and not part.used else None
    return None


def _owner(parts: AgainstAverages, limit: Part) -> str | None:
    """Return the table of the groups, where they are named before and have the limit."""
    ref = limit.sense.ref
    if ref is None or ref.worked is not None:
        return None
    named = any(
        p.sense.table == ref.table and parts.is_entity(p)
        and (p.kind == "rows" or (p.sense.ref is not None and parts.nature(p.sense.ref).unique))
        for p in parts.parts[: limit.at]
    )  # fmt: skip
    return ref.table if named else None


def _held(parts: AgainstAverages, cue: Part, limit: Part, owner: str) -> Threshold | None:
    """Return what is held against the limit, of a table that points at the groups."""
    pointing = {r.from_table for r in parts.s.schema.relations if r.to_table == owner}
    if not pointing:
        return None
    between = parts.parts[cue.at + 1 : limit.at]
    before = list(reversed(parts.parts[max(0, cue.at - _REACH) : cue.at]))
    behind = parts.parts[limit.at + 1 : limit.at + _REACH]
    on = next((p.at for p in behind if p.norm in _ON), None)
    if any(parts.is_measure(p) and p.sense.table == owner for p in [*between, *before]):
        return None  # one column of a row against another
    places = [*between, *before, *(p for p in behind if on is not None and p.at > on)]
    for part in places:
        if part.used or part.sense.table not in pointing:
            continue
        if parts.is_measure(part):
            if any(link.table in pointing - {part.sense.table} for link in part.item.tables):
                parts.guess(0.3)  # the stock, of a table of stock rather than of deliveries
            _use_total(parts, part, cue)
            parts.use(part)
            return Threshold(cue.at, ">", 1, ref=part.sense.ref, total=True)
        if part.kind == "rows" and part in before and parts.norm(part.at - 1) in _TOTAL:
            own = [n.ref for n in measures(parts.s.schema, part.sense.table) if n.added]
            if len(own) == 1:
                _use_total(parts, part, cue)
                parts.use(part)
                return Threshold(cue.at, ">", 1, ref=own[0], total=True)
        if part.kind == "rows" and part in between:
            parts.use(part)
            return Threshold(cue.at, ">", 1, counted=part.sense.table)
    paying = [p for p in [*before, *between] if parts._is_paying(p)]
    if not paying or not _says_own(parts, limit):
        return None
    _use_total(parts, cue, cue)
    ref = _money_of(parts, sorted(pointing))
    return Threshold(cue.at, ">", 1, ref=ref, total=True) if ref is not None else None


def _money_of(parts: AgainstAverages, tables: list[str]) -> ColumnRef | None:
    ref = parts.unnamed_money(tables)
    return ref if ref is not None and ref.table in tables else None


def _says_own(parts: AgainstAverages, limit: Part) -> bool:
    return any(p.norm in _OWN for p in parts.parts[max(0, limit.at - 2) : limit.at])


def _use_total(parts: AgainstAverages, part: Part, cue: Part) -> None:
    """`a total stock below`, `paid more in total than`: that it is added up is read by that."""
    near = [p for p in parts.open("agg") if abs(p.at - part.at) <= 3 or abs(p.at - cue.at) <= 3]
    parts.use(*(p for p in near if p.value == "sum"))


__all__ = ["read_own_limits"]
