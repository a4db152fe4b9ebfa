"""What each piece of a question may mean, and what that costs."""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.abbreviations import is_short_for
from keenbench.models.offline.codes import same_code
from keenbench.models.offline.columns import ColumnRef, key_of
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import BUCKET_UNITS, Meaning
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.numbers import ORDINALS
from keenbench.models.offline.pairs import worked
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.units import same_in, units_called
from keenbench.models.offline.words import name_words, root, stem, value_words
from keenbench.models.reader.akin import akin_senses, with_rows_akin
from keenbench.models.reader.amounts import is_pieces, no_amount, with_amounts
from keenbench.models.reader.cells_of_each import cells_of_each, said_beside_it
from keenbench.models.reader.currencies import with_currency
from keenbench.models.reader.doers import with_doers
from keenbench.models.reader.ends import against_its_end
from keenbench.models.reader.figure_of_table import figure_of_table
from keenbench.models.reader.figures_of_figures import figured
from keenbench.models.reader.leaving_out import left_out, rows_in_state
from keenbench.models.reader.limits import (
    OUTSTANDING,
    OVERSPENT,
    UNDERSPENT,
    owed_pair,
    spending_pair,
)
from keenbench.models.reader.name_endings import ends_a_name
from keenbench.models.reader.nature import (
    counts_such,
    is_for_each,
    is_of_people,
    measures,
    nature_of,
)
from keenbench.models.reader.neighbours import told_by_neighbours
from keenbench.models.reader.no_such_column import no_date, no_flag, no_length, no_money, no_period
from keenbench.models.reader.not_yet import still_to_come
from keenbench.models.reader.own_sizes import with_things
from keenbench.models.reader.people_meant import means_anybody, no_headcount, of_kind
from keenbench.models.reader.pointing_keys import rows_pointed_at
from keenbench.models.reader.rows_by_kind import rows_written_of, with_rows_of_a_kind
from keenbench.models.reader.rows_unnamed import unnamed
from keenbench.models.reader.sense import Sense
from keenbench.models.reader.states import evidence_for
from keenbench.models.reader.tallied import with_tallies
from keenbench.models.reader.text_places import stands_for_text
from keenbench.models.reader.trade_figures import traded
from keenbench.models.reader.vocabulary import (
    ANY_PIECE,
    ANYBODY,
    BEFORE_OR_AFTER,
    FOR_EACH,
    MONEY,
    WORTH,
    cost_of_leaving_out,
)

_BY_COLUMN = {
    "exact": 0.0, "verb": 0.08, "part": 0.12, "typo": 0.2, "synonym": 0.25, "described": 0.35,
}  # fmt: skip
_BY_VALUE = {"exact": 0.0, "verb": 0.08, "part": 0.16, "typo": 0.22}
_SENSES_OF_ONE = 6
_OF_DEEDS = ("not", "did", "does", "do", "didn't", "doesn't", "don't", "who", "that", "we", "they")


