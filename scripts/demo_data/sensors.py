"""Hourly readings of temperature and humidity."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random

from scripts.demo_data.tables import Cell, a_day, around, table

PLACES = (
    ("S-01", "Server Room", "North", -1, "TH-200"),
    ("S-02", "Cold Storage", "North", -1, "TH-300"),
    ("S-03", "Reception", "North", 0, "TH-100"),
    ("S-04", "Kitchen", "North", 1, "TH-100"),
    ("S-05", "Open Office", "North", 2, "TH-100"),
    ("S-06", "Greenhouse", "South", 0, "TH-300"),
    ("S-07", "Workshop", "South", 0, "TH-200"),
    ("S-08", "Laboratory", "South", 1, "TH-300"),
    ("S-09", "Library", "South", 1, "TH-100"),
    ("S-10", "Roof", "South", 3, "TH-200"),
)
CLIMATE = {
    "Server Room": (21, 1, 38), "Cold Storage": (4, 1, 62), "Reception": (20, 2, 45),
    "Kitchen": (22, 3, 52), "Open Office": (21.5, 2, 43), "Greenhouse": (25, 4, 75),
    "Workshop": (17, 3, 48), "Laboratory": (20.5, 0.6, 40), "Library": (19.5, 1, 46),
    "Roof": (6, 5, 80),
}  # fmt: skip


def sensors() -> dict[str, bytes]:
    random = Random(20240303)
    placed: list[list[Cell]] = [
        [*place, a_day(random, date(2021, 1, 1), date(2024, 9, 30)).isoformat()] for place in PLACES
    ]
    placed[6][4] = "th-200"  # typed by hand
    readings: list[list[Cell]] = []
    start = datetime(2024, 11, 18)
    for hour in range(24 * 44):
        moment = start + timedelta(hours=hour)
        sun = max(0.0, 1 - abs(moment.hour - 14) / 8)
        for sensor, place, *_ in PLACES:
            if random.random() < 0.012:
                continue  # a reading that never arrived
            base, swing, damp = CLIMATE[place]
            temperature = base + swing * (sun - 0.4) + around(random, 1.4)
            humidity = min(99, max(5, round(damp - 4 * sun + around(random, 8))))
            readings.append(
                [
                    sensor,
                    moment.isoformat(sep=" "),
                    Decimal(round(temperature * 10)).scaleb(-1) if random.random() > 0.01 else None,
                    humidity if random.random() > 0.015 else None,
                ]
            )
        if hour % 240 == 5:
            # Someone's spare, never registered.
            readings.append(["S-99", moment.isoformat(sep=" "), Decimal("19.5"), 50])
    return {
        "sensors/sensors.csv": table(
            ("sensor_id", "location", "building", "floor", "model", "installed_on"), placed
        ),
        "sensors/readings.csv": table(
            ("sensor_id", "recorded_at", "temperature_c", "humidity_pct"), readings
        ),
    }
