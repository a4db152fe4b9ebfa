"""A result of a million rows is scrolled from its first row to its last."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visitor
from tests.browser.office_draft import Bench

pytestmark = pytest.mark.needs("chromium", "bubblewrap")

ROWS = 1_000_000


def scroll_to(table: Locator, share: float) -> None:
    table.evaluate(
        "(element, share) => { element.scrollTop ="
        " (element.scrollHeight - element.clientHeight) * share; }",
        share,
    )


def rows_in_the_page(table: Locator) -> int:
    return table.locator("tbody tr").count()


def test_a_million_rows_of_an_answer(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/analyst/datasets/shop")
    page.get_by_role("textbox", name="Question").fill(
        f"SQL: SELECT range AS n, 'row ' || range AS name FROM range({ROWS}) ORDER BY n"
    )
    page.get_by_role("button", name="Ask").click()
    table = page.get_by_role("region", name="Result")
    expect(table).to_contain_text("row 0")
    expect(page.locator(".table-foot")).to_contain_text("1,000,000 rows")
    visitor.shoot("million-rows")
    scroll_to(table, 0.5)
    expect(table.get_by_text(re.compile(r"^row (499|500)\d{3}$")).first).to_be_attached()
    assert rows_in_the_page(table) < 80
    scroll_to(table, 1)
    expect(table.get_by_text("row 999999", exact=True)).to_be_visible()
    assert rows_in_the_page(table) < 80
    visitor.shoot("million-rows-end")
    table.press("Home")
    expect(table.get_by_text("row 0", exact=True)).to_be_visible()
    table.press("End")
    expect(table.get_by_text("row 999999", exact=True)).to_be_visible()
    table.press("PageUp")
    expect(table.get_by_text(re.compile(r"^row 9\d{5}$")).first).to_be_attached()


def test_a_result_of_some_thousand_rows_is_sorted_whole(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/analyst/datasets/shop")
    page.get_by_role("textbox", name="Question").fill(
        "SQL: SELECT range AS place, 4999 - range AS left_over FROM range(5000) ORDER BY place"
    )
    page.get_by_role("button", name="Ask").click()
    table = page.get_by_role("region", name="Result")
    table.get_by_role("button", name="left_over").click()
    first = table.locator("tbody tr").first.get_by_role("cell")
    expect(first.nth(0)).to_have_text("4,999")
    expect(first.nth(1)).to_have_text("0")


@pytest.mark.slow  # loading them takes most of it; 120,000 rows in test_workbench_files.py always
def test_a_million_rows_of_a_file(visitor: Visitor) -> None:
    lines = "\n".join(f"{n},name {n}" for n in range(1, ROWS + 1))
    long = Bench.make(visitor.server, "Million", {"long.csv": f"id,name\n{lines}\n".encode()})
    page = visitor.page
    visitor.open(f"/workbenches/{long.workbench_id}/file/long.csv")
    table = page.get_by_role("region", name="Rows of long.csv")
    expect(table).to_contain_text("name 1", timeout=90_000)
    for share, row in ((0.5, r"^name (499|500)\d{3}$"), (1, "^name 1000000$")):
        scroll_to(table, share)
        expect(table.get_by_text(re.compile(row)).first).to_be_attached()
        assert rows_in_the_page(table) < 80
    table.press("Home")
    expect(table.get_by_text("name 1", exact=True)).to_be_visible()
