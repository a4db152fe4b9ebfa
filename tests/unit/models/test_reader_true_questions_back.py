"""What is asked back is true, and what is left open is not filled in by half."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


@pytest.fixture(scope="module")
def claims() -> Dataset:
    rows = ", ".join(
        f"('{1000 + at:05}', 'C{at}', DATE '{2013 + at % 3}-05-01', {10 * at}.5, "
        f"{('NULL', chr(39) + 'n/a' + chr(39), chr(39) + 'late' + chr(39))[at % 3]})"
        for at in range(1, 13)
    )
    return Dataset(
        {"claims": f"select * from (values {rows}) t(plz, claim_no, claimed_on, cost, notes)"}
    )


def test_a_column_is_never_said_not_to_be_there(claims: Dataset) -> None:
    said = claims.asked_back("cost over NaN")
    assert "NaN" in said
    assert '"cost"' not in said


def test_cells_left_empty_in_words_are_empty_like_the_others(claims: Dataset) -> None:
    assert claims.ask("how many claims have no notes?") == [(8,)]


def test_a_short_form_that_is_a_column_is_that_column(claims: Dataset) -> None:
    assert claims.ask("how many claims have plz 01004?") == [(1,)]


def test_years_set_against_each_other_keep_the_figure_before(claims: Dataset) -> None:
    rows = claims.ask("average cost per year", "2014 vs 2015")
    assert sorted(round(float(row[-1]), 2) for row in rows) == [55.5, 65.5]
