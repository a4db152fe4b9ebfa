"""The names of columns: as the file writes them, and as SQL can use them."""

from __future__ import annotations

from collections.abc import Sequence

_MAX_NAME = 200


def column_names(header: Sequence[str], width: int) -> list[str]:
    """Return one name a column, no two alike without regard to case.

    A column without a name is `column_3`, counted from 1; a second `total` is `total_2`.
    """
    wanted = []
    for index in range(width):
        text = header[index] if index < len(header) else ""
        name = " ".join(text.replace("\x00", "").split())[:_MAX_NAME]
        wanted.append(name or f"column_{index + 1}")
    taken: set[str] = set()
    # A name that stands once keeps its form; only repetitions are numbered.
    reserved = {name.casefold() for name in wanted}
    names = []
    for name in wanted:
        candidate, number = name, 1
        while candidate.casefold() in taken or (number > 1 and candidate.casefold() in reserved):
            number += 1
            candidate = f"{name}_{number}"
        taken.add(candidate.casefold())
        names.append(candidate)
    return names


def quoted(name: str) -> str:
    """Return `name` as a quoted SQL name."""
    return '"' + name.replace('"', '""') + '"'


def string(value: str) -> str:
    """Return `value` as a SQL string."""
    return "'" + value.replace("'", "''") + "'"
