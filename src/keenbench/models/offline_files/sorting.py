"""“Sort sales.csv by amount, highest first, and save as sorted.csv.”"""

from __future__ import annotations

import re

from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import is_table
from keenbench.models.offline_files.placing import left_over
from keenbench.models.offline_files.results import query_or_export
from keenbench.models.offline_files.table_columns import describe_table
from keenbench.models.offline_files.wording import listed

_SORTS = re.compile(
    r"\b(?:sort|order|sortier\w*)\b(?P<what>.*?)\b(?:by|nach)\s+(?P<keys>.+)$", re.I | re.S
)
_DOWN = re.compile(
    r"\b(?:desc(?:ending)?|(?:highest|largest|biggest|latest|newest|most)(?:\s+\w+)?\s+first|z\s*(?:to|-)\s*a|"
    r"absteigend)\b",
    re.I,
)
_PLACED = """
    sort order sortiere by nach rows row column columns asc ascending desc descending highest
    largest biggest latest newest most lowest smallest earliest oldest first absteigend aufsteigend
    save store export write put result results called named new excel csv xlsx show z
"""
_DIRECTION = re.compile(
    r"[\s,(]*\b(?:in\s+)?(?:(?:asc|desc)(?:ending)?(?:\s+order)?|(?:highest|largest|biggest|latest|"
    r"newest|most|lowest|smallest|earliest|oldest)(?:\s+\w+)?\s+first|absteigend|aufsteigend)\b\)?",
    re.I,
)


def attempt(desk: Desk) -> str | None:
    """Sort a table, if the request asks for that; the result is shown or saved."""
    found = _SORTS.search(desk.masked())
    if found is None:
        return None
    path = desk.source(is_table)
    if path is None or not is_table(path):
        return None
    shape = describe_table(desk.turn, path)
    columns = [shape.required(words) for words in listed(_DIRECTION.sub(" ", found.group("keys")))]
    if not columns:
        return None
    names = " ".join(column.name for column in shape.columns).replace("_", " ").casefold()
    if left_over(desk, f"{_PLACED} {names}"):
        return None
    down = _DOWN.search(found.group("keys")) is not None
    order = ", ".join(column.quoted + (" DESC" if down else "") for column in columns)
    names = " and ".join(column.name for column in columns)
    said = f"The rows of {path} by {names}, {'highest' if down else 'lowest'} first."
    query = f"SELECT * FROM data ORDER BY {order}"
    return query_or_export(desk, path, query, said, suffix="sorted")
