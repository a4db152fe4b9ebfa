"""Which column of which table a plan means by a name.

Any name that a CSV can have is a column, one with dots too; `table.column` tells tables apart. A
name that nothing bears is refused with those that it may have been meant for, one that two tables
bear with both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz, process, utils

from keenbench.errors import RunInvalid
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema

_CLOSE = 60.0


@dataclass(frozen=True)
class Found:
    """A column, and the table that it was found in."""

    table: TableSchema
    column: ColumnSchema

    @property
    def name(self) -> str:
        return f"{self.table.name}.{self.column.name}"


def invalid(message: str, *, candidates: Iterable[str] = ()) -> RunInvalid:
    """Return the error for a plan that does not fit its dataset."""
    named = list(candidates)
    detail = {"candidates": named} if named else None
    return RunInvalid(message, phase="analyst", subphase="plan", detail=detail)


def find_table(schema: DatasetSchema, name: str) -> TableSchema:
    table = schema.table(name)
    if table is not None:
        return table
    names = [each.name for each in schema.tables]
    near = close_to(name, names)
    raise invalid(
        f"There is no table {_shown(name)} in {schema.dataset_id}."
        f"{_did_you_mean(near) or f' Its tables: {_listed(names)}.'}",
        candidates=near,
    )


class Scope:
    """The tables that a plan reads, in the order it names them."""

    def __init__(self, tables: Iterable[TableSchema]) -> None:
        self.tables = list(tables)

    def columns(self) -> list[Found]:
        return [Found(table, column) for table in self.tables for column in table.columns]

    def find(self, name: str, *, more: Iterable[str] = ()) -> Found:
        """Return the column that `name` means; `more` are other names that would be right here."""
        found = self.candidates(name)
        if len(found) == 1:
            return found[0]
        if found:
            names = [each.name for each in found]
            raise invalid(
                f"{_shown(name)} is a column of more than one table; write {' or '.join(names)}.",
                candidates=names,
            )
        raise self._unknown(name, more)

    def candidates(self, name: str) -> list[Found]:
        """Return the columns that `name` could mean; those spelled exactly so before others."""
        loose: list[Found] = []
        exact: list[Found] = []
        for table in self.tables:
            own = [name]
            prefix = table.name + "."
            if name.casefold().startswith(prefix.casefold()):
                own.append(name[len(prefix) :])
            for wanted in own:
                column = table.column(wanted)
                if column is None:
                    continue
                found = Found(table, column)
                loose.append(found)
                if name in (column.name, found.name):
                    exact.append(found)
        return exact or loose

    def _unknown(self, name: str, more: Iterable[str]) -> RunInvalid:
        single = len(self.tables) == 1
        known = [*more, *(found.column.name if single else found.name for found in self.columns())]
        near = close_to(name, known)
        where = _listed([table.name for table in self.tables])
        return invalid(
            f"There is no column {_shown(name)} in {where}."
            f"{_did_you_mean(near) or f' Columns: {_listed(known)}.'}",
            candidates=near,
        )


def close_to(name: str, known: list[str]) -> list[str]:
    """Return up to three of `known` that `name` may have been meant for, the closest first."""
    distinct = list(dict.fromkeys(known))
    found = process.extract(
        name,
        distinct,
        scorer=fuzz.WRatio,
        processor=utils.default_process,
        limit=3,
        score_cutoff=_CLOSE,
    )
    return [match for match, _, _ in found]


def _did_you_mean(near: list[str]) -> str:
    return f" Did you mean {' or '.join(near)}?" if near else ""


def _shown(name: str) -> str:
    return name if len(name) <= 60 else name[:60] + "…"


def _listed(names: list[str]) -> str:
    shown = ", ".join(map(_shown, names[:12]))
    return f"{shown}, …" if len(names) > 12 else shown
