"""What is counted where rows are: all that was done to them, and the pieces that they hold."""

from __future__ import annotations

from keenbench.models.offline.frame import Figure
from keenbench.models.offline.rows import DEEDS
from keenbench.models.offline.words import root, stem, word_set
from keenbench.models.reader.nature import is_of_people
from keenbench.models.reader.parts import Part
from keenbench.models.reader.rows_as_groups import RowsAsGroups
from keenbench.models.reader.vocabulary import SELLING

_WAS = ("was", "were", "been", "are", "being", "got")


_OCCASIONS = word_set(
    """
    order purchase sale transaction deal booking reservation rental hire visit trip delivery
    shipment invoice receipt bill payment loan checkout
    """
)
"""What happens once, however many pieces are in it."""


class Passives(RowsAsGroups):
    def pieces_done(self, cue: Part, deed: Part) -> Figure | None:
        """`how many motorcycles were ordered`: so many pieces of them, in the lines of orders."""
        between = self.parts[cue.at + 1 : deed.at]
        told = any(p.kind == "val" and p.plural for p in between)
        if not told or deed.plural or root(deed.norm) not in SELLING or not deed.sense.table:
            return None
        for table in self.with_lines(deed.sense.table):
            if self.pieces_of(table) is not None:
                return self.rows_or_pieces(table, cue)
        return None

    def done_to(self, part: Part) -> str:
        """`how many books were lent`: a book as often as it was, which are the loans."""
        own = part.sense.table
        for deed in self.parts[part.at + 1 : part.at + 5]:
            if deed.kind != "rows" or deed.used or self.norm(deed.at - 1) not in _WAS:
                continue
            tables = [r.to_table for r in self.s.schema.relations
                      if r.from_table == deed.sense.table]  # fmt: skip
            if own in tables and not is_of_people(self.s.schema, own):
                self.use(deed)
                return self.pick("deed", [(deed.sense.table, 0.0), (own, 0.1)])
        return own

    def rows_or_pieces(self, table: str, cue: Part) -> Figure:
        """`how many croissants did we sell`: so many sales, or all that was sold in them."""
        count = Figure(func="count", table=table)
        pieces = self.pieces_of(table)
        if pieces is None:
            return count
        added = Figure(func="sum", table=table, column=pieces)
        # Sold is no noun, though it tells the rows of a table of sales.
        said = [
            p for p in self.parts
            if p.at > cue.at and (p.kind != "rows" or self.norm(p.at - 1) in _WAS)
        ]  # fmt: skip
        noun = self.after(cue.at)
        deeds = noun is not None and noun.kind == "rows" and stem(noun.norm) in DEEDS
        sold = not deeds and any(root(p.norm) in SELLING for p in said)
        ways = [(added, 0.03), (count, 0.12)] if sold else [(count, 0.0), (added, 0.12)]
        noun = self.parts[cue.at + 1] if cue.at + 1 < len(self.parts) else cue
        if stem(noun.norm) in _OCCASIONS and noun.plural:
            return count  # of purchases there are as many as rows
        return self.pick("pieces", ways, f"The number of rows of {table}, or the sum of {pieces}?")
