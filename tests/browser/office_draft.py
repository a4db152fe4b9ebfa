"""A workbench with one file of each kind, and a Draft that changes all of them."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docx
import openpyxl
from openpyxl.styles import Font, PatternFill
from PIL import Image, ImageDraw

from tests.browser.conftest import ROOT, Server

OFFICE = ROOT / "tests" / "fixtures" / "office"
ROWS = 400


def report() -> bytes:
    """A text document with sections, a table, and enough text for three pages."""
    document = docx.Document()
    document.add_heading("Annual report", level=0)
    document.add_heading("Summary", level=1)
    document.add_paragraph("Sales grew by four percent, and costs stayed where they were.")
    document.add_paragraph("The board meets again in March to settle the budget.")
    document.add_heading("Costs", level=1)
    table = document.add_table(rows=1, cols=3)
    table.style = "Table Grid"
    for cell, text in zip(table.rows[0].cells, ("Item", "2025", "2026"), strict=True):
        cell.text = text
    for item, before, after in (("Rent", "900", "930"), ("Power", "310", "280")):
        for cell, text in zip(table.add_row().cells, (item, before, after), strict=True):
            cell.text = text
    document.add_heading("Outlook", level=1)
    for number in range(1, 41):
        document.add_paragraph(
            f"Step {number}: the plan says what is done, by whom, and how it is checked. " * 3
        )
    return _bytes(document.save)


def ledger() -> bytes:
    """A workbook of two sheets with formulas and colours."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Ledger"
    sheet.append(["Date", "Item", "Amount", "With tax"])
    for cell in sheet[1]:
        cell.font = Font(bold=True, color="FFFFFF")
        cell.fill = PatternFill("solid", fgColor="1F4E78")
    for row in range(2, ROWS + 2):
        sheet.append([f"2026-{row % 12 + 1:02}-10", f"Item {row - 1}", row * 3.5, f"=C{row}*1.2"])
        sheet.cell(row, 3).number_format = "#,##0.00"
    sheet.column_dimensions["B"].width = 22
    totals = book.create_sheet("Totals")
    totals.append(["Sum", f"=SUM(Ledger!C2:C{ROWS + 1})"])
    return _bytes(book.save)


def orders() -> str:
    rows = [f"{n},Customer {n % 40},{n * 7 % 90}.50,open" for n in range(1, 301)]
    return "id,customer,total,state\n" + "\n".join(rows) + "\n"


def poem() -> str:
    return "".join(f"Line {n} of the poem stays as it is.\n" for n in range(1, 61))


def picture(colour: str, size: tuple[int, int]) -> bytes:
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    ImageDraw.Draw(image).ellipse((8, 8, size[0] - 8, size[1] - 8), fill=colour)
    return _bytes(lambda target: image.save(target, "PNG"))


def _bytes(save: Any) -> bytes:
    written = io.BytesIO()
    save(written)
    return written.getvalue()


@dataclass(frozen=True)
class Bench:
    """A workbench reached as its user's own scripts would."""

    server: Server
    workbench_id: str

    @classmethod
    def make(cls, server: Server, name: str, files: dict[str, bytes]) -> Bench:
        made = server.call("WorkbenchCreate", name=name)
        bench = cls(server, made["workbench_id"])
        server.add_files(bench.workbench_id, files)
        return bench

    def call(self, method: str, **params: Any) -> Any:
        return self.server.call(method, workbench_id=self.workbench_id, **params)

    def propose(self, **proposal: Any) -> None:
        applied = self.call("WorkshopApplyProposal", proposal={"schema_version": 2, **proposal})
        assert all(result["ok"] for result in applied["results"]), applied

    def edit(self, path: str, kind: str, *ops: dict[str, Any], summary: str | None = None) -> None:
        entry: dict[str, Any] = {"path": path, "kind": kind, "ops": list(ops)}
        if summary is not None:
            entry["summary"] = summary
        self.propose(ops=[entry])

    def write(self, path: str, content: str) -> None:
        self.propose(writes=[{"path": path, "content": content}])

    @property
    def folder(self) -> Path:
        return self.server.data / "workbenches" / self.workbench_id

    def put_in_draft(self, path: str, content: bytes) -> None:
        """Have the Draft hold these very bytes, as another program would leave them."""
        (self.folder / "draft" / path).write_bytes(content)

    @property
    def review(self) -> str:
        return f"/workbenches/{self.workbench_id}/review"

    def published(self, path: str) -> bytes:
        return (self.folder / "published" / path).read_bytes()

    def drafted(self, path: str) -> bytes:
        return (self.folder / "draft" / path).read_bytes()


def office_bench(server: Server, name: str = "Year end") -> Bench:
    """Make the workbench, without a Draft."""
    files = {
        name: (OFFICE / name).read_bytes() for name in ("slides.pptx", "report.pdf", "notes.odt")
    }
    files |= {
        "annual.docx": report(),
        "ledger.xlsx": ledger(),
        "orders.csv": orders().encode(),
        "poem.txt": poem().encode(),
        "logo.png": picture("#2a5a8c", (240, 160)),
        "drawing.svg": (OFFICE / "logo.svg").read_bytes(),
        "archive.7z": b"7z\xbc\xaf\x27\x1c",
    }
    return Bench.make(server, name, files)


def change_everything(bench: Bench) -> None:
    """Have the Draft change each of the files in a way of its own."""
    bench.edit(
        "annual.docx",
        "docx",
        {"op": "replace_text", "search": "four percent", "replace": "five percent"},
        {"op": "set_table_cells", "table": 0, "cells": [{"row": 1, "col": 2, "text": "945"}]},
        {
            "op": "insert_paragraphs",
            "paragraphs": [{"text": "The new office opens in May."}],
            "after": {"heading": "Outlook"},
        },
        summary="Corrects the growth figure and the rent, and names the new office.",
    )
    bench.edit(
        "ledger.xlsx",
        "xlsx",
        {
            "op": "set_cells",
            "sheet": "Ledger",
            "cells": [
                {"cell": "C120", "value": 999.5},
                {"cell": "D121", "value": "=C121*1.19", "type": "formula"},
                {"cell": "B122", "value": "Item 121", "style": {"font_bold": True}},
            ],
        },
        {"op": "insert_rows", "sheet": "Ledger", "row": 125},
        {"op": "set_range", "sheet": "Ledger", "start": "A125", "values": [["2026-05-01", "Late"]]},
        summary="Corrects an amount, a tax rate, and adds a late item.",
    )
    bench.edit(
        "slides.pptx",
        "pptx",
        {"op": "set_slide_text", "index": 1, "title": "What we learned"},
        {"op": "append_bullets", "index": 1, "bullets": ["Ask earlier"]},
    )
    bench.edit("notes.odt", "odt", {"op": "append_paragraph", "text": "A closing line."})
    bench.edit(
        "report.pdf",
        "pdf",
        {"op": "add_note", "page": 2, "x": 2, "y": 2, "text": "Is this figure final?"},
    )
    lines = orders().splitlines(keepends=True)
    lines[10] = lines[10].replace("open", "paid")
    del lines[200]
    lines.append("301,Customer 9,12.00,open\n")
    bench.write("orders.csv", "".join(lines))
    text = (
        poem().replace("Line 7 of", "Line seven of").replace("Line 40 of the poem", "Here the poem")
    )
    bench.write("poem.txt", text)
    bench.put_in_draft("logo.png", picture("#a4461a", (320, 160)))
