"""Numbers as their format shows them: `1234.5` under `#,##0.00 €` is `1,234.50 €`.

What a format asks for that is not known here (fractions, other calendars) is shown as General
shows it: a plain number is never a wrong one.
"""

from __future__ import annotations

import datetime as dt
import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from keenbench.formats.xlsx.dates import Moment, moment_of

_SECTION = re.compile(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*')
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<digits>[0#?][0#?,]*(?:\.[0#?]*)?(?:[eE][+-][0#?]+)?|\.[0#?]+)"
    r"|(?P<percent>%)|(?P<general>[Gg]eneral)|(?P<text>@)|(?P<other>.)",
    re.DOTALL,
)
_DATE_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<space>.)|\*.|\[(?P<elapsed>h+|m+|s+)\]|\[[^\]]*\]'
    r"|(?P<half>am/pm|a/p)|(?P<fraction>\.0+)|(?P<part>y+|m+|d+|h+|s+)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_CURRENCY = re.compile(r"\$([^-\]]*)(?:-[0-9A-Fa-f]+)?")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()  # noqa: SIM905
_MOST_DIGITS = 60


def shown_number(value: float, code: str) -> str:
    """Return a number as the format `code` shows it."""
    sections = _sections(code)
    at = 0
    if value < 0 and len(sections) > 1:
        at = 1
    elif value == 0 and len(sections) > 2:
        at = 2
    section = sections[at]
    if "[<" in section or "[>" in section or "[=" in section or "/" in _literal_free(section):
        return general(value)
    return _number(abs(value) if at == 1 else value, section)


def shown_text(value: str, code: str) -> str:
    """Return a text as the format shows it: its fourth section, or as it is."""
    sections = _sections(code)
    section = sections[3] if len(sections) > 3 else sections[0] if "@" in code else ""
    if "@" not in section:
        return value
    out = []
    for token in _TOKEN.finditer(section):
        out.append(value if token["text"] else _literal(token))
    return "".join(out)


