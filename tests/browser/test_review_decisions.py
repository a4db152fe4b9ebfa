"""Review, decided: single changes rejected, notices answered, failures tried again."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Visitor
from tests.browser.office_draft import Bench, ledger, orders, picture, poem, report

pytestmark = pytest.mark.needs("chromium", "bubblewrap")

SCALABLE = b'<svg xmlns="http://www.w3.org/2000/svg"><circle r="40" cx="50" cy="50"/></svg>'


def changed_poem() -> str:
    return poem().replace("Line 7 of", "Line seven of").replace("Line 40 of", "Line forty of")


def test_one_hunk_is_rejected_and_the_other_stays(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "Poems", {"poem.txt": poem().encode()})
    bench.write("poem.txt", changed_poem())
    page = visitor.page
    visitor.open(bench.review)
    rejects = page.get_by_role("button", name="Reject this change")
    rejects.first.click()
    expect(page.get_by_text("Rejected 1 change in poem.txt.")).to_be_visible()
    expect(rejects).to_have_count(1)
    # The one that follows has the focus: n and x go on from there.
    expect(page.locator("[data-change]:focus")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The Draft is as it was before.")).to_be_visible()
    expect(rejects).to_have_count(2)
    assert bench.drafted("poem.txt").decode() == changed_poem()
    rejects.first.click()
    expect(rejects).to_have_count(1)
    expect(page.get_by_text("Line seven of")).to_have_count(0)
    visitor.shoot()
    assert bench.drafted("poem.txt").decode() == poem().replace("Line 40 of", "Line forty of")
    assert bench.published("poem.txt").decode() == poem()


def test_rejecting_the_last_change_leaves_nothing_but_the_way_back(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "Poems", {"poem.txt": poem().encode()})
    bench.write("poem.txt", poem().replace("Line 7 of", "Line seven of"))
    page = visitor.page
    visitor.open(bench.review)
    expect(page.get_by_text("Added: Line seven of")).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("x")
    expect(page.get_by_text("No changes in Draft yet.")).to_be_visible()
    expect(page.get_by_role("heading", name="Review")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Added: Line seven of")).to_be_visible()


def test_a_cell_a_row_and_a_paragraph_are_rejected_alone(visitor: Visitor) -> None:
    bench = Bench.make(
        visitor.server,
        "Mixed",
        {"ledger.xlsx": ledger(), "orders.csv": orders().encode(), "annual.docx": report()},
    )
    cells = [{"cell": "C5", "value": 1}, {"cell": "C6", "value": 2}]
    bench.edit("ledger.xlsx", "xlsx", {"op": "set_cells", "sheet": "Ledger", "cells": cells})
    bench.write("orders.csv", orders().replace(",open\n", ",paid\n", 2))
    bench.edit(
        "annual.docx",
        "docx",
        {"op": "replace_text", "search": "four percent", "replace": "five percent"},
        {"op": "replace_text", "search": "in March", "replace": "in April"},
    )
    page = visitor.page
    for path in ("ledger.xlsx", "orders.csv", "annual.docx"):
        visitor.open(f"{bench.review}?file={path}")
        rejects = page.get_by_role("button", name="Reject this change")
        expect(rejects).to_have_count(2)
        rejects.last.click()
        expect(page.get_by_text(f"Rejected 1 change in {path}.")).to_be_visible()
        expect(rejects).to_have_count(1)
    visitor.shoot()
    diff = bench.call("ReviewGetXlsxCellDiff", path="ledger.xlsx")
    assert [change["cell"] for change in diff["changes"]] == ["C5"]


def test_publish_asks_about_notices_and_can_be_undone(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "Site", {"page.html": b"<p>Hello</p>\n"})
    bench.write("page.html", "<p>Hello</p>\n<script>document.title = 'run'</script>\n")
    page = visitor.page
    visitor.open(bench.review)
    expect(page.get_by_role("article").get_by_role("note")).to_contain_text("Publish asks")
    expect(page.get_by_role("navigation", name="Changed files")).to_contain_text("1 notice")
    page.get_by_role("button", name="Publish all").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Publish with 1 notice?")
    expect(dialog).to_contain_text("page.html")
    visitor.shoot()
    dialog.get_by_role("button", name="Cancel").click()
    assert b"script" not in bench.published("page.html")
    page.get_by_role("button", name="Publish all").click()
    dialog.get_by_role("button", name="Publish", exact=True).click()
    result = page.get_by_role("status").filter(has_text="Published 1 file")
    expect(result).to_be_visible()
    assert b"script" in bench.published("page.html")
    result.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Put back what was there before Publish.")).to_be_visible()
    assert bench.published("page.html") == b"<p>Hello</p>\n"
    expect(page).to_have_title(re.compile("Review"))


def refuse_once(visitor: Visitor, method: str, status: int, info: dict[str, object]) -> None:
    """Have the next call of a method fail, as a full disk or a missing part would make it."""
    visitor.expect_complaint(str(status))

    def refuse(route: Route) -> None:
        route.fulfill(
            status=status, content_type="application/json", body=json.dumps({"error": info})
        )

    visitor.page.route(f"**/rpc/{method}", refuse, times=1)


def test_a_write_that_failed_can_be_tried_again(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "Poems", {"poem.txt": poem().encode()})
    bench.write("poem.txt", changed_poem())
    page = visitor.page
    visitor.open(bench.review)
    refuse_once(
        visitor,
        "DraftPublish",
        507,
        {
            "error_code": "DISK_FULL",
            "message": "There is no room left on the disk.",
            "retryable": True,
            "actions": ["retry", "free_disk_space"],
        },
    )
    page.get_by_role("button", name="Publish all").click()
    expect(page.get_by_text("There is no room left on the disk.")).to_be_visible()
    visitor.shoot()
    assert bench.published("poem.txt").decode() == poem()
    page.get_by_role("button", name="Retry").click()
    expect(page.get_by_text("Published 1 file at")).to_be_visible()
    assert bench.published("poem.txt").decode() == changed_poem()


def test_a_preview_that_cannot_be_drawn_says_what_to_install(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "Reports", {"annual.docx": report()})
    bench.edit(
        "annual.docx", "docx", {"op": "replace_text", "search": "Summary", "replace": "Overview"}
    )
    page = visitor.page
    missing: dict[str, object] = {
        "error_code": "TOOL_WORKER_UNAVAILABLE",
        "message": "Pages need LibreOffice: install it with `apt install libreoffice`.",
        "retryable": True,
        "actions": ["retry"],
    }
    visitor.expect_complaint("503")
    page.route(
        "**/rpc/ReviewGetDocxPreviewPage",
        lambda route: route.fulfill(
            status=503, content_type="application/json", body=json.dumps({"error": missing})
        ),
    )
    visitor.open(f"{bench.review}?file=annual.docx&tab=pages")
    failed = page.get_by_role("article").get_by_role("alert")
    expect(failed).to_have_count(2)
    expect(failed.first).to_contain_text("Preview unavailable. Try reopening the Draft.")
    expect(failed.first).to_contain_text("apt install libreoffice")
    visitor.shoot()


def test_new_files_have_a_preview_of_the_draft_alone(visitor: Visitor) -> None:
    bench = Bench.make(visitor.server, "New things", {"poem.txt": poem().encode()})
    cells = [{"cell": "A1", "value": "Total"}, {"cell": "B1", "value": 12}]
    bench.edit(
        "fresh.xlsx",
        "xlsx",
        {"op": "ensure_sheet", "sheet": "Sums"},
        {"op": "set_cells", "sheet": "Sums", "cells": cells},
    )
    bench.put_in_draft("dot.png", picture("#2b6843", (90, 90)))
    bench.put_in_draft("mark.svg", SCALABLE)
    page = visitor.page
    pane = page.get_by_role("article")
    visitor.open(f"{bench.review}?file=fresh.xlsx")
    expect(pane.get_by_text("New file").first).to_be_visible()
    expect(pane.get_by_role("region", name="New file")).to_contain_text("Total")
    expect(pane.get_by_text("Published (current preview)")).to_have_count(0)
    visitor.shoot("review-new-workbook")
    visitor.open(f"{bench.review}?file=mark.svg")
    expect(pane.get_by_role("img", name="mark.svg, Draft")).to_be_visible()
    expect(pane.get_by_text("scalable")).to_be_visible()
    expect(pane.get_by_text("Published (current preview)")).to_have_count(0)
    visitor.shoot("review-new-svg")


def test_deleted_files_are_shown_as_they_were_published(visitor: Visitor) -> None:
    bench = Bench.make(
        visitor.server,
        "Gone",
        {"ledger.xlsx": ledger(), "logo.png": picture("#2a5a8c", (40, 30)), "poem.txt": b"one\n"},
    )
    for path in ("ledger.xlsx", "logo.png", "poem.txt"):
        bench.call("DraftDeleteFile", path=path)
    page = visitor.page
    pane = page.get_by_role("article")
    visitor.open(f"{bench.review}?file=ledger.xlsx")
    expect(pane.get_by_role("region", name="Published (current preview)")).to_contain_text("Item 1")
    expect(pane.get_by_role("region", name="Draft")).to_have_count(0)
    visitor.shoot()
    visitor.open(f"{bench.review}?file=logo.png")
    expect(pane.get_by_role("img", name="logo.png, published")).to_be_visible()
    expect(pane.get_by_role("img", name="logo.png, Draft")).to_have_count(0)
    visitor.open(f"{bench.review}?file=poem.txt")
    expect(pane.get_by_text("Removed: one")).to_be_visible()
