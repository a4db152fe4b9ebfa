"""Delete the rows whose approver begins with PC."""

from __future__ import annotations

from typing import Any

from openpyxl import Workbook


def ops(book: Workbook) -> list[dict[str, Any]]:
    sheet = book["Sheet1"]
    rows = [
        row
        for row in range(2, sheet.max_row + 1)
        if str(sheet[f"K{row}"].value or "").startswith("PC")
    ]
    # From the bottom up, so that the rows above keep their numbers.
    return [{"op": "delete_rows", "sheet": "Sheet1", "row": row} for row in reversed(rows)]
