"""How a column of values stands in a workbook, and what of it a workbook cannot hold.

A workbook's numbers are doubles, its dates begin in 1900, and it knows neither time zones nor
infinities. What would be changed is text instead, or left empty, and counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from keenbench.formats.shape import MapWarning
from keenbench.tables.describing import named

_LAST_EXACT = 2**53
_FIRST_YEAR = 1900
_LAST_YEAR = 9999
_DATE = "yyyy-mm-dd"
_TIMESTAMP = "yyyy-mm-dd hh:mm:ss"
_TIME = "hh:mm:ss"
_FRACTION = ".000"
_DAY = timedelta(days=1)
_EPOCH = datetime(1899, 12, 30)
_EPOCH_SECONDS = 25_569 * 86_400
# Workbooks believe that there was a 29 February 1900.
_DAY_AFTER_GAP = 61
_DAY_US = 86_400_000_000
# Of a double near today's dates the last bit is 0.6 µs: milliseconds are what is kept.
_KEPT_US = 1000


@dataclass(frozen=True)
class Source:
    """A column to be written: its name, the SQL of its value, and its type in two words."""

    name: str
    value: str
    # The contract's word, and the engine's own.
    word: str
    kind: str

    @property
    def is_moment(self) -> bool:
        return self.word in ("date", "timestamp")

    def facts(self) -> dict[str, str]:
        """Return the aggregates over the column that decide how it is written."""
        value = self.value
        if self.word == "integer" and self.kind != "BIGNUM":
            return {"exact": f"min({value}) >= -{_LAST_EXACT} AND max({value}) <= {_LAST_EXACT}"}
        if self.word == "decimal":
            scale = int(self.kind.rstrip(")").rpartition(",")[2])
            limit = 10 ** (15 - scale) if scale <= 14 else 0
            return {"exact": f"min({value}) > -{limit} AND max({value}) < {limit}"}
        if self.word == "float":
            return {"odd": f"count(*) FILTER (NOT isfinite({value}))"}
        if self.is_moment:
            facts = {
                "exact": f"min({value}) >= '{_FIRST_YEAR}-01-01'",
                "near": f"max({value}) < '{_LAST_YEAR}-12-31'",
                "odd": f"count(*) FILTER (NOT isfinite({value}))",
            }
            if self.word == "timestamp":
                part = f"epoch_ns({value}) % 1000" if self.kind == "TIMESTAMP_NS" else "0"
                facts |= {
                    "fractions": f"bool_or(epoch_us({value}) % 1000000 <> 0)",
                    "rounded": f"bool_or(epoch_us({value}) % {_KEPT_US} <> 0 OR {part} <> 0)",
                }
            return facts
        if self.kind == "TIME":
            return {
                "exact": f"max({value}) < TIME '24:00:00'",
                "fractions": f"bool_or(epoch_us({value}) % 1000000 <> 0)",
            }
        if self.word == "boolean":
            return {}
        return {"longest": f"max(length({self.text}))", "bytes": f"sum(strlen({self.text}))"}

    @property
    def text(self) -> str:
        return self.value if self.kind == "VARCHAR" else f"CAST({self.value} AS VARCHAR)"


@dataclass(frozen=True)
class Column:
    """A column as it is written."""

    source: Source
    facts: dict[str, Any]

    @property
    def exact(self) -> bool:
        # Without rows there is nothing that could be changed.
        return "exact" in self.facts and self.facts["exact"] in (True, None)

    @property
    def zoned(self) -> bool:
        return "ZONE" in self.source.kind

    @property
    def as_text(self) -> bool:
        """Whether every value of it is text though it is none."""
        return (self.source.word == "time" and not self.exact) or self.source.kind == "BIGNUM"

    @property
    def number_format(self) -> str | None:
        fraction = _FRACTION if self.facts.get("fractions") else ""
        if self.source.word == "date":
            return _DATE
        if self.source.word == "timestamp":
            return _TIMESTAMP + fraction
        if self.source.word == "time" and self.exact:
            return _TIME + fraction
        return None

    @property
    def sql(self) -> str:
        """Return SQL that gives a value which Python's own types hold."""
        word, kind, value = self.source.word, self.source.kind, self.source.value
        if word == "float" or (self.source.is_moment and self.facts["odd"]):
            finite = f"CASE WHEN isfinite({value}) THEN {value} END"
            value = finite if self.facts["odd"] else value
        if word == "decimal" and self.exact:
            return f"CAST({value} AS DOUBLE)"
        if word == "timestamp" and self.zoned:
            return f"CAST({value} AT TIME ZONE 'UTC' AS TIMESTAMP)"
        if word == "time" and self.exact:
            return f"epoch_us({value}) / {_DAY_US}.0"
        if word in ("integer", "float", "boolean", "date", "timestamp") and kind != "BIGNUM":
            return value
        return self.source.text

    @property
    def arrow_sql(self) -> str | None:
        """Return SQL of a type that the writer takes as Arrow, None where it must see each value.

        It leaves a cell empty, without a word, for any type that it does not know.
        """
        if self.converter(lambda: None) is not None:
            return None
        word = self.source.word
        if word == "integer" and self.exact:
            return f"CAST({self.sql} AS BIGINT)"
        if word == "float":
            return f"CAST({self.sql} AS DOUBLE)"
        if self.source.is_moment:
            if self.facts["odd"] or self.facts["near"] is False:
                return None
            if word == "date":
                return self.sql
            # As the number it is in a workbook: of an Arrow timestamp before 1970 the writer takes
            # the wrong day. Whole seconds, so that there is one rounding.
            days = f"((epoch({self.sql}) + {_EPOCH_SECONDS}) / 86400)"
            return f"({days} - CASE WHEN {days} < {_DAY_AFTER_GAP} THEN 1 ELSE 0 END)"
        return self.sql  # double, boolean or text

    def converter(self, count: Callable[[], None]) -> Callable[[Any], Any] | None:
        """Return what is done to each value; None where the value is written as it is.

        `count` hears of each one that becomes text. Most columns need no look at each value:
        Python's time is most of an export.
        """
        word = self.source.word
        if self.source.is_moment:
            if self.facts.get("fractions"):
                return _Counting(count).serial
            return None if self.exact else _Counting(count).moment
        if word == "integer" and not self.exact and self.source.kind != "BIGNUM":
            return _Counting(count).integer
        if word == "decimal" and not self.exact:
            return _Counting(count).decimal
        return None


