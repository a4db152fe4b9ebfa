"""How a question shows that it goes on from the one before, or is about the rows of its answer."""

from __future__ import annotations

import itertools

from keenbench.models.offline.frame import Understanding
from keenbench.models.offline.items import Item
from keenbench.models.offline.words import Token


def is_follow_up(items: list[Item], previous: Understanding) -> bool:
    """Return whether a question makes no sense by itself, or says that it goes on."""
    if not items:
        return False
    tags = ("agg", "super") if previous.keys and previous.figures else ("agg",)
    if _names_nothing(items) and any(i.tag in tags for i in items):
        return True  # "how many are there?", "which one has the most?"
    words = [word for item in items for word in item.norm.split()]
    opening = " ".join(words[:2])
    named = any(i.tables or i.rows_of for i in items)
    told = [i for i in items if not i.is_filler and i.tag != "list"]
    if len(told) == 2 and told[0].tag == "super" and told[1].norm == "first":
        return True  # "heaviest first"
    if words[0] == "same" or opening in ("the same", "and same"):
        return True  # "same thing by branch"
    grouped = any(i.tag in ("group", "bucket") for i in items) and not named
    if grouped and {"that", "it", "this", "those"} & set(words[:4]) and not _counts_anew(items):
        return True  # "how does that split by vet"
    asks = any(
        (i.tag in ("agg", "how_much") and not i.columns)
        or (i.tag == "which" and i.norm not in ("what",))
        for i in items
    )
    whole = asks and any(i.tables or i.rows_of or i.columns for i in items)
    back = {"that", "it", "this", "those"} & set(words[:4])
    if back and any(i.tag == "share" for i in items) and "of all" in " ".join(words):
        return True  # "what's that as a percentage of all orders"
    if opening in ("what about", "how about", "and what", "and how", "same for", "the same"):
        return not whole or opening in ("what about", "how about")
    if "instead" in words or words[0] in ("now", "and", "but", "only", "just", "also", "then"):
        return not whole or "instead" in words or _only_a_figure(items)
    if words[0] in ("without", "except", "excluding", "by", "per") and not asks:
        return True
    if words[0] in ("sort", "sorted", "order", "rank") and len(words) > 1 and not whole:
        return True
    if opening in ("as a", "as percentage", "in percent", "sort by", "sort it", "sort them",
                   "sort descending", "sort ascending", "sorted by", "order by", "break it",
                   "split by", "group by", "filter to", "limit to", "restrict to"):  # fmt: skip
        return True
    if whole or any(i.tables or i.rows_of for i in items):
        return False
    figure = any(
        (i.tag in ("list", "which") and i.norm not in ("please", "show", "show me", "give me"))
        or (i.tag == "super" and i.norm not in ("top", "bottom", "first", "last"))
        for i in items
    )
    numbers = any(i.columns and i.tag not in ("group",) for i in items) and words[0] not in (
        "by", "per", "for", "in", "top", "without", "except", "excluding", "sort", "sorted",
        "since", "before", "after", "not", "bottom", "from", "where", "with", "split", "break",
        "group", "grouped", "please", "show", "now",
    )  # fmt: skip
    return not figure and not numbers and not asks


def _counts_anew(items: list[Item]) -> bool:
    return any(i.tag in ("agg", "how_much", "super") and not i.columns for i in items)


def _names_nothing(items: list[Item]) -> bool:
    named = [i for i in items if i.norm not in ("one", "ones")]
    return not any(i.names_something or i.number is not None or i.period for i in named)


def _only_a_figure(items: list[Item]) -> bool:
    """`and the average weight?`: a figure of a column, of no rows that are said to be other."""
    told = [i for i in items if not i.is_filler and i.tag not in ("and", "only")]
    figure = bool(told) and told[0].tag == "agg" and told[0].norm != "how many"
    rest = told[1:]
    return figure and all(
        i.columns and not (i.tables or i.rows_of or i.values) and i.tag in ("", "light", "agg")
        for i in rest
    )


BACK = frozenset(("them", "those", "these", "they", "their", "that", "it", "ones"))


def plain_follow_up(tokens: list[Token]) -> list[Token]:
    """Return a question that goes on without its first `and`, which would join nothing."""
    more = len(tokens) > 1 and tokens[0].norm == "and"
    compares = more and tokens[1].norm in ("above", "over", "below", "under", "more", "less")
    return tokens[1:] if compares else tokens


def points_back(items: list[Item]) -> bool:
    """Return whether a whole question is about the rows of the one before: which of them…"""
    words = [word for item in items for word in item.norm.split()]
    pairs = {" ".join(pair) for pair in itertools.pairwise(words)}
    ends = len(words) > 2 and words[-1] in BACK and words[-2] in ("is", "are", "was", "were")
    return (
        bool(pairs & {f"of {word}" for word in BACK})
        or ends
        or (bool(BACK & set(words)) and not any(i.tables or i.rows_of or i.values for i in items))
    )


def goes_on(items: list[Item]) -> bool:
    """Return whether a message needs the answer before: `how many of those`, `as a percentage`."""
    words = [word for item in items for word in item.norm.split()]
    pairs = {" ".join(pair) for pair in itertools.pairwise(words)}
    share = any(i.tag == "share" for i in items) and words[0] in ("as", "in", "and", "percentage")
    named = any(i.tables or i.rows_of or i.columns or i.values for i in items)
    back = BACK - {"that", "it"}
    theirs = bool(back & set(words)) and not any(i.tables or i.rows_of or i.values for i in items)
    return bool(pairs & {f"of {word}" for word in back}) or theirs or (share and not named)
