"""Questions that only change the one before: `now only 2024`, `as a percentage`, `by month`."""

from __future__ import annotations

from keenbench.models.offline.clauses import Clauses
from keenbench.models.offline.clocks import read_clocks
from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.conditions import read_conditions
from keenbench.models.offline.dating import read_periods
from keenbench.models.offline.follow_cues import BACK
from keenbench.models.offline.frame import Ask, Figure, Order, Test, Understanding
from keenbench.models.offline.grouping import read_groups
from keenbench.models.offline.linking import TableLink
from keenbench.models.offline.missing import read_yes_no
from keenbench.models.offline.other_figures import other_end, other_groups, other_part
from keenbench.models.offline.places import read_nth, read_sorting, read_top, sorted_by
from keenbench.models.offline.quantities import additive
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.ties import untied
from keenbench.models.offline.words import word_set
from keenbench.query.plan import Operator

_IGNORED = word_set(
    """
    now only just and also instead same what about how but then again too as those them these
    that it ones show me the give for by in of make please do can you thing question so ok
    okay results result answer table list is are with a an if we look at rather this restrict
    to filter on limit keep break down split up into first thing does breakdown
    """
)


def refine(s: Sentence, previous: Understanding) -> Understanding:
    """Ask a question of the rows that the one before was about."""
    s.near = list(dict.fromkeys([*_tables(previous), *s.near]))
    s.tests = [Placed(test, -1) for test in previous.tests]
    s.having = list(previous.having)
    for item in s.items:
        words = set(item.norm.split())
        if words & BACK and words <= BACK | {"of", "is", "are"}:
            item.tables = [TableLink(previous.subject, 1.0, "exact")]
            item.meaning = None
    meant = Clauses(s).read()
    said = any(item.tag in ("agg", "how_much", "share", "super") for item in s.items)
    if meant.keys and previous.figures and not said and not meant.having:
        return meant.model_copy(update={"figures": previous.figures})  # "how does that split by"
    return meant


def _tables(previous: Understanding) -> list[str]:
    tables = [previous.subject, *(f.table for f in previous.figures)]
    return [*tables, *(k.column.table for k in previous.keys)]


def follow(s: Sentence, previous: Understanding) -> Understanding:
    """Return the question before with what this one changes, or ask."""
    previous = untied(previous)
    s.near = list(dict.fromkeys([*_tables(previous), *s.near]))
    s.hints = tuple(ref for test in previous.tests for ref in test.columns())
    words = [word for item in s.items for word in item.norm.split()]
    instead = "instead" in words
    read_top(s)
    read_nth(s)
    _read_limit(s, previous)
    read_sorting(s)
    _read_other_number(s, previous)
    read_periods(s)
    read_clocks(s)
    read_conditions(s)
    turned = _turned(s, previous)
    read_groups(s, ranking=False)
    swapped = other_groups(s, previous)
    share = _share(s)
    figures = _figures(s, previous)
    read_yes_no(s)
    shown = [] if s.keys or figures else _more_shown(s, previous)
    changes: dict[str, object] = {}
    remarks = list(dict.fromkeys([*previous.remarks, *s.remarks]))
    kept, added = other_part(list(previous.figures), [p.test for p in s.tests])
    tests = _merge(turned or list(previous.tests), added)
    if tests != list(previous.tests):
        changes["tests"] = tuple(tests)
    if figures:
        kept = figures
    elif not previous.order:
        kept = other_end(s, kept)
    if s.keys:
        also = bool({"also", "too"} & set(words)) and not instead and previous.keys
        keys = [*previous.keys, *s.keys] if also else s.keys
        changes["keys"] = tuple(dict.fromkeys(keys))
        if not kept and not previous.having:
            kept = [Figure(func="count", table=previous.subject)]
            changes["shown"] = ()
        if not also and not swapped:
            changes["order"] = ()
            changes["limit"] = None
    if share:
        kept = [_as_share(kept, changes.get("keys", previous.keys), tests, of_all="all" in words)]
        if kept[0].share == "of_rows" and tuple(kept) != previous.figures:
            changes["tests"] = tuple(t for t in tests if t not in kept[0].where)
        elif previous.limit == 1:
            changes["limit"] = None
    if tuple(kept) != previous.figures:
        changes["figures"] = tuple(kept)
        changes["exists"] = False
        if not previous.figures:
            changes |= _counted(previous)
    if shown:
        changes["shown"] = tuple(dict.fromkeys([*previous.shown, *shown]))
    order = _order(s, previous, kept)
    if order is not None:
        changes["order"] = order
    if s.offset != previous.offset and (order is not None or s.limit is not None):
        changes["offset"] = s.offset
    if s.limit is not None:
        changes["limit"] = s.limit
        if order is None and not previous.order and kept and (s.keys or previous.keys):
            changes["order"] = (Order(figure=0, direction="desc"),)
    _named_rest(s)
    if not changes:
        raise Ask("I did not see what should change. Could you ask the whole question?")
    changes["remarks"] = tuple(remarks)
    changes["plan"] = None
    changes["sentence"] = ""
    return previous.model_copy(update=changes)


