"""“Convert sales.csv to Excel”: a whole table under another name."""

from __future__ import annotations

import re

from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import ending, file_kind, is_table
from keenbench.models.offline_files.placing import left_over
from keenbench.models.offline_files.results import target_name
from keenbench.models.offline_files.sheets import sheets_of

_CONVERTS = re.compile(
    r"^\s*(?:please\s+|can\s+you\s+|could\s+you\s+)*(?:convert|export|save|turn|make|konvertier\w*)\s+"
    r"(?:the\s+(?:file|table)\s+|all\s+of\s+)?(?:\x00|it|this(?:\s+file)?)\s*"
    r"(?:as|to|into|in|als|nach)\b",
    re.I,
)
_PLACED = """
    convert export save turn make konvertiere excel csv xlsx format called named new whole nach als
"""


def attempt(desk: Desk) -> str | None:
    """Save a whole table as another file, if the request asks for that."""
    if not _CONVERTS.search(desk.masked()):
        return None
    path = desk.source(is_table)
    if path is None or not is_table(path):
        return None
    if left_over(desk, _PLACED):
        return None
    target = target_name(desk, path, "table")
    if target is None:
        return None
    told = desk.turn.call("table_export", path=path, target_path=target, format=ending(target))
    rows = told.get("row_count")
    others = _other_sheets(desk, path)
    counted = f" with its {rows:,} rows" if isinstance(rows, int) else ""
    return f"Saved {path}{counted} as {target} in the Draft, for Review.{others}"


def _other_sheets(desk: Desk, path: str) -> str:
    """Say which sheets of a workbook a table is not made of."""
    if file_kind(path) != "xlsx":
        return ""
    names = [str(sheet["name"]) for sheet in sheets_of(desk.turn, path)]
    if len(names) < 2:
        return ""
    return f" It holds the table of the sheet {names[0]}; not {', '.join(names[1:])}."
