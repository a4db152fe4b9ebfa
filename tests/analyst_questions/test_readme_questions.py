"""What the README and the bench ask of the demo shop is answered, and not asked back."""

from __future__ import annotations

import pytest

from tests.analyst_questions.in_process import Threads


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("revenue by country in 2024", None),
        ("top 5 products by revenue", 5),
        ("Top 3 products by revenue", 3),
        ("total revenue per country", None),
        ("average total by status", 4),
        ("orders per month in 2024", 12),
    ],
)
def test_a_plain_question_of_the_shop_is_answered(question: str, rows: int | None) -> None:
    answer = Threads().answer("shop", None, question)
    assert answer["status"] == "success", answer["assistant_message"]
    found = answer["result"]["rows"]
    assert len(found) == rows if rows is not None else len(found) > 1
