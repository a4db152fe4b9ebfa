"""What conditions have in common: how they are said, and what negates them."""

from __future__ import annotations

from keenbench.models.offline.sentence import Sentence

SAID: dict[str, str] = {
    ">": "over", ">=": "at least", "<": "under", "<=": "at most", "=": "equal to", "!=": "not",
    "contains": "containing", "startswith": "starting with", "endswith": "ending with",
}  # fmt: skip
GLUE = ("filler", "light")


def is_negated(s: Sentence, at: int) -> bool:
    """Return whether a negation stands before an item; it is used up by that."""
    index = negation_before(s, at)
    s.use(index)
    return index is not None


def negation_before(s: Sentence, at: int) -> int | None:
    """Return the negation that stands before an item."""
    over = ("filler", "light", "match", "list")  # "do not get the newsletter"
    index = s.before(at, over=over)
    if index is not None and s.items[index].used and s.items[index].norm.isalpha():
        verb = s.items[index]
        if not verb.values and verb.tag == "":
            index = s.before(index, over=over)  # "did not start in Rome"
    if index is None:
        return None
    item = s.items[index]
    if item.tag == "not" or (item.tag == "null" and item.norm in ("without", "no")):
        return index
    return None
