"""How the tables of a dataset belong together, where its registry does not say.

Two tables are related where a column of one is a key there (no two rows alike) and the other has a
column of the same name, or of the table's name: `orders.customer_id` and `customers.id`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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


def work_out(tables: Sequence[TableSchema]) -> tuple[Relation, ...]:
    """Return the relations between `tables` that their columns' names tell."""
    found: list[Relation] = []
    for index, one in enumerate(tables):
        for other in tables[index + 1 :]:
            relation = _between(one, other) or _between(other, one)
            if relation is not None:
                found.append(relation)
    return tuple(found)


def _between(many: TableSchema, one: TableSchema) -> Relation | None:
    """Return how rows of `many` point to rows of `one`, if they do."""
    for key in one.columns:
        if not _is_key(key, one):
            continue
        for column in many.columns:
            if _family(column) != _family(key) or not _points_to(column, key, one):
                continue
            # Where both are keys, the table that bears the name of the key is what is pointed to.
            if _is_key(column, many) and not _bears_name(one, key):
                continue
            return Relation(many.name, column.name, one.name, key.name)
    for key in one.columns:
        for column in many.columns if _is_name(key, one) else ():
            fewer = (column.distinct or 0) < many.row_count
            if fewer and column.type == "string" and _plain(column.name) == _plain(key.name):
                return Relation(many.name, column.name, one.name, key.name)
    return None


def _is_name(column: ColumnSchema, table: TableSchema) -> bool:
    """Whether a column names each row once, by a name that only rows of this table have."""
    name = _plain(column.name)
    last = re.split(r"[\W_]+", table.name)[-1]  # of kita_groups, a row is a group
    own = name in (*_stems(table.name), *_stems(last)) or (name.endswith("name") and name != "name")
    each = column.distinct is not None and column.distinct >= table.row_count > 1
    return column.type == "string" and own and each


def _is_key(column: ColumnSchema, table: TableSchema) -> bool:
    if not _KEY_LIKE.search(column.name) or not table.row_count or column.distinct is None:
        return False
    return column.distinct >= _UNIQUE * table.row_count


def _points_to(column: ColumnSchema, key: ColumnSchema, table: TableSchema) -> bool:
    name, wanted = _plain(column.name), _plain(key.name)
    if name == wanted:
        # Two columns called just `id` have nothing to do with each other.
        return wanted not in ("id", "key", "code", "no", "nr", "number", "uuid")
    return any(name == stem + wanted for stem in _stems(table.name))


def _bears_name(table: TableSchema, key: ColumnSchema) -> bool:
    name = _plain(key.name)
    return name in ("id", "key", "code") or any(
        name.startswith(stem) for stem in _stems(table.name)
    )


def _stems(name: str) -> list[str]:
    """Return a table's name without its ending: customers → customer, categories → category."""
    plain = re.sub(r"^(?:raw|stg|dim|fct|tbl)_", "", name.lower())
    plain = _plain(plain)
    stems = [plain]
    if plain.endswith("ies"):
        stems.append(plain[:-3] + "y")
    if plain.endswith("es"):
        stems.append(plain[:-2])
    if plain.endswith("s"):
        stems.append(plain[:-1])
    return stems


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name.casefold())


def _family(column: ColumnSchema) -> str:
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
