"""Adjectives, and what they measure: the heaviest, heavier than, how heavy, of two the heavier.

Each line is a concept: the words of headers that hold it, those that hold it the other way round
(the fastest took the least time), the adjectives for much of it and those for little.
"""

from __future__ import annotations

from keenbench.models.offline.phrase_meaning import Meaning

_PRICE = ("price", "cost", "fare", "fee", "rate", "rent")
_DATES = ("date", "time", "year", "day", "timestamp")
_LONG = (
    "length", "duration", "distance", "runtime", "minutes", "hours", "seconds", "days", "nights",
    "weeks", "months", "pages",
)  # fmt: skip
_BIG = ("size", "area", "population", "amount", "total", "value", "volume", "magnitude", "mass")
_SPANS = ("duration", "time", "seconds", "minutes", "hours", "days")
_PAY = ("salary", "income", "wage", "pay", "earnings", "hourly")
_SOLD = ("quantity", "sold", "units", "sales", "revenue", "amount", "total")
_GIVEN = ("amount", "donation", "donated", "gift", "given", "contribution", "tip", "total")
_CROWD = ("attendance", "attendees", "visitors", "spectators", "audience", "passengers", "guests")

_Dims = tuple[str, ...]
_CONCEPTS: tuple[tuple[_Dims, _Dims, str, str], ...] = (
    # short adjectives: much of it, little of it
    (_PRICE, (), "dear pricey costly", "cheap"),
    (_LONG, (), "long lengthy", ""),
    ((*_LONG, "height"), (), "", "short brief"),
    (("height", "elevation", "altitude"), (), "tall", ""),
    (("weight", "mass"), (), "heavy", "light"),
    (("speed", "velocity"), _SPANS, "fast quick swift speedy", "slow"),
    (("temperature", "temp"), (), "hot warm", "cold cool chilly"),
    (("precipitation", "rain", "rainfall"), (), "wet rainy", "dry"),
    (("wind", "gust"), (), "windy gusty", "calm"),
    (("sun", "sunshine"), (), "sunny", ""),
    (("depth",), (), "deep", "shallow"),
    (("pages", "thickness"), (), "thick", "thin"),
    (("width",), (), "wide broad", "narrow"),
    (("strength", "magnitude", "power", "abv", "alcohol"), (), "strong", "weak"),
    (("capacity", "area", "size"), (), "roomy", ""),
    (("noise", "volume", "decibel", "loudness", "db"), (), "loud noisy", ""),
    (("brightness", "luminosity", "lumens"), (), "bright", "dim"),
    (("slope", "gradient", "incline"), (), "steep", ""),
    (("sugar",), (), "sweet", ""),
    (("income", "wealth", "salary", "worth", "gdp"), (), "rich wealthy", "poor"),
    (("deaths", "fatalities", "casualties", "killed"), (), "deadly", ""),
    (("magnitude", "strength"), (), "fierce", ""),
)
_LONGER: tuple[tuple[_Dims, _Dims, str, str], ...] = (
    # those that go with most and least
    (_PRICE, (), "expensive, costly, pricey", "affordable, inexpensive"),
    (("distance",), (), "distant", ""),
    (("population",), (), "populous, populated", ""),
    (("power", "horsepower"), (), "powerful", ""),
    (("capacity", "area", "size"), (), "spacious", ""),
    (_GIVEN, (), "generous", ""),
    (("experience", "tenure"), (), "experienced", ""),
    (("profit", "margin", "revenue", "gross", "sales"), (), "profitable, lucrative", ""),
    (("value", "worth", "price", "amount"), (), "valuable", ""),
    (("output", "production", "yield"), (), "productive", ""),
    (_CROWD, (), "crowded", ""),
    (("delay", "late", "lateness"), (), "delayed", "punctual"),
    (("mpg", "efficiency", "economy"), ("consumption",), "efficient, economical", ""),
    (("calories", "kcal", "fat"), (), "fattening, calorific", ""),
    (("rating", "score", "points", "mark"), (), "highly rated", ""),
    (("deaths", "fatalities"), (), "deadly, lethal", ""),
    (("damage", "cost", "loss"), (), "damaging, destructive", ""),
)
_COUNTED = (
    "common, frequent, popular, often, frequently, used, numerous, commonly, active, times, "
    "borrowed, rented, hired, booked, requested, reported, watched, played, visited, chosen, "
    "ordered often, cited, mentioned, prolific, in demand, sought after"
)

