"""Map, then browse: every kind of file, every region, and what is said where one does not fit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.integration.workshop.tools.conftest import OFFICE, MakeTools, Tools, sales, workbook

PATHS = sorted(OFFICE.iterdir())
FILES = {"sales.csv": sales(1000), "a.md": b"# A\n"}


def test_list_files_names_every_file_of_the_workbench(tools: Tools) -> None:
    told = tools.told("list_files")
    assert [each["path"] for each in told["files"]] == sorted(tools.published_files)
    kinds = {each["path"]: each["file_kind"] for each in told["files"]}
    assert kinds["multi-sheet.xlsx"] == "xlsx"
    assert kinds["unknown.bin"] == "binary"
    (pdf,) = [each for each in told["files"] if each["path"] == "report.pdf"]
    assert pdf["read_only"] is True


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        ("multi-sheet.xlsx", "sheets"),
        ("simple.docx", "sections"),
        ("notes.odt", "sections"),
        ("slides.pptx", "slides"),
        ("report.pdf", "pages"),
        ("a.md", "line_count"),
        ("sales.csv", "columns"),
        ("chart.png", "width"),
        ("logo.svg", "width"),
    ],
)
def test_every_kind_of_file_has_a_map(tools: Tools, path: str, holds: str) -> None:
    info = tools.told("get_file_info", path=path)
    assert info["path"] == path
    assert {"size", "mime_type", "added_at", "modified_at"} <= set(info)
    assert holds in info["map"]
    assert tools.told("get_file_map", path=path) == info["map"]
    assert tools.run.coverage.to_json() == []


@pytest.mark.parametrize(
    ("path", "region", "text"),
    [
        ("multi-sheet.xlsx", {"sheet": "Sales", "range": "A3:B4"}, "North\t120\nSouth\t90"),
        ("multi-sheet.xlsx", {"range": "Sales!A3:B3"}, "North\t120"),
        ("multi-sheet.xlsx", {"sheet": "Summary", "chunk": 0}, "Measure"),
        ("simple.docx", {"section": "Summary"}, "Revenue grew"),
        ("simple.docx", {"section": 0, "chunk": 0}, "Revenue grew"),
        ("notes.odt", {}, "kickoff"),
        ("slides.pptx", {"slide_index": 1}, "Highlights"),
        ("report.pdf", {"pages": "2"}, "Outlook"),
        ("report.pdf", {"pages": [2]}, "Outlook"),
        ("a.md", {"line_start": 1, "line_count": 1}, "# A"),
        ("sales.csv", {"line_start": 1, "line_count": 2}, "north,0"),
    ],
)
def test_a_region_is_read_by_its_coordinates(
    tools: Tools, path: str, region: dict[str, Any], text: str
) -> None:
    told = tools.told("read_file", path=path, **region)
    assert text in told["text"]
    assert {"chunk_index", "total_chunks", "has_more", "range"} <= set(told["chunk_info"])


def test_without_a_region_the_first_chunk_is_read(make_tools: MakeTools) -> None:
    rows = [["n", "square"], *([n, n * n] for n in range(1, 111))]
    tools = make_tools(files={"book.xlsx": workbook(Data=rows)})
    told = tools.told("read_file", path="book.xlsx")
    assert told["chunk_info"]["range"] == "A1:B50"
    assert told["chunk_info"]["total_chunks"] == 3
    assert told["chunk_info"]["has_more"] is True


def test_formulas_are_given_beside_the_values(tools: Tools) -> None:
    told = tools.told("read_file", path="multi-sheet.xlsx", sheet="Sales")
    assert told["formulas"]["B6"] == "=SUM(B3:B5)"
    assert "Total\t270" in told["text"]


def test_an_image_is_told_by_its_facts(tools: Tools) -> None:
    told = tools.told("read_file", path="chart.png")
    assert (told["width"], told["height"]) == (200, 200)


def test_styles_and_what_can_be_carried_over_are_listed(tools: Tools) -> None:
    for path, kind in (
        ("multi-sheet.xlsx", "xlsx"),
        ("simple.docx", "docx"),
        ("slides.pptx", "pptx"),
    ):
        told = tools.call(f"{kind}_get_styles", path=path)
        assert told.ok, told.text
        assert "assets" in told.text
    error = tools.refused("xlsx_get_styles", path="simple.docx")
    assert "no xlsx file" in error["message"]


def test_a_sheet_or_section_that_is_not_there_is_answered_with_what_is(tools: Tools) -> None:
    error = tools.refused("read_file", path="multi-sheet.xlsx", sheet="Sale")
    assert error["code"] == "VALIDATION_FAILED"
    assert "Sales, Summary" in error["message"]
    error = tools.refused("read_file", path="simple.docx", section="Nowhere")
    assert "the map lists the headings" in error["message"]
    error = tools.refused("read_file", path="slides.pptx", slide_index=7)
    assert "has 3" in error["message"]


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("Sales.CSV", ["sales.csv"]),
        ("sales.xlsx", ["sales.csv"]),
        ("simpel.docx", ["simple.docx"]),
    ],
)
def test_a_name_that_is_a_little_off_is_answered_with_the_right_one(
    tools: Tools, asked: str, near: list[str]
) -> None:
    error = tools.refused("read_file", path=asked)
    assert error["code"] == "FILE_READ_FAILED"
    assert error["did_you_mean"][: len(near)] == near
    assert f"Did you mean {near[0]}" in error["message"]


@pytest.mark.parametrize(
    "path",
    ["../sales.csv", "/etc/passwd", "published/sales.csv", "..", "", "a\\b", "draft/../meta/x"],
)
def test_a_path_that_leads_elsewhere_is_refused_in_words(tools: Tools, path: str) -> None:
    error = tools.refused("read_file", path=path)
    assert error["code"] == "SANDBOX_VIOLATION"
    if path.endswith("sales.csv"):
        assert error["did_you_mean"] == ["sales.csv"]


def test_a_region_of_another_kind_of_file_is_refused_with_those_that_fit(tools: Tools) -> None:
    error = tools.refused("read_file", path="report.pdf", sheet="Sales")
    assert "read by pages, chunk" in error["message"]
    error = tools.refused("get_file_map", path="report.pdf", sheet="Sales")
    assert "does not fit" in error["message"]


def test_an_opaque_file_is_never_parsed(tools: Tools) -> None:
    assert tools.told("get_file_info", path="unknown.bin")["map"] is None
    for tool in ("read_file", "get_file_map"):
        error = tools.refused(tool, path="unknown.bin")
        assert "never parses" in error["message"]


def test_a_damaged_file_is_told_as_such_and_the_others_stay_readable(
    make_tools: MakeTools,
) -> None:
    tools = make_tools(files={"broken.docx": b"PK\x03\x04nothing", "a.md": b"# A\n"})
    error = tools.refused("read_file", path="broken.docx")
    assert error["code"] == "FILE_READ_FAILED"
    assert "other files" in error["what_to_do"]
    assert tools.told("read_file", path="a.md")["text"] == "# A\n"


def test_a_tool_that_does_not_exist_is_answered_with_those_that_do(tools: Tools) -> None:
    error = tools.refused("delete_file", path="a.md")
    assert "There is no tool delete_file" in error["message"]
    assert "read_file" in error["message"]
    assert "a.md" in tools.published_files


def test_the_active_view_is_read(tools: Tools) -> None:
    tools.told("write_text_file", path="a.md", content="# Changed\n")
    assert tools.told("read_file", path="a.md")["text"] == "# Changed\n"
    changed = [e["path"] for e in tools.told("list_files")["files"] if "changed_in_draft" in e]
    assert changed == ["a.md"]
