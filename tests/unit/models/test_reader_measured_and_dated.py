"""What a figure is of, and of which rows its period is."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def hotel() -> Dataset:
    return Dataset(
        {
            "guests": """select * from (values
                (1, 'Ann Lee', 'DE', date '2024-03-03'), (2, 'Bob Ray', 'FR', '2023-01-15'),
                (3, 'Cid Moe', 'DE', '2024-08-01'))
                t(guest_id, name, home_country, registered_on)""",
            "stays": """select * from (values
                (1, 1, date '2024-01-20', 3, 300.0), (2, 1, '2024-08-20', 4, 700.0),
                (3, 2, '2024-01-22', 2, 90.0), (4, 3, '2024-12-20', 5, 200.0))
                t(stay_id, guest_id, arrival, nights, total)""",
            "extras": """select * from (values
                (1, 1, 'Bar', 30.0), (2, 1, 'Spa', 50.0), (3, 2, 'Bar', 40.0), (4, 4, 'Spa', 20.0))
                t(extra_id, stay_id, kind, line_total)""",
        },
        ("stays.guest_id guests.guest_id", "extras.stay_id stays.stay_id"),
    )


@pytest.fixture(scope="module")
def flats() -> Dataset:
    return Dataset(
        {
            "flats": """select * from (values
                ('F1', 'Bonn', 'Attic', 700, date '2024-01-03'),
                ('F2', 'Bonn', 'Loft', 650, '2024-01-05'),
                ('F3', 'Ulm', 'Loft', 400, '2024-02-03'),
                ('F4', 'Ulm', 'Attic', 500, '2024-02-07'))
                t("Flat No", "Town", "Kind", "Monthly Rent (EUR)", "Listed On")""",
        }
    )


@pytest.fixture(scope="module")
def policies() -> Dataset:
    return Dataset(
        {
            "policies": """select * from (values
                ('P1', 'Car', 'Ann', 300, date '2023-01-03'),
                ('P2', 'Car', 'Bob', 250, '2024-01-05'),
                ('P3', 'Home', 'Cid', 800, '2024-02-03'), ('P4', 'Home', 'Dee', 900, '2022-02-07'))
                t(policy_no, cover, holder, annual_premium, starts_on)""",
        }
    )


@pytest.fixture(scope="module")
def calls() -> Dataset:
    return Dataset(
        {
            "calls": """select * from (values
                (1, 'North', 120, 3.5, 2), (2, 'South', 40, 7.0, 5), (3, 'North', 75, 9.0, 9),
                (4, 'South', 10, 1.0, 1))
                t(call_id, region, answer_time_seconds, drive_km, repair_days)""",
        }
    )


@pytest.fixture(scope="module")
def invoices() -> Dataset:
    return Dataset(
        {
            "invoices": """select * from (values
                (1, 'Ab', date '2024-01-01', date '2024-01-10', 10.0),
                (2, 'Bc', '2024-01-01', '2024-02-10', 20.0),
                (3, 'Ab', '2024-03-01', '2024-03-08', 50.0), (4, 'Ab', '2024-03-01', null, 50.0))
                t(invoice_id, client, issued_on, paid_on, amount)""",
        }
    )


@pytest.fixture(scope="module")
def meters() -> Dataset:
    return Dataset(
        {
            "meter_readings": """select * from (values
                ('M1', 'Hall', 'Electricity', date '2024-01-28', 100, 10.5),
                ('M1', 'Hall', 'Electricity', '2024-02-28', 120, 11.0),
                ('M1', 'Hall', 'Electricity', '2024-04-28', 90, 9.0),
                ('M2', 'Hall', 'Gas', '2024-01-28', 500, 50.0),
                ('M3', 'Depot', 'Electricity', '2024-01-28', 70, 7.0),
                ('M4', 'Depot', 'Gas', '2024-05-28', 300, 31.0))
                t(mtr_no, bldg, util, read_dt, cons_kwh, cost_gbp)""",
        }
    )


@pytest.fixture(scope="module")
def bookings() -> Dataset:
    return Dataset(
        {
            "bookings": """select * from (values
                ('R1', 'Hall', 'Sport', date '2024-01-28', 12),
                ('R2', 'Hall', 'Music', '2024-02-28', 30),
                ('R1', 'Barn', 'Music', '2024-02-28', 40))
                t(room, site, activity, booked_on, people)""",
        }
    )


@pytest.fixture(scope="module")
def fleet() -> Dataset:
    return Dataset(
        {
            "drivers": """select * from (values
                ('D1', 'Ann', 'North', date '2024-01-05'), ('D2', 'Bob', 'South', '2020-05-01'))
                t(driver_id, driver_name, depot, hired_on)""",
            "trips": """select * from (values
                (1, 'D1', date '2024-01-10', 50.0, 9), (2, 'D1', '2024-01-11', 60.0, 8),
                (3, 'D2', '2024-01-12', 200.0, 1), (4, 'D1', '2024-02-12', 900.0, 1))
                t(trip_id, driver_id, trip_date, km_driven, stops)""",
        },
        ("trips.driver_id drivers.driver_id",),
    )


@pytest.fixture(scope="module")
def loans() -> Dataset:
    return Dataset(
        {
            "loans": """select * from (values
                (1, 'A', date '2023-01-02', date '2023-02-01', true, 100),
                (2, 'A', '2023-05-02', '2024-01-01', true, 50),
                (3, 'B', '2024-05-02', null, false, 70),
                (4, 'B', '2024-06-02', '2024-09-01', true, 30))
                t(loan_id, branch, application_date, approval_date, approved, amount)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("revenue by guest home country in the first half of 2024", {"DE": 300, "FR": 90}),
        ("turnover by home country in Q1 2024", {"DE": 300, "FR": 90}),
        ("takings by home country in 2024", {"DE": 1200, "FR": 90}),
    ],
)
def test_a_period_is_that_of_what_is_measured(
    hotel: Dataset, question: str, wanted: dict[str, int]
) -> None:
    assert dict(hotel.ask(question)) == wanted


