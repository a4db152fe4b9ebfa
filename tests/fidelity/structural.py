"""Workbooks in which everything refers to cells, and structural edits applied to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import xlsxwriter
from pydantic import TypeAdapter

from keenbench.formats.applying import OpReport
from keenbench.formats.fidelity import check
from keenbench.formats.package import Package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.ops import XlsxOp
from keenbench.formats.xlsx.edit.structure import HANDLERS

_OPS: TypeAdapter[Any] = TypeAdapter(list[XlsxOp])


def applied(source: Path, ops: list[dict[str, Any]], target: Path) -> list[OpReport]:
    """Apply structural operations to a workbook by themselves, under the guard."""
    reports = []
    with source.open("rb") as file:
        package = Package(file, source.name)
        book = EditedBook(PackageEdit(package))
        for index, op in enumerate(_OPS.validate_python(ops)):
            report = OpReport(index=index, op=op.op)
            HANDLERS[op.op](book, op, report)
            reports.append(report)
        book.settle()
        book.ask_for_results()
        book.edit.write(target)
        with target.open("rb") as written:
            check(package, Package(written, target.name), book.touched())
    return reports


def rich_workbook(path: Path) -> Path:
    """Write three sheets with formulas, names, rules, a table, charts and comments."""
    with xlsxwriter.Workbook(path) as book:
        bold = book.add_format({"bold": True, "border": 1})
        data = book.add_worksheet("Data")
        other = book.add_worksheet("Other Sheet")
        last = book.add_worksheet("Last")
        data.write_row(0, 0, ["Item", "Price", "Count", "Total"], bold)
        for row in range(1, 21):
            data.write(row, 0, f"Item {row}")
            data.write(row, 1, row * 1.5, bold)
            data.write(row, 2, row % 5)
            data.write_formula(row, 3, f"=B{row + 1}*C{row + 1}", None, row * 1.5 * (row % 5))
        data.write_formula("D23", "=SUM(D2:D21)")
        data.write_formula("D24", "=SUM($D$2:$D$21)/COUNT(B:B)+Data!B5")
        data.write_formula("E5", "=IF(B5>B6,\"B5\",'Other Sheet'!A3)")
        data.write_formula("F2", "=SUM(B10:B12)")
        data.write_formula("F3", "=B10")
        data.write_formula("F4", "=SUM(10:12)+SUM(B:C)")
        data.write_array_formula("G2:G2", "{=SUM(B2:B21*C2:C21)}")
        data.merge_range("H2:I3", "merged", bold)
        data.freeze_panes(1, 1)
        data.autofilter("A1:D21")
        data.set_column("B:C", 20, bold)
        data.set_row(11, 40, bold)
        data.conditional_format(
            "B2:B21", {"type": "formula", "criteria": "=$B2>$C2", "format": bold}
        )
        data.conditional_format("C2:C21", {"type": "data_bar"})
        data.conditional_format(
            "D2:D21", {"type": "cell", "criteria": ">", "value": "$B$10", "format": bold}
        )
        data.data_validation("C2:C21", {"validate": "list", "source": "='Other Sheet'!$A$1:$A$3"})
        data.data_validation("B2:B21", {"validate": "custom", "value": "=B2>0"})
        data.write_comment("B12", "a note")
        data.write_comment("C5", "another note")
        data.write_url("A15", "internal:'Other Sheet'!A2", string="link")
        data.print_area("A1:D21")
        data.repeat_rows(0)
        data.set_h_pagebreaks([10, 15])
        other.write_column(0, 0, [1, 2, 3])
        other.write_formula("B1", "=Data!B10+Data!D23")
        other.write_formula("B2", "=SUM(Data!B2:B21)")
        other.write_formula("B3", "=SUM(Data:Last!A1)")
        other.write_formula("B4", '=VLOOKUP("Item 3",Data!A:D,4,FALSE)')
        other.write_formula("B5", "=Price_of_ten*Rate+SUM(All_prices)")
        other.write_url("C1", "internal:Data!B12", string="to the data")
        other.conditional_format(
            "B1:B5", {"type": "formula", "criteria": "=Data!$B$10>3", "format": bold}
        )
        last.write_row(0, 0, ["Name", "Amount", "Double"])
        last.write_column(1, 0, ["a", "b", "c", "d"])
        last.write_column(1, 1, [1, 2, 3, 4])
        last.add_table(
            "A1:C5",
            {
                "name": "Sales",
                "columns": [
                    {"header": "Name"},
                    {"header": "Amount"},
                    {"header": "Double", "formula": "=[@Amount]*2"},
                ],
            },
        )
        last.write_formula("E1", "=SUM(Sales[Amount])")
        last.write_formula("E2", "=SUM(B2:B5)+Data!D10")
        last.add_sparkline("F2", {"range": "Data!B2:B21"})
        data.add_sparkline("G5", {"range": "Data!B2:B21"})
        chart = book.add_chart({"type": "column"})
        chart.add_series(
            {"name": "=Data!$B$1", "categories": "=Data!$A$2:$A$21", "values": "=Data!$B$2:$B$21"}
        )
        other.insert_chart("D2", chart)
        second = book.add_chart({"type": "line"})
        second.add_series({"values": "=Data!$C$2:$C$21"})
        data.insert_chart("K8", second)
        book.define_name("Price_of_ten", "=Data!$B$10")
        book.define_name("All_prices", "=Data!$B$2:$B$21")
        book.define_name("Rate", "=0.5")
        book.define_name("'Other Sheet'!Local", "=Data!$C$5")
    return path
