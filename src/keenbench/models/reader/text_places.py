"""Where in a question a text stands that cells are to hold: quantum in the title."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import word_set

BEFORE_TEXT = word_set(
    "a an the any some word words term phrase text something anything about of letters"
)
"""What may stand between containing and what is contained."""
HOLDING = word_set(
    "with have has had having contain contains containing say says saying mention mentions where"
)
WITHIN = word_set("in within inside somewhere anywhere")
_TIME = word_set(
    """
    next last this coming following previous january february march april may june july august
    september october november december spring summer autumn winter quarter month year week
    """
)
"""What contracts end in, and no text that cells end in."""
OF_IT = word_set("the their its his her a an any")


def text_after(at: int, s: Sentence) -> int | None:
    """Return the place of the text that a word such as containing asks for."""
    for index in range(at + 1, min(at + 5, len(s.items))):
        item = s.items[index]
        if item.norm not in BEFORE_TEXT or _is_name(item, s):
            return index if not item.used and item.tag not in ("and", "or", "group") else None
    return None


def _is_name(item: Item, s: Sentence) -> bool:
    """Whether a small word is the text itself: titles starting with The."""
    return item.text[:1].isupper() and item is s.items[-1]


def column_within(at: int, s: Sentence) -> int | None:
    """Return the place of the column of text that stands after in: … in the title."""
    if at + 1 >= len(s.items) or s.items[at + 1].norm not in WITHIN:
        return None
    for index in range(at + 2, min(at + 5, len(s.items))):
        item = s.items[index]
        if item.norm in OF_IT:
            continue
        texts = [c for c in item.columns if s.column(c.ref).type == "string"]
        return index if texts else None
    return None


def stands_for_text(item: Item, s: Sentence) -> bool:
    """Whether an item stands where a text would that some cells hold."""
    if item.norm in BEFORE_TEXT and not _is_name(item, s):
        return False
    if item.tag in ("match", "and", "or", "group", "which"):
        return False
    at = s.items.index(item)
    for index in range(max(0, at - 4), at):
        cue = s.items[index]
        if cue.tag == "match" and cue.meaning is not None and cue.meaning.value != "=":
            timed = cue.norm.endswith(" in") and item.norm in _TIME
            return text_after(index, s) == at and not timed
    if column_within(at, s) is None:
        return False
    before = [other for other in s.items[max(0, at - 3) : at] if other.norm not in BEFORE_TEXT]
    return bool(before) and before[-1].norm in HOLDING


__all__ = ["BEFORE_TEXT", "HOLDING", "OF_IT", "WITHIN", "stands_for_text"]
