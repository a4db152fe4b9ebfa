"""The offline model in the Workshop: plain requests, through the same tools as any model's."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import docx
import openpyxl
import pytest
from fastapi.testclient import TestClient

from keenbench.server.app import create_app
from tests.integration.workshop.scripted import Desk, settings_of

SALES = "day,region,amount,units\n" + "".join(
    f"2024-{1 + n % 12:02d}-01,{('North', 'South', 'East')[n % 3]},{n}.50,{n % 7}\n"
    for n in range(1000)
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(settings_of(tmp_path_factory.mktemp("offline")))
    with TestClient(app, base_url="http://127.0.0.1") as opened:
        yield opened


@pytest.fixture
def desk(client: TestClient) -> Desk:
    return Desk(client)


def _ask(desk: Desk, text: str) -> str:
    return desk.done(text, model_id="offline")


def test_replace_a_with_b_in_a_document(desk: Desk, tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Acme Ltd agrees. Signed: Acme Ltd.")
    document.save(str(tmp_path / "report.docx"))
    desk.add({"report.docx": (tmp_path / "report.docx").read_bytes()})
    said = _ask(desk, "replace “Acme Ltd” with “Apex” in report.docx")
    assert "2 times in report.docx" in said
    written = docx.Document(io.BytesIO(desk.read("report.docx")))
    assert written.paragraphs[0].text == "Apex agrees. Signed: Apex."
    assert desk.changes() == {"report.docx": "modified"}


def test_summarise_a_table_by_region_and_save_it(desk: Desk) -> None:
    desk.add({"sales.csv": SALES})
    said = _ask(desk, "summarise sales.csv by region and save as summary.xlsx")
    assert "All 1,000 rows" in said
    book = openpyxl.load_workbook(io.BytesIO(desk.read("summary.xlsx")))
    rows = list(book.worksheets[0].iter_rows(values_only=True))
    assert rows[0] == ("region", "Rows", "Total amount", "Total units")
    assert [row[:2] for row in rows[1:]] == [("East", 333), ("North", 334), ("South", 333)]
    assert sum(float(str(row[2])) for row in rows[1:]) == sum(n + 0.5 for n in range(1000))


def test_what_is_in_this_file(desk: Desk) -> None:
    desk.add({"sales.csv": SALES})
    said = _ask(desk, "what is in this file?")
    assert "1,000 rows and 4 columns" in said
    assert "amount (decimal)" in said
    assert not desk.rpc("DraftGetState")["has_draft"]


def test_a_question_is_answered_from_all_rows(desk: Desk) -> None:
    desk.add({"sales.csv": SALES})
    assert "| 100 |" in _ask(desk, "how many rows have amount over 900 in sales.csv?")


def test_text_keeps_its_encoding_and_line_ends(desk: Desk) -> None:
    desk.add({"notes.txt": "café old\r\nold again\r\n".encode("cp1252")})
    _ask(desk, "replace old with new in notes.txt")
    assert desk.read("notes.txt") == "café new\r\nnew again\r\n".encode("cp1252")


def test_text_longer_than_a_receipt_is_changed_whole(desk: Desk) -> None:
    text = "".join(f"{n}: {'an old word ' * 8}\n" for n in range(600))
    desk.add({"long.md": text})
    said = _ask(desk, "replace old with new in long.md")
    assert "4800 times" in said
    assert desk.read("long.md").decode() == text.replace("old", "new")


def test_what_it_cannot_do_is_said_and_changes_nothing(desk: Desk) -> None:
    desk.add({"notes.txt": "Some words."})
    assert "choose a model in the settings" in _ask(desk, "rewrite notes.txt as a sonnet")
    assert not desk.rpc("DraftGetState")["has_draft"]


def test_the_same_request_gives_the_same_draft(client: TestClient) -> None:
    def draft() -> str:
        desk = Desk(client)
        desk.add({"sales.csv": SALES})
        _ask(desk, "summarise sales.csv by region and save as summary.xlsx")
        return desk.draft_hash()

    assert draft() == draft()
