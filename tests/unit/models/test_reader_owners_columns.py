"""A column of rows against that of whom they belong to, and headers in usual short forms."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def library() -> Dataset:
    return Dataset(
        {
            "branches": """select * from (values (1, 'Aven'), (2, 'Brix'), (3, 'Corm'))
                t(branch_id, branch_name)""",
            "readers": """select * from (values
                (1, 'Ann Lee', 1, 'Oslo'), (2, 'Bob Ray', 2, 'Rome'), (3, 'Cid Moe', 3, 'Oslo'))
                t(reader_id, reader_name, own_branch_id, city)""",
            "loans": """select * from (values
                (1, 1, 1, 'Rome', 'novel'), (2, 1, 2, 'Oslo', 'atlas'), (3, 2, 2, 'Rome', 'novel'),
                (4, 3, 1, 'Oslo', 'novel'), (5, 3, 3, 'Oslo', 'atlas'), (6, 2, 3, 'Rome', 'atlas'))
                t(loan_id, reader_id, branch_id, city, kind)""",
        },
        (
            "loans.reader_id readers.reader_id",
            "loans.branch_id branches.branch_id",
            "readers.own_branch_id branches.branch_id",
        ),
    )


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many loans were made at a branch other than the reader's own branch?", 3),
        ("How many loans were not at the reader's own branch?", 3),
        ("How many loans were at a different branch from the reader's own branch?", 3),
        ("How many loans were at the reader's own branch?", 3),
        ("How many novel loans were not at the reader's own branch?", 1),
        ("How many loans were in a city other than the reader's city?", 1),
    ],
)
def test_what_rows_and_their_owner_both_tell(library: Dataset, question: str, count: int) -> None:
    assert library.ask(question) == [(count,)]


def test_other_than_a_cell_stays_as_it_was(library: Dataset) -> None:
    assert library.ask("How many loans were at a branch other than Aven?") == [(4,)]


def test_by_branch_is_no_comparison(library: Dataset) -> None:
    found = library.ask("How many loans per branch?")
    assert {row[-2]: row[-1] for row in found} == {"Aven": 2, "Brix": 2, "Corm": 2}


@pytest.fixture(scope="module")
def clinic() -> Dataset:
    return Dataset(
        {
            "appts": """select * from (values
                (1, 'P1', 'Burn', 'Dr Oak', 'A1', 3), (2, 'P1', 'Burn', 'Dr Elm', 'A2', 2),
                (3, 'P2', 'Cut', 'Dr Oak', 'A1', 4), (4, 'P3', 'Cut', 'Dr Oak', 'A1', 5))
                t(appt_no, pt_id, dx_grp, cons, rm, rx_qty)"""
        }
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many different patients are there?", [(3,)]),
        ("How many patients were seen?", [(3,)]),
        ("Number of appointments per diagnosis group", [("Burn", 2), ("Cut", 2)]),
        ("How many appointments per consultant?", [("Dr Oak", 3), ("Dr Elm", 1)]),
        ("How many appointments per room?", [("A1", 3), ("A2", 1)]),
        ("How many appointments are there?", [(4,)]),
        ("What is the total prescription quantity?", [(14,)]),
    ],
)
def test_headers_in_their_usual_short_forms(clinic: Dataset, question: str, rows: Any) -> None:
    assert sorted(clinic.ask(question)) == sorted(rows)
