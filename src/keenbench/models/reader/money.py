"""Which sum of money a question means that names none: revenue, takings, what was spent."""

from __future__ import annotations

from collections.abc import Iterable

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Figure
from keenbench.models.offline.lexicon import BIRTH
from keenbench.models.offline.measures import SPENT, on_side, paid_or_due
from keenbench.models.offline.pairs import worked
from keenbench.models.offline.spans import sized_by
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.amounts import pieces, product
from keenbench.models.reader.nature import Nature, is_of_one, measures
from keenbench.models.reader.parts import Part, Parts
from keenbench.models.reader.trade_figures import OF_ALL
from keenbench.models.reader.vocabulary import (
    EARNING_VERBS,
    MONEY,
    MONEY_NOUNS,
    MONEY_ONLY,
    MONEY_TOTALS,
    PRODUCING,
    WORTH,
)
from keenbench.query.plan import AggregateName

_MINOR = word_set(
    """
    tip tax vat discount excess deposit target budget balance refund shipping postage surcharge
    penalty limit threshold hourly rate commission bonus late insured insurance declared appraised
    assessed
    """
)
"""What a sum of money may also be called in a table, but is not what it took as a whole."""
_WHOLE = word_set(
    "total gross amount revenue taking sale value final overall grand subtotal charge"
)
_OF_ALL = frozenset(("total", "subtotal", "gross", "amount"))
_CURRENCIES = ("gbp", "usd", "eur", "chf", "pound", "dollar", "euro")
_ONE = frozenset(("unit", "each", "per", "item", "piece"))
_SUMS = frozenset(
    map(
        stem,
        word_set(
            """
            expense cost donation sale payment refund deposit charge contribution fee fine wage
            fare
            """
        ),
    )
)
"""Rows that are called by what they come to."""
_AMOUNTS_ALONE = frozenset(("costs", "expenses", "fees", "charges", "wages", "fares"))
"""The same where nobody thinks of how many there are."""
_COMES_IN = word_set("revenue revenues turnover takings sales proceeds income")
_GOES_OUT = word_set("salary wage payroll pension expense budget")

_AMOUNTS = frozenset(
    ("kg", "g", "t", "lb", "oz", "l", "ml", "cl", "gal", "pt", "kwh", "mwh", "gwh")
)
_QUANTITIES = word_set(
    "quantity qty weight tonnage volume output yield catch amount produced litre tonne crate egg"
)
_PAY = root("payment")
_OUTGOING = word_set("spend spent spending cost costs pay paid expenses expenditure")
_COMES_TO = (" come to ", " came to ", " go for ", " went for ", " amount to ", " fetch ",
             " add up to ", " sell for ", " sold for ", " work out at ")  # fmt: skip
_ADDS_UP = ("add up to", "adds up to", "added up to", "add up", "sum up", "total", "totals",
            "in total")  # fmt: skip
"""What asks for the sum of rows that were only counted so far."""


_READ = frozenset(("reading", "readings", "measurement", "measurements"))


def is_quantity(nature: Nature) -> bool:
    """Whether a column says how much there was of something, that adds up: kilos, litres."""
    summed = nature.added and not nature.money and not nature.score
    return summed and (nature.unit in _AMOUNTS or bool(nature.words & _QUANTITIES))


