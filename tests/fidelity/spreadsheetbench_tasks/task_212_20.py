"""Split the texts of column B into columns where two or more line ends separate them."""

from __future__ import annotations

import re
from typing import Any

from openpyxl import Workbook


def ops(book: Workbook) -> list[dict[str, Any]]:
    values = []
    for row in range(2, 7):
        text = str(book["Input"][f"B{row}"].value)
        pieces = [piece.strip("\n") for piece in re.split(r"\n{2,}", text)]
        values.append([*pieces, *[None] * (3 - len(pieces))])
    return [{"op": "set_range", "sheet": "Input", "start": "C2", "values": values}]
