"""How the Analyst's results read: periods, numbers, what is missing, what failed or was stopped."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.accessibility import check_in_light_and_dark
from tests.browser.conftest import Visitor
from tests.browser.test_analyst import ask

pytestmark = pytest.mark.needs("chromium", "bubblewrap")

# Far more than a run may take: it is stopped.
ENDLESS = (
    "SQL: SELECT count(*) FROM range(30000000) a, range(100000) b WHERE a.range * b.range % 7 = 3"
)


def orders_by(unit: str) -> str:
    select: list[dict[str, Any]] = [
        {"bucket": {"column": "order_date", "unit": unit}},
        {"agg": {"func": "avg", "column": "total"}, "alias": "mean"},
    ]
    return "PLAN: " + json.dumps({"table": "orders", "select": select})


def columns(result: Locator) -> list[list[str]]:
    """Return the texts of a result's columns, as far as its rows are in sight."""
    rows = result.locator("tbody tr").all()
    return list(map(list, zip(*[row.locator("td").all_inner_texts() for row in rows], strict=True)))


def test_a_period_is_shown_under_its_name_and_exported_as_it_is(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/analyst/datasets/shop")
    for unit, first in (
        ("year", "2023"),
        ("quarter", "2023 Q1"),
        ("month", "Jan 2023"),
        ("week", "Week of 2022-12-26"),
    ):
        ask(visitor, orders_by(unit))
        result = page.get_by_role("region", name="Result").last
        cell = result.locator("tbody td").first
        expect(cell).to_have_text(first)
        page.get_by_role("button", name="New conversation").click()
    ask(visitor, orders_by("quarter"))
    axis = page.locator(".chart-place svg .role-axis-label text")
    expect(axis.get_by_text("2023 Q1", exact=True)).to_be_visible()
    page.get_by_label("Kind").select_option("Bars")
    expect(axis.get_by_text("2025 Q4", exact=True)).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="CSV").click()
    assert downloading.value.path().read_text().splitlines()[1].startswith("2023-01-01,")
    page.get_by_text("Details").click()
    page.locator(".run-facts a").click()
    expect(page.get_by_role("region", name="Result").locator("td").first).to_have_text("2023 Q1")


def test_the_numbers_of_a_column_are_written_alike_and_end_under_its_name(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    ask(
        visitor,
        "SQL: SELECT * FROM (VALUES (1, 2398.2, 10.0 / 3, '€1,234.50'), (2, 6428, 2000, '€7.00'),"
        " (3, NULL, 4140, NULL)) AS t(order_id, amount, mean, pledge) ORDER BY 1",
    )
    result = visitor.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("6,428.00")
    _, amounts, means, pledges = columns(result)
    assert amounts == ["2,398.20", "6,428.00", "(empty)"]
    assert means == ["3.33", "2,000.00", "4,140.00"]
    assert pledges == ["€1,234.50", "€7.00", "(empty)"]
    edges = result.evaluate(
        """(region) => [...region.querySelectorAll("th")].map((head, at) => {
            const last = (element) => {
                const range = document.createRange();
                range.selectNodeContents(element);
                return range.getBoundingClientRect().right;
            };
            const cell = region.querySelector(`tbody td:nth-child(${at + 1})`);
            return last(head.querySelector(".column-name")) - last(cell);
        })"""
    )
    assert all(abs(edge) < 1 for edge in edges), edges
    check_in_light_and_dark(visitor.page)


def test_what_is_missing_is_called_as_in_the_answer(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    ask(visitor, "SQL: SELECT 'a' AS name, 1 AS n UNION ALL SELECT NULL, 2 ORDER BY n")
    result = visitor.page.get_by_role("region", name="Result")
    expect(result.get_by_role("cell", name="(empty)")).to_be_visible()
    chart = visitor.page.locator(".chart-place svg")
    expect(chart.get_by_text("(empty)", exact=True)).to_be_visible()
    expect(visitor.page.get_by_text("null", exact=True)).to_have_count(0)


def test_an_error_has_one_place_for_its_details(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    page = visitor.page
    ask(visitor, "SQL: DELETE FROM customers")
    expect(page.get_by_role("alert")).to_contain_text("DELETE is not allowed")
    expect(page.get_by_text("Details")).to_have_count(1)
    page.get_by_text("Details").click()
    expect(page.get_by_text("SQL_POLICY_VIOLATION")).to_be_visible()
    page.locator(".run-facts a").click()
    expect(page.get_by_role("alert")).to_contain_text("DELETE is not allowed")
    expect(page.get_by_text("Details")).to_have_count(1)


def test_what_was_stopped_is_no_error_after_a_reload_either(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    page = visitor.page
    # The conversation is in the address from its first answer on.
    ask(visitor, "SQL: SELECT 1 AS n")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    ask(visitor, ENDLESS)
    expect(page.get_by_text("Running in the sandbox")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    turn = page.locator(".turn").last
    expect(turn).to_contain_text("Stopped.")
    expect(page.get_by_role("button", name="New conversation")).to_be_enabled()
    expect(page.locator(".history li").first).to_contain_text("stopped")
    page.reload()
    expect(page.locator(".turn")).to_have_count(2)
    expect(turn).to_contain_text("Stopped.")
    expect(turn).not_to_contain_text("cancel")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_text("Runs", exact=True).click()
    page.locator(".history a").first.click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
