"""Review: what changed, and what becomes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import httpx2 as httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TOKEN, Visitor

pytestmark = pytest.mark.needs("chromium")

BEFORE = "# Notes\n\n" + "".join(f"Line {n} of the notes.\n" for n in range(1, 31))
AFTER = BEFORE.replace("Line 4 of", "Line four of").replace("Line 27 of the notes.\n", "")


@dataclass(frozen=True)
class Draft:
    """A workbench whose Draft changes notes.md and adds summary.md."""

    visitor: Visitor
    workbench_id: str

    @property
    def page(self) -> Page:
        return self.visitor.page

    def open(self) -> None:
        self.visitor.open(f"/workbenches/{self.workbench_id}/review")

    def write(self, path: str, content: str) -> None:
        proposal = {"schema_version": 1, "writes": [{"path": path, "content": content}]}
        applied = self.visitor.server.call(
            "WorkshopApplyProposal", workbench_id=self.workbench_id, proposal=proposal
        )
        assert [result["ok"] for result in applied["results"]] == [True], applied

    def published(self, path: str) -> str:
        answer = httpx.get(
            f"{self.visitor.server.address}/workbenches/{self.workbench_id}/files/{path}",
            params={"version": "published"},
            headers={"Authorization": f"Bearer {TOKEN}"},
        )
        return answer.text

    def files(self) -> list[str]:
        listed = self.visitor.server.call("WorkbenchFilesList", workbench_id=self.workbench_id)
        return [file["path"] for file in listed["files"]]

    def state(self) -> dict[str, object]:
        state: dict[str, object] = self.visitor.server.call(
            "DraftGetState", workbench_id=self.workbench_id
        )
        return state


@pytest.fixture
def draft(visitor: Visitor) -> Draft:
    made = visitor.server.call("WorkbenchCreate", name="Quarterly report")
    draft = Draft(visitor, made["workbench_id"])
    visitor.server.add_files(
        draft.workbench_id, {"notes.md": BEFORE.encode(), "old.txt": b"obsolete\n"}
    )
    draft.write("notes.md", AFTER)
    draft.write("summary.md", "# Summary\n\nAll is well.\n")
    return draft


def test_the_workbench_leads_to_its_review(draft: Draft) -> None:
    page = draft.page
    draft.visitor.open(f"/workbenches/{draft.workbench_id}")
    banner = page.get_by_role("link", name=re.compile("2 files changed.*Review"))
    expect(banner).to_be_visible()
    expect(page.get_by_role("button", name="Remove old.txt")).to_be_disabled()
    draft.visitor.shoot()
    draft.visitor.open("/")
    cards = page.get_by_role("link", name=re.compile("Quarterly report"))
    expect(cards.filter(has_text="Draft · 2 files changed").first).to_be_visible()
    draft.visitor.open(f"/workbenches/{draft.workbench_id}")
    banner.click()
    expect(page.get_by_role("heading", name="Review", exact=True)).to_be_visible()


def test_a_changed_file_is_shown_beside_its_reference_with_word_marks(draft: Draft) -> None:
    page = draft.page
    draft.open()
    expect(page.get_by_role("columnheader", name="Reference (Draft start)")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Draft", exact=True)).to_be_visible()
    expect(page.locator("del").first).to_have_text("4")
    expect(page.locator("ins").first).to_have_text("four")
    expect(page.get_by_text("Removed: Line 27 of the notes.")).to_be_visible()
    expect(page.get_by_text(re.compile(r"\d+ unchanged lines")).first).to_be_visible()
    assert "baseline" not in page.inner_text("body").lower()
    draft.visitor.shoot()
    page.get_by_text("One column").click()
    expect(page.get_by_text("Reference (Draft start) → Draft")).to_be_visible()


def test_a_new_file_is_shown_as_new(draft: Draft) -> None:
    page = draft.page
    draft.open()
    page.get_by_role("navigation", name="Changed files").get_by_role(
        "button", name=re.compile("summary.md")
    ).click()
    pane = page.get_by_role("article")
    expect(pane).to_contain_text("Added")
    expect(pane).to_contain_text("New file")
    expect(pane).to_contain_text("Summary unavailable.")
    expect(pane.get_by_text("All is well.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?file=summary\.md$"))
    draft.visitor.shoot()
    page.reload()
    expect(pane.get_by_text("All is well.")).to_be_visible()


def test_publish_all_makes_the_draft_published_and_can_be_undone(draft: Draft) -> None:
    page = draft.page
    draft.open()
    page.get_by_role("button", name="Publish all").click()
    result = page.get_by_role("status").filter(has_text="Published 2 files")
    expect(result).to_be_visible()
    expect(page.get_by_text("No changes in Draft yet.")).to_be_visible()
    draft.visitor.shoot()
    assert draft.published("notes.md") == AFTER
    assert "summary.md" in draft.files()
    assert draft.state()["has_draft"] is False
    result.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Put back what was there before Publish.")).to_be_visible()
    # What the Draft had added is not told as altered from outside.
    expect(page.get_by_text("after the Draft began")).to_have_count(0)
    assert draft.published("notes.md") == BEFORE
    assert "summary.md" not in draft.files()


def test_a_publish_is_undone_later_from_the_list_of_checkpoints(draft: Draft) -> None:
    page = draft.page
    draft.visitor.server.call("DraftPublish", workbench_id=draft.workbench_id)
    draft.visitor.open(f"/workbenches/{draft.workbench_id}")
    page.get_by_text("Checkpoints", exact=True).click()
    page.get_by_role("button", name=re.compile("Restore .*before Publish")).click()
    page.get_by_role("dialog").get_by_role("button", name="Restore").click()
    expect(
        page.get_by_role("status").filter(has_text="The workbench is what it was")
    ).to_be_focused()
    draft.visitor.shoot()
    assert draft.published("notes.md") == BEFORE
    assert draft.state()["has_draft"] is True


def test_publish_selected_leaves_the_other_changes_in_the_draft(draft: Draft) -> None:
    page = draft.page
    draft.open()
    page.get_by_role("checkbox", name="Publish notes.md").uncheck()
    page.get_by_role("button", name="Publish 1 selected").click()
    expect(page.get_by_text("Published 1 file at")).to_be_visible()
    changed = page.get_by_role("navigation", name="Changed files")
    expect(changed).to_contain_text("notes.md")
    expect(changed).not_to_contain_text("summary.md")
    assert draft.published("notes.md") == BEFORE
    assert "summary.md" in draft.files()
    draft.visitor.shoot()


def test_a_deletion_is_published_only_after_it_was_confirmed(draft: Draft) -> None:
    page = draft.page
    draft.visitor.server.call("DraftDeleteFile", workbench_id=draft.workbench_id, path="old.txt")
    draft.open()
    page.get_by_role("button", name="Publish all").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Delete 1 file?")
    expect(dialog).to_contain_text("old.txt")
    draft.visitor.shoot()
    dialog.get_by_role("button", name="Cancel").click()
    assert "old.txt" in draft.files()
    page.get_by_role("button", name="Publish all").click()
    dialog.get_by_role("button", name="Publish and delete").click()
    expect(page.get_by_text("Published 3 files at")).to_be_visible()
    assert "old.txt" not in draft.files()


def test_discard_throws_the_draft_away_and_keeps_published(draft: Draft) -> None:
    page = draft.page
    draft.open()
    page.get_by_role("button", name="Discard Draft").click()
    page.get_by_role("dialog").get_by_role("button", name="Discard").click()
    expect(page.get_by_text("Discarded the Draft with 2 changed files.")).to_be_visible()
    expect(page.get_by_text("No changes in Draft yet.")).to_be_visible()
    assert draft.state()["has_draft"] is False
    assert draft.published("notes.md") == BEFORE
    draft.visitor.shoot()


def test_one_file_is_reverted_and_the_others_keep_their_changes(draft: Draft) -> None:
    page = draft.page
    draft.open()
    page.get_by_role("button", name="Revert file").click()
    page.get_by_role("dialog").get_by_role("button", name="Revert").click()
    expect(page.get_by_text("Reverted notes.md to what is published.")).to_be_visible()
    changed = page.get_by_role("navigation", name="Changed files")
    expect(changed).not_to_contain_text("notes.md")
    expect(changed).to_contain_text("summary.md")
    assert draft.state()["changed_count"] == 1


def test_a_draft_that_changed_after_review_is_not_published(draft: Draft) -> None:
    page = draft.page
    with page.expect_response(re.compile("/events")):
        draft.open()
    expect(page.get_by_role("button", name="Publish all")).to_be_enabled()
    draft.write("summary.md", "# Summary\n\nAll is not well.\n")
    stale = page.get_by_text("The Draft has changed since you opened this review.")
    expect(stale).to_be_visible()
    expect(page.get_by_role("button", name="Publish all")).to_be_disabled()
    draft.visitor.shoot()
    page.get_by_role("button", name="Show the changes as they are now").click()
    expect(stale).to_be_hidden()
    page.get_by_role("button", name="Publish all").click()
    expect(page.get_by_text("Published 2 files at")).to_be_visible()
    assert "not well" in draft.published("summary.md")


def test_text_of_a_file_is_never_run(draft: Draft) -> None:
    page = draft.page
    draft.write("notes.md", "<img src=x onerror=\"document.title='run'\"><script>1</script>\n")
    draft.open()
    expect(page.get_by_text("<script>1</script>")).to_be_visible()
    expect(page).to_have_title("Review of Quarterly report · KeenBench")
    assert page.locator("article img").count() == 0


def test_review_of_a_workbench_without_a_draft_is_empty(visitor: Visitor) -> None:
    made = visitor.server.call("WorkbenchCreate", name="Still")
    visitor.open(f"/workbenches/{made['workbench_id']}/review")
    expect(visitor.page.get_by_text("No changes in Draft yet.")).to_be_visible()
    visitor.shoot()