def senses_of(item: Item, s: Sentence) -> list[Sense]:
    """Return what an item may mean, the cheapest first."""
    if item.used:
        return [Sense("used", 0.0)]
    if item.tag == "cannot" and not item.names_something:
        return [Sense("cue", 0.0, meaning=item.meaning)]
    of_each = cells_of_each(item, s)
    if of_each is not None:
        return of_each
    found: list[Sense] = []
    has_cue = item.meaning is not None and item.tag not in ("filler", "light", "state")
    has_cue = has_cue and not _is_verb(item, s)
    has_cue = has_cue and not (item.tag == "rest" and item.values)  # a cell may be called Others
    if has_cue:
        found.append(Sense("cue", 0.0, meaning=item.meaning))
    elif item.norm in BEFORE_OR_AFTER and item.meaning is None:
        found.append(Sense("cue", 0.0, meaning=Meaning("time_prep", BEFORE_OR_AFTER[item.norm])))
    elif item.norm in ("negative", "positive") and item.meaning is None:
        below = "<" if item.norm == "negative" else ">"
        found.append(Sense("cue", 0.02, meaning=Meaning("sign", below)))
    if item.number is not None:
        found.append(Sense("num", 0.0))
    if item.norm in ORDINALS or item.tokens[0].ordinal:
        found.append(Sense("nth", 0.05))
    unit = BUCKET_UNITS.get(stem(item.norm))
    if unit is not None and item.norm not in ("date", "dates"):
        found.append(Sense("unit", 0.04, unit=unit))  # type: ignore[arg-type]
    more = 0.15 if has_cue or item.number is not None else 0.0
    spelt = item.tag == "growth" and len(item.tokens) > 2  # a month-to-month contract
    if (item.tag == "bucket" or spelt) and not _before_a_measure(item, s):
        more = -0.1  # who pays annually has an annual plan, if there are such plans
    if figured(item, s):
        found, more = [replace(sense, cost=0.5) for sense in found], 0.0
    found += [replace(sense, cost=max(0.0, sense.cost + more)) for sense in _names(item, s)]
    if more < 0 and any(sense.kind == "val" and sense.how == "exact" for sense in found):
        found[0] = replace(found[0], cost=0.2)
    found = with_currency(item, told_by_neighbours(found, item, s), s)
    found = traded(item, with_amounts(item, found, s), s)
    found += [
        Sense("state", each.cost, table=each.table, how="state", state=each)
        for each in evidence_for(item, s)[:3]
        if not has_cue or item is s.items[-1]  # which titles are we out of
    ]
    if item.tag == "state" and len(s.schema.tables) > 1:
        found += [
            Sense("rows", 0.03, table=name, how="state") for name in rows_in_state(item, s)
            if not any(sense.kind == "rows" and sense.table == name for sense in found)
        ]  # fmt: skip
    found = with_rows_akin(found, item, s)
    if not found and item.meaning is None:
        found += akin_senses(item, s) or unnamed(item, s)
    elif item.meaning is None and all(x.kind == "val" and x.how == "part" for x in found):
        rows = [x for x in akin_senses(item, s) or unnamed(item, s) if x.kind == "rows"]
        # Games are rows, though some names hold the word too: Microsoft Game Studios.
        found = [*rows, *(replace(x, cost=x.cost + 0.2 if rows else x.cost) for x in found)]
    if stands_for_text(item, s):
        found.append(Sense("text", 0.02))
    found.append(Sense("skip", left_out(item, found, s)))
    found = _hinted(found, s)
    found.sort(key=lambda sense: sense.cost)
    return found[:_SENSES_OF_ONE]


def _is_verb(item: Item, s: Sentence) -> bool:
    """`did trusts or companies give more`: what they do, and no order to list something."""
    at = s.items.index(item)
    following = s.items[at + 1].tag if at + 1 < len(s.items) else ""
    if at > 1 and item.norm == "get" and s.items[at - 1].norm in _OF_DEEDS:
        return True  # which jobs did not get a grant
    return at > 0 and item.norm in ("give", "return") and following in ("versus", "super", "cmp")


def _hinted(found: list[Sense], s: Sentence) -> list[Sense]:
    """Return senses of which those of a column in play are likelier than others of their kind."""
    if not any(sense.ref in s.hints for sense in found if sense.ref is not None):
        return found
    return [
        replace(sense, cost=sense.cost + 0.15)
        if sense.ref is not None and sense.ref not in s.hints
        else sense
        for sense in found
    ]


def _before_a_measure(item: Item, s: Sentence) -> bool:
    """`monthly takings` are those of each month; `annual leave` is what a cell calls so."""
    at = s.items.index(item)
    following = s.items[at + 1] if at + 1 < len(s.items) else None
    if following is None:
        return False
    if following.columns and s.is_number(following.columns[0].ref):
        return True
    return root(following.norm) in MONEY or following.tag in ("agg", "how_much")


