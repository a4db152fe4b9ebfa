"""“Summarise sales.csv by region and save as summary.xlsx.”"""

from __future__ import annotations

import re
from dataclasses import dataclass

from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import is_table
from keenbench.models.offline_files.placing import left_over
from keenbench.models.offline_files.results import query_or_export
from keenbench.models.offline_files.table_columns import TableColumn, TableShape, describe_table
from keenbench.models.offline_files.turn import Say
from keenbench.models.offline_files.wording import listed

_VERB = re.compile(
    r"\b(?:summari[sz]e|sum\s+up|aggregate|group|total|totals|subtotal|sum|zusammenfass\w*|"
    r"fass\w*)\b",
    re.I,
)
_BY = re.compile(r"\b(?:by|per|for\s+each|nach|je|pro)\s+(?P<keys>.+)$", re.I | re.S)
_WHAT = re.compile(
    r"^\s*(?:please\s+)?(?:the\s+)?(?:total\s+|sum\s+of\s+)?(?:the\s+)?(?P<what>.*?)"
    r"\s*(?:\b(?:in|of|from)\b\s*)?(?:the\s+(?:file|table)\s+)?\x00?\s*$",
    re.I | re.S,
)
_PLACED = """
    summarise summarize sum up aggregate group total totals subtotal per by column columns result
    results save store export write put call called named zusammen fasse zusammenfassen nach je pro
    speichere speichern als new excel csv xlsx what is show give rows month year day months years
    days monat jahr get tell want i need
"""
_PERIODS = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d", "jahr": "%Y", "monat": "%Y-%m"}


@dataclass(frozen=True)
class _Key:
    """What the rows are grouped by: an expression and the heading of its column."""

    sql: str
    heading: str


def attempt(desk: Desk) -> str | None:
    """Carry the request out if it is one to summarise a table; return what was done."""
    text = desk.masked()
    verb = _VERB.search(text)
    by = _BY.search(text)
    if verb is None or by is None:
        return None
    path = desk.source(is_table)
    if path is None or not is_table(path):
        return None
    shape = describe_table(desk.turn, path)
    keys = [_key(shape, words) for words in listed(by.group("keys"))]
    if not keys:
        return None
    names = " ".join(column.name for column in shape.columns).replace("_", " ").casefold()
    if left_over(desk, f"{_PLACED} {names}", *(key.heading for key in keys)):
        # More is asked than sums by group: a condition, say.
        return None
    amounts = _amounts(shape, text[verb.end() : by.start()], keys)
    headings = [key.heading for key in keys]
    select = [f"{key.sql} AS {_quote(key.heading)}" for key in keys]
    select.append('count(*) AS "Rows"')
    select += [f"sum({column.quoted}) AS {_quote(f'Total {column.name}')}" for column in amounts]
    places = ", ".join(str(place) for place in range(1, len(keys) + 1))
    query = f"SELECT {', '.join(select)} FROM data GROUP BY {places} ORDER BY {places}"
    what = ", ".join(column.name for column in amounts)
    told = f"the rows and the totals of {what}" if amounts else "the rows"
    said = f"For each {' and '.join(headings)} of {path}: {told}."
    return query_or_export(desk, path, query, said, suffix="summary", rows_in=shape.row_count)


def _key(shape: TableShape, words: str) -> _Key:
    period = _PERIODS.get(words.casefold())
    column = shape.find(words)
    if period is not None and (column is None or column.is_time):
        times = [each for each in shape.columns if each.is_time]
        if len(times) != 1:
            names = ", ".join(each.name for each in times) or "none"
            raise Say(f"By {words} of which date column? {shape.path} has {names}.")
        return _Key(f"strftime({times[0].quoted}, '{period}')", words.capitalize())
    column = shape.required(words)
    return _Key(column.quoted, column.name)


def _amounts(shape: TableShape, words: str, keys: list[_Key]) -> list[TableColumn]:
    """Return the columns to add up: those the request names, else all that are amounts."""
    found = _WHAT.match(words)
    named = found.group("what") if found else ""
    names = [n.strip() for n in re.split(r",|&|\band\b|\bund\b", named, flags=re.I) if n.strip()]
    columns = [column for column in map(shape.find, names) if column is not None]
    for column in columns:
        if not column.is_number:
            raise Say(f"The column {column.name} of {shape.path} holds no numbers to add up.")
    if columns:
        return columns
    grouped = {key.heading for key in keys}
    return [each for each in shape.columns if each.is_amount and each.name not in grouped]


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
