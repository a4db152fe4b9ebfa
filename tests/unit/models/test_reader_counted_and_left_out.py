"""How often something happened, what is left out, and who is meant, by the answers of an inn."""

from __future__ import annotations

import pytest

from keenbench.models.offline.frame import Clarification
from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def inn() -> Dataset:
    stays = """select * from (values
        ('R1', 'Ann Pole', 2, 90.0, 'Paid', 'Work', 5.0),
        ('R2', 'Ann Pole', 1, 80.0, 'Cancelled', null, 0.0),
        ('R3', 'Bo Reed', 4, 300.0, 'Paid', 'Fun', 4.0),
        ('R4', 'Ann Pole', 2, 95.0, 'Paid', 'Fun', 6.0),
        ('R5', 'Cy Dent', 1, 60.0, 'No Show', null, 0.0),
        ('R6', 'Bo Reed', 3, 110.0, 'Paid', 'Work', 0.0)
    ) as t("Ref", "Guest Name", "Guests", "Price", "Status", "Purpose", "Tip")"""
    return Dataset({"stays": stays})


@pytest.fixture(scope="module")
def town() -> Dataset:
    houses = """select * from (values
        (1, 'Mill', 1890, 400.0), (2, 'Hall', 2011, 900.0), (3, 'Barn', 1955, 150.0)
    ) as t(house_id, house_name, year_built, floor_area)"""
    repairs = """select * from (values
        (1, 1, 'Roof', 50.0), (2, 1, 'Door', null), (3, 2, 'Roof', 20.0), (4, 1, 'Roof', 30.0),
        (5, 3, 'Door', 25.0), (6, 3, 'Roof', 15.0)
    ) as t(repair_id, house_id, part, grant_paid)"""
    return Dataset(
        {"town_houses": houses, "town_repairs": repairs},
        ("town_repairs.house_id town_houses.house_id",),
    )


def test_people_that_a_column_names_are_not_how_many_there_were(inn: Dataset) -> None:
    assert inn.ask("which guests have 2 or more stays?") == [("Ann Pole", 3), ("Bo Reed", 2)]
    assert inn.ask("how many guests were there in total?") == [(13,)]


@pytest.mark.parametrize(
    "question",
    [
        "number of stays by purpose, leaving out those with no purpose",
        "stays by purpose, ignoring blank purposes",
        "number of stays per purpose excluding rows where the purpose is missing",
    ],
)
def test_what_is_left_out_for_what_it_lacks_leaves_the_rest(inn: Dataset, question: str) -> None:
    assert sorted(inn.ask(question)) == [("Fun", 2), ("Work", 2)]


def test_all_that_is_listed_after_a_word_that_leaves_out_is_left_out(inn: Dataset) -> None:
    assert inn.ask("total price, leaving out cancelled stays and no-shows") == [(595.0,)]


def test_what_was_got_so_often_is_counted_where_there_is_some_of_it(
    inn: Dataset, town: Dataset
) -> None:
    assert inn.ask("which guests left a tip more than once?") == [("Ann Pole", 2)]
    assert [row[1] for row in town.ask("which houses got a grant paid at least twice?")] == [
        "Mill",
        "Barn",
    ]


def test_rows_may_be_counted_by_the_name_of_all_tables() -> None:
    pupils = """select * from (values (1, 'Ida', 90.0), (2, 'Jon', 80.0))
        as t(pupil_id, name, attendance)"""
    results = """select * from (values
        (1, 1, 'Art', 20), (2, 1, 'Latin', 30), (3, 2, 'Art', 70)) as t(id, pupil_id, subject, mark)
    """
    school = Dataset(
        {"exam_pupils": pupils, "exam_results": results},
        ("exam_results.pupil_id exam_pupils.pupil_id",),
    )
    assert school.ask("which pupils took at least two exams?") == [(1, "Ida", 2)]


def test_the_oldest_has_the_earliest_year(town: Dataset) -> None:
    assert town.ask("which is the oldest house?")[0][1] == "Mill"


def test_the_better_average_of_two_is_no_bound_of_rows(inn: Dataset) -> None:
    answer = inn.ask("do work or fun stays have the higher average price?")
    assert answer[0][0] == "Fun"


def test_the_most_done_by_a_measure_goes_by_that_measure(town: Dataset) -> None:
    assert town.ask("most repaired part by grant paid")[0][0] == "Roof"


@pytest.fixture(scope="module")
def depot() -> Dataset:
    boxes = """select * from (values
        ('B1', 'Held at gate', 5.0), ('B2', 'Delivered', 6.0), ('B3', 'Held at gate', 9.0),
        ('B4', 'Lost', 2.0), ('B5', 'Delivered', 3.0)) as t("Box No", "State", "Weight")"""
    return Dataset({"boxes": boxes})


def test_an_article_parts_no_cell(depot: Dataset) -> None:
    assert depot.ask("how many boxes are still held at the gate?") == [(2,)]


@pytest.mark.parametrize(
    "question", ["how many are out for delivery?", "which boxes are still on their way?"]
)
def test_rows_that_nothing_tells_are_asked_for_and_not_all_shown(
    depot: Dataset, question: str
) -> None:
    assert isinstance(depot.understand(question), Clarification)


@pytest.fixture(scope="module")
def fund() -> Dataset:
    bids = """select * from (values
        ('G1', 'Arts Club', 'Ida Moss', 500, true, 'Film'),
        ('G2', 'Swim Team', 'Jon Beck', 900, false, 'Sport'),
        ('G3', 'Arts Club', 'Jon Beck', 300, false, 'Film'),
        ('G4', 'Arts Club', 'Jon Beck', 200, false, 'Sport'))
        as t("Bid No", "Organisation", "Case Officer", "Amount", "First-Time Bidder", "Theme")"""
    return Dataset({"fund_bids": bids})


def test_who_got_something_is_not_who_dealt_with_it(fund: Dataset) -> None:
    assert {"Swim Team", 900} <= {*fund.ask("biggest amount so far - who got it and how much?")[0]}


def test_who_is_asked_back_where_rows_are_nobody(depot: Dataset) -> None:
    assert isinstance(depot.understand("who packed B1?"), Clarification)


def test_a_slip_in_a_verb_that_says_nothing_is_no_name(fund: Dataset) -> None:
    assert fund.ask("which case officer handeled the fewest bids?")[0][0] == "Ida Moss"


def test_a_noun_for_a_kind_adds_nothing_to_the_name_of_one(fund: Dataset) -> None:
    assert sorted(fund.ask("total amount per theme category")) == [("Film", 800), ("Sport", 1100)]


def test_a_department_is_nobody_who_departed() -> None:
    staff = """select * from (values
        (1, 'Ann', 1, null), (2, 'Bo', 1, date '2024-05-01'), (3, 'Cy', 2, null))
        as t(emp_id, full_name, dept_id, leave_date)"""
    parts = "select * from (values (1, 'Sales'), (2, 'Stores')) as t(dept_id, dept_name)"
    firm = Dataset(
        {"employees": staff, "departments": parts}, ("employees.dept_id departments.dept_id",)
    )
    assert firm.ask("how many employees are still with us?") == [(2,)]
