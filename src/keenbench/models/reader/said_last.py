"""What a question adds at its end to what it has told: and how many, with their totals."""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.frame import Ask, Figure, Key, Test
from keenbench.models.offline.words import stem, word_set
from keenbench.models.reader.edges_told import EdgesTold
from keenbench.models.reader.leaving_out import BLANKS
from keenbench.models.reader.parts import GLUE, Part
from keenbench.models.reader.people_meant import OF_AN_AGE, ages_in
from keenbench.models.reader.vocabulary import PEOPLE

_ANYBODY = ("people", "person", "persons", "individuals", "folks", "names", "name")
_KNOWING = word_set("know known recorded filled")
_EACH = frozenset(("each", "every"))
_MEANS = frozenset(("avg", "median", "stddev"))
_NONE_TOO = word_set("include including none nothing unassigned unspecified without")
_THEY = frozenset(("they", "he", "she", "each", "it"))


class SaidLast(EdgesTold):
    def counts_last(self, counts: list[Part]) -> bool:
        """`clients we did 4 or more jobs for, and how many`: groups that pass."""
        if len(counts) != 1 or len(self.open("agg", "how_much")) > 1:
            return False
        entity = self._entity()
        grouped = any(t.ref is None for t in self.thresholds)
        late = entity is not None and entity.at < counts[0].at
        late = late and (counts[0].norm == "how many" or self._is_added(counts[0]))
        return grouped and late and not any(p.at > counts[0].at and not p.used and self.is_entity(p)
                                            for p in self.parts)  # fmt: skip

    def totals_last(self) -> bool:
        """`donors who gave over 500 in total, with their totals`: the sums that were bounded."""
        asked = self.open("agg", "how_much")
        entity = self._entity()
        added = len(asked) == 1 and self._is_added(asked[0])
        bound = [
            t for t in self.thresholds
            if t.total or (added and t.ref is not None and self._of_group(t, entity))
        ]  # fmt: skip
        if len(asked) != 1 or not bound or entity is None or entity.at > bound[0].at:
            return False
        sums = asked[0].value == "sum" or asked[0].norm == "how much"
        return sums and not any(self.is_measure(p) for p in self.parts[asked[0].at :] if not p.used)

    def _is_added(self, asked: Part) -> bool:
        """Whether a figure is asked for after all else: name and count; and for how much."""
        bound = max((t.at for t in self.thresholds), default=len(self.parts))
        between = self.parts[bound + 1 : asked.at + 1]
        joined = any(p.tag == "and" or p.after_mark or p.norm == "with" for p in between)
        return joined and all(
            p.kind in GLUE or p.used or p.tag in ("light", "filler", "and", "group")
            for p in self.parts[asked.at + 1 :]
        )

    def leave_out_blanks(self) -> None:
        """`by cause, ignoring blanks`: groups of which a cell says what they are."""
        groups = [key.column for key in self.keys if key.unit is None]
        told = [ref for ref in groups if ref.worked is None and self.column(ref).nullable]
        for cue in self.parts:
            if cue.used or not self.leaves_out(cue) or not told:
                continue
            behind = self.parts[cue.at + 1 : cue.at + 8]
            words = {token.stem for part in behind for token in part.item.tokens}
            named = any(p.kind in ("col", "val", "num", "state") and not p.used for p in behind)
            if named or not words & (BLANKS | _KNOWING):
                continue
            self.use(cue, *(p for p in behind if p.tag in ("not", "null") or p.kind == "rows"))
            self.test(Test(column=told[-1], op="is_not_null", said=f"{told[-1]} present"), cue.at)

    def wants_named(self, keys: Sequence[Key], figures: Sequence[Figure]) -> bool:
        """Return whether groups must have a name: of each sponsor, none is no sponsor.

        An average of what belongs to none says little; what is counted or added is all there is.
        """
        words = {token.stem for part in self.parts for token in part.item.tokens}
        if not keys or words & (BLANKS | _NONE_TOO):
            return False
        each = any(p.tag == "group" and p.norm.split()[-1] in _EACH for p in self.parts)
        far = any(k.column.table != (f.column or f).table for k in keys for f in figures)
        if each or far or self.having or self.count_groups:
            return True
        return all(f.func in _MEANS or f.share == "of_rows" for f in figures)

    def use_asked_again(self) -> None:
        """`who made the largest gift, and how much was it`: what it was ranked by is shown."""
        for cue in self.open("how_much"):
            sized = cue.sense.meaning is not None and cue.sense.meaning.dims
            glue = all(p.kind in GLUE for p in self.parts[cue.at + 1 :])
            joined = any(p.tag == "and" or p.after_mark for p in self.parts[2 : cue.at + 1])
            if not sized and glue and joined:
                self.use(cue)

    def each_last(self) -> Part | None:
        """Return the each of `and how much each`, which says what the groups say already."""
        last = self.parts[-1]
        return last if last.tag == "group" and last.norm == "each" else None

    def sizes_last(self) -> bool:
        """`who is injured, and how old are they`: a list of them, with how old each is."""
        sized = [p for p in self.open("how_much") if p.sense.meaning and p.sense.meaning.dims]
        if len(sized) != 1 or len(self.open("agg", "how_much")) != 1:
            return False
        cue = sized[0]
        opened = [p.at for p in self.parts[: cue.at] if p.tag in ("which", "list")]
        joined = any(p.tag == "and" or p.after_mark for p in self.parts[1 : cue.at + 1])
        theirs = {p.norm for p in self.parts[cue.at + 1 : cue.at + 4]} & _THEY
        meaning = cue.sense.meaning
        if not opened or not joined or not theirs or meaning is None:
            return False
        ref = self._sized(meaning.dims)
        entity = self.who_asked(self._entity())
        if ref is None or entity is None:
            return False
        self.use(cue)
        self.settle_thresholds(entity)
        self.shown.append(ref)
        self.list_rows(entity, when=False)
        return True

    def is_aged(self, part: Part) -> bool:
        """Whether it is said how old those are that a noun of an age names: children under 10."""
        if part.kind != "rows" or part.item.tokens[-1].stem not in OF_AN_AGE:
            return False
        tested = {r for test, _ in self.tests for r in test.columns()}
        tested |= {r for f in self.figures for test in (*f.where, *f.among) for r in test.columns()}
        return bool({*ages_in(self.s, part.sense.table)} & tested)

    def are_others(self, part: Part) -> bool:
        """Whether people are said that need not be the rows; problems, of tickets, are those."""
        if part.kind == "rows" and self.norm(part.at - 1) == "of":
            return False  # the average age of patients
        return part.norm not in _ANYBODY and (part.kind != "rows" or stem(part.norm) in PEOPLE)

    def refuse_ages(self) -> None:
        """Ask where it is said that people were adults, and only known how old each was."""
        for part in self.parts:
            noun = part.item.tokens[-1].stem
            if part.kind != "rows" or part.sense.how != "kind" or noun not in OF_AN_AGE:
                continue
            ages = ages_in(self.s, part.sense.table)
            if ages and not self.is_aged(part):
                raise Ask(f"Of what {ages[0].column} is {part.item.text}?", part.item.text)

    def who_asked(self, entity: Part | None) -> Part | None:
        """`who are the injured players and which team are they at`: the people, with their team.

        Who is asked for by name must be named; what is asked for besides is shown beside it.
        """
        who = next((p for p in self.parts if p.tag == "which" and p.value == "who"), None)
        if who is None or (entity is not None and entity.kind == "rows"):
            return entity
        if entity is None:
            return self._who()
        between = self.parts[who.at + 1 : entity.at]
        joined = [p.at for p in between if p.tag == "and" or p.after_mark]
        asked = [p.at for p in between if p.tag == "which" and p.value != "who"]
        if joined and asked and asked[-1] >= joined[0] and self.nature_of_text(entity):
            return self._who() or entity
        return entity

    def nature_of_text(self, part: Part) -> bool:
        ref = part.sense.ref
        return part.kind == "col" and ref is not None and not self.nature(ref).person


__all__ = ["SaidLast"]
