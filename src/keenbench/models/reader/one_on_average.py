"""One of many, taken for each of them: how many items does an order have on average?"""

from __future__ import annotations

from keenbench.models.reader.parts import Part, Parts


def is_one_on_average(parts: Parts, one: Part) -> bool:
    """Whether so many are asked for each of what stands there as one: an order, the average order.

    Others must belong to it: the lines of an order, the orders of a customer, or the rows that
    have the same cell.
    """
    if one.used or one.plural or not one.at or one.kind not in ("rows", "col"):
        return False
    means = [p for p in parts.open("agg") if p.value == "avg"]
    counts = [p for p in parts.open("agg") if p.value == "count"]
    before = parts.parts[one.at - 1]
    if not means or not counts or one.at < counts[0].at:
        return False
    if before.norm not in ("a", "an") and before not in means:
        return False
    others = {p.sense.table for p in parts.parts if p is not one and p.kind in ("rows", "col")}
    if one.kind == "rows":
        schema = parts.s.schema
        return any(r.to_table == one.sense.table and r.from_table in others
                   for r in schema.relations)  # fmt: skip
    ref = one.sense.ref
    told = ref is not None and parts.nature(ref).kind in ("text", "key")
    return told and ref is not None and not parts.nature(ref).unique and ref.table in others


def was_one_on_average(parts: Parts) -> bool:
    """Whether what groups are told by was said as one: in an order."""
    keys = {key.column.table for key in parts.keys}
    return any(
        p.used and not p.plural and p.kind in ("rows", "col") and p.sense.table in keys
        and p.at > 0 and parts.norm(p.at - 1) in ("a", "an") for p in parts.parts
    )  # fmt: skip


__all__ = ["is_one_on_average", "was_one_on_average"]
