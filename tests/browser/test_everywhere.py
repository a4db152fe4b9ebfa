"""What holds in every place: keyboard, focus, motion, addresses, feedback at once."""

from __future__ import annotations

import os
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import ROOT, Server, Visitor
from tests.browser.office_draft import Bench

pytestmark = pytest.mark.needs("chromium", "bubblewrap")

NOTES = b"# Notes\n\nNorth is up.\n"
# Whether the element that has the focus shows it: by an outline, or a ring of its own.
SHOWS_FOCUS = """() => {
    const element = document.activeElement;
    const ring = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0
        || style.boxShadow !== "none" || style.borderRightColor !== "rgba(0, 0, 0, 0)";
    const beside = element.nextElementSibling;
    return ring(getComputedStyle(element))
        || (element.matches("input") && beside !== null && ring(getComputedStyle(beside)));
}"""


@pytest.fixture(scope="module")
def bench(server: Server) -> Bench:
    return Bench.make(server, "Notes", {"notes.md": NOTES, "rows.csv": b"a,b\n1,2\n"})


def tab_to(page: Page, wanted: Locator, most: int = 60) -> None:
    """Press Tab until `wanted` has the focus; each stop on the way must show that it has it."""
    expect(wanted).to_be_visible()
    for _ in range(most):
        page.keyboard.press("Tab")
        if not page.evaluate("document.activeElement === document.body"):
            assert page.evaluate(SHOWS_FOCUS), page.evaluate("document.activeElement.outerHTML")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    pytest.fail(f"Tab does not reach {wanted}")


def test_tab_and_enter_alone_lead_from_home_to_publish(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "By keyboard", {"notes.md": NOTES})
    page = visitor.page
    visitor.open("/")
    tab_to(page, page.get_by_role("link", name=re.compile("^By keyboard")))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("textbox", name="Message"))
    page.keyboard.type("replace North with South in notes.md")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 file changed")).to_be_visible()
    tab_to(page, page.get_by_role("link", name=re.compile("Review")))
    visitor.shoot("keyboard-focus")
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Publish all"))
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("Published 1 file"))).to_be_visible()
    assert bench.published("notes.md") == NOTES.replace(b"North", b"South")


