"""What one word is as a condition, and what turns it into its opposite."""

from __future__ import annotations

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
            if part.tag == "not" and part.value not in _SAID_AFTER and not part.used:
                return part if part.item.text != PREFIX or index == at - 1 else None
            if part.tag == "not" and part.value == "flag" and self._turns_off(at, part):
                return part
            if part.tag == "null" and part.norm in _BEFORE_ONLY and not part.used:
                return part
            if part.kind not in GLUE and part.tag not in ("and", "or", "light", "only"):
                if part.kind == "val" and self.parts[at].kind == "val":
                    continue
                if part.kind == "col" and index == at - 1:
                    continue
                break
        return self._left_out_as_well(at) or self._turned_after(at)

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
