"""Questions to begin with, for a dataset whose registry suggests none.

Three to five, made of what the columns are: rows are counted, a measure is added up by a category
and by what another table tells, rows are followed through time. The same schema gives the same
questions. They are said so plainly that the offline model need not ask back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from keenbench.analyst.key_names import is_called_a_key
from keenbench.models.offline.columns import ColumnRef, names_of
from keenbench.models.offline.headers import table_words
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import Nature, measures, nature_of
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema

_MOST, _ENOUGH = 5, 4
# A table of so many values is read at a glance; of more, the first five are asked for.
_FEW = 15
_TOP = 5
_REPEATED = 0.7
"""Of the rows, how many different names there are at most where some have several rows."""
_MOST_WORDS = 4
_DAYS_BY_DAY, _DAYS_BY_MONTH, _DAYS_BY_YEAR = 45, 550, 4 * 366

_BRACKETS = re.compile(r"[(\[{].*?[)\]}]")
_CAMEL = re.compile(r"(?<=[a-z])(?<!\b[a-z])(?=[A-Z])")
"""Where words of a name meet: unitPrice; the kWh is one."""
_PLAIN = re.compile(r"[^\W\d_][\w'&-]*(?: [\w'&-]+)*")
_UNNAMED = re.compile(r"column_?\d+(?:_\d+)?|unnamed\b.*", re.IGNORECASE)
_SINGULAR_IN_S = frozenset(("news", "analysis", "series", "gas", "bus", "sms", "gps", "pos"))
_NO_ROWS = frozenset(("datasets", "tables", "sheets", "exports", "files", "results", "reports"))
"""Words that alone say nothing of what a row of a table is."""
_JUDGED = 40
"""Of so many tables, the longest, it is worked out what can be asked of each."""
_AMOUNTS = word_set("quantity qty amount count volume unit sold kwh precipitation rainfall area")
_LASTING = word_set("minute hour second sec min hr time duration year yr month age")
"""Of how long something took or is old the average says more than the sum."""
_MOMENTS = frozenset(("minute", "hour", "second", "day", "week", "month", "quarter", "year"))
"""Numbers so called are when, and not how much."""
_POINTING = frozenset(("to", "by", "from", "of", "for", "at", "in", "on"))
_UNITS = word_set("eur usd gbp chf sek nok dkk pln cad aud c f")
_WRITTEN = word_set(
    """
    description note comment remark reason text address email phone url link date time day month
    year message subject title body detail status
    """
)
"""Words of columns of text that are written anew for each row, or name no one thing."""


def prompts_of(schema: DatasetSchema) -> tuple[str, ...]:
    """Return the questions to suggest for a dataset; none where its tables have no rows."""
    filled = (table for table in schema.tables if table.row_count > 1)
    tables = sorted(filled, key=lambda table: -table.row_count)[:_JUDGED]
    if not tables:
        return ()
    # What other tables explain, and what has something to add up, is what is asked about.
    subject = _Subject(schema, max(tables, key=lambda table: _importance(schema, table)))
    found = list(dict.fromkeys(subject.prompts()))
    for prompt in subject.further_prompts():
        if len(found) < _ENOUGH and prompt not in found:
            found.append(prompt)
    return tuple(found[:_MOST])


def _importance(schema: DatasetSchema, table: TableSchema) -> tuple[bool, int, int]:
    points = sum(each.from_table == table.name for each in schema.relations)
    return bool(measures(schema, table.name)), points, table.row_count


class _Subject:
    """A table, and what can be asked of it."""

    def __init__(self, schema: DatasetSchema, table: TableSchema) -> None:
        self._schema = schema
        self._table = table
        self._rows = rows_called(table)
        self._measure = self._find_measure()
        self._categories = self._categories_of(table)

    def prompts(self) -> Iterator[str]:
        figure, period = self._figure(), self._period()
        category = self._categories[0] if self._categories else None
        if self._rows is not None:
            yield f"How many {self._rows} are there?"
        elif len(self._schema.tables) == 1:
            yield "How many rows are there?"
        elif (called := said(self._table.name)) is not None and not _is_doubtful(called):
            yield f"How many rows are in {called}?"
        if figure is not None and category is not None:
            yield _begun(f"{figure} by {category}")
        if period is not None and (what := self._rows or figure) is not None:
            yield _begun(f"{what} {period}")
        if figure is not None and (ranked := self._ranked(category)) is not None:
            yield f"Top {_TOP} {ranked} by {figure}"
        if (elsewhere := self._category_elsewhere()) is not None:
            if figure is not None:
                yield _begun(f"{figure} by {elsewhere}")
            elif self._rows is not None:
                yield f"Number of {self._rows} by {elsewhere}"

    def further_prompts(self) -> Iterator[str]:
        """What else there is to ask of a table that has no measure, no date or no category."""
        categories = [*self._categories[1:3], *self._categories[:1]]
        for category in categories if self._rows is not None else ():
            yield f"Number of {self._rows} by {category}"
        measure = "" if self._measure is None else self._said(self._measure.ref.column)
        if measure and not _is_plural(measure):
            yield f"What is the highest {measure}?"
            yield f"What is the average {measure}?"

    def _find_measure(self) -> Nature | None:
        found = [
            nature
            for nature in measures(self._schema, self._table.name)
            if (words := said(nature.ref.column)) is not None
            and words.split()[-1].lower() not in _MOMENTS | _POINTING
        ]
        # The first of those that say most: money, then what adds up, then any other.
        found.sort(key=lambda each: (not (each.money and _adds_up(each)), not _adds_up(each)))
        return found[0] if found else None

    def _figure(self) -> str | None:
        if self._measure is None:
            return None
        words = self._said(self._measure.ref.column)
        each = words.lower().split()
        if not _adds_up(self._measure):
            return words if each[0] in ("average", "avg", "mean") else f"average {words}"
        if each[0] == "total":
            return words
        return f"sum of {words}" if "total" in each else f"total {words}"

    def _said(self, column: str) -> str:
        """Return what a column is called, without its unit where that leaves no doubt."""
        words = (said(column) or "").split()
        rest = tuple(word.lower() for word in words[:-1])
        alike = [c.name for c in self._table.columns if name_words(c.name)[: len(rest)] == rest]
        if rest and words[-1].lower() in _UNITS and len(alike) == 1:
            words.pop()
        return " ".join(words)

    def _categories_of(self, table: TableSchema) -> list[str]:
        """Return what the columns of few values are called; those of only two are the last."""
        found = []
        for column in table.columns:
            words, distinct = said(column.name), column.distinct or 0
            few = 2 <= distinct <= _FEW and distinct * 2 <= table.row_count
            if words is not None and few and self._names_something(table, column):
                found.append((distinct < 3, words))
        return [words for _, words in sorted(found, key=lambda each: each[0])]

    def _names_something(self, table: TableSchema, column: ColumnSchema) -> bool:
        if column.type != "string" or column.parted_by or column.reads is not None:
            return False
        if is_called_a_key(column.name):
            return False
        return nature_of(self._schema, ColumnRef(table.name, column.name)).kind == "text"

    def _period(self) -> str | None:
        dated = [column for column in self._table.columns if column.type in ("date", "timestamp")]
        span = _span(dated[0]) if len(dated) == 1 else None
        if span is None:
            return None  # of two dates a question would have to say which
        first, last = span
        days = (last - first).days
        if days <= _DAYS_BY_DAY:
            return "per day" if days > 1 else None
        if days <= _DAYS_BY_MONTH:
            return "per month"
        if days > _DAYS_BY_YEAR:
            return "per year"
        whole = last.year if (last.month, last.day) >= (12, 28) else last.year - 1
        return f"per month in {whole if whole >= first.year else last.year}"

    def _ranked(self, but: str | None) -> str | None:
        """Return what many rows belong to: the rows of another table, or the names in a column."""
        for other in self._explaining():
            called = rows_called(other)
            if other.row_count > _TOP and called is not None and names_of(self._schema, other):
                return called
        for column in self._table.columns:
            words, distinct = said(column.name), column.distinct or 0
            several = _TOP < distinct <= self._table.row_count * _REPEATED
            written = not _WRITTEN.isdisjoint(map(stem, name_words(column.name)))
            if words is None or words == but or not several or written:
                continue
            if self._names_something(self._table, column):
                *named, last = words.split()
                return _plural(" ".join(named) if named and last.lower() == "name" else words)
        return None

    def _category_elsewhere(self) -> str | None:
        own = {name_words(column.name) for column in self._table.columns}
        for other in self._explaining():
            for words in self._categories_of(other):
                if name_words(words) not in own:
                    return words
        return None

    def _explaining(self) -> list[TableSchema]:
        """Return the tables that a row of this one points to, each in one way only."""
        names = Counter(
            each.to_table
            for each in self._schema.relations
            if each.from_table == self._table.name != each.to_table
        )
        found = (self._schema.table(name) for name, ways in names.items() if ways == 1)
        return [table for table in found if table is not None]


def _adds_up(measure: Nature) -> bool:
    """Whether the sum over rows says something: of money, of amounts, and of things counted."""
    words = [stem(word) for word in name_words(measure.ref.column)]
    if not measure.addable or not _LASTING.isdisjoint(words):
        return False
    return measure.money or not _AMOUNTS.isdisjoint(words) or _is_plural(measure.ref.column)


def _is_plural(name: str) -> bool:
    last = (name_words(name) or ("",))[-1]
    return stem(last) != last and last not in _SINGULAR_IN_S


def rows_called(table: TableSchema) -> str | None:
    """Return what the rows of a table are called, where its name is a plural that tells it."""
    whole = [word for word in name_words(table.name) if not word.isdigit()]
    for words in (whole, list(table_words(whole))):
        last = words[-1] if words else ""
        plural = _is_plural(last) and (last not in _NO_ROWS or len(words) > 1)
        called = " ".join(words)
        if (plural or last in ("staff", "personnel")) and len(words) <= _MOST_WORDS:
            return None if _is_doubtful(called) else called
    return None


def _is_doubtful(called: str) -> bool:
    """Whether a table's name could be taken for something else: hours, orders for their lines."""
    return called.startswith("hr ") or called.endswith(" details")


def said(name: str) -> str | None:
    """Return a name as one would say it, or None where one would not."""
    plain = " ".join(_CAMEL.sub(" ", _BRACKETS.sub(" ", name).replace("_", " ")).split())
    if not _PLAIN.fullmatch(plain) or _UNNAMED.fullmatch(name):
        return None
    words = [word.lower() if word.istitle() else word for word in plain.split()]
    return " ".join(words) if len(words) <= _MOST_WORDS else None


def _plural(words: str) -> str:
    last = words.split()[-1].lower()
    if stem(last) != last or last.endswith("s"):
        return words
    if last.endswith("person"):
        return f"{words[:-5]}eople"
    if last.endswith(("x", "ch", "sh")):
        return f"{words}es"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return f"{words[:-1]}ies"
    return f"{words}s"


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def _span(column: ColumnSchema) -> tuple[date, date] | None:
    try:
        first, last = (date.fromisoformat(str(e)[:10]) for e in (column.least, column.greatest))
    except ValueError:
        return None
    return first, last
