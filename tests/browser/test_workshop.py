"""The Workshop beside the files, and the settings, in a real browser."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import docx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.integration.providers.wire import KEY, Call, Hang, Say, WireServer, serve

pytestmark = pytest.mark.needs("chromium")

SALES = ("day,region,amount\n" + "".join(
    f"2024-{1 + n % 12:02d}-01,{('North', 'South', 'East')[n % 3]},{n}.50\n" for n in range(300)
)).encode()  # fmt: skip

MARKDOWN = """\
## Found

The report has **two** parts and `code`:

- first
- second

| region | total |
| --- | ---: |
| North | 10 |

<script>document.title = "taken over"</script> and [a trap](javascript:alert(1)).
"""


def _report() -> bytes:
    document = docx.Document()
    document.add_heading("Report", 1)
    document.add_paragraph("Acme Ltd agrees. Signed: Acme Ltd.")
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


@pytest.fixture
def workbench(visitor: Visitor) -> str:
    made = visitor.server.call("WorkbenchCreate", name="Contracts")
    workbench_id: str = made["workbench_id"]
    visitor.server.add_files(workbench_id, {"report.docx": _report(), "sales.csv": SALES})
    visitor.open(f"/workbenches/{workbench_id}")
    return workbench_id


@pytest.fixture
def openai(visitor: Visitor) -> Iterator[WireServer]:
    """A provider that needs consent, on this machine; forgotten afterwards."""
    with serve("openai") as server:
        visitor.server.call(
            "ProvidersSetApiKey",
            provider_id="openai",
            api_key=KEY,
            base_url=server.base_url,
        )
        yield server
        visitor.server.call("ProvidersClearApiKey", provider_id="openai")


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message").fill(text)
    page.get_by_role("button", name="Send").click()


def conversation(page: Page) -> str:
    return page.get_by_role("log", name="Conversation").inner_text()


def test_the_offline_model_edits_and_the_draft_waits_for_review(
    visitor: Visitor, workbench: str
) -> None:
    page = visitor.page
    say(page, "replace “Acme Ltd” with “Apex” in report.docx")
    expect(page.get_by_text("Replaced “Acme Ltd” with “Apex” 2 times")).to_be_visible()
    expect(page.get_by_text("1 file changed")).to_be_visible()
    page.locator("summary").filter(has_text="Changed report.docx").click()
    expect(page.get_by_text("replace_text").first).to_be_visible()
    visitor.shoot()
    page.get_by_role("link", name=re.compile("Review")).click()
    expect(page.get_by_text("report.docx").first).to_be_visible()


def test_a_table_is_summarised_and_the_answer_says_what_was_read(
    visitor: Visitor, workbench: str
) -> None:
    page = visitor.page
    say(page, "total amount by region in sales.csv")
    expect(page.get_by_role("cell", name="North")).to_be_visible()
    say(page, "summarise sales.csv by region and save as summary.xlsx")
    expect(page.get_by_text("All 300 rows of sales.csv are counted")).to_be_visible()
    expect(page.get_by_text("Made summary.xlsx from sales.csv.").first).to_be_visible()
    visitor.shoot()
    page.reload()
    expect(page.get_by_role("cell", name="North")).to_be_visible()
    # Who reads further up is left there, until they say something.
    page.set_viewport_size({"width": 1280, "height": 560})
    log = page.get_by_role("log", name="Conversation")
    log.evaluate("log => { log.scrollTop = 0 }")
    expect(page.get_by_role("article", name="You").first).to_be_in_viewport()
    say(page, "how many rows are in sales.csv?")
    asked = page.get_by_text("how many rows are in sales.csv?")
    expect(asked).to_be_in_viewport()
    expect(page.get_by_role("article", name="Answer")).to_have_count(3)
    expect(page.get_by_role("button", name="Try again")).to_be_in_viewport()
    # The answer is longer than this window: what it answers stays above it.
    expect(page.get_by_text("Computed over all of sales.csv")).to_be_in_viewport()
    expect(asked).to_be_in_viewport(ratio=1)


def test_undo_to_here_takes_files_and_conversation_back(visitor: Visitor, workbench: str) -> None:
    page = visitor.page
    say(page, "replace Acme with Apex in report.docx")
    expect(page.get_by_text("1 file changed")).to_be_visible()
    expect(page.get_by_role("button", name="Send")).to_be_visible()
    page.get_by_role("button", name=re.compile("Undo to here")).click()
    page.get_by_role("button", name="Go back").click()
    expect(page.get_by_text("1 file changed")).to_be_hidden()
    message = page.get_by_role("textbox", name="Message")
    expect(message).to_have_value("replace Acme with Apex in report.docx")
    expect(message).to_be_focused()
    # What is being written is still there after a look at a file.
    message.fill("a long message")
    page.get_by_role("link", name="report.docx", exact=True).click()
    expect(page.get_by_role("heading", name="report.docx")).to_be_visible()
    page.go_back()
    expect(message).to_have_value("a long message")
    # In a narrow window files and Workshop are one tap apart, however many files there are.
    page.set_viewport_size({"width": 390, "height": 844})
    expect(message).to_be_hidden()
    page.get_by_text("Workshop", exact=True).first.click()
    expect(page.get_by_role("button", name="Send")).to_be_in_viewport()
    expect(page.get_by_role("link", name="report.docx", exact=True)).to_be_hidden()


def test_in_a_narrow_window_the_message_is_in_sight_below_a_long_name_and_a_draft(
    visitor: Visitor,
) -> None:
    name = "Contracts of the northern branch and all their appendices, as signed in spring"
    workbench_id = visitor.server.call("WorkbenchCreate", name=name)["workbench_id"]
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 740})
    visitor.open(f"/workbenches/{workbench_id}")
    page.get_by_text("Workshop", exact=True).first.click()
    # Nobody is told to speak of "these files" where there are none.
    expect(page.get_by_text("Add a file, and say here")).to_be_visible()
    visitor.server.add_files(workbench_id, {"report.docx": _report()})
    expect(page.get_by_text("Say what should be done with these files")).to_be_visible()
    for text in ("What is in report.docx?", "replace “Acme Ltd” with “Apex” in report.docx"):
        say(page, text)
        expect(page.get_by_role("button", name="Try again")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("1 file changed")).to_be_visible()
    visitor.shoot()
    expect(page.get_by_role("textbox", name="Message")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)


def test_consent_names_provider_model_and_files_before_anything_leaves(
    visitor: Visitor, workbench: str, openai: WireServer
) -> None:
    visitor.expect_complaint("403")
    openai.steps = [(Say("I look."), Call("list_files")), Say(MARKDOWN)]
    page = visitor.page
    page.reload()
    page.get_by_label("Model").select_option(openai.model_id)
    say(page, "What is in the report?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("openai")
    expect(dialog).to_contain_text(openai.model)
    expect(dialog).to_contain_text(openai.base_url)
    expect(dialog).to_contain_text("report.docx")
    expect(dialog).to_contain_text("sales.csv")
    assert openai.requests == []
    visitor.shoot(f"{visitor.name}-dialog")
    dialog.get_by_role("button", name="Cancel").click()
    assert openai.requests == []
    message = page.get_by_role("textbox", name="Message")
    expect(message).to_have_value("What is in the report?")
    expect(message).to_be_focused()
    page.get_by_role("button", name="Send").click()
    dialog.get_by_role("button", name="Allow").click()
    expect(page.get_by_role("heading", name="Found")).to_be_visible()
    expect(page.get_by_text("a trap (javascript:alert(1))")).to_be_visible()
    assert page.title() != "taken over"
    visitor.shoot()


def test_a_run_is_stopped_at_once(visitor: Visitor, workbench: str, openai: WireServer) -> None:
    openai.steps = [Hang("This takes")]
    page = visitor.page
    page.reload()
    visitor.server.call("SettingsSet", consent_mode="allow_all")
    try:
        page.get_by_label("Model").select_option(openai.model_id)
        say(page, "Think for ever")
        expect(page.get_by_text("This takes")).to_be_visible()
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text("Stopped.")).to_be_visible()
        expect(page.get_by_role("button", name="Send")).to_be_visible()
    finally:
        visitor.server.call("SettingsSet", consent_mode="ask")


def test_a_provider_is_set_up_tested_and_forgotten(visitor: Visitor) -> None:
    with serve("openai") as server:
        visitor.expect_complaint("status of (40[013]|502)")
        page = visitor.page
        visitor.open("/settings")
        card = page.get_by_role("listitem").filter(
            has=page.get_by_role("heading", name="OpenAI", exact=True)
        )
        expect(card).to_contain_text("Not set up")
        card.get_by_label("Key", exact=True).fill("wrong")
        card.get_by_label("Address").fill(server.base_url)
        card.get_by_role("button", name="Save").click()
        expect(card).to_contain_text("Ready")
        card.get_by_role("button", name="Test").click()
        expect(card.get_by_role("alert")).to_be_visible()
        card.get_by_label("New key").fill(KEY)
        card.get_by_role("button", name="Save").click()
        card.get_by_role("button", name="Test").click()
        expect(card.get_by_text("It lists")).to_be_visible()
        assert KEY not in page.content()
        visitor.shoot()
        card.get_by_role("button", name="Forget").click()
        expect(card).to_contain_text("Not set up")
