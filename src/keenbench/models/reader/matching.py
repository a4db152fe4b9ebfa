"""Rows that another table points at, or that nothing points at: customers who ordered, or never."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.synonyms import alike
from keenbench.models.offline.words import name_words, root, word_set
from keenbench.models.reader.merging import turned
from keenbench.models.reader.moments import Moments
from keenbench.models.reader.nature import is_of_people
from keenbench.models.reader.parts import GLUE, Part
from keenbench.query.dataset_schema import Relation

_HAVING = word_set(
    """
    have has had having with got did do does been were was be is are who that which place placed
    make made ever at least one some any take taken took get attend attended join joined enter
    entered in on
    """
)
_ARTICLES = ("a", "an", "any", "some", "one", "at least")
_COUNTED_BY = word_set("per each every by")
_ONCE = word_set("once ever least at all one before already")
_EVER = frozenset(("ever",))
_AT_ALL = word_set("anything something any ever single at all whatsoever us one once")
_INCLUDING = word_set("include includes including included even also plus counting keep show")
_REGARDLESS = frozenset(("whatever", "regardless", "irrespective", "whichever", "matter"))
_NONE = word_set("none zero no nothing 0 without")


class Matching(Moments):
    def pointing_at(self, table: str) -> list[Relation]:
        return [r for r in self.s.schema.relations if r.to_table == table]

    def asked_rows(self) -> str:
        """Return the table whose rows are asked about, the first that is named; else ''."""
        named = [p for p in self.parts if p.kind == "rows" or self._tells_whose(p)]
        who = any(p.tag == "which" and p.value == "who" for p in self.parts)
        if named and not (who and not is_of_people(self.s.schema, named[0].sense.table)):
            return named[0].sense.table
        if who:
            tables = {p.sense.table for p in self.parts if p.kind in ("rows", "col", "val")}
            tables |= {ref.table for test, _ in self.tests for ref in test.columns()}
            near = [t for name in tables for t in self.s.reach(name)]
            people = [t for t in dict.fromkeys(near) if is_of_people(self.s.schema, t)]
            return people[0] if len(people) == 1 else ""
        return ""

    def _tells_whose(self, part: Part) -> bool:
        """Whether a part asks for what a column of the rows tells: customers, of the orders."""
        return part.plural and part.kind == "col" and self.is_entity(part) and not part.used

    def link_between(self, table: str, other: str) -> Relation | None:
        """Return how rows of a table are pointed at by what tells which of the other they have.

        `pupils in a club`: by the sign-ups, which point at both.
        """
        for relation in self.pointing_at(table):
            if other == relation.from_table:
                return relation
        for relation in self.pointing_at(table):
            if other in self.s.reach(relation.from_table) and other not in self.s.reach(table):
                return relation
        return None

    # -- with a match

    def read_matches(self) -> None:
        """`customers who have placed an order`, `pupils in a club`, `what share was returned`."""
        subject = self.asked_rows()
        if not subject or self.open("super", "versus"):
            return
        first = next((p.at for p in self.parts if p.sense.table == subject), 0)
        found = False
        for part in self.parts[first + 1 :]:
            if part.used or not self._names_rows(part) or part.sense.table == subject:
                continue
            link = self.link_between(subject, part.sense.table)
            if link is None or not self._has_one(part) or self.negated(part.at) is not None:
                continue
            self.use(part)
            self._with_any(link, part.at)
            found = True
        ever = [p for p in self.parts[first + 1 :] if set(p.norm.split()) & _EVER]
        links = self.pointing_at(subject)
        if ever and not found and len(links) == 1 and not self.open("not", "null", "cmp"):
            self.guess(0.05)
            self._with_any(links[0], ever[0].at)

    def _names_rows(self, part: Part) -> bool:
        """Whether a part means rows, or a deed that made them: borrowed, of a Borrower."""
        ref = part.sense.ref
        if part.kind != "col" or ref is None or part.sense.how != "verb":
            return part.kind == "rows"
        return part.norm.endswith("ed") and self.nature(ref).kind == "text"

    def _with_any(self, link: Relation, at: int) -> None:
        self.use(*(p for p in self.parts[at:] if p.kind == "skip" and p.norm in _ONCE))
        ref = ColumnRef(link.from_table, link.from_column)
        if any(ref.table == each.table for t, _ in self.tests for each in t.columns()):
            return  # borrowed in 2025: the day says it already
        self.test(Test(column=ref, op="is_not_null", said=f"any {ref.table}"), at)

    def _has_one(self, part: Part) -> bool:
        """Whether a noun says that there is one: with an order; or a verb: borrowed, treated."""
        before = [p.norm for p in self.parts[max(0, part.at - 3) : part.at]]
        if set(before) & _COUNTED_BY or any(
            p.tag in ("agg", "group", "cmp", "super") or p.kind == "num"
            for p in self.parts[max(0, part.at - 2) : part.at]
        ):
            return False
        verb = part.norm.endswith(("ed", "en")) and len(part.item.tokens) == 1
        if verb or part.sense.how == "state":
            return True  # borrowed; came back
        one = not part.plural and bool(before) and before[-1] in _ARTICLES
        having = any(word in _HAVING for each in before for word in each.split())
        return having and (one or (part.plural and before[-1:] in (["with"], ["have"], ["had"])))

    # -- without a match

    def lacks_any(self, cue: Part) -> bool:
        """`donors who never gave anything`, `runners who did not race in 2026`: without a row of
        the table that points at them."""
        words = [p.norm for p in self.parts[cue.at + 1 : cue.at + 6]]
        subject = self.asked_rows()
        if not subject:
            named = [p for p in self.parts if self.is_entity(p) and p.kind == "col"]
            subject = named[0].sense.table if named else ""
        pointing = list(dict.fromkeys(r.from_table for r in self.pointing_at(subject)))
        if not pointing:
            return False
        fits = [
            name for name in pointing
            if any(alike(w, each) or root(w) == root(each)
                   for w in words for each in name_words(name) if len(w) > 3)
        ] or pointing  # fmt: skip
        if len(fits) != 1:
            return False
        sure = cue.norm == "never" or cue.value == "nobody" or bool(set(words) & _AT_ALL)
        self.guess(0.05 if sure or fits != pointing else 0.15)
        self.lacks(subject, fits[0])
        return True

    def gave_nothing(self, cue: Part) -> bool:
        """`donors who have not given anything`: no gift, rather than something not written."""
        if self.norm(cue.at + 1) not in _AT_ALL or not self.lacks_any(cue):
            return False
        self.use(cue)
        return True

    def lacks(self, subject: str, table: str) -> None:
        if table not in self.without:
            self.without.append(table)
        self.subject = subject

    def turn_far_tests(self) -> None:
        """`runners who never entered the Marathon`: no row of theirs says so, not some other one.

        A condition that is negated, on a table that points at what is asked about.
        """
        subject = self._asked_about()
        if not subject or self.keys or self.having:
            return
        near = set(self.s.reach(subject))
        for index, (test, at) in enumerate(self.tests):
            tables = {ref.table for ref in test.columns()}
            other = turned(test)
            negative = test.op in ("!=", "not_in") or test.said.startswith("not ")
            if other is None or tables <= near or not negative or test.value is None:
                continue
            link = self.link_between(subject, test.columns()[0].table)
            if link is None:
                continue
            self.tests[index] = (other, at)
            self.lacks(subject, link.from_table)

    def _asked_about(self) -> str:
        if self.figures:
            one = self.figures[0]
            plain = len(self.figures) == 1 and one.func == "count" and not one.share
            return one.table if plain else ""
        return self.subject

    # -- whether or not

    def _read_regardless(self) -> None:
        """`whatever their status`, `regardless of region`: it is said that it does not matter."""
        for part in self.parts:
            if part.used or part.norm.split()[0] not in _REGARDLESS:
                continue
            told = self.after(part.at)
            if told is not None and told.kind in ("col", "unit", "rows") and told.at - part.at <= 4:
                self.use(part, told)

    def read_every(self) -> None:
        """`include clubs with none`, `even those with no loans`: these are shown as well."""
        self._read_regardless()
        for part in self.parts:
            if part.norm.split()[0] not in _INCLUDING or part.used:
                continue
            rest = self.parts[part.at + 1 : part.at + 7]
            ends = [p.at for p in rest if set(p.norm.split()) & _NONE]
            if not ends or any(p.kind in ("col", "val") for p in self.parts[part.at : ends[0]]):
                continue  # who keep pets but have no guarantor
            self.every = True
            for each in self.parts[part.at :]:
                if each.at > ends[0] and each.kind not in (*GLUE, "rows"):
                    break
                each.used = True
            return
