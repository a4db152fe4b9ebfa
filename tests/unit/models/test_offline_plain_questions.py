"""Questions as people ask them, over tables whose names do not say it all; answered by value."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset, shop


def people() -> Dataset:
    return Dataset(
        {
            "people": """select * from (values
                (1, 'Ann', 34, 'woman', 1, 'First', 20.0, true),
                (2, 'Bob', 67, 'man', 0, 'Third', 5.0, false),
                (3, 'Cid', 4, 'child', 1, 'Third', 4.0, true),
                (4, 'Dee', 52, 'woman', 0, 'First', 30.0, false))
                t(person_id, name, age, who, survived, class, fare, remote)""",
        }
    )


def cars() -> Dataset:
    return Dataset(
        {
            "cars": """select * from (values
                ('a', 4, 2000, 70), ('b', 8, 4000, 70), ('c', 4, 2200, 71))
                t(name, cylinders, weight, model_year)""",
        }
    )


def gdp() -> Dataset:
    return Dataset(
        {
            "gdp": """select * from (values
                ('Oz', 2000, 5.0), ('Oz', 2001, 9.0), ('Ur', 2000, 7.0), ('Ur', 2001, 6.0))
                t("Country Name", "Year", "Value")""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many people died", [(2,)]),
        ("how many kids were on board", [(1,)]),
        ("youngest survivor", [(3, "Cid", 4)]),
        ("average fare paid by women in first class", [(25.0,)]),
        ("average age of remote vs non-remote people", [(False, 59.5), (True, 19.0)]),
    ],
)
def test_everyday_words_for_people(question: str, rows: list[Any]) -> None:
    assert sorted(people().ask(question)) == rows


def test_a_number_counts_what_follows_it() -> None:
    assert cars().ask("average weight of 4 cylinder cars") == [(2100.0,)]


def test_a_verb_of_making_only_joins_a_thing_to_its_year() -> None:
    assert cars().ask("number of cars built in 1970") == [(2,)]


def test_a_table_of_one_thing_is_ranked_by_its_value() -> None:
    assert gdp().ask("which country had the lowest gdp in 2000")[0][:2] == ("Oz", 5.0)


def test_rows_without_a_customer_are_no_customer() -> None:
    orders = Dataset(
        {
            "customers": "select * from (values (1, 'Ann'), (2, 'Bob')) t(customer_id, name)",
            "orders": """select * from (values (1, 1), (2, null), (3, null), (4, 2), (5, 2),
                (6, null)) t(order_id, customer_id)""",
        },
        ("orders.customer_id customers.customer_id",),
    )

    assert orders.ask("which customer has the most orders") == [(2, "Bob", 2)]
    assert orders.ask("customers who placed more than 1 order") == [(2, "Bob", 2)]


@pytest.mark.parametrize(
    ("question", "names"),
    [("which customers never ordered", ["Dee Fox"]), ("customers without orders", ["Dee Fox"])],
)
def test_never_means_without(question: str, names: list[str]) -> None:
    assert [row[1] for row in shop().ask(question)] == names


def test_what_an_order_is_worth_is_its_total() -> None:
    rows = shop().ask("average order value by status")

    assert dict(rows) == {"completed": 51.25, "cancelled": 50, "returned": 20}


def test_several_numbers_of_one_column() -> None:
    assert cars().ask("how many cars with cylinders 4 or 8") == [(3,)]


def test_of_two_ends_the_one_that_the_verb_says_is_meant() -> None:
    trips = Dataset(
        {
            "trips": "select * from (values ('Rome', 'Oslo', 3), ('Oslo', 'Rome', 4), "
            "('Oslo', 'Oslo', 5)) t(pickup_city, dropoff_city, fare)"
        }
    )

    assert trips.ask("how many trips started in Oslo") == [(2,)]
    assert trips.ask("how many trips ended in Rome") == [(1,)]


def weather() -> Dataset:
    return Dataset(
        {
            "weather": "select * from (values (date '2024-01-01', 9.0, 1.0, 5), "
            "('2024-01-02', 7.0, 2.0, 10)) t(date, temp_max, temp_min, discount_pct)"
        }
    )


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ("average temperature in January 2024", "temp_max"),
        ("total discount", "average"),
    ],
)
def test_what_can_mean_two_things_is_asked_about(question: str, hint: str) -> None:
    assert hint in weather().asked_back(question)


def test_an_average_of_rows_or_of_totals_is_said() -> None:
    absences = Dataset(
        {
            "staff": "select * from (values (1, 'Ann'), (2, 'Bob')) t(staff_id, name)",
            "absences": "select * from (values (1, 3), (1, 5), (2, 1)) t(staff_id, days)",
        },
        ("absences.staff_id staff.staff_id",),
    )

    meant = absences.understand("average number of days per staff")

    assert "the average days for each" in getattr(meant, "sentence", "")


def test_who_reports_to_whom_is_not_guessed() -> None:
    assert "reports" in people().asked_back("how many people report to Ann")


def test_a_name_is_understood_as_it_stands_in_the_header() -> None:
    assert shop().ask("sum of unit_price") == [(184,)]
    assert shop().ask("how many order_items") == [(6,)]
    assert dict(shop().ask("order_items by product")) == {"Lamp": 3, "Pen": 2, "Desk": 1}


def test_the_most_of_a_value_counts_the_rows_that_have_it() -> None:
    staff = Dataset(
        {
            "teams": "select * from (values (1, 'Red'), (2, 'Blue')) t(team_id, team_name)",
            "staff": """select * from (values (1, 1, 'contractor'), (2, 2, 'contractor'),
                (3, 2, 'contractor'), (4, 1, 'permanent'), (5, 1, 'permanent'))
                t(staff_id, team_id, contract)""",
        },
        ("staff.team_id teams.team_id",),
    )

    assert staff.ask("which team has the most contractors") == [(2, "Blue", 2)]


def test_so_many_of_a_party_is_its_size() -> None:
    meals = Dataset(
        {"meals": "select * from (values (10.0, 1.0, 2), (20.0, 2.0, 4)) t(total_bill, tip, size)"}
    )

    assert meals.ask("how many parties of 4 or more") == [(1,)]
