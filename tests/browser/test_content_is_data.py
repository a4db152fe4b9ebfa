"""What stands in files, names and answers is shown; none of it is ever run."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from urllib.parse import quote

import docx
import httpx2 as httpx
import openpyxl
import pytest
from playwright.sync_api import Dialog, expect

from tests.browser.conftest import TOKEN, Server, Visitor
from tests.browser.office_draft import Bench
from tests.integration.providers.wire import KEY, Say, serve

pytestmark = pytest.mark.needs("chromium", "bubblewrap")

# Each sets a mark, opens a dialog and calls another host, should anything run it.
RUN = "window.taken=1;alert(1);fetch('http://attacker.invalid/')"
IMAGE = f'<img src=x onerror="{RUN}">'
SCRIPT = f"<script>{RUN}</script>"
LINK = f"[press me](javascript:{RUN})"
FRAME = f'<iframe srcdoc="{SCRIPT.replace(chr(34), "&quot;")}"></iframe>'
NAME = "<img src=x onerror=window.taken=1>.txt"
SHEET = "<svg onload=taken=1>"
SVG = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="{RUN}">'
    f"<script>{RUN}</script><foreignObject><img xmlns='http://www.w3.org/1999/xhtml' src='x'"
    f' onerror="{RUN}"/></foreignObject>'
    '<image href="http://attacker.invalid/a.png"/><rect width="40" height="40"/></svg>'
)
MARKDOWN = (
    f"# Title {IMAGE}\n\n{SCRIPT}\n\n{LINK}\n\n![p](http://attacker.invalid/p.png)\n\n{FRAME}\n"
)


def hostile_document() -> bytes:
    document = docx.Document()
    document.add_heading(IMAGE, 1)
    document.add_paragraph(SCRIPT + LINK)
    table = document.add_table(rows=1, cols=1)
    table.cell(0, 0).text = FRAME
    document.core_properties.title = SCRIPT
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def hostile_workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = SHEET
    sheet.append([IMAGE, SCRIPT])
    sheet.append(['=HYPERLINK("javascript:alert(1)","x")', FRAME])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


@pytest.fixture(scope="module")
def bench(server: Server) -> Bench:
    rows = (
        f"{quoted(IMAGE)},{quoted(SCRIPT)}\n{quoted(FRAME)},{quoted(LINK)}\n=cmd|' /C calc'!A0,2\n"
    )
    return Bench.make(
        server,
        f"Traps {IMAGE}",
        {
            "trap.docx": hostile_document(),
            "trap.xlsx": hostile_workbook(),
            "trap.csv": rows.encode(),
            "trap.svg": SVG.encode(),
            "trap.md": MARKDOWN.encode(),
            "trap.html": f"<html><body onload={RUN!r}>{SCRIPT}{IMAGE}</body></html>".encode(),
            NAME: SCRIPT.encode(),
        },
    )


@pytest.fixture(autouse=True)
def nothing_ran(visitor: Visitor) -> Iterator[None]:
    """Whatever a test opens: no mark, no dialog. Requests to other hosts the visitor counts."""
    opened: list[str] = []

    def refuse(dialog: Dialog) -> None:
        opened.append(dialog.message)
        dialog.dismiss()

    visitor.page.on("dialog", refuse)
    # Set in every document of the window, frames too; a page that was left takes its own with it.
    taken: list[str] = []
    visitor.page.expose_function("tellTaken", lambda place: taken.append(place))
    visitor.page.add_init_script(
        "Object.defineProperty(window, 'taken',"
        " { set() { window.tellTaken(location.href); }, get() { return undefined; } })"
    )
    yield
    assert opened == []
    assert taken == []


def expect_only_own_elements(visitor: Visitor) -> None:
    page = visitor.page
    assert page.locator("main script, main iframe, main object, main embed").count() == 0
    assert page.locator("[onerror], [onload], [onclick], [srcdoc]").count() == 0
    assert page.locator("a[href^='javascript:' i]").count() == 0
    assert page.locator("img:not([src^='data:image/']):not([src^='blob:'])").count() == 0


@pytest.mark.parametrize(
    "path", ["trap.docx", "trap.xlsx", "trap.csv", "trap.svg", "trap.md", "trap.html", NAME]
)
def test_a_file_that_tries_is_shown_as_it_is(visitor: Visitor, bench: Bench, path: str) -> None:
    # What cannot be drawn safely is refused, which the browser reports.
    visitor.expect_complaint("status of (400|422|503)")
    page = visitor.page
    visitor.open(f"/workbenches/{bench.workbench_id}/file/{quote(path, safe='')}")
    expect(page.get_by_role("heading", name=path, exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Content")).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    expect_only_own_elements(visitor)


def test_names_of_files_sheets_and_columns_are_words(visitor: Visitor, bench: Bench) -> None:
    page = visitor.page
    visitor.open("/")
    expect(page.get_by_text(f"Traps {IMAGE}")).to_be_visible()
    visitor.open(f"/workbenches/{bench.workbench_id}")
    expect(page.get_by_role("link", name=NAME, exact=True)).to_be_visible()
    expect_only_own_elements(visitor)
    visitor.shoot("hostile-workbench")
    visitor.open(f"/workbenches/{bench.workbench_id}/file/trap.csv")
    expect(page.get_by_role("columnheader", name=IMAGE)).to_be_visible()
    visitor.shoot("hostile-table")
    visitor.open(f"/workbenches/{bench.workbench_id}/file/trap.xlsx")
    expect(page.get_by_role("region", name=f"Sheet {SHEET}")).to_contain_text(IMAGE)
    expect_only_own_elements(visitor)


def test_the_analyst_shows_hostile_columns_and_cells_as_text(
    visitor: Visitor, bench: Bench
) -> None:
    page = visitor.page
    visitor.open(f"/analyst/datasets/{quote('workbench:' + bench.workbench_id, safe='')}")
    page.get_by_role("textbox", name="Question").fill("SQL: SELECT * FROM trap")
    page.get_by_role("button", name="Ask").click()
    answered = page.get_by_role("region", name="Result").or_(page.get_by_role("alert"))
    expect(answered.first).to_be_visible()
    expect_only_own_elements(visitor)


def test_changes_that_try_are_reviewed_as_text(visitor: Visitor) -> None:
    visitor.expect_complaint("status of (400|422|503)")
    bench = Bench.make(
        visitor.server, "Changed traps", {"page.html": b"<p>Hi</p>\n", "notes.md": b"# Hi\n"}
    )
    bench.write("page.html", f"<p>Hi</p>\n{SCRIPT}\n{IMAGE}\n")
    bench.write("notes.md", MARKDOWN)
    bench.put_in_draft("trap.svg", SVG.encode())
    page = visitor.page
    for path in ("page.html", "notes.md", "trap.svg"):
        visitor.open(f"{bench.review}?file={path}")
        expect(page.get_by_role("article").get_by_role("heading", name=path)).to_be_visible()
        expect(page.locator("main [aria-busy=true]")).to_have_count(0)
        expect_only_own_elements(visitor)
    visitor.shoot("hostile-review")


def test_an_answer_that_tries_is_shown_as_it_is(visitor: Visitor, bench: Bench) -> None:
    page = visitor.page
    with serve("openai", [Say(MARKDOWN + "\n\nThat is all.")]) as provider:
        visitor.server.call(
            "ProvidersSetApiKey", provider_id="openai", api_key=KEY, base_url=provider.base_url
        )
        visitor.server.call("SettingsSet", consent_mode="allow_all")
        try:
            visitor.open(f"/workbenches/{bench.workbench_id}")
            page.get_by_label("Model").select_option(provider.model_id)
            page.get_by_role("textbox", name="Message").fill(f"Say it {IMAGE}")
            page.get_by_role("button", name="Send").click()
            expect(page.get_by_text("That is all.")).to_be_visible()
            expect(page.get_by_role("button", name="Send")).to_be_visible()
            expect_only_own_elements(visitor)
            visitor.shoot("hostile-answer")
        finally:
            visitor.server.call("SettingsSet", consent_mode="ask")
            visitor.server.call("ProvidersClearApiKey", provider_id="openai")


def test_a_download_is_never_opened_as_a_page(visitor: Visitor, bench: Bench) -> None:
    """A link to a file someone sends: the browser saves it, it does not show it."""
    for path in ("trap.html", "trap.svg"):
        address = f"{bench.server.address}/workbenches/{bench.workbench_id}/files/{path}"
        answer = httpx.get(address, headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.headers["content-disposition"].startswith("attachment")
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/settings", "/analyst", "/healthz"])
def test_every_page_forbids_scripts_but_its_own(server: Server, path: str) -> None:
    answer = httpx.get(server.address + path, headers={"Authorization": f"Bearer {TOKEN}"})
    policy = answer.headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";") if rule.strip())
    assert rules["script-src"] == "'self'"
    assert not re.search("unsafe-(inline|eval|hashes)", policy)
    assert rules["object-src"] == "'none'"
    assert rules["base-uri"] == "'none'"


def test_the_policy_holds_against_a_script_that_got_in(visitor: Visitor) -> None:
    """The second wall: even markup in the page itself would not run."""
    visitor.expect_complaint("Content Security Policy")
    visitor.expect_complaint("404")
    page = visitor.page
    visitor.open("/")
    expect(page.get_by_role("heading", name="Workbenches")).to_be_visible()
    page.evaluate(
        """markup => {
            const place = document.createElement("div");
            place.innerHTML = markup;
            document.body.append(place);
            const script = document.createElement("script");
            script.textContent = "window.taken = 1";
            document.body.append(script);
        }""",
        '<img src="/assets/none.png" onerror="window.taken=1">',
    )
    expect(page.locator("body > div > img")).to_be_attached()
    page.wait_for_load_state("networkidle")
