"""Questions as people ask them: verbs for tables, two groups, replies, German, what rows are."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from keenbench.models.offline.frame import Clarification, Pending, Understanding
from keenbench.models.offline.understanding import understand
from tests.unit.models.asking import Dataset, _Answers


@pytest.fixture(scope="module")
def library() -> Dataset:
    return Dataset(
        {
            "members": """select * from (values
                (1, 'Ann Lee', 'student', 'F'), (2, 'Bob Ray', 'senior', 'M'),
                (3, 'Cid Moe', 'student', 'M'), (4, 'Dee Fox', 'senior', 'F'))
                t(member_id, member_name, membership, sex)""",
            "loans": """select * from (values
                (1, 1, 'Moss', date '2024-06-03', date '2024-06-20', 0.5),
                (2, 1, 'Tide', '2024-07-01', null, 0.0),
                (3, 2, 'Moss', '2024-12-24', '2025-01-02', 2.0),
                (4, 1, 'Fern', '2025-02-01', '2025-02-03', 0.0))
                t(loan_id, member_id, title, loaned_on, returned_on, fine_eur)""",
        },
        ("loans.member_id members.member_id",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Who borrows most often?", [(1, "Ann Lee", 3)]),
        ("Who paid the most in fines?", [(2, "Bob Ray", 2.0)]),
        ("Do students or seniors borrow more?", [("student", 3), ("senior", 1)]),
        ("how many loans were not returned", [(1,)]),
        ("how many loans in summer 2024", [(2,)]),
        (
            "which members have never borrowed anything?",
            [(3, "Cid Moe"), (4, "Dee Fox")],
        ),
        ("how many girls are there", [(2,)]),
        ("Wie viele members gibt es?", [(4,)]),
        ("number of loans per weekday", [("Monday", 2), ("Tuesday", 1), ("Saturday", 1)]),
        ("members who borrowed more than 2 times", [(1, "Ann Lee", 3)]),
    ],
)
def test_everyday_words(library: Dataset, question: str, rows: list[Any]) -> None:
    found = [
        tuple(float(cell) if isinstance(cell, Decimal) else cell for cell in row)
        for row in library.ask(question)
    ]
    assert sorted(map(str, found)) == sorted(map(str, rows))


def test_what_is_said_when_asked_back_completes_the_question(library: Dataset) -> None:
    first = library.understand("total wear by membership")
    assert isinstance(first, Clarification)
    pending = Pending(question="total wear by membership", words=first.words)
    then = understand("fines", library.schema, _Answers(library), None, pending)
    assert isinstance(then, Understanding)
    assert then.figures[0].column is not None
    assert then.figures[0].column.column == "fine_eur"
    assert [key.column.column for key in then.keys] == ["membership"]


@pytest.mark.parametrize(
    "question", ["send an email to all members", "delete the loans of Ann Lee"]
)
def test_commands_are_not_taken_for_questions(library: Dataset, question: str) -> None:
    assert library.asked_back(question)
