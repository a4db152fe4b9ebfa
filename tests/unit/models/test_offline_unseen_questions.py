"""What a suite of questions by another author showed: ranges of days, keys, and what goes on."""

from __future__ import annotations

import pytest

from keenbench.analyst.relations import work_out
from keenbench.models.offline.day_ranges import with_whole_days
from keenbench.models.offline.frame import Clarification, Pending
from keenbench.models.offline.understanding import understand
from keenbench.models.offline.words import tokenise
from keenbench.query.dataset_schema import Relation
from tests.unit.models.asking import Dataset, _Answers, shop


def mailings() -> Dataset:
    return Dataset(
        {
            "wine_cellar": """select * from (values
                ('A1', 'Bordeaux', 'Margaux', '1990', 10, date '2024-03-01'),
                ('A2', 'Bordeaux', 'Pauillac', '2001', 20, '2024-03-07'),
                ('A3', 'Wines sold', 'Port', '1990', 30, '2024-03-15'),
                ('A4', 'Reception wines', 'Cava', '1990', 60, '2024-04-01'))
                t(ref_code, region, product, vintage, bottles, bought)""",
        }
    )


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("between 1 and 15 March 2024", "between 1 march and 15 march 2024"),
        ("from 1 to 7 December", "from 1 december to 7 december"),
        ("1–7 Dec 2023", "1 dec to 7 dec 2023"),
        ("1-7 Dec 2023", "1 dec to 7 dec 2023"),
        ("March 1 to 7, 2024", "march 1 to march 7 2024"),
        ("from the 1st to the 7th of May", "from the 1st may to 7 may"),
        ("between 1 and 15 orders", "between 1 and 15 orders"),
    ],
)
def test_days_that_share_a_month_are_whole_days_each(said: str, read: str) -> None:
    assert " ".join(token.norm for token in with_whole_days(tokenise(said))) == read


def test_a_range_of_days_counts_its_first_and_last_day() -> None:
    assert mailings().ask("how many wines were bought between 1 and 15 March 2024") == [(3,)]


def test_a_noun_of_the_tables_name_means_its_rows_and_not_cells_that_hold_it() -> None:
    assert mailings().ask("How many wines are there?") == [(4,)]


def test_another_number_takes_the_place_of_the_one_before() -> None:
    assert mailings().ask("How many wines of vintage 1990 are there?", "and 2001?") == [(1,)]


@pytest.mark.parametrize(
    "goes_on", ["how many of those are completed?", "as a percentage", "and their status"]
)
def test_what_goes_on_from_a_question_that_was_asked_back_is_asked_back(goes_on: str) -> None:
    dataset = shop()
    pending = Pending(question="How many orders flurbed in 2024?", words=("flurbed",))
    found = understand(goes_on, dataset.schema, _Answers(dataset), None, pending)
    assert isinstance(found, Clarification)
    assert found.pending == pending


def test_a_key_in_camel_case_relates_two_tables() -> None:
    dataset = Dataset(
        {
            "staff": """select * from (values ('E1', 'Ann', 'FIN'), ('E2', 'Bob', 'FIN'),
                ('E3', 'Cid', 'OPS')) t(EmployeeNo, FullName, DeptCode)""",
            "depts": """select * from (values ('FIN', 'Finance'), ('OPS', 'Operations'))
                t(DeptCode, DeptName)""",
        }
    )
    assert work_out(dataset.schema.tables) == (Relation("staff", "DeptCode", "depts", "DeptCode"),)


def test_units_sold_are_a_quantity_and_not_what_a_unit_costs() -> None:
    assert shop().ask("Which product sold the most units?")[0][0] == "Pen"


def test_leaving_rows_out_keeps_the_figure_of_the_question_before() -> None:
    rows = shop().ask("number of orders by status", "without the cancelled orders")
    assert sorted(rows) == [("completed", 4), ("returned", 1)]


def test_a_count_can_be_told_as_a_share_of_all() -> None:
    rows = shop().ask("How many orders are completed?", "as a percentage of all orders")
    assert rows[0][0] == pytest.approx(100 * 4 / 6)
