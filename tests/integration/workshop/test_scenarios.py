"""The seeds' scenarios by name, end to end through HTTP, with a model that knows only what it is
told: what it writes, it has computed from what the tools gave it."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pptx
import pytest
from langchain_core.messages import AIMessage, BaseMessage

from tests.integration.workshop.conftest import Scripted
from tests.integration.workshop.office import (
    ALL_AND_ODD,
    cells_of,
    fixtures,
    words_of,
    xlsx_of,
)
from tests.integration.workshop.scripted import Desk, call, calls, told

pytestmark = pytest.mark.needs("bubblewrap")


def results(messages: Sequence[BaseMessage]) -> list[dict[str, Any]]:
    """Everything that the tools have said in this turn."""
    return [json.loads(str(each.content)) for each in messages if each.type == "tool"]


# -- seed 004, "Functional loop" ----------------------------------------------------------------

LOOP = [
    calls(
        ("read_file", {"path": "simple.docx"}),
        ("read_file", {"path": "multi-sheet.xlsx"}),
        ("read_file", {"path": "report.pdf", "pages": "1"}),
    ),
    call(
        "docx_operations",
        path="simple.docx",
        operations=[{"op": "append_paragraph", "text": "Reviewed in full.", "style": "Normal"}],
    ),
    calls(
        (
            "xlsx_operations",
            {
                "path": "metrics.xlsx",
                "create_new": True,
                "operations": [
                    {"op": "ensure_sheet", "sheet": "Summary"},
                    {
                        "op": "set_range",
                        "sheet": "Summary",
                        "start": "A1",
                        "values": [["Metric", "Value"], ["Q1", 120]],
                    },
                ],
            },
        ),
        (
            "pptx_operations",
            {
                "path": "slides.pptx",
                "operations": [
                    {
                        "op": "add_slide",
                        "layout": "title_and_content",
                        "title": "Overview",
                        "body": "Highlights",
                    }
                ],
            },
        ),
    ),
    AIMessage("I added a line, a workbook and a slide."),
]


def _loop(scripted: Scripted) -> Desk:
    desk, _ = scripted({"Bring the report up to date": LOOP})
    desk.add(fixtures(*ALL_AND_ODD))
    desk.done("Bring the report up to date")
    return desk


def test_functional_loop_from_request_over_draft_and_review_to_published(
    scripted: Scripted,
) -> None:
    desk = _loop(scripted)
    # The Draft holds the edited and the new file; Published is what it was.
    assert desk.changes() == {
        "simple.docx": "modified",
        "slides.pptx": "modified",
        "metrics.xlsx": "added",
    }
    assert "Reviewed in full." not in words_of(desk.read("simple.docx", "published"))
    # Review shows what changed, as text.
    diff = desk.rpc("ReviewGetTextDiff", path="simple.docx")
    added = [
        line["text"]
        for hunk in diff["hunks"]
        for line in hunk["lines"]
        if line["type"] == "added" and line["text"].strip()
    ]
    assert added == ["Reviewed in full."]
    assert diff["reference_source"] == "draft_start_snapshot"
    grid = desk.rpc("ReviewGetXlsxPreviewGrid", path="metrics.xlsx", version="draft")
    assert "Summary" in grid["sheets"]
    # Publish, and reopening shows the new files.
    desk.publish()
    assert desk.rpc("DraftGetState")["has_draft"] is False
    listed = {each["path"] for each in desk.rpc("WorkbenchOpen")["files"]}
    assert listed == {*ALL_AND_ODD, "metrics.xlsx"}
    assert words_of(desk.read("simple.docx", "published"))[-1] == "Reviewed in full."
    assert cells_of(desk.read("metrics.xlsx", "published"), "Summary") == [
        ["Metric", "Value"],
        ["Q1", 120],
    ]
    deck = pptx.Presentation(io.BytesIO(desk.read("slides.pptx", "published")))
    assert deck.slides[-1].shapes.title.text == "Overview"


@pytest.mark.needs("libreoffice")
def test_functional_loop_shows_pages_side_by_side(scripted: Scripted) -> None:
    desk = _loop(scripted)
    for method, path, where in (
        ("ReviewGetDocxPreviewPage", "simple.docx", {"page_index": 0}),
        ("ReviewGetPptxPreviewSlide", "slides.pptx", {"slide_index": 0}),
    ):
        pages = [desk.rpc(method, path=path, version=v, **where) for v in ("published", "draft")]
        assert all(page["bytes_base64"] for page in pages), path


# -- seed 001, "Map → Browse → Act" -------------------------------------------------------------


def test_map_browse_act(scripted: Scripted) -> None:
    rows: list[list[Any]] = [["Day", "Words"], *([day, f"entry {day}"] for day in range(1, 131))]

    def browse(messages: Sequence[BaseMessage]) -> AIMessage:
        """Read the next chunk for as long as the latest one says that there is more."""
        info = told(messages)["chunk_info"]
        if info["has_more"]:
            chunk = info["chunk_index"] + 1
            return call("read_file", path="diary.xlsx", sheet="Diary", chunk=chunk)
        read = [each["chunk_info"] for each in results(messages)]
        assert [each["chunk_index"] for each in read] == list(range(read[0]["total_chunks"]))
        text = "\n".join(each["text"] for each in results(messages))
        days = sum(f"entry {day}" in text for day in range(1, 131))
        return call("write_text_file", path="count.md", content=f"{days} entries\n")

    begin = call("read_file", path="diary.xlsx", sheet="Diary", chunk=0)
    desk, model = scripted({"count": [begin, *[browse] * 3, AIMessage("Counted.")]})
    desk.add({"diary.xlsx": xlsx_of(rows, "Diary")})
    desk.done("count")
    # Map: before anything was read, the prompt held structure and sizes, and no content.
    prompt = str(model.seen[0][0].content)
    assert '"Diary"' in prompt
    assert '"chunks"' in prompt
    assert "entry 77" not in prompt
    # Browse and act: every region was read, and the answer rests on all of them.
    assert desk.read("count.md") == b"130 entries\n"
    [seen] = desk.rpc("WorkshopGetState")["coverage"]
    assert (seen["path"], seen["share"]) == ("diary.xlsx", 1.0)


# -- seed 002, acceptance criteria --------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("simple.docx", None),
        ("notes.odt", None),
        ("multi-sheet.xlsx", None),
        ("slides.pptx", None),
        ("report.pdf", None),
        ("plain.txt", "some words"),
    ],
)
def test_users_can_read_docx_odt_xlsx_pptx_pdf_and_text(
    scripted: Scripted, path: str, words: str | None
) -> None:
    desk, model = scripted({"read": [call("read_file", path=path), AIMessage("Read.")]})
    desk.add({path: words} if words is not None else fixtures(path))
    desk.done("read")
    [answer] = desk.rpc("WorkshopGetConversation")["messages"][1]["tools"]
    assert (answer["name"], answer["ok"]) == ("read_file", True)
    assert any("chunk_info" in each for each in results(model.seen[-1]))
    assert desk.rpc("DraftGetState")["has_draft"] is False


def test_every_structured_or_tabular_file_comes_with_a_map_before_any_content(
    scripted: Scripted,
) -> None:
    desk, model = scripted({"hello": [AIMessage("Hello.")]})
    desk.add({**fixtures(*ALL_AND_ODD), "table.csv": "id,amount\n1,2.50\n"})
    desk.done("hello")
    prompt = str(model.seen[0][0].content)
    for mark in ('"sheets"', '"slides"', '"page_count"', '"sections"', '"row_count"'):
        assert mark in prompt, mark
    for path in (*ALL_AND_ODD, "table.csv"):
        assert path in prompt, path


CATEGORIES = ("Rent", "Food", "Travel", "Salary")


def statement() -> list[list[Any]]:
    """A bank statement of 111 rows: eight of head, then 103 movements."""
    head: list[list[Any]] = [
        ["Statement", None, None, None, None],
        ["Account", "0001", None, None, None],
        ["Holder", "A. Person", None, None, None],
        ["Period", "2026", None, None, None],
        ["Currency", "EUR", None, None, None],
        ["Opening", 1000, None, None, None],
        ["Note", "Movements follow", None, None, None],
        ["Operation", "Value date", "Concept", "Amount", "Balance"],
    ]
    balance = Decimal(1000)
    for number in range(103):
        amount = Decimal((number * 37) % 211 - 100) / 4
        balance += amount
        day = f"2026-{number // 28 + 1:02}-{number % 28 + 1:02}"
        head.append([day, day, CATEGORIES[number % 4], float(amount), float(balance)])
    return head


def test_a_bank_statement_of_111_rows_is_processed_in_its_entirety(scripted: Scripted) -> None:
    rows = statement()
    assert len(rows) == 111

    def movements(messages: Sequence[BaseMessage]) -> list[list[Any]]:
        """The movements that the model was shown, chunk by chunk."""
        found: list[list[Any]] = []
        for each in results(messages):
            lines = [line.split("\t") for line in each.get("text", "").split("\n")]
            found += [line for line in lines if line[0][:5] == "2026-"]
        return found

    def summarise(messages: Sequence[BaseMessage]) -> AIMessage:
        seen = movements(messages)
        totals = [
            [name, float(sum(Decimal(str(row[3])) for row in seen if row[2] == name))]
            for name in CATEGORIES
        ]
        values = [["Category", "Total"], *totals, ["Rows", len(seen)]]
        return call(
            "xlsx_operations",
            path="summary.xlsx",
            create_new=True,
            operations=[
                {"op": "ensure_sheet", "sheet": "Totals"},
                {"op": "set_range", "sheet": "Totals", "start": "A1", "values": values},
            ],
        )

    reads = [
        call("read_file", path="bank.xlsx", sheet="Movements", range=cells)
        for cells in ("A1:E50", "A51:E100", "A101:E111")
    ]
    desk, _ = scripted({"sum up": [*reads, summarise, AIMessage("Done with all rows.")]})
    desk.add({"bank.xlsx": xlsx_of(rows, "Movements")})
    desk.done("sum up")
    totals = dict(cells_of(desk.read("summary.xlsx"), "Totals")[1:])
    assert totals.pop("Rows") == 103
    for name in CATEGORIES:
        expected = sum(Decimal(str(row[3])) for row in rows[8:] if row[2] == name)
        assert Decimal(str(totals[name])) == expected, name
    [coverage] = desk.rpc("WorkshopGetState")["coverage"]
    assert (coverage["path"], coverage["share"]) == ("bank.xlsx", 1.0)


def test_a_csv_of_20000_rows_is_counted_traversed_and_exported_with_all_rows(
    scripted: Scripted,
) -> None:
    count, window = 20_000, 500
    text = "id,cents\n" + "".join(f"{n},{n * 7919 % 10007}\n" for n in range(1, count + 1))

    def traverse(messages: Sequence[BaseMessage]) -> AIMessage:
        read = sum(len(each["rows"]) for each in results(messages)[1:])
        return call("table_read_rows", path="ledger.csv", row_start=read + 1, row_count=window)

    def conclude(messages: Sequence[BaseMessage]) -> AIMessage:
        counted, *windows = results(messages)
        rows = [row for each in windows for row in each["rows"]]
        assert [row[0] for row in rows] == list(range(1, counted["rows"][0][0] + 1))
        total = sum(row[1] for row in rows)
        return call("write_text_file", path="total.md", content=f"{len(rows)} rows, {total}\n")

    desk, _ = scripted(
        {
            "add up": [
                call("table_query", path="ledger.csv", query="SELECT count(*) FROM data"),
                *[traverse] * (count // window),
                conclude,
                call(
                    "table_export",
                    path="ledger.csv",
                    query="SELECT id, cents / 100 AS amount FROM data ORDER BY id",
                    target_path="ledger.xlsx",
                    format="xlsx",
                ),
                AIMessage("All rows."),
            ]
        }
    )
    desk.add({"ledger.csv": text})
    desk.done("add up")
    expected = sum(n * 7919 % 10007 for n in range(1, count + 1))
    assert desk.read("total.md").decode() == f"{count} rows, {expected}\n"
    exported = cells_of(desk.read("ledger.xlsx"))
    assert len(exported) == count + 1
    assert [row[0] for row in exported[1:]] == list(range(1, count + 1))
    coverage = {each["path"]: each for each in desk.rpc("WorkshopGetState")["coverage"]}
    assert coverage["ledger.csv"]["read"] == count
    assert coverage["ledger.csv"]["share"] == 1.0


def test_csv_work_is_done_by_describe_stats_query_and_export_alone(scripted: Scripted) -> None:
    desk, model = scripted(
        {
            "by region": [
                calls(
                    ("table_describe", {"path": "sales.csv"}),
                    ("table_stats", {"path": "sales.csv"}),
                ),
                call(
                    "table_export",
                    path="sales.csv",
                    query="SELECT region, sum(amount) AS total FROM data GROUP BY 1 ORDER BY 1",
                    target_path="by_region.csv",
                    format="csv",
                ),
                AIMessage("Saved."),
            ]
        }
    )
    desk.add({"sales.csv": "region,amount\nNorth,1.10\nSouth,2.20\nNorth,3.30\n"})
    desk.done("by region")
    assert desk.read("by_region.csv").decode().split() == [
        "region,total",
        "North,4.40",
        "South,2.20",
    ]
    assert desk.read("sales.csv", "published") == desk.read("sales.csv")
    assert len(model.seen) == 3


def test_a_region_too_large_for_one_answer_says_so_and_is_had_in_pages(scripted: Scripted) -> None:
    lines = "".join(f"{n}: {'x' * 90}\n" for n in range(1, 181))

    def recall(messages: Sequence[BaseMessage]) -> AIMessage:
        receipt = results(messages)[0]
        assert receipt["receipt"] is True
        page = len(results(messages)) - 1
        if page < receipt["pages"]:
            return call("recall_tool_result", entry_id=receipt["entry_id"], page=page)
        text = json.dumps(results(messages)[1:])
        found = sum(f"{n}: x" in text for n in range(1, 181))
        return call("write_text_file", path="found.txt", content=f"{found}\n")

    desk, _ = scripted({"read": [call("read_file", path="long.txt"), *[recall] * 6]})
    desk.add({"long.txt": lines})
    desk.say("read")
    assert desk.read("found.txt") == b"180\n"
