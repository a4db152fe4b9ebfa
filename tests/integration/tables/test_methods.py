"""The six table methods as a caller of the worker sees them."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import duckdb
import pytest
from python_calamine import CalamineWorkbook

from keenbench.errors import (
    FileMissing,
    InvalidParams,
    RunnerResourceExceeded,
    SandboxViolation,
    ValidationFailed,
)
from tests.integration.tables.conftest import SALES, Bench

pytestmark = pytest.mark.needs("bubblewrap")


def test_a_map_tells_the_structure_and_stays_small(bench: Bench) -> None:
    bench.add("sales.csv", SALES)
    found = bench.call("TabularGetMap", "sales.csv")
    assert list(found)[:4] == ["path", "format", "size_bytes", "warnings"]
    assert (found["row_count"], found["column_count"], found["has_header"]) == (1200, 4, True)
    assert found["columns"][0] == {
        "name": "day", "index": 0, "inferred_type": "date", "nullable": False,
    }  # fmt: skip
    assert [column["inferred_type"] for column in found["columns"]] == [
        "date", "string", "decimal", "integer",
    ]  # fmt: skip
    assert found["chunks"] == [
        {"index": 0, "rows": "1-500"},
        {"index": 1, "rows": "501-1000"},
        {"index": 2, "rows": "1001-1200"},
    ]
    assert found["chunking"] == {"unit": "rows", "size": 500, "count": 3}


def test_a_map_of_very_many_columns_and_rows_is_under_10_kb(bench: Bench) -> None:
    header = ",".join(
        f"a very long name of a column, number {n}".replace(",", "") for n in range(300)
    )
    bench.add("wide.csv", header + "\n" + (",".join(["1"] * 300) + "\n") * 3)
    bench.add("long.csv", "n\n" + "".join(f"{n}\n" for n in range(60_000)))
    for name in ("wide.csv", "long.csv"):
        found = bench.call("TabularGetMap", name)
        assert len(json.dumps(found)) < 10_000
    assert (found["chunks_count"], len(found["chunks"])) == (120, 40)
    page = bench.call("TabularGetMap", "long.csv", offset=50, limit=2)
    assert page["chunks"] == [
        {"index": 50, "rows": "25001-25500"},
        {"index": 51, "rows": "25501-26000"},
    ]


def test_every_chunk_of_the_map_can_be_read_and_together_they_are_the_table(bench: Bench) -> None:
    bench.add("sales.csv", SALES)
    rows = []
    for chunk in bench.call("TabularGetMap", "sales.csv")["chunks"]:
        found = bench.call("TabularReadRows", "sales.csv", chunk=chunk["index"], raw=True)
        assert found["chunk_info"]["range"] == chunk["rows"]
        rows += found["rows"]
    assert [",".join(row) for row in rows] == SALES.splitlines()[1:]


def test_rows_are_read_by_position(bench: Bench) -> None:
    bench.add("t.csv", "id,name,when\n1,a,31/12/2024\n2,,01/01/2025\n")
    found = bench.call(
        "TabularReadRows", "t.csv", row_start=2, row_count=5, columns=["when", "name"]
    )
    assert found["columns"] == ["when", "name"]
    assert found["column_types"] == ["date", "string"]
    assert found["rows"] == [["2025-01-01", None]]
    assert (found["row_start"], found["row_count"], found["total_rows"]) == (2, 1, 2)
    assert not found["has_more"]
    past = bench.call("TabularReadRows", "t.csv", row_start=9, row_count=5)
    assert (past["rows"], past["has_more"]) == ([], False)
    assert past["chunk_info"]["covered"] == {"unit": "rows", "from": 3, "to": 2, "total": 2}
    raw = bench.call("TabularReadRows", "t.csv", row_start=1, row_count=1, raw=True)
    assert raw["rows"] == [["1", "a", "31/12/2024"]]
    for wrong in ({"row_start": 0}, {"row_count": 0}, {"columns": ["nope"]}):
        with pytest.raises(ValidationFailed):
            bench.call("TabularReadRows", "t.csv", **wrong)


def test_describe_and_stats_tell_each_column_in_figures(bench: Bench) -> None:
    bench.add(
        "t.csv",
        "n,price,who,ok,day\n1,1.50,a,true,2024-01-01\n3,2.50,a,false,2024-03-01\n5,,b,true,\n",
    )
    described = bench.call("TabularDescribe", "t.csv")["columns"]
    assert described[1] == {
        "name": "price", "index": 1, "inferred_type": "decimal", "nullable": True,
        "non_null_count": 2, "distinct_estimate": 2,
    }  # fmt: skip
    stats = {column["name"]: column for column in bench.call("TabularGetStats", "t.csv")["columns"]}
    assert stats["n"] == {
        "name": "n", "type": "integer", "non_null_count": 3, "distinct_estimate": 3,
        "min": 1, "max": 5, "mean": 3.0, "sum": 9, "stddev": 2.0,
    }  # fmt: skip
    assert stats["price"]["sum"] == 4.0
    assert stats["who"]["most_common"] == [{"value": "a", "count": 2}, {"value": "b", "count": 1}]
    assert (stats["ok"]["true_count"], stats["ok"]["false_count"]) == (2, 1)
    assert (stats["day"]["min"], stats["day"]["max"]) == ("2024-01-01", "2024-03-01")
    only = bench.call("TabularGetStats", "t.csv", columns=["who"])["columns"]
    assert [column["name"] for column in only] == ["who"]


def test_a_query_answers_in_windows(bench: Bench) -> None:
    bench.add("sales.csv", SALES)
    sql = "SELECT city, sum(amount) AS total FROM data GROUP BY city ORDER BY city"
    found = bench.call("TabularQuery", "sales.csv", query=sql, window_rows=2)
    assert found["columns"] == ["city", "total"]
    assert found["column_types"] == ["string", "decimal"]
    assert [row[0] for row in found["rows"]] == ["Lima", "Oslo"]
    assert (found["row_count"], found["total_row_count"], found["has_more"]) == (2, 3, True)
    rest = bench.call("TabularQuery", "sales.csv", query=sql, window_rows=2, window_offset=2)
    assert ([row[0] for row in rest["rows"]], rest["has_more"]) == (["Rome"], False)


def test_windows_past_all_counting_are_refused_as_wrong_parameters(bench: Bench) -> None:
    bench.add("t.csv", "a,b\n1,2\n")
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("TabularQuery", {"query": "SELECT 1 AS x FROM data", "window_rows": 10**20}),
        ("TabularQuery", {"query": "SELECT 1 AS x FROM data", "window_offset": 10**20}),
        ("TabularReadRows", {"row_start": 10**20}),
        ("TabularReadRows", {"row_count": 10**20}),
    ]
    for method, params in wrong:
        with pytest.raises(InvalidParams, match=list(params)[-1]):
            bench.call(method, "t.csv", **params)


def test_a_query_may_join_other_tables_of_the_workbench(bench: Bench) -> None:
    bench.add("orders.csv", "id,who\n1,a\n2,b\n")
    bench.add("People list.csv", "who,name\na,Ann\nb,Bob\n")
    sql = "SELECT d.id, p.name FROM data d JOIN people_list p ON d.who = p.who ORDER BY 1"
    assert bench.call("TabularQuery", "orders.csv", query=sql)["rows"] == [[1, "Ann"], [2, "Bob"]]


def test_names_that_clash_are_told_apart_by_the_file_name(bench: Bench) -> None:
    bench.add("orders.csv", "id\n1\n")
    bench.add("x.csv", "n\n1\n2\n")
    bench.add("x.tsv", "n\tm\n1\t2\n")
    with pytest.raises(ValidationFailed) as refused:
        bench.call("TabularQuery", "orders.csv", query="SELECT count(*) FROM x")
    assert '"x.csv"' in refused.value.message
    found = bench.call("TabularQuery", "orders.csv", query='SELECT count(*) FROM "x.csv"')
    assert found["rows"] == [[2]]
    assert "join_name_clash" in {warning["code"] for warning in found["warnings"]}


@pytest.mark.parametrize(
    ("sql", "subphase"),
    [
        ("SELEC 1", "sql_parse"),
        ("SELECT nope FROM data", "sql_bind"),
        ("SELECT * FROM read_csv('/etc/passwd')", "sql_policy"),
        ("SELECT * FROM '/etc/passwd'", "sql_policy"),
        ("DROP TABLE data", "sql_policy"),
        ("SELECT 1; SELECT 2", "sql_policy"),
    ],
)
def test_sql_that_may_not_run_is_refused_with_a_reason(
    bench: Bench, sql: str, subphase: str
) -> None:
    bench.add("t.csv", "a,b\n1,2\n")
    export: dict[str, Any] = {"target_path": "x.csv", "format": "csv"}
    calls: list[tuple[str, dict[str, Any]]] = [("TabularQuery", {}), ("TabularExport", export)]
    for method, more in calls:
        with pytest.raises(ValidationFailed) as refused:
            bench.call(method, "t.csv", query=sql, **more)
        assert refused.value.info().subphase == subphase
    assert not (bench.draft / "x.csv").exists()


def exported(bench: Bench, text: str, form: str, **params: Any) -> Path:
    bench.add("t.csv", text)
    name = f"out.{form}"
    bench.call("TabularExport", "t.csv", target_path=name, format=form, **params)
    return bench.draft / name


TYPED = 'id,code,price,day,note\n1,007,1.50,31/12/2024,=1+1\n2,008,-2.25,01/01/2025,"a, b"\n'


def test_a_csv_export_without_a_query_is_the_source_text(bench: Bench) -> None:
    found = exported(bench, TYPED, "csv", raw=True).read_text()
    assert found == TYPED


def test_an_export_keeps_names_that_stand_twice_or_not_at_all(bench: Bench) -> None:
    text = 'a,a,,"x, y"\n1,2,3,4\n5,6,7,8\n'
    assert exported(bench, text, "csv").read_text() == text
    empty = exported(bench, "a,b\n", "csv").read_text()
    assert empty == "a,b\n"


def test_formulas_in_a_csv_export_are_made_harmless_and_numbers_are_left(bench: Bench) -> None:
    text = "n,x\n-5,=1+1\n-6,-3.5\n-7,@a\n-8,-cmd\n"
    found = list(csv.reader(io.StringIO(exported(bench, text, "csv").read_text())))
    assert found[1:] == [["-5", "'=1+1"], ["-6", "-3.5"], ["-7", "'@a"], ["-8", "'-cmd"]]


def test_an_xlsx_export_is_typed_and_holds_no_formula(bench: Bench) -> None:
    path = exported(bench, TYPED, "xlsx", sheet="Sales")
    rows = CalamineWorkbook.from_path(path).get_sheet_by_name("Sales").to_python()
    assert rows[0] == ["id", "code", "price", "day", "note"]
    assert [str(cell) for cell in rows[1]] == ["1.0", "007", "1.5", "2024-12-31", "=1+1"]
    sheet = zipfile.ZipFile(path).read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    again = exported(bench, TYPED, "xlsx", sheet="Sales").read_bytes()
    assert path.read_bytes() == again


def test_a_number_that_a_workbook_would_change_is_written_as_text(bench: Bench) -> None:
    bench.add("t.csv", "n\n9007199254740993\n1\n")
    found = bench.call("TabularExport", "t.csv", target_path="o.xlsx", format="xlsx")
    assert "written_as_text" in {warning["code"] for warning in found["warnings"]}
    sheet = CalamineWorkbook.from_path(bench.draft / "o.xlsx").get_sheet_by_index(0)
    assert sheet.to_python() == [["n"], ["9007199254740993"], [1.0]]


def test_parquet_and_json_lines_are_typed(bench: Bench) -> None:
    parquet = exported(bench, TYPED, "parquet", query="SELECT * FROM data ORDER BY id DESC")
    with duckdb.connect() as connection:
        found = connection.execute(f"SELECT id, code, price, day FROM '{parquet}'")
        kinds = [str(column[1]) for column in found.description]
        assert kinds == ["BIGINT", "VARCHAR", "DECIMAL(18,2)", "DATE"]
        assert [row[0] for row in found.fetchall()] == [2, 1]
    lines = exported(bench, TYPED, "jsonl").read_text().splitlines()
    assert json.loads(lines[0])["price"] == 1.5


def test_an_export_replaces_its_target_only_when_it_succeeds(bench: Bench) -> None:
    bench.draft.mkdir()
    (bench.draft / "out.csv").write_text("before")
    bench.add("t.csv", "a,b\n1,x\n")
    with pytest.raises(ValidationFailed):
        bench.call(
            "TabularExport", "t.csv", target_path="out.csv", format="csv",
            query="SELECT CAST(b AS INTEGER) FROM data",
        )  # fmt: skip
    assert (bench.draft / "out.csv").read_text() == "before"
    bench.call("TabularExport", "t.csv", target_path="out.csv", format="csv")
    assert (bench.draft / "out.csv").read_text() == "a,b\n1,x\n"


def test_exports_stay_in_the_draft_and_match_their_ending(bench: Bench) -> None:
    bench.add("t.csv", "a,b\n1,2\n")
    with pytest.raises(SandboxViolation):
        bench.call(
            "TabularExport", "t.csv", target_path="o.csv", target_root="published", format="csv"
        )
    with pytest.raises(SandboxViolation):
        bench.call("TabularExport", "t.csv", target_path="../o.csv", format="csv")
    with pytest.raises(ValidationFailed):
        bench.call("TabularExport", "t.csv", target_path="o.xlsx", format="csv")
    with pytest.raises(FileMissing):
        bench.call("TabularGetMap", "missing.csv")


def test_a_sheet_of_a_workbook_is_a_table(bench: Bench) -> None:
    bench.add("t.csv", TYPED)
    bench.call("TabularExport", "t.csv", target_path="book.xlsx", format="xlsx", sheet="S")
    found = bench.call("TabularGetMap", "book.xlsx", source_sheet="S")
    assert (found["format"], found["sheet"], found["row_count"]) == ("xlsx", "S", 2)
    assert [column["inferred_type"] for column in found["columns"]] == [
        "integer", "string", "decimal", "date", "string",
    ]  # fmt: skip
    rows = bench.call("TabularQuery", "book.xlsx", query="SELECT sum(price) FROM data")["rows"]
    assert rows == [[-0.75]]
    part = bench.call("TabularReadRows", "book.xlsx", source_range="A1:B2")
    assert part["rows"] == [[1, "007"]]
    with pytest.raises(ValidationFailed):
        bench.call("TabularGetMap", "book.xlsx", source_sheet="T")


def test_rows_that_a_table_rejects_are_read_queried_and_exported_all(bench: Bench) -> None:
    long = [f"{n},2,{'x' * 300}" for n in range(30)]
    bench.add("t.csv", "a,b\n1,2\n" + "".join(line + "\n3,4\n" for line in long))
    told = bench.call("TabularReadRows", "t.csv")
    assert told["total_rows"] == 31
    assert told["rejected_rows"]["count"] == 30
    page = bench.call("TabularReadRows", "t.csv", rejected=True, row_start=26, row_count=10)
    assert [row[2] for row in page["rows"]] == long[25:]
    assert page["rows"][0][0] == 53
    query = bench.call(
        "TabularQuery", "t.csv", rejected=True, query="SELECT count(*), min(line) FROM data"
    )
    assert query["rows"] == [[30, 3]]
    bench.call("TabularExport", "t.csv", rejected=True, target_path="r.jsonl", format="jsonl")
    lines = (bench.draft / "r.jsonl").read_text().splitlines()
    assert [json.loads(line)["text"] for line in lines] == long


def test_a_further_table_of_a_file_is_reached_by_every_method(bench: Bench) -> None:
    bench.add("t.csv", "a,b\n1,2\n3,4\n\nx,y,z\n5,6,7\n8,9,10\n11,12,13\n")
    found = bench.call("TabularGetMap", "t.csv")
    assert found["tables"] == [
        {"table": 1, "line_start": 1, "line_end": 3},
        {"table": 2, "line_start": 5, "line_end": 8},
    ]
    second = bench.call("TabularGetMap", "t.csv", source_table=2)
    assert (second["table"], second["row_count"]) == (2, 3)
    query = "SELECT sum(z) AS s FROM data"
    answer = bench.call("TabularQuery", "t.csv", source_table=2, query=query)
    assert answer["rows"] == [[30]]
    bench.call(
        "TabularExport",
        "t.csv",
        source_table=2,
        query=query,
        target_path="s.csv",
        format="csv",
    )
    assert (bench.draft / "s.csv").read_text() == "s\n30\n"
    assert bench.call("TabularQuery", "t.csv", query="SELECT sum(b) FROM data")["rows"] == [[6]]


def test_a_cell_too_long_to_be_written_is_named(bench: Bench) -> None:
    bench.add("t.csv", "id,remark\n1,short\n2," + "x" * 30_000_000 + "\n3,end\n")
    for method, more in (
        ("TabularReadRows", {}),
        ("TabularReadRows", {"raw": True}),
        ("TabularExport", {"target_path": "o.jsonl", "format": "jsonl"}),
    ):
        with pytest.raises(RunnerResourceExceeded, match="Row 2, column remark holds a cell of 30"):
            bench.call(method, "t.csv", **more)
    found = bench.call("TabularReadRows", "t.csv", columns=["id"])
    assert found["rows"] == [[1], [2], [3]]
    near = bench.call("TabularReadRows", "t.csv", row_start=3, row_count=1)
    assert near["rows"] == [[3, "end"]]