def _counted(previous: Understanding) -> dict[str, object]:
    """`how many are there?` after a list: its rows, or the groups that passed a test, counted."""
    if previous.keys and previous.having:
        return {"figures": (), "count_groups": True, "order": (), "limit": None}
    return {"shown": (), "order": (), "limit": None, "distinct": False}


def _turned(s: Sentence, previous: Understanding) -> list[Test] | None:
    """`and how many have not?`: the last condition, the other way round."""
    nots = s.unused("not")
    named = any(i.names_something for i in s.items if not i.used and i.tag not in ("not", "light"))
    if not nots or named or s.tests:
        return None
    plain = [t for t in previous.tests if t.column is not None and t.op in _OTHER_WAY]
    plain = [t for t in plain if not t.period]
    if not plain:
        return None
    last = plain[-1]
    said = last.said.removeprefix("not ") if last.said.startswith("not ") else f"not {last.said}"
    s.use(*nots)
    other = last.model_copy(update={"op": _OTHER_WAY[last.op], "said": said})
    return [other if test is last else test for test in previous.tests]


_OTHER_WAY: dict[Operator, Operator] = {
    "=": "!=", "!=": "=", "is_null": "is_not_null", "is_not_null": "is_null", "in": "not_in",
    "not_in": "in", ">": "<=", "<": ">=", ">=": "<", "<=": ">",
}  # fmt: skip


def _read_limit(s: Sentence, previous: Understanding) -> None:
    """`make it five`: another number of rows."""
    told = [i for i, item in enumerate(s.items) if not set(item.norm.split()) <= _IGNORED]
    if previous.limit is None or s.limit is not None or len(told) != 1:
        return
    number = s.items[told[0]].number
    if isinstance(number, int) and 0 < number <= 1000:
        s.limit = number
        s.use(told[0])


def _read_other_number(s: Sentence, previous: Understanding) -> None:
    """`and 2001?` after `of vintage 1990`: the same column, another of its numbers."""
    told = [i for i, item in enumerate(s.items) if not set(item.norm.split()) <= _IGNORED]
    if len(told) != 1 or not s.items[told[0]].norm.isdigit():
        return
    swapped = [
        t for t in previous.tests
        if t.column is not None and t.op == "=" and not t.period and str(t.value).isdigit()
    ]  # fmt: skip
    if len(swapped) == 1 and len(str(swapped[0].value)) == len(s.items[told[0]].norm):
        old, new = swapped[0], s.items[told[0]].norm
        value = new if isinstance(old.value, str) else int(new)
        test = old.model_copy(update={"value": value, "said": f"{old.column} “{new}”"})
        s.tests.append(Placed(test, told[0]))
        s.use(told[0])


def _more_shown(s: Sentence, previous: Understanding) -> list[ColumnRef]:
    """`and their capitals`: more columns of the rows that were listed."""
    found: list[ColumnRef] = []
    for at, item in enumerate(s.items):
        if item.used or not item.columns or item.tag not in ("", "light") or at in s.sort_items:
            continue
        ref = s.choose(item)
        if ref is not None and not previous.figures:
            s.use(at)
            found.append(ref)
    return found


def _share(s: Sentence) -> bool:
    found = s.unused("share")
    s.use(*found)
    return bool(found)


def _as_share(figures: list[Figure], keys: object, tests: list[Test], *, of_all: bool) -> Figure:
    if len(figures) == 1 and figures[0].share == "of_rows":
        return figures[0]
    if len(figures) != 1 or figures[0].func not in ("count", "sum", "count_distinct"):
        raise Ask("I can give shares of one count or total only.")
    if keys:
        return figures[0].model_copy(update={"share": "of_total"})
    plain = [test for test in tests if not test.period]
    if not of_all and len(plain) == 1 and figures[0].func == "count" and not figures[0].where:
        return figures[0].model_copy(update={"share": "of_rows", "where": tuple(plain)})
    if of_all and tests and figures[0].func == "count" and not figures[0].where:
        return figures[0].model_copy(update={"share": "of_rows", "where": tuple(tests)})
    raise Ask("A share of what? Please name the whole question, or a group to split it by.")


