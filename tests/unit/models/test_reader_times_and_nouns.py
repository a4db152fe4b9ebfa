"""How long, how many of each on average, and which rows or people a noun means."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def pool() -> Dataset:
    """Laps swum: how long is told in minutes, and when beside it."""
    return Dataset(
        {
            "swims": """select * from (values
                (1, 's1', timestamp '2024-01-02 08:00', 'Crawl', 40, 90, true, 10.0),
                (2, 's1', '2024-01-05 09:00', 'Back', 20, 60, false, 5.0),
                (3, 's2', '2024-02-01 07:00', 'Crawl', 75, 90, true, 6.0),
                (4, 's3', '2024-02-03 10:00', 'Back', 15, 60, false, 30.0))
                t("swimId", "swimmerId", "swumAt", stroke, "minutesSwum", "slotLengthMin",
                  finished, "feeEur")""",
        }
    )


@pytest.fixture(scope="module")
def library() -> Dataset:
    return Dataset(
        {
            "readers": """select * from (values
                (1, 'Ann Lee', 12), (2, 'Bob Ray', 30), (3, 'Cid Moe', 20))
                t(reader_id, name, yearly_fee_eur)""",
            "sittings": """select * from (values
                (1, 1, date '2024-01-02', 'Hall', 50), (2, 1, '2024-01-04', 'Hall', 60),
                (3, 2, '2024-01-05', 'Attic', 90), (4, 3, '2024-02-05', 'Attic', 20))
                t(sitting_id, reader_id, sat_on, room, duration_min)""",
        },
        ("sittings.reader_id readers.reader_id",),
    )


@pytest.fixture(scope="module")
def depot() -> Dataset:
    return Dataset(
        {
            "cash_moves": """select * from (values
                (1, date '2024-01-02', 'IN', 100, 'Ann'), (2, '2024-01-03', 'OUT', 10, 'Ann'),
                (3, '2024-01-04', 'OUT', 5, 'Bob'), (4, '2024-01-05', 'IN', 5, 'Ann'))
                t("MOVE_NO", "MOVE_DT", "MOVE_TYPE", "QTY", "CLERK")""",
        }
    )


@pytest.fixture(scope="module")
def tests_taken() -> Dataset:
    return Dataset(
        {
            "lab_results": """select * from (values
                ('P1', 'Blood', date '2024-01-02', 'negative'),
                ('P2', 'Blood', '2024-01-02', 'positive'),
                ('P3', 'Urine', '2024-01-02', 'negative'),
                ('P4', 'Urine', '2024-01-09', 'negative'))
                t("Patient", "Sample", "Test Date", "Result")""",
        }
    )


@pytest.fixture(scope="module")
def screenings() -> Dataset:
    """Rows that repeat a thing, and tell what it has of its own each time."""
    return Dataset(
        {
            "screenings": """select * from (values
                (1, date '2024-01-02', 'Dune', 'Villeneuve', 155, 120, 'North'),
                (2, '2024-01-03', 'Dune', 'Villeneuve', 155, 80, 'South'),
                (3, '2024-01-04', 'Big', 'Marshall', 104, 90, 'North'),
                (4, '2024-01-05', 'Speed', 'de Bont', 116, 30, 'South'),
                (5, '2024-01-06', 'Dune', 'Villeneuve', 155, 10, 'South'))
                t("screeningId", "shownOn", "filmTitle", "directorName", "filmLengthMin",
                  "ticketsSold", "house")""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the longest film and who is it by?", [("Dune", 155, "Villeneuve")]),
        ("Which film is the shortest?", [("Big", 104)]),
        ("What are the two longest films?", [("Dune", 155), ("Speed", 116)]),
        ("What is the longest film length?", [(155,)]),
        ("Tickets sold per film title", [("Dune", 210), ("Big", 90), ("Speed", 30)]),
        ("Which house showed the longest film?", [("North", 155), ("South", 155)]),
    ],
)
def test_a_thing_is_told_once_by_what_it_has_of_its_own(
    screenings: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert screenings.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many minutes were swum on average?", [(37.5,)]),
        ("When a swim was finished, how many minutes were swum on average?", [(57.5,)]),
        (
            "How many minutes were swum on average per stroke?",
            [("Crawl", 57.5), ("Back", 17.5)],
        ),
        ("How many minutes were swum?", [(150,)]),
    ],
)
def test_how_many_on_average_is_the_average_of_that_column(
    pool: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert pool.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Total swimming time per stroke", [("Crawl", 115), ("Back", 35)]),
        ("What is the average time swum?", [(37.5,)]),
        ("Which swimmer has the most swimming time?", [("s2", 75)]),
        ("Total swimming time in hours", [(2.5,)]),
        ("How many times was Crawl swum for more than 50 minutes?", [(1,)]),
    ],
)
def test_the_time_of_a_deed_is_the_column_of_its_minutes(
    pool: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert pool.ask(question) == rows


def test_the_latest_time_is_when(pool: Dataset) -> None:
    assert str(pool.ask("What is the latest time swum?")[0][0]).startswith("2024-02-03")


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which reader has spent the most minutes here?", [(1, "Ann Lee", 110)]),
        ("Who spent the most time here?", [(1, "Ann Lee", 110)]),
        ("How many minutes did readers spend in each room?", [("Hall", 110), ("Attic", 110)]),
        ("Average time spent per sitting", [(55.0,)]),
        ("Which reader spent the most?", [(2, "Bob Ray", 30)]),
    ],
)
def test_time_is_spent_as_well_as_money(
    library: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert sorted(map(str, library.ask(question))) == sorted(map(str, rows))


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        (
            "What percentage of all cash movements did each clerk book?",
            [("Ann", 3, 75.0), ("Bob", 1, 25.0)],
        ),
        ("How many cash movements did each clerk book?", [("Ann", 3), ("Bob", 1)]),
        ("How many cash movements were there in January 2024?", [(4,)]),
        ("Number of different move types", [(2,)]),
    ],
)
def test_movements_are_rows_of_moves(
    depot: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert depot.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many results are there?", 4),
        ("How many results do we have for Urine?", 2),
        ("How many different results are there?", 2),
        ("How many results were positive?", 1),
    ],
)
def test_results_are_the_rows_before_what_they_say(
    tests_taken: Dataset, question: str, number: int
) -> None:
    assert tests_taken.ask(question) == [(number,)]


