"""Values that a question names, looked up in the columns that may hold them.

A look-up is itself a small query plan. Whoever runs the model answers it; until then `ask`
returns None, and the model says which look-ups it waits for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any

from keenbench.models.offline.columns import ColumnRef, column_of
from keenbench.models.offline.lookups import Answer, ValueLookup
from keenbench.models.offline.slips import mistyped
from keenbench.models.offline.value_matching import (
    LONGEST_NAME,
    Asked,
    ValueLink,
    asked_forms,
    cell_forms,
    link_cells,
    pieces,
)
from keenbench.models.offline.words import value_words
from keenbench.query.cell_lists import elements
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema
from keenbench.query.plan import LOOKUP, QueryPlan, read_plan

_NONES = ("no", "none", "nil", "nothing", "never", "nobody", "no one", "n/a", "na", "-", "n", "0")
_ROWS = 50
_TYPO_ROWS = 50
_MOST_BY_LETTERS = 12
_MOST_CALLED_SHORT = 500
"""Of more different names than these, none is well known by its first letters."""
_MOST_TESTS = 200
"""How many tests one look-up may hold."""


@dataclass
class Known:
    """All that is known of a dataset's values, and the look-ups still open."""

    schema: DatasetSchema
    lookup: ValueLookup
    open: list[QueryPlan] = field(default_factory=list)
    _cells: dict[ColumnRef, dict[str, None]] = field(default_factory=dict)
    _by_word: dict[str, dict[ColumnRef, dict[str, None]]] | None = None

    # -- look-ups

    def _ask(self, plan: dict[str, Any]) -> Answer | None:
        made = _plan(json.dumps(plan, ensure_ascii=False))
        answer = self.lookup.ask(made)
        if answer is None and made not in self.open:
            self.open.append(made)
        return answer

    def look(self, plan: QueryPlan, why: str) -> Answer | None:
        """Return what a plan of the model's own gives; None while unknown."""
        plan = plan.model_copy(update={"notes": f"{LOOKUP} {why}"})
        answer = self.lookup.ask(plan)
        if answer is None and plan not in self.open:
            self.open.append(plan)
        return answer

    def gave(self, plan: QueryPlan) -> Answer | None:
        """Return what a plan gave that was run to answer the question; None if it was not."""
        return self.lookup.ask(plan)

    def find(self, words: Sequence[str], tables: Iterable[TableSchema]) -> None:
        """Look for cells that hold any of the words, in all text columns of the tables."""
        found = pieces(words)
        if not any(found):
            return
        for table in tables:
            columns = [c for c in table.columns if c.type == "string" and c.values is None]
            self._find(table, columns, found, _ROWS)

    def find_like(self, word: str, tables: Iterable[TableSchema]) -> None:
        """Look for cells that may be meant by a mistyped word."""
        if len(word) < 5:
            return
        for table in tables:
            columns = [c for c in table.columns if c.type == "string" and c.values is None]
            self._find(table, columns, ([word[:3]], []), _TYPO_ROWS)

    def find_letters(self, letters: str, tables: Iterable[TableSchema]) -> None:
        """Look for cells that may be called by their first letters: EA, of Electronic Arts."""
        for table in tables:
            columns = [c for c in table.columns if c.type == "string" and c.values is None]
            for column in columns[:_MOST_BY_LETTERS]:
                if (column.distinct or 0) > _MOST_CALLED_SHORT:
                    continue
                tests = [("startswith", letters[0]), *(("contains", f" {x}") for x in letters[1:])]
                every = [{"column": column.name, "op": op, "value": text} for op, text in tests]
                plan = self._search(table, [column], ([letters], []), _ROWS)
                answer = self._ask(plan | {"filters": {"all_of": every}})
                if answer is not None:
                    self._keep(table, [column], answer)

    def _find(
        self,
        table: TableSchema,
        columns: list[ColumnSchema],
        pieces: tuple[list[str], list[str]],
        most: int,
    ) -> None:
        if not columns:
            return
        each = len(pieces[0]) + bool(pieces[1])
        if len(columns) > 1 and len(columns) * each > _MOST_TESTS:
            # In a wide table no column goes unsearched because others come before it.
            half = len(columns) // 2
            self._find(table, columns[:half], pieces, most)
            self._find(table, columns[half:], pieces, most)
            return
        answer = self._ask(self._search(table, columns, pieces, most))
        if answer is None:
            return
        self._keep(table, columns, answer)
        if answer.complete:
            return
        within, whole = pieces
        singles: list[tuple[list[str], list[str]]] = [([piece], []) for piece in within]
        singles += [([], [piece]) for piece in whole]
        for single in singles if len(singles) > 1 else ():
            # A word that is in every second cell must not hide the others.
            answer = self._ask(self._search(table, columns, single, most))
            if answer is not None:
                self._keep(table, columns, answer)
        for column in columns if len(columns) > 1 else ():
            answer = self._ask(self._search(table, [column], pieces, most))
            if answer is not None:
                self._keep(table, [column], answer)

    def _search(
        self,
        table: TableSchema,
        columns: list[ColumnSchema],
        pieces: tuple[list[str], list[str]],
        most: int,
    ) -> dict[str, Any]:
        within, whole = pieces
        tests: list[dict[str, Any]] = [
            {"column": c.name, "op": "contains", "value": piece}
            for c in columns
            for piece in within
        ]
        if whole:
            tests += [{"column": c.name, "op": "in", "value": whole} for c in columns]
        return {
            "dataset_id": self.schema.dataset_id,
            "table": table.name,
            "select": [{"column": c.name} for c in columns],
            "filters": {"any_of": tests[:_MOST_TESTS]} if len(tests) > 1 else tests[0],
            "distinct": True,
            "limit": most,
            "notes": f"{LOOKUP} {', '.join((*within, *whole))}",
        }

    def _keep(self, table: TableSchema, columns: list[ColumnSchema], answer: Answer) -> None:
        self._by_word = None
        for row in answer.rows:
            for column, cell in zip(columns, row, strict=False):
                if not isinstance(cell, str) or not cell.strip():
                    continue
                named = elements(cell, column.parted_by) if column.parted_by else [cell]
                kept = self._cells.setdefault(ColumnRef(table.name, column.name), {})
                kept.update(dict.fromkeys(named))

    def range_of(self, ref: ColumnRef) -> tuple[date, date] | None:
        """Return the first and last day of a column of dates; None while or where unknown."""
        column = column_of(self.schema, ref)
        told = [_as_date(edge) for edge in (column.least, column.greatest)]
        if told[0] and told[1]:
            return told[0], told[1]
        answer = self._ask(
            {
                "dataset_id": self.schema.dataset_id,
                "table": ref.table,
                "select": [
                    {"agg": {"func": "min", "column": ref.column}, "alias": "first"},
                    {"agg": {"func": "max", "column": ref.column}, "alias": "last"},
                ],
                "notes": f"{LOOKUP} first and last {ref.column}",
            }
        )
        if answer is None or not answer.rows:
            return None
        found = [_as_date(cell) for cell in answer.rows[0][:2]]
        first, last = found[0], found[1] if len(found) > 1 else None
        return (first, last) if first and last else None

    def numbers_of(self, ref: ColumnRef) -> tuple[float, float] | None:
        """Return the least and greatest number of a column; None while or where unknown."""
        numbers = column_of(self.schema, ref).numbers
        if numbers is not None:
            return numbers
        answer = self._ask(
            {
                "dataset_id": self.schema.dataset_id,
                "table": ref.table,
                "select": [
                    {"agg": {"func": "min", "column": ref.column}, "alias": "least"},
                    {"agg": {"func": "max", "column": ref.column}, "alias": "greatest"},
                ],
                "notes": f"{LOOKUP} least and greatest {ref.column}",
            }
        )
        if answer is None or not answer.rows:
            return None
        try:
            return float(answer.rows[0][0]), float(answer.rows[0][1])
        except (TypeError, ValueError):
            return None

    def figure_of(self, func: str, ref: ColumnRef) -> float | None:
        """Return a figure over all of a column, or of what two make; None while unknown."""
        what: dict[str, Any] = {"column": ref.column}
        if ref.worked is not None and ref.worked.beside:
            return None
        if ref.worked is not None:
            sides = {"left": ref.worked.left, "right": ref.worked.right}
            what = {"calc": {"op": ref.worked.op, **sides}}
        answer = self._ask(
            {
                "dataset_id": self.schema.dataset_id,
                "table": ref.table,
                "select": [{"agg": {"func": func, **what}, "alias": "figure"}],
                "notes": f"{LOOKUP} {func} of {ref.column}",
            }
        )
        if answer is None or not answer.rows or answer.rows[0][0] is None:
            return None
        return float(answer.rows[0][0])

    def has_cell(self, ref: ColumnRef, text: str) -> bool:
        """Return whether a cell of a column is just this text; False while unknown."""
        answer = self._ask(
            {
                "dataset_id": self.schema.dataset_id,
                "table": ref.table,
                "select": [{"column": ref.column}],
                "filters": {"column": ref.column, "op": "=", "value": text},
                "distinct": True,
                "limit": 1,
                "notes": f"{LOOKUP} {text} in {ref.column}",
            }
        )
        return answer is not None and bool(answer.rows)

    def nones_in(self, ref: ColumnRef) -> list[str]:
        """Return the cells of a column that say that there is none: No, None."""
        return self._cells_of(ref, _NONES, "none")

    def _cells_of(self, ref: ColumnRef, words: tuple[str, ...], why: str) -> list[str]:
        answer = self._ask(
            {
                "dataset_id": self.schema.dataset_id,
                "table": ref.table,
                "select": [{"column": ref.column}],
                "filters": {"column": ref.column, "op": "in", "value": list(words)},
                "distinct": True,
                "limit": 5,
                "notes": f"{LOOKUP} {why} in {ref.column}",
            }
        )
        return [] if answer is None else [str(row[0]) for row in answer.rows]

    def few_of(self, ref: ColumnRef, column: ColumnSchema) -> list[str] | None:
        """Return all values of a column that has only a few; None while unknown, or where many."""
        if column.values is not None:
            return list(column.values)
        if column.distinct is None or column.distinct > 4:
            return None
        answer = self._ask(
            {
                "dataset_id": self.schema.dataset_id,
                "table": ref.table,
                "select": [{"column": ref.column}],
                "distinct": True,
                "limit": 8,
                "notes": f"{LOOKUP} values of {ref.column}",
            }
        )
        if answer is None:
            return None
        return [str(row[0]) for row in answer.rows if row[0] is not None]

    def all_of(self, ref: ColumnRef, column: ColumnSchema) -> list[str]:
        """Return all cells of a column of some kinds; none while unknown."""
        if column.values is not None:
            return list(column.values)
        answer = self._ask(
            {
                "dataset_id": self.schema.dataset_id,
                "table": ref.table,
                "select": [{"column": ref.column}],
                "distinct": True,
                "limit": 30,
                "notes": f"{LOOKUP} kinds of {ref.column}",
            }
        )
        return [] if answer is None else [str(r[0]) for r in answer.rows if r[0] is not None]

    # -- what was found

    def cells(self, ref: ColumnRef, column: ColumnSchema) -> list[str]:
        listed = list(column.values or ())
        return listed + [cell for cell in self._cells.get(ref, {}) if cell not in listed]

    def links(self, asked: Sequence[str]) -> list[ValueLink]:
        """Return the columns with cells that the words name: the whole cell, or words of it."""
        found: list[ValueLink] = []
        for ref, cells in self._with(asked_forms(tuple(asked))).items():
            link = link_cells(ref, cells, asked)
            if link is not None:
                found.append(link)
        found.sort(key=lambda link: -link.score)
        if found and found[0].how == "exact":
            found = [link for link in found if link.how == "exact"]
        return found

    def _with(self, forms: Asked) -> dict[ColumnRef, list[str]]:
        """Return the cells that hold any of the words that a match would begin with."""
        if self._by_word is None:
            self._by_word = self._words()
        wanted: dict[ColumnRef, dict[str, None]] = {}
        for word in forms.firsts:
            for ref, cells in self._by_word.get(word, {}).items():
                wanted.setdefault(ref, {}).update(cells)
        place = {ref: index for index, ref in enumerate(self._places())}
        order = sorted(wanted, key=place.__getitem__)
        return {ref: list(wanted[ref]) for ref in order}

    def _places(self) -> list[ColumnRef]:
        return [ColumnRef(t.name, c.name) for t in self.schema.tables for c in t.columns]

    def _words(self) -> dict[str, dict[ColumnRef, dict[str, None]]]:
        found: dict[str, dict[ColumnRef, dict[str, None]]] = {}
        for table in self.schema.tables:
            for column in table.columns:
                if column.type != "string":
                    continue
                ref = ColumnRef(table.name, column.name)
                for cell in self.cells(ref, column):
                    for word in cell_forms(cell).every:
                        found.setdefault(word, {}).setdefault(ref, {})[cell] = None
        return found

    def typos(self, word: str) -> list[ValueLink]:
        """Return the cells of one word, or with one, that a word is likely a slip of."""
        found = []
        for table in self.schema.tables:
            for column in table.columns:
                ref = ColumnRef(table.name, column.name)
                if column.type != "string":
                    continue
                near = [
                    cell
                    for cell in self.cells(ref, column)
                    if any(mistyped(word, part) for part in value_words(cell)[:LONGEST_NAME])
                ]
                whole = [cell for cell in near if len(value_words(cell)) == 1]
                near = whole or near
                if near and len({value_words(cell) for cell in near}) == 1:
                    found.append(ValueLink(ref, tuple(near), "typo", word))
        return found


@lru_cache(maxsize=512)
def _plan(text: str) -> QueryPlan:
    return read_plan(text)


def _as_date(cell: Any) -> date | None:
    try:
        return date.fromisoformat(str(cell)[:10])
    except ValueError:
        return None


__all__ = ["Answer", "Known", "ValueLink", "ValueLookup"]
