"""Who, where and when: question words that name no column, and the column that each asks for."""

from __future__ import annotations

import re

from keenbench.models.offline.columns import ColumnRef, names_of
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.kinds import PERSONS, STAFF
from keenbench.models.offline.linking import ColumnLink, TableLink
from keenbench.models.offline.people import BODIES, says_who
from keenbench.models.offline.rows import row_names
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.words import name_words, root, stem, word_set

_PLACES = (
    word_set("location place building site venue stadium where address room"),
    word_set("city town municipality village"),
    word_set("region state province district borough area territory county neighbourhood"),
    word_set("country nation"),
    word_set("store shop branch warehouse office station port department ground"),
)


_PURPOSES = (
    word_set("purpose description reason memo detail"),
    word_set("expense service item product"),
    word_set("category type"),
)


def read_askers(s: Sentence) -> None:
    """Say of a question word that opens the question which column or rows it asks for."""
    for later in range(1, len(s.items)):
        item = s.items[later]
        joined = s.items[later - 1].tag == "and" and not item.names_something
        if joined and item.tag == "which" and item.meaning and item.meaning.value == "who":
            _who(s, later)  # "the highest score and who got it"
    at = next((i for i, item in enumerate(s.items) if not item.is_filler), None)
    if at is None or s.items[at].tag != "which" or s.items[at].names_something:
        return
    item = s.items[at]
    assert item.meaning is not None
    if item.norm == "what" and len(s.items) > 2 and s.items[-1].norm == "for":
        found = _purpose(s)
        if found is None:
            raise Ask("I see no column that says what something was for.", "for")
        item.columns = [ColumnLink(found, 1.0, "exact", 1)]
        for other in s.items:
            if is_money_word(other.norm) and not other.tables:
                other.used = True
        return
    if item.meaning.value == "who":
        _who(s, at)
    elif item.meaning.value == "where":
        found = _where(s, at)
        if found is not None:
            item.columns = [ColumnLink(found, 1.0, "exact", 1)]


def _tables(s: Sentence) -> list[str]:
    near = s.near or ([s.schema.tables[0].name] if len(s.schema.tables) == 1 else [])
    order: dict[str, None] = dict.fromkeys(near)
    for name in near:
        order.update(dict.fromkeys(s.reach(name)))
    return list(order)


def _words(name: str) -> set[str]:
    return {stem(m) for word in name_words(name) for m in meanings(word)}


def _who(s: Sentence, at: int) -> None:
    item = s.items[at]
    tables = _tables(s)
    taken = {v.ref for other in s.items if other is not item for v in other.values}
    doer = _doer(s, at, tables)
    if doer is not None and doer not in taken:
        item.columns = [ColumnLink(doer, 1.0, "exact", 1)]
        return
    for kind in (PERSONS, BODIES):
        if kind is BODIES and not any(names_of(s.schema, s.table(name)) for name in tables):
            agents = [ref for ref in _agents(s, tables) if ref not in taken]
            if len(agents) == 1:
                item.columns = [ColumnLink(agents[0], 1.0, "exact", 1)]
                return
        for name in tables:
            if _words(name) & kind and names_of(s.schema, s.table(name)):
                item.tables = [TableLink(name, 1.0, "exact")]
                return
        for name in tables:
            table = s.table(name)
            refs = [ColumnRef(name, c.name) for c in table.columns if c.type == "string"]
            refs = [ref for ref in refs if ref not in taken]
            found = [
                ref
                for ref in refs
                if (says_who(s, ref) if kind is PERSONS else _words(ref.column) & BODIES)
                and name_words(ref.column)[-1] not in ("code", "id", "no", "nr", "number", "email")
            ]
            found = _of_deed(s, found) or (found if len(found) < 2 else _on_side(s, found))
            if found and all(_words(ref.column) & STAFF for ref in found) and _as_client(s):
                return  # who bought it is not who sold it
            if len(found) == 1:
                item.columns = [ColumnLink(found[0], 1.0, "exact", 1)]
                return
            if found:
                return  # which of them is meant, only the user knows
    if tables and not any(names_of(s.schema, s.table(name)) for name in tables):
        raise Ask("I see no column that says who it was.", item.text)
    for name in tables:
        names = [r for r in names_of(s.schema, s.table(name)) if r not in taken]
        if names:
            if len(names) == 1:
                item.columns = [ColumnLink(names[0], 1.0, "exact", 1)]
            else:
                item.tables = [TableLink(name, 1.0, "exact")]
            return


