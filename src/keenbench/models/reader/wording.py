"""Totals taken from the table that the groups need."""

from __future__ import annotations

from keenbench.models.offline.frame import Ask
from keenbench.models.offline.words import word_set
from keenbench.models.reader.against_averages import AgainstAverages
from keenbench.models.reader.nature import measures
from keenbench.models.reader.parts import GLUE
from keenbench.models.reader.vocabulary import MONEY_NOUNS

_LISTED = word_set("list listed standard catalogue catalog rrp base retail guide")
_SUMS = frozenset(("total", "amount", "revenue", "sale"))
_WHOLES = _SUMS | frozenset(
    ("value", "price", "worth", "net", "gross", "subtotal", "turnover", "income", "paid", "spend")
)
"""Words of what is all of it together: the VAT of an invoice is in none of its payments."""


class Wording(AgainstAverages):
    def take_finer_sums(self) -> None:
        """Where a total stands in two tables, take it from the one that the groups need.

        Revenue is the total of orders and the totals of their lines; by product, only the lines
        can tell.
        """
        self._refuse_list_prices()
        refs = [k.column for k in self.keys] + [r for t, _ in self.tests for r in t.columns()]
        for index, figure in enumerate(self.figures):
            column = figure.column
            if figure.func != "sum" or column is None or column.worked is not None:
                continue
            if all(ref.table in self.s.reach(column.table) for ref in refs):
                continue
            if not self.nature(column).words & _WHOLES:
                continue
            for relation in self.s.schema.relations:
                table = relation.from_table
                if relation.to_table != column.table:
                    continue
                if not all(ref.table in self.s.reach(table) for ref in refs):
                    continue
                lines = [n for n in measures(self.s.schema, table) if n.added and n.words & _SUMS]
                if len(lines) == 1:
                    new = figure.model_copy(update={"column": lines[0].ref, "table": table})
                    self.figures[index] = new
                    self.remarks.append(f"I added up {lines[0].ref} of {table}.")
                    break

    def _refuse_list_prices(self) -> None:
        """`fee income`: what came in is no sum of list prices, where it is told what was paid."""
        if not any(p.norm in MONEY_NOUNS and p.kind in GLUE for p in self.parts):
            return
        for figure in self.figures:
            ref = figure.column
            if figure.func != "sum" or ref is None or not self.nature(ref).words & _LISTED:
                continue
            paid = [
                n.ref for r in self.s.schema.relations if r.to_table == ref.table
                for n in measures(self.s.schema, r.from_table) if n.money and n.added
            ]  # fmt: skip
            if paid:
                raise Ask(f"{ref} is what one costs. Do you mean {paid[0]}?")
