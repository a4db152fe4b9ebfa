"""Units of measure, as headers and questions write them."""

from __future__ import annotations

UNIT_WORDS: dict[str, tuple[str, ...]] = {
    "km": ("km", "kilometer", "kilometre", "kms"), "mi": ("mile", "mi"),
    "m": ("meter", "metre"), "cm": ("cm", "centimeter", "centimetre"),
    "mm": ("mm", "millimeter", "millimetre"), "kg": ("kg", "kilogram", "kilo"),
    "g": ("g", "gram", "gramme"), "lb": ("lb", "pound", "lbs"), "t": ("ton", "tonne"),
    "s": ("second", "sec"), "min": ("minute", "min"), "h": ("hour", "hr"),
    "d": ("day",), "wk": ("week",), "y": ("year", "yr", "years old", "years of age", "year old"),
    "month": ("month",),
    "usd": ("dollar", "usd", "buck"), "eur": ("euro", "eur"), "gbp": ("gbp", "quid"),
    "c": ("degree", "celsius", "c", "fahrenheit"), "pct": ("percent", "%", "pct"),
    "kmh": ("kmh", "kph"), "mph": ("mph",), "l": ("liter", "litre"), "ml": ("ml",),
    "kwh": ("kwh",), "w": ("watt",), "mb": ("mb",), "gb": ("gb",), "ft": ("foot", "ft"),
    "in": ("inch",), "mw": ("mw", "megawatt"), "mwh": ("mwh",), "kw": ("kw", "kilowatt"),
    "gwh": ("gwh",), "gw": ("gw",), "ha": ("ha", "hectare"), "sqm": ("sqm", "m2", "qm"),
    "sqft": ("sqft",), "mg": ("mg",), "cl": ("cl",), "chf": ("chf",), "sek": ("sek",),
    "nok": ("nok",), "dkk": ("dkk",), "jpy": ("jpy",), "inr": ("inr",), "pln": ("pln",),
    "cad": ("cad",), "aud": ("aud",), "rpm": ("rpm",), "bpm": ("bpm",),
    "star": ("star",), "point": ("point",), "hpa": ("hpa",), "ppm": ("ppm",),
}  # fmt: skip


def units_called(word: str) -> set[str]:
    """Return the units that a word, in its singular, may say: `kilo` is kg."""
    return {unit for unit, forms in UNIT_WORDS.items() if word in forms or word == unit}