def _figures(s: Sentence, previous: Understanding) -> list[Figure]:
    """`what about the median?`, `and the average fare`: another figure of the same rows."""
    found: list[Figure] = []
    aggs = [i for i in s.unused("agg") if s.items[i].meaning is not None]
    columns = [
        i for i, item in enumerate(s.items)
        if not item.used and item.columns and not item.values
        and item.tag in ("", "light", "filler")
        and any(s.is_number(c.ref) for c in item.columns)
    ]  # fmt: skip
    before = previous.figures[0] if previous.figures else None
    if not aggs and columns and before is not None:
        for at in columns:
            ref = s.choose(s.items[at], s.is_number)
            if ref is None:
                continue
            s.use(at)
            func = before.func if before.column is not None else "sum"
            if before.column is None and not additive(s, ref):
                raise Ask(
                    f"Which figure of {ref}: the average, the total, the least, the greatest?"
                )
            found.append(Figure(func=func, table=ref.table, column=ref))
        return found
    for at in aggs:
        meaning = s.items[at].meaning
        assert meaning is not None
        s.use(at)
        ref = before.column if before else None
        if columns:
            ref = s.choose(s.items[columns[0]], s.is_number)
            s.use(columns[0])
        if meaning.value == "count":
            found.append(Figure(func="count", table=previous.subject))
        elif ref is None:
            raise Ask(f'"{s.items[at].text}" of which column?', s.items[at].text)
        else:
            found.append(Figure(func=meaning.value, table=ref.table, column=ref))
    return found


def _merge(before: list[Test], added: list[Test]) -> list[Test]:
    """A new condition takes the place of one on the same column; others are added."""
    kept = [
        old for old in before if not any(set(old.columns()) == set(new.columns()) for new in added)
    ]
    return [*kept, *added]


def _order(s: Sentence, previous: Understanding, figures: list[Figure]) -> tuple[Order, ...] | None:
    for at in s.sort_items:
        item = s.items[at]
        s.use(at)
        keys = s.keys or list(previous.keys)
        for index, key in enumerate(keys):
            if any(c.ref == key.column for c in item.columns):
                return (Order(key=index, direction=s.direction or "asc"),)
        for index, figure in enumerate(figures):
            if any(c.ref == figure.column for c in item.columns) or figure.column is None:
                return (Order(figure=index, direction=s.direction or "desc"),)
        ref = s.choose(item)
        if ref is None or figures:
            raise Ask(f'I cannot sort this by "{item.text}".', item.text)
        return (Order(column=ref, direction=s.direction or "asc"),)
    for at in s.unused("super"):
        meaning = s.items[at].meaning
        if meaning is not None and s.limit is not None and figures:
            s.use(at)
            way = "asc" if meaning.value == "asc" else "desc"
            return (Order(figure=0, direction=way),)
    for at in s.unused("super"):
        meaning = s.items[at].meaning
        if meaning is not None and figures and previous.keys and previous.limit is None:
            s.use(at)  # "which of them has the most?"
            s.limit = 1
            return (Order(figure=0, direction="asc" if meaning.value == "asc" else "desc"),)
        if meaning is not None and previous.order and previous.limit is not None:
            s.use(at)  # "and the highest?"
            way = "asc" if meaning.value == "asc" else "desc"
            if s.items[at].norm in ("best", "worst"):
                way = "asc" if previous.order[0].direction == "desc" else "desc"
            return tuple(o.model_copy(update={"direction": way}) for o in previous.order)
    if s.direction is None:
        return None
    if previous.order:
        return tuple(o.model_copy(update={"direction": s.direction}) for o in previous.order)
    if figures and (s.keys or previous.keys):
        return (Order(figure=0, direction=s.direction),)
    if previous.shown:
        tested = [ref for test in previous.tests for ref in test.columns()]
        by = sorted_by(s, previous.subject, list(previous.shown), tested)
        ref, way = by or (previous.shown[0], s.direction)
        return (Order(column=ref, direction=way),)
    return None


def _named_rest(s: Sentence) -> None:
    lost = [
        item
        for item in s.items
        if not item.used
        and not set(item.norm.split()) <= _IGNORED
        and item.tag not in ("filler", "light", "list", "which", "and", "or", "only", "as", "rows")
        and not (item.tables or item.rows_of)
        and item.tag != "sort"
        and not (item.tag == "super" and s.limit is not None)
    ]
    if lost:
        words = listed(f'"{item.text}"' for item in lost)
        raise Ask(
            f"I took this as a change to the question before, but do not know what {words} "
            "should change. Could you ask the whole question?",
            *(item.text for item in lost),
        )
