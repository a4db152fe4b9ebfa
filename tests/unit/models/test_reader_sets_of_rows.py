"""Groups told by what none, some or all of their rows are, or by what their rows come to."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def films() -> Dataset:
    return Dataset(
        {
            "films": """select * from (values
              (1, 'Dawn', 'Lee', 'Thriller', date '2021-02-01', 12.0, 0),
              (2, 'Noon', 'Lee', 'Comedy', '2022-03-01', 30.0, 2),
              (3, 'Dusk', 'Ray', 'Comedy', '2022-05-01', 20.0, 1),
              (4, 'Night', 'Ray', 'Drama', '2023-06-01', 45.0, 0),
              (5, 'Fog', 'Kim', 'Drama', '2021-07-01', 18.0, 0),
              (6, 'Rain', 'Kim', 'Thriller', '2023-08-01', 19.0, 0))
              t(film_id, title, director, genre, released, budget_musd, awards)""",
        }
    )


@pytest.fixture(scope="module")
def works() -> Dataset:
    return Dataset(
        {
            "projects": """select * from (values
              (1, 'Roof', 100.0), (2, 'Yard', 50.0), (3, 'Hall', 80.0))
              t(project_id, project_name, budget)""",
            "costs": """select * from (values
              (1, 1, date '2023-01-05', 70.0, 'Labour'), (2, 1, '2024-02-05', 60.0, 'Material'),
              (3, 2, '2023-03-05', 20.0, 'Labour'), (4, 3, '2024-04-05', 70.0, 'Material'))
              t(cost_id, project_id, cost_date, amount, kind)""",
        },
        ("costs.project_id projects.project_id",),
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which directors never made a thriller?", ["Ray"]),
        ("directors who did not release anything in 2022", ["Kim"]),
        ("Which directors made both a comedy and a drama?", ["Ray"]),
        ("Which directors released something in 2021 but not in 2022?", ["Kim"]),
        ("Which directors never had a budget above 35?", ["Kim", "Lee"]),
        ("Which directors never won any awards?", ["Kim"]),
    ],
)
def test_a_group_is_told_by_what_none_or_some_of_its_rows_are(
    films: Dataset, question: str, names: list[str]
) -> None:
    assert [row[0] for row in films.ask(question)] == names


def test_how_many_never_did_counts_groups(films: Dataset) -> None:
    assert films.ask("How many directors never made a thriller?") == [(1,)]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which projects spent more than their budget?", ["Roof"]),
        ("Which projects spent more than 80% of their budget?", ["Roof", "Hall"]),
        ("Which projects spent less than half of their budget?", ["Yard"]),
        ("Which projects had costs in 2023 but not in 2024?", ["Yard"]),
    ],
)
def test_what_rows_come_to_is_held_against_a_column_of_their_group(
    works: Dataset, question: str, names: list[str]
) -> None:
    found: Any = works.ask(question)
    assert [row[1] for row in found] == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which films have a bigger budget than the average film?", ["Noon", "Night"]),
        ("Which films have a budget above 1.5 times the average budget?", ["Night"]),
    ],
)
def test_rows_are_held_against_so_many_times_the_average(
    films: Dataset, question: str, names: list[str]
) -> None:
    found: Any = films.ask(question)
    assert [next(cell for cell in row if isinstance(cell, str)) for row in found] == names


def test_what_is_left_out_by_a_bound_turns_it(films: Dataset) -> None:
    assert films.ask("total budget, leaving out films with a budget under 20") == [(95.0,)]


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is the total budget of projects with more than 1 cost?", 100.0),
        ("How many costs belong to projects with more than 1 cost?", 2),
        ("How many projects spent more than their budget?", 1),
    ],
)
def test_a_figure_of_the_groups_that_meet_a_bound(
    works: Dataset, question: str, figure: float
) -> None:
    assert works.ask(question) == [(figure,)]


def test_neither_of_two_is_so(works: Dataset) -> None:
    jobs = Dataset(
        {
            "jobs": """select * from (values
              (1, 'Open'), (2, 'Closed'), (3, 'Cancelled'), (4, 'Waiting'), (5, 'Open'))
              t(job_id, status)""",
        }
    )
    assert jobs.ask("How many jobs are not closed or cancelled?") == [(3,)]
    found: Any = works.ask("Which projects had costs neither in 2023 nor in 2025?")
    assert [row[1] for row in found] == ["Hall"]


@pytest.fixture(scope="module")
def races() -> Dataset:
    return Dataset(
        {
            "entries": """select * from (values
              ('Ann', 'Spring Cup', 'Hill'), ('Ann', 'Autumn Cup', 'Hill'),
              ('Bob', 'Spring Cup', 'Lake'), ('Cid', 'Autumn Cup', 'Lake'),
              ('Cid', 'Autumn Cup', 'Hill'), ('Dee', 'Spring Cup', 'Wood'),
              ('Dee', 'Autumn Cup', 'Wood')) t(runner, cup, course)""",
        }
    )


@pytest.mark.parametrize(
    "question", ["Which runners entered both cups?", "runners in both cups", "who ran both cups?"]
)
def test_both_of_two_that_there_are(races: Dataset, question: str) -> None:
    assert [row[0] for row in races.ask(question)] == ["Ann", "Dee"]


def test_both_of_three_is_asked_about(races: Dataset) -> None:
    assert "both courses" in races.asked_back("which runners ran on both courses?")


def test_both_of_two_that_are_named_are_these(races: Dataset) -> None:
    found = races.ask("Which runners were on both the Hill and the Lake course?")
    assert [row[0] for row in found] == ["Cid"]
