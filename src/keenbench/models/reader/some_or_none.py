"""What a row has some or none of: a sponsor, tolls, any downtime."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.sentence import listed
from keenbench.models.offline.words import word_set
from keenbench.models.reader.matching import Matching
from keenbench.models.reader.parts import GLUE, Part

_HAVING = word_set(
    """
    have has had having with got include includes including included give gives gave given get gets
    receive received offer offered carry contain contains require required need needed pay paid
    """
)
_ONE = ("a", "an", "any", "some")
_OF_WHAT = ("light", "rows", "which")
_BLANK = frozenset(("n/a", "na", "-", "–", "null", "nil"))
"""Cells that were left empty in so many words; a No or None may be an answer."""
_HAD = ("have", "has", "had", "having", "with")


class SomeOrNone(Matching):
    def read_some_or_none(self) -> None:
        self._read_none()
        self._read_present()

    def _read_none(self) -> None:
        """`average downtime, ignoring the batches that had none`: of the figure said before."""
        for part in self.parts:
            if part.used or part.norm not in ("none", "any", "some") or part.kind != "skip":
                continue
            following = self.after(part.at, over=())
            ends = following is None or following.after_mark or following.tag in ("and", "or")
            if self.norm(part.at - 1) not in _HAD or not ends:
                continue
            said = [p for p in self.parts[: part.at] if self.is_measure(p)]
            ref = said[-1].sense.ref if said else None
            if ref is None or ref.worked is not None:
                continue
            out = self._left_out(part.at)
            some = (part.norm == "none") == (out is not None)
            op, word = (">", "over 0") if some else ("=", "0")
            self.use(part, out)
            self.test(Test(column=ref, op=op, value=0, said=f"{ref} {word}"), part.at)

    def _left_out(self, at: int) -> Part | None:
        """Return the word that leaves out rows that are told by what they have."""
        for part in reversed(self.parts[:at]):
            if self.leaves_out(part) and not part.used:
                return part
            if part.kind not in (*GLUE, "rows") and part.tag not in _OF_WHAT:
                return None
        return None

    def _read_present(self) -> None:
        """`episodes that have a sponsor`, `jobs with a battery`: what is there, or over 0."""
        for part in self.parts:
            ref = part.sense.ref
            if part.used or part.kind != "col" or ref is None or ref.worked is not None:
                continue
            if self.flag(part) is not None:
                continue
            one = self.norm(part.at - 1) in _ONE and self.norm(part.at - 2) in _HAVING
            following = self.after(part.at, over=())
            bounds = ("cmp", "super", "match")
            if following is not None and (
                following.kind in ("num", "val") or following.tag in bounds
            ):
                continue
            turned = self.negated(part.at)
            had = one or self.norm(part.at - 1) in _HAD
            if had and self.says_none(ref, part.at, some=turned is None):
                self.use(part, turned)
                continue
            if following is not None and following.tag == "null":
                continue
            if part.plural and not self._has_such(part, ref):
                continue
            if not one and not part.plural:
                continue
            if self._has_rows_of(ref.table):
                continue  # who has a fine is in a row of fines
            number = self.nature(ref).kind == "number"
            if number and (part.plural or not self.column(ref).nullable):
                op, value = ("=", 0) if turned is not None else (">", 0)
                self.test(Test(column=ref, op=op, value=value, said=f"{ref} {op} 0"), part.at)
            elif self.column(ref).nullable:
                op, word = ("is_null", "missing") if turned else ("is_not_null", "present")
                self.test(Test(column=ref, op=op, said=f"{ref} {word}"), part.at)
            else:
                continue
            self.use(part, turned)

    def says_none(self, ref: ColumnRef, at: int, *, some: bool) -> bool:
        """`without internet service`, where a cell says No or None: that is no missing one."""
        if self.column(ref).type != "string" or ref.worked is not None:
            return False
        cells = self.s.known.nones_in(ref)
        self.s.wait()
        if not cells:
            return False
        said = f"{ref} {'not ' if some else ''}{listed(f'“{cell}”' for cell in cells)}"
        test = Test(column=ref, op="not_in" if some else "in", value=tuple(cells), said=said)
        if self.column(ref).nullable and not some:
            none = Test(column=ref, op="is_null", said=f"{ref} missing")
            either = Test(any_of=(test, none), said=f"{said} or missing")
            blank = {cell.strip().casefold() for cell in cells} <= _BLANK
            test = either if blank else self.pick("none", [(test, 0.0), (either, 0.15)])
        self.test(test, at)
        return True

    def with_and_without(self, cue: Part) -> bool:
        """`with and without a garden`: both, which is no condition."""
        joined = self.norm(cue.at - 1) in ("and", "or", "vs", "versus")
        return cue.norm.startswith("without") and joined and self.norm(cue.at - 2) == "with"

    def asks_both(self) -> bool:
        """`how many have a garden and how many do not`, `of those who have one and of those who
        do not`: both of them."""
        counts = [p.at for p in self.open("agg") if p.norm == "how many"]
        others = [p.at for p in self.parts if p.norm == "those" and "and" in
                  (self.norm(p.at - 1), self.norm(p.at - 2))]  # fmt: skip
        last = self.parts[-1]
        begins = max([*counts[1:], *others], default=-1)
        return last.tag in ("not", "null") and begins >= 0 and last.at - begins <= 4

    def _has_such(self, part: Part, ref: ColumnRef) -> bool:
        """`which boroughs have urinals`: those of which a column counts more than none."""
        have = part.at - 1 - (self.norm(part.at - 1) in _ONE)
        nature = self.nature(ref)
        if nature.kind != "number" or self.open("super", "versus", "cmp", "group", "share"):
            return False
        if self.parts[0].tag == "which" and self.parts[0].value in ("which", "who"):
            counts = self.column(ref).type == "integer" and not (nature.money or nature.score)
            return counts and self.norm(have) in ("have", "has", "had") and not self.open("agg")
        counted = [p.norm for p in self.open("agg", "how_much")] in (["how many"], ["number of"])
        rows = any(p.kind == "rows" and p.sense.table == ref.table for p in self.parts[:have])
        return counted and rows and self.norm(have) in _HAD and self._some_have_none(ref)

    def _some_have_none(self, ref: ColumnRef) -> bool:
        """`how many rides had tolls`: of what all have, nobody would ask how many have it."""
        limits = self.s.known.numbers_of(ref)
        self.s.wait()
        return limits is not None and limits[0] == 0

    def _has_rows_of(self, table: str) -> bool:
        """Whether rows of this table point at what the question is about."""
        owners = {r.to_table for r in self.s.schema.relations if r.from_table == table}
        return any(p.kind == "rows" and p.sense.table in owners for p in self.parts)
