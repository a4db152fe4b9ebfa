"""Highlight the lowest values, but not in rows that are not applicable."""

from __future__ import annotations

from typing import Any

from openpyxl import Workbook


def ops(book: Workbook) -> list[dict[str, Any]]:
    rule = {
        "type": "expression",
        "formula": '=AND($E9<>"NO",F9=F$29,F9<>"-")',
        "style": {"fill_color": "#00FF00"},
    }
    return [{"op": "add_conditional_format", "sheet": "Sheet1", "range": "F9:K25", "rule": rule}]
