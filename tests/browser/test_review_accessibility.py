"""Review and opened files, for those who do not see or point: no serious violation."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import check_in_light_and_dark
from tests.browser.conftest import Server, Visitor
from tests.browser.office_draft import Bench, change_everything, office_bench, orders

pytestmark = pytest.mark.needs("chromium", "bubblewrap")


@pytest.fixture(scope="module")
def office(server: Server) -> Bench:
    bench = office_bench(server)
    change_everything(bench)
    return bench


@pytest.mark.parametrize(
    "path",
    [
        "annual.docx",
        "ledger.xlsx",
        "slides.pptx",
        "orders.csv",
        "poem.txt",
        "report.pdf",
        "logo.png",
    ],
)
def test_a_reviewed_file_has_no_serious_violation(
    visitor: Visitor, office: Bench, path: str
) -> None:
    visitor.open(f"{office.review}?file={path}")
    pane = visitor.page.get_by_role("article")
    expect(pane.get_by_role("heading", name=path)).to_be_visible()
    expect(pane.locator("[aria-busy=true]")).to_have_count(0)
    check_in_light_and_dark(visitor.page)


@pytest.mark.parametrize(
    "path", ["ledger.xlsx", "orders.csv", "poem.txt", "logo.png", "report.pdf"]
)
def test_an_opened_file_has_no_serious_violation(
    visitor: Visitor, office: Bench, path: str
) -> None:
    visitor.open(f"/workbenches/{office.workbench_id}/file/{path}")
    page = visitor.page
    expect(page.get_by_role("heading", name=path)).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    check_in_light_and_dark(page)


def test_the_keyboard_alone_reaches_every_tab(visitor: Visitor, office: Bench) -> None:
    page = visitor.page
    visitor.open(f"{office.review}?file=report.pdf")
    page.get_by_role("tab", name="Diff").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Pages")).to_be_focused()
    # It opens at the page that was changed.
    expect(page.get_by_label("Page number")).to_have_value("2")
    page.get_by_role("button", name="Previous page").press("Enter")
    expect(page.get_by_role("img", name="Page 1 of report.pdf, Draft")).to_be_visible()
    expect(page.get_by_text("This page looks the same.")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_label("Page number")).to_have_value("2")
    expect(page.get_by_role("img", name="Page 2 of report.pdf, Draft")).to_be_visible()


def test_many_changes_come_a_page_at_a_time(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "Many", {"orders.csv": orders().encode()})
    bench.write("orders.csv", orders().replace(",open\n", ",paid\n"))
    page = visitor.page
    visitor.open(bench.review)
    expect(page.get_by_text("300 changes")).to_be_visible()
    expect(page.get_by_text("1–100 of 300")).to_be_visible()
    expect(page.locator(".change-card")).to_have_count(100)
    page.get_by_role("button", name="Later changes").click()
    expect(page.get_by_text("101–200 of 300")).to_be_visible()
    expect(page.locator(".change-card").first).to_contain_text("Row 101")


def test_changes_that_go_together_are_rejected_together(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "Together", {"t.csv": b"a,b,c\n1,2,3\n4,5,6\n7,8,9\n"})
    bench.write("t.csv", "a,c\n1,3\n4,60\n7,9\n")
    visitor.expect_complaint("400")
    page = visitor.page
    visitor.open(bench.review)
    row = page.locator(".change-card").filter(has_text="Row changed")
    row.get_by_role("button", name="Reject this change").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("These changes go together")
    visitor.shoot()
    dialog.get_by_role("button", name="Reject them together").click()
    expect(page.get_by_text("No changes in Draft yet.")).to_be_visible()
