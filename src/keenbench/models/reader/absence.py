"""What is missing, what never happened, and what is there."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test, is_so
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.matching import Matching
from keenbench.models.reader.nature import is_of_people
from keenbench.models.reader.parts import GLUE, Part
from keenbench.query.plan import Operator

_SAID_AFTER = ("missing", "blank", "empty", "null", "unknown", "recorded", "known", "given",
               "specified", "available", "unspecified", "undefined", "unrecorded")  # fmt: skip
_WRITTEN = word_set(
    """
    recorded noted given entered logged known available filled set listed attached stated specified
    supplied registered written down provided in on file record against for it them to yet so far
    anywhere at all
    """
)
"""What may follow that something is missing: no price recorded against them."""
_NOTED = word_set(
    "recorded noted entered logged given known figure value reading number data entry on available"
)
_HAVING = word_set(
    """
    have has had having with got include includes including included give gives gave given get gets
    receive received offer offered carry contain contains
    """
)
_WHERE = ("light", "rows", "which")
_ONE = ("a", "an", "any", "some")


class Absence(Matching):
    def read_missing(self) -> None:
        for part in self.open("null"):
            self._read_null(part)
        for part in self.open("not"):
            self._read_not(part)
        self._read_signs()
        self._read_present()
        self._read_happened()

    def _read_signs(self) -> None:
        """`are any values negative`, `negative balances`: numbers on one side of nothing."""
        for cue in self.open("sign"):
            near = sorted(self.parts, key=lambda p: abs(p.at - cue.at))
            measured = [p for p in near if self.is_measure(p) and abs(p.at - cue.at) <= 3]
            if not measured or measured[0].sense.ref is None:
                continue
            ref = measured[0].sense.ref
            op: Operator = "<" if cue.value == "<" else ">"
            self.use(cue, measured[0])
            self.test(Test(column=ref, op=op, value=0, said=f"{ref} {cue.norm}"), cue.at)

    def _read_null(self, cue: Part) -> None:
        turned = self._turning(cue)
        some = (cue.value == "some") == (turned is None)
        after, before = self.after(cue.at), self.before(cue.at)
        last = cue.norm.split()[-1]
        sides = [after]
        if last in _SAID_AFTER:
            copula = self.norm(cue.at - 1) in ("is", "are", "was", "were") or " " in cue.norm
            sides = [before, after] if copula else [after, before]
        elif some:
            sides = [before, after]
        if not some and after is not None and self._lacks_such(cue, after):
            return
        for side in sides:
            if side is not None and not side.used and self._missing(cue, side, some):
                self.use(cue, side, turned)
                self._use_tail(side.at)
                return

    def _turning(self, cue: Part) -> Part | None:
        """`skip those with no reason`: what leaves out the rows of which something is missing."""
        for part in reversed(self.parts[: cue.at]):
            if self.leaves_out(part) and not part.used:
                return part
            if part.kind not in (*GLUE, "rows", "col") and part.tag not in _WHERE:
                return None
        return None

    def _lacks_such(self, cue: Part, told: Part) -> bool:
        """`customers without a completed order`: none of those of which the value is true."""
        rows = self.after(told.at)
        if rows is None or rows.kind != "rows" or not (self.says_so(told) or told.kind == "val"):
            return False
        table = rows.sense.table
        if told.sense.table != table or not self._without(table):
            return False
        self.use(cue, rows)
        return True

    def _use_tail(self, at: int) -> None:
        for part in self.parts[at + 1 : at + 6]:
            if part.kind in ("num", "col", "rows", "val") or part.norm not in _WRITTEN:
                return
            part.used = True

    def _read_not(self, cue: Part) -> None:
        if cue.value in ("after", "flag"):
            return
        side = self._object(cue)
        if side is None:
            if self.lacks_any(cue):
                self.use(cue)
            return
        if side.used or self.says_so(side):
            return
        if side.kind == "rows":
            link = self.link_between(self.asked_rows(), side.sense.table)
            if link is not None and link.from_table != side.sense.table:
                self.use(cue, side)  # in no club, as no sign-up says
                self.lacks(link.to_table, link.from_table)
            elif self._without(side.sense.table) or self._points_nowhere(side.sense.table, cue.at):
                self.use(cue, side)
                self._use_tail(side.at)
            return
        ref = side.sense.ref
        if side.kind != "col" or ref is None:
            return
        far = self.link_between(self.asked_rows(), ref.table)
        if far is not None and side.sense.how in ("part", "synonym"):
            self.use(cue, side)  # a rep without a deal, of whose deals a column says the value
            self.guess(0.05)
            self.lacks(far.to_table, far.from_table)
            return
        if self.column(ref).nullable:
            self.use(cue, side)
            self._use_tail(side.at)
            self.test(Test(column=ref, op="is_null", said=f"{ref} missing"), cue.at)

    def _object(self, cue: Part) -> Part | None:
        """Return what a word of negation stands before, in its own clause."""
        for part in self.parts[cue.at + 1 :]:
            if part.after_mark and part.at > cue.at + 1:
                return None
            if part.tag in ("light", "filler") or part.kind in GLUE:
                continue
            if part.kind == "cue":
                return None
            return part
        return None

    def _without(self, table: str) -> bool:
        """`customers without orders`: rows of another table to which no row of this points."""
        owners = [r.to_table for r in self.s.schema.relations if r.from_table == table]
        said = {p.sense.table for p in self.parts if p.kind in ("rows", "col", "val", "state")}
        named = [t for t in self.tables() if t in owners and t in said and t != table]
        if not named and said <= {table}:
            people = [t for t in owners if is_of_people(self.s.schema, t)]
            asks = any(p.tag == "which" and p.value == "who" for p in self.parts)
            named = people if asks and len(people) == 1 else []
        if not named:
            return False
        if table not in self.without:
            self.without.append(table)
        self.subject = named[0]
        return True

    def _points_nowhere(self, table: str, at: int, *, some: bool = False) -> bool:
        """`tickets without an agent`: their column that says which is empty."""
        points = [
            ColumnRef(r.from_table, r.from_column)
            for r in self.s.schema.relations
            if r.to_table == table and r.from_table in self.tables()
        ]
        if len(points) != 1 or not self.column(points[0]).nullable:
            return False
        word = "present" if some else "missing"
        op = "is_not_null" if some else "is_null"
        self.test(Test(column=points[0], op=op, said=f"{points[0]} {word}"), at)
        return True

    def _missing(self, cue: Part, side: Part, some: bool) -> bool:
        if side.kind == "rows":
            table = side.sense.table
            return (not some and self._without(table)) or self._points_nowhere(
                table, cue.at, some=some
            )
        ref = side.sense.ref
        if side.kind != "col" or ref is None:
            return False
        flag = self.flag(side)
        if flag is not None:
            self.test(is_so(ref, flag, yes=some), cue.at)
            return True
        nullable = self.column(ref).nullable
        number = self.nature(ref).kind == "number"
        if not nullable and not number:
            self.guess(0.4)  # nothing is missing there: likely another column is meant
        word = "present" if some else "missing"
        test = Test(column=ref, op="is_not_null" if some else "is_null", said=f"{ref} {word}")
        if not some and number and not nullable:
            test = Test(column=ref, op="=", value=0, said=f"{ref} 0")
        elif not some and number and "no" in cue.norm.split() and not self._written_down(side):
            zero = Test(column=ref, op="=", value=0, said="")
            test = Test(any_of=(test, zero), said=f"{ref} missing or 0")
        self.test(test, cue.at)
        return True

    def _written_down(self, side: Part) -> bool:
        """`no price recorded`, `no generation figure`: it is not written, rather than nothing."""
        return self.norm(side.at + 1) in _NOTED

    def _read_present(self) -> None:
        """`episodes that have a sponsor`, `jobs with a battery`: what is there, or over 0."""
        for part in self.parts:
            ref = part.sense.ref
            if part.used or part.kind != "col" or ref is None or ref.worked is not None:
                continue
            if self.flag(part) is not None:
                continue
            one = self.norm(part.at - 1) in _ONE and self.norm(part.at - 2) in _HAVING
            if part.plural and not self._has_such(part, ref):
                continue
            if not one and not part.plural:
                continue
            following = self.after(part.at, over=())
            if following is not None and (
                following.kind in ("num", "val")
                or following.tag in ("cmp", "super", "null", "match")
            ):
                continue
            if self._has_rows_of(ref.table):
                continue  # who has a fine is in a row of fines
            turned = self.negated(part.at)
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

    def _has_such(self, part: Part, ref: ColumnRef) -> bool:
        """`which boroughs have urinals`: those of which a column counts more than none."""
        opened = self.parts[0].tag == "which" and self.parts[0].value in ("which", "who")
        have = part.at - 1 - (self.norm(part.at - 1) in _ONE)
        nature = self.nature(ref)
        counts = nature.kind == "number" and self.column(ref).type == "integer"
        return (
            opened
            and self.norm(have) in ("have", "has", "had")
            and counts
            and not (nature.money or nature.score)
            and not self.open("super", "versus", "agg", "cmp", "group")
        )

    def _has_rows_of(self, table: str) -> bool:
        """Whether rows of this table point at what the question is about."""
        owners = {r.to_table for r in self.s.schema.relations if r.from_table == table}
        return any(p.kind == "rows" and p.sense.table in owners for p in self.parts)

    def _read_happened(self) -> None:
        """`loans that were returned`: a day on which it happened is there."""
        if self.open("super") or any(p.tag == "which" and p.value == "when" for p in self.parts):
            return
        tested = {ref for test, _ in self.tests for ref in test.columns()}
        for part in self.parts:
            ref = part.sense.ref
            if part.used or part.kind != "col" or ref is None or ref in tested:
                continue
            if self.nature(ref).kind != "date" or not self.column(ref).nullable:
                continue
            word = part.norm
            verb = word.endswith("ed") or stem(word) != word.removesuffix("s")
            if not verb or len(part.item.tokens) > 1 or self.norm(part.at - 1) in ("by", "per"):
                continue
            own = {root(each) for each in name_words(ref.column)}
            if root(word) not in own and part.sense.how != "verb":
                continue
            self.use(part)
            self.test(Test(column=ref, op="is_not_null", said=f"{ref} present"), part.at)
