"""Rows that a run's capsule keeps: what is left of a result once the dataset has changed.

A capsule keeps the first window of a result. Where that is all of it, its rows can be had for as
long as the capsule is there; of a larger result a part would pass for the whole.
"""

from __future__ import annotations

from typing import Any

from keenbench.analyst.capsules import Capsule


def kept_window(capsule: Capsule, offset: int, limit: int) -> dict[str, Any] | None:
    """Return a window of the rows as they were kept; None where not all of them were."""
    result = capsule["result_json"]
    if result is None or result["has_more"] or len(result["rows"]) != result["total_row_count"]:
        return None
    rows = result["rows"][offset:][:limit]
    told = {
        "code": "dataset_changed",
        "message": "The dataset has changed or is gone; its rows are as they were then.",
    }
    return {
        **result,
        "rows": rows,
        "row_count": len(rows),
        "has_more": offset + len(rows) < result["total_row_count"],
        "warnings": [*(capsule["warnings_json"] or ()), told],
    }
