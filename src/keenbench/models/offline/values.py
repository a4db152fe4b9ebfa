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
from typing import Any, Literal, Protocol

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.synonyms import meanings, value_forms
from keenbench.models.offline.words import mistyped, name_words, root, stem, value_words
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema
from keenbench.query.plan import LOOKUP, QueryPlan, read_plan

_ROWS = 50
_TYPO_ROWS = 50
_LONGEST_NAME = 8
"""Cells of more words than this are prose; a word in them names no value."""
_LONGEST_PROSE = 30
"""Up to here, several words of the question in a row may be those of a cell."""
_SHORT_NAME = 4


@dataclass(frozen=True)
class Answer:
    """What a look-up found."""

    rows: tuple[tuple[Any, ...], ...]
    complete: bool


class ValueLookup(Protocol):
    def ask(self, plan: QueryPlan) -> Answer | None:
        """Return what the look-up found, or None while that is not known."""


@dataclass(frozen=True)
class ValueLink:
    """Cells of a column that some words of the question name."""

    ref: ColumnRef
    values: tuple[str, ...]
    how: Literal["exact", "verb", "part", "typo"]
    asked: str

    @property
    def is_short(self) -> bool:
        """Whether the cells are names rather than prose."""
        return all(len(value_words(cell)) <= _SHORT_NAME for cell in self.values)

    @property
    def score(self) -> float:
        return {"exact": 1.0, "verb": 0.9, "part": 0.72, "typo": 0.7}[self.how]


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

    def find(self, words: Sequence[str], tables: Iterable[TableSchema]) -> None:
        """Look for cells that hold any of the words, in all text columns of the tables."""
        pieces = _pieces(words)
        if not any(pieces):
            return
        for table in tables:
            columns = [c for c in table.columns if c.type == "string" and c.values is None]
            self._find(table, columns, pieces, _ROWS)

    def find_like(self, word: str, tables: Iterable[TableSchema]) -> None:
        """Look for cells that may be meant by a mistyped word."""
        if len(word) < 5:
            return
        for table in tables:
            columns = [c for c in table.columns if c.type == "string" and c.values is None]
            self._find(table, columns, ([word[:3]], []), _TYPO_ROWS)

    def _find(
        self,
        table: TableSchema,
        columns: list[ColumnSchema],
        pieces: tuple[list[str], list[str]],
        most: int,
    ) -> None:
        if not columns:
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
            "filters": {"any_of": tests[:200]} if len(tests) > 1 else tests[0],
            "distinct": True,
            "limit": most,
            "notes": f"{LOOKUP} {', '.join((*within, *whole))}",
        }

    def _keep(self, table: TableSchema, columns: list[ColumnSchema], answer: Answer) -> None:
        self._by_word = None
        for row in answer.rows:
            for column, cell in zip(columns, row, strict=False):
                if isinstance(cell, str) and cell.strip():
                    self._cells.setdefault(ColumnRef(table.name, column.name), {})[cell] = None

    def range_of(self, ref: ColumnRef) -> tuple[date, date] | None:
        """Return the first and last day of a column of dates; None while or where unknown."""
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

    # -- what was found

    def cells(self, ref: ColumnRef, column: ColumnSchema) -> list[str]:
        listed = list(column.values or ())
        return listed + [cell for cell in self._cells.get(ref, {}) if cell not in listed]

    def links(self, asked: Sequence[str]) -> list[ValueLink]:
        """Return the columns with cells that the words name: the whole cell, or words of it."""
        found: list[ValueLink] = []
        for ref, cells in self._with(_asked_forms(tuple(asked))).items():
            link = _link(ref, cells, asked)
            if link is not None:
                found.append(link)
        found.sort(key=lambda link: -link.score)
        if found and found[0].how == "exact":
            found = [link for link in found if link.how == "exact"]
        return found

    def _with(self, forms: _Asked) -> dict[ColumnRef, list[str]]:
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
                    for word in _cell_forms(cell).every:
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
                    if any(mistyped(word, part) for part in value_words(cell)[:_LONGEST_NAME])
                ]
                whole = [cell for cell in near if len(value_words(cell)) == 1]
                near = whole or near
                if near and len({value_words(cell) for cell in near}) == 1:
                    found.append(ValueLink(ref, tuple(near), "typo", word))
        return found


