"""Columns of text that are numbers or dates to a person: `$1,234.50`, `12 kg`, `31-May-13`.

Loading keeps such cells as they are written, so that nothing is lost. Where every cell of a column
reads in one way, a plan may still add it up, compare it, order by it and cut it to months; what is
shown of it stays the text. Where two ways fit (3/4/2024), none is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlglot import exp

from keenbench.query.dataset_schema import Reading

Decimal = Literal[".", ","]

_MONEY = r"[$€£¥₹]|US\$|USD|EUR|GBP|CHF|JPY|AUD|CAD|SEK|NOK|DKK|PLN|CZK|INR|CNY"
_UNITS = (
    r"%|°\s?[CF]|kg|g|mg|lbs?|t|km|mi|m|cm|mm|ft|in|kWh|MWh|kW|W|[KMGT]B|l|ml|hours?|hrs?|h|mins?|"
    r"minutes?|secs?|seconds?|s|days?|years?|km/h|kph|mph|ppm|hPa|sqm|m²|km²|ha|pts?|pcs|stars?"
)
_DIGITS: dict[Decimal, str] = {
    ".": r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]{1,9})?",
    ",": r"(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+)(?:,[0-9]{1,9})?",
}
_SIGN = r"[-+−]?\s?"
MISSING = ("", "-", "–", "n/a", "na", "none", "null")
"""What stands in a cell where there is nothing to read."""
DATE_FORMS = (
    "%d-%b-%y", "%d-%b-%Y", "%d %b %Y", "%d %b %y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y",
    "%b %d %Y", "%Y/%m/%d", "%Y.%m.%d", "%d/%m/%Y", "%m/%d/%Y", "%d/%m/%y", "%m/%d/%y",
    "%d.%m.%Y", "%d.%m.%y", "%d-%m-%Y", "%m-%d-%Y", "%b-%y", "%b %Y", "%B %Y", "%b-%Y",
    "%m/%Y", "%Y-%m", "%Y/%m", "%d/%m/%Y %H:%M", "%m/%d/%Y %H:%M", "%d.%m.%Y %H:%M",
)  # fmt: skip
WIDEST_SCALE = 9


@dataclass(frozen=True)
class Candidate:
    """A way to read a column that its first cells allow; whether all do is for a query to say."""

    reading: Reading
    pattern: str = ""
    """What every cell must match as a whole; empty for dates."""


def number_pattern(point: Decimal, before: str, after: str) -> str:
    """Return the pattern of numbers with one mark before and one unit after all of them."""
    lead = rf"(?:{re.escape(before)}\s?)?" if before else ""
    tail = rf"(?:\s?{re.escape(after)})?" if after else ""
    return rf"\s*{_SIGN}{lead}{_SIGN}{_DIGITS[point]}{tail}\s*"


_CELL: dict[Decimal, re.Pattern[str]] = {
    point: re.compile(
        rf"\s*{_SIGN}(?P<before>{_MONEY})?\s?{_SIGN}(?P<digits>{digits})"
        rf"\s?(?P<after>{_MONEY}|{_UNITS})?\s*"
    )
    for point, digits in _DIGITS.items()
}


def candidates(cells: Sequence[str]) -> list[Candidate]:
    """Return the ways in which all of some cells can be read; the likelier first."""
    told = [cell for cell in cells if cell.strip().casefold() not in MISSING]
    if not told:
        return []
    found: list[Candidate] = []
    points: tuple[Decimal, ...] = (".", ",")
    for point in points:
        found += _as_numbers(told, point)
    if len(found) == 2:
        # 350,000 is no 350 with three decimals, where every cell has three
        found = [each for each in found if each.reading.form[1:] != "3"]
    if len(found) == 1:
        return found
    if found:
        return []
    return [
        Candidate(Reading("date", form)) for form in DATE_FORMS if all(_fits(c, form) for c in told)
    ]


def _as_numbers(cells: Sequence[str], point: Decimal) -> list[Candidate]:
    matches = [_CELL[point].fullmatch(cell) for cell in cells]
    if not all(matches):
        return []
    before = {match["before"] or "" for match in matches if match}
    after = {match["after"] or "" for match in matches if match}
    digits = [match["digits"] for match in matches if match]
    other = "," if point == "." else "."
    marked = before != {""} or after != {""} or any(other in each for each in digits)
    code = any(len(each) > 1 and each[0] == "0" and each[1].isdigit() for each in digits)
    if not marked or code or len(before - {""}) > 1 or len(after - {""}) > 1:
        return []
    if point == "," and not any("," in each for each in digits):
        return []  # without a decimal comma, a dot is the decimal point
    lead, tail = max(before), max(after)
    scale = max(len(each.partition(point)[2]) for each in digits)
    return [Candidate(Reading("number", f"{point}{scale}"), number_pattern(point, lead, tail))]


def _fits(cell: str, form: str) -> bool:
    try:
        datetime.strptime(cell.strip(), form)
    except ValueError:
        return False
    return True


def typed(text: exp.Expr, reading: Reading) -> exp.Expr:
    """Return the value that a cell's text is read as; null where it holds none."""
    if reading.kind == "date":
        stamp = _call("try_strptime", _call("trim", text), exp.Literal.string(reading.form))
        return exp.TryCast(this=stamp, to=exp.DataType.build("DATE", dialect="duckdb"))
    point = reading.form[0]
    kept = _call(
        "regexp_replace",
        _call("replace", text, exp.Literal.string("−"), exp.Literal.string("-")),
        exp.Literal.string(f"[^0-9{point}-]"),
        exp.Literal.string(""),
        exp.Literal.string("g"),
    )
    if point == ",":
        kept = _call("replace", kept, exp.Literal.string(","), exp.Literal.string("."))
    kind = exp.DataType.build(f"DECIMAL(38, {reading.form[1:]})", dialect="duckdb")
    return exp.TryCast(this=kept, to=kind)


def _call(name: str, *arguments: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=list(arguments))
