"""The names a query may use, and how a name that it may not use is refused.

Shared by `policy` and `judge`, so that both speak alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NoReturn

from keenbench.query import functions
from keenbench.query.refusal import SqlRefused

_UPPER_TO_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_PATH_MARKS = frozenset("/\\:*?[]{}")


def fold(name: str) -> str:
    """Return `name` as DuckDB compares names: ASCII letters in lower case, others as they are."""
    return name.translate(_UPPER_TO_LOWER)


class Tables:
    """The tables that a query may read, found without regard to case."""

    def __init__(self, names: Mapping[str, str], columns: Mapping[str, frozenset[str]]) -> None:
        self._names = names
        self._columns = columns

    @classmethod
    def of(cls, tables: Collection[str] | Mapping[str, Collection[str]]) -> Tables:
        given = tables.items() if isinstance(tables, Mapping) else ()
        columns = {
            fold(name): frozenset(fold(column) for column in its_columns)
            for name, its_columns in given
        }
        return cls({fold(name): name for name in tables}, columns)

    def find(self, name: str) -> str:
        """Return the table called `name`, in the spelling it was given in."""
        found = self._names.get(fold(name))
        if found is None:
            refuse_table(name, self)
        return found

    def columns(self, key: str) -> frozenset[str]:
        return self._columns.get(key, frozenset())

    @property
    def all_columns(self) -> frozenset[str]:
        return frozenset().union(*self._columns.values())

    def listed(self) -> str:
        names = sorted(self._names.values())
        shown = ", ".join(name if name.isidentifier() else f'"{name}"' for name in names[:10])
        return f"{shown}, …" if len(names) > 10 else shown


def refuse_table(name: str, tables: Tables) -> NoReturn:
    if "." in name or not _PATH_MARKS.isdisjoint(name):
        raise SqlRefused(
            "A query reads only the tables it was given, by their plain names; it cannot open "
            f"files, addresses, catalogs or schemas. Tables: {tables.listed()}.",
            reason="table",
        )
    raise SqlRefused(
        f"There is no table {name[:60]} here. Tables: {tables.listed()}.", reason="table"
    )


def refuse_function(name: str) -> NoReturn:
    shown = f"{name[:60]}()"
    if name in functions.CLOCKS:
        raise SqlRefused(
            f"{shown} gives another answer each time; write the date itself, "
            "such as DATE '2024-12-31'.",
            reason="volatile",
        )
    if name in functions.CHANCE:
        raise SqlRefused(
            f"{shown} gives another answer each time; use hash() of a column for a choice that "
            "can be repeated.",
            reason="volatile",
        )
    raise SqlRefused(f"The function {shown} is not allowed in a query.", reason="function")


def refuse_bare(name: str) -> NoReturn:
    if name in functions.CLOCKS:
        raise SqlRefused(
            f"{name.upper()} gives another answer each time; write the date itself, such as "
            f"DATE '2024-12-31' (or table.{name} if it is a column).",
            reason="volatile",
        )
    raise SqlRefused(
        f"{name} is a function here and not allowed; write table.{name} if it is a column.",
        reason="function",
    )


def refuse_type() -> NoReturn:
    raise SqlRefused(
        "A type is named that is not allowed; use a built-in one such as VARCHAR or DOUBLE.",
        reason="type",
    )
