"""Numbers beside the column that they are of: `8 cylinders`, `class 3`, a positive balance."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.comparing import size_of_row
from keenbench.models.offline.frame import Test
from keenbench.models.offline.items import Item
from keenbench.models.offline.linking import ColumnLink
from keenbench.models.offline.negating import is_negated
from keenbench.models.offline.numbers import ORDINALS
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.words import name_words, root, stem
from keenbench.query.plan import Operator


def read_signs(s: Sentence) -> None:
    """`a positive balance`, `negative amounts`."""
    for at, item in enumerate(s.items):
        if item.used or item.norm not in ("positive", "negative") or item.values:
            continue
        for side in (s.after(at), s.before(at)):
            if side is None or s.items[side].used:
                continue
            ref = s.choose(s.items[side], s.is_number)
            if ref is not None:
                op: Operator = ">" if item.norm == "positive" else "<"
                s.use(at, side)
                test = Test(column=ref, op=op, value=0, said=f"{ref} {item.norm}")
                s.tests.append(Placed(test, at))
                break


def read_ordinals(s: Sentence) -> None:
    """`the third floor`, `2nd class`: the place that a column of whole numbers says."""
    for at, item in enumerate(s.items[:-1]):
        token, beside = item.tokens[-1], s.items[at + 1]
        place = token.value if token.ordinal else ORDINALS.get(token.norm)
        plain = len(item.tokens) == 1 and not item.used and not item.values
        if not plain or not isinstance(place, int) or beside.used or beside.tables:
            continue
        fits = [c for c in beside.columns if s.column(c.ref).type == "integer" and c.score > 0.9]
        if beside.meaning is not None or not fits or beside.norm in ("year", "month", "day"):
            continue
        ref = s.choose(beside, lambda r: s.column(r).type == "integer")
        if ref is not None:
            s.use(at, at + 1)
            said = f"{ref} {place}"
            s.tests.append(Placed(Test(column=ref, op="=", value=place, said=said), at))


def read_named_numbers(s: Sentence) -> None:
    """`8 cylinders`, `class 3`, `order 10250`: a column and its number side by side."""
    read_ordinals(s)
    for at, item in enumerate(s.items):
        if item.used or item.number is None or item.tokens[0].ordinal:
            continue
        if item.is_bare_year and item.used:
            continue
        for side in _beside(s, at):
            if side is None or s.items[side].used or not s.items[side].columns:
                continue
            gap = s.between(min(side, at), max(side, at))
            if any(i.norm not in ("of", "is", "was", "the", "a", "are", "number") for i in gap):
                continue
            if side > at and s.items[side].tokens[0].after_mark:
                continue
            if item.tokens[0].currency and s.items[side].tables:
                continue  # "gifts of £1,000" is no number of a gift
            beside = s.items[side]
            if beside.meaning is not None and beside.tag not in ("light", "filler"):
                continue
            text = _as_text(s, item, beside)
            if text is not None:
                s.use(at, side)
                said = f"{text} “{item.text}”"
                test = Test(column=text, op="=", value=item.text, said=said)
                s.tests.append(Placed(test, at))
                break
            fits = [
                c for c in beside.columns if s.column(c.ref).type in ("integer", "decimal", "float")
            ]
            if not fits or (side > at and beside.tables and _plural(beside)):
                continue
            ref = s.choose(beside, lambda r: s.column(r).type in ("integer", "decimal", "float"))
            if ref is None:
                continue
            s.use(at, side)
            numbers = [item.number, *(_further(s, at) if side < at else ())]
            negated = is_negated(s, min(at, side))
            shown = " or ".join(map(str, numbers))
            said = f"{ref} {'not ' if negated else ''}{shown}"
            if len(numbers) > 1:
                many: Operator = "not_in" if negated else "in"
                test = Test(column=ref, op=many, value=tuple(numbers), said=said)
            else:
                test = Test(column=ref, op="!=" if negated else "=", value=numbers[0], said=said)
            s.tests.append(Placed(test, at))
            break


_OF = ("of", "for", "at", "worth", "costing", "exactly", "priced")


def read_sized_rows(s: Sentence) -> None:
    """`gifts of £1,000`, `tickets at 25`: rows, and how large each of them is."""
    for at, item in enumerate(s.items):
        if item.used or item.number is None or item.tokens[0].ordinal or item.is_bare_year:
            continue
        rows = at - 2 if at > 1 and s.items[at - 1].norm in _OF else None
        if rows is None or not (s.items[rows].tables or s.items[rows].rows_of):
            continue
        if item.tokens[0].percent or any(c.score > 0.8 for c in _next(s, at)):
            continue
        ref = size_of_row(s, at)
        if ref is not None:
            s.use(at - 1, at)
            said = f"{ref} {item.text}"
            s.tests.append(Placed(Test(column=ref, op="=", value=item.number, said=said), at))


def _next(s: Sentence, at: int) -> list[ColumnLink]:
    return s.items[at + 1].columns if at + 1 < len(s.items) else []


def _as_text(s: Sentence, item: Item, beside: Item) -> ColumnRef | None:
    """`rated 18`, of a column of texts such as PG, 15 and 18 that bears the word itself."""
    if not item.text.isdigit():
        return None
    for link in beside.columns:
        column = s.column(link.ref)
        bears = root(beside.norm) in {root(word) for word in name_words(link.ref.column)}
        if not bears:
            continue
        if column.type != "string" or (column.distinct or 1000) > 40:
            return None
        found = s.known.has_cell(link.ref, item.text)
        s.wait()
        return link.ref if found else None
    return None


def _beside(s: Sentence, at: int) -> tuple[int | None, int | None]:
    """Return what stands beside a number, what it more likely counts first.

    In "the weight of 4 cylinder cars" that is what follows at once.
    """
    before, after = s.before(at), s.after(at)
    close = after is not None and after == at + 1 and before is not None and before < at - 1
    columns = s.items[after].columns if after is not None else []
    if close and any(s.is_number(c.ref) and c.how == "exact" for c in columns):
        return after, before
    return before, after


def _further(s: Sentence, at: int) -> list[int | float]:
    """Return the numbers that go on after one: `a satisfaction of 1 or 2`."""
    found: list[int | float] = []
    while at + 2 < len(s.items):
        joint, item = s.items[at + 1], s.items[at + 2]
        following = s.items[at + 3] if at + 3 < len(s.items) else None
        if joint.tag != "or" or item.number is None or item.used or item.is_bare_year:
            break
        if following is not None and following.columns:
            break  # "3 or 4 doors" names what the second is of
        s.use(at + 1, at + 2)
        found.append(item.number)
        at += 2
    return found


def _plural(item: Item) -> bool:
    word = item.tokens[-1].norm
    return stem(word) != word
