"""Which rows a question is about: numbers compared, values named, what is missing, yes and no."""

from __future__ import annotations

from keenbench.models.offline.against import read_against
from keenbench.models.offline.alternatives import read_alternatives
from keenbench.models.offline.comparing import read_comparisons
from keenbench.models.offline.deeds import read_deeds, read_never_done
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.missing import (
    read_done,
    read_missing,
    read_never,
    read_not_yet,
)
from keenbench.models.offline.named_numbers import read_named_numbers, read_signs, read_sized_rows
from keenbench.models.offline.naming import read_paid, read_values
from keenbench.models.offline.negating import GLUE, SAID, is_negated
from keenbench.models.offline.nothing import read_nothing
from keenbench.models.offline.sentence import Placed, Sentence
from keenbench.models.offline.side_by_side import read_side_by_side
from keenbench.models.offline.states import read_states
from keenbench.query.plan import Operator


def read_conditions(s: Sentence) -> None:
    """Take every condition out of the question; what is left says what is asked."""
    _matches(s)
    read_side_by_side(s)
    read_against(s)
    read_comparisons(s)
    read_signs(s)
    read_named_numbers(s)
    read_sized_rows(s)
    read_values(s)
    read_paid(s)
    read_nothing(s)
    read_states(s)
    read_deeds(s)
    read_missing(s)
    read_never(s)
    read_never_done(s)
    read_not_yet(s)
    read_done(s)
    read_alternatives(s)


def _matches(s: Sentence) -> None:
    for at in s.unused("match"):
        item = s.items[at]
        assert item.meaning is not None
        op: Operator = item.meaning.value  # type: ignore[assignment]
        target = s.after(at, over=("filler",)) if op == "=" else at + 1
        while target is not None and target + 1 < len(s.items) and s.items[target].norm in (
            "the", "a", "letter", "letters", "word", "text",
        ):  # fmt: skip
            s.use(target)
            target += 1
        if target is None or target >= len(s.items):
            continue
        wanted = s.items[target]
        left = s.before(at, over=GLUE)
        ref = (
            s.choose(s.items[left], lambda r: s.column(r).type == "string")
            if left is not None
            else None
        )
        if ref is None and op == "=":
            continue  # "called" only holds the sentence together where a value follows
        if ref is None:
            raise Ask(f'In which column should I look for "{wanted.text}"?', wanted.text)
        negated = is_negated(s, at)
        test = Test(
            column=ref, op=op, value=wanted.text, said=f"{ref} {SAID.get(op, op)} “{wanted.text}”"
        )
        if negated:
            raise Ask(f"I can only look for what {ref} does hold, not for what it does not.")
        s.use(at, target, left)
        s.tests.append(Placed(test, at))
