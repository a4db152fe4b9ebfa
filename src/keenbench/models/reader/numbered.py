"""Signs and numbers that only say again what a header holds: discount %, the phone number."""

from __future__ import annotations

from keenbench.models.offline.frame import Ask
from keenbench.models.offline.words import word_set
from keenbench.models.reader.group_bounds import GroupBounds

_NUMBERED = word_set(
    """
    account phone telephone mobile contact fax order invoice policy employee staff house room serial
    registration reference passport licence license flight customer client member card ticket batch
    model part case patient student tracking vat tax
    """
)
"""What has a number of its own, which is no count."""


class Numbered(GroupBounds):
    def _drop_percents(self) -> None:
        """`discount %`, `occupancy rate`: a sign that says again what a header holds."""
        for part in self.open("share"):
            before = self.parts[part.at - 1] if part.at else None
            if before is not None and before.kind == "num" and before.used and self.limit is None:
                self.use(part)  # between 60 and 70 percent: the unit of a bound
            if before is None or before.kind != "col" or before.sense.ref is None:
                continue
            nature = self.nature(before.sense.ref)
            said = nature.unit == "pct" or "%" in nature.ref.column
            if said or nature.words & {"percent", "pct", "rate"}:
                self.use(part)
        self._drop_numbers()

    def _drop_numbers(self) -> None:
        """`the phone number of`, `their account numbers`: which one it is, and not how many."""
        for part in self.open("agg"):
            before = self.parts[part.at - 1] if part.at else None
            if part.value != "count" or part.norm.split()[0] not in ("number", "numbers"):
                continue
            if before is None or before.plural or before.after_mark:
                continue
            if before.kind == "skip" and before.norm in _NUMBERED:
                raise Ask(f"I see no column of {before.norm} numbers.", before.item.text)
            ref, after = before.sense.ref, self.after(part.at)
            told = before.kind == "rows" and after is not None and after.kind == "val"
            if told or (ref is not None and self.nature(ref).kind in ("text", "key")):
                self.use(part)
