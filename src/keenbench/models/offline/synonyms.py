"""Words that name the same thing: abbreviations of headers, near-synonyms, other languages.

Used only where a question's word names no column outright.
"""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.abbreviations import is_short_for
from keenbench.models.offline.thesaurus import ALIKE
from keenbench.models.offline.words import fold, root, stem
from keenbench.models.reader.vocabulary import PEOPLE

_ABBREVIATIONS: dict[str, str] = {
    "qty": "quantity", "amt": "amount", "num": "number", "no": "number", "nbr": "number",
    "nr": "number", "avg": "average", "pct": "percent", "perc": "percent", "desc": "description",
    "dept": "department", "mgr": "manager", "addr": "address", "tel": "telephone",
    "temp": "temperature", "lat": "latitude", "lon": "longitude", "lng": "longitude",
    "max": "maximum", "min": "minimum", "cust": "customer", "prod": "product", "cat": "category",
    "org": "organisation", "cnt": "count", "dt": "date", "yr": "year", "mth": "month",
    "mo": "month",
    "wt": "weight", "ht": "height", "pop": "population", "precip": "precipitation",
    "lang": "language", "curr": "currency", "ref": "reference", "acct": "account",
    "bal": "balance", "txn": "transaction", "trx": "transaction", "inv": "invoice",
    "hr": "hour", "hrs": "hour", "mins": "minute", "secs": "second", "std": "standard",
    "pts": "points", "pos": "position", "emp": "employee", "sal": "salary", "loc": "location",
    "dob": "birthdate", "ts": "timestamp", "vol": "volume", "src": "source", "dest": "destination",
    "dep": "departure", "arr": "arrival", "hum": "humidity", "pres": "pressure",
    "spd": "speed", "dist": "distance", "dur": "duration", "msg": "message", "mpg": "miles",
    "ctry": "country", "st": "state", "zip": "postal", "sku": "product", "abv": "alcohol",
    "gdp": "gdp", "tot": "total", "rev": "revenue", "qtr": "quarter", "pclass": "class",
    "fy": "year",
    "hp": "horsepower", "bp": "blood", "bmi": "bmi", "diag": "diagnosis", "pat": "patient",
    "admit": "admission", "en": "english", "de": "german", "fr": "french", "es": "spanish",
    "ot": "overtime", "appt": "appointment", "yrs": "years", "cand": "candidate",
    "acq": "acquisition", "mfr": "manufacturer", "grp": "group", "lvl": "level", "pkg": "package",
    "pymt": "payment", "rcvd": "received", "req": "request", "resp": "response", "svc": "service",
    "usr": "user", "veh": "vehicle", "mgmt": "management", "sub": "subscription",
    "pax": "passenger", "batt": "battery", "cap": "capacity", "sat": "satisfaction", "typ": "type",
    "nm": "name", "sbp": "systolic", "dbp": "diastolic", "wgt": "weight", "val": "value",
    "disc": "discount", "chg": "charge", "cons": "consumption", "fac": "facility",
    "occ": "occupancy",
    "recd": "received", "pd": "paid", "mkt": "market", "prc": "price", "cst": "cost",
    "it": "italian", "km": "kilometer", "info": "information", "img": "image",
}  # fmt: skip

