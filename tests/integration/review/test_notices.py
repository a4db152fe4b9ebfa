"""Review tells of active content that a change adds, and Publish asks for it."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.integration.review.test_structured_diffs import add, edit
from tests.integration.workbench.conftest import Bench

pytestmark = pytest.mark.needs("bubblewrap")

REMOTE = {
    "op": "set_cells",
    "sheet": "Sales",
    "cells": [{"cell": "F1", "value": '=WEBSERVICE("http://a.example/")', "type": "formula"}],
}


def notices(bench: Bench, path: str) -> list[dict[str, Any]]:
    changes = bench.call("ReviewGetChangeSet")["changes"]
    found: list[dict[str, Any]] = next(c for c in changes if c["path"] == path).get("notices", [])
    return found


def test_publish_asks_for_what_review_told(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    edit(bench, "multi-sheet.xlsx", "xlsx", REMOTE)
    before = bench.published()
    (notice,) = notices(bench, "multi-sheet.xlsx")
    assert (notice["code"], notice["confirm"]) == ("remote_formula", True)
    assert "WEBSERVICE in Sales" in notice["message"]
    assert "a.example" not in notice["message"]
    told = bench.call("ReviewGetChangeSet")["notices"]
    assert f"multi-sheet.xlsx: {notice['message']}" in told

    refused = bench.refused("DraftPublish")
    assert (refused["error_code"], refused["subphase"]) == ("VALIDATION_FAILED", "confirm_notices")
    asked = refused["detail"]["notices"]
    assert [(one["notice_id"], one["path"]) for one in asked] == [
        (notice["notice_id"], "multi-sheet.xlsx")
    ]
    assert bench.published() == before
    bench.call("DraftPublish", confirm_notices=[notice["notice_id"]])
    assert bench.published() != before


def test_what_was_confirmed_is_not_confirmed_for_another_content(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    edit(bench, "multi-sheet.xlsx", "xlsx", REMOTE)
    (notice,) = notices(bench, "multi-sheet.xlsx")
    more = {"op": "set_cells", "sheet": "Sales", "cells": [{"cell": "H9", "value": 1}]}
    edit(bench, "multi-sheet.xlsx", "xlsx", more)
    refused = bench.refused("DraftPublish", confirm_notices=[notice["notice_id"]])
    assert refused["subphase"] == "confirm_notices"


def test_only_what_is_published_is_asked_for(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    edit(bench, "multi-sheet.xlsx", "xlsx", REMOTE)
    bench.propose(notes__txt="one\n")
    bench.call("DraftPublish", paths=["notes.txt"])
    assert [c["path"] for c in bench.call("ReviewGetChangeSet")["changes"]] == ["multi-sheet.xlsx"]


def test_what_was_there_before_is_not_told_again(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    edit(bench, "multi-sheet.xlsx", "xlsx", REMOTE)
    ids = [one["notice_id"] for one in notices(bench, "multi-sheet.xlsx")]
    bench.call("DraftPublish", confirm_notices=ids)
    cell = {"cell": "H9", "value": 1}
    edit(bench, "multi-sheet.xlsx", "xlsx", {"op": "set_cells", "sheet": "Sales", "cells": [cell]})
    assert notices(bench, "multi-sheet.xlsx") == []
    bench.call("DraftPublish")


def test_a_plain_text_needs_nothing(bench: Bench) -> None:
    bench.propose(notes__txt="one\n", page__html="<p>plain</p>")
    assert all("notices" not in change for change in bench.call("ReviewGetChangeSet")["changes"])
    bench.call("DraftPublish")


def test_links_are_told_and_not_asked_for(bench: Bench) -> None:
    bench.propose(page__html='<a href="http://a.example/x">here</a>')
    (notice,) = notices(bench, "page.html")
    assert (notice["code"], notice["confirm"]) == ("link", False)
    bench.call("DraftPublish")


def test_a_file_that_cannot_be_searched_is_asked_for(bench: Bench) -> None:
    bench.propose(notes__txt="one\n")
    (bench.folder / "draft" / "odd.docx").write_bytes(b"PK\x03\x04 no package")
    (notice,) = notices(bench, "odd.docx")
    assert (notice["code"], notice["confirm"]) == ("not_checked", True)
    assert bench.refused("DraftPublish")["subphase"] == "confirm_notices"
    bench.call("DraftPublish", confirm_notices=[notice["notice_id"]])


def damage(package: Path, part: str) -> None:
    """Put something that no one can read in place of a part."""
    with zipfile.ZipFile(package) as archive:
        kept = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(package, "w") as archive:
        for name, data in (kept | {part: b"<w:styles"}).items():
            archive.writestr(name, data)


def test_a_part_that_cannot_be_read_is_told_and_asked_for(bench: Bench) -> None:
    add(bench, "simple.docx")
    edit(bench, "simple.docx", "docx", {"op": "append_paragraph", "text": "More."})
    assert notices(bench, "simple.docx") == []
    damage(bench.folder / "draft" / "simple.docx", "word/styles.xml")
    before = bench.published()
    (notice,) = notices(bench, "simple.docx")
    assert (notice["code"], notice["confirm"]) == ("not_checked", True)
    assert "word/styles.xml" in notice["message"]
    refused = bench.refused("DraftPublish")
    assert refused["subphase"] == "confirm_notices"
    assert refused["detail"]["notices"] == [
        {key: notice[key] for key in ("notice_id", "code", "message")} | {"path": "simple.docx"}
    ]
    assert bench.published() == before
    bench.call("DraftPublish", confirm_notices=[notice["notice_id"]])
    assert bench.published() != before


HIDING: dict[str, tuple[dict[str, Any], str]] = {
    "multi-sheet.xlsx": (
        {
            "op": "set_cells",
            "sheet": "Sales",
            "cells": [{"cell": "G2", "value": "x", "style": {"number_format": ";;;"}}],
        },
        "cells of Sales (G2)",
    ),
    "simple.docx": (
        {"op": "append_paragraph", "runs": [{"text": "unseen", "font_color": "#FFFFFF"}]},
        "passages that Word does not show (paragraph ",
    ),
    "slides.pptx": (
        {
            "op": "append_bullets",
            "index": 1,
            "bullets": [{"runs": [{"text": "unseen", "font_size": 1}]}],
        },
        "(slide 2)",
    ),
}


def test_what_an_edit_hides_is_told_by_its_place_and_asked_for(bench: Bench) -> None:
    add(bench, *HIDING)
    for path, (op, _) in HIDING.items():
        edit(bench, path, path.rpartition(".")[2], op)
    bench.propose(page__html="<p>seen</p>\n<p hidden>unseen</p>\n", data__csv="a,b\n1,#REF!\n")
    places = {path: place for path, (_, place) in HIDING.items()}
    places |= {"page.html": "(line 2)", "data.csv": "1 × #REF! in the table (line 2)"}
    asked = {one["path"]: one for one in bench.refused("DraftPublish")["detail"]["notices"]}
    assert set(asked) == set(places)
    for path, place in places.items():
        (notice,) = notices(bench, path)
        assert place in notice["message"]
        assert (notice["confirm"], notice["notice_id"]) == (True, asked[path]["notice_id"])
    bench.call("DraftPublish", confirm_notices=[one["notice_id"] for one in asked.values()])
    assert bench.call("DraftGetState")["has_draft"] is False


def test_rows_that_an_edit_hides_are_asked_for(bench: Bench) -> None:
    add(bench, "multi-sheet.xlsx")
    op = {"op": "set_hidden", "sheet": "Sales", "hidden": True, "rows": "2"}
    edit(bench, "multi-sheet.xlsx", "xlsx", op)
    (notice,) = notices(bench, "multi-sheet.xlsx")
    assert (notice["code"], notice["confirm"]) == ("hidden_cells", True)
    assert "rows of Sales (2)" in notice["message"]
    assert bench.refused("DraftPublish")["subphase"] == "confirm_notices"