class Money(Parts):
    def money_said(self) -> Part | None:
        """Return a word that asks for a sum of money and names no column: takings, revenue.

        The sales of a table `car_sales` are its rows.
        """
        tables = {root(word) for t in self.s.schema.tables for word in name_words(t.name)}
        for part in self.parts:
            said = part.norm in MONEY_NOUNS and root(part.norm) not in tables
            if said and part.kind in ("skip", "rows", "used"):
                return part
            called = any(link.how == "exact" for link in part.item.columns)
            if part.norm in WORTH and part.kind == "skip" and not called:
                return part  # the order value, where no header is so called
        return None

    def earns(self) -> bool:
        """Return whether a verb says that money came in or went out: spent, brought in, earned."""
        return any(map(self._is_paying, self.parts)) or bool(self.money_said())

    def _is_paying(self, part: Part) -> bool:
        """Whether a part is such a verb; `donate` is one, though its rows are donations too.

        So is `spent` where it stands for the column of what was.
        """
        if root(part.norm) not in EARNING_VERBS:
            return False
        verb = not part.norm.endswith("s") and part.sense.how not in ("exact", "part")
        return part.kind in ("skip", "used") or (part.kind in ("rows", "col") and verb)

    def unnamed_money(self, tables: Iterable[str] = ()) -> ColumnRef | None:
        """Return the sum of money that a row has; ask where it could be several.

        A price of one piece is taken times how many there were.
        """
        for table in list(tables) or self._of_events(self.around()):
            found = [n for n in measures(self.s.schema, table) if n.money]
            found = [n for n in found if self.s.yes_value(n.ref) is None]
            if any(p.norm in _COMES_IN for p in self.parts):
                found = [n for n in found if not n.words & (_GOES_OUT | SPENT)]
            if not found:
                made = product(self.s.schema, table)
                if made is not None and not self._we_pay():
                    return made  # what it cost stands with the product
                continue
            likely = self._likely(found)
            if not self._said_of(likely) and all(n.words & _MINOR for n in likely):
                continue  # a revenue is no shipping cost
            meant = likely[0]
            if len(likely) > 1:
                meant = self.pick_measure(likely, "Which column do you mean")
            return self._of_all_pieces(meant)
        return None

    def _we_pay(self) -> bool:
        """`what did we spend on delivery`: of what goes out no sale tells."""
        said = {p.norm for p in self.parts}
        return bool(said & {"we", "our", "us"}) and bool(said & _OUTGOING)

    def with_lines(self, table: str) -> list[str]:
        """Return a table and those whose rows make up its own: orders, and their lines."""
        lines = [r.from_table for r in self.s.schema.relations if r.to_table == table]
        return [table, *dict.fromkeys(lines)]

    def sized(self, dims: tuple[str, ...], table: str, way: str = "") -> ColumnRef | None:
        """Return what a word like biggest compares by; where several would do, one in turn."""
        self.s.near = [table]
        try:
            return sized_by(self.s, dims, table, way)
        except Ask:
            refs = self.s.several_by_dims(dims, table, way)
            found = [n for n in map(self.nature, refs) if n.kind in ("number", "date")]
            found = [n for n in found if not n.words & _MINOR] or found
            found = self._whole(found)
            if not {"age", "birth"} & {*dims}:  # the newest of the staff is not the youngest
                found = [n for n in found if not n.words & set(BIRTH)] or found
            if not found:
                raise
            if len(found) == 1:
                self.guess(0.1)
                return found[0].ref
            said = self.s.roots_said()
            named = [n for n in found if {root(w) for w in name_words(n.ref.column)} & said]
            if len(named) == 1:
                self.guess(0.08)
                return named[0].ref  # of birth and hire dates, who was hired first
            return self.pick_measure(found, "Which column is meant").ref

    def _whole(self, found: list[Nature]) -> list[Nature]:
        """Of NA_Sales, EU_Sales and Global_Sales the last holds all that the others do."""
        whole = [n for n in found if n.words & OF_ALL]
        return whole if len(whole) == 1 and len(found) > 2 and not self._said_of(found) else found

    def adds_up_too(self) -> bool:
        """`how many and what do they add up to`: their number, and besides it their sum."""
        figures = [p for p in self.parts if p.tag == "agg"]
        counts = [p.at for p in figures if p.value == "count"]
        sums = [p.at for p in figures if p.norm in _ADDS_UP]
        if not counts or not sums or counts[0] > sums[-1]:
            return False
        between = self.parts[counts[0] + 1 : sums[-1] + 1]
        joined = [self.after(p.at) if p.tag == "and" else p for p in between
                  if p.tag == "and" or p.after_mark]  # fmt: skip
        # Of cats and dogs in total there is one number.
        return any(p is not None and p.kind not in ("val", "rows") for p in joined)

    def asks_money(self) -> bool:
        """`what did we take from cattle sales`, `what did they go for in total`: a sum of money."""
        words = [p.norm for p in self.parts]
        if "what" not in words[:2] or not set(words[:4]) & {"did", "do", "does", "has", "have"}:
            return False
        text = f" {' '.join(words)} "
        come = any(phrase in text for phrase in _COMES_TO)
        return come or self.earns()

    def money_of_rows(self, rows: Part) -> Figure | None:
        """`total expenses by team`, of rows that are expenses: what they come to."""
        if stem(rows.item.tokens[-1].norm) not in _SUMS:
            return None
        found = [n for n in measures(self.s.schema, rows.sense.table) if n.money and n.added]
        if len(found) != 1:
            return None
        ref = found[0].ref
        return Figure(func="sum", table=ref.table, column=ref)

    def amount_or_count(self, rows: Part) -> Figure | None:
        """`costs per quarter`: what they come to, rather than how many there are."""
        amount = self.money_of_rows(rows) if rows.norm in _AMOUNTS_ALONE else None
        if amount is None or amount.column is None:
            return None
        count = Figure(func="count", table=rows.sense.table)
        question = f"The number of {rows.item.text}, or the sum of {amount.column}?"
        return self.pick("amounts", [(amount, 0.0), (count, 0.15)], question)

    def totals_of_those(self, measured: list[Part]) -> bool:
        """`fee income from members who have not left`: what it comes to, and no list of them."""
        asks = [p for p in self.parts if p.tag in ("which", "list")]
        if not measured or any(p.tag == "list" or p.value != "who" or not p.at for p in asks):
            return False
        told = all(self.parts[p.at - 1].kind == "rows" for p in asks)
        named = [p.norm for p in self.parts[: measured[-1].at + 2]]
        return told and bool(MONEY_NOUNS & {*named})

    def refuse_costs_for_income(self) -> None:
        """Ask where a turnover would be read from what goes out, or from no money at all."""
        figures = [*self.figures, *(having.figure for having in self.having)]
        refs = [f.column for f in figures] + [o.column for o in self.order]
        refs += [*self.shown, *(ref for test, _ in self.tests for ref in test.columns())]
        natures = [self.nature(ref) for ref in refs if ref is not None]
        out = any(nature.words & _GOES_OUT for nature in natures)
        paid = any(nature.money or nature.ref.worked is not None for nature in natures)
        for part in self.parts:
            if part.kind != "skip" or part.norm not in _COMES_IN:
                continue
            if out or not (paid or part.used or part.norm == "sales"):
                raise Ask(f'I see no column that says "{part.item.text}".', part.item.text)

    def refuse_amounts(self, ref: ColumnRef) -> None:
        """Ask where a sum is told by text: a cost of `1,200 approx.` cannot be added."""
        if {root(word) for word in name_words(ref.column)} & (MONEY_ONLY | MONEY_TOTALS):
            raise Ask(f"{ref} holds text, so that I cannot add it up.")

    def money_left(self, part: Part) -> bool:
        """Whether a word of money was left out, and no other says it again.

        A rating that was given is no gift; orders paid with two payments have those.
        """
        if part.kind != "skip" or part.used or root(part.norm) not in MONEY:
            return False
        again = any(p.used and p.kind == "rows" and root(p.norm) == root(part.norm)
                    for p in self.parts)  # fmt: skip
        return part.item.tag != "light" and part.norm != "given" and not again

    def only_paid(self, part: Part) -> bool:
        """`how many suppliers were paid`, `who pay with cash`: a verb, with no sum asked for."""
        if part.norm in MONEY_NOUNS:
            return False
        how = self.norm(part.at + 1) in ("with", "by", "in", "using", "via")
        measured = any(f.column is not None and f.func == "sum" for f in self.figures)
        return how or measured or any(f.func == "count_distinct" for f in self.figures)

    def pieces_of(self, table: str) -> ColumnRef | None:
        """Return the column that says how many pieces a row is of: the quantity of a sale."""
        found = [r for r in pieces(self.s.schema, table) if self.column(r).type == "integer"]
        return found[0] if len(found) == 1 else None

    def figure_of_rows(self, tables: Iterable[str]) -> ColumnRef | None:
        """Return what a figure of rows is of: money, but of readings what was read."""
        read = any(p.norm in _READ and p.kind in ("rows", "skip") for p in self.parts)
        what, near = "The figure of which column", [*tables]
        found = self.measure_of(near, lambda n: n.money is not read, what)
        return found or self.measure_of(near, lambda n: True, what)

    def produces(self) -> bool:
        """Return whether a verb says how much there was of something: which field yielded most."""
        kinds = ("skip", "used", "rows")
        return any(p.kind in kinds and root(p.norm) in PRODUCING and not p.plural
                   for p in self.parts)  # fmt: skip

    def quantity(self) -> ColumnRef | None:
        """Return how much of it a row tells, in kilos, litres or pieces, where one column does."""
        for table in self._of_days(self.around()):
            own = [n.ref for n in measures(self.s.schema, table) if is_quantity(n)]
            found = [ref for ref in own if self.s.yes_value(ref) is None]
            if len(found) == 1:
                return found[0]
            if found:
                return None
        return None

    def _of_days(self, tables: list[str]) -> list[str]:
        """Put first what happened on a day: a field yields what its harvests say."""

        def is_dated(table: str) -> bool:
            return any(
                self.s.is_time(ColumnRef(table, c.name)) for c in self.s.table(table).columns
            )

        return sorted(tables, key=lambda table: not is_dated(table))

    def money_named(self, said: Part) -> ColumnRef:
        """Return the sum of money that a word like takings means here."""
        ref = self.unnamed_money()
        if ref is None:
            raise Ask(f'I see no column that says "{said.item.text}".', said.item.text)
        self.use(said)
        self.guess(0.05, f"I took {said.item.text} as {ref}.")
        return ref

    def money_alone(self) -> None:
        """`monthly takings`, `revenue by product`: the sum of what no header calls so."""
        money = self.money_said()
        if money is None:
            return
        ref = self.money_named(money)
        self.figures.append(Figure(func="sum", table=ref.table, column=ref))

    def _near(self) -> list[str]:
        base = self.base()
        return list(dict.fromkeys([base, *self.tables(), *self.s.reach(base)]))

    def around(self) -> list[str]:
        """Return the tables near, and then those whose rows point at one of them."""
        found = list(self._near())
        for table in found:
            found += [
                r.from_table for r in self.s.schema.relations
                if r.to_table == table and r.from_table not in found
            ]  # fmt: skip
        return list(dict.fromkeys(found))

    def _of_events(self, tables: list[str]) -> list[str]:
        """Put first what happened on a day: what a book brought in is of its sales, not a price."""
        schema = self.s.schema

        paying = any(root(p.norm) == _PAY for p in self.parts)

        def rank(table: str) -> int:
            if paying and _PAY in {root(word) for word in name_words(table)}:
                return -1  # what customers paid is of their payments
            columns = [ColumnRef(table, c.name) for c in self.s.table(table).columns]
            if not any(n.money for n in measures(schema, table)):
                return 0 if product(schema, table) is not None else 2
            pointed = any(r.to_table == table for r in schema.relations)
            return 0 if any(map(self.s.is_time, columns)) else 2 if pointed else 1

        return sorted(tables, key=rank)

    def _likely(self, found: list[Nature]) -> list[Nature]:
        """Leave out what is only beside the sum: the tip, the tax; unless it is said."""
        named = self._said_of(found)
        whole = [n for n in found if n.words & _OF_ALL and not is_of_one(n.words)]
        refs = [n.ref for n in found]
        due = paid_or_due(self.s, refs)
        steps = (
            [n for n in found if n.ref in due] if due != refs else [],
            named,
            [n for n in found if not n.words & _MINOR],
            # A line total is what its pieces came to, discounts and all.
            [n for n in found if n in whole or not is_of_one(n.words)] if whole else [],
            [n for n in found if n.ref in on_side(self.s, [m.ref for m in found])],
            [n for n in found if n.words & _WHOLE and not is_of_one(n.words)],
        )
        for step in steps:
            fits = [n for n in found if n in step]
            if fits and len(found) > 1:
                found = fits
        return found

    def _said_of(self, found: list[Nature]) -> list[Nature]:
        said = {root(t.norm) for p in self.parts for t in p.item.tokens}
        return [n for n in found if {root(w) for w in name_words(n.ref.column)} & said]

    def _of_all_pieces(self, price: Nature) -> ColumnRef:
        made = product(self.s.schema, price.ref.table)
        if made is not None and made.worked is not None and made.worked.right == price.ref.column:
            return made
        own = [stem(word) for word in name_words(price.ref.column)]
        own = [word for word in own if word not in _CURRENCIES]
        if not set(own) & _ONE and own != ["price"]:
            return price.ref
        of = own[own.index("per") + 1] if "per" in own[:-1] else ""
        held = [
            n.ref for n in measures(self.s.schema, price.ref.table)
            if not n.money and not n.score and (of in n.words or of == n.unit)
        ] if of else [
            r for r in pieces(self.s.schema, price.ref.table) if self.column(r).type == "integer"
        ]  # fmt: skip
        return worked(self.s, "*", held[0], price.ref) if len(held) == 1 else price.ref

    def func_said(self, part: Part) -> AggregateName:
        """Return the figure that a bare measure asks for; revenue is added up, even of prices."""
        ref = part.sense.ref
        assert ref is not None
        units = {stem(token.norm) for token in part.item.tokens}
        nature = self.nature(ref)
        told = nature.unit in units - {"pct", "c"} and not is_of_one(nature.words)
        if part.sense.how == "unit" or told:
            return "sum"  # kg landed, miles flown; but no price per kg
        totals = {root(token.norm) for token in part.item.tokens} & MONEY_TOTALS
        own = {root(word) for word in name_words(ref.column)}
        if totals and not totals & own and self.nature(ref).money:
            return "sum"
        return self.func_for(ref)


__all__ = ["Money"]
