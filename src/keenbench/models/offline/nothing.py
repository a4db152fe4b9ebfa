"""What never took place: rows of one table to which no row of another points.

`donors who never gave anything`, `carriers that haven't shipped anything`, `events that raised
nothing`. A column of the rows themselves that tells it says more, and is left to `missing`.
"""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.small_words import HAPPENS, LIGHT_VERBS
from keenbench.models.offline.synonyms import alike
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.words import name_words, root, stem

_ANY = frozenset(("anything", "any", "at all", "anyone", "anybody", "something", "single", "ever"))
_NONE = frozenset(("nothing", "none"))
_NO_ONE = frozenset(("nobody", "no one", "noone", "nobody has", "no one has"))
_JOINTS = ("and", "or", "group", "cmp", "share", "sort")


def read_nothing(s: Sentence) -> None:
    for at, item in enumerate(s.items):
        if item.used or not _is_negation(s, at):
            continue
        subject = _subject(s, at)
        if subject is None:
            continue
        children = [r.from_table for r in s.schema.relations if r.to_table == subject]
        children = [name for name in dict.fromkeys(children) if name != subject]
        clause = _clause(s, at)
        if not children or clause is None or _told_by_itself(s, clause, subject):
            continue
        deed = item.norm.startswith("not ")  # not given
        child = _child(s, clause, children, deed=deed)
        if child is None or not all(_is_of(s, s.items[i], child, subject) for i in clause):
            continue
        s.use(at, *clause)
        s.without.append(child)
        s.near = [subject, *(name for name in s.near if name not in (subject, child))]


def _is_negation(s: Sentence, at: int) -> bool:
    item = s.items[at]
    if item.norm in ("never", *_NONE, *_NO_ONE):
        return True
    rest = {i.norm for i in s.items[at + 1 : at + 6]}
    words = {token.norm for i in s.items[at + 1 : at + 6] for token in i.tokens}
    return item.norm.split()[0] == "not" and bool((rest | words) & _ANY)


def _subject(s: Sentence, at: int) -> str | None:
    """Return the table of the noun before: of which rows something never took place."""
    for index in range(at - 1, -1, -1):
        item = s.items[index]
        if item.tables and item.tables[0].score >= 0.85:
            return item.tables[0].table
        if item.rows_of:
            return item.rows_of
    return None


def _clause(s: Sentence, at: int) -> list[int] | None:
    """Return the words that say what never took place; None where they set a condition."""
    start = at + 1
    if s.items[at].norm in _NONE:  # "raised nothing"
        before = s.before(at)
        start = before if before is not None else at
    found = []
    for index in range(start, len(s.items)):
        item = s.items[index]
        if index == at:
            continue
        if item.tag in _JOINTS and not item.names_something:
            break
        if item.used or item.values or item.period is not None or item.number is not None:
            return None
        found.append(index)
    return found


def _told_by_itself(s: Sentence, clause: list[int], subject: str) -> bool:
    """Whether a column of the rows themselves tells it: a day, a yes or no, a number of times."""
    for index in clause:
        links = [c for c in s.items[index].columns if c.how in ("exact", "verb")]
        own = [c for c in links if c.ref.table == subject and not s.items[index].tables]
        for ref in (c.ref for c in own):
            day = s.is_time(ref) and s.column(ref).nullable
            if day or s.is_number(ref) or s.yes_value(ref) is not None:
                return True
    return False


def _child(s: Sentence, clause: list[int], children: list[str], *, deed: bool) -> str | None:
    named: set[str] = set()
    for index in clause:
        item = s.items[index]
        words = [token.norm for token in item.tokens]
        named |= {t.table for t in item.tables if t.table in children}
        named |= {item.rows_of} & set(children) if item.rows_of else set()
        for name in children:
            own = {root(w) for w in name_words(name)}
            if any(root(w) in own or any(alike(w, n) for n in name_words(name)) for w in words):
                named.add(name)
    if len(named) == 1:
        return named.pop()
    if named or len(children) > 1:
        return None
    refs = {c.ref.table for i in clause for c in s.items[i].columns if c.how in ("exact", "verb")}
    general = deed or any(_is_deed(s.items[i]) for i in clause)
    return children[0] if children[0] in refs or general else None


def _is_deed(item: Item) -> bool:
    word = item.norm.split()[-1]
    return root(word) in HAPPENS or word in LIGHT_VERBS or is_money_word(word) or word == "been"


def _is_of(s: Sentence, item: Item, child: str, subject: str) -> bool:
    """Whether a word belongs to what never took place, and sets no condition on it."""
    if item.is_filler or item.tag in ("light", "list", "null", "not") or item.norm in _ANY:
        return True
    around = {child, subject, *s.reach(child)}
    tables = [t.table for t in item.tables] + ([item.rows_of] if item.rows_of else [])
    if tables or item.columns:
        return any(t in around for t in tables) or any(c.ref.table in around for c in item.columns)
    if _is_deed(item):
        return True
    return any(alike(stem(item.norm), word) for word in name_words(child))
