"""Rows that sum up the others, which sheets have at their end: they are no rows of their own."""

from __future__ import annotations

from itertools import islice

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.rows import row_names
from keenbench.models.offline.total_rows import totals_in
from keenbench.models.reader.alternatives import Alternatives

_SHEET = 300
"""Up to so many rows, a table may be a sheet with a row of totals."""


class SummingRows(Alternatives):
    def leave_out_totals(self) -> None:
        """Leave a row called Total out of figures, rankings and bounds."""
        s = self.s
        if len(s.schema.tables) > 1:
            return
        table = s.schema.tables[0]
        if table.row_count > _SHEET:
            return
        sized = any(test.op in (">", "<", ">=", "<=") for test, _ in self.tests)
        if not (self.figures or self.order or sized):
            return
        tested = {ref for test, _ in self.tests for ref in test.columns()}
        named = row_names(s.schema, table.name)
        texts = (c.name for c in table.columns if c.type == "string")
        first = [ColumnRef(table.name, name) for name in islice(texts, 1)]
        for ref in dict.fromkeys((*named, *first)):
            if self.column(ref).type != "string" or ref in tested:
                continue
            totals = totals_in(s.known, ref)
            s.wait()
            if totals:
                self.remarks.append(
                    f"The row “{totals[0]}” of {ref} sums up the others and is left out."
                )
                self.test(Test(column=ref, op="not_in", value=tuple(totals), said=""), -1)
