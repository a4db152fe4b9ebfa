"""Groups of which each is a row of its own: a customer, told by number and name."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.rows import columns_for
from keenbench.models.reader.groups import Groups
from keenbench.models.reader.parts import Part


class RowsAsGroups(Groups):
    def rows_as_keys(self, part: Part) -> None:
        """Group by what is asked about; what points at none of it is none of it."""
        keys = self.keys_for(part)
        self.keys.extend(keys)
        if part.kind == "col" and keys and self.column(keys[0].column).nullable:
            self.test(Test(column=keys[0].column, op="is_not_null", said=""), -1)
        if part.kind == "rows" and keys:
            test = Test(column=keys[0].column, op="is_not_null", said="")
            if self.column(keys[0].column).nullable or part.sense.table != self.base():
                self.test(test, -1)

    def show_rows(self, table: str) -> list[ColumnRef]:
        return columns_for(self.s.schema, table)


__all__ = ["RowsAsGroups"]
