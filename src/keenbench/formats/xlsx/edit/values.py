"""What a cell is given: a JSON value and perhaps a type, turned into what the file holds."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from keenbench.formats.xlsx.edit.array_formulas import gives_several
from keenbench.formats.xlsx.edit.cell_xml import escaped
from keenbench.formats.xlsx.edit.op_parts import Kind, Scalar
from keenbench.formats.xlsx.edit.stored_formula import stored
from keenbench.formats.xlsx.edit.strings import SharedStrings
from keenbench.formats.xlsx.formula_syntax import refuse_unreadable

MOST_CHARACTERS = 32_767
MOST_FORMULA = 8_192
_EXACT = 2**53
_DAY = dt.timedelta(days=1)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")
_QUOTED = re.compile(r'"(?:[^"]|"")*"|\'(?:[^\']|\'\')*\'')
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True)
class Content:
    """The type attribute of a cell and what stands in it; and how it must look, if it must."""

    kind: bytes
    xml: bytes
    moment: Literal["date", "datetime"] | None = None
    formula: str | None = None
    spills: bool = False  # an array formula: its place stands in it, so it is written with the cell
    is_blank: bool = False

    @property
    def is_formula(self) -> bool:
        return self.formula is not None


BLANK = Content(b"", b"", is_blank=True)


def content_of(
    value: Scalar, kind: Kind | None, strings: SharedStrings, *, since_1904: bool
) -> Content:
    """Return what a cell holds for a value; raise ValueError saying what is wrong with it."""
    if kind is None:
        kind = _kind_of(value)
    if kind == "blank":
        if value is not None:
            raise ValueError("must be null where the type is blank")
        return BLANK
    if value is None:
        raise ValueError(f"is missing, and the type is {kind}")
    if kind == "string":
        return _text(value, strings)
    if kind == "number":
        return Content(b"", b"<v>%s</v>" % number_text(value).encode())
    if kind == "boolean":
        return Content(b"b", b"<v>%d</v>" % _truth(value))
    if kind == "formula":
        text = formula_text(value)
        return Content(b"", formula_xml(text), formula=text, spills=gives_several(text))
    serial = _serial(value, kind, since_1904=since_1904)
    return Content(b"", b"<v>%s</v>" % number_text(serial).encode(), moment=kind)


def _kind_of(value: Scalar) -> Kind:
    if value is None:
        return "blank"
    if isinstance(value, bool):
        return "boolean"
    return "string" if isinstance(value, str) else "number"


def _text(value: Scalar, strings: SharedStrings) -> Content:
    if isinstance(value, bool):
        text = "TRUE" if value else "FALSE"
    else:
        text = value if isinstance(value, str) else number_text(value)
    if len(text.encode("utf-16-le")) // 2 > MOST_CHARACTERS:
        raise ValueError(f"is longer than the {MOST_CHARACTERS} characters a cell can hold")
    return Content(*strings.cell(text))


def number_text(value: Scalar) -> str:
    """Return a number exactly as a spreadsheet holds it: as a double."""
    if isinstance(value, bool) or value is None:
        raise ValueError("is not a number")
    if isinstance(value, int) and -_EXACT <= value <= _EXACT:
        return str(value)
    if isinstance(value, str):
        if not _NUMBER.fullmatch(value.strip()):
            raise ValueError("is not a number")
        try:
            exact = Decimal(value.strip())
        except InvalidOperation:
            raise ValueError("is not a number") from None
    else:
        exact = Decimal(value) if isinstance(value, int) else Decimal(repr(value))
    held = float(exact)
    if held in (float("inf"), float("-inf")) or held != held:
        raise ValueError("is not a finite number")
    if Decimal(repr(held)) != exact and Decimal(held) != exact:
        raise ValueError(
            "has more digits than a cell can hold as a number; give it with type string to keep "
            "them all"
        )
    text = repr(held)
    return text.removesuffix(".0") if "e" not in text else text.upper()


def _truth(value: Scalar) -> int:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return int(value.strip().lower() == "true")
    raise ValueError("is neither true nor false")


def formula_text(value: Scalar) -> str:
    """Return a formula as files hold it, without its equals sign, seen to be whole."""
    if not isinstance(value, str):
        raise ValueError("is not a formula")
    text = value.strip()
    text = text[1:].strip() if text.startswith("=") else text
    if not text:
        raise ValueError("is an empty formula")
    if len(text) > MOST_FORMULA:
        raise ValueError(f"is longer than the {MOST_FORMULA} characters of a formula")
    if _CONTROL.search(text):
        raise ValueError("is a formula with a character that no formula holds")
    bare = _QUOTED.sub("", text)
    if '"' in bare or _unbalanced(bare):
        raise ValueError("is a formula whose quotes or brackets are not closed")
    if bare.rstrip()[-1:] in tuple("+-*/^&=<>,(;:!"):
        raise ValueError("is a formula that ends too early")
    text = stored(text)
    refuse_unreadable(text)
    return text


def formula_xml(text: str) -> bytes:
    return f"<f>{escaped(text)}</f>".encode()


def _unbalanced(text: str) -> bool:
    pairs = {")": "(", "}": "{"}
    depth = 0
    stack: list[str] = []
    for char in text:
        if char == "[":
            depth += 1
        elif char == "]":
            depth -= 1
        elif depth == 0 and char in "({":
            stack.append(char)
        elif depth == 0 and char in pairs and (not stack or stack.pop() != pairs[char]):
            return True
        if depth < 0:
            return True
    return bool(stack or depth)


def _serial(value: Scalar, kind: Literal["date", "datetime"], *, since_1904: bool) -> float | int:
    if isinstance(value, bool):
        raise ValueError(f"is not a {kind}")
    if isinstance(value, int | float):
        if not 0 <= value < 2_958_466:
            raise ValueError("is not the serial number of a day")
        return value
    assert isinstance(value, str)
    try:
        moment = dt.datetime.fromisoformat(value.strip())
    except ValueError:
        raise ValueError(f"is not a {kind} in ISO 8601, such as {_EXAMPLES[kind]}") from None
    if moment.tzinfo is not None:
        raise ValueError("has a time zone, which no cell can hold")
    if kind == "date" and (moment.hour or moment.minute or moment.second or moment.microsecond):
        raise ValueError("has a time of day; give it with type datetime")
    return serial_of(moment, since_1904=since_1904)


_EXAMPLES = {"date": "2026-01-31", "datetime": "2026-01-31T12:30:00"}


def serial_of(moment: dt.datetime, *, since_1904: bool) -> float | int:
    """Return the number of days that a spreadsheet counts to a moment."""
    if since_1904:
        since = moment - dt.datetime(1904, 1, 1)
    elif moment < dt.datetime(1900, 3, 1):
        since = moment - dt.datetime(1899, 12, 31)  # before the day that never was
    else:
        since = moment - dt.datetime(1899, 12, 30)
    if since < dt.timedelta(0) or (not since_1904 and moment < dt.datetime(1900, 1, 1)):
        raise ValueError("lies before the first day that a spreadsheet counts")
    days, rest = divmod(since, _DAY)
    return days if not rest else days + rest / _DAY