def _names(item: Item, s: Sentence) -> list[Sense]:
    """Return the columns, rows and values that an item may name, each in one way."""
    found = [_as_rows(item, sense, s) for sense in with_doers(item, _all_names(item, s), s)]
    rows = {sense.table for sense in found if sense.kind == "rows"}
    called = {table.table for table in item.tables if table.score >= 0.8}
    found = [_beside_its_rows(sense, called) for sense in found]
    held = [key_of(s.schema, t) for t in s.schema.tables if t.name in called]
    keys = {key.column for key in held if key is not None}
    # Employees are their rows, and not what points at them.
    far = {x.ref for x in found if x.ref and x.ref.column in keys and x.table not in called}
    found = [replace(x, cost=x.cost + 0.15) if x.ref in far else x for x in found]
    if any(sense.kind == "rows" and sense.cost < 0.1 for sense in found):
        # The transactions are rows; that a balance is described as that after one says nothing.
        found = [sense for sense in found if sense.kind != "col" or sense.how != "described"]
    best: dict[tuple[object, ...], Sense] = {}
    for sense in sorted(found, key=lambda each: each.cost):
        ref = sense.ref
        stored = sense.kind == "col" and ref is not None and ref.worked is None
        if stored and ref is not None and ref.table in rows:
            nature = nature_of(s.schema, ref)
            if nature.unique and nature.kind not in ("number", "date"):
                if sense.how not in ("exact", "part"):
                    continue  # the rows by their name are the rows
                sense = replace(sense, kind="rows", ref=None)  # as surely: titles, of a title
        best.setdefault((sense.kind, sense.ref, sense.table), sense)
    return list(best.values())


def _beside_its_rows(sense: Sense, called: set[str]) -> Sense:
    """A claim is a row of claims; that Claim Date and Claim Amount begin with it says no more."""
    words = name_words(sense.ref.column) if sense.ref is not None else ()
    dated = sense.how == "exact" and words[-1:] in (("date",), ("on",), ("at",), ("time",))
    if sense.table not in called or (sense.how != "part" and not dated):
        return sense  # nor is an order an order_date
    if sense.kind == "rows":
        return replace(sense, cost=min(sense.cost, 0.05))
    return replace(sense, cost=sense.cost + 0.15) if sense.kind == "col" else sense


def _as_rows(item: Item, sense: Sense, s: Sentence) -> Sense:
    """Return a key as the rows it tells: a branch_id is a branch."""
    ref = sense.ref
    if sense.kind != "col" or ref is None or ref.worked is not None:
        return sense
    at = s.items.index(item)
    each = at > 0 and s.items[at - 1].norm in FOR_EACH and s.is_time(ref)
    if each and any(t.table == ref.table and t.how == "exact" for t in item.tables):
        return replace(sense, kind="rows", ref=None)  # per check-in, of checkins with a Check-in
    pointed = rows_pointed_at(s.schema, ref)
    if pointed is not None:
        return replace(sense, kind="rows", ref=None, table=pointed)
    table = s.schema.table(ref.table)
    done = sense.how == "verb" and item.norm.endswith(("ed", "en", "ing"))
    if done and table is not None and ref == key_of(s.schema, table):
        return replace(sense, kind="rows", ref=None)  # screened, of screenings with a ScreeningID
    return sense


def _is_doer(item: Item, ref: ColumnRef, s: Sentence) -> bool:
    """Whether a noun means who did it, and a column only when or how much: publisher, Published."""
    word = item.tokens[-1].stem
    doer = word.endswith(("er", "or")) and word not in map(stem, name_words(ref.column))
    if not doer or nature_of(s.schema, ref).kind not in ("date", "year", "number"):
        return False
    return s.yes_value(ref) is None  # a survivor is one who survived


