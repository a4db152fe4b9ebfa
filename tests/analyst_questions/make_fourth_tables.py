"""Make the fourth suite's tables anew: `python -m tests.analyst_questions.make_fourth_tables`.

A vehicle fleet, a school, mailings, a personnel office, flights and a small hotel.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(__file__).parent / "fourth_tables"

_FIRST = {
    "F": "Alice Beth Chloe Diana Emma Fiona Grace Hannah Isla Julia Karen Laura Megan Nina",
    "M": "Adam Ben Carl David Eric Frank George Harry Ian Jack Kevin Liam Mark Nathan",
}
_LAST = (
    "Archer Barnes Coleman Dawson Ellis Foster Griffin Hobbs Irwin Jarvis Keller Lawson Mercer "
    "Norris Owens Parsons Reeves Stone Tate Underhill Vance Walsh Yates"
)


def _people(random: Random, count: int) -> list[tuple[str, str]]:
    every = [
        (f"{name} {last}", sex)
        for sex, names in _FIRST.items()
        for name in names.split()
        for last in _LAST.split()
    ]
    return random.sample(every, count)


def _write(name: str, header: str, rows: Sequence[Sequence[Any]]) -> None:
    with (FOLDER / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header.split(","))
        writer.writerows(rows)


def make_fleet(random: Random) -> None:
    makes = ["Ford", "Volvo", "Renault", "Toyota", "Mercedes"]
    vehicles = [
        (
            f"V{place:02d}",
            f"{random.choice('KLMP')}{random.choice('ABCD')}-{random.randint(100, 999)}",
            random.choice(makes),
            random.choice(["Diesel", "Diesel", "Petrol", "Hybrid"]),
            random.choice(["Leeds", "Cardiff", "Dublin", "Ghent"]),
            random.randint(2014, 2024),
            random.randint(8_000, 240_000),
        )
        for place in range(1, 25)
    ]
    drivers = [name for name, _ in _people(random, 9)]
    fills = []
    for number in range(1, 261):
        day = date(2024, 1, 3) + timedelta(days=random.randint(0, 540))
        litres = random.randint(180, 920) / 10
        cost = f"{litres * random.randint(142, 189) / 100:.2f}"
        fills.append(
            (
                number,
                random.choice(vehicles)[0],
                f"{day:%d/%m/%Y}",
                litres,
                "" if random.random() < 0.06 else cost,
                random.choice(drivers),
            )
        )
    _write(
        "vehicles.csv",
        "VehicleID,Registration,Make,FuelType,Depot,YearBuilt,Odometer (km)",
        vehicles,
    )
    _write("fuel_log.csv", "EntryNo,VehicleID,FillDate,Litres,Cost (EUR),Driver", fills)


def make_school(random: Random) -> None:
    pupils = [
        (
            300 + place,
            name,
            {"F": "girl", "M": "boy"}[sex],
            random.randint(7, 11),
            random.choice(["Oak", "Maple", "Willow"]),
        )
        for place, (name, sex) in enumerate(_people(random, 60))
    ]
    subjects = ["Maths", "English", "History", "Biology", "French", "Art"]
    results = []
    for number in range(1, 321):
        absent = random.random() < 0.08
        results.append(
            (
                number,
                random.choice(pupils)[0],
                random.choice(subjects),
                date(2024, 9, 9) + timedelta(days=random.randint(0, 270)),
                "" if absent else min(100, max(12, round(random.gauss(63, 17)))),
                "yes" if absent else "no",
            )
        )
    _write("pupils.csv", "pupil_id,full_name,gender,year_group,house", pupils)
    _write("exam_results.csv", "result_id,pupil_id,subject,exam_date,score,absent", results)


def make_mailings(random: Random) -> None:
    themes = "Spring Sale,Summer Preview,Product News,Win-back,Loyalty Club,Webinar Invite"
    owners = ["Priya Nair", "Tom Becker", "Lucia Ortiz"]
    rows = []
    for number in range(54):
        day = date(2023, 1, 10) + timedelta(days=number * 19 + random.randint(0, 12))
        sent = random.randint(1_200, 24_000)
        opens = int(sent * random.uniform(0.11, 0.46))
        clicks = int(opens * random.uniform(0.04, 0.3))
        rows.append(
            (
                f"{random.choice(themes.split(','))} {number + 1}",
                day,
                random.choice(["Newsletter", "Customers", "Prospects", "Partners"]),
                random.choice(owners),
                sent,
                opens,
                clicks,
                int(sent * random.uniform(0.0005, 0.008)),
                "" if random.random() < 0.1 else f"{clicks * random.uniform(0.5, 9):.2f}",
            )
        )
    _write(
        "campaigns.csv",
        "Campaign,Sent On,Audience,Owner,Emails Sent,Opens,Clicks,Unsubscribes,Revenue (USD)",
        rows,
    )


def make_personnel(random: Random) -> None:
    departments = [
        ("FIN", "Finance", "Tower"),
        ("MKT", "Marketing", "Annex"),
        ("OPS", "Operations", "Depot"),
        ("LEG", "Legal", "Tower"),
        ("IT", "Technology", "Annex"),
        ("PRO", "Procurement", "Depot"),
    ]
    titles = ["Assistant", "Specialist", "Analyst", "Senior Analyst", "Manager"]
    people = _people(random, 96)
    staff = []
    for number, (name, sex) in enumerate(people, start=1):
        start = date(2009, 1, 5) + timedelta(days=random.randint(0, 5700))
        left = start + timedelta(days=random.randint(200, 3000))
        title = random.choice(titles)
        salary = 24_000 + titles.index(title) * 9_500 + random.randint(0, 90) * 100
        staff.append(
            (
                f"E{number:03d}",
                name,
                {"F": "Female", "M": "Male"}[sex],
                random.choice(["FIN", "MKT", "OPS", "OPS", "OPS", "LEG", "IT", "IT", "PRO"]),
                title,
                start,
                left if random.random() < 0.2 and left < date(2025, 6, 30) else "",
                "" if random.random() < 0.05 else salary,
                random.choice(["Full time", "Full time", "Part time"]),
            )
        )
    _write("depts.csv", "DeptCode,DeptName,Building", departments)
    _write(
        "staff.csv",
        "EmployeeNo,FullName,Gender,DeptCode,JobTitle,StartDate,LeavingDate,AnnualSalary,WorkingTime",
        staff,
    )


def make_flights(random: Random) -> None:
    carriers = [
        ("ND", "Nordic Air", "Norway"),
        ("BW", "Bluewing", "Ireland"),
        ("AT", "Atlantic Jet", "Portugal"),
        ("SX", "Sunexpress", "Spain"),
        ("AL", "Alpine Lines", "Austria"),
    ]
    cities = ["Oslo", "Dublin", "Lisbon", "Madrid", "Vienna", "Athens", "Prague"]
    far = {pair: random.randint(480, 3_200) for pair in [(a, b) for a in cities for b in cities]}
    flights = []
    for number in range(340):
        origin, destination = random.sample(cities, 2)
        status = random.choices(["landed", "cancelled", "diverted"], [90, 7, 3])[0]
        moment = datetime(2024, 1, 1) + timedelta(minutes=5 * random.randint(70, 78_000))
        flights.append(
            (
                7000 + number,
                random.choice(carriers)[0],
                origin,
                destination,
                moment,
                "" if status == "cancelled" else max(-12, round(random.expovariate(1 / 22)) - 10),
                0 if status == "cancelled" else random.randint(38, 214),
                far[min(origin, destination), max(origin, destination)],
                status,
            )
        )
    _write(
        "carriers.csv",
        "carrier_code,carrier_name,country",
        carriers,
    )
    _write(
        "flights.csv",
        "flight_id,carrier_code,origin,destination,departure,delay_min,passengers,distance_km,status",
        flights,
    )


def make_hotel(random: Random) -> None:
    rates = {"Single": 68, "Double": 104, "Family": 139, "Suite": 1_120}
    rows = []
    for number, (guest, _) in enumerate(_people(random, 85), start=1):
        room = random.choice(["Single", "Double", "Double", "Family", "Suite"])
        day = date(2025, 1, 4) + timedelta(days=random.randint(0, 240))
        rows.append(
            (
                f"BK-{number:04d}",
                guest,
                room,
                f"{day:%d.%m.%Y}",
                random.randint(1, 9),
                f"£{rates[room] + random.randint(0, 400) / 10:,.2f}",
                random.choice(["Website", "Phone", "Travel agent", "Walk-in"]),
                random.choices(["Confirmed", "Cancelled", "No-show"], [80, 13, 7])[0],
            )
        )
    _write(
        "bookings.csv",
        "Booking Ref,Guest,Room Type,Check-in,Nights,Rate per Night,Channel,Status",
        rows,
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    make_fleet(Random(61))
    make_school(Random(62))
    make_mailings(Random(63))
    make_personnel(Random(64))
    make_flights(Random(65))
    make_hotel(Random(66))


if __name__ == "__main__":
    main()
