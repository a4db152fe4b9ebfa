"""Hunks of a text taken back: a law, whatever the two texts are."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keenbench.errors import ValidationFailed
from tests.rejecting import hunks_of, rejected

LINES = st.lists(st.sampled_from([f"line {at}" for at in range(12)]), min_size=1, max_size=40)
ENDS = st.sampled_from(["\n", "\r\n"])


def written(file: Path, lines: list[str], end: str, last: bool) -> Path:
    text = end.join(lines) + (end if last else "")
    file.write_bytes(text.encode())
    return file


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(LINES, LINES, ENDS, st.booleans(), st.booleans())
def test_one_by_one_all_hunks_lead_back_to_the_reference(
    tmp_path: Path, before: list[str], after: list[str], end: str, last_old: bool, last_new: bool
) -> None:
    old = written(tmp_path / "old.txt", before, end, last_old)
    new = written(tmp_path / "new.txt", after, end, last_new)
    left = hunks_of(old, new)
    while left:
        try:
            made = rejected("TextReject", old, new, left[0])
        except ValidationFailed as refusal:
            # Among many equal lines another alignment may become the shorter one.
            assert refusal.fields["subphase"] == "depends"
            made = rejected("TextReject", old, new, *left)
        new = made.replace(tmp_path / "next.txt")
        now = hunks_of(old, new)
        assert len(now) < len(left)
        assert set(now) <= set(left)
        left = now
    if before != after:
        assert new.read_bytes() == old.read_bytes()


def test_what_the_encoding_of_the_draft_cannot_hold_is_refused(tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    words = [f"Zeile {at} über alles" for at in range(30)]
    old.write_bytes("\n".join([*words, "→ Ende", ""]).encode())
    changed = [words[0] + "!", *words[1:], "Ende", ""]
    new.write_bytes("\n".join(changed).encode("cp1252"))
    there = new.read_bytes()
    with pytest.raises(ValidationFailed, match="cannot hold"):
        rejected("TextReject", old, new, hunks_of(old, new)[-1])
    assert new.read_bytes() == there
