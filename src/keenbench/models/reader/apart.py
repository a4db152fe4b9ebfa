"""Whether two conditions can hold in one row: over 50 and up to 50, in May and in June."""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.models.offline.frame import Plain, Test

Edge = tuple[Plain, bool]
"""A number, day or text, and whether it is one of those meant itself."""


@dataclass(frozen=True)
class Stretch:
    low: Edge | None = None
    high: Edge | None = None


def are_apart(one: Test, other: Test) -> bool:
    """Whether no row meets both of two conditions on the same column."""
    if one.columns() != other.columns() or len(set(one.columns())) != 1:
        return False
    if one.part != other.part or one.than is not None or other.than is not None:
        return False
    for some, none in ((one, other), (other, one)):
        if none.op == "is_null" and some.op not in ("is_null", "!=", "not_in"):
            return True
        held = _held(some)
        if held is None:
            continue
        if none.op in ("!=", "not_in"):
            return held <= {none.value} if none.op == "!=" else held <= {*_values(none)}
        others = _held(none)
        if others is not None:
            return not held & others
    first, second = _stretch(one), _stretch(other)
    return first is not None and second is not None and (
        _ends_before(first, second) or _ends_before(second, first)
    )  # fmt: skip


def opposite(test: Test) -> Test | None:
    """Return what is so where a condition is not, of rows that say either."""
    said = test.said
    turned = said.removeprefix("not ") if said.startswith("not ") else f"not {said}"
    if test.any_of or (test.than is not None and test.op not in _TURNED):
        return None
    if test.all_of:
        edges = [opposite(each) for each in test.all_of]
        if any(each is None for each in edges):
            return None
        either = tuple(each for each in edges if each is not None)
        return Test(any_of=either, said=turned, period=test.period)
    op = _TURNED.get(test.op)
    if op is None:
        return None
    return test.model_copy(update={"op": op, "said": turned})


_TURNED = {
    "=": "!=", "!=": "=", "in": "not_in", "not_in": "in", "<": ">=", ">=": "<", ">": "<=",
    "<=": ">", "is_null": "is_not_null", "is_not_null": "is_null",
}  # fmt: skip


def _values(test: Test) -> tuple[Plain, ...]:
    return test.value if isinstance(test.value, tuple) else ()


def _held(test: Test) -> set[Plain] | None:
    """Return the only cells that a condition lets through, where it names them."""
    if test.any_of or test.all_of:
        return None
    if test.op == "in":
        return {*_values(test)}
    if test.op == "=" and test.value is not None and not isinstance(test.value, tuple):
        return {test.value}
    return None


def _stretch(test: Test) -> Stretch | None:
    if test.all_of:
        lows, highs = [], []
        for each in test.all_of:
            inner = _stretch(each)
            if inner is None:
                return None
            lows += [inner.low] if inner.low else []
            highs += [inner.high] if inner.high else []
        return Stretch(lows[0] if lows else None, highs[0] if highs else None)
    value = test.value
    if test.any_of or value is None:
        return None
    if test.op == "between" and isinstance(value, tuple):
        return Stretch((value[0], True), (value[-1], True))
    if isinstance(value, tuple):
        return None
    if test.op == "=":
        return Stretch((value, True), (value, True))
    if test.op in (">", ">="):
        return Stretch(low=(value, test.op == ">="))
    if test.op in ("<", "<="):
        return Stretch(high=(value, test.op == "<="))
    return None


def _ends_before(one: Stretch, other: Stretch) -> bool:
    if one.high is None or other.low is None:
        return False
    (last, at_last), (first, at_first) = one.high, other.low
    if isinstance(last, str) != isinstance(first, str):
        return False
    if last == first:
        return not (at_last and at_first)
    return last < first  # type: ignore[operator]


__all__ = ["are_apart", "opposite"]
