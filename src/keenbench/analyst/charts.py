"""A picture of a result, as a Vega-Lite specification, where a picture helps.

The kind follows from the types and the shape: figures over time are a line, figures of categories
bars, shares of a whole an arc, two columns of numbers points. A number that only tells rows apart
is no figure. Anything else is best read as the table that it is.
"""

from __future__ import annotations

from typing import Any

from keenbench.models.offline.words import name_words
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

_TELLING = frozenset(
    ("id", "key", "code", "no", "nr", "num", "number", "uuid", "ref", "sku", "zip", "postcode",
     "phone", "year")
)  # fmt: skip
"""Last words of columns that number or name rows: Donation No, postcode."""
_COUNTING = frozenset(("no", "nr", "num", "number"))
"""Alone, in a query that someone wrote, they may as well say how many."""

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
    data = _Data(columns, rows, kinds)
    labels = {name for name in columns if data.tells_rows(name, roles.get(name))}
    # A number that is grouped by is no figure either.
    numbers = [
        name
        for name in columns
        if kinds[name] in _NUMBERS and roles.get(name) != "key" and name not in labels
    ]
    times = [name for name in columns if kinds[name] in _TIMES]
    categories = [
        name
        for name in columns
        if kinds[name] in _CATEGORIES or (kinds[name] in _NUMBERS and name not in numbers)
    ]
    shares = [name for name in numbers if roles.get(name) == "share"]
    known = len(numbers) + len(times) + len(categories)
    if known != len(columns) or not numbers:
        return None
    categories = _without_labels(data, categories, labels, times)
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


def _without_labels(
    data: _Data, categories: list[str], labels: set[str], times: list[str]
) -> list[str]:
    """Return the categories without numbers of rows that others tell apart already."""
    others = [name for name in categories if name not in labels]
    if others == categories:
        return categories
    return others if (others or times) and data.are_told_apart_by([*others, *times]) else categories


def _are_columns(outputs: tuple[Output, ...]) -> bool:
    return all(output.role == "column" for output in outputs)


class _Data:
    def __init__(self, columns: list[str], rows: list[list[Any]], kinds: dict[str, str]) -> None:
        self._columns = columns
        self._rows = rows
        self._kinds = kinds

    def tells_rows(self, column: str, role: str | None) -> bool:
        """Whether a column only says which row is meant."""
        if role not in (None, "key", "column"):
            return False
        words = name_words(column)
        last = words[-1] if words else ""
        if last in _TELLING:
            return role is not None or len(words) > 1 or last not in _COUNTING
        # customerid; but what was paid is a sum
        run_together = len(last) > 4 and last.endswith("id") and not last.endswith("paid")
        is_whole = self._kinds[column] == "integer"
        return run_together and is_whole and self.are_told_apart_by([column])

    def are_told_apart_by(self, columns: list[str]) -> bool:
        numbers = [self._columns.index(column) for column in columns]
        return len({repr([row[n] for n in numbers]) for row in self._rows}) == len(self._rows)

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
