"""Rows written as CSV, and the people and days that every dataset draws from."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from random import Random

Cell = str | int | Decimal | None
Row = Sequence[Cell]


def table(
    header: Sequence[str],
    rows: Iterable[Row],
    *,
    delimiter: str = ",",
    encoding: str = "utf-8",
) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
    return text.getvalue().encode(encoding)


def cents(amount: float) -> Decimal:
    return Decimal(round(amount * 100)).scaleb(-2)


def a_day(random: Random, first: date, last: date) -> date:
    return first + timedelta(days=random.randrange((last - first).days + 1))


def around(random: Random, width: float) -> float:
    """Return a number near 0 and at most `width` off it."""
    # Not gauss(): it takes logarithms, whose last digit may differ from machine to machine.
    return (random.random() + random.random() - 1) * width


# fmt: off
FIRST_NAMES = (
    "Ada", "Amira", "Anton", "Beatriz", "Bruno", "Carla", "Chidi", "Clara", "Daniel", "Elena",
    "Emil", "Fatima", "Felix", "Freya", "George", "Hanna", "Hugo", "Ines", "Ivan", "Jana",
    "Jonas", "Julia", "Kenji", "Lars", "Lea", "Lina", "Luca", "Maja", "Marta", "Mateo", "Mia",
    "Nadia", "Noah", "Olga", "Oscar", "Paula", "Pedro", "Priya", "Rafael", "Rosa", "Samuel",
    "Sara", "Sofia", "Tariq", "Theo", "Vera", "Viktor", "Yuki", "Zoe", "Zeynep",
)
LAST_NAMES = (
    "Almeida", "Andersson", "Bauer", "Becker", "Bianchi", "Brown", "Costa", "Dubois",
    "Eriksen", "Fischer", "Garcia", "Haddad", "Hansen", "Hoffmann", "Ito", "Jansen", "Kaya",
    "Keller", "Kowalski", "Larsson", "Lopez", "Martin", "Meyer", "Moreau", "Murphy",
    "Nakamura", "Novak", "O'Brien", "Okafor", "Olsen", "Patel", "Pereira", "Petrov",
    "Richter", "Rossi", "Santos", "Schmidt", "Schneider", "Silva", "Singh", "Smith",
    "Sørensen", "Tanaka", "Taylor", "Thomas", "Visser", "Wagner", "Weber", "Yilmaz", "Zhang",
)
# fmt: on


def full_name(random: Random) -> str:
    return f"{random.choice(FIRST_NAMES)} {random.choice(LAST_NAMES)}"
