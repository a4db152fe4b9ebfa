"""Employees, departments and absences."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from scripts.demo_data.tables import (
    FIRST_NAMES,
    LAST_NAMES,
    Cell,
    a_day,
    table,
)

JOBS = {
    "Engineering": (("Developer", 58), ("Senior Developer", 78), ("Team Lead", 92)),
    "Sales": (("Account Manager", 48), ("Sales Assistant", 36), ("Team Lead", 74)),
    "Finance": (("Accountant", 51), ("Controller", 67)),
    "Operations": (("Technician", 41), ("Planner", 46), ("Team Lead", 63)),
    "Marketing": (("Designer", 47), ("Editor", 43)),
    "Legal": (("Counsel", 88),),
}

# Why someone was away, and for how many days.
LENGTHS = {
    "vacation": (1, 15),
    "sick": (1, 8),
    "training": (1, 3),
    "parental": (20, 60),
    "unpaid": (1, 10),
}


def hr() -> dict[str, bytes]:
    random = Random(20240505)
    seats = ("Hamburg", "Vienna", "Hamburg", "Rotterdam", "Vienna", "Hamburg")
    budgets = (4200000, 2100000, 900000, 1600000, 750000, 400000)
    departments: list[list[Cell]] = [
        [f"D{number}", name, seats[number - 1], budgets[number - 1]]
        for number, name in enumerate(JOBS, 1)
    ]
    departments.append(["D7", "Research", "Rotterdam", 600000])  # founded, nobody hired yet
    employees: list[list[Cell]] = []
    for key in range(1, 181):
        place = random.choices(range(6), (34, 22, 11, 20, 10, 3))[0]
        job, about = random.choice(JOBS[list(JOBS)[place]])
        hired = a_day(random, date(2012, 1, 1), date(2025, 8, 31))
        kind = random.choices(("full-time", "part-time", "contractor"), (76, 16, 8))[0]
        salary: Cell = round(about * 1000 * random.uniform(0.85, 1.2) / 100) * 100
        employees.append(
            [
                key,
                random.choice(FIRST_NAMES),
                random.choice(LAST_NAMES),
                f"D{place + 1}" if random.random() > 0.02 else None,
                job,
                kind,
                hired.isoformat(),
                salary if kind != "contractor" else None,
                random.choices(("yes", "no"), (35, 65))[0],
            ]
        )
    absences: list[list[Cell]] = []
    for key in range(1, 901):
        start = a_day(random, date(2024, 1, 1), date(2025, 6, 30))
        reason = random.choices(tuple(LENGTHS), (50, 33, 10, 3, 4))[0]
        length = random.randint(*LENGTHS[reason])
        if random.random() < 0.03:
            reason = reason.capitalize()
        absences.append(
            [
                key,
                random.randrange(1, 184),
                reason,
                start.isoformat(),
                (start + timedelta(days=length - 1)).isoformat(),
                length,
            ]
        )
    return {
        "hr/departments.csv": table(
            ("department_id", "department_name", "location", "annual_budget"), departments
        ),
        "hr/employees.csv": table(
            (
                "employee_id",
                "first_name",
                "last_name",
                "department_id",
                "job_title",
                "employment_type",
                "hire_date",
                "salary",
                "remote",
            ),
            employees,
        ),
        "hr/absences.csv": table(
            ("absence_id", "employee_id", "reason", "start_date", "end_date", "days"), absences
        ),
    }
