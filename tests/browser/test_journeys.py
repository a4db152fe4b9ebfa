"""From the first start to what a user came for, each journey in one go."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import docx
import openpyxl
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Visitor, free_port, running, visiting
from tests.browser.office_draft import picture

pytestmark = pytest.mark.needs("chromium", "bubblewrap")

CSV = "region,amount\nNorth,10\nSouth,20\n"

# Counts what jumps while a page is looked at; set up before the page's own scripts run.
WATCH_JUMPS = """
window.jumped = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumped += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def write_files(folder: Path) -> list[Path]:
    """Write one file of each kind that the journey edits or looks at."""
    document = docx.Document()
    document.add_heading("Report", 1)
    document.add_paragraph("Acme Ltd agrees. Signed: Acme Ltd.")
    document.save(str(folder / "report.docx"))
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Sums"
    for row in (["item", "cost"], ["rent", 40], ["light", 2]):
        sheet.append(row)
    book.save(folder / "book.xlsx")
    (folder / "data.csv").write_text(CSV)
    (folder / "logo.png").write_bytes(picture("#2a5a8c", (64, 40)))
    return sorted(folder.iterdir())


def say(page: Page, text: str, answer: str | re.Pattern[str]) -> None:
    page.get_by_role("textbox", name="Message").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("article", name="Answer").last).to_contain_text(answer)
    # The composer is free again once the run has ended.
    expect(page.get_by_role("button", name="Send")).to_be_visible()


def go_to_review(page: Page) -> Locator:
    page.get_by_role("link", name=re.compile("Review")).click()
    expect(page.get_by_role("heading", name="Review", exact=True)).to_be_visible()
    return page.get_by_role("article")


def show_change(page: Page, path: str) -> None:
    changed = page.get_by_role("navigation", name="Changed files")
    changed.get_by_role("button", name=re.compile(re.escape(path))).first.click()
    expect(page.get_by_role("article").get_by_role("heading", name=path)).to_be_visible()


@pytest.fixture
def newcomer(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Someone who has just started KeenBench as `make run` does."""
    with (
        running(tmp_path, free_port(), "--demo") as server,
        visiting(server, browser, request.node.name) as visitor,
    ):
        yield visitor


def test_first_start_demo_question_chart_and_export(newcomer: Visitor) -> None:
    page = newcomer.page
    page.add_init_script(WATCH_JUMPS)
    newcomer.open("/")
    page.get_by_role("link", name=re.compile("^Demo")).click()
    expect(page.get_by_role("link", name="budget.csv", exact=True)).to_be_visible()
    say(page, "How many rows are in budget.csv?", "budget.csv")
    newcomer.shoot("journey-demo")
    page.get_by_role("navigation", name="Places").get_by_role("link", name="Analyst").click()
    page.get_by_role("combobox", name="Dataset").select_option(label="Demo")
    page.get_by_role("textbox", name="Question").fill("total spent by supplier")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("Kestrel")
    expect(page.locator(".chart-place svg")).to_be_visible()
    newcomer.shoot("journey-chart")
    for kind, opening in (("CSV", b"supplier,"), ("XLSX", b"PK\x03\x04"), ("Parquet", b"PAR1")):
        with page.expect_download() as arriving:
            page.get_by_role("link", name=kind).click()
        assert arriving.value.path().read_bytes().startswith(opening)
    with page.expect_download() as arriving:
        page.get_by_role("link", name="CSV").click()
    rows = list(csv.DictReader(io.StringIO(arriving.value.path().read_text())))
    assert "Kestrel" in {row["supplier"] for row in rows}
    assert page.evaluate("window.jumped") < 0.1


def test_files_are_uploaded_edited_reviewed_and_published(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    visitor.open("/")
    page.get_by_role("textbox", name=re.compile("workbench")).fill("Four kinds")
    page.get_by_role("button", name="Create").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files([str(file) for file in write_files(tmp_path)])
    for name in ("report.docx", "book.xlsx", "data.csv", "logo.png"):
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    say(page, "replace “Acme Ltd” with “Apex” in report.docx", "2 times")
    say(page, "set B2 in book.xlsx to 42", "42")
    say(page, "replace North with Nord in data.csv", "once in data.csv")
    say(page, "replace a with b in logo.png", "logo.png")
    expect(page.get_by_text("3 files changed")).to_be_visible()
    visitor.shoot("journey-edited")

    pane = go_to_review(page)
    show_change(page, "report.docx")
    expect(pane.locator("ins").first).to_contain_text("Apex")
    visitor.shoot("journey-review-docx")
    show_change(page, "book.xlsx")
    expect(pane).to_contain_text("B2")
    expect(pane).to_contain_text("42")
    visitor.shoot("journey-review-xlsx")
    show_change(page, "data.csv")
    expect(pane).to_contain_text("Nord")
    visitor.shoot("journey-review-csv")

    page.get_by_role("button", name="Publish all").click()
    result = page.get_by_role("status").filter(has_text="Published 3 files")
    expect(result).to_be_visible()
    visitor.shoot("journey-published")
    page.get_by_role("link", name="Four kinds").click()
    page.get_by_role("link", name="data.csv", exact=True).click()
    page.reload()
    expect(page.get_by_role("region", name="Rows of data.csv")).to_contain_text("Nord")
    page.get_by_role("link", name="Four kinds").click()
    page.get_by_role("link", name="book.xlsx", exact=True).click()
    page.reload()
    expect(page.get_by_role("region", name="Sheet Sums")).to_contain_text("42")


def test_a_draft_is_discarded_and_a_publish_is_undone(visitor: Visitor) -> None:
    made = visitor.server.call("WorkbenchCreate", name="Second thoughts")
    visitor.server.add_files(made["workbench_id"], {"data.csv": CSV.encode()})
    page = visitor.page
    home = f"/workbenches/{made['workbench_id']}"
    visitor.open(home)
    say(page, "replace North with Nord in data.csv", "once in data.csv")
    go_to_review(page)
    page.get_by_role("button", name=re.compile("^Discard")).click()
    dialog = page.get_by_role("dialog")
    visitor.shoot("journey-discard")
    dialog.get_by_role("button", name=re.compile("^Discard")).click()
    expect(page.get_by_text("No changes in Draft yet.")).to_be_visible()
    visitor.open(f"{home}/file/data.csv")
    expect(page.get_by_role("region", name="Rows of data.csv")).to_contain_text("North")

    visitor.open(home)
    say(page, "replace South with Süd in data.csv", "once in data.csv")
    go_to_review(page)
    page.get_by_role("button", name="Publish all").click()
    result = page.get_by_role("status").filter(has_text="Published 1 file")
    result.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Put back what was there before Publish.")).to_be_visible()
    visitor.shoot("journey-undone")
    # The Draft is back as well: what was undone is the Publish, not the work.
    visitor.open(f"{home}/file/data.csv")
    shown = page.get_by_role("region", name="Rows of data.csv")
    expect(shown).to_contain_text("Süd")
    page.get_by_text("Published", exact=True).click()
    expect(shown).to_contain_text("South")
    expect(shown).not_to_contain_text("Süd")