@dataclass(frozen=True)
class _Counting:
    count: Callable[[], None]

    def integer(self, value: int) -> int | str:
        if -_LAST_EXACT <= value <= _LAST_EXACT:
            return value
        self.count()
        return str(value)

    def decimal(self, text: str) -> float | str:
        if len(text.lstrip("-").replace(".", "").strip("0")) <= 15:
            return float(text)
        self.count()
        return text

    def moment(self, value: date | str) -> date | str:
        # DuckDB gives what Python's dates cannot hold, years before Christ, as text.
        if not isinstance(value, str) and value.year >= _FIRST_YEAR:
            return value
        self.count()
        return value if isinstance(value, str) else value.isoformat()

    def serial(self, value: datetime | str) -> float | str:
        """Return the number of days that a workbook counts: rustpy-xlsxwriter 0.8 drops fractions
        of seconds from a datetime."""
        if isinstance(value, str) or value.year < _FIRST_YEAR:
            return str(self.moment(value))
        days = (value - _EPOCH) / _DAY
        return days if days >= _DAY_AFTER_GAP else days - 1


def warnings(columns: Sequence[Column], as_text: int) -> list[MapWarning]:
    """Return what a reader of the workbook should know; `as_text` values became text."""
    found = []

    def warn(code: str, message: str, about: list[Column]) -> None:
        if about:
            names = named([column.source.name for column in about])
            found.append(MapWarning(code=code, message=message.format(names)))

    if as_text:
        message = f"{as_text} numbers or dates that a workbook cannot hold exactly stand as text."
        found.append(MapWarning(code="written_as_text", message=message))
    warn(
        "written_as_text",
        "A workbook has no such values as those in {}; they stand as text.",
        [column for column in columns if column.as_text],
    )
    odd = [column for column in columns if column.facts.get("odd")]
    count = sum(int(column.facts["odd"]) for column in odd)
    warn("not_finite", f"{count} cells in {{}} are NaN or infinite and were left empty.", odd)
    warn(
        "times_in_utc",
        "Times in {} are written as UTC: a workbook has no time zones.",
        [column for column in columns if column.zoned and column.source.word == "timestamp"],
    )
    warn(
        "times_rounded",
        "Times in {} are finer than a millisecond, which a workbook does not keep.",
        [column for column in columns if column.facts.get("rounded")],
    )
    return found
