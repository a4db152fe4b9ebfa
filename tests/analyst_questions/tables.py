"""The datasets the questions are about: our demo ones, and folders of the corpus."""

from __future__ import annotations

import os
from pathlib import Path

from tests.analyst_questions import strangers

ROOT = Path(__file__).parent.parent.parent
DEMO = ROOT / "datasets"
CORPUS = Path(os.environ.get("KEENBENCH_CORPUS", ROOT.parent / "shared" / "corpus"))

_FOLDERS: dict[str, tuple[str, ...]] = {
    "shop": ("customers.csv", "orders.csv", "order_items.csv", "products.csv"),
    "support": ("agents.csv", "tickets.csv"),
    "sensors": ("sensors.csv", "readings.csv"),
    "bank": ("statement_en.csv", "kontoauszug_de.csv"),
    "hr": ("departments.csv", "employees.csv", "absences.csv"),
    "csv/datasets/air_quality": (
        "air_quality_long.csv",
        "air_quality_parameters.csv",
        "air_quality_stations.csv",
    ),
    "csv/datasets/airports_flights": ("airports.csv", "flights-airport.csv"),
    "csv/datasets/ecommerce": ("inventory.csv", "orders.csv", "order_items.csv"),
    "csv/datasets/gdp": ("gdp.csv",),
    "csv/datasets/jaffle_shop": ("raw_customers.csv", "raw_orders.csv", "raw_payments.csv"),
    "csv/datasets/mpg": ("mpg.csv",),
    # Not its orders: a fifth of their rows has unquoted commas.
    "csv/datasets/northwind": (
        "categories.csv",
        "products.csv",
        "order-details.csv",
    ),
    "csv/datasets/nycflights13": ("airlines.csv", "planes.csv"),
    "csv/datasets/penguins": ("penguins_raw.csv",),
    "csv/datasets/planets": ("planets.csv",),
    "csv/datasets/seattle_weather": ("seattle-weather.csv",),
    "csv/datasets/taxis": ("taxis.csv",),
    "csv/datasets/tips": ("tips.csv",),
    "csv/datasets/titanic": ("titanic.csv",),
}

# The second suite's: our own small tables beside this file, and single files of the corpus.
_OWN = Path(__file__).parent / "tables"
_STAFF = ("employees", "employee-territories", "territories", "regions", "shippers")
_SECOND: dict[str, tuple[Path, ...]] = {
    "second/clinic": (_OWN / "patients.csv", _OWN / "visits.csv"),
    "second/football": (_OWN / "matches.csv", _OWN / "goals.csv"),
    "second/energy": (_OWN / "meters.csv", _OWN / "meter_readings.csv"),
    "second/library": (_OWN / "books.csv", _OWN / "members.csv", _OWN / "loans.csv"),
    "second/failed_banks": (CORPUS / "csv/pandas__banklist.csv",),
    "second/small_cities": (CORPUS / "csv/rust-csv__smallpop-colon.csv",),
    "second/us_places": (CORPUS / "csv/rust-csv__uspop-null.csv",),
    "second/launch": (
        CORPUS / "csv/keenbench__keenbench_launch_plan.csv",
        CORPUS / "csv/keenbench__data.csv",
    ),
    "second/nhs_spending": (CORPUS / "csv/pollock_survey/clean/10.January_2019.csv",),
    "second/card_spending": (CORPUS / "csv/pollock_survey/clean/dwp-cmg-spend-1214.csv",),
    "second/toilets": (CORPUS / "csv/pollock_survey/clean/public-toilet-borough-grid.csv",),
    "second/travel": (CORPUS / "csv/pollock_survey/clean/Copy_of_2016-17_Q3_Final_V2.csv",),
    "second/outdoor_products": (CORPUS / "csv/pollock/csv/source.csv",),
    "second/countries": (CORPUS / "csv/datasets/country_codes/country-codes.csv",),
    "second/northwind_staff": tuple(
        CORPUS / "csv/datasets/northwind" / f"{name}.csv" for name in _STAFF
    ),
}

# The fourth suite's.
_NEW = Path(__file__).parent / "fourth_tables"
_FOURTH: dict[str, tuple[Path, ...]] = {
    "fourth/fleet": (_NEW / "vehicles.csv", _NEW / "fuel_log.csv"),
    "fourth/school": (_NEW / "pupils.csv", _NEW / "exam_results.csv"),
    "fourth/mailings": (_NEW / "campaigns.csv",),
    "fourth/personnel": (_NEW / "staff.csv", _NEW / "depts.csv"),
    "fourth/flights": (_NEW / "flights.csv", _NEW / "carriers.csv"),
    "fourth/hotel": (_NEW / "bookings.csv",),
    "fourth/wine": (CORPUS / "csv/pollock_survey/clean/Wine_Cellar_Consumption_dataset_14-15.csv",),
    "fourth/merchants": (CORPUS / "csv/pollock_survey/clean/Feb-2016.csv",),
    "fourth/unemployment": (CORPUS / "csv/datasets/unemployment/unemployment.tsv",),
}

# The fifth suite's.
_UNSEEN = Path(__file__).parent / "fifth_tables"
_FIFTH: dict[str, tuple[Path, ...]] = {
    "fifth/gym": (_UNSEEN / "gym_members.csv",),
    "fifth/stock": (_UNSEEN / "parts.csv", _UNSEEN / "suppliers.csv"),
    "fifth/invoices": (_UNSEEN / "invoices.csv",),
    "fifth/property": (_UNSEEN / "listings.csv",),
    "fifth/films": (_UNSEEN / "films.csv",),
    "fifth/web": (_UNSEEN / "web_traffic.csv",),
    "fifth/crops": (_UNSEEN / "harvests.csv",),
    "fifth/grants": (_UNSEEN / "grants.csv", _UNSEEN / "charities.csv"),
    "fifth/survey": (_UNSEEN / "survey_responses.csv",),
    "fifth/payroll": (_UNSEEN / "payslips.csv",),
    "fifth/dental": (_UNSEEN / "appointments.csv",),
    "fifth/recruiting": (_UNSEEN / "candidates.csv",),
}


def is_demo(dataset: str) -> bool:
    return "/" not in dataset


def files_of(dataset: str) -> list[Path]:
    """Return the files of a dataset, whether or not the corpus is there."""
    if dataset in _SECOND:
        return list(_SECOND[dataset])
    if dataset in _FOURTH:
        return list(_FOURTH[dataset])
    if dataset in _FIFTH:
        return list(_FIFTH[dataset])
    if dataset.partition("/")[0] in strangers.NAMES:
        return strangers.files_of(dataset)
    folder = (DEMO if is_demo(dataset) else CORPUS) / dataset
    return [folder / name for name in _FOLDERS[dataset]]


def is_there(dataset: str) -> bool:
    return all(path.is_file() for path in files_of(dataset))
