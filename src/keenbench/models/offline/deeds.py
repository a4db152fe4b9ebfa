"""What rows have or lack, said by a verb: got a bonus, left a comment, did not state a salary."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, is_key
from keenbench.models.offline.frame import Test
from keenbench.models.offline.linking import link_columns
from keenbench.models.offline.negating import GLUE
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.words import name_words, root, word_set

_HAVING = word_set(
    """
    have has had got get gets received receive receives left leave leaves gave give gives wrote
    write provided provide entered enter made make submitted submit won win wins claimed departed
    """
)
_TELLING = word_set(
    "know known state stated specify specified disclose disclosed report reported record recorded "
    "answer answered mention mentioned share shared say said"
)
_DETERMINERS = ("a", "an", "any", "some", "their", "its")
_SIZED = ("cmp", "super", "agg", "share")


def read_deeds(s: Sentence) -> None:
    _having(s)
    _counted_none(s)
    _happened(s)


def _having(s: Sentence) -> None:
    """`got a bonus`, `left a comment`, `didn't win any awards`, `don't know the budget`."""
    for at, item in enumerate(s.items):
        verb = item.norm in _HAVING | _TELLING
        if not verb or (item.used and item.norm not in _TELLING):
            continue
        target = s.after(at)
        if target is None or s.items[target].used or not s.items[target].columns:
            continue
        gap = [i.norm for i in s.between(at, target)]
        negation = _negation(s, at)
        told = s.items[target]
        if negation is None and not (set(gap) & set(_DETERMINERS)):
            continue
        if negation is None and item.norm in _TELLING:
            continue
        beyond = s.after(target)
        sized = beyond is not None and (
            s.items[beyond].tag in _SIZED or s.items[beyond].number is not None
        )
        if sized or told.tables or told.meaning is not None or told.values:
            continue
        ref = s.choose(told)
        if ref is None or is_key(s.table(ref.table), s.column(ref), s.schema):
            continue
        if s.yes_value(ref) is not None:
            continue
        s.use(at, target, negation)
        only_null = item.norm in _TELLING
        s.tests.append(Placed(has(s, ref, yes=negation is None, only_null=only_null), at))


def _negation(s: Sentence, at: int) -> int | None:
    """Return the `not` before a verb; `never` is of all rows of something, and is asked about."""
    for index in range(at - 1, max(at - 4, -1), -1):
        item = s.items[index]
        if item.tag == "not" and not item.used and item.norm in ("not", "never"):
            return index
        if not item.is_filler and item.tag not in GLUE:
            return None
    return None


def has(s: Sentence, ref: ColumnRef, *, yes: bool, only_null: bool = False) -> Test:
    """Return the condition that a row has something in a column; of a number, more than none."""
    if s.is_number(ref) and not only_null:
        if yes:
            return Test(column=ref, op=">", value=0, said=f"{ref} over 0")
        null = Test(column=ref, op="is_null", said="")
        zero = Test(column=ref, op="=", value=0, said="")
        return Test(any_of=(null, zero), said=f"{ref} missing or 0")
    if yes:
        return Test(column=ref, op="is_not_null", said=f"{ref} present")
    return Test(column=ref, op="is_null", said=f"{ref} missing")


def _counted_none(s: Sentence) -> None:
    """`didn't visit at all`: a verb whose times a column counts."""
    for at in s.unused("not"):
        side = s.after(at, over=GLUE)
        if side is None or s.items[side].used or s.items[at].norm != "not":
            continue
        item = s.items[side]
        counts = [
            c.ref for c in item.columns
            if s.column(c.ref).type == "integer" and s.is_number(c.ref) and not item.tables
            and root(item.norm) == root(name_words(c.ref.column)[0])
            and name_words(c.ref.column)[0].endswith("s")
        ]  # fmt: skip
        if len(counts) == 1 and s.yes_value(counts[0]) is None:
            s.use(at, side)
            none = Test(column=counts[0], op="=", value=0, said=f"{counts[0]} 0")
            s.tests.append(Placed(none, at))


def _happened(s: Sentence) -> None:
    """`how many people did we hire`, `sales per quarter`: rows on which that day has come."""
    asks_when = any(i.meaning is not None and i.meaning.value == "when" for i in s.items)
    for at, item in enumerate(s.items):
        if item.used or asks_when or not item.columns or item.tables or item.meaning is not None:
            continue
        if len(item.tokens) != 1 or item.norm in ("date", "day", "time", "month", "year"):
            continue
        before = s.items[at - 1] if at else None
        if before is not None and (before.tag in ("group", "super") or before.norm == "to"):
            continue
        verb = s.before(at, over=GLUE)
        if verb is not None and s.items[verb].tag in ("not", "null"):
            continue
        days = [
            c.ref for c in item.columns
            if s.is_time(c.ref) and s.column(c.ref).nullable and c.how != "described"
            and _begins(item.norm, c.ref)
        ]  # fmt: skip
        others = [c for c in item.columns if not s.is_time(c.ref) and c.how in ("exact", "verb")]
        if len(days) != 1 or others or any(days[0] in p.test.columns() for p in s.tests):
            continue
        s.use(at)
        test = Test(column=days[0], op="is_not_null", said=f"{days[0]} present")
        s.tests.append(Placed(test, at))


def _begins(word: str, ref: ColumnRef) -> bool:
    """Whether a word is what the header of a date begins with: hires, of Hire Date."""
    header = name_words(ref.column)
    return root(word) == root(header[0]) or (word == "sales" and header[0] == "sold")


def read_never_done(s: Sentence) -> None:
    """`parts that have never been counted`: the day is missing."""
    for at in s.unused("not"):
        side = s.after(at)
        if s.items[at].norm != "never" or side is None:
            continue
        while side is not None and s.items[side].is_filler:
            side = s.after(side)
        if side is None or s.items[side].used:
            continue
        word = s.items[side].norm
        found = [
            c.ref for c in link_columns([word], s.schema)
            if s.is_time(c.ref) and s.column(c.ref).nullable and c.how in ("exact", "verb", "part")
            and (not s.near or c.ref.table in s.near)
        ]  # fmt: skip
        if len(found) == 1:
            s.use(at, side)
            test = Test(column=found[0], op="is_null", said=f"{found[0]} missing")
            s.tests.append(Placed(test, at))
