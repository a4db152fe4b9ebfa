"""Bank statements in two languages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from random import Random

from scripts.demo_data.tables import (
    Cell,
    cents,
    table,
)

# What is written on the statement, its category, the amounts, how often in a month.
ENGLISH = (
    ("Tesco Stores", "Groceries", (12, 95), 6),
    ("Sainsbury's", "Groceries", (8, 70), 4),
    ("Transport for London", "Transport", (2.8, 12), 9),
    ("Shell Petrol", "Transport", (35, 75), 1),
    ("Pret A Manger", "Eating out", (4, 15), 6),
    ("Dishoom", "Eating out", (28, 90), 1),
    ("Netflix", "Subscriptions", (10.99, 10.99), 1),
    ("Spotify", "Subscriptions", (9.99, 9.99), 1),
    ("Amazon UK", "Shopping", (7, 140), 3),
    ("Thames Water", "Utilities", (31, 44), 1),
    ("Octopus Energy", "Utilities", (60, 180), 1),
    ("ATM withdrawal", None, (20, 100), 1),
)
GERMAN = (
    ("REWE Markt", "Lebensmittel", (9, 90), 6),
    ("Bäckerei Müller", "Lebensmittel", (2.5, 14), 7),
    ("Edeka", "Lebensmittel", (12, 80), 3),
    ("Deutsche Bahn", "Mobilität", (9, 110), 2),
    ("Aral Tankstelle", "Mobilität", (40, 85), 1),
    ("Gasthaus Zum Löwen", "Restaurant", (18, 75), 2),
    ("Stadtwerke Köln", "Wohnen", (95, 140), 1),
    ("Telekom Rechnung", "Wohnen", (39.95, 39.95), 1),
    ("Bücher Weiß", "Freizeit", (8, 60), 1),
    ("Kino Odeon", "Freizeit", (11, 32), 1),
    ("Apotheke am Dom", None, (5, 40), 1),
)


def bank() -> dict[str, bytes]:
    random = Random(20240404)
    english: list[list[Cell]] = []
    balance = Decimal("2150.40")
    for day, text, category, amount in _postings(
        random, ENGLISH, ("Salary Brightwater Ltd", "Salary", 2980), ("Rent", "Housing", 1150)
    ):
        balance += amount
        if random.random() < 0.06:
            text = text.upper()  # as card terminals write it
        debit, credit = (-amount, None) if amount < 0 else (None, amount)
        english.append([day.isoformat(), text, category, debit, credit, balance])
    german: list[list[Cell]] = [
        [day.strftime("%d.%m.%Y"), text, category, _with_comma(amount), "EUR"]
        for day, text, category, amount in _postings(
            random, GERMAN, ("Gehalt Nordlicht GmbH", "Gehalt", 3120), ("Miete", "Wohnen", 980)
        )
    ]
    return {
        "bank/statement_en.csv": table(
            ("date", "description", "category", "debit", "credit", "balance"), english
        ),
        "bank/kontoauszug_de.csv": table(
            ("Buchungstag", "Verwendungszweck", "Kategorie", "Betrag", "Währung"),
            german,
            delimiter=";",
            encoding="latin-1",
        ),
    }


def _postings(
    random: Random,
    shops: Sequence[tuple[str, str | None, tuple[float, float], int]],
    salary: tuple[str, str, int],
    rent: tuple[str, str, int],
) -> list[tuple[date, str, str | None, Decimal]]:
    found: list[tuple[date, str, str | None, Decimal]] = []
    for number in range(18):  # January 2024 to June 2025
        first = date(2024 + number // 12, number % 12 + 1, 1)
        raised = salary[2] * (1.04 if number >= 12 else 1)
        found.append((first, rent[0], rent[1], cents(-rent[2])))
        found.append((first + timedelta(days=25), salary[0], salary[1], cents(raised)))
        for text, category, (low, high), often in shops:
            for _ in range(max(1, often + random.choice((-1, 0, 0, 1)))):
                day = first + timedelta(days=random.randrange(28))
                found.append((day, text, category, cents(-random.uniform(low, high))))
    # Stable, so that what fell on one day keeps the order it was made in.
    return sorted(found, key=lambda posting: posting[0])


def _with_comma(amount: Decimal) -> str:
    return f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))
