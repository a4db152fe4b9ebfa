"""The type of each column, and how its text comes back.

A column is typed only when every cell of it is, and typing loses nothing: beside the typed value
stands the source text wherever the value, written again, would not give that text (`1.50` in a
column of two decimals does, ` 7` does not). What would be read wrongly stays text: leading zeros,
`+49…`, dates that could be the day or the month first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from keenbench.tables.null_words import is_null_word

Kind = str  # integer, float, decimal, boolean, date, timestamp, time, string


@dataclass(frozen=True)
class ColumnType:
    """A type, the form its text has in the file, and the SQL between the two."""

    kind: Kind
    sql: str
    form: str = "plain"

    def parse(self, text: str) -> str:
        """Return SQL that reads `text`, itself SQL; NULL where it cannot be read."""
        if self.kind == "string":
            return f"nullif({text}, '')"
        return _FORMS[self._key].parse(self, text)

    def render(self, value: str) -> str:
        """Return SQL that writes the typed `value` in the column's usual form."""
        if self.kind == "string":
            return value
        return _FORMS[self._key].render(self, value)

    def allowed(self) -> str:
        """Return the pattern that a cell has which is of this type but written another way."""
        return _FORMS[self._key].allowed

    @property
    def is_plain(self) -> bool:
        """Whether its usual form is the text that the engine itself gives a value."""
        return self.kind == "string" or _FORMS[self._key].render is _text

    @property
    def _key(self) -> str:
        number = self.kind in ("integer", "decimal", "float")
        return f"number:{self.form}" if number else f"{self.kind}:{self.form}"

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind, "sql": self.sql, "form": self.form}


STRING = ColumnType("string", "VARCHAR")


@dataclass(frozen=True)
class _Form:
    parse: Callable[[ColumnType, str], str]
    render: Callable[[ColumnType, str], str]
    allowed: str


def _cast(column: ColumnType, text: str) -> str:
    cast = f"try_cast({text} AS {column.sql})"
    # NaN is how programs write that there is no number (`null_words`).
    return f"nullif({cast}, 'nan'::DOUBLE)" if column.kind == "float" else cast


def _text(column: ColumnType, value: str) -> str:
    return f"CAST({value} AS VARCHAR)"


def _strptime(pattern: str) -> Callable[[ColumnType, str], str]:
    def parse(column: ColumnType, text: str) -> str:
        return f"CAST(try_strptime({text}, '{pattern}') AS {column.sql})"

    return parse


def _strftime(pattern: str) -> Callable[[ColumnType, str], str]:
    def render(column: ColumnType, value: str) -> str:
        return f"strftime({value}, '{pattern}')"

    return render


def _signed(plain: Callable[[str], str]) -> Callable[[ColumnType, str], str]:
    """Read a number in a written form; `(1)` is -1 in it."""

    def parse(column: ColumnType, text: str) -> str:
        bare = plain(f"trim({text})")
        return (
            f"try_cast(CASE WHEN trim({text}) LIKE '(%)' "
            f"THEN '-' || replace(replace({bare}, '(', ''), ')', '') ELSE {bare} END "
            f"AS {column.sql})"
        )

    return parse


