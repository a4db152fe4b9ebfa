"""How the tables of a dataset belong together, where its registry does not say.

A table points to another where a column of the other tells its rows apart and a column here bears
the same name (`ear_tag`), that of the other table (`customer_id` of `customers.id`), the same with
a word of its part in front (`start_station_id`, `end_station_id`), or another word for it
(`user_id` of `customers.id`). Of several tables that it could point to, the likeliest is taken.
What no name tells, the values may (`relations_by_values`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from keenbench.models.offline.synonyms import alike, meanings
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.dataset_schema import (
    NUMBERS,
    ColumnSchema,
    DatasetSchema,
    Relation,
    TableSchema,
)

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
_SAME, _OWN, _PART, _MEANT = 4, 3, 2, 1
"""How sure a relation is by the way in which a column names a key."""


def work_out(tables: Sequence[TableSchema]) -> tuple[Relation, ...]:
    """Return the relations between `tables` that their columns' names tell."""
    found: list[tuple[int, Relation]] = []
    for many in tables:
        for column in many.columns:
            ways = [way for one in tables if one is not many for way in _ways(many, column, one)]
            best = max((sure for sure, _ in ways), default=0)
            found += [way for way in ways if way[0] == best]
    return tuple(relation for sure, relation in found if not _turned(sure, relation, found))


def _turned(sure: int, relation: Relation, found: list[tuple[int, Relation]]) -> bool:
    """Whether two tables point at each other and the other way is the likelier."""
    pair = (relation.from_table, relation.to_table)
    return any((each.to_table, each.from_table) == pair and other > sure for other, each in found)


def _ways(
    many: TableSchema, column: ColumnSchema, one: TableSchema
) -> Iterator[tuple[int, Relation]]:
    """Give how a column of `many` may point to rows of `one`, with how sure that is."""
    for key in one.columns:
        if family(column) != family(key) or not _tells_rows(key, one):
            continue
        sure = _names(column, key, one, many)
        if not sure:
            continue
        # Where both tell rows apart, the table that bears the name of the key is pointed to.
        if _tells_rows(column, many) and not _is_own(key, one, column, many):
            continue
        if sure < _OWN and (column.distinct or 0) > (key.distinct or 0):
            continue
        relation = Relation(many.name, column.name, one.name, key.name)
        yield 3 * sure + _bears_name(one, key), relation


def _tells_rows(column: ColumnSchema, table: TableSchema) -> bool:
    """Whether no two rows of a table are alike in a column that is more than a figure or a day."""
    if not table.row_count or column.distinct is None:
        return False
    if is_called_a_key(column.name):
        return column.distinct >= _UNIQUE * table.row_count
    if column.type == "integer":
        # A District of police_districts is its number; a price of prices tells no price apart.
        words = _words(column.name)
        named = any(words == rows for rows in _row_words(table.name))
        return named and not {*words} & FIGURES and column.distinct >= table.row_count > 1
    if (
        column.type != "string"
        or set(name_words(column.name)) <= _ANYTHING
        or is_part_of_name(column.name)
    ):
        return False
    return column.distinct >= table.row_count > 1


def is_part_of_name(name: str) -> bool:
    """Whether a column holds the first or the last names of people, of which many share one."""
    words = [word.lower() for word in name_words(name)]
    parts = words[-1:] in (["name"], ["names"]) and bool({*words[:-1]} & _PARTS_OF_NAMES)
    return parts or words[-1:] in (["surname"], ["forename"])


def is_called_a_key(name: str) -> bool:
    """Whether a column is called as those are that tell rows apart."""
    return bool(_KEY_LIKE.search(name))


def _is_own(key: ColumnSchema, one: TableSchema, column: ColumnSchema, many: TableSchema) -> bool:
    if _bears_name(one, key):
        return True
    first = one.columns[0] is key and many.columns[0] is not column
    return first and not _bears_name(many, column)


def _names(column: ColumnSchema, key: ColumnSchema, one: TableSchema, many: TableSchema) -> int:
    """Return how surely a column bears the name of another table's key; 0 where it does not."""
    name, wanted = _words(column.name), _words(key.name)
    if not name or not wanted:
        return 0
    general = set(wanted) <= ENDINGS
    if "".join(name) == "".join(wanted):
        # Two columns called just `id` have nothing to do with each other.
        return 0 if general else _SAME
    for rows in _row_words(one.name):
        called = [*rows, *wanted] if general else wanted
        if name == called or "".join(name) == "".join(called):
            return _OWN
        if "".join(name) == "".join(rows) and general and column.type == "string":
            return _PART
        if len(name) > len(called) and name[-len(called) :] == called:
            return _PART if len(called) > 1 or called[0] not in _ANYTHING else 0
    ends = name[-1] in ENDINGS and wanted[-1] == name[-1]
    if not ends or len(name) != 2 or len(wanted) > 2 or name[0] in _own_words(many):
        return 0
    said = wanted[0] if len(wanted) == 2 else _row_words(one.name)[-1][-1]
    same = any({name[0], said} <= group for group in _CALLED)
    near = alike(name[0], said) or meanings(name[0]) & meanings(said)
    return _MEANT if same or near else 0


def _own_words(table: TableSchema) -> set[str]:
    return {stem(word) for word in name_words(table.name)}


def _row_words(name: str) -> list[list[str]]:
    """Return what a row of a table may be called: of kita_groups, a kita group or a group."""
    words = [word for word in _words(name) if word not in _PREFIXES] or _words(name)
    return [words, words[-1:]] if len(words) > 1 else [words]


def _words(name: str) -> list[str]:
    return [stem(word) for word in name_words(name)]


def _bears_name(table: TableSchema, key: ColumnSchema) -> int:
    """Return 2 where a key is called after its table, 1 after the table's last word, else 0."""
    words = _words(key.name)
    if set(words) <= ENDINGS:
        return 2
    plain = "".join(words)
    whole, *last = _row_words(table.name)
    if plain.startswith("".join(whole)):
        return 2
    return 1 if last and plain.startswith("".join(last[0])) else 0


def family(column: ColumnSchema) -> str:
    """Return what values are compared as: numbers of all types are alike."""
    return "number" if column.type in NUMBERS else column.type


def read_relations(
    schema: DatasetSchema, stated: Iterable[tuple[str, str]]
) -> tuple[tuple[Relation, ...], list[str]]:
    """Return the relations that a registry states as `table.column`, and those that are none."""
    found: list[Relation] = []
    lost: list[str] = []
    for one, other in stated:
        ends = [_end(schema, one), _end(schema, other)]
        if ends[0] is None or ends[1] is None:
            lost.append(f"{one} → {other}")
        else:
            found.append(Relation(*ends[0], *ends[1]))
    return tuple(found), lost


def _end(schema: DatasetSchema, name: str) -> tuple[str, str] | None:
    for table in schema.tables:
        prefix = f"{table.name}."
        if name.casefold().startswith(prefix.casefold()):
            column = table.column(name[len(prefix) :])
            if column is not None:
                return table.name, column.name
    return None
