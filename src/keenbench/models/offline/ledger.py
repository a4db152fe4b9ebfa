"""Each kind of word of a question against the part of the plan that must answer for it.

Reading marks words as used; that says only that someone looked at them. Here the finished plan is
held against the question once more: a negation must be some negative condition, the heaviest some
order, an average some average, a number some number of the plan, who a column of people. What
nothing answers for may change the question, and is asked about.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from keenbench.models.offline.columns import ColumnRef, is_year
from keenbench.models.offline.frame import Ask, Figure, Test, Understanding
from keenbench.models.offline.items import Item
from keenbench.models.offline.people import may_be_who
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, root

_NOBODY = frozenset(("nobody", "none", "never", "neither", "nor", "nothing", "not", "no-one"))
_NO_OPS = frozenset(("!=", "not_in", "is_null"))
_NO_CELLS = frozenset(("false", "0", "no", "n", "f"))


def check(s: Sentence, meant: Understanding) -> None:
    """Ask about the first word that no part of the plan answers for."""
    _negations(s, meant)
    _extremes(s, meant)
    _figures(s, meant)
    _numbers(s, meant)
    _who_and_when(s, meant)
    _comparisons(s, meant)
    _sold_out(s, meant)


def _every(tests: tuple[Test, ...]) -> Iterator[Test]:
    for test in tests:
        yield test
        yield from _every(test.any_of)
        yield from _every(test.all_of)


def _tests(meant: Understanding) -> list[Test]:
    figures = (*meant.figures, *(having.figure for having in meant.having))
    found = [*meant.tests, *(test for figure in figures for test in figure.where)]
    if meant.change is not None:
        found += [side for side in (meant.change.before, meant.change.after) if side]
    return list(_every(tuple(found)))


def _named(item: Item) -> bool:
    return bool(item.columns or item.tables or item.values)


# -- words that turn a condition round


def _negations(s: Sentence, meant: Understanding) -> None:
    said = [
        item for item in s.items
        if not _named(item)
        and ((item.tag in ("not", "null") and not _is_some(item)) or item.norm in _NOBODY)
    ]  # fmt: skip
    if not said or meant.without:
        return
    if any(_negative(test) for test in _tests(meant)):
        return
    if any(having.value in (0, 1) or having.op in ("<", "<=") for having in meant.having):
        return
    raise Ask(
        f'I see no condition for "{said[0].text}" in what I understood. Could you say it in '
        "another way?",
        said[0].text,
    )


def _is_some(item: Item) -> bool:
    return item.meaning is not None and item.meaning.value == "some"


def _negative(test: Test) -> bool:
    if test.op in _NO_OPS or test.said.startswith("not ") or " not " in test.said:
        return True
    if test.op in ("<", "<=", ">", ">="):
        return test.than is not None or test.op in ("<", "<=", ">=")  # not above, no later than
    cells = test.value if isinstance(test.value, tuple) else (test.value,)
    cells = tuple(cell for cell in cells if cell is not None)
    return any(_says_no(str(cell).casefold()) for cell in cells)


def _says_no(cell: str) -> bool:
    return cell in _NO_CELLS or cell.startswith(("no ", "non", "not ", "un", "in", "without"))


# -- the most, the least, and figures


def _extremes(s: Sentence, meant: Understanding) -> None:
    said = [
        item for item in s.items
        if item.tag == "super" and not item.columns and not item.values
        and item.norm not in ("first", "last")
    ]  # fmt: skip
    if not said or meant.order or meant.change is not None:
        return
    if any(f.func in ("min", "max") for f in meant.figures):
        return
    tests = {float(t.value) for t in meant.tests if isinstance(t.value, int | float)}
    if tests and any("at least" in item.norm or "at most" in item.norm for item in s.items):
        return
    raise Ask(
        f'I see no ranking for "{said[0].text}" in what I understood. The most of which column do '
        "you mean?",
        said[0].text,
    )


def _figures(s: Sentence, meant: Understanding) -> None:
    figures = [*meant.figures, *(having.figure for having in meant.having)]
    funcs = {figure.func for figure in figures}
    if meant.change is not None:
        funcs.add(meant.change.func)
    for at, item in enumerate(s.items):
        if item.tag != "agg" or item.columns or item.values or item.meaning is None:
            continue
        func = item.meaning.value
        if func in funcs or _counted(func, figures, meant):
            continue
        if func == "avg" and (s.averaged or any(f.per is not None for f in figures)):
            continue
        if func in ("min", "max") and meant.order:
            continue
        if func == "sum" and _is_loose_total(s, at, figures):
            continue
        if meant.exists or s.sort_items or _in_header(item, figures):
            continue
        raise Ask(
            f'I do not know what "{item.text}" should be worked out of here. Could you name the '
            "column?",
            item.text,
        )


def _counted(func: str, figures: list[Figure], meant: Understanding) -> bool:
    if func != "count":
        return False
    sums = any(f.func in ("count_distinct", "sum") for f in figures)
    per = any(f.per is not None for f in figures)
    whole = any(f.func == "avg" and f.column is not None for f in figures)
    return meant.count_groups or sums or per or whole or bool(meant.limit)


def _in_header(item: Item, figures: list[Figure]) -> bool:
    """`the latest stock count`, of LastCounted."""
    names = {root(w) for f in figures if f.column for w in name_words(f.column.column)}
    return root(item.norm) in names


def _is_loose_total(s: Sentence, at: int, figures: list[Figure]) -> bool:
    """`in total`, `total members`: a total of rows is how many there are."""
    if s.items[at].norm in ("in total", "altogether", "combined"):
        return True
    counts = [i for i in s.items if i.tag == "agg" and i.meaning and i.meaning.value == "count"]
    if counts and s.items[at].norm.startswith(("add ", "sum", "come")):
        return False  # "how many are there, and what do they add up to"
    return any(f.func in ("count", "count_distinct") for f in figures)


# -- numbers


def _numbers(s: Sentence, meant: Understanding) -> None:
    held: set[float] = set()
    texts: set[str] = set()
    values = [test.value for test in _tests(meant)] + [having.value for having in meant.having]
    for value in values:
        for each in value if isinstance(value, tuple) else (value,):
            texts.add(str(each).casefold())
            if isinstance(each, int | float):
                held.add(float(each))
    places = (meant.limit, meant.offset, (meant.offset or 0) + 1 if meant.offset else None)
    held |= {float(n) for n in places if n is not None}
    if any(test.period for test in _tests(meant)) or any(key.unit for key in meant.keys):
        return  # numbers of dates stand in them in many ways
    for item in s.items:
        if item.number is None or item.period is not None or _named(item):
            continue
        number = float(item.number)
        near = {number, number / 100, number * 1000, number / 1000, number * 60, number / 60}
        if near & held or item.norm in " ".join(texts) or _small_one(s, item):
            continue
        if not held and not texts:
            raise Ask(
                f'I do not know what "{item.text}" should be compared with. Could you name the '
                "column?",
                item.text,
            )


def _small_one(s: Sentence, item: Item) -> bool:
    """`more than one order` counts; `one of them` says nothing."""
    return item.norm in ("one", "once", "1")


# -- who, when, and what is set against what


def _who_and_when(s: Sentence, meant: Understanding) -> None:
    shown = [*meant.shown, *(key.column for key in meant.keys)]
    if not shown or meant.exists:
        return
    first = next((i for i in s.items if not i.is_filler), None)
    tested = {test.column for test in meant.tests if test.op == "in"}
    for item in s.items:
        if item.tag != "which" or item.meaning is None or item.meaning.value not in ("who", "when"):
            continue
        if item is not first or any(ref in tested for ref in shown):
            continue  # "customers who" is no question; "who …, A or B?" names them itself
        if item.meaning.value == "when":
            figures = [f.column for f in meant.figures if f.column]
            dates = [r for r in (*shown, *figures) if s.is_time(r) or is_year(s.column(r))]
            if not dates and not any(_is_moment(r) for r in (*shown, *figures)):
                raise Ask("I see no date that would say when.", item.text)
        elif not any(may_be_who(s, ref) for ref in shown):
            raise Ask("I see no column that says who it was.", item.text)


def _is_moment(ref: ColumnRef) -> bool:
    return any(word in ref.column.casefold() for word in ("minute", "hour", "time", "day", "month"))


def _comparisons(s: Sentence, meant: Understanding) -> None:
    """`A versus B` are two groups, two figures, or one less the other."""
    said = [i for i in s.items if i.tag == "compare" and not i.used and not i.columns]
    several = len(meant.figures) > 1 or meant.keys or meant.change or meant.order
    worked = any(f.column and f.column.worked for f in meant.figures)
    lists = any(test.op in ("in", "not_in") or test.any_of for test in meant.tests)
    if said and meant.figures and not several and not worked and not lists:
        raise Ask(
            f'What should I set against what? I see only one side of "{said[0].text}".',
            said[0].text,
        )


def _sold_out(s: Sentence, meant: Understanding) -> None:
    """`sold out` is no `sold`: as many as there were places."""
    words = [token.norm for item in s.items for token in item.tokens]
    pairs = set(pairwise(words))
    if ("sold", "out") in pairs and not any(t.than for t in _tests(meant)):
        texts = {str(t.value).casefold() for t in _tests(meant)}
        if not any("sold out" in text or "out" in text for text in texts):
            raise Ask("Which columns tell that something was sold out?", "sold out")
