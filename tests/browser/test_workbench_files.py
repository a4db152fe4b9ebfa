"""A file opened in the Workbench: its map, and a viewer of its own kind."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server, Visitor
from tests.browser.office_draft import Bench, office_bench, poem

pytestmark = pytest.mark.needs("chromium", "bubblewrap")

LONG_ROWS = 120_000


@pytest.fixture(scope="module")
def office(server: Server) -> Bench:
    return office_bench(server, "Opened")


def open_file(visitor: Visitor, bench: Bench, path: str) -> Locator:
    """Open a file by its own address and return its content."""
    visitor.open(f"/workbenches/{bench.workbench_id}/file/{path}")
    expect(visitor.page.get_by_role("heading", name=path)).to_be_visible()
    return visitor.page.get_by_role("region", name="Content")


def file_map(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Map of the file")


def test_the_list_leads_to_a_file_and_back(visitor: Visitor, office: Bench) -> None:
    page = visitor.page
    visitor.open(f"/workbenches/{office.workbench_id}")
    page.get_by_role("link", name="poem.txt", exact=True).click()
    expect(page).to_have_url(re.compile(r"/file/poem\.txt$"))
    text = page.get_by_role("region", name="Text of poem.txt")
    expect(text).to_contain_text("Line 1 of the poem")
    expect(file_map(page)).to_contain_text("60 lines")
    visitor.shoot("file-text")
    page.go_back()
    expect(page.get_by_role("heading", name="Opened")).to_be_visible()


def test_a_workbook_opens_to_its_sheets(visitor: Visitor, office: Bench) -> None:
    content = open_file(visitor, office, "ledger.xlsx")
    grid = content.get_by_role("region", name="Sheet Ledger")
    expect(grid).to_contain_text("Item 1")
    expect(file_map(visitor.page)).to_contain_text("2 sheets")
    visitor.shoot("file-workbook")
    grid.evaluate("element => { element.scrollTop = 390 * 25; }")
    expect(grid).to_contain_text("Item 400")
    file_map(visitor.page).get_by_role("button", name=re.compile("^Totals")).click()
    expect(content.get_by_role("region", name="Sheet Totals")).to_contain_text("Sum")


def test_a_very_wide_table_shows_its_columns_in_turn(visitor: Visitor) -> None:
    names = ",".join(f"c{n}" for n in range(1, 151))
    row = ",".join(f"v{n}" for n in range(1, 151))
    wide = Bench.make(visitor.server, "Wide", {"wide.csv": f"{names}\n{row}\n".encode()})
    content = open_file(visitor, wide, "wide.csv")
    table = content.get_by_role("region", name="Rows of wide.csv")
    expect(table.get_by_role("columnheader", name="c60")).to_be_attached()
    expect(table.get_by_role("columnheader", name="c61")).to_have_count(0)
    content.get_by_role("button", name="Columns after").click()
    expect(table.get_by_role("cell", name="v61")).to_be_attached()
    file_map(visitor.page).get_by_role("button", name=re.compile("^c150")).click()
    expect(table.get_by_role("columnheader", name="c150")).to_be_in_viewport()


def test_a_table_of_many_rows_scrolls_to_its_last(visitor: Visitor) -> None:
    rows = "\n".join(f"{n},name {n},{n / 4}" for n in range(1, LONG_ROWS + 1))
    long = Bench.make(visitor.server, "Long", {"long.csv": f"id,name,share\n{rows}\n".encode()})
    content = open_file(visitor, long, "long.csv")
    table = content.get_by_role("region", name="Rows of long.csv")
    expect(table).to_contain_text("name 1")
    expect(content).to_contain_text("120,000 rows, 3 columns")
    visitor.shoot("file-table")
    table.evaluate("element => { element.scrollTop = element.scrollHeight; }")
    expect(table).to_contain_text("name 120000")
    assert table.locator("tbody tr").count() < 80


@pytest.mark.needs("libreoffice")
def test_a_document_opens_to_its_pages_and_sections(visitor: Visitor, office: Bench) -> None:
    content = open_file(visitor, office, "annual.docx")
    expect(content.get_by_role("img", name="Page 1 of annual.docx")).to_be_visible(timeout=90_000)
    visitor.shoot("file-document")
    file_map(visitor.page).get_by_role("button", name=re.compile("^Costs")).click()
    section = content.get_by_role("region", name="Costs")
    expect(section).to_contain_text("Rent")
    expect(section).not_to_contain_text("Step 1")


@pytest.mark.needs("libreoffice")
def test_slides_are_gone_to_by_their_titles(visitor: Visitor, office: Bench) -> None:
    content = open_file(visitor, office, "slides.pptx")
    file_map(visitor.page).get_by_role("button", name=re.compile("Next steps")).click()
    shown = content.get_by_role("img", name="Slide 3 of slides.pptx")
    expect(shown).to_be_visible(timeout=90_000)
    expect(content.get_by_label("Slide number")).to_have_value("3")
    visitor.shoot("file-slides")


def test_a_pdf_an_image_and_an_opaque_file_open(visitor: Visitor, office: Bench) -> None:
    content = open_file(visitor, office, "report.pdf")
    expect(content.get_by_role("img", name="Page 1 of report.pdf")).to_be_visible()
    expect(visitor.page.get_by_text("Annotate only")).to_be_visible()
    visitor.shoot("file-pdf")
    content = open_file(visitor, office, "logo.png")
    expect(content.get_by_role("img", name="logo.png")).to_be_visible()
    expect(file_map(visitor.page)).to_contain_text("240 × 160")
    visitor.shoot("file-image")
    visitor.open(f"/workbenches/{office.workbench_id}/file/archive.7z")
    expect(visitor.page.get_by_text("does not look inside")).to_be_visible()
    expect(visitor.page.get_by_text("Opaque")).to_be_visible()
    visitor.shoot("file-opaque")


def test_a_damaged_file_says_so_and_can_still_be_downloaded(visitor: Visitor) -> None:
    visitor.expect_complaint("40[0-9]|42[0-9]|50[0-9]")
    bench = Bench.make(visitor.server, "Broken", {"broken.docx": b"PK\x03\x04 not a document"})
    visitor.open(f"/workbenches/{bench.workbench_id}/file/broken.docx")
    expect(visitor.page.get_by_role("alert")).to_contain_text("FILE_READ_FAILED")
    expect(visitor.page.get_by_role("link", name="Download")).to_be_visible()
    visitor.shoot()


def test_a_drafted_file_is_shown_in_either_version(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "Versions", {"poem.txt": poem().encode(), "b.txt": b"b\n"})
    bench.write("poem.txt", "A new poem.\n")
    bench.write("added.txt", "Only in the Draft.\n")
    page = visitor.page
    visitor.open(f"/workbenches/{bench.workbench_id}")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="added.txt"))
    expect(row).to_contain_text("Added")
    expect(page.get_by_role("row", name=re.compile("poem.txt"))).to_contain_text("Modified")
    visitor.shoot("workbench-changed-marks")
    content = open_file(visitor, bench, "poem.txt")
    expect(content).to_contain_text("A new poem.")
    page.get_by_text("Published", exact=True).click()
    expect(content).to_contain_text("Line 1 of the poem")
    page.get_by_role("link", name="Changed in the Draft: review").click()
    expect(page.get_by_role("article").get_by_role("heading")).to_have_text("poem.txt")
    content = open_file(visitor, bench, "added.txt")
    expect(content).to_contain_text("Only in the Draft.")


def test_content_of_files_is_never_run(visitor: Visitor) -> None:
    script = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{script[40:]}</svg>'
    bench = Bench.make(
        visitor.server,
        "Hostile",
        {
            "page.html": script.encode(),
            "rows.csv": f'name,"{script.replace(chr(34), chr(34) * 2)}"\n1,=cmd()\n'.encode(),
            "mark.svg": svg.encode(),
        },
    )
    for path in ("page.html", "rows.csv", "mark.svg"):
        visitor.expect_complaint("40[0-9]|42[0-9]|50[0-9]")
        open_file(visitor, bench, path)
        expect(file_map(visitor.page).or_(visitor.page.get_by_role("alert"))).to_be_visible()
        expect(visitor.page).to_have_title(f"{path} · Hostile · KeenBench")
        assert (
            visitor.page.locator("main script, main iframe, main object, main embed").count() == 0
        )
        assert visitor.page.locator("main img:not([src^='data:image/'])").count() == 0
