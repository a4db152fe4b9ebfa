"""Units of measure, as headers and questions write them."""

from __future__ import annotations

from functools import lru_cache

UNIT_WORDS: dict[str, tuple[str, ...]] = {
    "km": ("km", "kilometer", "kilometre", "kms"), "mi": ("mile", "mi"),
    "m": ("meter", "metre"), "cm": ("cm", "centimeter", "centimetre"),
    "mm": ("mm", "millimeter", "millimetre"), "kg": ("kg", "kilogram", "kilo"),
    "g": ("g", "gram", "gramme"), "lb": ("lb", "pound", "lbs"), "t": ("ton", "tonne", "tonnage"),
    "s": ("second", "sec"), "min": ("minute", "min"), "h": ("hour", "hr"),
    "d": ("day",), "wk": ("week",), "y": ("year", "yr", "years old", "years of age", "year old"),
    "month": ("month",),
    "usd": ("dollar", "usd", "buck"), "eur": ("euro", "eur"), "gbp": ("gbp", "quid"),
    "c": ("degree", "celsius", "c", "fahrenheit"), "pct": ("percent", "%", "pct"),
    "kmh": ("kmh", "kph", "km/h"), "mph": ("mph",), "l": ("liter", "litre"), "ml": ("ml",),
    "kwh": ("kwh",), "w": ("watt",), "mb": ("mb",), "gb": ("gb",), "ft": ("foot", "ft"),
    "in": ("inch",), "mw": ("mw", "megawatt"), "mwh": ("mwh",), "kw": ("kw", "kilowatt"),
    "gwh": ("gwh",), "gw": ("gw",), "ha": ("ha", "hectare"), "sqm": ("sqm", "m2", "qm"),
    "km2": ("km2", "sqkm"), "sqft": ("sqft",), "mg": ("mg",), "cl": ("cl",), "chf": ("chf",),
    "sek": ("sek",),
    "nok": ("nok",), "dkk": ("dkk",), "jpy": ("jpy",), "inr": ("inr",), "pln": ("pln",),
    "cad": ("cad",), "aud": ("aud",), "rpm": ("rpm",), "bpm": ("bpm",),
    "gl": ("g/l", "grams/litre"), "mgl": ("mg/l",), "mgdl": ("mg/dl",), "mmol": ("mmol/l", "mmol"),
    "ms": ("m/s",), "mmhg": ("mmhg",), "kcal": ("kcal", "calorie", "cal"), "kj": ("kj",),
    "db": ("db", "decibel"), "lux": ("lux",), "v": ("volt",), "a": ("amp", "ampere"),
    "hz": ("hz", "hertz"), "kwp": ("kwp",), "kn": ("knot", "kt"), "nm": ("nautical mile",),
    "acre": ("acre",), "oz": ("ounce", "oz"), "st": ("stone",), "pt": ("pint",),
    "gal": ("gallon", "gal"), "yd": ("yard", "yd"), "page": ("page",), "ug": ("µg", "ug"),
    "star": ("star",), "point": ("point",), "hpa": ("hpa",), "ppm": ("ppm",),
}  # fmt: skip


_SIZES: dict[str, tuple[str, float]] = {
    "s": ("time", 1), "min": ("time", 60), "h": ("time", 3600), "d": ("time", 86400),
    "wk": ("time", 604800), "mm": ("length", 0.001), "cm": ("length", 0.01), "m": ("length", 1),
    "km": ("length", 1000), "mg": ("mass", 0.001), "g": ("mass", 1), "kg": ("mass", 1000),
    "t": ("mass", 1_000_000), "ml": ("volume", 0.001), "cl": ("volume", 0.01), "l": ("volume", 1),
    "w": ("power", 1), "kw": ("power", 1000), "mw": ("power", 1_000_000),
    "gw": ("power", 1_000_000_000), "kwh": ("energy", 1), "mwh": ("energy", 1000),
    "gwh": ("energy", 1_000_000), "mb": ("data", 1), "gb": ("data", 1000),
    "sqm": ("area", 1), "ha": ("area", 10_000), "km2": ("area", 1_000_000),
}  # fmt: skip


def same_in(unit: str | None, other: str) -> float | None:
    """Return how many of another unit one is, where both measure the same: a minute is 60 s."""
    one, two = _SIZES.get(unit or ""), _SIZES.get(other)
    if one is None or two is None or one[0] != two[0] or unit == other:
        return None
    return one[1] / two[1]


@lru_cache(maxsize=8192)
def units_called(word: str) -> frozenset[str]:
    """Return the units that a word, in its singular, may say: `kilo` is kg."""
    return frozenset(unit for unit, forms in UNIT_WORDS.items() if word in forms or word == unit)


_LONG = frozenset(("km", "mi", "m", "cm", "mm", "ft", "in", "yd", "nm"))
_LASTS = frozenset(("s", "min", "h", "d", "wk", "month", "y"))
_HEAVY = frozenset(("kg", "g", "mg", "lb", "t", "oz", "st"))
_FILLS = frozenset(("l", "ml", "cl", "pt", "gal"))
_WIDE = frozenset(("sqm", "sqft", "km2", "ha", "acre"))
_TOLD_IN: dict[str, frozenset[str]] = {
    "length": _LONG | _LASTS, "distance": _LONG, "mileage": _LONG, "height": _LONG, "depth": _LONG,
    "width": _LONG, "duration": _LASTS, "time": _LASTS, "weight": _HEAVY, "mass": _HEAVY,
    "volume": _FILLS, "area": _WIDE, "size": _WIDE | _LONG,
}  # fmt: skip


def told_in(noun: str, unit: str) -> frozenset[str]:
    """Return the units in which a noun may be told, of those that a word says: a length in km."""
    return _TOLD_IN.get(noun, frozenset()) & units_called(unit)
