"""Every place of the page under axe-core, in light and in dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import check_in_light_and_dark
from tests.browser.conftest import Visitor

pytestmark = pytest.mark.needs("chromium")


def test_home(visitor: Visitor) -> None:
    visitor.server.call("WorkbenchCreate", name="Contracts")
    visitor.open("/")
    page = visitor.page
    expect(page.get_by_role("link", name="Contracts")).to_be_visible()
    page.get_by_label("Actions for Contracts").click()
    check_in_light_and_dark(visitor.page)


def test_the_workshop_beside_the_files(visitor: Visitor) -> None:
    made = visitor.server.call("WorkbenchCreate", name="Sales")
    visitor.server.add_files(
        made["workbench_id"], {"sales.csv": b"region,amount\nNorth,1\nSouth,2\n"}
    )
    visitor.open(f"/workbenches/{made['workbench_id']}")
    page = visitor.page
    check_in_light_and_dark(visitor.page)
    page.get_by_role("textbox", name="Message").fill("total amount by region in sales.csv")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("cell", name="North")).to_be_visible()
    page.locator(".tool-line summary").first.click()
    check_in_light_and_dark(visitor.page)


def test_settings(visitor: Visitor) -> None:
    visitor.open("/settings")
    expect(visitor.page.get_by_role("heading", name="Anthropic")).to_be_visible()
    check_in_light_and_dark(visitor.page)


def test_the_analyst_with_an_answer(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    page = visitor.page
    page.get_by_role("textbox", name="Question").fill("total revenue per country")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator(".chart-place svg")).to_be_visible(timeout=60_000)
    check_in_light_and_dark(visitor.page)
    page.set_viewport_size({"width": 1000, "height": 860})
    page.get_by_role("tab", name="Chart").click()
    check_in_light_and_dark(visitor.page)
