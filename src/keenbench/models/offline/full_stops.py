"""Which full stops end a sentence, and which only a title or a word cut short: Dr., No."""

from __future__ import annotations

_CUT_SHORT = (
    "mr", "mrs", "ms", "dr", "prof", "st", "no", "nr", "vs", "approx", "etc", "inc", "ltd", "co",
    "corp", "dept", "avg", "max", "min", "incl", "excl", "est", "fig", "art", "vol", "i.e", "e.g",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "mon", "tue", "wed", "thu", "fri", "sat", "sun",
)  # fmt: skip


def ends_sentence(word: str) -> bool:
    """Whether a full stop behind a word ends a sentence."""
    return len(word) > 1 and word.casefold() not in _CUT_SHORT
