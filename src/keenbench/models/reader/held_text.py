"""Cells that hold a text: titles with quantum in them, remarks that mention mildew."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.parts import Part
from keenbench.models.reader.summing_rows import SummingRows
from keenbench.models.reader.text_places import BEFORE_TEXT, HOLDING, OF_IT, WITHIN
from keenbench.query.plan import Operator

_PROSE = word_set(
    """
    note comment remark description detail feedback review message text body summary subject reason
    complaint memo narrative observation finding report title name headline caption tag keyword
    """
)
"""Words of headers of columns that hold sentences, or names that say something."""
_SHORT_WORD = 4


class HeldText(SummingRows):
    def read_held_text(self) -> None:
        """`name contains toyota`, `titles starting with The`, `with quantum in the title`."""
        for part in self.parts:
            if part.kind == "text" and not part.used:
                self._read_text(part)

    def _read_text(self, text: Part) -> None:
        cue = self._cue_of(text)
        op: Operator = cue.value if cue is not None and cue.tag == "match" else "contains"  # type: ignore[assignment]
        ref = self._column_of(text, cue)
        asked = text.item.text
        plain = len(text.item.tokens) == 1 and text.item.tokens[0].kind == "word"
        if op == "contains" and plain and len(asked) > _SHORT_WORD:
            asked = stem(text.norm)  # delays are mentioned where a delay is
        turned = self.negated(cue.at if cue is not None else text.at)
        self.use(text, cue, turned)
        said = f"{ref} {op} “{asked}”"
        test = Test(column=ref, op=op, value=asked, said=said)
        if turned is not None:
            raise Ask(f"I can look for cells with “{asked}”, but not for those without it.")
        self.test(test, text.at)

    def _cue_of(self, text: Part) -> Part | None:
        for part in reversed(self.parts[max(0, text.at - 4) : text.at]):
            if part.tag == "match" or part.norm in HOLDING:
                return part
            if part.norm not in BEFORE_TEXT:
                return None
        return None

    def _column_of(self, text: Part, cue: Part | None) -> ColumnRef:
        """Return the column that holds a text: said after it, before it, or the one for prose."""
        within = self._said_within(text)
        if within is not None:
            return within
        left = self.before(cue.at if cue is not None else text.at)
        while left is not None and (left.tag in ("which", "not", "light") or left.norm in OF_IT):
            left = self.before(left.at)
        ref = left.sense.ref if left is not None and left.kind == "col" else None
        if left is not None and ref is not None and self._holds_text(ref):
            counted = any(p.tag == "agg" and p.value == "count" for p in self.parts[: left.at])
            self.use(left)
            if counted and not self.nature(ref).unique:
                self.subject = ref.table  # how many comments mention it: as many as rows have one
            return ref
        return self._prose(left)

    def _holds_text(self, ref: ColumnRef) -> bool:
        """Whether cells of a column may hold a text: an inspector who complains holds none."""
        prose = bool({stem(word) for word in name_words(ref.column)} & _PROSE)
        return self.column(ref).type == "string" and (prose or not self.nature(ref).person)

    def _said_within(self, text: Part) -> ColumnRef | None:
        following = self.parts[text.at + 1 : text.at + 5]
        if not following or following[0].norm not in WITHIN:
            return None
        for part in following[1:]:
            if part.norm in OF_IT:
                continue
            ref = part.sense.ref
            if part.kind != "col" or ref is None or self.column(ref).type != "string":
                return None
            self.use(part, following[0])
            return ref
        return None

    def _prose(self, left: Part | None) -> ColumnRef:
        """Return the column of a row in which things are written down."""
        table = left.sense.table if left is not None and left.sense.table else self.base()
        texts = [
            ColumnRef(table, c.name) for c in self.s.table(table).columns
            if c.type == "string" and {stem(w) for w in name_words(c.name)} & _PROSE
        ]  # fmt: skip
        if not texts and left is not None and left.kind == "rows":
            texts = [r for r in self.show_rows(table) if self.column(r).type == "string"][-1:]
        if not texts:
            raise Ask("Which column should hold that text?")
        if len(texts) == 1:
            self.guess(0.05)
            return texts[0]
        return self.pick("text", [(ref, 0.15) for ref in texts], "Which column should hold that?")


__all__ = ["HeldText"]
