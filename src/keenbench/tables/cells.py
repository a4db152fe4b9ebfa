"""What a cell looks like, as far as telling dialects and headers apart needs it."""

from __future__ import annotations

import re

_NUMBER = re.compile(
    r"[-+(]?[ ]?(?:[$€£¥]|US\$|[A-Z]{3} )?[ ]?"
    r"(?:\d{1,3}(?:[,.' ]\d{3})+|\d+)?(?:[.,]\d+|\d[.,])?(?:[eE][-+]?\d+)?"
    r"[ ]?(?:%|[$€£¥]|[A-Z]{3})?\)?"
)
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?"
    r"(?:Z|[ ]?[-+]\d{2}(?::?\d{2})?)?)?"
    r"|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?"
    r"|\d{1,2}[- ][A-Za-z]{3,9}[- ,]+\d{2,4}|[A-Za-z]{3,9} \d{1,2},? \d{4}"
)
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AaPp][Mm])?")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|[^\s@,;|]+@[^\s@,;|]+\.[A-Za-z]{2,}")
_NOTHING = frozenset(
    ("", "-", "--", ".", "?", "na", "n/a", "nan", "null", "none", "nil", "missing", "#n/a")
)
_TRUTH = frozenset(("true", "false"))
_has_digit = re.compile(r"\d").search


def is_nothing(cell: str) -> bool:
    """True for what people write where they have no value."""
    return cell.strip().lower() in _NOTHING


def is_number(cell: str) -> bool:
    cell = cell.strip()
    return _has_digit(cell) is not None and _NUMBER.fullmatch(cell) is not None


def is_typed(cell: str) -> bool:
    """True for a number, date, time or truth value: what data holds and headers seldom do."""
    cell = cell.strip()
    # Asked of thousands of cells: without a digit there is no number and no date.
    if _has_digit(cell) is None:
        return cell.lower() in _TRUTH
    return _NUMBER.fullmatch(cell) is not None or is_moment(cell)


def is_moment(cell: str) -> bool:
    """True for a date, a time or both."""
    cell = cell.strip()
    return _DATE.fullmatch(cell) is not None or _TIME.fullmatch(cell) is not None


def is_address(cell: str) -> bool:
    return _ADDRESS.fullmatch(cell.strip()) is not None
