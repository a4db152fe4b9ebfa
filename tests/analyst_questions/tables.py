"""The datasets the questions are about: our demo ones, and folders of the corpus."""

from __future__ import annotations

import os
from pathlib import Path

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


def is_demo(dataset: str) -> bool:
    return "/" not in dataset


def files_of(dataset: str) -> list[Path]:
    """Return the files of a dataset, whether or not the corpus is there."""
    folder = (DEMO if is_demo(dataset) else CORPUS) / dataset
    return [folder / name for name in _FOLDERS[dataset]]


def is_there(dataset: str) -> bool:
    return all(path.is_file() for path in files_of(dataset))