_TIMESTAMP = r"\d{4}-\d{1,2}-\d{1,2}(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?"
ZONE = r"(?:Z|z|[+-]\d{2}(?::?\d{2})?)"
SPECIAL = r"[-+]?inf(?:inity)?"
INTEGER = r"-?(?:0|[1-9]\d*)"
_FORMS: dict[str, _Form] = {
    "number:plain": _Form(_cast, _text, ""),  # by kind: see `violations`
    # As many decimals as each number needs: 63.7 beside 74.69.
    "number:trimmed": _Form(
        _cast, lambda c, v: f"rtrim(rtrim(CAST({v} AS VARCHAR), '0'), '.')", ""
    ),
    "number:comma": _Form(
        _signed(lambda text: f"replace(replace({text}, '.', ''), ',', '.')"),
        lambda column, value: f"replace(CAST({value} AS VARCHAR), '.', ',')",
        r"\(?-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?\)?",
    ),
    "number:thousands": _Form(
        _signed(lambda text: f"replace({text}, ',', '')"),
        _text,
        r"\(?-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\)?",
    ),
    "boolean:lower": _Form(_cast, _text, r"(?i)true|false"),
    "boolean:title": _Form(
        _cast, lambda c, v: f"CASE {v} WHEN true THEN 'True' WHEN false THEN 'False' END",
        r"(?i)true|false",
    ),
    "boolean:upper": _Form(
        _cast, lambda c, v: f"CASE {v} WHEN true THEN 'TRUE' WHEN false THEN 'FALSE' END",
        r"(?i)true|false",
    ),
    "date:iso": _Form(_cast, _text, r"\d{4}-\d{1,2}-\d{1,2}"),
    "date:ymd/": _Form(_strptime("%Y/%m/%d"), _strftime("%Y/%m/%d"), r"\d{4}/\d{1,2}/\d{1,2}"),
    "timestamp:space": _Form(_cast, _text, _TIMESTAMP),
    "timestamp:T": _Form(_cast, _strftime("%Y-%m-%dT%H:%M:%S"), _TIMESTAMP),
    "timestamp:space_minutes": _Form(_cast, _strftime("%Y-%m-%d %H:%M"), _TIMESTAMP),
    "timestamp:T_minutes": _Form(_cast, _strftime("%Y-%m-%dT%H:%M"), _TIMESTAMP),
    "timestamp:zone": _Form(
        _cast, lambda c, v: f"strftime({v} AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%SZ')",
        _TIMESTAMP + ZONE,
    ),
    "time:seconds": _Form(_cast, _text, r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?"),
    "time:minutes": _Form(
        _cast, lambda c, v: f"substr(CAST({v} AS VARCHAR), 1, 5)",
        r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?",
    ),
}  # fmt: skip
for _mark in "/-.":
    for _name, _order in (("dmy", "%d{0}%m{0}%Y"), ("mdy", "%m{0}%d{0}%Y")):
        _pattern = _order.format(_mark)
        _FORMS[f"date:{_name}{_mark}"] = _Form(
            _strptime(_pattern), _strftime(_pattern), rf"\d{{1,2}}\{_mark}\d{{1,2}}\{_mark}\d{{4}}"
        )


def violations(column: ColumnType, value: str, raw: str) -> str:
    """Return a SQL condition: this cell shows that its column is not of the type it was given."""
    text = f"trim({raw})"
    if column.kind == "integer" and column.form == "plain":
        fits = f"regexp_full_match({text}, '{INTEGER}')"
    elif column.kind == "decimal" and column.form in ("plain", "trimmed"):
        scale = scale_of(column)
        fits = f"regexp_full_match({text}, '-?(?:(?:0|[1-9]\\d*)?\\.\\d{{0,{scale}}}|{INTEGER})')"
    elif column.kind == "decimal":
        mark = "," if column.form == "comma" else "."
        scale = scale_of(column)
        fits = (
            f"regexp_full_match({text}, '{column.allowed()}') "
            f"AND length(split_part(replace({text}, ')', ''), '{mark}', 2)) <= {scale}"
        )
    elif column.kind == "float":
        fits = "regexp_full_match({}, '{}')".format(
            text, rf"(?i)[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|{SPECIAL}"
        )
        fits += f" AND NOT ({lost_in_float(value, text)})"
    elif column.kind == "integer":
        # The engine would round what stands behind the mark.
        mark = "," if column.form == "comma" else "."
        fits = f"regexp_full_match({text}, '{column.allowed()}') AND NOT contains({text}, '{mark}')"
    else:
        fits = f"regexp_full_match({text}, '{column.allowed()}')"
    return (
        f"{raw} IS NOT NULL AND {text} <> '' AND NOT ({value} IS NOT NULL AND {fits}) "
        f"AND NOT {is_null_word(text)}"
    )


def lost_in_float(value: str, text: str) -> str:
    """Return a SQL condition: the number `text` is past what a float holds: it gave 0 or inf."""
    return (
        f"(isinf({value}) AND NOT regexp_full_match({text}, '(?i){SPECIAL}')) "
        f"OR ({value} = 0 AND regexp_matches(split_part(lower({text}), 'e', 1), '[1-9]'))"
    )


def scale_of(column: ColumnType) -> int:
    return int(column.sql.rstrip(")").rpartition(",")[2])
