"""A column of the rows against one of whom they belong to: at another club than the member's own.

Where both a visit and the member who made it point at a club, `the member's home club` tells no
club: it is what the club of the visit is, or is not.
"""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.matching import Matching
from keenbench.models.reader.parts import Part
from keenbench.query.plan import Operator

_PLACED = ("at", "in", "from", "to")
_OTHER = ("different", "another", "other")
_SAME = ("same", "identical")
_OWN = word_set("their his her its own")
_BETWEEN = _OWN | word_set("the a an as than from to of that which is was were are one at in")
_REACH = 8


def read_against_owners(parts: Matching) -> None:
    """`visits at a club other than the member's home club`, `not at their home club`."""
    for said in parts.parts:
        if said.used or said.kind not in ("rows", "col"):
            continue
        pair = _pair(parts, said)
        cues = _cues(parts, said) if pair is not None else None
        if pair is None or cues is None:
            continue
        own, its = pair
        op, used = cues
        parts.use(said, *used)
        said.sense = replace(said.sense, kind="col", ref=its, table=its.table)
        word = "the same as" if op == "=" else "other than"
        parts.test(Test(column=own, op=op, than=its, said=f"{own} {word} {its}"), said.at)
        return


def _pair(parts: Matching, said: Part) -> tuple[ColumnRef, ColumnRef] | None:
    """Return the column of the rows, and that of their owner which a part names, of one kind."""
    owner = parts.before(said.at)
    owned = owner is not None and owner.kind == "rows" and not owner.used
    theirs = _OWN & {parts.norm(said.at - 1), parts.norm(said.at - 2)}
    first = said.item.tokens[0].stem if len(said.item.tokens) > 1 else ""
    rows = parts.asked_rows()
    for link in said.item.columns:
        its = link.ref
        named = owner is not None and owned and owner.sense.table == its.table
        named = named or first in map(stem, name_words(its.table))  # the reader's city, in one
        if link.how not in ("exact", "synonym") or its.table == rows or not (named or theirs):
            continue
        if not _belongs(parts, rows, its.table):
            continue
        own = _counterparts(parts, rows, its)
        if len(own) == 1:
            return own[0], its
    return None


def _belongs(parts: Matching, rows: str, owner: str) -> bool:
    found = [r for r in parts.s.schema.relations if (r.from_table, r.to_table) == (rows, owner)]
    return len(found) == 1


def _counterparts(parts: Matching, rows: str, its: ColumnRef) -> list[ColumnRef]:
    """Return the columns of the rows that tell the same: what points where the owner's does."""
    links = parts.s.schema.relations
    here = (its.table, its.column)
    ends = {(r.to_table, r.to_column) for r in links if (r.from_table, r.from_column) == here}
    if ends:
        return [
            ColumnRef(rows, r.from_column) for r in links
            if r.from_table == rows and (r.to_table, r.to_column) in ends
        ]  # fmt: skip
    noun = stem(name_words(its.column)[-1])
    kind = parts.nature(its).kind
    table = parts.s.table(rows)
    refs = [ColumnRef(rows, c.name) for c in table.columns if stem(name_words(c.name)[-1]) == noun]
    return [ref for ref in refs if kind == "text" == parts.nature(ref).kind]


def _cues(parts: Matching, said: Part) -> tuple[Operator, list[Part]] | None:
    """Return whether the two are alike or not, and the words that say so; None if none do."""
    owner = parts.before(said.at)
    used = [owner] if owner is not None and owner.kind == "rows" else []
    nouns = {stem(token.norm) for token in said.item.tokens}
    placed = False
    for part in reversed(parts.parts[max(0, said.at - _REACH) : said.at]):
        if part in used:
            continue
        if part.tag == "not" or part.norm in _OTHER or (part.tag, part.value) == ("cmp", "!="):
            head = parts.before(part.at)
            noun = head if head is not None and stem(head.norm) in nouns else None
            return "!=", [*used, part, *([noun] if noun is not None else [])]
        if part.norm in _SAME:
            return "=", [*used, part]
        if stem(part.norm) in nouns and part.kind in ("rows", "col"):
            used.append(part)
            placed = False
        elif part.norm in _PLACED:
            placed = True
        elif part.norm not in _BETWEEN:
            break
    return ("=", used) if placed and len(used) < 2 else None


__all__ = ["read_against_owners"]