def test_the_half_after_takes_the_place_of_the_one_before(hotel: Dataset) -> None:
    asked = ("revenue by guest home country in the first half of 2024", "and in the second half?")
    assert dict(hotel.ask(*asked)) == {"DE": 900}


def test_a_period_of_who_did_it_stays_theirs(hotel: Dataset) -> None:
    assert hotel.ask("how many guests registered in 2024?") == [(2,)]
    assert hotel.ask("revenue of guests who registered in 2024") == [(Decimal(1200),)]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which is the cheapest loft in Bonn and what does it cost per month?", [("F2", 650)]),
        ("which flat in Ulm has the highest rent per month?", [("F4", 500)]),
        ("average rent per month by town", [("Bonn", 675.0), ("Ulm", 450.0)]),
        ("what does F3 cost a month", [(400,)]),
    ],
)
def test_what_a_header_says_is_for_a_month_is_not_split_by_months(
    flats: Dataset, question: str, wanted: list[tuple[object, ...]]
) -> None:
    assert flats.ask(question) == wanted


def test_what_a_header_says_is_for_a_year_is_not_split_by_years(policies: Dataset) -> None:
    assert policies.ask("which policy has the highest premium per year?") == [("P4", 900)]
    assert dict(policies.ask("average premium per year by cover")) == {"Home": 850.0, "Car": 275.0}
    found = policies.ask("policies that cost more than 280 per year")
    assert {row[0] for row in found} == {"P1", "P3", "P4"}


def test_rows_and_figures_are_still_split_by_time(flats: Dataset, policies: Dataset) -> None:
    months = [date(2024, 1, 1), date(2024, 2, 1)]
    assert flats.ask("flats listed per month") == [(month, 2) for month in months]
    assert flats.ask("average rent by month") == [(months[0], 675.0), (months[1], 450.0)]
    assert len(policies.ask("number of policies per year")) == 3


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("how many calls had an answer time within 60 seconds?", 2),
        ("how many calls got an answer within a minute?", 2),
        ("how many calls in the North were answered within 2 minutes?", 2),
        ("number of calls with a drive within 7 km", 3),
        ("how many calls were repaired within 5 days?", 3),
    ],
)
def test_within_so_much_is_at_most_that(calls: Dataset, question: str, wanted: int) -> None:
    assert calls.ask(question) == [(wanted,)]


