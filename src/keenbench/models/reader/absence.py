"""What is missing, what never happened, and what is there."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test, is_so
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.nature import is_of_people
from keenbench.models.reader.parts import GLUE, Part
from keenbench.models.reader.some_or_none import SomeOrNone
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
_UNSAID = ("missing", "blank", "empty", "null", "unknown")
_WHERE = ("light", "rows", "which")
_DONE = word_set("sold made led run done seen taught written sent paid built")
_APPEARING = word_set("appear appears appeared feature featured found listed show shown included")
_ONE = ("a", "an", "any", "some")


class Absence(SomeOrNone):
    def read_missing(self) -> None:
        for part in self.open("null"):
            self._read_null(part)
        for part in self.open("not"):
            self._read_not(part)
        self._read_signs()
        self.read_some_or_none()
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
        if self.with_and_without(cue):
            return
        if cue.norm == "not given" and self.gave_nothing(cue):
            return
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
            side = self._head(side)
            if side is not None and not side.used and self._missing(cue, side, some):
                self.use(cue, side, turned)
                self._use_tail(side.at)
                return

    def _head(self, part: Part | None) -> Part | None:
        """`no stock movement`: of two nouns the last is what is missing, the first of what kind."""
        if part is None or part.kind != "rows":
            return part
        following = self.parts[part.at + 1] if part.at + 1 < len(self.parts) else None
        if following is None or following.kind != "rows" or following.after_mark:
            return part
        self.use(part)
        return following

    def _turning(self, cue: Part) -> Part | None:
        """`skip those with no reason`: what leaves out the rows of which something is missing."""
        for part in reversed(self.parts[: cue.at]):
            if self.leaves_out(part) and not part.used:
                return part
            if part.kind not in (*GLUE, "rows", "col") and part.tag not in _WHERE:
                return None
        return None

    def _lacks_such(self, cue: Part, told: Part) -> bool:
        """`customers without a completed order`: none of those of which the value is true.

        Nor where it is one of several: with no cancelled or returned orders. Of `owners without a
        dog` what the value is of need not be said.
        """
        if not self.says_so(told) and told.kind != "val":
            return False
        rows = self.after(told.at)
        while rows is not None and rows.tag in ("and", "or"):
            other = self.after(rows.at)
            if other is None or told.kind != "val" or other.kind != "val":
                return False
            if other.sense.ref != told.sense.ref:
                return False
            rows = self.after(other.at)
        said = rows is not None and rows.kind == "rows" and rows.sense.table == told.sense.table
        alone = told.kind == "val" and told.sense.how == "exact" and not told.used
        alone = alone and (rows is None or rows.kind != "rows")
        if not (said or alone) or not self._without(told.sense.table):
            return False
        self.use(cue, rows if said else None)
        return True

    def _use_tail(self, at: int) -> None:
        for part in self.parts[at + 1 : at + 6]:
            if part.kind in ("num", "col", "rows", "val") or part.norm not in _WRITTEN:
                return
            part.used = True

    def _read_not(self, cue: Part) -> None:
        if cue.value in ("after", "flag") or (cue is self.parts[-1] and self.asks_both()):
            return
        side = self._object(cue)
        if side is None:
            side = self._doer(cue)
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
            elif self._without(side.sense.table) or self._points_nowhere(side, cue.at):
                self.use(cue, side)
                self._use_tail(side.at)
            return
        ref = side.sense.ref
        if side.kind != "col" or ref is None:
            return
        far = self.link_between(self.asked_rows(), ref.table)
        if self.column(ref).nullable and side.norm.endswith("ed") and len(side.item.tokens) == 1:
            far = None  # who was not discharged was admitted, and has no day of discharge
        if far is not None and (side.sense.how in ("part", "synonym") or self._in_there(cue, side)):
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

    def _doer(self, cue: Part) -> Part | None:
        """`not signed off by an inspector`: the one who would have done it, who is missing."""
        for part in self.parts[cue.at + 1 : cue.at + 5]:
            if part.norm == "by" and part.tag == "group" and self.norm(part.at + 1) in _ONE:
                done = self.norm(part.at - 1).split()[0]
                doer = self.after(part.at)
                person = doer is not None and doer.kind == "col" and doer.sense.ref is not None
                if not person or not (done.endswith(("ed", "en")) or done in _DONE):
                    return None
                assert doer is not None and doer.sense.ref is not None
                if not self.nature(doer.sense.ref).person:
                    return None
                self.use(part)
                return doer
        return None

    def _in_there(self, cue: Part, side: Part) -> bool:
        """`pupils who do not appear in the marks`: of whom there is no row, whatever rows hold."""
        between = [p.norm for p in self.parts[cue.at + 1 : side.at]]
        return "in" in between and bool(_APPEARING & set(between))

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

    def _points_nowhere(self, side: Part, at: int, *, some: bool = False) -> bool:
        """`tickets without an agent`: their column that says which is empty."""
        points = [
            ColumnRef(r.from_table, r.from_column)
            for r in self.s.schema.relations
            if r.to_table == side.sense.table and r.from_table in self.tables()
        ]
        if len(points) > 1:  # with no end station, of trips that have a start station too
            named = [link.ref for link in side.item.columns if link.how == "exact"]
            points = [ref for ref in points if ref in named]
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
                side, cue.at, some=some
            )
        ref = side.sense.ref
        if side.kind != "col" or ref is None:
            return False
        flag = self.flag(side)
        # Of a yes or no that some rows do not say, missing is what they do not say.
        unsaid = cue.norm.split()[-1] in _UNSAID and self.column(ref).nullable
        if flag is not None and not unsaid:
            self.test(is_so(ref, flag, yes=some), cue.at)
            return True
        if cue.norm.split()[-1] not in _UNSAID and self.says_none(ref, cue.at, some=some):
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
