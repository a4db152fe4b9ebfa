"""A picture of a result, as a Vega-Lite specification, where a picture helps.

The kind follows from the types and the shape: figures over time are a line, figures of categories
bars, shares of a whole an arc, two columns of numbers points. Anything else is best read as the
table that it is.
"""

from __future__ import annotations

from typing import Any

from keenbench.query.compile import Output

_SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
_MOST_VALUES = 1000
_MOST_BARS = 40
_MOST_SLICES = 8
_MOST_SERIES = 12
_MOST_TEXT = 60

_NUMBERS = frozenset(("integer", "float", "decimal"))
_TIMES = frozenset(("date", "timestamp"))
_CATEGORIES = frozenset(("string", "boolean"))

Spec = dict[str, Any]


def choose_chart(
    columns: list[str],
    types: list[str],
    rows: list[list[Any]],
    *,
    complete: bool,
    outputs: tuple[Output, ...] = (),
) -> Spec | None:
    """Return the chart of a result, or None where none would help.

    `complete` says whether `rows` are all there are: half of a bar chart is a wrong picture.
    `outputs` tell, for a plan, what each column is.
    """
    if not complete or not 2 <= len(rows) <= _MOST_VALUES or len(set(columns)) != len(columns):
        return None
    roles = {output.name: output.role for output in outputs}
    kinds = dict(zip(columns, types, strict=True))
    # A number that is grouped by is no figure.
    numbers = [
        name for name in columns if kinds[name] in _NUMBERS and roles.get(name) not in ("key",)
    ]
    times = [name for name in columns if kinds[name] in _TIMES]
    categories = [
        name
        for name in columns
        if kinds[name] in _CATEGORIES or (kinds[name] in _NUMBERS and roles.get(name) == "key")
    ]
    shares = [name for name in numbers if roles.get(name) == "share"]
    known = len(numbers) + len(times) + len(categories)
    if known != len(columns) or not numbers:
        return None
    data = _Data(columns, rows, kinds)
    if len(times) == 1 and len(categories) <= 1:
        return data.line(times[0], numbers[-1], categories)
    if times or len(categories) > 2:
        return None
    if len(categories) == 2:
        return data.grouped_bars(categories, numbers[-1])
    if len(categories) == 1:
        return data.bars(categories[0], shares[0] if shares else numbers[-1], share=bool(shares))
    if len(numbers) == 2 and not roles:
        return data.points(numbers)
    return data.points(numbers) if len(numbers) == 2 and _are_columns(outputs) else None


def _are_columns(outputs: tuple[Output, ...]) -> bool:
    return all(output.role == "column" for output in outputs)


class _Data:
    def __init__(self, columns: list[str], rows: list[list[Any]], kinds: dict[str, str]) -> None:
        self._columns = columns
        self._rows = rows
        self._kinds = kinds

    def line(self, time: str, figure: str, series: list[str]) -> Spec | None:
        moments = self._distinct(time)
        if len(moments) < 2 or (series and len(self._distinct(series[0])) > _MOST_SERIES):
            return None
        if not series and len(moments) != len(self._rows):
            return None  # several rows a moment: a line would zigzag
        encoding = {"x": self._axis(time, "temporal"), "y": self._axis(figure, "quantitative")}
        if series:
            encoding["color"] = self._axis(series[0], "nominal")
        return self._spec({"type": "line", "point": len(self._rows) <= 60}, encoding)

    def bars(self, category: str, figure: str, *, share: bool) -> Spec | None:
        names = self._distinct(category)
        if len(names) != len(self._rows) or len(names) > _MOST_BARS:
            return None
        figures = [row[self._columns.index(figure)] for row in self._rows]
        whole = all(isinstance(value, int | float) and value >= 0 for value in figures)
        if share and whole and len(names) <= _MOST_SLICES:
            encoding = {
                "theta": self._axis(figure, "quantitative"),
                "color": self._axis(category, "nominal"),
            }
            return self._spec({"type": "arc"}, encoding)
        encoding = {
            "x": self._axis(figure, "quantitative"),
            # In the order of the rows: the query's own.
            "y": {**self._axis(category, "nominal"), "sort": None},
        }
        return self._spec({"type": "bar"}, encoding)

    def grouped_bars(self, categories: list[str], figure: str) -> Spec | None:
        outer, inner = categories
        if len(self._distinct(outer)) > _MOST_BARS or len(self._distinct(inner)) > _MOST_SERIES:
            return None
        encoding = {
            "x": self._axis(figure, "quantitative"),
            "y": {**self._axis(outer, "nominal"), "sort": None},
            "color": self._axis(inner, "nominal"),
        }
        return self._spec({"type": "bar"}, encoding)

    def points(self, numbers: list[str]) -> Spec:
        encoding = {
            "x": self._axis(numbers[0], "quantitative"),
            "y": self._axis(numbers[1], "quantitative"),
        }
        return self._spec({"type": "point"}, encoding)

    def _spec(self, mark: Spec, encoding: Spec) -> Spec:
        # Names of our own: to Vega a dot or a bracket in a name is a path.
        values = [
            {f"c{number}": _short(cell) for number, cell in enumerate(row)} for row in self._rows
        ]
        return {
            "$schema": _SCHEMA,
            "data": {"values": values},
            "mark": {**mark, "tooltip": True},
            "encoding": encoding,
        }

    def _axis(self, column: str, kind: str) -> Spec:
        number = self._columns.index(column)
        return {"field": f"c{number}", "type": kind, "title": column}

    def _distinct(self, column: str) -> set[str]:
        number = self._columns.index(column)
        return {repr(row[number]) for row in self._rows}


def _short(cell: Any) -> Any:
    if isinstance(cell, str) and len(cell) > _MOST_TEXT:
        return cell[: _MOST_TEXT - 1] + "…"
    return cell
