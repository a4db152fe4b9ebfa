"""What a query gives: shown in the answer, or saved to a file of the Draft."""

from __future__ import annotations

from typing import Any

from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import ending
from keenbench.models.offline_files.turn import Say

_SHOWN_ROWS = 20
_FORMATS = ("csv", "xlsx")


def query_or_export(
    desk: Desk, path: str, query: str, said: str, *, suffix: str, rows_in: int | None = None
) -> str:
    """Save the result where the request names a file or a kind of file, else show it."""
    target = target_name(desk, path, suffix)
    if target is None:
        told = desk.turn.call("table_query", path=path, query=query, window_rows=_SHOWN_ROWS)
        return f"{said}\n\n{as_markdown(told)}"
    told = desk.turn.call(
        "table_export", path=path, query=query, target_path=target, format=ending(target)
    )
    rows = told.get("row_count")
    made = f"{rows:,} row{'' if rows == 1 else 's'}" if isinstance(rows, int) else "the result"
    return f"{said} Saved {made} as {target} in the Draft, for Review.{_counted(path, rows_in)}"


def _counted(path: str, rows: int | None) -> str:
    if rows is None:
        return ""
    if rows == 1:
        return f" The one row of {path} is counted in it."
    return f" All {rows:,} rows of {path} are counted in it."


def target_name(desk: Desk, path: str, suffix: str) -> str | None:
    """Return the file to save to: as named, or of the kind that the request asks for."""
    target = desk.target()
    if target is not None:
        name = target.path or target.text
        if ending(name) not in _FORMATS:
            raise Say(f"A table can be saved as .csv or .xlsx, not as {name}.")
        if target.path is not None:
            raise Say(
                f"{name} is there already, and saving would replace all of it; name a new file. "
                "Nothing was changed."
            )
        return name
    words = desk.masked().casefold()
    stem = path.rsplit(".", 1)[0]
    if any(word in words for word in ("excel", "xlsx", "workbook", "spreadsheet")) and _saves(
        words
    ):
        return desk.free_name(f"{stem}_{suffix}.xlsx")
    if "csv" in words and _saves(words):
        return desk.free_name(f"{stem}_{suffix}.csv")
    return None


def _saves(words: str) -> bool:
    return any(verb in words for verb in ("save", "export", "convert", "write", "store", "create"))


def as_markdown(told: dict[str, Any]) -> str:
    """Return rows as a table; what is not shown is said."""
    columns = [str(name) for name in told["columns"]]
    rows = told["rows"][:_SHOWN_ROWS]
    numeric = [any(isinstance(row[at], int | float) for row in rows) for at in range(len(columns))]
    marks = "".join(" ---: |" if each else " --- |" for each in numeric)
    lines = [f"| {' | '.join(map(_cell, columns))} |", f"|{marks}"]
    lines += [f"| {' | '.join(map(_cell, row))} |" for row in rows]
    total = told.get("total_row_count", len(rows))
    if total > len(rows):
        lines.append(f"\nThese are {len(rows)} of {total:,} rows.")
    return "\n".join(lines) if rows else "There are no such rows."


def _cell(value: Any) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    text = "" if value is None else str(value)
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