_WORLD: dict[str, str] = {
    # German
    "datum": "date", "betrag": "amount", "land": "country", "stadt": "city", "ort": "city",
    "kunde": "customer", "kunden": "customer", "preis": "price", "menge": "quantity",
    "umsatz": "revenue", "kategorie": "category", "saldo": "balance", "buchungstag": "date",
    "buchungsdatum": "date", "buchung": "booking", "verwendungszweck": "purpose",
    "empfanger": "recipient", "wahrung": "currency", "konto": "account", "gehalt": "salary",
    "alter": "age", "geschlecht": "gender", "abteilung": "department", "jahr": "year",
    "monat": "month", "tag": "day", "anzahl": "count", "gewicht": "weight",
    "temperatur": "temperature", "uhrzeit": "time", "zeit": "time", "artikel": "product",
    "produkt": "product", "bestellung": "order", "bestellungen": "order", "rechnung": "invoice",
    "mitarbeiter": "employee", "lieferant": "supplier", "filiale": "branch", "vorname": "first",
    "nachname": "last", "strasse": "street", "plz": "postal", "einwohner": "population",
    "flache": "area", "hersteller": "manufacturer", "farbe": "color", "groesse": "size",
    "grosse": "size", "kosten": "cost", "gewinn": "profit", "verkauf": "sale", "steuer": "tax",
    "rabatt": "discount", "gesamt": "total", "summe": "total", "bezeichnung": "name",
    "beschreibung": "description", "geburtsdatum": "birthdate", "auftraggeber": "payer",
    "begunstigter": "recipient", "umsatzart": "type", "buchungstext": "type",
    "lagerbestand": "stock", "kontoauszug": "statement", "auszug": "statement",
    "bestand": "stock", "zahlungsart": "payment", "lager": "warehouse",
    # French
    "montant": "amount", "pays": "country", "ville": "city", "prix": "price",
    "quantite": "quantity", "categorie": "category", "solde": "balance", "libelle": "description",
    "devise": "currency", "compte": "account", "salaire": "salary", "sexe": "gender",
    "annee": "year", "mois": "month", "jour": "day", "nombre": "number", "poids": "weight",
    "heure": "hour", "produit": "product", "commande": "order", "commandes": "order",
    "facture": "invoice", "fournisseur": "supplier", "nom": "name", "prenom": "first",
    "adresse": "address", "couleur": "color", "cout": "cost", "chiffre": "figure",
    "vente": "sale", "ventes": "sale", "vendeur": "seller", "magasin": "store", "taux": "rate",
    "stocks": "stock", "employe": "employee", "departement": "department", "titre": "title",
    # Spanish, Portuguese, Italian
    "fecha": "date", "importe": "amount", "monto": "amount", "pais": "country",
    "ciudad": "city", "cliente": "customer", "clientes": "customer", "precio": "price",
    "cantidad": "quantity", "ventas": "sale", "venta": "sale", "categoria": "category",
    "concepto": "description", "moneda": "currency", "cuenta": "account", "salario": "salary",
    "edad": "age", "sexo": "gender", "ano": "year", "anio": "year", "mes": "month", "dia": "day",
    "numero": "number", "peso": "weight", "producto": "product", "pedido": "order",
    "pedidos": "order", "factura": "invoice", "proveedor": "supplier", "apellido": "last",
    "direccion": "address", "tienda": "store", "empleado": "employee", "nome": "name",
    "cidade": "city", "preco": "price", "quantidade": "quantity", "valor": "value",
    "data": "date", "importo": "amount", "paese": "country", "citta": "city", "prezzo": "price",
    "quantita": "quantity", "prodotto": "product", "ordine": "order", "fornitore": "supplier",
    "vendite": "sale", "eta": "age", "mese": "month", "anno": "year", "giorno": "day",
    "stipendio": "salary", "codice": "code", "descrizione": "description",
    # Dutch, Swedish, Polish
    "bedrag": "amount", "klant": "customer", "prijs": "price", "hoeveelheid": "quantity",
    "stad": "city", "omzet": "revenue", "leeftijd": "age", "maand": "month", "jaar": "year",
    "belopp": "amount", "kund": "customer", "pris": "price", "kwota": "amount", "kraj": "country",
    "miasto": "city", "cena": "price", "klient": "customer", "ilosc": "quantity",
}  # fmt: skip

# As tables often have them by two letters.
_STATES = """
    alabama al, alaska ak, arizona az, arkansas ar, california ca, colorado co, connecticut ct,
    delaware de, florida fl, georgia ga, hawaii hi, idaho id, illinois il, indiana in, iowa ia,
    kansas ks, kentucky ky, louisiana la, maine me, maryland md, massachusetts ma, michigan mi,
    minnesota mn, mississippi ms, missouri mo, montana mt, nebraska ne, nevada nv,
    new hampshire nh, new jersey nj, new mexico nm, new york ny, north carolina nc,
    north dakota nd, ohio oh, oklahoma ok, oregon or, pennsylvania pa, rhode island ri,
    south carolina sc, south dakota sd, tennessee tn, texas tx, utah ut, vermont vt, virginia va,
    washington wa, west virginia wv, wisconsin wi, wyoming wy
"""

