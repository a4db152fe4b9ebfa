"""Count the days since each person's last sale, with the dates ascending."""

from __future__ import annotations

from typing import Any

from openpyxl import Workbook


def ops(book: Workbook) -> list[dict[str, Any]]:
    # The dates ascend, so that the latest earlier sale is the one before.
    cells = [
        {
            "cell": f"C{row}",
            "value": f"=IF(COUNTIF(B$4:B{row - 1},B{row})=0,0,"
            f"A{row}-MAXIFS(A$4:A{row - 1},B$4:B{row - 1},B{row}))",
            "type": "formula",
        }
        for row in range(5, 29)
    ]
    return [{"op": "set_cells", "sheet": "Sheet1", "cells": cells}]
