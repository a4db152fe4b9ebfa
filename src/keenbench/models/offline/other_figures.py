"""What a follow-up makes of the question before: another part, the other extreme, other groups."""

from __future__ import annotations

from keenbench.models.offline.frame import Figure, Test, Understanding
from keenbench.models.offline.grouping import keys_for
from keenbench.models.offline.sentence import Sentence


def other_part(figures: list[Figure], added: list[Test]) -> tuple[list[Figure], list[Test]]:
    """`and by card?` after the share paid in cash: the share of another part of the same rows."""
    left = list(added)
    found: list[Figure] = []
    for figure in figures:
        where = list(figure.where)
        for test in added:
            same = [old for old in where if set(old.columns()) == set(test.columns())]
            if len(same) == 1 and not test.period:
                where[where.index(same[0])] = test
                left = [other for other in left if other is not test]
        found.append(figure.model_copy(update={"where": tuple(where)}))
    return found, left


def other_end(s: Sentence, figures: list[Figure]) -> list[Figure]:
    """`and the lowest?` after the greatest of a column: the least of it."""
    ends = [at for at in s.unused("super") if s.items[at].meaning is not None]
    if len(ends) != 1 or len(figures) != 1 or figures[0].func not in ("min", "max"):
        return figures
    meaning = s.items[ends[0]].meaning
    assert meaning is not None
    s.use(ends[0])
    word = s.items[ends[0]].norm
    other = "min" if figures[0].func == "max" else "max"
    func = other if word in ("best", "worst") else "min" if meaning.value == "asc" else "max"
    return [figures[0].model_copy(update={"func": func})]


def other_groups(s: Sentence, previous: Understanding) -> bool:
    """`what about wards?` after the street with the most: the same for each of something else."""
    told = [
        at for at, item in enumerate(s.items)
        if not item.used and item.columns and item.tag in ("", "light")
        and not (item.values or item.tables or item.rows_of)
    ]  # fmt: skip
    if s.keys or not previous.keys or not previous.figures or len(told) != 1:
        return False
    ref = s.choose(s.items[told[0]])
    if ref is None or s.is_number(ref) or s.is_time(ref) or s.yes_value(ref) is not None:
        return False
    s.keys.extend(keys_for(s, told[0]) or [])
    s.use(told[0])
    return bool(s.keys)