_VALUE_ALIASES: tuple[tuple[str, ...], ...] = (
    ("usa", "united states", "us", "u.s", "u.s.a", "united states of america", "america",
     "american", "americans"),
    ("uk", "united kingdom", "great britain", "britain", "u.k", "gb", "british"),
    ("uae", "united arab emirates"),
    ("germany", "german", "germans", "de", "deutschland"),
    ("france", "french", "fr"),
    ("spain", "spanish", "es"), ("italy", "italian", "italians", "it"),
    ("netherlands", "dutch", "holland", "nl"), ("belgium", "belgian", "be"),
    ("brazil", "brazilian"), ("mexico", "mexican"), ("canada", "canadian"),
    ("japan", "japanese"), ("china", "chinese"), ("india", "indian"), ("russia", "russian"),
    ("sweden", "swedish"), ("norway", "norwegian"), ("denmark", "danish"), ("poland", "polish"),
    ("portugal", "portuguese"), ("austria", "austrian"), ("switzerland", "swiss"),
    ("ireland", "irish"), ("finland", "finnish"), ("argentina", "argentinian"),
    ("australia", "australian"), ("europe", "european"), ("asia", "asian"), ("africa", "african"),
    ("monday", "mon"), ("tuesday", "tue", "tues"), ("wednesday", "wed"), ("thursday", "thu", "thur",
     "thurs"), ("friday", "fri"), ("saturday", "sat"), ("sunday", "sun"),
    ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("june", "jun"),
    ("july", "jul"), ("august", "aug"), ("september", "sep", "sept"), ("october", "oct"),
    ("november", "nov"), ("december", "dec"),
    ("male", "man", "men", "m", "boy", "boys", "gentleman", "gentlemen"),
    ("female", "woman", "women", "f", "girl", "girls", "lady", "ladies"),
    ("yes", "y", "true", "ja"), ("no", "n", "false", "nein"), ("open", "offen"),
    ("paid", "bezahlt"), ("cancelled", "canceled", "storniert"), ("closed", "geschlossen"),
    ("overdue", "uberfallig"), ("income", "einnahmen"), ("expenses", "ausgaben"),
    ("first", "1st"), ("second", "2nd"), ("third", "3rd"),
    ("annual", "annually", "yearly"), ("monthly", "per month"), ("weekly", "per week"),
    ("new york", "nyc", "new york city"), ("los angeles", "la"),
    ("ca", "californian"), ("tx", "texan"),
    ("usd", "dollar", "dollars"), ("eur", "euro", "euros"), ("gbp", "pound", "pounds"),
)  # fmt: skip

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


@lru_cache(maxsize=4096)
def meanings(word: str) -> frozenset[str]:
    """Return what a word of a header may stand for, itself included."""
    found = {word, stem(word)}
    if word in _ABBREVIATIONS:
        found.add(_ABBREVIATIONS[word])
    for form in (word, stem(word), *(word.removesuffix(end) for end in ("en", "n", "e"))):
        if form in _WORLD:
            found.add(_WORLD[form])
    return frozenset(found)


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


@lru_cache(maxsize=4096)
def value_forms(words: str) -> tuple[str, ...]:
    """Return how else cells may write what a question calls `words` (folded), itself first."""
    found = [words]
    states = [each.strip().rpartition(" ") for each in _STATES.split(",")]
    found += [code for name, _, code in states if name == words]
    found += [name for name, _, code in states if code == words]
    for group in _VALUE_ALIASES:
        if words in group:
            found.extend(form for form in group if form != words)
    return tuple(found)


__all__ = ["ROW_NOUNS", "alike", "fold", "meanings", "value_forms"]