_HOW: dict[str, tuple[str, ...]] = {
    "old": ("age",), "far": ("distance",), "high": ("height", "elevation", "altitude"),
    "big": _BIG, "large": _BIG,
}  # fmt: skip
"""What is asked for by how old, how far and the like, beside the adjectives above."""


def _dims(value: str, dims: _Dims, *phrases: str, against: _Dims = ()) -> dict[str, Meaning]:
    return {phrase: Meaning("super", value, dims, against) for phrase in phrases}


def _versus(value: str, dims: _Dims, *phrases: str) -> dict[str, Meaning]:
    return {phrase: Meaning("versus", value, dims) for phrase in phrases}


def _cmp(value: str, dims: _Dims, *phrases: str, against: _Dims = ()) -> dict[str, Meaning]:
    return {phrase: Meaning("cmp", value, dims, against) for phrase in phrases}


def _compared(adjective: str) -> tuple[str, str]:
    """Return heavier and heaviest of heavy, bigger and biggest of big."""
    stem = adjective
    if adjective.endswith("y") and adjective[-2] not in "aeiou":
        stem = adjective[:-1] + "i"
    elif adjective.endswith("ey"):
        stem = adjective[:-2] + "i"
    elif adjective.endswith("e"):
        stem = adjective[:-1]
    elif adjective[-1] in "tmdgn" and adjective[-2] in "aeiou" and adjective[-3] not in "aeiou":
        stem = adjective + adjective[-1]
    return f"{stem}er", f"{stem}est"


def _adjectives() -> dict[str, Meaning]:
    found: dict[str, Meaning] = {}
    for dims, against, much, little in _CONCEPTS:
        for words, way, op in ((much, "desc", ">"), (little, "asc", "<")):
            for adjective in words.split():
                er, est = _compared(adjective)
                found |= _dims(way, dims, est, f"most {adjective}", against=against)
                found |= _cmp(op, dims, f"{er} than", against=against)
                found |= _versus(way, dims, er)
                found[f"how {adjective}"] = Meaning("how_much", "avg", dims)
    for dims, against, much, little in _LONGER:
        for words, way, op in ((much, "desc", ">"), (little, "asc", "<")):
            other = "asc" if way == "desc" else "desc"
            for adjective in filter(None, (word.strip() for word in words.split(","))):
                found |= _dims(way, dims, f"most {adjective}", against=against)
                found |= _dims(other, dims, f"least {adjective}", against=against)
                found |= _cmp(op, dims, f"more {adjective} than", against=against)
                found |= _cmp("<" if op == ">" else ">", dims, f"less {adjective} than")
                found |= _versus(way, dims, f"more {adjective}")
                found |= _versus(other, dims, f"less {adjective}")
                found[f"how {adjective}"] = Meaning("how_much", "avg", dims)
    for word in (word.strip() for word in _COUNTED.split(",")):
        found |= _dims("desc", ("*count",), f"most {word}")
        found |= _dims("asc", ("*count",), f"least {word}")
    return found


