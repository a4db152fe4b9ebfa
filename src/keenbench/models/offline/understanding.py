"""A question about a dataset's tables, understood: a plan and how it reads, or what to ask.

Pure: the same question, schema and look-ups give the same answer. Cells are only ever compared
with words of the question, never read as part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from keenbench.models.offline.codes import same_code
from keenbench.models.offline.day_ranges import with_whole_days
from keenbench.models.offline.explaining import explain
from keenbench.models.offline.frame import (
    Ask,
    Clarification,
    LookupsNeeded,
    Pending,
    Understanding,
    Wait,
)
from keenbench.models.offline.german import in_english
from keenbench.models.offline.items import Item, read_items
from keenbench.models.offline.lexicon import BUCKET_UNITS
from keenbench.models.offline.look_ups import letters_of, words_to_look_up
from keenbench.models.offline.lookups import ValueLookup
from keenbench.models.offline.nouns_of_use import with_nouns_of_use
from keenbench.models.offline.planning import make_plan
from keenbench.models.offline.said_of_all import without_what_counts
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.settling import (
    agreed,
    completed,
    declined,
    is_reply,
    named_in,
    went_by,
)
from keenbench.models.offline.spelling import slipped
from keenbench.models.offline.ties import with_ties
from keenbench.models.offline.time_spent import with_time_spent
from keenbench.models.offline.values import Known, ValueLink
from keenbench.models.offline.words import PREFIX, Token, root, stem, tokenise
from keenbench.models.offline.words_in_full import COMMON_WORDS
from keenbench.models.reader.going_on import goes_on, read_next, without_joint
from keenbench.models.reader.reading import read as read_question
from keenbench.models.reader.vocabulary import MONEY, cost_of_leaving_out
from keenbench.query.dataset_schema import DatasetSchema, TableSchema

_MOST_WORDS = 120
_MOST_CHARACTERS = 2_000
_SAYS_SOMETHING = 0.5
_TABLES_AT_ONCE = 4


def understand(
    question: str,
    schema: DatasetSchema,
    values: ValueLookup,
    previous: Understanding | None = None,
    pending: Pending | None = None,
) -> Understanding | Clarification | LookupsNeeded:
    """Return what was understood, what to ask the user, or which look-ups are needed first.

    `previous` is the question before; `pending` one that was asked back about just now.
    """
    known = Known(schema, values)
    try:
        meant = _read(question, schema, known, previous, pending)
        plan = make_plan(meant, schema)
        whole = with_ties(meant, plan, known)
        if whole is not meant:
            plan = make_plan(whole, schema)
    except Ask as ask:
        if known.open:
            return LookupsNeeded(tuple(known.open))
        return ask.clarification
    except Wait:
        return LookupsNeeded(tuple(known.open))
    if known.open:
        return LookupsNeeded(tuple(known.open))
    # What follows goes on from what was asked: the first, however many share that place.
    return meant.model_copy(update={"plan": plan, "sentence": explain(whole, schema)})


def _read(
    question: str,
    schema: DatasetSchema,
    known: Known,
    previous: Understanding | None,
    pending: Pending | None,
) -> Understanding:
    # Before its words are read: each takes its time, and a hundred thousand are half a minute.
    if len(" ".join(question.split())) > 2 * _MOST_CHARACTERS:
        raise _too_long()
    tokens = without_what_counts(with_whole_days(in_english(tokenise(question))))
    if not tokens:
        raise Ask("What would you like to know?")
    if not schema.tables:
        raise Ask("This dataset has no tables.")
    settled = agreed(tokens, pending) if pending is not None else None
    if settled is not None:
        return settled
    if pending is not None and declined(tokens, pending):
        kept = pending.model_copy(update={"proposed": ()})
        raise Ask("Then I misread it. Could you ask it in other words?", pending=kept)
    if previous is not None and [token.norm for token in tokens] in _JUST_NO:
        raise Ask("Then I misread it. Could you ask it in other words?")
    if previous is not None:
        tokens = without_joint(tokens)
    items = _items(tokens, schema, known)
    before, taken = [previous], False
    if pending is not None and goes_on(items):
        if not pending.proposed or any(root(word) in MONEY for word in pending.words):
            raise Ask(
                f"“{pending.question}” is not answered yet, so there is nothing to go on from. "
                "Could you ask the whole question?",
                pending=pending,
            )
        # Who goes on from a reading that was proposed has taken it; of two, the one that fits.
        before, pending, taken = list(pending.proposed), None, True
    if before == [None] and tokens[0].norm == "and" and goes_on(items):
        raise Ask("I do not know what this goes on from. Could you ask the whole question?")
    if pending is not None and is_reply(items):
        return _settled(items, tokens, pending, schema, known)
    first: Ask | None = None
    for words in _without_brackets(tokens, items):
        for asked in before:
            try:
                read = items if words is tokens else _items(words, schema, known)
                asking = question.rstrip().endswith("?")
                if asked is None:
                    return read_question(read, schema, known, asking=asking)
                meant = read_next(read, schema, known, asked, asking=asking)
                return went_by(asked, meant, schema) if taken else meant
            except Ask as ask:
                _stop_if_open(known)
                first = first or ask
    assert first is not None
    raise first


_JUST_NO = (["no"], ["nope"], ["wrong"], ["nein"])
"""What only says that an answer was not what was asked for."""


_WORKED = frozenset(
    ("times", "x", "minus", "less", "divided", "over", "multiplied", "plus", "by", "per")
)


_BOUNDS = ("cmp", "cmp_after")


def _without_brackets(tokens: list[Token], items: list[Item]) -> Iterator[list[Token]]:
    """Give the question as it stands; then what brackets say instead of, and beside, it.

    `towns in Massachusetts (MA)`, `parties of 4 or more people (size)`. What tells rows is never
    left out: `for paediatrics (completed only)` is about both.
    """
    starts = [i for i, t in enumerate(tokens) if t.bracketed and i and not tokens[i - 1].bracketed]
    inside = [item for item in items if all(token.bracketed for token in item.tokens)]
    cells = {link.ref for item in inside for link in item.values}
    before = [item for item in items if item.end in starts]
    spelt = cells and [(one.norm, other.norm) for one, other in zip(before, inside, strict=False)]
    if spelt and len(before) == len(inside) and all(same_code(*pair) for pair in spelt):
        # Georgia (GA) is that state, and no bank that has it in its name besides.
        yield [t for i, t in enumerate(tokens) if i + 1 not in starts]
    yield tokens
    if not starts:
        return
    grouped = any(items[items.index(item) - 1].tag == "group" for item in before)  # by shop (…)
    if not grouped and all({link.ref for link in _sure(item)} <= cells for item in before):
        yield [t for i, t in enumerate(tokens) if i + 1 not in starts]
    bound = any(i.tag in _BOUNDS for i in inside) and any(i.number for i in inside)
    only = any(i.tag == "only" for i in inside) and any(i.names_something for i in inside)
    dated = any(i.period for i in items if i not in inside)  # in summer 2026 (June to August)
    tells = (
        bound
        or only
        or any(_sure(i) or i.tag == "state" or (i.period and not dated) for i in inside)
    )
    if not tells and not any(t.bracketed and t.norm in _WORKED for t in tokens):
        yield [t for t in tokens if not t.bracketed]


def _sure(item: Item) -> list[ValueLink]:
    return [link for link in item.values if link.how == "exact"]


def _settled(
    items: list[Item], tokens: list[Token], pending: Pending, schema: DatasetSchema, known: Known
) -> Understanding:
    """Return the question that was asked back about, with what the reply says."""
    hints = named_in(items)
    asked: Ask | None = None
    for words in completed(pending, tokens):
        try:
            return read_question(_items(words, schema, known), schema, known, hints=hints)
        except Ask as ask:
            asked = asked or ask
    assert asked is not None
    told = asked.clarification
    raise Ask(told.message, *told.words, pending=pending)


def _too_long() -> Ask:
    return Ask("That is a long question; could you ask for one figure or list at a time?")


def _items(tokens: list[Token], schema: DatasetSchema, known: Known) -> list[Item]:
    if len(tokens) > _MOST_WORDS or sum(len(t.text) for t in tokens) > _MOST_CHARACTERS:
        raise _too_long()
    tokens = with_time_spent(with_nouns_of_use(tokens, schema), schema)
    words = words_to_look_up(tokens, schema)
    first, rest = _tables_in_order(tokens, schema, known)
    known.find(words, first)
    for letters in letters_of(tokens):
        if not known.links([letters.casefold()]):
            known.find_letters(letters, first)
    _stop_if_open(known)
    items = read_items(tokens, schema, known)
    lost = _lost(items)
    if lost and rest:
        known.find([i.text if not i.text.isascii() else i.norm for i in lost], rest)
        _stop_if_open(known)
        items = read_items(tokens, schema, known)
        lost = _lost(items)
    if any(item.tokens[0].kind == "word" for item in lost):
        unknown = {i.norm for i in lost}
        mended = [
            mend(word, unknown)
            for at, token in enumerate(tokens)
            for word in _reworded(token, unknown, [t.norm for t in tokens[at + 1 :]])
        ]
        if mended != tokens:
            return _items(mended, schema, known)
    for item in lost:
        single = item.tokens[0].kind == "word" and len(item.tokens) == 1
        if single and stem(item.norm) not in BUCKET_UNITS:
            known.find_like(item.norm, first)
    _stop_if_open(known)
    for item in lost:
        item.values = known.typos(item.norm)
    return items


_OTHER_WORDS = {
    "kid": ("child",),
    "kids": ("children",),
    "died": ("not", "survived"),
    "perished": ("not", "survived"),
    "folks": ("people",),
    "left": ("departed",),
    "headcount": ("number", "of", "employees"),
}
"""What may be said instead of a word that names nothing in a dataset."""


_LEFT_A = ("a", "an", "any", "no", "it", "their", "this")
_LEFT_AS = frozenset(("blank", "empty", "open", "unanswered", "out"))


def _reworded(token: Token, lost: set[str], following: list[str]) -> list[Token]:
    if token.norm == "left" and (
        following[:1] in [[a] for a in _LEFT_A] or _LEFT_AS & {*following}
    ):
        return [token]  # a comment, say; or the age blank
    if token.norm in lost and re.fullmatch(r"un(?!der)[a-z]{2,}(ed|ld|id|nt|en)", token.norm):
        rest = token.norm[2:]  # unsold, unpaid, unresolved
        return [
            replace(token, text=PREFIX, norm="not"),
            replace(token, text=rest, norm=rest, after_mark=False),
        ]
    if token.kind != "word" or token.norm not in lost or token.norm not in _OTHER_WORDS:
        return [token]
    words = _OTHER_WORDS[token.norm]
    if len(words) == 1:
        return [replace(token, norm=words[0])]  # what is asked back names the word that was said
    return [replace(token, text=word, norm=word) for word in words]


def mend(token: Token, lost: set[str]) -> Token:
    """Return a mistyped common word as it was meant: averge, nubmer."""
    if token.kind != "word" or token.norm not in lost:
        return token
    if token.norm in COMMON_WORDS or cost_of_leaving_out(token.norm) < _SAYS_SOMETHING:
        return token  # together is a word of its own, and no slip of altogether
    meant = [word for word in COMMON_WORDS if slipped(token.norm, word)]
    return replace(token, text=meant[0], norm=meant[0]) if len(meant) == 1 else token


def _stop_if_open(known: Known) -> None:
    if known.open:
        raise Wait


def _lost(items: list[Item]) -> list[Item]:
    return [
        item
        for item in items
        if not item.names_something
        and item.meaning is None
        and item.number is None
        and item.period is None
    ]


def _tables_in_order(
    tokens: list[Token], schema: DatasetSchema, known: Known
) -> tuple[list[TableSchema], list[TableSchema]]:
    """Return the tables to look for values in first, and those to try when nothing was found."""
    if len(schema.tables) <= _TABLES_AT_ONCE:
        return list(schema.tables), []
    near = Sentence(read_items(tokens, schema, known), schema, known).near
    wanted = {table for name in near for table in (name,)}
    for relation in schema.relations:
        if relation.from_table in near:
            wanted.add(relation.to_table)
    first = [t for t in schema.tables if t.name in wanted]
    rest = [t for t in schema.tables if t.name not in wanted]
    return (first, rest) if first else (rest, [])