def _of_deed(s: Sentence, refs: list[ColumnRef]) -> list[ColumnRef]:
    """Return of several columns of people the one that a verb of the question names."""
    said = {root(token.norm) for item in s.items for token in item.tokens}
    named = [ref for ref in refs if {root(word) for word in name_words(ref.column)} & said]
    if len(named) == 1:
        return named
    rows = [ref for ref in refs if ref in row_names(s.schema, ref.table)]
    return rows if len(rows) == 1 and not named else []


_AGENT = re.compile(r"[a-z]{2,}(?:er|or|ee|eer|ist|ian|ant|man|woman)$")
_NO_AGENTS = word_set(
    """
    gender number order weather quarter center sensor computer printer power color floor offer paper
    water letter container trailer charger other error factor sector vector transfer river tower
    career banner center meter parameter diameter newsletter register counter router category
    variant plant restaurant grant tier layer folder border former later cover filter shelter
    disorder door motor indoor outdoor minor major fee employee_no degree committee
    """
)


def _texts(s: Sentence, tables: list[str]) -> list[ColumnRef]:
    return [
        ColumnRef(name, column.name)
        for name in tables
        for column in s.table(name).columns
        if column.type == "string"
        and name_words(column.name)[-1] not in ("code", "id", "no", "nr", "number", "email")
    ]


def _doer(s: Sentence, at: int, tables: list[str]) -> ColumnRef | None:
    """`who served it`: the column that is named after the verb: Server, Issued By."""
    following = s.after(at)
    if following is None:
        return None
    verb = root(s.items[following].norm)
    if len(verb) < 4 or not s.items[following].norm.endswith(("ed", "es", "s")):
        return None
    found = [
        ref for ref in _texts(s, tables)
        if any(word.startswith(verb) for word in name_words(ref.column))
        and (_AGENT.match(name_words(ref.column)[-1]) or name_words(ref.column)[-1] in ("by", "to"))
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _agents(s: Sentence, tables: list[str]) -> list[ColumnRef]:
    """Return the columns that are called after what people do: Attendee, Adjuster, Dentist."""
    return [
        ref for ref in _texts(s, tables)
        if _AGENT.match(name_words(ref.column)[-1])
        and name_words(ref.column)[-1] not in _NO_AGENTS
        and not _words(ref.column) & BODIES and (s.column(ref).distinct or 0) > 2
    ]  # fmt: skip


_SERVING = frozenset(
    map(
        root,
        word_set(
            """
            handle handled serve served clean cleaned treat treated sell sold manage managed resolve
            resolved fix fixed teach taught deliver delivered issue issued close closed solve solved
            deal dealt process processed approve approved see saw seen examine sign assign assigned
            cover covers supervise run lead earn earns tip tips work works worked
            """
        ),
    )
)


_CLIENTS = frozenset(
    map(
        root,
        word_set(
            """
            buy bought purchase purchased order ordered rent rented borrow borrowed complain
            complained donate donated visit visited apply applied claim claimed register registered
            """
        ),
    )
)


def _as_client(s: Sentence) -> bool:
    return any(root(token.norm) in _CLIENTS for item in s.items for token in item.tokens)


def _on_side(s: Sentence, found: list[ColumnRef]) -> list[ColumnRef]:
    """Return of several kinds of people those who serve, or those who are served, as said."""
    staff = [ref for ref in found if _words(ref.column) & STAFF]
    others = [ref for ref in found if ref not in staff]
    said = {root(token.norm) for item in s.items for token in item.tokens}
    serving = bool(said & _SERVING) or any(item.norm.startswith("look") for item in s.items)
    side = staff if serving else others
    return side if len(side) == 1 else found


def _purpose(s: Sentence) -> ColumnRef | None:
    """Return the column that says what was paid for."""
    for kind in _PURPOSES:
        found = [
            ColumnRef(name, column.name)
            for name in _tables(s)
            for column in s.table(name).columns
            if column.type == "string" and _words(column.name) & kind
        ]
        if len(found) == 1:
            return found[0]
    return None


def _where(s: Sentence, at: int) -> ColumnRef | None:
    taken = {v.ref for i, item in enumerate(s.items) if i != at for v in item.values}
    tables = _tables(s)
    for kind in _PLACES:
        for name in tables:
            for column in s.table(name).columns:
                ref = ColumnRef(name, column.name)
                if column.type == "string" and ref not in taken and _words(column.name) & kind:
                    return ref
    return None
