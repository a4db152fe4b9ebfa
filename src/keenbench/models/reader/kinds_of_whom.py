"""People named by their kind: the top individuals, of a donor and a donor_type.

A cell of such a column tells which of them are meant, and has the place of the noun as well: they
are told apart by the column that names them, of which the rows may say each several times.
"""

from __future__ import annotations

from dataclasses import replace

from keenbench.models.offline.columns import NUMBERING, ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.parts import Part, Parts
from keenbench.models.reader.people_meant import is_kind_of_whom

_NAMES = word_set("name")
_ARE = ("are", "were", "is", "was")
_ASKED = ("super", "which", "list")


def read_kinds_of_whom(parts: Parts) -> None:
    """`the top 5 individuals by what they gave`: those donors whose type says so."""
    for part in parts.parts:
        ref = part.sense.ref
        if part.used or part.kind != "val" or ref is None or not _is_noun(parts, part):
            continue
        if part.sense.how != "exact" or len(part.sense.values) != 1 or not is_kind_of_whom(ref):
            continue
        whom = _whom(parts, ref)
        before = parts.before(part.at)
        said = before is not None and before.sense.ref == whom and before.kind == "col"
        so = said and parts.norm(part.at - 1) in _ARE  # how many donors are individuals
        if whom is None or not (so or _is_asked_for(parts, part)):
            continue
        value = part.sense.values[0]
        parts.test(Test(column=ref, value=value, said=f"{ref} “{value}”"), part.at)
        if so:
            part.sense = replace(part.sense, kind="used", values=())
            continue
        part.sense = replace(part.sense, kind="col", ref=whom, values=(), how="kind")


def _is_noun(parts: Parts, part: Part) -> bool:
    """Whether a cell is no adjective of what follows: an individual, but no individual donor."""
    after = parts.parts[part.at + 1] if part.at + 1 < len(parts.parts) else None
    return part.plural or after is None or after.kind not in ("rows", "col", "val")


def _is_asked_for(parts: Parts, part: Part) -> bool:
    before = parts.before(part.at)
    if before is None:
        return False
    if before.kind == "num":
        before = parts.before(before.at)
    counted = before is not None and before.tag == "agg" and before.value == "count"
    return counted or (before is not None and before.tag in _ASKED)


def _whom(parts: Parts, kind: ColumnRef) -> ColumnRef | None:
    """Return the column that names them, where their rows are not one each."""
    noun = stem(name_words(kind.column)[0])
    for ends in (frozenset(("",)), _NAMES, NUMBERING):
        for column in parts.s.table(kind.table).columns:
            words = [stem(word) for word in name_words(column.name)]
            ref = ColumnRef(kind.table, column.name)
            if words[:1] == [noun] and "".join(words[1:]) in ends and ref != kind:
                return None if parts.nature(ref).unique else ref
    return None


__all__ = ["read_kinds_of_whom"]