DEGREES: dict[str, Meaning] = {
    **_adjectives(),
    **{f"how {word}": Meaning("how_much", "avg", dims) for word, dims in _HOW.items()},
    **_dims("desc", (), "highest", "greatest", "most", "top"),
    **_dims("asc", (), "lowest", "least", "fewest", "bottom"),
    **_dims("desc", _BIG, "largest", "biggest"),
    **_dims("asc", _BIG, "smallest", "littlest", "tiniest"),
    **_dims("desc", (), "best"),
    **_dims("asc", (), "worst"),
    **_dims("desc", ("*count",), "busiest", "commonest"),
    **_dims("asc", ("*count",), "rarest", "quietest"),
    **_dims("asc", _PRICE, "lowest priced", "most affordable", "lowest cost"),
    **_dims("desc", _PRICE, "highest priced", "costliest"),
    **_dims("desc", _DATES, "latest", "newest", "most recent", "most recently", "last"),
    **_dims("asc", _DATES, "earliest", "first"),
    **_dims("desc", ("age",), "oldest", "eldest", against=("birth", "born", *_DATES, "founded",
            "established", "built", "hire", "published", "released", "opened")),
    **_dims("asc", ("age",), "youngest", against=("birth", "born", *_DATES, "hire")),
    **_dims("desc", ("temperature", "temp"), "hottest"),
    **_dims("desc", ("wind",), "strongest wind"),
    **_dims("desc", ("distance",), "farthest", "furthest"),
    **_dims("asc", ("distance",), "closest", "nearest"),
    **_dims("desc", _PAY, "highest paid", "best paid", "top earning", "highest earning",
            "best earning", "top paid"),
    **_dims("asc", _PAY, "lowest paid", "worst paid", "lowest earning"),
    **_dims("asc", ("joined", "join", "hire", "hired", "since", "start", *_DATES),
            "longest standing", "longest serving", "most senior", "longest running"),
    **_dims("desc", _SOLD, "best selling", "top selling", "bestselling", "most sold",
            "best seller", "most bought", "most purchased", "most ordered", "biggest selling",
            "fastest selling", "highest selling"),
    **_dims("asc", _SOLD, "worst selling", "least sold", "slowest selling", "lowest selling"),
    **_dims("desc", ("gross", "revenue", "sales", "office", "profit"), "highest grossing",
            "top grossing", "biggest grossing"),
    **_dims("asc", ("gross", "revenue", "sales", "office", "profit"), "lowest grossing"),
    **_dims("desc", _CROWD, "best attended", "most attended", "highest attended"),
    **_dims("asc", _CROWD, "worst attended", "least attended"),
    **_dims("desc", ("latitude", "lat"), "northernmost", "most northern", "most northerly"),
    **_dims("asc", ("latitude", "lat"), "southernmost", "most southern", "most southerly"),
    **_dims("desc", ("longitude", "lon", "lng"), "easternmost", "most eastern"),
    **_dims("asc", ("longitude", "lon", "lng"), "westernmost", "most western"),
    **_dims("desc", ("rating", "score", "stars"), "best rated", "highest rated", "top rated",
            "highest scoring", "best reviewed", "top scoring", "best scoring"),
    **_dims("asc", ("rating", "score", "stars"), "worst rated", "lowest rated", "lowest scoring",
            "worst reviewed", "poorest rated", "worst scoring"),
    **_cmp(">", _PRICE, "costing more than", "cost more than", "costs more than"),
    **_cmp("<", _PRICE, "costing less than", "cost less than", "costs less than"),
    **_cmp(">", ("age",), "older than"),
    **_cmp("<", ("age",), "younger than"),
    **_cmp(">", ("distance",), "farther than", "further than"),
    **_versus("desc", (), "more", "higher", "greater", "better", "more often", "the most of"),
    **_versus("asc", (), "less", "fewer", "lower", "worse", "less often"),
    **_versus("desc", _BIG, "bigger", "larger"),
    **_versus("asc", _BIG, "smaller"),
    **_versus("desc", ("age",), "older"),
    **_versus("asc", ("age",), "younger"),
    **_versus("desc", ("*count",), "more popular", "more common", "more frequent", "busier"),
    **_versus("asc", ("*count",), "less popular", "less common", "rarer", "quieter"),
}  # fmt: skip