def _all_names(item: Item, s: Sentence) -> list[Sense]:
    found: list[Sense] = []
    top = item.columns[0].score if item.columns else 0.0
    literal = any(link.how == "part" and _holds(item, link.ref) for link in item.columns)
    looser = 0.25 if literal and not item.norm.endswith(("ed", "ing")) else 0.0
    for link in item.columns:
        if link.how in ("verb", "part") and _is_doer(item, link.ref, s):
            continue
        cost = _BY_COLUMN[link.how] + (top - link.score) + (looser if link.how == "verb" else 0.0)
        cost += _said_beside(item, link.ref, s) + no_date(item, link.ref, s)
        cost += no_money(item, link.ref, s) + is_for_each(stem(item.norm), link.ref)
        apart = not _said_beside(item, link.ref, s)
        how: str = link.how
        if how == "part" and len(item.tokens) == 1 and not _is_written(item, link.ref):
            cost += 0.13  # a meal may be a sitting, but who sits has no free meals
        if how == "synonym" and is_pieces(item, link.ref, s):
            how, cost = "unit", 0.05  # the units of a Qty
        if how == "part" and counts_such(link.ref, [t.stem for t in item.tokens]):
            how, cost = "exact", min(cost, 0.02)
        if link.how == "part" and apart and all(t.norm in ANY_PIECE for t in item.tokens):
            cost += 0.25  # a copy of a book is no signed copy
        cost += _in_capitals(item, link.ref) + _worth_of_others(item, link, s)
        cost += no_headcount(item, link.ref, s) + no_flag(item, link, s) + no_period(item, link, s)
        cost += no_length(item, link.ref, s) + no_amount(item, link, s) + _is_so_now(item, link, s)
        found.append(Sense("col", cost, ref=link.ref, table=link.ref.table, how=how))
    whole = any(t.how == "exact" and t.score >= 0.97 for t in item.tables)
    for table in item.tables:
        if whole and table.how != "exact":
            continue  # shipments are no carriers, where there is a table of them
        cost = _BY_COLUMN[table.how] + (1 - table.score) * 0.3
        cost += looser if table.how == "verb" else 0.0
        if stem(item.norm) in ANYBODY and is_of_people(s.schema, table.table):
            cost = min(cost, 0.12)
        words = [stem(word) for word in name_words(table.table)]
        if item.tokens[-1].stem == words[-1] and len(item.tokens) == 1:
            cost = 0.01  # of restaurant_orders, orders are the rows
        if any(c.how == "exact" and c.score > 0.97 for c in item.columns):
            cost += 0.02
        found.append(Sense("rows", cost, table=table.table, how=table.how))
    found += figure_of_table(item, s)
    taken = {sense.table for sense in found if sense.kind == "rows"}
    for name in [*([item.rows_of] if item.rows_of else []), *item.rows_maybe]:
        if name not in taken:
            taken.add(name)
            cost = 0.05 if item.rows_of == name else 0.14
            if any(c.how == "exact" or _holds(item, c.ref) for c in item.columns):
                cost += 0.15  # takings are that column before they are sales
            told = any(v.how == "exact" and len(v.values) == 1 for v in item.values)
            if told and not means_anybody(item, s):
                cost += 0.25  # purchases are those of a type Purchase before they are all rows
            found.append(Sense("rows", cost, table=name))
    found, typed = with_rows_of_a_kind(item, found, s, taken)
    found, taken = with_things(item, found, s), taken | typed
    found += [sense for sense in of_kind(item, s) if sense.table not in taken]
    found += [sense for sense in rows_written_of(item, s) if sense.table not in taken]
    found = with_tallies(item, found, s)
    named = any(sense.how == "exact" for sense in found)
    found += [] if named else _of_unit(item, s)
    found += _of_pair(item, s)
    exact = any(sense.cost < 0.05 for sense in found)
    for value in item.values[:4]:
        cost = _BY_VALUE[value.how] + (0.04 if exact else 0.0) + against_its_end(item, value.ref, s)
        cost += still_to_come(item, value, s) + said_beside_it(item, value, s)
        cost += 1.0 if means_anybody(item, s) else 0.0
        if value.how == "part":
            cost += 0.1 if found else 0.0
            cost += 0.4 if nature_of(s.schema, value.ref).unique else 0.0
            cost += 0.15 if any(len(value_words(v)) > 3 for v in value.values) else 0.0
            cost += 0.6 if ends_a_name(item, value) else 0.0
            if all(cost_of_leaving_out(token.norm) < 0.5 for token in item.tokens):
                cost += 0.3  # a verb that anybody uses names no cell
        found.append(Sense("val", cost, ref=value.ref, table=value.ref.table, values=value.values,
                           how=value.how))  # fmt: skip
    return found


