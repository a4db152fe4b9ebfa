"""Give the first or the second of the delivery windows that a cell names."""

from __future__ import annotations

from typing import Any

from openpyxl import Workbook


def ops(book: Workbook) -> list[dict[str, Any]]:
    cells = [
        {
            "cell": f"G{row}",
            "value": f'=IF(ISERROR(FIND("/",F{row})),F{row},TRIM(MID(SUBSTITUTE(F{row},"/",'
            f'REPT(" ",100)),IF(E{row}=1,1,100),100)))',
            "type": "formula",
        }
        for row in range(2, 24)
    ]
    return [{"op": "set_cells", "sheet": "Sheet1", "cells": cells}]
