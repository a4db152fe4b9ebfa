"""The Workbench page: its files, how they come and how they go."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.needs("chromium")

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d4944415478da63fcffff3f0300050001ff6a1c2b4b0000000049454e44ae426082"
)


@pytest.fixture
def workbench(visitor: Visitor) -> str:
    made = visitor.server.call("WorkbenchCreate", name="Quarterly report")
    workbench_id: str = made["workbench_id"]
    return workbench_id


def row(page: Page, name: str) -> str:
    """Return what stands in the row of the file `name`."""
    line = page.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))
    expect(line).to_be_visible()
    return line.inner_text()


def choose(page: Page, *files: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files([str(file) for file in files])


def test_an_empty_workbench_says_how_to_begin(visitor: Visitor, workbench: str) -> None:
    visitor.open(f"/workbenches/{workbench}")
    expect(visitor.page.get_by_text("Drop files anywhere on this page")).to_be_visible()
    expect(visitor.page.get_by_text("No files yet")).to_be_visible()
    visitor.shoot()


def test_files_from_the_picker_are_listed_with_kind_size_and_badges(
    visitor: Visitor, workbench: str, tmp_path: Path
) -> None:
    contents = {
        "notes.md": b"# Notes\n" * 200,
        "orders.csv": b"id,total\n1,2.50\n",
        "logo.png": PNG,
        "archive.7z": b"7z\xbc\xaf\x27\x1c",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    page = visitor.page
    visitor.open(f"/workbenches/{workbench}")
    choose(page, *(tmp_path / name for name in contents))
    assert "MD" in row(page, "notes.md")
    assert "1.6 KB" in row(page, "notes.md")
    assert "CSV" in row(page, "orders.csv")
    assert "IMG" in row(page, "logo.png")
    assert "Read-only" in row(page, "logo.png")
    assert "Opaque" in row(page, "archive.7z")
    assert "Opaque" not in row(page, "notes.md")
    expect(page.get_by_text("Added notes.md")).to_be_visible()
    visitor.shoot()


def test_files_can_be_dropped_anywhere_on_the_page(visitor: Visitor, workbench: str) -> None:
    page = visitor.page
    visitor.open(f"/workbenches/{workbench}")
    expect(page.get_by_role("button", name="Choose files")).to_be_visible()
    carried = page.evaluate_handle(
        """() => {
            const carried = new DataTransfer();
            carried.items.add(new File(["dropped\\n"], "dropped.txt", {type: "text/plain"}));
            return carried;
        }"""
    )
    page.dispatch_event("header", "dragenter", {"dataTransfer": carried})
    expect(page.get_by_text("Let go to add them")).to_be_visible()
    page.dispatch_event("header", "drop", {"dataTransfer": carried})
    assert "TXT" in row(page, "dropped.txt")
    visitor.shoot()


def test_a_file_that_was_not_added_is_named_with_the_reason(
    visitor: Visitor, workbench: str, tmp_path: Path
) -> None:
    visitor.server.add_files(workbench, {"notes.md": b"mine\n"})
    (tmp_path / "Notes.md").write_bytes(b"another\n")
    (tmp_path / "a\\b.txt").write_bytes(b"backslash\n")
    (tmp_path / "good.txt").write_bytes(b"good\n")
    visitor.open(f"/workbenches/{workbench}")
    choose(visitor.page, *(tmp_path / name for name in ("Notes.md", "a\\b.txt", "good.txt")))
    note = visitor.page.get_by_role("alert")
    expect(note).to_contain_text("2 files were not added")
    expect(note).to_contain_text("Notes.md: a file of that name is already here")
    expect(note).to_contain_text("a\\b.txt: its name holds")
    row(visitor.page, "good.txt")
    visitor.shoot()


def test_a_file_is_removed_only_after_a_question(visitor: Visitor, workbench: str) -> None:
    visitor.server.add_files(workbench, {"keep.md": b"k\n", "drop.md": b"d\n"})
    page = visitor.page
    visitor.open(f"/workbenches/{workbench}")
    page.get_by_role("button", name="Remove drop.md").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Remove drop.md?")
    visitor.shoot()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    row(page, "drop.md")
    page.get_by_role("button", name="Remove drop.md").click()
    dialog.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("link", name="drop.md", exact=True)).to_be_hidden()
    row(page, "keep.md")


def test_a_file_downloads_as_it_was_added(visitor: Visitor, workbench: str, tmp_path: Path) -> None:
    name = "größe #1 & 50%.txt"
    visitor.server.add_files(workbench, {name: "straße\r\n".encode("cp1252")})
    visitor.open(f"/workbenches/{workbench}")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name=f"Download {name}").click()
    assert download.value.suggested_filename == name
    download.value.save_as(tmp_path / "saved")
    assert (tmp_path / "saved").read_bytes() == "straße\r\n".encode("cp1252")


def test_a_file_added_elsewhere_appears_by_itself(visitor: Visitor, workbench: str) -> None:
    with visitor.page.expect_response(re.compile("/events")):
        visitor.open(f"/workbenches/{workbench}")
    visitor.server.add_files(workbench, {"elsewhere.md": b"e\n"})
    row(visitor.page, "elsewhere.md")


def test_a_workbench_that_is_not_there_is_said_plainly(visitor: Visitor) -> None:
    visitor.expect_complaint("404")
    visitor.open("/workbenches/not-there")
    heading = visitor.page.get_by_role("heading", name="This workbench cannot be opened")
    expect(heading).to_be_visible()
    visitor.shoot()
