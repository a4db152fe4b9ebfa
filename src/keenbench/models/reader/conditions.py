"""Which rows are asked about: values, states, yes or no."""

from __future__ import annotations

from itertools import pairwise

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.words import name_words, root, stem, word_set
from keenbench.models.reader.absence import Absence
from keenbench.models.reader.cells_of_several import named_together
from keenbench.models.reader.parts import GLUE, Part
from keenbench.models.reader.vocabulary import PEOPLE

_SAYING_SO = word_set(
    """
    with without have has had having got get gets getting given is are was were be being been no
    not on during as include includes including included offer offers offering need needs needing
    needed require requires requiring required use uses using used take took via under request
    requested want wanted through
    """
)
_ARTICLES = word_set("a an the any some their his her its our")


class Conditions(Absence):
    def read_values(self) -> None:
        self._drop_included()
        runs: list[list[Part]] = []
        for part in self.parts:
            if part.kind != "val" or part.used:
                continue
            last = runs[-1][-1] if runs else None
            if last is not None and last.sense.ref == part.sense.ref and self._joined(last, part):
                runs[-1].append(part)
            else:
                runs.append([part])
        for run in runs:
            ref = run[0].sense.ref
            assert ref is not None
            turned = self.negated(run[0].at) or self._turned_after(run[-1].at)
            if turned is None and named_together(self, run):
                for part in run:
                    self.test(self.test_of(part, yes=True), part.at)
                self.use(*run)
                self._use_joints(run)
                self._drop_header(run, ref)
                continue
            values = tuple(dict.fromkeys(v for p in run for v in p.sense.values))
            whole = Part(run[0].at, run[0].item, run[0].sense)
            whole.sense = type(run[0].sense)("val", 0.0, ref=ref, table=ref.table, values=values)
            if any(b.at == a.at + 1 and not b.after_mark for a, b in pairwise(run)):
                self.guess(0.35)  # a crime novel is not of two genres
            if turned is not None and turned.tag == "null" and self._is_of_many(turned, ref.table):
                raise Ask(f"Of which {ref.table} should that be true?", run[0].item.text)
            self.use(*run, turned if turned is not None and turned.kind == "cue" else None)
            self._use_joints(run)
            self.test(self.test_of(whole, yes=turned is None), run[0].at)
            self._drop_header(run, ref)
        states = {ref for part in self.parts if part.sense.state is not None and not part.used
                  for ref in part.sense.state.so.columns()}  # fmt: skip
        for part in self.parts:
            if part.used or not (self.flag(part) or part.kind == "state"):
                continue
            if part.kind == "col" and part.sense.how == "part" and part.sense.ref in states:
                self.use(part)  # has not paid the fee, of a column FeePaid
                continue
            turned = self.negated(part.at)
            if turned is None and self._only_shares_a_noun(part):
                raise Ask(f"Which rows are meant by {part.item.text}?", part.item.text)
            word = turned if turned is not None and turned.kind == "cue" else None
            self.use(part, word, self._leads_to_flag(part))
            self.test(self.test_of(part, yes=turned is None), part.at)

    def _is_of_many(self, cue: Part, table: str) -> bool:
        """`dogs without insurance` have no such cell; that some visit was paid otherwise is more.

        What has many rows in a table lacks something only where none of them has it.
        """
        owners = [p.sense.table for p in self.parts[: cue.at] if p.kind in ("rows", "val")]
        if not owners or owners[-1] == table or table in self.s.reach(owners[-1]):
            return False
        return owners[-1] in self.s.reach(table) and not self.without

    def _only_shares_a_noun(self, part: Part) -> bool:
        """`which cars are in`, of a Courtesy Car; `the heaviest load`, of load_rejected.

        A noun of a yes/no column says that it is so where there is, or is not, one (`jobs with a
        car`), or where it stands before what it is said of (`courtesy jobs`); by itself it is what
        the rows are.
        """
        ref = part.sense.ref
        if part.kind != "col" or ref is None or part.sense.how != "part":
            return False
        token = part.item.tokens[-1]
        words = [stem(word) for word in name_words(ref.column)]
        if len(words) > 1 and words[-1] in PEOPLE and token.norm.endswith(("ed", "ing")):
            return token.stem not in words  # who applied is no First-Time Applicant by that
        if len(part.item.tokens) > 1 or len(words) < 2 or token.stem not in words:
            return False
        if self.is_of_a_share(part):
            return False  # the complaint rate, of Complaint Raised
        if words[-1] == token.stem and "is" in words[:-1]:
            return False  # superhosts, of host_is_superhost
        if token.norm.endswith(("ed", "ing", "able", "ible", "free")) or token.stem in PEOPLE:
            return False
        deed = name_words(ref.column)[-1].endswith(("ed", "en")) and token.stem != words[-1]
        if token.stem != words[-1] and not deed:
            return False  # organic, of an organic_cert
        said = [self.norm(at).split()[-1] for at in range(part.at) if self.norm(at)]
        while said and said[-1] in _ARTICLES:
            said.pop()
        if said and said[-1] in _SAYING_SO:
            return False
        following = self.parts[part.at + 1] if part.at + 1 < len(self.parts) else None
        named = following is not None and following.kind in ("rows", "col", "val")
        return part.plural or not named or deed

    def _leads_to_flag(self, flag: Part) -> Part | None:
        """`under warranty`, `over the cap`: what is yes or no is more or less than nothing."""
        before = self.before(flag.at)
        bound = before is not None and before.tag == "cmp" and before.norm in ("under", "over")
        return before if bound else None

    def _drop_included(self) -> None:
        """`cancelled ones included`: these count as well, which is no condition."""
        for part in self.parts:
            if part.norm not in ("included", "inclusive") or part.at + 1 < len(self.parts):
                continue
            near = self.parts[max(0, part.at - 4) : part.at]
            if not any(p.norm in ("ones", "those", "even", "all") or p.after_mark for p in near):
                continue  # no-shows with breakfast included
            for before in reversed(self.parts[: part.at]):
                if self.says_so(before) and not before.used:
                    self.use(before, part)
                elif before.kind not in GLUE and before.kind != "rows" and before.tag != "and":
                    break

    def doubt_far_cells(self, subject: str) -> None:
        """`goals of Harbour City`, that have a team of their own, not of the home team."""
        for part in self.parts:
            if part.kind != "val" or part.sense.table == subject:
                continue
            own = [v for v in part.item.values if v.ref.table == subject]
            if any(v.how == part.sense.how for v in own):
                self.guess(0.2)

    def _drop_header(self, run: list[Part], ref: ColumnRef) -> None:
        """`the Safety category`, `department Sales`: the header beside its value says no more."""
        for at in (run[0].at - 1, run[-1].at + 1, run[-1].at + 2, run[0].at - 2):
            part = self.parts[at] if 0 <= at < len(self.parts) else None
            if part is None or part.used or part.kind != "col":
                continue
            words = {root(w) for w in name_words(ref.column)}
            if part.sense.ref == ref or root(part.norm) in words:
                part.used = True

    def _joined(self, one: Part, other: Part) -> bool:
        between = self.parts[one.at + 1 : other.at]
        glue = [p for p in between if p.kind not in GLUE]
        return len(between) <= 4 and all(p.tag in ("and", "or", "compare") for p in glue) and (
            bool(glue) or other.after_mark or not between
        )  # fmt: skip

    def _use_joints(self, run: list[Part]) -> None:
        for part in self.parts[run[0].at : run[-1].at]:
            if part.tag in ("and", "or", "compare"):
                part.used = True

    def made_by(self, part: Part, target: Part) -> bool:
        """`titles by authors from Nigeria`: theirs, where it is told of which of them."""
        before = self.before(part.at)
        if part.norm != "by" or target.kind != "rows" or before is None:
            return False
        if not self.is_entity(before) or self.open("agg", "how_much", "share", "super"):
            return False
        own = before.sense.table != target.sense.table
        own = own and target.sense.table in self.s.reach(before.sense.table)
        told = self.after(target.at)
        if not own or told is None or told.kind != "val" or told.sense.table != target.sense.table:
            return False
        return self.pick("made", [(True, 0.0), (False, 0.1)])

    def is_key_said(self, part: Part) -> bool:
        """Whether a column that tells rows is called by its header: the total customer_id."""
        said = name_words(part.item.tokens[-1].norm)
        return len(said) > 1 and any(link.how == "exact" for link in part.item.columns)

    def refuse_sums_of_ones(self) -> None:
        """`the value of our stock` is no sum of what one of each costs, if no header is said."""
        for figure in (*self.figures, *(having.figure for having in self.having)):
            ref = figure.column
            if figure.func != "sum" or ref is None or ref.worked is not None:
                continue
            said = any(p.sense.ref == ref and p.sense.how == "exact" for p in self.parts)
            per_one = {"unit", "per", "each"} & set(name_words(ref.column))
            if per_one and not said and self.nature(ref).money:
                raise Ask(f"{ref} is of one each: its sum says nothing. Which figure is meant?")

    def refuse_key_left(self) -> None:
        """Nobody writes out a header, such as customer_id, that a question could do without."""
        for part in self.parts:
            if part.kind == "skip" and not part.used and self.is_key_said(part):
                raise Ask(f"What about {part.item.text}?", part.item.text)
