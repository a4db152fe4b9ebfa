"""What the names of tables and columns tell: which are keys, and which key a column names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from keenbench.models.offline.synonyms import alike, meanings
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.dataset_schema import NUMBERS, ColumnSchema, TableSchema

_KEY_LIKE = re.compile(
    r"(?:^|[_\W])(?:id|key|code|no|nr|number|uuid|sku|iata|ref)$|id$|ID$"
    # DeptCode, EmployeeNo: a capital begins the word
    r"|[a-z](?:Id|Key|Code|No|Nr|Number|Uuid|Sku|Ref)$|^(?:Key|Code|No|Nr|Number)$"
    r"|[_\W](?:Id|Key|Code|No|Nr|Number|Ref|KEY|CODE|NO|NR|NUMBER|REF)$"
)
# How much of a column must be different for it to be a key: the count is an estimate.
_UNIQUE = 0.9
ENDINGS = frozenset(("id", "key", "code", "no", "nr", "number", "uuid", "ref"))
"""Words that say that a column tells something, and not what."""
_ANYTHING = frozenset(
    ("name", "title", "description", "label", "notes", "note", "comment", "email", "phone",
     "address", "date", "time", "text", "url", "remarks")
)  # fmt: skip
"""Columns that tables of all sorts have, so that the same name in two says nothing."""
_CALLED = (
    frozenset(
        ("customer", "client", "user", "member", "buyer", "shopper", "guest", "subscriber",
         "account", "patron", "visitor", "consumer", "purchaser", "payer")
    ),
    frozenset(
        ("employee", "staff", "worker", "emp", "agent", "rep", "manager", "assignee", "operator",
         "handler", "clerk", "officer", "user", "technician", "person")
    ),
    frozenset(("product", "item", "article", "sku", "good", "part", "material")),
    frozenset(("shop", "store", "branch", "outlet", "location", "site")),
    frozenset(("supplier", "vendor", "manufacturer", "producer")),
)  # fmt: skip
"""Words that a key and its table may have for the same, where nothing else fits."""
FIGURES = word_set(
    """
    amount quantity qty count total price cost sum year age size score rating rate number hours
    minutes days weight height length distance value percent share points goals
    """
)
"""What a column of numbers may be called that are no names of anything."""
_PARTS_OF_NAMES = frozenset(("first", "last", "middle", "family", "given", "fore", "sur", "maiden"))
_PREFIXES = frozenset(("raw", "stg", "dim", "fct", "fact", "tbl", "src"))
SAME, OWN, PART, MEANT = 4, 3, 2, 1
"""How sure a relation is by the way in which a column names a key."""


@dataclass(frozen=True, eq=False)
class NamedColumn:
    """A column with what its name tells, read once: each is held against many others."""

    table: TableSchema
    column: ColumnSchema

    @cached_property
    def words(self) -> tuple[str, ...]:
        return words_of(self.column.name)

    @cached_property
    def plain(self) -> str:
        return "".join(self.words)

    @cached_property
    def family(self) -> str:
        return family(self.column)

    @cached_property
    def is_general(self) -> bool:
        """Whether it says that it tells something, and not what: `id`."""
        return set(self.words) <= ENDINGS

    @cached_property
    def rows(self) -> list[tuple[str, ...]]:
        """What a row of its table may be called."""
        return row_words(self.table.name)

    @cached_property
    def calls(self) -> list[tuple[str, ...]]:
        """What a column that points to it is called: of customers.id, customer id."""
        return [(*rows, *self.words) for rows in self.rows] if self.is_general else [self.words]

    @cached_property
    def subject(self) -> str | None:
        """The word for what it is a key of: customer, of customer_id and of customers.id."""
        if len(self.words) == 2:
            return self.words[0]
        last = self.rows[-1] if len(self.words) == 1 else ()
        return last[-1] if last else None

    @cached_property
    def bears_name(self) -> int:
        """2 where it is called after its table, 1 after the table's last word, else 0."""
        if self.is_general:
            return 2
        whole, *last = self.rows
        if self.plain.startswith("".join(whole)):
            return 2
        return 1 if last and self.plain.startswith("".join(last[0])) else 0

    @cached_property
    def is_first(self) -> bool:
        return self.table.columns[0] is self.column

    @cached_property
    def tells_rows(self) -> bool:
        """Whether no two rows of its table are alike in it, and it is more than a figure or day."""
        column, table = self.column, self.table
        if not table.row_count or column.distinct is None:
            return False
        if is_called_a_key(column.name):
            return column.distinct >= _UNIQUE * table.row_count
        if column.type == "integer":
            # A District of police_districts is its number; a price of prices tells no price apart.
            named = self.words in self.rows and not {*self.words} & FIGURES
            return named and column.distinct >= table.row_count > 1
        if (
            column.type != "string"
            or set(name_words(column.name)) <= _ANYTHING
            or is_part_of_name(column.name)
        ):
            return False
        return column.distinct >= table.row_count > 1

    def is_pointed_to(self, column: NamedColumn) -> bool:
        """Whether, where both tell rows apart, this is the key and `column` is what points."""
        if self.bears_name:
            return True
        return self.is_first and not column.is_first and not column.bears_name


def how_sure(column: NamedColumn, key: NamedColumn) -> int:
    """Return how surely a column bears the name of another table's key; 0 where it does not."""
    name, wanted = column.words, key.words
    if not name or not wanted:
        return 0
    if column.plain == key.plain:
        # Two columns called just `id` have nothing to do with each other.
        return 0 if key.is_general else SAME
    for rows in key.rows:
        called = (*rows, *wanted) if key.is_general else wanted
        if column.plain == "".join(called):
            return OWN
        if column.plain == "".join(rows) and key.is_general and column.column.type == "string":
            return PART
        if len(name) > len(called) and name[-len(called) :] == called:
            return PART if len(called) > 1 or called[0] not in _ANYTHING else 0
    ends = name[-1] in ENDINGS and wanted[-1] == name[-1]
    if not ends or len(name) != 2 or key.subject is None or name[0] in _own_words(column.table):
        return 0
    return MEANT if mean_the_same(name[0], key.subject) else 0


def mean_the_same(word: str, other: str) -> bool:
    """Whether a key and a table may be called by these words for the same thing."""
    if any({word, other} <= group for group in _CALLED):
        return True
    return alike(word, other) or not meanings(word).isdisjoint(meanings(other))


def _own_words(table: TableSchema) -> set[str]:
    return {stem(word) for word in name_words(table.name)}


def row_words(name: str) -> list[tuple[str, ...]]:
    """Return what a row of a table may be called: of kita_groups, a kita group or a group."""
    words = tuple(word for word in words_of(name) if word not in _PREFIXES) or words_of(name)
    return [words, words[-1:]] if len(words) > 1 else [words]


def words_of(name: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in name_words(name))


def is_part_of_name(name: str) -> bool:
    """Whether a column holds the first or the last names of people, of which many share one."""
    words = [word.lower() for word in name_words(name)]
    parts = words[-1:] in (["name"], ["names"]) and bool({*words[:-1]} & _PARTS_OF_NAMES)
    return parts or words[-1:] in (["surname"], ["forename"])


def is_called_a_key(name: str) -> bool:
    """Whether a column is called as those are that tell rows apart."""
    return bool(_KEY_LIKE.search(name))


def family(column: ColumnSchema) -> str:
    """Return what values are compared as: numbers of all types are alike."""
    return "number" if column.type in NUMBERS else column.type
