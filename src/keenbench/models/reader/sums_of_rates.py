"""Percentages are never added up: what 7% of one bill and 19% of another come to is no 26.

A header need not say so: the cells do (`7%`), or all bills share a few small rates of tax.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, worked_of
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.words import word_set
from keenbench.models.reader.parts import Parts
from keenbench.query.plan import read_plan

_TAXES = word_set("vat tax gst")
_MOST_RATES = 5
_ROWS_A_RATE = 3
_HIGHEST_RATE = 30


def refuse_sums_of_rates(parts: Parts) -> None:
    for figure in (*parts.figures, *(having.figure for having in parts.having)):
        if figure.func != "sum" or figure.column is None:
            continue
        added = figure.column.worked is None or figure.column.worked.op in ("+", "-")
        for ref in (worked_of(figure.column) or (figure.column,)) if added else ():
            if "%" in ref.column or _are_taxes(parts, ref) or _are_written_so(parts, ref):
                raise Ask(f"{ref} holds percentages: adding them up says nothing. What is meant?")


def _are_taxes(parts: Parts, ref: ColumnRef) -> bool:
    """Whether many rows share a few small numbers that are called a tax."""
    column, numbers = parts.column(ref), parts.column(ref).numbers
    if not parts.nature(ref).words & _TAXES or column.distinct is None or numbers is None:
        return False
    shared = parts.s.table(ref.table).row_count >= _ROWS_A_RATE * column.distinct
    small = numbers[0] >= 0 and numbers[1] <= _HIGHEST_RATE
    return bool(column.distinct <= _MOST_RATES and shared and small)


def _are_written_so(parts: Parts, ref: ColumnRef) -> bool:
    """Whether a cell of text that is read as a number has the sign."""
    if parts.column(ref).reads is None:
        return False
    plan = {
        "dataset_id": parts.s.schema.dataset_id,
        "table": ref.table,
        "select": [{"column": ref.column}],
        "filters": {"column": ref.column, "op": "endswith", "value": "%"},
        "limit": 1,
    }
    known = parts.s.known
    answer = known.look(read_plan(plan), f"a % in {ref.column}")
    parts.s.wait()
    return answer is not None and bool(answer.rows)


__all__ = ["refuse_sums_of_rates"]
