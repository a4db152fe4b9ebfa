"""Steps that are told by their place: the third class is the one that a column calls 3."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.words import name_words
from keenbench.models.reader.parts import Part, Parts

_MOST_STEPS = 12
_NUMBERED = ("no", "number", "nr", "num")


def read_step(reading: Parts, place: Part, named: Part, nth: int) -> None:
    """Read an ordinal before a column of few whole numbers as one of these."""
    ref = named.sense.ref if named.kind == "col" and not named.used else None
    if ref is None or ref.worked is not None or not _is_counted(reading, ref):
        return
    held = reading.column(ref).numbers
    if _is_of_few(reading, ref) and held is not None and held[0] <= nth <= held[1]:
        reading.test(Test(column=ref, value=nth, said=f"{ref} {nth}"), place.at)
        reading.use(place, named)


def only_tells_which(reading: Parts, part: Part) -> bool:
    """Whether a part only says which of a noun behind it: each first-year Law student."""
    noun = reading.parts[part.at + 1] if part.at + 1 < len(reading.parts) else None
    if noun is None or noun.after_mark or part.kind not in ("nth", "col", "val"):
        return False
    return part.used if part.kind != "val" else not part.plural and reading.is_entity(noun)


def is_step(reading: Parts, part: Part) -> bool:
    """Whether a part names a column of few whole numbers, each of which is a group."""
    ref = part.sense.ref if part.kind == "col" else None
    if ref is None or ref.worked is not None or part.plural:
        return False
    return _is_of_few(reading, ref) and not reading.nature(ref).money


def _is_counted(reading: Parts, ref: ColumnRef) -> bool:
    """Whether numbers count: of an Attempt No as of a class, but not where they only tell rows."""
    nature = reading.nature(ref)
    if nature.kind in ("number", "year"):  # a Year of Study is one of few
        return True
    numbered = name_words(ref.column)[-1:] in [(word,) for word in _NUMBERED]
    ends = [
        end
        for r in reading.s.schema.relations
        for end in ((r.from_table, r.from_column), (r.to_table, r.to_column))
    ]
    key = nature.unique or (ref.table, ref.column) in ends
    return nature.kind == "key" and numbered and not key


def _is_of_few(reading: Parts, ref: ColumnRef) -> bool:
    column = reading.column(ref)
    return column.type == "integer" and (column.distinct or _MOST_STEPS + 1) <= _MOST_STEPS