def shown_moment(serial: float, code: str, *, since_1904: bool) -> str | None:
    """Return a date, time or duration as the format shows it; None where it is none."""
    section = _sections(code)[0]
    if moment_of(section) is Moment.NONE or serial < 0 or serial > 2_958_466:
        return None
    ms = round(serial * 86_400_000)
    epoch = dt.datetime(1904, 1, 1) if since_1904 else dt.datetime(1899, 12, 30)
    if not since_1904 and serial < 60:
        epoch = dt.datetime(1899, 12, 31)
    when = epoch + dt.timedelta(milliseconds=ms)
    twelve = re.search(r"am/pm|a/p", section, re.IGNORECASE) is not None
    tokens = list(_DATE_TOKEN.finditer(section))
    out: list[str] = []
    for at, token in enumerate(tokens):
        if token["part"]:
            out.append(_part(token["part"].lower(), when, twelve, _is_minute(tokens, at)))
        elif token["elapsed"]:
            per = {"h": 3_600_000, "m": 60_000, "s": 1000}[token["elapsed"][0].lower()]
            out.append(str(ms // per).zfill(len(token["elapsed"])))
        elif token["half"]:
            word = "AM" if when.hour < 12 else "PM"
            out.append(word if "m" in token["half"].lower() else word[0])
        elif token["fraction"]:
            out.append(f".{when.microsecond:06}"[: len(token["fraction"])])
        elif token["quoted"] is not None:
            out.append(token["quoted"])
        elif token["escaped"]:
            out.append(token["escaped"])
        elif token["space"]:
            out.append(" ")
        elif token["other"] and token["other"] != "@":
            out.append(token["other"])
    return "".join(out)


def general(value: float) -> str:
    """Return a number as a cell without a format shows it: eleven digits at most."""
    if value == int(value) and abs(value) < 1e11:
        return str(int(value))
    text = f"{value:.10g}"
    if "e" in text:
        mantissa, _, power = f"{value:.5e}".partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return f"{mantissa}E{power[0]}{power[1:].zfill(2)}"
    return text


def _sections(code: str) -> list[str]:
    found = []
    at = 0
    while True:
        match = _SECTION.match(code, at)
        end = match.end() if match else at
        found.append(code[at:end])
        if end >= len(code) or code[end] != ";":
            return found
        at = end + 1


def _literal_free(section: str) -> str:
    return re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", section)


def _number(value: float, section: str) -> str:
    tokens = list(_TOKEN.finditer(section))
    holes = [token for token in tokens if token["digits"]]
    percents = sum(1 for token in tokens if token["percent"])
    if len(holes) > 1:
        return general(value)
    out: list[str] = []
    for token in tokens:
        if token["digits"]:
            out.append(_digits(abs(value) * 100**percents, token["digits"]))
        elif token["general"] or token["text"]:
            out.append(general(abs(value)))
        else:
            out.append(_literal(token))
    sign = "-" if value < 0 and any(c.isdigit() and c != "0" for c in "".join(out)) else ""
    return sign + "".join(out)


def _literal(token: re.Match[str]) -> str:
    if token["quoted"] is not None:
        return token["quoted"]
    if token["escaped"]:
        return token["escaped"]
    if token["space"]:
        return " "
    if token["bracket"] is not None:
        currency = _CURRENCY.fullmatch(token["bracket"])
        return currency[1] if currency else ""
    if token["percent"]:
        return "%"
    return token["other"] or ""


def _digits(value: float, pattern: str) -> str:
    mantissa, exponent = pattern, ""
    for mark in "eE":
        if mark in pattern:
            mantissa, _, exponent = pattern.partition(mark)
    whole, _, decimals = mantissa.partition(".")
    if len(decimals) > _MOST_DIGITS or len(whole) > _MOST_DIGITS:
        return general(value)
    if exponent:
        text = f"{value:.{len(decimals)}e}"
        number, _, power = text.partition("e")
        sign = power[0] if power[0] == "-" or exponent[0] == "+" else ""
        return f"{number}E{sign}{power[1:].lstrip('0').zfill(len(exponent) - 1)}"
    scaled = len(whole) - len(whole.rstrip(","))
    whole = whole.rstrip(",")
    try:
        exact = Decimal(repr(value)) / (Decimal(1000) ** scaled)
        rounded = exact.quantize(Decimal(1).scaleb(-len(decimals)), rounding=ROUND_HALF_UP)
    except InvalidOperation:
        return general(value)
    text = f"{rounded:f}"
    left, _, right = text.partition(".")
    least = sum(1 for char in whole if char == "0")
    left = left.lstrip("0").zfill(least) if least else left.lstrip("0")
    if "," in whole:
        left = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", left)
    kept = max((at + 1 for at, char in enumerate(decimals) if char == "0"), default=0)
    while len(right) > kept and right.endswith("0"):
        right = right[:-1]
    return f"{left}.{right}" if "." in mantissa else left


def _is_minute(tokens: list[re.Match[str]], at: int) -> bool:
    """Return whether an m after hours, or before seconds, is minutes rather than a month."""
    before = next((t for t in reversed(tokens[:at]) if t["part"] or t["elapsed"]), None)
    after = next((t for t in tokens[at + 1 :] if t["part"] or t["elapsed"]), None)
    first = (before["part"] or before["elapsed"]).lower()[0] if before else ""
    last = (after["part"] or after["elapsed"]).lower()[0] if after else ""
    return first == "h" or last == "s"


def _part(part: str, when: dt.datetime, twelve: bool, minute: bool) -> str:
    letter, length = part[0], len(part)
    if letter == "y":
        return f"{when.year:04}" if length > 2 else f"{when.year % 100:02}"
    if letter == "d":
        if length > 2:
            name = _DAYS[when.weekday()]
            return name if length > 3 else name[:3]
        return str(when.day).zfill(length)
    if letter == "m" and not minute:
        if length > 2:
            name = _MONTHS[when.month - 1]
            return name if length == 4 else name[0] if length == 5 else name[:3]
        return str(when.month).zfill(length)
    number = when.minute if letter == "m" else when.second
    if letter == "h":
        number = (when.hour % 12 or 12) if twelve else when.hour
    return str(number).zfill(min(length, 2))
