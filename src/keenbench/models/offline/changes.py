"""What is shown where a figure is compared with itself: of two sets of rows, of group and group."""

from __future__ import annotations

from typing import Any, Protocol

from keenbench.models.offline.frame import Change, Figure, Key, Test, Understanding


class _Plans(Protocol):
    def figure(self, figure: Figure) -> dict[str, Any]: ...

    def key(self, key: Key) -> dict[str, Any]: ...


def figure_name(figure: Figure) -> str:
    """Return what the column of a figure is called in the result."""
    if figure.among:
        side = " and ".join(test.said for test in figure.among)
        return f"{figure_name(figure.model_copy(update={'among': ()}))} ({side})"[:200]
    if figure.share == "of_rows":
        return "share_percent"
    if figure.per is not None:
        what = figure.table if figure.column is None else figure.column.column
        return f"{what}_per_{figure.per.column}"
    if figure.column is None:
        return "count"
    word = {"avg": "average", "sum": "total", "count_distinct": "different", "stddev": "stddev"}
    func = word.get(figure.func, figure.func)
    # A column that is itself called "total" has a sum, not a total_total.
    if func == figure.column.column.lower():
        func = "sum" if figure.func == "sum" else f"{func}_of"
    return f"{func}_{figure.column.column}"[:200]


def changed(meant: Understanding, change: Change, plans: _Plans) -> list[dict[str, Any]]:
    """Return what a plan selects to tell how a figure changes."""
    figure = meant.figures[0]
    if change.kind == "mean":
        what = plans.figure(figure)
        return [
            {
                "window": {"func": change.func, "column": what},
                "alias": f"{_MEANS[change.func]}_{figure_name(figure)}",
            }
        ]
    if change.kind == "between":
        return _between(meant, figure, change, plans)
    keys = [{**plans.key(key), "alias": _alias(key)} for key in meant.keys]
    name = figure_name(figure)
    shown = [*keys, {**plans.figure(figure), "alias": name}]
    over: dict[str, Any] = {"column": name, "order_by": [{"expr": keys[0]["alias"]}]}
    if len(keys) > 1:
        over["partition_by"] = [key["alias"] for key in keys[1:]]
    if change.kind == "running":
        return [*shown, {"window": {"func": "sum", **over}, "alias": "running_total"}]
    before = {"window": {"func": "lag", **over}}
    return [*shown, *_difference(name, before)]


_MEANS = {"avg": "average", "min": "least", "max": "greatest", "sum": "sum"}


def _alias(key: Key) -> str:
    return f"{key.column.column}_{key.unit}" if key.unit else key.column.column


def _difference(after: Any, before: Any) -> list[dict[str, Any]]:
    change = {"calc": {"op": "-", "left": after, "right": before}}
    percent = {"num": change, "den": before, "percent": True}
    return [{**change, "alias": "change"}, {"ratio": percent, "alias": "change_percent"}]


def _between(
    meant: Understanding, figure: Figure, change: Change, plans: _Plans
) -> list[dict[str, Any]]:
    assert change.before is not None and change.after is not None
    keys = [plans.key(key) for key in meant.keys]
    sides = []
    for test, word in ((change.before, "before"), (change.after, "after")):
        only = figure.model_copy(update={"among": (*figure.among, test)})
        sides.append({**plans.figure(only), "alias": _side(test, word)})
    names = [side["alias"] for side in sides]
    if names[0].casefold() == names[1].casefold():
        names = ["before", "after"]
        sides = [{**side, "alias": name} for side, name in zip(sides, names, strict=True)]
    return [*keys, *sides, *_difference(names[1], names[0])]


def only_changed(meant: Understanding, select: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the condition that a figure is more, or less, than before; no rows sum up to 0."""
    assert meant.change is not None
    changed = {"column": "change", "op": meant.change.only, "value": 0}
    if meant.figures[0].func != "sum":
        return changed
    before, after = (item["alias"] for item in select[-4:-2])
    none, some = (before, after) if meant.change.only == ">" else (after, before)
    alone = [{"column": none, "op": "is_null"}, {"column": some, "op": ">", "value": 0}]
    return {"any_of": [changed, {"all_of": alone}]}


def _side(test: Test, word: str) -> str:
    return str(test.value) if isinstance(test.value, str | int) else test.said[:60] or word
