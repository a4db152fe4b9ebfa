"""Words of headers cut short or in other languages, and what they stand for."""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.words import stem

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
    "pt": "patient", "dx": "diagnosis", "rx": "prescription", "hx": "history",
    "tx": "treatment", "cd": "code", "ofc": "office", "prj": "project", "bk": "booking",
    "rm": "room", "wh": "warehouse", "ph": "phone", "pcs": "pieces", "hh": "household",
    "xfer": "transfer", "apt": "apartment", "eqpt": "equipment", "incid": "incident",
}  # fmt: skip
_ALSO: dict[str, str] = {"tx": "transaction", "cons": "consultant", "apt": "appointment"}
"""What some of these stand for as often."""

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


@lru_cache(maxsize=4096)
def meanings(word: str) -> frozenset[str]:
    """Return what a word of a header may stand for, itself included."""
    found = {word, stem(word)}
    if word in _ABBREVIATIONS:
        found.add(_ABBREVIATIONS[word])
    if word in _ALSO:
        found.add(_ALSO[word])
    for form in (word, stem(word), *(word.removesuffix(end) for end in ("en", "n", "e"))):
        if form in _WORLD:
            found.add(_WORLD[form])
    return frozenset(found)


__all__ = ["meanings"]
