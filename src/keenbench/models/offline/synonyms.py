"""Words that name the same thing: abbreviations of headers, near-synonyms, other languages.

Used only where a question's word names no column outright.
"""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.abbreviations import is_short_for
from keenbench.models.offline.codes import value_forms
from keenbench.models.offline.header_words import meanings
from keenbench.models.offline.thesaurus import ALIKE
from keenbench.models.offline.words import fold, root, stem
from keenbench.models.reader.vocabulary import PEOPLE

ROW_NOUNS: tuple[tuple[frozenset[str], tuple[frozenset[str], ...]], ...] = (
    # Nouns for a row of a table whose columns tell what it holds; each set of words must be there.
    (
        frozenset(["person", "passenger", "people", "patient", "individual", "traveller"]),
        (frozenset(("age", "birthdate", "dob")), frozenset(("sex", "gender"))),
    ),
    (
        frozenset(["respondent", "person", "people", "participant"]),
        (frozenset(("response", "respondent", "survey")),
         frozenset(("age", "department", "gender", "office", "comment", "satisfaction"))),
    ),
    (
        frozenset(["person", "employee", "people", "staff", "worker", "colleague"]),
        (frozenset(("salary", "wage")), frozenset(("department", "hire", "title", "job", "name"))),
    ),
    (
        frozenset(["car", "vehicle", "automobile", "model"]),
        (frozenset(("horsepower", "cylinders", "mpg", "displacement", "engine")),),
    ),
    (
        frozenset(["trip", "ride", "journey", "taxi", "fare"]),
        (frozenset(("pickup",)), frozenset(("dropoff",))),
    ),
    (
        frozenset(["flight", "route", "connection"]),
        (frozenset(("origin", "departure", "dep")), frozenset(("destination", "dest", "arrival"))),
    ),
    (
        frozenset(["transaction", "booking", "payment", "entry", "posting", "movement"]),
        (
            frozenset(("amount", "betrag", "montant", "importe", "importo", "debit", "credit")),
            frozenset(("balance", "saldo", "solde", "payee", "purpose", "account",
                       "verwendungszweck", "libelle", "counterparty")),
        ),
    ),
    (
        frozenset(["reading", "measurement", "observation", "sample"]),
        (frozenset(("sensor", "station", "device", "parameter", "value", "temperature",
                    "humidity")),
         frozenset(("time", "timestamp", "date", "datetime", "recorded"))),
    ),
    (
        frozenset(["house", "home", "property", "listing", "apartment"]),
        (frozenset(("bedrooms", "sqft", "rooms", "bathrooms")),),
    ),
    (frozenset(["movie", "film"]), (frozenset(("director", "imdb", "runtime")),)),
    (frozenset(["song", "track"]), (frozenset(("artist",)), frozenset(("album", "duration")))),
    (frozenset(["book", "title"]), (frozenset(("author", "isbn")),)),
    (frozenset(["match", "game", "fixture"]), (frozenset(("home",)), frozenset(("away",)))),
    (frozenset(["country", "nation"]), (frozenset(("capital", "continent", "iso")),)),
    (frozenset(["meal", "party", "bill", "table"]), (frozenset(("tip",)), frozenset(("bill",)))),
)  # fmt: skip


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[int]]:
    """Return in which groups of the thesaurus each form of a word stands."""
    found: dict[str, set[int]] = {}
    for index, group in enumerate(ALIKE):
        for word in group:
            for form in _forms(word):
                found.setdefault(form, set()).add(index)
    return {form: frozenset(groups) for form, groups in found.items()}


def _forms(word: str) -> tuple[str, ...]:
    """Return a word as others of its family may stand for it: a player is no play."""
    plain = stem(word)
    return (word, plain) if plain in PEOPLE else (word, plain, root(word))


@lru_cache(maxsize=8192)
def alike(asked: str, header: str) -> bool:
    """Return whether a question's word is a near-synonym of a header's."""
    groups = _groups()
    own = {g for form in _forms(asked) for g in groups.get(form, ())}
    if not own:
        return False
    if any(is_short_for(header, word) for group in own for word in ALIKE[group]):
        return True  # estab_name, of premises
    return any(
        own & groups.get(form, frozenset()) for word in meanings(header) for form in _forms(word)
    )


__all__ = ["ROW_NOUNS", "alike", "fold", "meanings", "value_forms"]
