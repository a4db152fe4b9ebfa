"""Bounds of how often something happened: got a bonus more than twice, failed two exams."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.counts_kept import CountsKept
from keenbench.models.reader.parts import GLUE
from keenbench.models.reader.vocabulary import EVENTS

_COUNTED = word_set("count times number no num cnt total tally frequency often")


class TimesCounted(CountsKept):
    def counts_rows_called(self, last: int) -> bool:
        """`failed two or more exams`, of exam_results: rows by what all tables are called."""
        noun = self.parts[last + 1] if last + 1 < len(self.parts) else None
        named = noun is not None and noun.kind in GLUE and noun.item.tag in ("", "filler")
        if noun is None or not named:
            return False
        names = [self.s.schema.dataset_id, *(t.name for t in self.s.schema.tables)]
        word = noun.item.tokens[-1].stem
        called = word in {stem(each) for name in names for each in name_words(name)}
        return called or word in EVENTS

    def how_often(self, first: int) -> ColumnRef | None:
        """`reopened at least 2 times`: the column that counts just that, where there is one."""
        for part in reversed(self.parts[max(0, first - 3) : first]):
            ref = part.sense.ref
            if ref is None or part.used or not self.is_measure(part):
                continue
            if {stem(word) for word in name_words(ref.column)} & _COUNTED:
                self.use(part)
                return ref
        return None

    def times_there(self, first: int) -> None:
        """`got a bonus more than twice`: of rows in which there is one; 0 is none."""
        for part in reversed(self.parts[max(1, first - 3) : first]):
            ref = part.sense.ref
            if ref is None or part.used or not self.is_measure(part):
                continue
            if part.norm.endswith("ed") and part.sense.how != "exact":
                return  # applied more than twice says nothing of an amount
            if not any(self.is_entity(p) or p.value == "who" for p in self.parts[: part.at]):
                return
            self.use(part)
            self.test(Test(column=ref, op=">", value=0, said=f"{ref} over 0"), part.at)
            return


__all__ = ["TimesCounted"]
