"""Groups told by what none, some or all of their rows are: who never, who did both, who no more.

`directors who never made a thriller`, `gave in 2023 but not in 2024`, `bought both tea and coffee`:
no one row says so, only all rows of a group do.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.words import word_set
from keenbench.models.reader.matching import Matching
from keenbench.models.reader.merging import turned
from keenbench.models.reader.parts import GLUE, Part, Threshold
from keenbench.query.plan import Operator

_DOES = word_set("do does did have has had")
"""What stands before the `not` of a deed, of which a group may have many rows: did not buy."""
_NEVER = ("never", "not once", "not ever", "not a single time")
_ALWAYS = word_set("always consistently")
_BOTH = ("both",)
_FAR = 7
_OPPOSITE: dict[Operator, Operator] = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!="}


def read_never_in_periods(parts: Matching) -> None:
    """`customers who did not order anything in 2017`: none of whose rows is of that time.

    Before other words of absence are read: of what is told by a column, and not by a table of its
    own, no table lacks rows.
    """
    _read_bounds_never_met(parts)
    _read_neither_time(parts)
    for cue in _deeds_denied(parts):
        group = _group_asked(parts, cue.at)
        if group is None or (parts.pointing_at(group.table) and _is_row(parts, group)):
            continue
        times = [
            (test, at) for test, at in parts.tests
            if test.period and at > cue.at and _table_of(test) == group.table
        ]  # fmt: skip
        if not times or len(times) != len([t for t, _ in parts.tests if t.period]):
            continue
        if any(_says_more(parts, part) for part in parts.parts[cue.at + 1 :]):
            continue
        parts.use(cue, *(p for p in parts.parts[cue.at + 1 :] if p.kind == "rows"))
        _none(parts, cue.at, group.table, [test for test, _ in times])


def read_sets(parts: Matching) -> None:
    """Read what is said of all rows of a group, where conditions of one row would be said so."""
    _read_bounds_left_out(parts)
    if parts.open("super", "versus", "share"):
        return
    _read_now_and_not_then(parts)
    _read_both(parts)
    _read_never(parts)


def _deeds_denied(parts: Matching) -> list[Part]:
    """Return the words that say of a deed that it was not done: never, did not."""
    found = []
    for cue in parts.parts:
        if cue.tag != "not" or cue.value:
            continue
        does = any(set(parts.norm(at).split()) & _DOES for at in (cue.at - 1, cue.at - 2))
        if cue.norm in _NEVER or (cue.norm == "not" and does):
            found.append(cue)
    return found


def _group_asked(parts: Matching, before: int) -> ColumnRef | None:
    """Return the column that tells the groups asked about: the director, of films."""
    for part in parts.parts[:before]:
        if part.tag in ("group", "agg") and part.value != "count":
            return None
        if part.kind == "rows":
            return None
        if part.kind == "col" and parts.is_entity(part) and part.sense.ref is not None:
            ref = part.sense.ref
            return None if _is_row(parts, ref) or ref.worked is not None else ref
    return None


def _owner_asked(parts: Matching, before: int) -> str:
    """Return the table whose rows are asked about, the first named before a place."""
    for part in parts.parts[:before]:
        if part.kind == "rows":
            return part.sense.table
        if part.kind in ("col", "val"):
            return ""
    return ""


def _is_row(parts: Matching, ref: ColumnRef) -> bool:
    return parts.nature(ref).unique


def _is_of_many(parts: Matching, table: str, before: int) -> bool:
    """Whether what is asked about can have several rows of a table."""
    group = _group_asked(parts, before)
    if group is not None:
        return group.table == table or group.table in parts.s.reach(table)
    owner = _owner_asked(parts, before)
    return bool(owner) and owner != table and owner in parts.s.reach(table)


def _table_of(test: Test) -> str:
    tables = {ref.table for ref in test.columns()}
    return tables.pop() if len(tables) == 1 else ""


def _says_more(parts: Matching, part: Part) -> bool:
    """Whether a part would be a condition besides the period."""
    return not part.used and (parts.says_so(part) or part.kind in ("num", "text"))


def _bound(
    parts: Matching, at: int, table: str, where: list[Test], *, op: Operator, value: int = 0
) -> None:
    held = Threshold(at, op, value, counted=table, where=tuple(where))
    parts.thresholds.append(held)
    parts.tests = [pair for pair in parts.tests if pair[0] not in where]


def _none(parts: Matching, at: int, table: str, where: list[Test]) -> None:
    _bound(parts, at, table, where, op="=")


def _some(parts: Matching, at: int, table: str, where: list[Test]) -> None:
    _bound(parts, at, table, where, op=">")


def _read_neither_time(parts: Matching) -> None:
    """`gave neither in 2023 nor in 2024`: no row of either time."""
    cue = next((p for p in parts.parts if p.norm == "neither"), None)
    if cue is None:
        return
    times = [test for test, at in parts.tests if test.period and at > cue.at]
    tables = {_table_of(test) for test in times}
    if len(times) < 2 or len(tables) != 1 or not _is_of_many(parts, min(tables), cue.at):
        return
    joints = [p for p in parts.parts[cue.at :] if p.norm in ("neither", "nor", "or")]
    parts.use(*joints, *(p for p in parts.parts[cue.at :] if p.tag == "not"))
    parts.tests = [pair for pair in parts.tests if pair[0] not in times]
    either = Test(any_of=tuple(times), said=" or ".join(test.said for test in times), period=True)
    parts.every = bool(_owner_asked(parts, cue.at))
    _none(parts, cue.at, min(tables), [either])


# -- in one but not in another


def _read_now_and_not_then(parts: Matching) -> None:
    """`gave in 2023 but not in 2024`, `bought tea but no coffee`: of one row it goes without
    saying, so that it is of several."""
    for kept, at in parts.tests:
        for out, place in parts.tests:
            positive = _without_not(out)
            if positive is None or kept.columns() != positive.columns() or kept == positive:
                continue
            if kept.op in ("!=", "not_in") or _without_not(kept) is not None:
                continue
            if kept.op not in ("=", "in") and not kept.period:
                continue
            table = _table_of(kept)
            if not table or not _is_of_many(parts, table, min(at, place)):
                continue
            parts.tests = [pair for pair in parts.tests if pair[0] not in (kept, out)]
            _some(parts, at, table, [kept])
            _none(parts, place, table, [positive])
            return


def _without_not(test: Test) -> Test | None:
    """Return what a negated condition negates."""
    if test.period and [each.op for each in test.any_of] == ["<", ">="]:
        start, end = test.any_of
        inside = (
            start.model_copy(update={"op": ">="}),
            end.model_copy(update={"op": "<"}),
        )
        said = test.said.replace(" not ", " ", 1).removeprefix("not ")
        return test.model_copy(update={"any_of": (), "all_of": inside, "said": said})
    if test.op not in ("!=", "not_in"):
        return None
    return turned(test.model_copy(update={"period": False}))


# -- both


def _read_both(parts: Matching) -> None:
    """`patients with both a high glucose and a high HbA1c`: some row of each."""
    both = next((p for p in parts.parts if p.norm in _BOTH and p.kind in GLUE), None)
    if both is None:
        return
    if _read_both_times(parts, both) or _read_both_of_two(parts, both):
        return
    found = [
        (test, at) for test, at in parts.tests
        if at > both.at and test.column is not None and not test.period and test.op in ("=", "in")
    ]  # fmt: skip
    for test, at in found:
        same = [each for each, _ in found if each.column == test.column]
        cells = [
            cell for each in same
            for cell in (each.value if isinstance(each.value, tuple) else (each.value,))
        ]  # fmt: skip
        table = _table_of(test)
        if len(cells) != 2 or not _is_of_many(parts, table, both.at):
            continue
        parts.tests = [pair for pair in parts.tests if pair[0] not in same]
        for cell in cells:
            one = Test(column=test.column, op="=", value=cell, said=f"{test.column} “{cell}”")
            _some(parts, at, table, [one])
        parts.use(both)
        return


def _read_both_times(parts: Matching, both: Part) -> bool:
    """`customers who ordered in both 2015 and 2016`: some row of each of the two times."""
    for test, at in parts.tests:
        table = _table_of(test)
        times = list(test.any_of)
        if isinstance(test.value, tuple) and test.op == "in":
            times = [test.model_copy(update={"op": "=", "value": each}) for each in test.value]
        if not test.period or len(times) != 2 or not _is_of_many(parts, table, both.at):
            continue
        if at < both.at:
            continue
        parts.tests = [pair for pair in parts.tests if pair[0] != test]
        for time in times:
            said = time.said or f"{time.columns()[0]} in {time.value}"
            _some(parts, at, table, [time.model_copy(update={"period": True, "said": said})])
        parts.use(both)
        return True
    return False


def _read_both_of_two(parts: Matching, both: Part) -> bool:
    """`candidates who stood in both elections`, of two that there are: with a row of each."""
    noun = parts.after(both.at)
    ref = noun.sense.ref if noun is not None and noun.kind == "col" else None
    if noun is None or ref is None or not noun.plural or ref.worked is not None or noun.used:
        return False
    if parts.is_measure(noun) or parts.column(ref).distinct != 2:
        return False
    if not _is_of_many(parts, ref.table, both.at):
        return False
    parts.use(both, noun)
    parts.thresholds.append(Threshold(noun.at, ">=", 2, different=ref))
    return True


# -- never


def _read_never(parts: Matching) -> None:
    """`directors who never made a thriller`, `with no thriller`: none of whose films is one."""
    lacks = [p for p in parts.parts if p.tag == "null" and p.value != "some" and p.used]
    for cue in [*_deeds_denied(parts), *lacks]:
        group = _group_asked(parts, cue.at)
        if group is None:
            continue
        if not cue.used:
            _never_any(parts, cue, group)
            continue
        denied = [
            (test, at) for test, at in parts.tests
            if cue.at <= at <= cue.at + _FAR and _table_of(test) == group.table
            and not test.period and test.said and _is_negative(test)
            and (cue not in lacks or test.op in ("!=", "not_in"))
        ]  # fmt: skip
        if len(denied) != 1 or group in denied[0][0].columns():
            continue
        test, at = denied[0]
        positive = _had(parts, test)
        later = [t for t, place in parts.tests if t.period and place > cue.at]
        if positive is None:
            continue
        sure = cue.norm == "never" or cue in lacks
        if not parts.pick("never", [(True, 0.0), (False, 0.4 if sure else 0.0)]):
            continue
        parts.tests = [pair for pair in parts.tests if pair[0] != test]
        _none(parts, at, group.table, [positive, *later])


def _never_any(parts: Matching, cue: Part, group: ColumnRef) -> None:
    """`products never sold at a discount`: none of whose rows has more than nothing of it."""
    told = next((p for p in parts.parts[cue.at + 1 : cue.at + _FAR] if p.kind not in GLUE), None)
    ref = told.sense.ref if told is not None and parts.is_measure(told) else None
    if ref is None or told is None or told.used or ref.worked is not None:
        return
    limits = parts.s.known.numbers_of(ref)
    parts.s.wait()
    if limits is None or limits[0] > 0 or ref.table != group.table:
        return
    parts.use(cue, told)
    some = Test(column=ref, op=">", value=0, said=f"{ref} over 0")
    _none(parts, told.at, group.table, [some])


def _is_negative(test: Test) -> bool:
    return (
        test.op in ("!=", "not_in", "is_null")
        or (test.op == "=" and test.value == 0 and test.value is not False)
        or test.said.startswith("not ")
        or any(each.op == "is_null" for each in test.any_of)
    )


def _had(parts: Matching, test: Test) -> Test | None:
    """Return the opposite of what is denied: a bonus of more than nothing, a thriller."""
    missing = [test, *test.any_of]
    refs = set(test.columns())
    if len(refs) == 1 and any(each.op in ("is_null", "=") for each in missing):
        ref = refs.pop()
        if parts.nature(ref).kind == "number":
            return Test(column=ref, op=">", value=0, said=f"{ref} over 0")
    return turned(test)


def _read_bounds_left_out(parts: Matching) -> None:
    """`leaving out those with a limit of 0`, `excluding orders under 20`: the others are kept."""
    for bound in parts.thresholds:
        if bound.ref is None or bound.than is not None or bound.op not in _OPPOSITE:
            continue
        for part in reversed(parts.parts[max(0, bound.at - _FAR) : bound.at]):
            if parts.leaves_out(part) and not part.used:
                named = parts.parts[part.at : bound.at]
                parts.use(part, *(p for p in named if p.kind == "rows" or parts.is_entity(p)))
                bound.op = _OPPOSITE[bound.op]
                break
            said = (
                parts.is_entity(part)
                or part.sense.ref == bound.ref
                or part.tag in ("cmp", "light", "which", "rows")
            )
            if not said and part.kind not in (*GLUE, "rows"):
                break


def _read_bounds_never_met(parts: Matching) -> None:
    """`countries that never got above 2000`, `always stayed below 10`: no row, or each row."""
    for bound in list(parts.thresholds):
        if bound.ref is None or bound.total or bound.average or bound.op not in _OPPOSITE:
            continue
        if bound.than is not None:
            continue
        before = parts.parts[max(0, bound.at - _FAR) : bound.at]
        cue = next((p for p in before if p.norm in (*_NEVER, *_ALWAYS)), None)
        table = bound.ref.table
        if cue is None or bound.ref.worked is not None or not _is_of_many(parts, table, cue.at):
            continue
        always = cue.norm in _ALWAYS
        op = _OPPOSITE[bound.op] if always else bound.op
        parts.thresholds.remove(bound)
        parts.use(cue)
        said = f"{bound.ref} {op} {bound.value}"
        _none(parts, bound.at, table, [Test(column=bound.ref, op=op, value=bound.value, said=said)])


__all__ = ["read_never_in_periods", "read_sets"]
