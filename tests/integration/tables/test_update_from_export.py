"""Rows of a table written into a workbook that holds much else."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter

from keenbench.errors import FileMissing, ValidationFailed
from tests.integration.tables.conftest import Bench

CSV = "Name,Amount,When\n=1+1,10.5,2026-01-31\n+A1,20,2026-02-01\nPlain,30,2026-02-02\n"


def report(bench: Bench) -> None:
    """Add a workbook with a chart, a table and a formula over the sheet Data."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        data = book.add_worksheet("Data")
        data.write_row(0, 0, ["Name", "Amount", "When"])
        data.write_row(1, 0, ["Old", 1, "x"])
        data.write_row(2, 0, ["Older", 2, "y"])
        total = book.add_worksheet("Total")
        total.write_formula("A1", "=SUM(Data!B2:B100)", None, 3)
        chart = book.add_chart({"type": "column"})
        chart.add_series({"values": "=Data!$B$2:$B$10"})
        total.insert_chart("C3", chart)
        listed = book.add_worksheet("Listed")
        listed.add_table(
            "A1:C3",
            {
                "name": "Sales",
                "data": [["a", 1, "b"], ["c", 2, "d"]],
                "columns": [{"header": "Name"}, {"header": "Amount"}, {"header": "When"}],
            },
        )
    bench.add("report.xlsx", out.getvalue())


def update(bench: Bench, **params: Any) -> Any:
    given = {"target_path": "report.xlsx", "sheet": "Data", "mode": "write_range", **params}
    return bench.call("TabularUpdateFromExport", "sales.csv", **given)


def cells(path: Path, sheet: str) -> list[tuple[Any, ...]]:
    return list(openpyxl.load_workbook(path)[sheet].iter_rows(values_only=True))


def test_a_missing_workbook_is_made_and_nothing_becomes_a_formula(bench: Bench) -> None:
    bench.add("sales.csv", CSV)
    answer = update(bench, target_path="new.xlsx", sheet="Sales", mode="replace_sheet")
    assert answer["written_range"] == "A1:C4"
    assert (answer["row_count"], answer["column_count"]) == (3, 3)
    book = openpyxl.load_workbook(bench.draft / "new.xlsx")
    assert book.sheetnames == ["Sales"]
    sheet = book["Sales"]
    assert [cell.value for cell in sheet["A"]] == ["Name", "=1+1", "+A1", "Plain"]
    assert {cell.data_type for cell in sheet["A"]} == {"s"}
    assert [cell.value for cell in sheet["B"][1:]] == [10.5, 20, 30]
    assert sheet["C2"].value.isoformat() == "2026-01-31T00:00:00"


def test_writing_a_range_leaves_everything_else_to_the_byte(bench: Bench) -> None:
    bench.add("sales.csv", CSV)
    report(bench)
    answer = update(bench, start_cell="A2", include_header=False)
    assert answer["written_range"] == "A2:C4"
    with (
        zipfile.ZipFile(bench.published / "report.xlsx") as before,
        zipfile.ZipFile(bench.draft / "report.xlsx") as after,
    ):
        assert before.namelist() == after.namelist()
        same = [name for name in before.namelist() if before.read(name) == after.read(name)]
    assert {"xl/charts/chart1.xml", "xl/worksheets/sheet2.xml", "xl/tables/table1.xml"} <= set(same)
    assert cells(bench.draft / "report.xlsx", "Data")[1][:2] == ("=1+1", 10.5)


def test_replacing_a_sheet_leaves_none_of_its_old_rows(bench: Bench) -> None:
    bench.add("sales.csv", CSV)
    report(bench)
    update(bench, mode="replace_sheet", query="SELECT Name FROM data WHERE Amount > 25")
    rows = [row for row in cells(bench.draft / "report.xlsx", "Data") if any(row)]
    assert [row[0] for row in rows] == ["Name", "Plain"]
    assert all(value is None for row in rows for value in row[1:])


def test_appended_rows_follow_the_last_without_a_second_header(bench: Bench) -> None:
    bench.add("sales.csv", CSV)
    report(bench)
    answer = update(bench, mode="append_rows")
    assert answer["written_range"] == "A4:C6"
    assert [row[0] for row in cells(bench.draft / "report.xlsx", "Data")] == [
        "Name",
        "Old",
        "Older",
        "=1+1",
        "+A1",
        "Plain",
    ]


def test_a_table_takes_the_rows_that_are_appended_to_it(bench: Bench) -> None:
    bench.add("sales.csv", CSV)
    report(bench)
    update(bench, sheet="Listed", mode="append_rows")
    sheet = openpyxl.load_workbook(bench.draft / "report.xlsx")["Listed"]
    assert sheet.tables["Sales"].ref == "A1:C6"


def test_old_rows_below_a_shorter_export_go_when_asked(bench: Bench) -> None:
    bench.add("sales.csv", CSV)
    report(bench)
    update(
        bench,
        query="SELECT Name, Amount FROM data WHERE Amount = 30",
        clear_target_range=True,
    )
    assert cells(bench.draft / "report.xlsx", "Data")[:2] == [
        ("Name", "Amount", "When"),
        ("Plain", 30, "x"),
    ]
    assert cells(bench.draft / "report.xlsx", "Data")[2] == (None, None, "y")


@pytest.mark.parametrize(
    ("params", "error"),
    [
        ({"target_path": "gone.xlsx", "create_workbook_if_missing": False}, FileMissing),
        ({"sheet": "Nowhere", "create_sheet_if_missing": False}, ValidationFailed),
        ({"start_cell": "nowhere"}, ValidationFailed),
        ({"start_cell": "A1048576"}, ValidationFailed),
        ({"target_path": "report.csv"}, ValidationFailed),
        ({"sheet": "Listed", "mode": "replace_sheet"}, ValidationFailed),
        ({"mode": "replace_everything"}, ValidationFailed),
        ({"query": "DROP TABLE data"}, ValidationFailed),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_written(
    bench: Bench, params: dict[str, Any], error: type[Exception]
) -> None:
    bench.add("sales.csv", CSV)
    report(bench)
    with pytest.raises(error):
        update(bench, **params)
    assert not bench.draft.exists() or not list(bench.draft.iterdir())