def _is_so_now(item: Item, link: ColumnLink, s: Sentence) -> float:
    """Return what it costs to take that tickets are open for the day when they were opened."""
    if link.how != "verb" or item.norm.endswith(("ed", "ing", "s")) or not s.is_time(link.ref):
        return 0.0
    return 0.3 if evidence_for(item, s) else 0.0


def _worth_of_others(item: Item, link: ColumnLink, s: Sentence) -> float:
    """Return what it costs to take the value of orders for a cost of products."""
    if item.norm not in WORTH or link.how == "exact":
        return 0.0
    said = {t.table for each in s.items for t in each.tables if t.score >= 0.8}
    own = any(n.money for table in said for n in measures(s.schema, table))
    return 0.3 if own and link.ref.table not in said else 0.0


def _in_capitals(item: Item, ref: ColumnRef) -> float:
    """Return what it costs to take CA for a City, where a cell is just so written."""
    token = item.tokens[-1]
    cell = any(link.how == "exact" for link in item.values)
    return 0.2 if cell and token.text.isupper() and not _holds(item, ref) else 0.0


def _is_written(item: Item, ref: ColumnRef) -> bool:
    """Whether a word stands in a header, be it cut short or in another form."""
    word = item.tokens[0].norm
    return any(
        root(each) == root(word) or each[:3] == word[:3] or is_short_for(each, word)
        for each in name_words(ref.column)
    )


def _holds(item: Item, ref: ColumnRef) -> bool:
    """Whether a header has a word as it was said: visitors, of Adult Visitors."""
    return item.tokens[-1].norm in name_words(ref.column)


_DIMENSIONS = {
    "weight": {"kg", "g", "t", "lb", "oz"}, "tonnage": {"t"}, "volume": {"l", "ml", "cl", "gal"},
    "distance": {"km", "mi", "m"},
}  # fmt: skip


def _of_unit(item: Item, s: Sentence) -> list[Sense]:
    """Return what is measured in a unit that was said: how many kilos, tonnes, miles."""
    word = stem(item.norm)
    if len(item.tokens) > 1 or (word in BUCKET_UNITS and word != "hour"):
        return []
    units = units_called(word) or _DIMENSIONS.get(word, set())
    found = [n.ref for t in s.schema.tables for n in measures(s.schema, t.name)
             if n.unit in units and not n.money and "per" not in n.words]  # fmt: skip
    other = [(n.ref, size) for t in s.schema.tables for n in measures(s.schema, t.name)
             for unit in units
             if (size := same_in(n.unit, unit)) and "per" not in n.words]  # fmt: skip
    return [
        *(Sense("col", 0.08, ref=ref, table=ref.table, how="unit") for ref in found),
        # Nobody asks in hours for what is told in days.
        *(
            Sense("col", 0.16 if size < 1 else 0.4, ref=ref, table=ref.table, how="unit")
            for ref, size in other
        ),
    ]


def _of_pair(item: Item, s: Sentence) -> list[Sense]:
    """Return what an overspend is: what was spent less what was planned."""
    if item.norm not in OVERSPENT | UNDERSPENT | OUTSTANDING:
        return []
    found = []
    for table in s.schema.tables:
        owed = item.norm in OUTSTANDING
        pair = (owed_pair if owed else spending_pair)(s.schema, table.name)
        if pair is not None:
            more, less = pair[::-1] if item.norm in UNDERSPENT else pair
            ref = worked(s, "-", more, less)
            found.append(Sense("col", 0.05, ref=ref, table=table.name, how="pair"))
    return found


def _said_beside(item: Item, ref: ColumnRef, s: Sentence) -> float:
    """Return a little less cost for a column of which other words stand in the question too."""
    own = {root(token.norm) for token in item.tokens}
    others = [t.norm for other in s.items if other is not item for t in other.tokens]
    said = {root(word) for word in others}
    words = {root(word) for word in name_words(ref.column)} - own
    short = {w for w in name_words(ref.column) if any(same_code(each, w) for each in others)}
    return -0.04 * min(2, len(words & said | short))


__all__ = ["Sense", "nature_of", "senses_of"]