def _pieces(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what cells may hold (words without their endings), and what they may be as a whole.

    A word of one or two letters is in every second cell; only a cell that is nothing else counts.
    """
    found: dict[str, None] = {}
    whole: dict[str, None] = {}
    for word in words:
        folded = word.casefold()
        forms = tuple(dict.fromkeys((*value_forms(folded), *value_forms(stem(folded)))))
        for form in forms:
            if len(form) < 3:
                whole[form] = None
                whole[form.upper()] = None
                continue
            plain = form if " " in form or not form.isascii() else root(form)
            found[plain if len(plain) >= 3 else form] = None
    return list(found), list(whole)


@dataclass(frozen=True)
class _Cell:
    """A cell's words, as they stand, singular and cut to their roots."""

    words: tuple[str, ...]
    stems: tuple[str, ...]
    roots: tuple[str, ...]

    @property
    def every(self) -> frozenset[str]:
        return frozenset((*self.words, *self.stems, *self.roots))


@dataclass(frozen=True)
class _Asked:
    """Words of a question in all forms that a cell may have them in."""

    phrase: str
    forms: tuple[tuple[str, ...], ...]
    stems: tuple[str, ...]
    roots: tuple[str, ...]

    @property
    def firsts(self) -> frozenset[str]:
        return frozenset(each[0] for each in (*self.forms, self.stems, self.roots) if each)


@lru_cache(maxsize=65536)
def _cell_forms(cell: str) -> _Cell:
    words = () if "://" in cell else value_words(cell)
    return _Cell(words, tuple(map(stem, words)), tuple(map(root, words)))


@lru_cache(maxsize=8192)
def _asked_forms(asked: tuple[str, ...]) -> _Asked:
    phrase = " ".join(asked)
    singular = " ".join(stem(word) for word in asked)
    every = dict.fromkeys((*value_forms(phrase), *value_forms(singular)))
    words = value_words(phrase)
    return _Asked(
        phrase,
        tuple(tuple(value_words(form)) for form in every),
        tuple(map(stem, words)),
        tuple(map(root, words)),
    )


@lru_cache(maxsize=512)
def _plan(text: str) -> QueryPlan:
    return read_plan(text)


def _link(ref: ColumnRef, cells: list[str], words: Sequence[str]) -> ValueLink | None:
    asked = _asked_forms(tuple(words))
    phrase, stems, roots = asked.phrase, asked.stems, asked.roots
    by_root = bool(roots) and (len(roots[0]) >= 4 or phrase.endswith("y"))
    exact, verb, part = [], [], []
    for cell in cells:
        found = _cell_forms(cell)
        if not found.words:
            continue
        if found.words == asked.forms[0] or found.stems == stems:
            exact.append(cell)
        elif (found.words in asked.forms and _may_be_short(cell, ref)) or (
            by_root and found.roots == roots
        ):
            verb.append(cell)
        elif (
            len(stems) < len(found.words)
            and len(found.words) <= (_LONGEST_NAME if len(stems) == 1 else _LONGEST_PROSE)
            and len(phrase) >= 3
            and _within(stems, found.stems)
        ):
            part.append(cell)
    if exact:
        return ValueLink(ref, tuple(exact), "exact", phrase)
    if verb:
        return ValueLink(ref, tuple(verb), "verb", phrase)
    return ValueLink(ref, tuple(part), "part", phrase) if part else None


def _may_be_short(cell: str, ref: ColumnRef) -> bool:
    """Whether a cell may stand for a longer word: M is male only in a column of sexes."""
    if len(cell) > 2:
        return True
    if len(cell) == 2:
        return cell.isupper()
    return bool({"sex", "gender"} & {m for w in name_words(ref.column) for m in meanings(w)})


def _within(asked: tuple[str, ...], cell: tuple[str, ...]) -> bool:
    return any(
        cell[start : start + len(asked)] == asked for start in range(len(cell) - len(asked) + 1)
    )


def _as_date(cell: Any) -> date | None:
    try:
        return date.fromisoformat(str(cell)[:10])
    except ValueError:
        return None
