"""In which state rows are, told by what their table holds: active, unpaid, still out, no longer.

Evidence is sought in this order: a cell of a category, a column of yes and no, a day that has come
or not, a sum that is there or not, a name that is filled in or not. Where two of a table tell
different rows, the user is asked which one counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from keenbench.models.offline.columns import ColumnRef, is_key
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.measures import is_money, measures_of
from keenbench.models.offline.missing import is_so
from keenbench.models.offline.negating import negation_before
from keenbench.models.offline.rows import row_names
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.state_words import SOFT, STATES, State, phrases, roots
from keenbench.models.offline.words import name_words, root, stem, value_words, word_set
from keenbench.query.plan import Operator

_MOST_CELLS = 15
_PAID = 0
_DEEDS = frozenset(("lent out", "rented out", "hired out", "checked out", "away", "on hire"))
"""What is said of things that are out, and of the deed by which they once were."""
_OF_DEEDS = (3,)
"""States that a thing is in by what was done with it: of books, the loans tell which are out."""
STATUS = word_set(
    "status state stage outcome result progress standing situation phase resolution decision"
)
_SMALL = word_set("is has was been flag yn yet a an the of to by")
_DAYS = word_set("date on at time day datetime timestamp actual")
_NOT_YET = frozenset(
    map(root, word_set("due expected planned promised scheduled target estimated warranty expiry "
                       "expiration expires birth deadline required renewal next start begin"))
)  # fmt: skip
_AROUND = word_set(
    "with us the company firm business here there around in on out our employ team organisation "
    "for a an at place"
)


@dataclass(frozen=True)
class _Evidence:
    test: Test
    sure: bool = True
    """Whether the other values of the column all say the contrary."""


def read_states(s: Sentence) -> None:
    for at, item in enumerate(s.items):
        if item.used or not item.states or _is_named(item):
            continue
        negation = negation_before(s, at)
        if item.norm in _DEEDS and not _lasts(s, at):
            continue
        if negation is None and _is_of_table(s, item):
            continue  # of a table of returns, all came back
        if at and s.items[at - 1].norm in ("nearly", "almost", "running", "about"):
            continue
        found = _told(s, item, negated=negation is not None)
        if found is None:
            continue
        s.use(at, negation)
        if item.norm == "no longer":
            _use_around(s, at)
        if at and s.items[at - 1].norm in ("still", "now"):
            s.use(at - 1)
        if found not in [p.test for p in s.tests]:
            s.tests.append(Placed(found, at))
        if any(index == _PAID and so == (negation is not None) for index, so in item.states):
            _owed(s, found.columns()[0].table)
    _full(s)
    _soft(s)
    _still(s)


def _is_of_table(s: Sentence, item: Item) -> bool:
    names = {root(word) for name in s.near[:1] for word in name_words(name)}
    said = {root(p) for index, so in item.states if so for p in phrases(STATES[index].so)}
    return bool(names & said)


def _owed(s: Sentence, table: str) -> None:
    """Of what is unpaid, the amount is what it was for, and not what was paid."""
    money = [r for r in measures_of(s, table) if is_money(s, r) and "paid" not in _words(r)]
    for item in s.items:
        sums = [c for c in item.columns if s.is_number(c.ref)]
        paid = bool(sums) and all("paid" in _words(c.ref) for c in sums)
        if paid and not item.used and len(money) == 1 and "paid" not in item.norm:
            item.columns = [ColumnLink(money[0], 0.9, "synonym", 1)]


def _words(ref: ColumnRef) -> set[str]:
    return set(name_words(ref.column))


def _lasts(s: Sentence, at: int) -> bool:
    """Whether something is so now: `are rented out`, and not `were rented out in May`."""
    dated = any(p.test.period for p in s.tests)
    return not dated and at > 0 and s.items[at - 1].norm in ("is", "are", "still", "currently")


def _is_named(item: Item) -> bool:
    """Whether the words are those of a column or of cells, which says more than what they mean."""
    own = {root(token.norm) for token in item.tokens}
    headers = [{root(word) for word in name_words(c.ref.column)} for c in item.columns]
    if any(c.how in ("exact", "verb") for c in item.columns) or any(own & h for h in headers):
        return True
    return any(v.how in ("exact", "verb") for v in item.values)


def _use_around(s: Sentence, at: int) -> None:
    """`no longer with us`, `no longer members`: what follows says again of what."""
    for index in range(at + 1, min(at + 4, len(s.items))):
        item = s.items[index]
        rows = item.tables or item.rows_of
        verb = not item.names_something and (item.tag in ("light", "") or item.states)
        if item.norm in _AROUND or rows or verb:
            s.use(index)
        if item.norm not in _AROUND:
            return


# -- evidence


def _told(s: Sentence, item: Item, *, negated: bool) -> Test | None:
    """Return the condition that a table makes of the words; asks where it tells two."""
    for name in _tables(s, item):
        found: list[_Evidence] = []
        for index, so in item.states:
            for each in evidence(s, name, STATES[index], so=so != negated):
                if each.test not in [other.test for other in found]:
                    found.append(each)
        literal = [e for e in found if e.test.op == "=" and _is_cell(item.norm, e.test)]
        hinted = literal or [e for e in found if set(e.test.columns()) & set(s.hints)]
        if hinted:
            return hinted[0].test
        if found:
            return _agreed(s, item, name, found)
    return None


def _tables(s: Sentence, item: Item | None = None) -> list[str]:
    """Return the tables that may tell it: of the noun beside, of those in play, of what is lent."""
    near = s.near or ([s.schema.tables[0].name] if len(s.schema.tables) == 1 else [])
    beside: list[str] = []
    if item is not None:
        at = s.items.index(item)
        for side in (s.after(at), s.before(at)):
            noun = s.items[side] if side is not None else item
            named = [t.table for t in noun.tables[:1]] or ([noun.rows_of] if noun.rows_of else [])
            beside += named
    around = [t for name in near for t in s.reach(name)]
    if item is not None and any(index in _OF_DEEDS for index, _ in item.states):
        around += [r.from_table for r in s.schema.relations if r.to_table in near]
    return list(dict.fromkeys([*beside[:1], *near, *around]))


def _agreed(s: Sentence, item: Item, table: str, found: list[_Evidence]) -> Test:
    first = found[0]
    if len(found) == 1 and first.sure:
        return first.test
    if len(found) == 1:
        raise Ask(f'Which values of {first.test.column} are "{item.text}"?', item.text)
    counts = {s.known.rows_where(table, _filter(e.test)) for e in found}
    both = [_filter(e.test) for e in found]
    counts.add(s.known.rows_where(table, {"all_of": both}))
    s.wait()
    if len(counts) > 1:
        ways = listed(dict.fromkeys(e.test.said for e in found))
        raise Ask(f'What does "{item.text}" mean here: {ways}?', item.text)
    return first.test


def _is_cell(norm: str, test: Test) -> bool:
    return " ".join(value_words(str(test.value))) == norm


def _filter(test: Test) -> dict[str, Any]:
    if test.any_of:
        return {"any_of": [_filter(each) for each in test.any_of]}
    assert test.column is not None
    leaf: dict[str, Any] = {"column": test.column.column, "op": test.op}
    if test.value is not None:
        leaf["value"] = list(test.value) if isinstance(test.value, tuple) else test.value
    return leaf


def evidence(s: Sentence, table: str, state: State, *, so: bool) -> Iterator[_Evidence]:
    """Give what a table holds that tells whether something is so, the surest first."""
    yield from _cells(s, table, state, so)
    yield from _flags(s, table, state, so)
    yield from _dates(s, table, state, so)
    yield from _sums(s, table, state, so)
    if not so:  # who is assigned, the column says itself
        yield from _texts(s, table, state, so)


def _cells(s: Sentence, table: str, state: State, so: bool) -> Iterator[_Evidence]:
    names = row_names(s.schema, table)
    for column in s.table(table).columns:
        ref = ColumnRef(table, column.name)
        few = column.distinct is not None and 1 < column.distinct <= _MOST_CELLS
        if column.type != "string" or not few or ref in names:
            continue
        if is_key(s.table(table), column, s.schema) or s.yes_value(ref) is not None:
            continue
        cells = s.known.category(ref, column)
        s.wait()
        said = {cell: " ".join(value_words(cell)) for cell in cells or ()}
        yes = [c for c, text in said.items() if text in phrases(state.cells)]
        no = [c for c, text in said.items() if text in phrases(state.other_cells)]
        if not (yes and no) and not _is_status(table, column.name, state):
            continue
        want, contrary = (yes, no) if so else (no, yes)
        rest = [c for c in said if c not in want and c not in contrary]
        plain = phrases(state.so if so else state.not_so)
        if want:
            sure = not rest or all(said[c] in plain for c in want)
            yield _Evidence(_one_of(ref, want, negated=False), sure=sure)
        elif contrary:
            yield _Evidence(_one_of(ref, contrary, negated=True), sure=len(rest) == 1 or not so)


def _is_status(table: str, name: str, state: State) -> bool:
    """Whether a column tells the state of the row, not that of something that belongs to it."""
    words = set(name_words(name))
    own = {stem(word) for word in name_words(table)}
    told = {root(w) for w in words - STATUS if stem(w) not in own}
    return bool(words & STATUS) and told <= roots(state.dates) | roots(state.flags)


def _one_of(ref: ColumnRef, cells: list[str], *, negated: bool) -> Test:
    shown = listed(f"“{cell}”" for cell in cells)
    said = f"{ref} {'not ' if negated else ''}{shown}"
    if len(cells) == 1:
        return Test(column=ref, op="!=" if negated else "=", value=cells[0], said=said)
    return Test(column=ref, op="not_in" if negated else "in", value=tuple(cells), said=said)


def _flags(s: Sentence, table: str, state: State, so: bool) -> Iterator[_Evidence]:
    for column in s.table(table).columns:
        words = [w for w in name_words(column.name) if w not in _SMALL] or [column.name]
        whole = root("".join(words))
        way = whole in roots(state.flags)
        if not way and whole not in roots(state.other_flags):
            continue
        ref = ColumnRef(table, column.name)
        values = s.yes_value(ref)
        if values is not None:
            yield _Evidence(is_so(ref, values, yes=so == way))


def _dates(s: Sentence, table: str, state: State, so: bool) -> Iterator[_Evidence]:
    for column in s.table(table).columns:
        ref = ColumnRef(table, column.name)
        if not s.is_time(ref) or not column.nullable or not _says(column.name, state.dates, _DAYS):
            continue
        yield _Evidence(_filled(ref, so))


def _sums(s: Sentence, table: str, state: State, so: bool) -> Iterator[_Evidence]:
    for column in s.table(table).columns:
        ref = ColumnRef(table, column.name)
        if not s.is_number(ref) or not _says(column.name, state.sums, frozenset()):
            continue
        if s.yes_value(ref) is not None:
            continue
        none = Test(column=ref, op="is_null", said="")
        zero = Test(column=ref, op="=", value=0, said="")
        some = Test(column=ref, op=">", value=0, said=f"{ref} over 0")
        yield _Evidence(some if so else Test(any_of=(none, zero), said=f"{ref} missing or 0"))


def _texts(s: Sentence, table: str, state: State, so: bool) -> Iterator[_Evidence]:
    for column in s.table(table).columns:
        plain = column.type == "string" and column.nullable
        if plain and _says(column.name, state.texts, frozenset()):
            yield _Evidence(_filled(ColumnRef(table, column.name), so))


def _filled(ref: ColumnRef, so: bool) -> Test:
    said = f"{ref} {'present' if so else 'missing'}"
    return Test(column=ref, op="is_not_null" if so else "is_null", said=said)


def _says(name: str, words: str, small: frozenset[str]) -> bool:
    header = {root(word) for word in name_words(name) if word not in small}
    return bool(header & roots(words)) and not header & _NOT_YET


# -- today, and still


def _ended(s: Sentence) -> list[Test]:
    """Return the conditions that something has not come to its end, as the tables tell it."""
    for name in _tables(s):
        found: list[Test] = []
        for index in (1, 3, 2, 4, 5, 11):
            ways = [e.test for e in _dates(s, name, STATES[index], so=False)]
            found += [test for test in ways if test not in found]
        if found:
            return found
    return []


_FULL = frozenset(("sold out", "fully booked", "full", "at capacity", "full up", "booked out"))
_ROOM = word_set("capacity seats places maximum max room")
_TAKEN = word_set("sold booked taken attendance attendees enrolled occupied reserved registered")


def _full(s: Sentence) -> None:
    """`screenings that were sold out`: as many taken as there is room for."""
    for at, item in enumerate(s.items):
        words = (item.norm, f"{item.norm} {s.items[at + 1].norm}" if at + 1 < len(s.items) else "")
        said = next((w for w in words if w in _FULL), None)
        if said is None or item.used or not s.near or (item.columns and said == item.norm):
            continue
        numbers = [ref for ref in measures_of(s, s.near[0]) if not is_money(s, ref)]
        room = [r for r in numbers if _words(r) & _ROOM]
        taken = [r for r in numbers if _words(r) & _TAKEN and r not in room]
        if len(room) != 1 or len(taken) != 1:
            continue
        negation = negation_before(s, at)
        op: Operator = "<" if negation is not None else ">="
        s.use(at, negation, *([at + 1] if said != item.norm else []))
        how = "under" if op == "<" else "at least"
        test = Test(column=taken[0], op=op, than=room[0], said=f"{taken[0]} {how} {room[0]}")
        s.tests.append(Placed(test, at))


def _soft(s: Sentence) -> None:
    """`how many people currently work here`: those who have not left, where that is told."""
    for at, item in enumerate(s.items):
        if item.norm not in SOFT or item.used:
            continue
        beside = [i for i in (s.before(at), s.after(at)) if i is not None]
        if any(p.at in beside for p in s.tests) or any(not p.test.period for p in s.tests):
            continue
        for name in _tables(s)[:1]:
            found = list(_flags(s, name, STATES[1], so=False))
            found += list(_dates(s, name, STATES[1], so=False))
            if len(found) == 1:
                s.use(at)
                s.remark(f'I took "{item.text}" to mean {found[0].test.said}.')
                s.tests.append(Placed(found[0].test, at))


def _still(s: Sentence) -> None:
    """`still in hospital`, `still members`: the day of the end has not come."""
    for at, item in enumerate(s.items):
        if item.norm != "still" or item.used:
            continue
        following = s.after(at, over=("filler", "light", "only"))
        beyond = s.items[following] if following is not None else None
        if beyond is not None and (beyond.used or beyond.states or beyond.values):
            if beyond.used:
                s.use(at)
            continue
        if beyond is not None and any(c.how in ("exact", "verb") for c in beyond.columns):
            continue  # "still insured", which a column says
        found = _ended(s)
        rest = " ".join(i.norm for i in s.items[at + 1 : at + 3])
        if len(found) != 1:
            raise Ask(f"Which column tells what is still {rest}?", *rest.split())
        s.use(at)
        for index in range(at + 1, min(at + 5, len(s.items))):
            each = s.items[index]
            if each.tables or each.rows_of or not each.names_something:
                s.use(index)
            if each.norm not in _AROUND:
                break
        s.tests.append(Placed(found[0], at))