def test_within_so_many_days_of_another_date(invoices: Dataset) -> None:
    assert invoices.ask("how many invoices were paid within 14 days?") == [(2,)]
    assert invoices.ask("share of invoices paid within 14 days") == [(50.0,)]
    assert "within a month" in invoices.asked_back("invoices paid within a month")


def test_within_groups_and_periods_is_no_bound(calls: Dataset, invoices: Dataset) -> None:
    found = calls.ask("average drive km within each region")
    assert dict(found) == {"North": 6.25, "South": 4.0}
    assert invoices.ask("how many invoices were issued within 2024") == [(4,)]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        (
            "Electricity use of the Hall by quarter",
            [(date(2024, 1, 1), 220), (date(2024, 4, 1), 90)],
        ),
        (
            "electricity usage of the Hall by quarter",
            [(date(2024, 1, 1), 220), (date(2024, 4, 1), 90)],
        ),
        ("gas use by building", [("Hall", 500), ("Depot", 300)]),
        ("total electricity use", [(380,)]),
    ],
)
def test_a_use_is_what_is_measured(
    meters: Dataset, question: str, wanted: list[tuple[object, ...]]
) -> None:
    assert meters.ask(question) == wanted


def test_a_use_of_what_nothing_measures_is_asked_about(bookings: Dataset) -> None:
    assert '"use"' in bookings.asked_back("Music use of the Hall by month")
    assert '"use"' in bookings.asked_back("room use by site")


def test_who_uses_something_is_no_use_of_it(bookings: Dataset, meters: Dataset) -> None:
    found = bookings.ask("which rooms do they use for music")
    assert {row[0] for row in found} == {"R1", "R2"}
    assert meters.ask("how many meters are in use") == [(6,)]


def test_that_month_is_the_month_asked_about_before(fleet: Dataset) -> None:
    before = "How many kilometres did we drive in January 2024?"
    assert fleet.ask(before, "which driver drove the most in that month?")[0][:2] == ("D2", "Bob")
    stops = fleet.ask(before, "total stops by depot in the same month")
    assert dict(stops) == {"North": 17, "South": 1}
    trips = fleet.ask("total km in 2024", "number of trips per depot in that year")
    assert dict(trips) == {"North": 3, "South": 1}


def test_that_month_of_a_year_is_none(fleet: Dataset) -> None:
    before = fleet.understand("total km in 2024")
    assert before.plan is not None  # type: ignore[union-attr]
    after = fleet.understand("which driver drove the most in that month?", before)  # type: ignore[arg-type]
    assert "month" in after.message  # type: ignore[union-attr]


def test_the_most_of_what_was_done_is_measured(fleet: Dataset) -> None:
    found = fleet.ask("which driver drove the most in January 2024?")
    assert found[0] == ("D2", "Bob", Decimal(200))
    assert fleet.ask("how many drivers were hired in January 2024?") == [(1,)]


def test_the_year_of_an_event_is_that_of_its_date(loans: Dataset) -> None:
    found = loans.ask("total amount by branch and approval year")
    assert {(row[0], row[1].year): row[2] for row in found} == {
        ("A", 2023): 100, ("A", 2024): 50, ("B", 2024): 30,
    }  # fmt: skip
    found = loans.ask("total amount by application year and branch")
    assert {(row[0].year, row[1]): row[2] for row in found} == {(2023, "A"): 150, (2024, "B"): 100}


def test_what_was_done_still_tells_groups(loans: Dataset) -> None:
    found = loans.ask("total amount by branch and approved")
    assert {row[:2]: row[2] for row in found} == {
        ("A", True): 150, ("B", False): 70, ("B", True): 30,
    }  # fmt: skip
    assert len(loans.ask("amount by approval year")) == 2