def test_results_of_each_day_are_counted(tests_taken: Dataset) -> None:
    rows = tests_taken.ask("Number of results per test date, in date order")
    assert [count for _, count in rows] == [3, 1]


@pytest.fixture(scope="module")
def rentals() -> Dataset:
    return Dataset(
        {
            "bike_rentals": """select * from (values
                (1, 'u1', date '2024-01-02', 'Bonn', 'Card', 4),
                (2, 'u1', '2024-01-05', 'Bonn', 'Cash', 5),
                (3, 'u2', '2024-02-01', 'Bonn', 'Card', 6),
                (4, 'u3', '2024-02-03', 'Ulm', 'Card', 7))
                t(rental_id, user_id, rented_on, town, paid_by, price)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many different renters do we have in each town?", [("Bonn", 2), ("Ulm", 1)]),
        ("How many renters are there?", [(3,)]),
        ("Which renter has the most rentals?", [("u1", 2)]),
        ("How many rentals are there per town?", [("Bonn", 3), ("Ulm", 1)]),
    ],
)
def test_who_does_what_the_rows_tell_is_told_by_the_key_of_people(
    rentals: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert rentals.ask(question) == rows


@pytest.mark.parametrize("noun", ["pilots", "teachers"])
def test_who_does_something_else_is_asked_about(rentals: Dataset, noun: str) -> None:
    assert noun in rentals.asked_back(f"How many {noun} are there?")


@pytest.fixture(scope="module")
def clinic() -> Dataset:
    return Dataset(
        {
            "referrals": """select * from (values
                (1, date '2024-01-01', 'GP'), (2, '2024-01-10', 'Self'), (3, '2024-02-01', 'GP'))
                t(referral_id, referral_date, source)""",
            "appointments": """select * from (values
                (11, 1, date '2024-01-05', 80.0::double, true), (12, 2, '2024-01-22', 40.0, false),
                (13, 3, '2024-02-09', 60.0, true))
                t(appointment_id, referral_id, appointment_date, fee, is_recurring)""",
        },
        ("appointments.referral_id referrals.referral_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("On average, how many days after the referral is the appointment?", [(8.0,)]),
        ("How many days after the referral are people seen on average?", [(8.0,)]),
        ("How many days after the referral is the appointment, on average, by source?",
         [("Self", 12.0), ("GP", 6.0)]),
        ("How many appointments were there after 10 January 2024?", [(2,)]),
        ("How many referrals were there after 5 January 2024?", [(2,)]),
    ],
)  # fmt: skip
def test_days_after_lie_between_dates_of_two_tables(
    clinic: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert clinic.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Is the average recurring appointment's fee higher than the average one-off one?",
         [(True, 70.0), (False, 40.0)]),
        ("Is the average fee of recurring appointments higher than the average one-off fee?",
         [(True, 70.0), (False, 40.0)]),
        ("How many one-off appointments were there?", [(1,)]),
    ],
)  # fmt: skip
def test_two_averages_are_set_side_by_side(
    clinic: Dataset, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert clinic.ask(question) == rows


def test_rows_are_still_held_against_an_average(clinic: Dataset) -> None:
    rows = clinic.ask("Which appointments have a fee higher than the average fee?")
    assert [row[0] for row in rows] == [11]
