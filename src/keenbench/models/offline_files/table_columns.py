"""Columns of a table as words of a request name them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from keenbench.models.offline.words import name_words, stem
from keenbench.models.offline_files.turn import Say, Turn

_NUMBERS = frozenset(("integer", "float", "decimal"))
_TIMES = frozenset(("date", "timestamp"))
# Numbers that name things; their sum says nothing.
_NAMES_THINGS = frozenset(
    [
        "id",
        "no",
        "nr",
        "number",
        "code",
        "year",
        "month",
        "day",
        "zip",
        "plz",
        "postcode",
        "phone",
        "key",
        "index",
    ]
)


@dataclass(frozen=True)
class TableColumn:
    name: str
    type: str

    @property
    def is_number(self) -> bool:
        return self.type in _NUMBERS

    @property
    def is_time(self) -> bool:
        return self.type in _TIMES

    @property
    def is_amount(self) -> bool:
        """True where adding its values up means something."""
        return self.is_number and not _NAMES_THINGS.intersection(_words(self.name))

    @property
    def quoted(self) -> str:
        return '"' + self.name.replace('"', '""') + '"'


@dataclass(frozen=True)
class TableShape:
    path: str
    row_count: int
    columns: tuple[TableColumn, ...]

    def find(self, words: str) -> TableColumn | None:
        """Return the column that `words` name: exactly, or by the stems of its words."""
        wanted = _words(words)
        if not wanted:
            return None
        for column in self.columns:
            if column.name.casefold() == words.strip().casefold():
                return column
        same = [column for column in self.columns if _words(column.name) == wanted]
        part = [column for column in self.columns if wanted < _words(column.name)]
        for found in (same, part):
            if len(found) == 1:
                return found[0]
            if len(found) > 1:
                names = ", ".join(column.name for column in found)
                raise Say(f"“{words.strip()}” can be several columns of {self.path}: {names}.")
        return None

    def required(self, words: str) -> TableColumn:
        column = self.find(words)
        if column is None:
            names = ", ".join(column.name for column in self.columns[:20])
            raise Say(f"{self.path} has no column “{words.strip()}”; it has {names}.")
        return column


def describe_table(turn: Turn, path: str) -> TableShape:
    told = turn.call("table_describe", path=path)
    return TableShape(path, told["row_count"], tuple(_columns(told["columns"])))


def _columns(told: Sequence[dict[str, Any]]) -> list[TableColumn]:
    return [TableColumn(column["name"], column["inferred_type"]) for column in told]


def _words(name: str) -> frozenset[str]:
    return frozenset(stem(word) for word in name_words(re.sub(r"[^\w\s]", " ", name)))
