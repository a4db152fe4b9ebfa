"""What one word is as a condition, and what turns it into its opposite."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Test, is_so
from keenbench.models.offline.sentence import listed
from keenbench.models.offline.words import PREFIX
from keenbench.models.reader.money import Money
from keenbench.models.reader.parts import GLUE, Part

_BEFORE_ONLY = (
    "no", "without", "with no", "have no", "has no", "had no", "having no", "do not have",
    "does not have", "did not have", "lacking", "without the", "without any", "no more",
)  # fmt: skip
_SAID_AFTER = ("after", "flag")
_OFF = ("off", "false")


_NO_MORE_THAN_NOT = (
    "not", "non", "never", "neither", "nor", "not in", "not from", "but not", "not any",
    "not one of", "rather than", "outside", "outside of",
)  # fmt: skip


class Testing(Money):
    def says_so(self, part: Part | None) -> bool:
        """Return whether a part is a condition by itself: a value, a state, a yes/no column."""
        return part is not None and (part.kind in ("val", "state") or self.flag(part) is not None)

    def are_such(self, part: Part) -> bool:
        """Whether a noun follows a cell that was read: the rows of which the cell is true."""
        before = self.parts[part.at - 1] if part.at and not part.after_mark else None
        return before is not None and before.kind == "val" and before.used

    def is_of_a_share(self, target: Part) -> bool:
        """`the top 3 routes by cancellation rate`: by the share of each, which no group is."""
        following = self.parts[target.at + 1] if target.at + 1 < len(self.parts) else None
        return following is not None and following.tag == "share" and not following.after_mark

    def test_of(self, part: Part, *, yes: bool) -> Test:
        if part.sense.state is not None:
            return part.sense.state.so if yes else part.sense.state.not_so
        ref = part.sense.ref
        assert ref is not None
        flag = self.flag(part)
        if flag is not None:
            return is_so(ref, flag, yes=yes)
        values = part.sense.values
        said = f"{ref} {'' if yes else 'not '}{listed(f'“{v}”' for v in values)}"
        if len(values) == 1:
            return Test(column=ref, op="=" if yes else "!=", value=values[0], said=said)
        return Test(column=ref, op="in" if yes else "not_in", value=values, said=said)

    def negated(self, at: int) -> Part | None:
        """Return the word that turns what stands at a place into its opposite."""
        for index in range(at - 1, max(-1, at - 6), -1):
            part = self.parts[index]
            fresh = not part.used or self._neither(part, at)
            if part.tag == "not" and part.value not in _SAID_AFTER and fresh:
                return part if part.item.text != PREFIX or index == at - 1 else None
            if part.tag == "not" and part.value == "flag" and self._turns_off(at, part):
                return part
            lacks = part.norm.removesuffix(" a").removesuffix(" an") in _BEFORE_ONLY
            if part.tag == "null" and lacks and fresh:
                return part
            if part.kind not in GLUE and part.tag not in ("and", "or", "light", "only"):
                if part.tag == "group" and part.used and not self.keys:
                    continue  # not paying by direct debit
                if part.kind == "val" and self.parts[at].kind == "val":
                    continue
                if self._is_turned_as_one(part, at):
                    return part
                if self._is_told(part) and self._or_after(index):
                    continue  # not closed or cancelled
                if part.kind == "col" and index == at - 1:
                    continue
                break
        return self._left_out_as_well(at) or self._turned_after(at)

    def _neither(self, cue: Part, at: int) -> bool:
        """`not closed or cancelled`: one word turns both, as neither is so."""
        if cue.tag not in ("not", "null") or self.leaves_out(cue) or not self._turns_both(cue):
            return False
        if cue.tag == "null" and self.without:
            return False  # with no cancelled or returned orders: it says of what there is none
        for part in self.parts[cue.at + 1 : at]:
            if (
                part.kind not in GLUE
                and part.tag not in ("and", "or", "light")
                and not self._is_told(part)
            ):
                return False
        return True

    def _is_turned_as_one(self, part: Part, at: int) -> bool:
        """Whether a state holds the `not` itself, and another cell of its column is joined to it:
        not cancelled and refunded.
        """
        turned = part.kind == "state" and part.norm.split()[0] == "not"
        other = self.parts[at]
        same = turned and self.says_so(other) and self._told_by(part) & self._told_by(other)
        return bool(same) and self._or_after(part.at)

    def _turns_both(self, cue: Part) -> bool:
        """Whether two conditions that are joined as one stand after a word of negation."""
        said = [p for p in self.parts[cue.at + 1 : cue.at + 7] if self._is_told(p)]
        return len(said) > 1 and self._or_after(said[0].at)

    def _or_after(self, at: int) -> bool:
        """Whether an `or` leads from one condition straight to another.

        An `and` does so where both are of one column: no order is cancelled and returned at once,
        and who leaves out cancelled and returned ones means either.
        """
        joint = next((p for p in self.parts[at + 1 : at + 4] if p.kind not in GLUE), None)
        if joint is None or joint.norm == "but":
            return False
        if joint.tag not in ("and", "or") and joint.norm != "nor":
            return False
        other = next((p for p in self.parts[joint.at + 1 :] if p.kind not in GLUE), None)
        if other is None or not self._is_told(other):
            return False
        return joint.tag != "and" or bool(self._told_by(self.parts[at]) & self._told_by(other))

    def _told_by(self, part: Part) -> set[ColumnRef]:
        """Return the columns of which a condition is."""
        return {*self.test_of(part, yes=True).columns()} if self.says_so(part) else set()

    def _is_told(self, part: Part | None) -> bool:
        """Whether a part is a condition, or a day on which it came to be so: closed."""
        if part is None or self.says_so(part):
            return part is not None
        ref = part.sense.ref if part.kind == "col" else None
        return ref is not None and self.nature(ref).kind == "date" and self.column(ref).nullable

    def leaves_out(self, part: Part) -> bool:
        """Whether a word says that rows are left out: excluding, apart from, ignoring."""
        return part.tag == "not" and part.value == "" and part.norm not in _NO_MORE_THAN_NOT

    def _left_out_as_well(self, at: int) -> Part | None:
        """`leaving out cancelled bookings and no-shows`: both, though a noun stands between."""
        last = self.before(at)
        if last is None or last.tag not in ("and", "or"):
            return None
        for part in reversed(self.parts[: last.at]):
            if self.leaves_out(part):
                return part
            joins = part.kind in (*GLUE, "rows") or part.tag in ("and", "or", "light", "rows")
            if not joins and not self.says_so(part):
                return None
        return None

    def _turned_after(self, at: int) -> Part | None:
        """`cancelled ones excluded`, `Leeds left out`: said after what it turns."""
        for part in self.parts[at + 1 : at + 5]:
            if part.tag == "not" and part.value == "after" and not part.used:
                return part
            if self._turns_off(at, part):
                return part
            if part.kind not in GLUE and part.kind != "rows" and part.tag != "rows":
                return None
        return None

    def _turns_off(self, at: int, part: Part) -> bool:
        """`with auto-renew switched off`, `tracking is off`: what holds yes and no says no."""
        off = part.value == "flag" if part.tag == "not" else part.norm in _OFF
        return off and not part.used and self.flag(self.parts[at]) is not None
