"""Make the fifth suite's tables anew: `python -m tests.analyst_questions.make_fifth_tables`.

A gym, a parts store, invoices, houses for sale, films, web traffic, harvests, grants, a staff
survey, a payroll, a dental practice and a recruiting office.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(__file__).parent / "fifth_tables"

_FIRST = (
    "Aisha Bruno Carmen Dmitri Elena Farid Greta Hugo Ingrid Jonas Keiko Lars Mona Nadia Oscar "
    "Petra Quentin Rosa Samir Tilda Ulrich Vera Wanda Yusuf Zoe"
)
_LAST = (
    "Abbott Brandt Castillo Dufour Eriksen Fontaine Gupta Haddad Ibsen Jansen Kowalski Lindgren "
    "Moreau Novak Okafor Petrov Quinn Rossi Schmidt Tanaka Usman Varga Weber Young Zhang"
)


def _people(random: Random, count: int) -> list[str]:
    every = [f"{first} {last}" for first in _FIRST.split() for last in _LAST.split()]
    return random.sample(every, count)


def _day(random: Random, first: date, days: int) -> date:
    return first + timedelta(days=random.randint(0, days))


def _gap(random: Random, share: float, cell: object) -> object:
    return "" if random.random() < share else cell


def _write(
    name: str, header: Sequence[str], rows: Sequence[Sequence[Any]], delimiter: str = ","
) -> None:
    with (FOLDER / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n", delimiter=delimiter)
        writer.writerow(header)
        writer.writerows(rows)


def make_gym(random: Random) -> None:
    fees = {"Full Access": 49.0, "Off-Peak Only": 29.5, "Student Saver": 24.0, "Family": 79.0}
    clubs = ["Riverside", "Old Town", "North Park", "Harbour Street"]
    rows = []
    for number, name in enumerate(_people(random, 150), start=1001):
        plan = random.choices(list(fees), [6, 3, 3, 2])[0]
        joined = _day(random, date(2022, 3, 1), 1200)
        left = joined + timedelta(days=random.randint(40, 700))
        gone = random.random() < 0.35 and left < date(2025, 9, 30)
        rows.append(
            (
                number, name,
                random.randint(18, 24) if plan == "Student Saver" else random.randint(19, 71),
                plan, random.choices(clubs, [5, 4, 3, 2])[0], joined, left if gone else "",
                fees[plan] + random.choice([0, 0, 2.5, 5]),
                0 if gone else _gap(random, 0.08, random.randint(0, 22)),
                random.choice(["Yes", "No", "No", "No"]),
            )
        )  # fmt: skip
    header = "Member No|Name|Age|Membership Plan|Home Club|Joined|Cancelled On|Monthly Fee (GBP)"
    _write("gym_members.csv", [*header.split("|"), "Visits Last Month", "Personal Trainer"], rows)


def make_stock(random: Random) -> None:
    names = "Hartmann Tools,Nordbolt,Pacific Fasteners,Delgado & Sons,Kite Electrics,Berg,Omega"
    lands = ["Germany", "Sweden", "Taiwan", "Spain", "United Kingdom", "Sweden", "Taiwan"]
    suppliers = [
        (f"S{place}", name, land, random.randint(3, 45), random.choice(["Y", "N"]))
        for place, (name, land) in enumerate(zip(names.split(","), lands, strict=True), start=1)
    ]
    kinds = {
        "Fasteners": ["Hex Bolt", "Wood Screw", "Washer", "Lock Nut"],
        "Hand Tools": ["Claw Hammer", "Torque Wrench", "Pliers"],
        "Electrical": ["Cable Tie", "Fuse", "Junction Box", "Relay"],
        "Safety Gear": ["Hard Hat", "Work Gloves", "Goggles"],
    }
    parts = []
    for number in range(90):
        kind = random.choice(list(kinds))
        level = random.choice([10, 20, 25, 40, 60, 100])
        # The last supplier delivers nothing at the moment.
        supplier = random.choice(suppliers[:-1])[0]
        parts.append(
            (
                f"P-{2000 + number * 7}",
                f"{random.choice(kinds[kind])} {random.choice('ABCDEFGH')}{number}", kind,
                f"{random.choice(['Main', 'East', 'Overflow'])} Warehouse",
                random.choice([0, 0, *[random.randint(1, 320) for _ in range(12)]]), level,
                random.randint(8, 9600) / 100, supplier,
                _gap(random, 0.1, _day(random, date(2025, 1, 6), 260)),
            )
        )  # fmt: skip
    header = "PartNo,Description,Category,Warehouse,QtyOnHand,ReorderLevel,UnitCost,SupplierID"
    _write("parts.csv", [*header.split(","), "LastCounted"], parts)
    _write(
        "suppliers.csv",
        ["SupplierID", "SupplierName", "Country", "LeadTimeDays", "Preferred"],
        suppliers,
    )


def make_invoices(random: Random) -> None:
    clients = "Alder & Co,Bright Dental,Cobalt Media,Dunmore Council,Eastway Logistics,Fern Bakery"
    managers = ["Sophie Lang", "Marcus Bell", "Ines Costa"]
    owner = {client: random.choice(managers) for client in clients.split(",")}
    rows = []
    issued = date(2024, 10, 1)
    for number in range(1, 141):
        issued += timedelta(days=random.randint(1, 5))
        client = random.choice(clients.split(","))
        due = issued + timedelta(days=random.choice([14, 30, 30, 60]))
        net = random.randint(12_000, 980_000) / 100
        paid = due + timedelta(days=random.randint(-20, 35))
        status = "Paid"
        if random.random() < 0.22:
            status = random.choice(["Open", "Open", "Disputed", "Written Off"])
        rows.append(
            (
                f"INV-{number:04d}", client, owner[client], f"{issued:%d/%m/%Y}",
                f"{due:%d/%m/%Y}", f"{paid:%d/%m/%Y}" if status == "Paid" else "", f"£{net:,.2f}",
                f"£{net * 0.2:,.2f}", status,
            )
        )  # fmt: skip
    header = "Invoice No,Client,Account Manager,Issue Date,Due Date,Paid On,Net Amount,VAT,Status"
    _write("invoices.csv", header.split(","), rows)


def make_property(random: Random) -> None:
    prices = {"Terraced House": 3100, "Semi-detached House": 3500, "Flat": 3900, "Bungalow": 3300}
    areas = {"Lakeside": 1.3, "Mill Hill": 1.0, "Station Quarter": 0.9, "St. Mary's": 1.1}
    agents = ["Orla Byrne", "Sean Walsh", "Niamh Kelly", "Padraig Doyle"]
    rows = []
    for number in range(160):
        kind = random.choice(list(prices))
        area = random.choice(list(areas))
        beds = random.randint(1, 3) if kind == "Flat" else random.randint(2, 5)
        size = beds * random.randint(22, 34) + 15
        asking = round(size * prices[kind] * areas[area] * random.uniform(0.85, 1.15), -3)
        listed = _day(random, date(2024, 1, 8), 600)
        sold = random.random() < 0.6
        rows.append(
            (
                f"L{5000 + number}", area, kind, beds, random.randint(1, 3),
                _gap(random, 0.06, size), int(asking),
                int(round(asking * random.uniform(0.9, 1.06), -2)) if sold else "", listed,
                listed + timedelta(days=random.randint(9, 190)) if sold else "",
                "no" if kind == "Flat" else random.choice(["yes", "yes", "no"]),
                _gap(random, 0.07, random.choice("ABBCCCDE")), random.choice(agents),
            )
        )  # fmt: skip
    header = (
        "listing_id,neighbourhood,property_type,bedrooms,bathrooms,floor_area_sqm,asking_price_eur,"
        "sold_price_eur,listed_on,sold_on,has_garden,energy_rating,agent"
    )
    _write("listings.csv", header.split(","), rows)


def make_films(random: Random) -> None:
    heads = "Silent Broken Golden Last Hidden Crimson Distant Frozen Burning Paper Electric Hollow"
    tails = "River,Promise,Harvest,Orchard,Signal,Kingdom,Tide,Garden,Witness,Summer"
    titles = [f"{head} {tail}" for head in heads.split() for tail in tails.split(",")]
    directors = _people(random, 14)
    genres = ["Drama", "Comedy", "Science Fiction", "Thriller", "Documentary", "Animation"]
    rows = []
    for title in random.sample(titles, 110):
        genre = random.choices(genres, [6, 5, 3, 4, 2, 2])[0]
        budget = random.randint(8, 1800) / 10
        rows.append(
            (
                f"The {title}" if random.random() < 0.4 else title, random.randint(2005, 2024),
                genre, random.choice(directors), random.randint(71, 178),
                random.choices(["English", "French", "Korean", "Spanish"], [6, 2, 1, 2])[0],
                _gap(random, 0.1, budget),
                _gap(random, 0.06, round(budget * random.uniform(0.2, 5.5), 1)),
                random.randint(28, 93) / 10, random.randint(0, 9),
                random.choice(["PG", "12A", "15", "18"]),
            )
        )  # fmt: skip
    header = (
        "Title,ReleaseYear,Genre,Director,RunningTime (min),Language,Budget ($m),BoxOffice ($m)"
    )
    _write("films.csv", [*header.split(","), "CriticScore", "AwardsWon", "AgeRating"], rows)


def make_web(random: Random) -> None:
    channels = {
        "Organic Search": 900,
        "Paid Search": 520,
        "Social Media": 410,
        "Email": 260,
        "Referral": 120,
    }
    rows = []
    for week in range(39):
        for channel, size in channels.items():
            for device in ("Desktop", "Mobile"):
                sessions = int(size * random.uniform(0.7, 1.3) * (1 + week / 90))
                spend = sessions * random.uniform(0.3, 0.9)
                rows.append(
                    (
                        f"{date(2025, 1, 6) + timedelta(weeks=week):%d %b %Y}", channel, device,
                        sessions, int(sessions * random.uniform(0.6, 0.9)),
                        int(sessions * random.uniform(1.5, 4.2)),
                        round(random.uniform(24, 71), 1),
                        int(sessions * random.uniform(0.005, 0.06)),
                        f"{spend:.2f}" if channel in ("Paid Search", "Social Media") else "",
                    )
                )  # fmt: skip
    header = "week_start,channel,device,sessions,new_users,page_views,bounce_rate_pct,signups"
    _write("web_traffic.csv", [*header.split(","), "ad_spend_usd"], rows)


def make_crops(random: Random) -> None:
    farms = {"Hill Farm": 7, "Brook End": 6, "Long Acre": 8, "Dairy Lane": 4}
    crops = {"Winter Wheat": 8.1, "Spring Barley": 6.0, "Oilseed Rape": 3.4, "Sugar Beet": 68.0}
    rows = []
    for year in range(2018, 2025):
        for farm, fields in farms.items():
            for place in range(1, fields + 1):
                crop = random.choices(list(crops), [5, 3, 2, 1])[0]
                area = random.randint(30, 210) / 10
                tonnes = area * crops[crop] * random.uniform(0.7, 1.2)
                rows.append(
                    (
                        farm, f"{farm[0]}{place}", year, crop, area,
                        _gap(random, 0.05, round(tonnes, 1)), random.randint(310, 890),
                        random.choice(["Y", "N", "N"]), _gap(random, 0.1, random.randint(0, 220)),
                        _day(random, date(year, 7, 12), 80),
                    )
                )  # fmt: skip
    header = "Farm;Field;Harvest Year;Crop;Area (ha);Yield (t);Rainfall (mm);Irrigated"
    _write("harvests.csv", [*header.split(";"), "Fertiliser (kg/ha)", "Harvested On"], rows, ";")


def make_grants(random: Random) -> None:
    names = {
        "Open Door Trust": "Poverty Relief", "Green Futures": "Environment",
        "Second Chance": "Poverty Relief", "Young Voices": "Youth", "Harbour Hospice": "Health",
        "Arts for All": "Arts & Culture", "Food Share": "Poverty Relief",
        "Riverkeepers": "Environment", "Silver Line Club": "Health", "Code Camp": "Youth",
        "Village Halls Network": "Arts & Culture", "Safe Roads": "Health",
    }  # fmt: skip
    charities = [
        (
            f"CH{place:03d}", name, cause,
            random.choice(["North West", "South East", "Midlands", "Wales"]),
            random.randint(1968, 2018), random.randint(20, 2400) * 1000,
        )
        for place, (name, cause) in enumerate(names.items(), start=1)
    ]  # fmt: skip
    grants = []
    for number in range(120):
        asked = random.randint(8, 250) * 500
        applied = _day(random, date(2022, 1, 10), 1250)
        outcome = random.choices(["Approved", "Rejected", "Withdrawn", "Pending"], [6, 3, 1, 1])[0]
        decided = applied + timedelta(days=random.randint(20, 140))
        # The last charity never applied.
        charity = random.choice(charities[:-1])[0]
        grants.append(
            (
                f"G-{number + 101}", charity,
                random.choice(["Core Funding", "Capital Works", "Small Project", "Emergency"]),
                applied, "" if outcome in ("Withdrawn", "Pending") else decided, asked,
                int(asked * random.choice([1, 1, 0.8, 0.5])) if outcome == "Approved" else "",
                outcome,
            )
        )  # fmt: skip
    _write(
        "charities.csv",
        ["charity_id", "charity_name", "cause", "region", "founded", "annual_income_gbp"],
        charities,
    )
    header = "grant_ref,charity_id,programme,applied_on,decided_on,amount_requested,amount_awarded"
    _write("grants.csv", [*header.split(","), "outcome"], grants)


def make_survey(random: Random) -> None:
    teams = ["Customer Care", "Engineering", "Sales", "Human Resources", "Operations"]
    rows = []
    for number in range(1, 201):
        moment = datetime(2025, 5, 5, 8) + timedelta(minutes=random.randint(0, 24 * 60 * 25))
        score = random.choices([1, 2, 3, 4, 5], [1, 2, 4, 6, 3])[0]
        rows.append(
            (
                number, moment, random.choices(teams, [5, 6, 4, 1, 4])[0],
                random.choice(["Lisbon", "Prague", "Tallinn"]),
                random.choice(["18-29", "30-39", "40-49", "50+"]), random.randint(0, 24), score,
                _gap(random, 0.09, random.randint(1, 5)),
                _gap(random, 0.05, random.choice(["Yes", "Yes", "No"] if score > 2 else ["No"])),
                random.choice(["Fully Remote", "Hybrid", "Hybrid", "Office"]),
                random.choice(["", "", "", "More training please", "Love the team", "Too noisy"]),
            )
        )  # fmt: skip
    header = (
        "Response ID|Submitted At|Department|Office|Age Band|Years at Company|"
        "Overall Satisfaction (1-5)|Manager Rating (1-5)|Would Recommend|Preferred Work Mode"
    )
    _write("survey_responses.csv", [*header.split("|"), "Comment"], rows)


def make_payroll(random: Random) -> None:
    teams = ["Production", "Quality", "Dispatch", "Office Admin"]
    staff = [
        (f"EMP{place:03d}", name, random.choice(teams), random.choice(["G1", "G2", "G3", "G4"]))
        for place, name in enumerate(_people(random, 30), start=1)
    ]
    rows = []
    for code, name, team, grade in staff:
        basic = 1700 + 450 * int(grade[1]) + random.randint(0, 30) * 10
        for month in range(1, 10):
            hours = random.choice([0, 0, 0, *[random.randint(1, 60) / 2 for _ in range(5)]])
            overtime = round(hours * basic / 120, 2)
            bonus = random.choice([150, 250, 400, 600]) if random.random() < 0.15 else 0
            gross = basic + overtime + bonus
            tax = round(gross * random.uniform(0.17, 0.24), 2)
            rows.append(
                (
                    code, name, team, grade, f"2025-{month:02d}-28", basic, hours, overtime,
                    bonus or "", tax, round(gross - tax, 2),
                )
            )  # fmt: skip
    header = "EmpCode,Employee,Dept,Grade,Pay Date,Basic Pay,OT Hours,OT Pay,Bonus,Tax,Net Pay"
    _write("payslips.csv", header.split(","), rows)


def make_dental(random: Random) -> None:
    dentists = ["Dr. Amara Lewis", "Dr. Felix Hahn", "Dr. Judith Stein"]
    work = {"Check-up": 45, "Filling": 120, "Root Canal": 480, "Whitening": 260, "Extraction": 150}
    patients = _people(random, 85)
    rows = []
    for number in range(1, 241):
        day = _day(random, date(2025, 2, 3), 210)
        if day.weekday() > 4:
            day += timedelta(days=2)
        start = datetime(day.year, day.month, day.day, random.randint(8, 17))
        kind = random.choices(list(work), [8, 5, 2, 2, 3])[0]
        status = random.choices(["Completed", "Cancelled", "No Show"], [8, 1, 1])[0]
        fee = work[kind] + random.randint(0, 8) * 5
        rows.append(
            (
                number, random.choice(patients), random.choices(dentists, [5, 4, 3])[0], kind,
                start + timedelta(minutes=random.choice([0, 15, 30, 45])),
                day - timedelta(days=random.randint(0, 60)),
                random.choice([15, 20, 30, 45, 60, 90]), fee if status == "Completed" else "",
                status, random.choice(["yes", "no", "no"]),
                _gap(random, 0.12, random.choice(["SMS", "E-mail", "Phone Call"])),
            )
        )  # fmt: skip
    header = "ApptID,PatientName,Dentist,Treatment,ApptTime,BookedOn,DurationMin,FeeEUR,Status"
    _write("appointments.csv", [*header.split(","), "NewPatient", "ReminderSent"], rows)


def make_recruiting(random: Random) -> None:
    roles = {"Data Analyst": 52, "Office Manager": 45, "Sales Rep": 48, "Software Engineer": 78}
    sources = ["LinkedIn", "Job Board", "Employee Referral", "Company Website"]
    recruiters = ["Hana Ito", "Colm Reilly", "Beatriz Sol"]
    stages = ["Rejected", "Screening", "Phone Interview", "On-site Interview", "Hired"]
    rows = []
    for number, name in enumerate(_people(random, 170), start=1):
        role = random.choice(list(roles))
        applied = _day(random, date(2025, 1, 2), 250)
        stage = random.choices(stages, [6, 3, 3, 2, 2])[0]
        hired = applied + timedelta(days=random.randint(18, 75))
        rows.append(
            (
                f"C{number:03d}", name, role, random.choices(sources, [5, 4, 2, 2])[0],
                random.choice(["Boston", "Chicago", "Denver", "New York"]), f"{applied:%m/%d/%Y}",
                stage, "" if stage == "Screening" else random.randint(20, 100) / 10,
                _gap(random, 0.1, (roles[role] + random.randint(-9, 14)) * 1000),
                random.randint(0, 19), f"{hired:%m/%d/%Y}" if stage == "Hired" else "",
                random.choice(recruiters),
            )
        )  # fmt: skip
    header = (
        "Candidate ID,Candidate,Role,Source,City,Date Applied,Stage,Interview Score,"
        "Salary Expectation (USD),Yrs Experience,Hire Date,Recruiter"
    )
    _write("candidates.csv", header.split(","), rows)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    makers = (
        make_gym, make_stock, make_invoices, make_property, make_films, make_web, make_crops,
        make_grants, make_survey, make_payroll, make_dental, make_recruiting,
    )  # fmt: skip
    for place, make in enumerate(makers):
        make(Random(20251116 + place))


if __name__ == "__main__":
    main()
