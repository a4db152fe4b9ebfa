"""What makes a reading doubtful although every word was placed, and what is then asked or done."""

from __future__ import annotations

from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.planning import columns_for
from keenbench.models.offline.row_nouns import is_plural
from keenbench.models.offline.rows import row_names
from keenbench.models.offline.sentence import Placed, listed
from keenbench.models.offline.subject import Subject

_SHEET = 300
"""Up to so many rows, a table may be a sheet with a row of totals."""


class Doubting(Subject):
    count_groups = False

    def _refuse_the_obvious(self) -> None:
        """`how many hoses came in`: a row of that name is one row; that was hardly asked."""
        s = self.s
        if s.keys or s.having or len(s.figures) != 1 or s.figures[0].func != "count":
            return
        table = s.figures[0].table
        for placed in s.tests:
            ref = placed.test.column
            if ref is None or ref.table != table or placed.test.op != "=":
                continue
            column = s.column(ref)
            names_rows = column.type == "string" and ref in columns_for(s.schema, table)
            if names_rows and column.distinct == s.table(table).row_count:
                raise Ask(
                    f"{ref} {placed.test.value} is a single row of {table}. What of it should I "
                    "count or add up?",
                    str(placed.test.value),
                )

    def _rows_of_values(self, subject: str) -> None:
        """`3 room flats in Nord`: what values alone tell of are rows, which are listed."""
        s = self.s
        if s.figures or s.shown or s.keys or self.asked or self.count_groups or s.order:
            return
        if not any(not p.test.period and p.test.op in ("=", "in") for p in s.tests):
            return
        told = [i for i in s.items if not i.is_filler and i.tag != "list"]
        if told and told[0].meaning is not None and told[0].meaning.value == "which":
            # "which laptops cost over 1500" are rows, too
            tests = {p.at for p in s.tests}
            told = [i for i in told[1:2] if s.items.index(i) in tests and is_plural(i)]
        if told and (told[0].values or told[0].number is not None):
            wanted = [*columns_for(s.schema, subject)]
            wanted += [r for p in s.tests for r in p.test.columns() if r.table == subject]
            s.shown.extend(dict.fromkeys(wanted))

    def _without_totals(self, table: str) -> None:
        """Leave out the row that sums up the others, which sheets have at their end."""
        s = self.s
        if len(s.schema.tables) > 1 or s.table(table).row_count > _SHEET:
            return
        sized = any(p.test.op in (">", "<", ">=", "<=") for p in s.tests)
        if not (s.figures or s.order or sized):
            return
        for ref in row_names(s.schema, table):
            if s.column(ref).type != "string" or any(ref in p.test.columns() for p in s.tests):
                continue
            totals = s.known.totals_in(ref)
            s.wait()
            if totals:
                s.remark(f"The row “{totals[0]}” of {ref} sums up the others and is left out.")
                test = Test(column=ref, op="not_in", value=tuple(totals), said="")
                s.tests.append(Placed(test, -1))

    def _things_or_deeds(self) -> None:
        """`how many books were lent`: different books, or how often one was?"""
        s = self.s
        if s.keys or s.having or len(s.figures) != 1 or s.figures[0].func != "count":
            return
        table = s.figures[0].table
        for at, item in enumerate(s.items):
            deeds = [
                r.from_table for r in s.schema.relations
                if r.to_table == table and any(t.table == r.from_table for t in item.tables)
            ]  # fmt: skip
            done = at and s.items[at - 1].norm in ("were", "was", "been", "get", "got")
            if deeds and done and item.tables[0].how != "exact":
                raise Ask(
                    f"How many different {table}, or how many {deeds[0]}? Please name one of them.",
                    item.text,
                )

    def _one_reading(self) -> None:
        """Ask where an average may be of all rows or of those that other conditions leave."""
        s = self.s
        self._things_or_deeds()
        others = [p.test.said for p in s.tests if p.test not in s.averaged and p.test.said]
        if s.averaged and others:
            raise Ask(
                f"Should the average be of all rows, or only of those where {listed(others)}? I "
                "can compare with the average of all rows in a question without other conditions."
            )
        if s.offset is not None and not s.order:
            raise Ask("Which ranking should I take a place of?")
