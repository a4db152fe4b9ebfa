"""Make the small tables of the second suite anew: `python -m tests.analyst_questions.make_tables`.

Four fields that the demo datasets leave out: a clinic, a football season, energy meters, a library.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(__file__).parent / "tables"

_FIRST = [
    "Ada",
    "Bruno",
    "Carla",
    "Dario",
    "Elif",
    "Farid",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Kira",
    "Luca",
    "Mona",
    "Nils",
    "Olga",
    "Pavel",
    "Rosa",
    "Samir",
    "Tilda",
    "Umar",
    "Vera",
    "Wim",
    "Xenia",
    "Yusuf",
    "Zoe",
]
_LAST = [
    "Abbott",
    "Bianchi",
    "Cohen",
    "Duarte",
    "Evans",
    "Fischer",
    "Grant",
    "Haddad",
    "Ivanov",
    "Jensen",
    "Kaya",
    "Lopez",
    "Moreau",
    "Novak",
    "Okafor",
    "Petrov",
    "Quinn",
    "Rossi",
    "Sato",
    "Turner",
]


def _people(random: Random, count: int) -> list[str]:
    return random.sample([f"{first} {last}" for first in _FIRST for last in _LAST], count)


def _write(name: str, header: str, rows: Sequence[Sequence[Any]]) -> None:
    with (FOLDER / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header.split(","))
        writer.writerows(rows)


def make_clinic(random: Random) -> None:
    names = _people(random, 45)
    patients = [
        (
            100 + place,
            name,
            random.choice(["female", "male"]),
            random.randint(1938, 2019),
            random.choice(["public", "public", "private", "none"]),
        )
        for place, name in enumerate(names)
    ]
    doctors = {
        "Dr. Weber": "Cardiology",
        "Dr. Lindqvist": "Pediatrics",
        "Dr. Osei": "Orthopedics",
        "Dr. Marino": "Dermatology",
        "Dr. Chandra": "Cardiology",
        "Dr. Flores": "Pediatrics",
    }
    reasons = ["checkup", "pain", "follow-up", "rash", "injury", "vaccination"]
    visits = []
    for number in range(280):
        doctor = random.choice(list(doctors))
        missed = random.random() < 0.11
        visits.append(
            (
                5000 + number,
                random.choice(patients)[0],
                date(2025, 1, 2) + timedelta(days=random.randint(0, 360)),
                doctor,
                doctors[doctor],
                random.choice(reasons),
                "" if missed else random.randint(3, 95),
                "0.00" if missed else f"{random.randint(300, 2400) / 10:.2f}",
                "yes" if missed else "no",
            )
        )
    _write("patients.csv", "patient_id,patient_name,sex,birth_year,insurance", patients)
    _write(
        "visits.csv",
        "visit_id,patient_id,visit_date,doctor,department,reason,wait_minutes,fee,no_show",
        visits,
    )


def make_football(random: Random) -> None:
    teams = {
        "Harbour City": "Dockside Park",
        "Redhill Rovers": "The Quarry",
        "Northgate United": "Northgate Arena",
        "Ashford Albion": "Meadow Lane",
        "Kingsbridge": "Bridge Road",
        "Oldport Athletic": "Lighthouse Ground",
        "Silverdale": "Silver Bowl",
        "Westmoor Town": "Moor Stadium",
    }
    squads = {team: _people(random, 7) for team in teams}
    pairs = [(home, away) for home in teams for away in teams if home != away]
    random.shuffle(pairs)
    matches, goals = [], []
    referees = ["P. Clattery", "M. Deane", "S. Halsall", "R. Webley"]
    for number, (home, away) in enumerate(pairs):
        played = date(2024, 8, 17) + timedelta(days=7 * (number // 2) + number % 2)
        scored = {
            home: random.choice([0, 1, 1, 2, 2, 3, 4]),
            away: random.choice([0, 0, 1, 1, 2, 3]),
        }
        matches.append(
            (
                number + 1,
                played,
                home,
                away,
                scored[home],
                scored[away],
                random.randint(3100, 21900),
                teams[home],
                random.choice(referees),
            )
        )
        for team in (home, away):
            for _ in range(scored[team]):
                goals.append(
                    (
                        number + 1,
                        team,
                        random.choice(squads[team][: random.choice([2, 4, 7])]),
                        random.randint(1, 90),
                        "yes" if random.random() < 0.12 else "no",
                    )
                )
    _write(
        "matches.csv",
        "match_id,match_date,home_team,away_team,home_goals,away_goals,attendance,stadium,referee",
        matches,
    )
    _write(
        "goals.csv",
        "goal_id,match_id,team,scorer,minute,penalty",
        [(place + 1, *goal) for place, goal in enumerate(goals)],
    )


def make_energy(random: Random) -> None:
    buildings = ["Town Hall", "Swimming Pool", "Library", "Fire Station"]
    meters = [
        (
            f"M{place + 1:02d}",
            buildings[place % 4],
            random.choice(["heating", "lighting", "ventilation"]),
            date(2015, 1, 1) + timedelta(days=random.randint(0, 3000)),
        )
        for place in range(12)
    ]
    readings = []
    for name, building, _use, _installed in meters:
        base = {"Town Hall": 900, "Swimming Pool": 3100, "Library": 700, "Fire Station": 450}
        for step in range(18):
            year, month = 2024 + step // 12, step % 12 + 1
            season = 1.5 if month in (1, 2, 11, 12) else 0.8 if month in (6, 7, 8) else 1.0
            used = round(base[building] * season * random.uniform(0.7, 1.3), 1)
            readings.append(
                (
                    name,
                    date(year, month, 1),
                    used,
                    f"{used * random.choice([0.28, 0.31, 0.33]):.2f}",
                    "yes" if random.random() < 0.15 else "no",
                )
            )
    _write("meters.csv", "meter_id,building,purpose,installed_on", meters)
    _write("meter_readings.csv", "meter_id,reading_month,kwh,cost_eur,estimated", readings)


def make_library(random: Random) -> None:
    titles = [
        "The Salt Road",
        "Winter Bees",
        "A Field Guide to Rain",
        "Glass Harbour",
        "Seven Quiet Rooms",
        "The Clockmaker's Map",
        "Dust and Honey",
        "Letters from Orrin",
        "The Paper Fox",
        "Night Ferry",
        "How Bridges Stand",
        "Small Numbers",
        "The Last Orchard",
        "Moss",
        "Under Copper Skies",
        "The Cartographer's Aunt",
        "Bread for Beginners",
        "Tides",
        "The Lantern Club",
        "Cold Kitchen",
        "A History of Rope",
        "Blue Tram",
        "The Owl Who Counted",
        "Stone Soup Again",
        "Railway Gardens",
    ]
    genres = ["novel", "children", "history", "cooking", "science", "crime"]
    authors = _people(random, 11)
    books = [
        (
            place + 1,
            title,
            random.choice(authors),
            random.choice(genres),
            random.randint(48, 720),
            random.randint(1961, 2024),
        )
        for place, title in enumerate(titles)
    ]
    members = [
        (
            800 + place,
            name,
            random.choice(["Elmstead", "Harrow Green", "Port Lyle", "Sandwick"]),
            random.choice(["child", "student", "adult", "senior"]),
            date(2012, 3, 1) + timedelta(days=random.randint(0, 4400)),
        )
        for place, name in enumerate(_people(random, 36))
    ]
    loans = []
    for number in range(240):
        out = date(2024, 1, 3) + timedelta(days=random.randint(0, 540))
        late = random.choice([-18, -9, -6, -3, -1, 0, 0, 2, 5, 11, 30])
        back = out + timedelta(days=21 + late) if random.random() < 0.92 else None
        loans.append(
            (
                number + 1,
                random.choice(books)[0],
                random.choice(members)[0],
                out,
                out + timedelta(days=21),
                back or "",
                f"{max(late, 0) * 0.25:.2f}" if back else "0.00",
            )
        )
    _write("books.csv", "book_id,title,author,genre,pages,published", books)
    _write("members.csv", "member_id,member_name,town,membership,joined_on", members)
    _write("loans.csv", "loan_id,book_id,member_id,loaned_on,due_on,returned_on,fine_eur", loans)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    make_clinic(Random(41))
    make_football(Random(42))
    make_energy(Random(43))
    make_library(Random(44))


if __name__ == "__main__":
    main()
