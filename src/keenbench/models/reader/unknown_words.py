"""What it costs to leave out a noun that names nothing here, by the words that it stands among.

Most such nouns are what a question is about, and nothing is answered without them. Some only say
in full what a header says in short (the wind speed, of a column Wind), or what is explained beside
them (unhappy customers, with a score of 1 or 2).
"""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.items import Item
from keenbench.models.offline.ratios import THAT_IS
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import Token, fold, word_set
from keenbench.models.reader.nature import nature_of

_EXPLAINED = 0.2
_SAID_TWICE = 0.05
_OF_A_NAME = 0.35
_OF_A_FLAG = 0.25
ENDS_OF_NOUNS = word_set(
    """
    of for on in at with from to by per each than during since until and or versus vs
    is are was were have has had do does did
    """
)
"""What a noun is the last of its phrase before."""
_REPEATED = {
    "private": word_set("individual person household consumer resident"),
    "corporate": word_set("company corporation business firm organisation organization"),
    "commercial": word_set("business company firm enterprise"),
    "natural": word_set("person"),
    "charitable": word_set("charity foundation trust"),
    "plastic": word_set("card"),
    "voluntary": word_set("volunteer"),
    "elderly": word_set("pensioner senior"),
}
"""Adjectives that say of some nouns what these say by themselves."""
_NO_NOUNS = ("ed", "ing", "ly", "est", "er")
_STATES = word_set("due late early alone abroad overdue outright worldwide")


def among_its_neighbours(item: Item, s: Sentence) -> float | None:
    """Return what a noun costs that its neighbours make harmless to leave out, if they do."""
    at = s.items.index(item)
    if _is_explained(at, s.items):
        return _EXPLAINED
    if _repeats_next(at, s.items):
        return _SAID_TWICE
    if item.tokens[0].text[:1].isupper() and at:
        return None
    if not _ends_a_name(at, s):
        return None
    flagged = any(s.yes_value(link.ref) is not None for link in s.items[at - 1].columns[:1])
    return _OF_A_FLAG if flagged else _OF_A_NAME  # with solar panels, of a column has_solar


def _repeats_next(at: int, items: Sequence[Item]) -> bool:
    """`private individuals`, of a cell Individual: an adjective that all of them would have."""
    of = _REPEATED.get(items[at].norm, frozenset())
    after = items[at + 1] if at + 1 < len(items) else None
    if after is None or after.tokens[0].after_mark or after.tokens[-1].stem not in of:
        return False
    return any(link.how == "exact" for link in after.values)


def _is_explained(at: int, items: Sequence[Item]) -> bool:
    """`unhappy (score 1 or 2)`, `the margin, i.e. price minus cost`: what a word means is said."""
    if items[at].tokens[0].bracketed:
        return False
    for place, each in enumerate(items[at + 1 :], at + 1):
        if each.norm in THAT_IS:
            return _says_something(items[place + 1 :])
        if each.tokens[0].bracketed:
            return _says_something([i for i in items[place:] if i.tokens[0].bracketed])
    return False


def _says_something(items: Sequence[Item]) -> bool:
    """Whether an explanation names what is in the tables, and not only when it was."""
    return any(item.columns or item.values or item.tables for item in items)


def is_initial_of_next(item: Item, s: Sentence) -> bool:
    """`passenger class`, of a column Pclass: what its first letter is short for."""
    at = s.items.index(item)
    after = s.items[at + 1] if at + 1 < len(s.items) else None
    if after is None or after.tokens[0].after_mark or item.meaning is not None:
        return False
    header = item.norm[:1] + after.norm.replace(" ", "")
    return any(fold(link.ref.column) == header for link in after.columns)


def _ends_a_name(at: int, s: Sentence) -> bool:
    """`the wind speed`, `active singers`, `no zip code`, `legal texts`: a name, and its noun.

    The noun of a number, of a yes or no, or of a cell adds nothing. That of a text does not either
    where groups are made by it; but who asks for a `department budget` asks for what is not there.
    """
    item, items = s.items[at], s.items
    before = items[at - 1] if at else None
    after = items[at + 1] if at + 1 < len(items) else None
    word = item.tokens[-1]
    if before is None or not _is_noun(word) or item.tokens[0].after_mark or len(item.tokens) > 1:
        return False
    if after is not None and not (after.tokens[0].after_mark or _ends_phrase(after)):
        return False
    plural = word.stem != word.norm
    if plural and any(link.how == "exact" for link in before.values):
        return not any(each.tag == "how_much" for each in items)
    links = [link.ref for link in before.columns if link.how in ("exact", "part", "verb")]
    if not links or before.tables or before.meaning is not None:
        return False
    asked = items[at - 2].tag if at > 1 else ""
    if asked == "super" and before.norm.endswith(("ed", "ing")):
        return False  # the most downloaded song is asked for, and no number of downloads
    return _is_measured(links[0], s) or asked in ("group", "null")


def _is_noun(word: Token) -> bool:
    """Whether a word may be a noun, by how it ends: speed and feed are, and bounced is not."""
    ends = word.norm.endswith(_NO_NOUNS) and not word.norm.endswith("eed")
    return word.kind == "word" and not ends and word.norm not in _STATES


def _ends_phrase(item: Item) -> bool:
    return item.norm in ENDS_OF_NOUNS or item.tag in (
        "group",
        "cmp",
        "compare",
        "direction",
        "null",
    )


def _is_measured(ref: ColumnRef, s: Sentence) -> bool:
    return nature_of(s.schema, ref).kind == "number" or s.yes_value(ref) is not None
