"""Home: what this machine has, and the workbenches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import TOKEN, Server, Visitor

pytestmark = pytest.mark.needs("chromium")


def test_home_shows_what_the_machine_has(visitor: Visitor) -> None:
    visitor.open(f"/?token={TOKEN}")
    machine = visitor.page.get_by_role("region", name="This machine")
    expect(machine.get_by_text("Sandbox", exact=True)).to_be_visible()
    expect(machine.get_by_text(re.compile("Proven|Not safe"))).to_be_visible(timeout=60_000)
    for part in ("Sandbox", "Worker", "Renderer", "Models"):
        expect(machine.get_by_text(part, exact=True)).to_be_visible()
    summary = machine.get_by_text(re.compile(r"\d+ of \d+ escape attempts held"))
    summary.click()
    expect(machine.locator(".probe").first).to_be_visible()
    visitor.shoot()


def test_home_lists_the_workbenches_with_their_files(visitor: Visitor) -> None:
    made = visitor.server.call("WorkbenchCreate", name="Supplier contracts")
    visitor.server.add_files(made["workbench_id"], {"a.txt": b"one\n", "b.md": b"# two\n"})
    visitor.open("/")
    card = visitor.page.get_by_role("link", name=re.compile("Supplier contracts"))
    expect(card).to_contain_text("2 files")
    expect(card).to_contain_text("No Draft")
    visitor.shoot()
    card.click()
    expect(visitor.page.get_by_role("heading", name="Supplier contracts")).to_be_visible()


def test_a_workbench_is_made_with_the_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/")
    field = page.get_by_role("textbox", name=re.compile("workbench"))
    expect(field).to_be_visible()
    for _ in range(10):
        if field.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.type("Quarterly report")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Quarterly report")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/workbenches/[\w-]+$"))
    expect(page).to_have_title("Quarterly report · KeenBench")
    page.go_back()
    expect(page.get_by_role("link", name=re.compile("Quarterly report"))).to_be_visible()


def test_a_browser_without_the_token_is_told_how_to_get_in(
    server: Server, browser: Browser
) -> None:
    context = browser.new_context()
    page = context.new_page()
    answer = page.goto(server.address)
    assert answer is not None
    assert answer.status == 401
    expect(page.locator("body")).to_contain_text("Open KeenBench with the address that it printed")
    context.close()


def test_a_page_whose_access_has_ended_says_so(visitor: Visitor) -> None:
    visitor.expect_complaint("401")
    visitor.open("/")
    expect(visitor.page.get_by_role("heading", name="Workbenches")).to_be_visible()
    visitor.page.context.clear_cookies()
    visitor.page.get_by_role("textbox", name=re.compile("workbench")).fill("Never made")
    visitor.page.get_by_role("button", name="Create").click()
    heading = visitor.page.get_by_role("heading", name="Open KeenBench with the address it printed")
    expect(heading).to_be_visible()
    visitor.shoot()


def test_a_workbench_is_renamed_forked_and_deleted(visitor: Visitor) -> None:
    made = visitor.server.call("WorkbenchCreate", name="Old name")
    visitor.server.add_files(made["workbench_id"], {"a.txt": b"one\n"})
    before = len(visitor.server.call("WorkbenchList")["workbenches"])
    page = visitor.page
    visitor.open("/")

    def pick(name: str, action: str) -> None:
        menu = page.locator(".card-menu").filter(
            has=page.locator(f'summary[aria-label="Actions for {name}"]')
        )
        menu.locator("summary").click()
        menu.get_by_role("button", name=action).click()

    pick("Old name", "Rename")
    page.get_by_role("dialog").get_by_label("Name").fill("New name")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile("New name"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Old name"))).to_be_hidden()
    expect(page.locator('summary[aria-label="Actions for New name"]')).to_be_focused()

    pick("New name", "Fork")
    fork = page.get_by_role("dialog").get_by_role("button", name="Fork")
    fork.evaluate("button => { button.click(); button.click(); }")
    expect(page.get_by_role("dialog")).to_be_hidden()
    copy = page.get_by_role("link", name=re.compile(r"New name \(copy\)"))
    expect(copy).to_contain_text("1 file")
    assert len(visitor.server.call("WorkbenchList")["workbenches"]) == before + 1

    pick("New name (copy)", "Delete")
    visitor.shoot()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(copy).to_be_hidden()
    expect(page.get_by_role("heading", name="Workbenches")).to_be_focused()


def test_files_dropped_on_home_start_a_workbench(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/")
    expect(page.get_by_role("heading", name="Workbenches")).to_be_visible()
    page.evaluate(
        """() => {
            const carried = new DataTransfer();
            carried.items.add(new File(["id,total\\n1,2\\n"], "orders.csv"));
            for (const name of ["dragenter", "dragover", "drop"]) {
                const event = new DragEvent(name, { bubbles: true, dataTransfer: carried });
                document.body.dispatchEvent(event);
            }
        }"""
    )
    expect(page.get_by_role("heading", name="orders")).to_be_visible()
    expect(page.get_by_role("link", name="orders.csv", exact=True)).to_be_visible()
