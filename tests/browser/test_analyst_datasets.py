"""A dataset of the user's own: what can be asked of it, what is seen of it, and its removal."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx2 as httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.accessibility import check_in_light_and_dark
from tests.browser.conftest import TOKEN, Server, Visitor
from tests.browser.test_analyst import ask

pytestmark = pytest.mark.needs("chromium", "bubblewrap")

HEAD = "donor,donated_on,amount,campaign,region,channel,comment"
GIFTS = f"{HEAD}\nAnn,2024-01-14,2398.2,Spring,North,web,first\nBo,2024-02-03,6428,Spring,,post,\n"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def charity(server: Server) -> Iterator[str]:
    """The id of a dataset that the user added."""
    answer = httpx.post(
        f"{server.address}/datasets",
        data={"name": "Charity"},
        files=[("files", ("gifts.csv", GIFTS.encode()))],
        headers=HEADERS,
        timeout=60,
    )
    dataset_id = answer.json()["id"]
    yield dataset_id
    httpx.delete(f"{server.address}/datasets/{dataset_id}", headers=HEADERS, timeout=60)


def test_a_dataset_without_questions_tells_what_can_be_asked(
    visitor: Visitor, charity: str
) -> None:
    page = visitor.page

    def without_questions(route: Route) -> None:
        # As the server sends them of a dataset that it has no questions for. Over a connection of
        # our own: Playwright's `fetch` may take a kept one that the server is just closing.
        told = httpx.get(route.request.url, headers=HEADERS, timeout=60).json()
        for dataset in told["datasets"]:
            dataset["prompts"] = []
        route.fulfill(json=told)

    page.route(re.compile(r"/datasets$"), without_questions)
    visitor.open(f"/analyst/datasets/{charity}")
    start = page.locator(".chat-start")
    expect(start).to_contain_text("gifts: donor, donated_on, amount, campaign, region, channel, …")
    visitor.shoot("analyst-own")
    check_in_light_and_dark(page)


def test_an_own_dataset_is_removed_with_the_keyboard_and_its_runs_stay(
    visitor: Visitor, charity: str
) -> None:
    page = visitor.page
    visitor.open(f"/analyst/datasets/{charity}")
    ask(visitor, "SQL: SELECT sum(amount) AS given FROM gifts")
    expect(page.get_by_role("cell", name="8,826.20")).to_be_visible()
    remove = page.get_by_role("button", name="Remove Charity")
    dialog = page.get_by_role("dialog", name="Remove Charity?")
    remove.press("Enter")
    expect(dialog).to_contain_text("Runs over it stay")
    check_in_light_and_dark(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(remove).to_be_focused()
    remove.press("Enter")
    dialog.get_by_role("button", name="Remove dataset").press("Enter")
    expect(page).to_have_url(re.compile(r"/analyst$"))
    expect(page.get_by_role("status").filter(has_text="Charity was removed")).to_be_focused()
    picker = page.get_by_role("combobox", name="Dataset")
    expect(picker.get_by_role("option", name="Charity")).to_have_count(0)
    visitor.open(f"/analyst/datasets/{charity}")
    expect(page.get_by_text(f"There is no dataset {charity}.")).to_be_visible()
    page.get_by_text("Runs", exact=True).click()
    page.locator(".history a").first.click()
    expect(page.get_by_role("cell", name="8,826.20")).to_be_visible()


def test_a_dataset_that_is_not_the_users_has_nothing_to_remove(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    expect(visitor.page.get_by_role("button", name="Add tables")).to_be_visible()
    expect(visitor.page.get_by_role("button", name=re.compile("Remove"))).to_have_count(0)


def test_the_tables_and_runs_reach_the_end_of_the_window_and_scroll(
    visitor: Visitor, charity: str
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1360, "height": 640})
    for number in range(8):
        visitor.server.ask(charity, f"SQL: SELECT {number} AS n")
    visitor.open(f"/analyst/datasets/{charity}")
    page.get_by_text("Runs", exact=True).click()
    side = page.locator(".analyst-side")
    box = side.bounding_box()
    assert box is not None and box["y"] + box["height"] == pytest.approx(640, abs=1)
    assert page.evaluate("document.documentElement.scrollHeight") == 640
    page.locator(".history a").last.focus()
    expect(page.locator(".history a").last).to_be_in_viewport(ratio=1)
    sample = page.get_by_role("region", name="First rows of gifts")
    sample.scroll_into_view_if_needed()
    last = sample.get_by_role("columnheader", name="comment")
    expect(last).not_to_be_in_viewport(ratio=0.9)
    sample.evaluate("(element) => { element.scrollLeft = element.scrollWidth; }")
    expect(last).to_be_in_viewport(ratio=0.9)