def test_nothing_moves_for_who_asked_for_less_motion(visitor: Visitor, bench: Bench) -> None:
    page = visitor.page
    page.emulate_media(reduced_motion="reduce")
    for path in ("/", f"/workbenches/{bench.workbench_id}", "/analyst", "/settings"):
        visitor.open(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        moving = page.evaluate(
            """() => [...document.querySelectorAll("*")].filter((element) => {
                const style = getComputedStyle(element);
                return style.animationName !== "none" || parseFloat(style.transitionDuration) > 0;
            }).map((element) => element.outerHTML.slice(0, 80))"""
        )
        assert moving == []
        assert page.evaluate("document.getAnimations().length") == 0


def test_every_place_has_an_address_that_survives_a_reload(visitor: Visitor, bench: Bench) -> None:
    run = visitor.server.ask("shop", "SQL: SELECT 1 AS one")
    workbench = f"/workbenches/{bench.workbench_id}"
    page = visitor.page
    for path, heading in (
        ("/", "Workbenches"),
        (workbench, "Notes"),
        (f"{workbench}/file/notes.md", "notes.md"),
        (f"{workbench}/review", "Review"),
        ("/analyst/datasets/shop", re.compile("^Ask ")),
        (f"/analyst/datasets/{quote('workbench:' + bench.workbench_id, safe='')}", "Ask Notes"),
        (f"/analyst/runs/{run}", "SQL: SELECT 1 AS one"),
        ("/settings", "Settings"),
    ):
        visitor.open(path)
        for _ in range(2):
            expect(page.get_by_role("heading", level=1)).to_have_text(heading)
            expect(page).to_have_title(re.compile("KeenBench$"))
            page.reload()
    visitor.expect_complaint("404")
    visitor.open("/nowhere")
    expect(page.get_by_role("heading")).to_have_text("There is nothing at this address")
    expect(page.get_by_role("link", name="Go to your workbenches")).to_be_visible()


def test_back_and_forward_go_between_places(visitor: Visitor, bench: Bench) -> None:
    page = visitor.page
    visitor.open(f"/workbenches/{bench.workbench_id}")
    page.get_by_role("link", name="notes.md", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("notes.md")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Notes")
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text("notes.md")


class Held:
    """Keeps the answers of one address back until they are let go."""

    def __init__(self, page: Page, address: str) -> None:
        self.routes: list[Route] = []
        self.page = page
        self.address = address
        page.route(address, lambda route: self.routes.append(route))

    def let_go(self) -> None:
        for route in self.routes:
            route.continue_()
        self.page.unroute(self.address)

    def give_up(self) -> None:
        """Let the requests fail, as if nobody listened."""
        for route in self.routes:
            route.abort()
        self.page.unroute(self.address)


def test_every_press_shows_at_once_that_it_was_heard(visitor: Visitor) -> None:
    """While the server has not answered yet: what was pressed is busy, and says what happens."""
    visitor.expect_complaint("net::ERR_FAILED")
    bench = Bench.make(visitor.server, "Slow", {"notes.md": NOTES})
    page = visitor.page
    visitor.open("/")
    expect(page.get_by_role("heading", name="Workbenches")).to_be_visible()
    held = Held(page, "**/rpc/WorkbenchCreate")
    page.get_by_role("textbox", name=re.compile("workbench")).fill("Patience")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("button", name="Create")).to_be_disabled()
    held.let_go()
    expect(page.get_by_role("heading", name="Patience")).to_be_visible()

    visitor.open(f"/workbenches/{bench.workbench_id}")
    expect(page.get_by_role("textbox", name="Message")).to_be_visible()
    held = Held(page, "**/rpc/WorkshopSendUserMessage")
    page.get_by_role("textbox", name="Message").fill("replace North with South in notes.md")
    page.get_by_role("button", name="Send").click()
    log = page.get_by_role("log", name="Conversation")
    expect(log).to_contain_text("replace North with South")
    expect(log.get_by_text("Thinking")).to_be_visible()
    expect(page.get_by_role("button", name="Send")).to_be_disabled()
    held.give_up()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    expect(log.get_by_text("Thinking")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Message")).to_have_value(
        "replace North with South in notes.md"
    )
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("1 file changed")).to_be_visible()

    visitor.open(bench.review)
    held = Held(page, "**/rpc/DraftPublish")
    page.get_by_role("button", name="Publish all").click()
    expect(page.get_by_role("button", name=re.compile("Publish"))).to_be_disabled()
    held.let_go()
    expect(page.get_by_text(re.compile("Published 1 file"))).to_be_visible()

    visitor.open("/analyst/datasets/shop")
    held = Held(page, "**/chat/stream")
    page.get_by_role("textbox", name="Question").fill("SQL: SELECT 1 AS one")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator(".turn")).to_contain_text("SELECT 1 AS one")
    expect(page.locator(".turn").get_by_text("Thinking")).to_be_visible()
    held.give_up()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    expect(page.locator(".turn")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Question")).to_have_value("SQL: SELECT 1 AS one")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()


def test_files_that_cannot_be_read_are_said_to_be_and_lead_on(
    visitor: Visitor, corpus: dict[str, bytes]
) -> None:
    visitor.expect_complaint("status of (400|422)")
    bench = Bench.make(visitor.server, "Closed", {"blob.bin": bytes(range(256)) * 4} | corpus)
    page = visitor.page
    visitor.open(f"/workbenches/{bench.workbench_id}")
    opaque = page.get_by_role("row").filter(has=page.get_by_role("link", name="blob.bin"))
    expect(opaque).to_contain_text("Opaque")
    page.get_by_role("textbox", name="Message").fill("What is in blob.bin?")
    page.get_by_role("button", name="Send").click()
    answer = page.get_by_role("article", name="Answer").last
    expect(answer).to_contain_text("blob.bin")
    expect(answer).to_have_attribute("aria-busy", "false")
    visitor.shoot("opaque-file")
    for path in corpus:
        visitor.open(f"/workbenches/{bench.workbench_id}/file/{path}")
        expect(page.get_by_role("alert").first).to_contain_text(
            re.compile("encrypted|password", re.IGNORECASE)
        )
        expect(page.get_by_role("link", name="Download")).to_be_visible()
        visitor.shoot(f"encrypted-{path.rpartition('.')[2]}")
        page.get_by_role("link", name="Closed").click()
        page.get_by_role("textbox", name="Message").fill(f"replace a with b in {path}")
        page.get_by_role("button", name="Send").click()
        # A pdf is told apart before it is opened: it takes no replaced text.
        expect(page.get_by_role("article", name="Answer").last).to_contain_text(
            re.compile(f"{path} (was not changed: .*password|cannot be changed)")
        )
        expect(page.get_by_role("button", name="Send")).to_be_visible()
    visitor.shoot("encrypted-asked")


@pytest.fixture(scope="module")
def corpus() -> dict[str, bytes]:
    """Return documents of the corpus that open only with a password."""
    folder = ROOT / os.environ.get("KEENBENCH_CORPUS", "../shared/corpus")
    files = {
        "letter.docx": folder / "docx" / "msoffcrypto-tool__example_password.docx",
        "figures.xlsx": folder / "xlsx" / "calamine__pass_protected.xlsx",
        "paper.pdf": folder / "pdf" / "pypdf__r6-both-passwords.pdf",
    }
    if not all(file.exists() for file in files.values()):
        pytest.skip("the corpus is not here")
    return {name: file.read_bytes() for name, file in files.items()}
