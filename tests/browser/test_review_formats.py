"""Review, format by format: what a reader sees of each kind of change."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server, Visitor
from tests.browser.office_draft import Bench, change_everything, office_bench

pytestmark = pytest.mark.needs("chromium", "bubblewrap")


@pytest.fixture(scope="module")
def office(server: Server) -> Bench:
    bench = office_bench(server)
    change_everything(bench)
    return bench


def show(visitor: Visitor, bench: Bench, path: str, tab: str | None = None) -> Locator:
    """Open the review at one file and return its pane."""
    visitor.open(f"{bench.review}?file={path}")
    page = visitor.page
    expect(page.get_by_role("heading", name=path)).to_be_visible()
    if tab is not None:
        page.get_by_role("tab", name=tab, exact=True).click()
    return page.get_by_role("article")


def cards(page: Page) -> Locator:
    return page.get_by_role("list", name="Changes").locator(".change-card")


def test_a_document_is_compared_by_its_content(visitor: Visitor, office: Bench) -> None:
    pane = show(visitor, office, "annual.docx")
    expect(pane).to_contain_text("Corrects the growth figure and the rent")
    expect(pane.get_by_text("3 changes")).to_be_visible()
    listed = cards(visitor.page)
    expect(listed).to_have_count(3)
    expect(listed.nth(0)).to_contain_text("Paragraph changed")
    expect(listed.nth(0)).to_contain_text("Summary")
    expect(listed.nth(0).locator("del")).to_have_text("four")
    expect(listed.nth(0).locator("ins")).to_have_text("five")
    expect(listed.nth(1)).to_contain_text("Table cell changed")
    expect(listed.nth(2)).to_contain_text("The new office opens in May.")
    visitor.shoot("review-docx")
    pane.get_by_text("Text", exact=True).click()
    expect(pane.get_by_text("Formatting may differ from the original file.")).to_be_visible()
    expect(pane.get_by_role("columnheader", name="Reference (Draft start)")).to_be_visible()


@pytest.mark.needs("libreoffice")
def test_pages_of_a_document_stand_side_by_side(visitor: Visitor, office: Bench) -> None:
    pane = show(visitor, office, "annual.docx", "Pages")
    expect(pane.get_by_text("Published (current preview)")).to_be_visible()
    before = pane.get_by_role("img", name="Page 1 of annual.docx, Published (current preview)")
    after = pane.get_by_role("img", name="Page 1 of annual.docx, Draft")
    expect(before).to_be_visible(timeout=90_000)
    expect(after).to_be_visible(timeout=90_000)
    assert before.get_attribute("src") != after.get_attribute("src")
    visitor.shoot("review-docx-pages")
    pane.get_by_role("button", name="Next page").click()
    expect(pane.get_by_role("img", name="Page 2 of annual.docx, Draft")).to_be_visible()
    pane.get_by_label("Zoom", exact=True).select_option("1.5")
    drawn = pane.get_by_role("img", name="Page 2 of annual.docx, Draft")
    expect(drawn).to_have_js_property("naturalWidth", 1275)
    windows = pane.get_by_role("region")
    windows.nth(0).evaluate("element => { element.scrollTop = 240; element.scrollLeft = 60; }")
    expect(windows.nth(1)).to_have_js_property("scrollTop", 240)
    expect(windows.nth(1)).to_have_js_property("scrollLeft", 60)


def test_a_workbook_tells_value_formula_format_and_rows_apart(
    visitor: Visitor, office: Bench
) -> None:
    pane = show(visitor, office, "ledger.xlsx")
    expect(pane.get_by_text("1 row inserted")).to_be_visible()
    table = pane.get_by_role("table", name="Changes, cell by cell")

    def change_of(cell: str) -> Locator:
        place = visitor.page.get_by_role("button", name=cell, exact=True)
        return table.get_by_role("row").filter(has=place)

    amount = change_of("C120")
    expect(amount).to_contain_text("Value")
    expect(amount).to_contain_text("420")
    expect(amount).to_contain_text("999.5")
    formula = change_of("D121")
    expect(formula).to_contain_text("Formula")
    expect(formula).to_contain_text("=C121*1.19")
    look = change_of("B122")
    expect(look).to_contain_text("Format")
    expect(look).to_contain_text("Font bold")
    # The grid is scrolled to the first change, and marks it.
    draft = pane.get_by_role("region", name="Ledger, Draft")
    marked = draft.locator("td[data-focus]")
    expect(marked).to_contain_text("999.5")
    expect(marked).to_be_in_viewport()
    visitor.shoot("review-xlsx")
    pane.get_by_role("radio", name="Totals").check(force=True)
    expect(pane.get_by_role("region", name="Totals, Draft")).to_contain_text("Sum")


def test_slides_are_compared_and_lead_to_their_picture(visitor: Visitor, office: Bench) -> None:
    pane = show(visitor, office, "slides.pptx")
    listed = cards(visitor.page)
    expect(listed.filter(has_text="What we learned").first).to_be_visible()
    expect(listed.filter(has_text="Ask earlier").first).to_contain_text("Slide 2")
    visitor.shoot("review-pptx")
    pane.get_by_role("button", name="Show slide").first.click()
    expect(pane.get_by_label("Slide number")).to_have_value("2")


@pytest.mark.needs("libreoffice")
def test_slides_begin_with_the_one_that_was_touched(visitor: Visitor, office: Bench) -> None:
    pane = show(visitor, office, "slides.pptx", "Slides")
    expect(pane.get_by_label("Slide number")).to_have_value("2")
    drawn = pane.get_by_role("img", name="Slide 2 of slides.pptx, Draft")
    expect(drawn).to_be_visible(timeout=90_000)
    other = pane.get_by_role("img", name="Slide 2 of slides.pptx, Published (current preview)")
    expect(other).to_be_visible(timeout=90_000)
    visitor.shoot("review-pptx-slides")


def test_a_table_is_compared_row_by_row(visitor: Visitor, office: Bench) -> None:
    pane = show(visitor, office, "orders.csv")
    listed = cards(visitor.page)
    expect(listed).to_have_count(3)
    expect(listed.filter(has_text="Row changed")).to_contain_text("state")
    expect(listed.filter(has_text="Row changed").locator("ins")).to_have_text("paid")
    expect(listed.filter(has_text="Row deleted")).to_contain_text("Customer 0")
    expect(listed.filter(has_text="Row inserted")).to_contain_text("301")
    visitor.shoot("review-csv")
    pane.get_by_text("Lines", exact=True).click()
    expect(pane.get_by_role("columnheader", name="Reference (Draft start)")).to_be_visible()


def test_a_note_on_a_pdf_is_listed_and_shown_on_its_page(visitor: Visitor, office: Bench) -> None:
    pane = show(visitor, office, "report.pdf")
    expect(pane).to_contain_text("Annotate only")
    card = cards(visitor.page).first
    expect(card).to_contain_text("Is this figure final?")
    expect(card).to_contain_text("Page 2")
    visitor.shoot("review-pdf")
    card.get_by_role("button", name="Show page").click()
    before = pane.get_by_role("img", name="Page 2 of report.pdf, Published (current preview)")
    after = pane.get_by_role("img", name="Page 2 of report.pdf, Draft")
    expect(before).to_be_visible()
    expect(after).to_be_visible()
    visitor.shoot("review-pdf-pages")


def test_a_replaced_picture_stands_beside_the_old_one(visitor: Visitor, office: Bench) -> None:
    pane = show(visitor, office, "logo.png")
    expect(pane.get_by_role("img", name="logo.png, published")).to_be_visible()
    expect(pane.get_by_role("img", name="logo.png, Draft")).to_be_visible()
    expect(pane.get_by_text("240 × 160")).to_be_visible()
    expect(pane.get_by_text("320 × 160")).to_be_visible()
    expect(pane.get_by_text("Color depth").first).to_be_visible()
    visitor.shoot("review-png")


def test_text_is_walked_with_keys_that_the_page_names(visitor: Visitor, office: Bench) -> None:
    page = visitor.page
    show(visitor, office, "poem.txt")
    expect(page.locator("ins").first).to_have_text("seven")
    page.keyboard.press("n")
    expect(page.locator("[data-change]:focus")).to_contain_text("Line seven of the poem")
    page.keyboard.press("n")
    expect(page.locator("[data-change]:focus")).to_contain_text("Here the poem")
    page.keyboard.press("p")
    expect(page.locator("[data-change]:focus")).to_contain_text("Line seven of the poem")
    page.get_by_text("Keys", exact=True).click()
    expect(page.get_by_text("next file")).to_be_visible()
    visitor.shoot("review-txt-keys")
    page.get_by_text("Keys", exact=True).click()
    page.keyboard.press("k")
    expect(page.get_by_role("article").get_by_role("heading")).not_to_have_text("poem.txt")


def test_every_changed_file_has_its_tag_and_its_chips(visitor: Visitor, office: Bench) -> None:
    visitor.open(office.review)
    changed = visitor.page.get_by_role("navigation", name="Changed files")
    for tag, path in (
        ("DOCX", "annual.docx"),
        ("XLSX", "ledger.xlsx"),
        ("PPTX", "slides.pptx"),
        ("ODT", "notes.odt"),
        ("PDF", "report.pdf"),
        ("IMG", "logo.png"),
    ):
        row = changed.get_by_role("button", name=re.compile(re.escape(path)))
        expect(row).to_contain_text(tag)
        expect(row).to_contain_text("Modified")
    for path, chip in (("report.pdf", "Annotate only"), ("logo.png", "Read-only")):
        row = changed.get_by_role("button", name=re.compile(re.escape(path)))
        expect(row).to_contain_text(chip)
