"""Money asked for and litres told, readings and what they cost, people and who serves them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def farm() -> Dataset:
    """Milk collected from herds, and feed in kilos; nothing says what any of it cost."""
    return Dataset(
        {
            "collections": """select * from (values
                (1, date '2025-03-01', 'North', 'Ann Lee', 500.0, 120.0, 42.0),
                (2, date '2025-03-02', 'North', 'Bob Ray', 520.0, 100.0, 38.0),
                (3, date '2025-03-02', 'South', 'Ann Lee', 300.0, 80.0, 17.0),
                (4, date '2025-04-03', 'South', 'Ann Lee', 310.0, 90.0, 19.0))
                t(collection_id, collected_on, herd, driver, milk_l, feed_kg, route_km)""",
        }
    )


@pytest.mark.parametrize(
    "question",
    [
        "How much did we pay for feed in March?",
        "how much was spent on feed per herd?",
        "What did feed cost us in March?",
        "total feed cost",
    ],
)
def test_money_is_no_number_of_kilos(farm: Dataset, question: str) -> None:
    assert "no column of money" in farm.asked_back(question)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How much feed did we pay for in March?", [(300,)]),
        ("how much feed was used in March?", [(300,)]),
        ("how many kg of feed were charged to the South herd?", [(170,)]),
    ],
)
def test_what_was_paid_for_may_be_measured(farm: Dataset, question: str, rows: list[Any]) -> None:
    assert farm.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("average collection distance in km by herd", [("North", 40), ("South", 18)]),
        ("average route length in km", [(29,)]),
        ("average collection volume in litres", [(407.5,)]),
    ],
)
def test_a_length_in_a_unit_is_the_number_in_that_unit(
    farm: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(farm.ask(question)) == rows


def test_a_length_in_no_unit_is_asked_about(farm: Dataset) -> None:
    farm.asked_back("average collection width in cm")


@pytest.mark.parametrize(
    "question",
    ["How many people came to see North?", "how many people visited the South herd?"],
)
def test_who_comes_is_none_of_those_who_work_there(farm: Dataset, question: str) -> None:
    assert '"people"' in farm.asked_back(question)


def test_who_works_there_is_counted(farm: Dataset) -> None:
    assert farm.ask("how many people drove for the North herd?") == [(2,)]


def test_who_visits_is_counted_by_the_visits() -> None:
    clinic = Dataset(
        {
            "clinic_visits": """select * from (values
                (1, date '2025-03-01', 'Kerr', 'Flu'), (2, date '2025-03-01', 'Kerr', 'Cut'),
                (3, date '2025-03-02', 'Lowe', 'Flu')) t(visit_id, visited_on, nurse, reason)""",
        }
    )
    assert clinic.ask("how many people visited with flu?") == [(2,)]


def test_a_reading_is_of_what_was_read_and_not_of_its_cost() -> None:
    columns = "t(meter, site, flow_l, charge_eur)"
    meters = Dataset(
        {
            "water_readings": f"""select * from (values
                ('A', 'Mill', 10.0, 1.0), ('A', 'Mill', 20.0, 2.0), ('B', 'Yard', 40.0, 5.0))
                {columns}""",
        }
    )
    assert sorted(meters.ask("average reading by site")) == [("Mill", 15), ("Yard", 40)]
    assert sorted(meters.ask("average charge by site")) == [("Mill", 1.5), ("Yard", 5)]


@pytest.fixture(scope="module")
def harbour() -> Dataset:
    """Catches by weight, with what a kilo of each fetched."""
    return Dataset(
        {
            "catches": """select * from (values
                (1, date '2025-03-01', 'Cod', 10.0, 5.0), (2, '2025-03-02', 'Cod', 20.0, 4.0),
                (3, '2025-03-02', 'Hake', 5.0, 8.0))
                t(catch_id, landed_on, species, fish_kg, price_per_kg)""",
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What did we earn with cod fish?", [(130,)]),
        ("How much did we make from cod fish?", [(130,)]),
        ("what did cod bring in", [(130,)]),
        ("revenue by species", [("Cod", 130), ("Hake", 40)]),
        ("how much cod fish did we land", [(30,)]),
        ("price per kg by species", [("Hake", 8.0), ("Cod", 4.5)]),
    ],
)
def test_what_is_weighed_earns_its_weight_times_the_price(
    harbour: Dataset, question: str, rows: list[Any]
) -> None:
    assert harbour.ask(question) == rows


def test_what_was_made_is_measured_where_nothing_is_of_money(farm: Dataset) -> None:
    assert farm.ask("how much milk did the South herd make") == [(610,)]


RATES = "select 'B' || i as bill, 100.0 * i as net, (case when i % 2 = 0 then 7 else 19 end) as {}"


@pytest.mark.parametrize("header", ["vat", '"VAT %"', '"Tax"', '"GST rate"'])
@pytest.mark.parametrize("question", ["How much {} did we charge in total?", "total {}"])
def test_rates_are_not_added_up(header: str, question: str) -> None:
    bills = Dataset({"bills": RATES.format(header) + " from range(1, 21) t(i)"})
    assert "says nothing" in bills.asked_back(question.format(header.strip('"')))
    assert bills.ask("total net") == [(21000,)]


def test_a_rate_is_not_added_to_a_sum() -> None:
    sql = RATES.replace("as net", "as amount").format("vat") + " from range(1, 21) t(i)"
    assert "says nothing" in Dataset({"bills": sql}).asked_back("total amount including VAT")


def test_sums_of_tax_are_added_up() -> None:
    sql = "select 'B' || i as bill, 100.0 * i as net, 7.0 * i as vat from range(1, 21) t(i)"
    assert Dataset({"bills": sql}).ask("how much VAT did we charge in total?") == [(1470,)]


def test_what_one_leaves_is_no_profit_of_what_was_sold() -> None:
    kinds = "(1, 'Fern', 'Pot', 9.0, 4.0), (2, 'Rose', 'Bed', 20.0, 18.0), (3, 'Ivy', 'Pot', 5, 2)"
    sold = "(1, 1, 30), (2, 2, 12), (3, 1, 7), (4, 3, 3)"
    tables = {
        "plants": f"select * from (values {kinds}) t(plant_id, plant, category, price, cost)",
        "sales": f"select * from (values {sold}) t(sale_id, plant_id, quantity)",
    }
    nursery = Dataset(tables, ("sales.plant_id plants.plant_id",))
    for question in ("Which category makes the most profit?", "profit by category"):
        assert "profit" in nursery.asked_back(question)
    assert nursery.ask("total price minus cost")
    alone = Dataset({"plants": tables["plants"]})
    assert alone.ask("total profit") == [(10,)]
