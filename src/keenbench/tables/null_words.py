"""Words that exports write where a value is missing.

One `NA` among ten thousand numbers must not make text of them, so that nothing can be summed. In a
column whose every other cell is a number, a date or the like, at most two such words are read as
null; their text is kept beside it as any other odd form is, and a warning says how many. In a
column of text they are text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# As written: `na` and `nil` also are words of languages, but no column of numbers holds them.
NULL_WORDS = frozenset(
    [
        "NA", "na", "N/A", "n/a", "#N/A", "#NA", "<NA>", "N.A.", "n.a.",
        "NULL", "Null", "null", "None", "NONE", "none", "NIL", "nil", "\\N",
        "NaN", "nan", "NAN", "Nan", "-nan", "-NaN",
        "-", "--", "---", "\N{EN DASH}", "\N{EM DASH}", "?", ".", "..", "...", ":",
    ]
)  # fmt: skip
# With more of them in one column they may well tell things apart: `-` none, `?` unknown, `.` void.
MOST_WORDS = 2

_SQL = ", ".join("'" + word + "'" for word in sorted(NULL_WORDS))


def is_null_word(text: str) -> str:
    """Return a SQL condition: `text`, itself SQL without outer spaces, is such a word."""
    return f"{text} IN ({_SQL})"


def without_null_words(cells: Iterable[str]) -> list[str]:
    return [cell for cell in cells if cell not in NULL_WORDS]


def told(name: str, words: Sequence[tuple[str, int]]) -> str:
    """Return what to say of a column in which each of these words is so many times."""
    counted = [f"{word} ({count} {'cell' if count == 1 else 'cells'})" for word, count in words]
    return f"{' and '.join(counted)} in {name[:60]}"
