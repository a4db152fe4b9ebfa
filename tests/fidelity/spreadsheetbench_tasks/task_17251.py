"""Rank the parts in column A by their prices in column B, within each part."""

from __future__ import annotations

from typing import Any

from openpyxl import Workbook


def ops(book: Workbook) -> list[dict[str, Any]]:
    cells = [
        {
            "cell": f"C{row}",
            "value": f'=COUNTIFS(A$2:A$11,A{row},B$2:B$11,"<"&B{row})+1',
            "type": "formula",
        }
        for row in range(2, 12)
    ]
    return [{"op": "set_cells", "sheet": "Sheet1", "cells": cells}]
