"""What rows are grouped by."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, is_calendar, is_year
from keenbench.models.offline.date_columns import date_column
from keenbench.models.offline.frame import Ask, Key
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import BUCKET_UNITS, PHRASES
from keenbench.models.offline.planning import columns_for
from keenbench.models.offline.quantities import addable
from keenbench.models.offline.rows import tells_rows
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.words import name_words, stem
from keenbench.query.plan import Unit

_RECURRING = ("weekday", "hour_of_day", "month_of_year")


def read_groups(s: Sentence, *, ranking: bool) -> None:
    """`per month`, `by country and status`, `for each customer`, `monthly`, `over time`."""
    for at in [i for i, item in enumerate(s.items) if item.tag == "bucket" and not item.used]:
        meaning = s.items[at].meaning
        assert meaning is not None
        if s.items[at].columns and s.items[at].columns[0].score > 0.97:
            continue
        if meaning.value in _RECURRING and _is_ranked(s, at):
            continue
        if _says_header(s, at):
            s.use(at)
            continue
        before = s.before(at)
        if before is not None and s.items[before].tag == "group":
            s.use(before)
        s.use(at)
        add_bucket(s, meaning.value, at)  # type: ignore[arg-type]
    _a_month(s)
    for at in [i for i, item in enumerate(s.items) if item.tag == "group" and not item.used]:
        _group(s, at, ranking=ranking)
    for at in s.unused("trend"):
        s.use(at)
        if not any(key.unit for key in s.keys):
            add_bucket(s, "month", at)
            s.remark("Over time means by month.")


def _a_month(s: Sentence) -> None:
    """`loans a month`: for each of them."""
    for at, item in enumerate(s.items[:-1]):
        unit = unit_of_item(s.items[at + 1])
        noun = s.items[at - 1] if at else None
        if item.norm not in ("a", "an") or unit is None or s.items[at + 1].used or noun is None:
            continue
        if noun.number is None and (noun.tables or noun.columns or noun.rows_of):
            item.meaning = PHRASES["per"]


def _by_values(s: Sentence, at: int, index: int) -> bool:
    """`split by home and away`: for each value of the column that these are of."""
    for placed in s.tests:
        test = placed.test
        if placed.at == index and test.op == "in" and test.column is not None:
            _add(s, Key(column=test.column), at)
            return True
    return False


_HOW_OFTEN = {"annually": "annual", "yearly": "annual", "annual": "annual", "per annum": "annual"}


def _says_header(s: Sentence, at: int) -> bool:
    """`our monthly income`, of a column Monthly Fee: what it is of each row, not month by month."""
    word = _HOW_OFTEN.get(s.items[at].norm, s.items[at].norm)
    following = s.after(at)
    item = s.items[following] if following is not None else None
    if item is None:
        return False
    for name in s.near:
        for column in s.table(name).columns:
            said = {_HOW_OFTEN.get(w, w) for w in name_words(column.name)}
            ref = ColumnRef(name, column.name)
            if word not in said or not s.is_number(ref):
                continue
            if any(c.ref == ref for c in item.columns) or is_money_word(item.norm):
                return True
    return False


def _group(s: Sentence, at: int, *, ranking: bool) -> None:
    marker = s.items[at].norm
    index = s.after(at)
    first = True
    if index is not None and s.items[index].norm == "number of" and not s.items[index].columns:
        counted = s.after(index)
        noun = s.items[counted] if counted is not None else None
        rows = noun is not None and any(t.how == "exact" for t in noun.tables)
        if noun is not None and not rows and any(s.is_number(c.ref) for c in noun.columns):
            s.use(index)
            index = counted
    if index is not None and (
        _is_own_row(s, index)
        or _is_by_whom(s, index, marker)
        or _is_all(s, index, marker)
        or _is_dated_by(s, index, marker)
    ):
        s.use(at, index)
        return
    while index is not None:
        item = s.items[index]
        if item.used and not first:
            break
        counts = item.meaning is not None and (item.tag, item.meaning.value) == ("agg", "count")
        if (ranking or counts) and marker == "by" and first and _is_measure(s, index):
            s.by_items.append(index)
            s.use(at)
            return
        if item.used and first and item.values:
            s.use(at)  # "paid by cash", "each Monday": only a preposition
            _by_values(s, at, index)
            return
        if not item.used and marker == "per" and index == s.after(at):
            _refuse_ratio(s, item)
        if item.used or not _add_key(s, index, at):
            if first:
                return
            break
        s.use(at, index)
        first = False
        joint = s.after(index)
        if joint is None:
            break
        if s.items[joint].tag == "and":
            candidate = s.after(joint)
            if candidate is None or not _may_be_key(s, candidate) or _begins_figure(s, candidate):
                break
            s.use(joint)
            if s.items[candidate].tag == "group":
                s.use(candidate)
                candidate = s.after(candidate)
            index = candidate
        elif s.items[joint].tokens[0].after_mark and _may_be_key(s, joint):
            index = joint
        else:
            break


def _refuse_ratio(s: Sentence, item: Item) -> None:
    """`admissions per bed`: divided by how many there are, not for each number of them."""
    noun = stem(item.norm)
    several = [
        c.name for c in s.table(s.near[0]).columns
        if c.type == "integer" and stem(name_words(c.name)[-1]) == noun and len(item.tokens) == 1
    ] if s.near else []  # fmt: skip
    if len(several) > 1 and not any(c.how == "exact" for c in item.columns):
        raise Ask(f"For each one of which: {', '.join(several)}?", item.text)
    if item.tables or item.rows_of or not item.columns or unit_of_item(item) is not None:
        return
    if item.columns[0].how not in ("exact", "part") or not s.is_number(item.columns[0].ref):
        return
    ref = s.choose(item)
    counts = ref is not None and not is_calendar(s.column(ref)) and addable(s, ref)
    if ref is not None and counts and s.yes_value(ref) is None:
        raise Ask(
            f"Should I divide by {ref}, or group by it? Please say “divided by” or “by {ref}”.",
            item.text,
        )


def _is_ranked(s: Sentence, at: int) -> bool:
    """Whether a stretch of time is what is asked for: on which weekday."""
    before = s.before(at)
    return before is not None and s.items[before].tag == "which" and bool(s.unused("super"))


def _is_own_row(s: Sentence, at: int) -> bool:
    """`the average revenue per sale`: each row of the one table is a sale already."""
    averaged = any(
        i.meaning is not None and i.tag == "agg" and i.meaning.value in ("avg", "median")
        for i in s.items
    )
    item = s.items[at]
    if not averaged or item.tokens[-1].stem != item.tokens[-1].norm:
        return False
    table = item.tables[0].table if item.tables else item.rows_of
    exact = [c for c in item.columns if c.how == "exact" and c.score > 0.97]
    keys = [
        c.ref for c in item.columns[:1]
        if tells_rows(s.schema, s.table(c.ref.table), s.column(c.ref))
    ]  # fmt: skip
    if keys and table is None:
        table, exact = keys[0].table, []  # "per invoice", of Invoice No
    numbers = {
        c.ref.table for other in s.items if other is not item
        for c in other.columns[:1] if s.is_number(c.ref)
    }  # fmt: skip
    return table is not None and not exact and (numbers == {table} or len(s.schema.tables) == 1)


def _is_dated_by(s: Sentence, at: int, marker: str) -> bool:
    """`in 2023 (by decision date)`: which date the period is of."""
    dated = {ref for p in s.tests if p.test.period for ref in p.test.columns()}
    item = s.items[at]
    return marker == "by" and item.tokens[0].bracketed and any(c.ref in dated for c in item.columns)


def _is_all(s: Sentence, at: int, marker: str) -> bool:
    """`across all orders`: the rows that there are, not what they are grouped by."""
    item = s.items[at]
    best = item.columns[0].score if item.columns else 0.0
    rows = bool(item.rows_of) or any(t.score > best for t in item.tables)
    return rows and marker in ("across", "across all", "for all the", "for all")


def _is_by_whom(s: Sentence, at: int, marker: str) -> bool:
    """`orders by customers from Berlin`: whose they are, not what they are grouped by."""
    item = s.items[at]
    if marker != "by" or not item.tables:
        return False
    following = s.after(at)
    return following is not None and any(
        p.at == following and any(r.table == item.tables[0].table for r in p.test.columns())
        for p in s.tests
    )


def _begins_figure(s: Sentence, at: int) -> bool:
    return s.items[at].tag in ("agg", "super", "how_much", "share") and not s.items[at].columns


def _may_be_key(s: Sentence, at: int) -> bool:
    item = s.items[at]
    return not item.used and bool(
        item.columns or item.tables or unit_of_item(item) or item.tag == "group"
    )


def _is_measure(s: Sentence, at: int) -> bool:
    """Whether what stands after `by` in a ranking is what it goes by."""
    item = s.items[at]
    if item.tag in ("agg", "super", "how_much"):
        return True
    if item.tables and (not item.columns or item.tables[0].score >= item.columns[0].score):
        return True
    return any(s.is_number(c.ref) for c in item.columns[:3]) and not any(
        is_year(s.column(c.ref)) for c in item.columns[:1]
    )


def unit_of_item(item: Item) -> Unit | None:
    if item.tag == "bucket" and item.meaning is not None and item.meaning.value in _RECURRING:
        return item.meaning.value  # type: ignore[return-value]
    if len(item.tokens) != 1:
        return None
    return BUCKET_UNITS.get(stem(item.norm))  # type: ignore[return-value]


def add_bucket(s: Sentence, unit: Unit, at: int) -> None:
    tables = s.near
    if unit == "year":
        # A column of years says it outright.
        for name in tables[:1]:
            years = [c for c in s.table(name).columns if is_year(c)]
            times = [c for c in s.table(name).columns if s.is_time(ColumnRef(name, c.name))]
            if len(years) == 1 and not times:
                _add(s, Key(column=ColumnRef(name, years[0].name)), at)
                return
    if unit in ("hour", "hour_of_day"):
        hours = [t.name for t in s.schema.tables if any(c.type == "timestamp" for c in t.columns)]
        named = [
            ColumnRef(t, c.name) for t in tables[:1] for c in s.table(t).columns
            if c.name.casefold() == "time" and c.type == "string"
        ]  # fmt: skip
        if not hours and len(named) == 1:
            _add(s, Key(column=named[0]), at)  # lunch or dinner
            return
        tables = [t for t in tables if t in hours] or hours or tables
    ref = next((p.test.columns()[0] for p in s.tests if p.test.period), None)
    if ref is None or not s.is_time(ref):
        ref = date_column(s, tables, said=f"the {unit}")
    if unit in ("hour", "hour_of_day") and s.column(ref).type == "date":
        raise Ask(f"{ref} holds days without hours.")
    _add(s, Key(column=ref, unit=unit), at)


def _add(s: Sentence, key: Key, at: int) -> None:
    if key not in s.keys:
        s.keys.append(key)
    if s.key_at is None:
        s.key_at = at


def _add_key(s: Sentence, index: int, at: int) -> bool:
    keys = keys_for(s, index)
    if keys is None:
        return False
    for key in keys:
        _add(s, key, at)
    return True


def keys_for(s: Sentence, index: int) -> list[Key] | None:
    """Return the keys that an item stands for: a column, a unit of time, a table's rows."""
    item = s.items[index]
    unit = unit_of_item(item)
    exact = [c for c in item.columns if c.how == "exact" and c.score > 0.93]
    if unit is not None and not exact:
        before = len(s.keys)
        add_bucket(s, unit, index)
        added = s.keys[before:]
        del s.keys[before:]
        return added
    if item.tables and (not item.columns or item.tables[0].score > item.columns[0].score - 0.001):
        rival = [c for c in exact if s.near and c.ref.table == s.near[0] and c.score > 0.97]
        if not rival or item.tables[0].table in s.near[:1]:
            return [Key(column=ref) for ref in _row_keys(s, item.tables[0].table)]
    ref = s.choose(item)
    if ref is None:
        if item.rows_of:
            return [Key(column=r) for r in _row_keys(s, item.rows_of)]
        return None
    if s.is_time(ref):
        if unit is not None and unit != "day":
            return [Key(column=ref, unit=unit)]
        # Each moment by itself is no group; a day is.
        return [Key(column=ref, unit="day" if s.column(ref).type == "timestamp" else None)]
    column = s.column(ref)
    if column.type in ("float", "decimal") and (column.distinct or 1000) > 50:
        raise Ask(
            f"{ref} has too many different values to group by. Do you want to sort by it, or a "
            "figure of it?",
            item.text,
        )
    return [Key(column=r) for r in _named(s, ref)]


def _row_keys(s: Sentence, table: str) -> list[ColumnRef]:
    refs = columns_for(s.schema, table)
    if not refs:
        raise Ask(f"No column tells the rows of {table} apart. By which column should I group?")
    return refs


def _named(s: Sentence, ref: ColumnRef) -> list[ColumnRef]:
    """Return a column that only points at another table with what names its rows."""
    for r in s.schema.relations:
        if (r.from_table, r.from_column) == (ref.table, ref.column):
            refs = columns_for(s.schema, r.to_table)
            return refs or [ref]
    return [ref]
