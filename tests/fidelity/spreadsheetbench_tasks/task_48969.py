"""Compare two sources by name and date, and say where they agree."""

from __future__ import annotations

from typing import Any

from openpyxl import Workbook


def ops(book: Workbook) -> list[dict[str, Any]]:
    cells = []
    for row in (3, 4, 5):
        for column in "JKLMN":
            first = (
                f"IFERROR(INDEX($C$3:$G$5,MATCH($I{row},$B$3:$B$5,0),"
                f'MATCH({column}$2,$C$2:$G$2,0)),"")'
            )
            second = (
                f"IFERROR(INDEX($C$8:$G$10,MATCH($I{row},$B$8:$B$10,0),"
                f'MATCH({column}$2,$C$7:$G$7,0)),"")'
            )
            cells.append(
                {"cell": f"{column}{row}", "value": f"={first}={second}", "type": "formula"}
            )
    return [{"op": "set_cells", "sheet": "Sheet1", "cells": cells}]
