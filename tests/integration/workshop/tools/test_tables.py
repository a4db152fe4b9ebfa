"""Tables: maps, rows, figures, queries, and how much of them counts as read."""

from __future__ import annotations

from tests.integration.workshop.tools.conftest import MakeTools, Tools, sales, workbook

FILES = {
    "sales.csv": sales(1000),
    "people.csv": b"region,head\nnorth,Ana\nsouth,Bo\n",
    "few.csv": sales(9),
    "report.pdf": b"",
}


def test_the_map_and_description_of_a_table(tools: Tools) -> None:
    found = tools.told("table_get_map", path="sales.csv")
    assert (found["row_count"], found["column_count"]) == (1000, 2)
    described = tools.told("table_describe", path="sales.csv")
    assert [each["name"] for each in described["columns"]] == ["region", "amount"]


def test_stats_are_computed_over_all_rows_and_show_none(tools: Tools) -> None:
    told = tools.told("table_stats", path="sales.csv", columns=["amount"])
    assert told["columns"][0]["sum"] == 499500
    assert tools.share("sales.csv")["computed"] == ["table_stats"]
    assert tools.share("sales.csv")["read"] == 0


def test_windows_of_rows_add_up(tools: Tools) -> None:
    tools.told("table_read_rows", path="sales.csv", row_start=1, row_count=100)
    tools.told("table_read_rows", path="sales.csv", row_start=51, row_count=100)
    assert tools.share("sales.csv") == {
        "path": "sales.csv",
        "share": 0.15,
        "read": 150,
        "total": 1000,
        "unit": "rows",
    }
    assert "not read: 151-1000" in (tools.run.coverage.reminder() or "")


def test_an_aggregate_counts_as_computed_over_all(tools: Tools) -> None:
    told = tools.told(
        "table_query",
        path="sales.csv",
        query="SELECT region, SUM(amount) AS total FROM data GROUP BY region ORDER BY region",
    )
    assert told["rows"] == [["north", 166833], ["south", 166167], ["west", 166500]]
    assert "query_elapsed_ms" not in told
    assert tools.share("sales.csv")["computed"] == ["table_query"]
    assert tools.run.coverage.reminder() is None


def test_a_window_of_a_query_or_a_limit_is_not_computed_over_all(tools: Tools) -> None:
    told = tools.told("table_query", path="sales.csv", query="SELECT * FROM data", window_rows=10)
    assert told["has_more"] is True
    tools.told("table_query", path="sales.csv", query="SELECT amount FROM data LIMIT 5")
    assert tools.run.coverage.to_json() == []


def test_the_same_query_says_the_same(tools: Tools) -> None:
    query = "SELECT COUNT(*) AS n FROM data WHERE amount > 10"
    texts = {tools.call("table_query", path="sales.csv", query=query).text for _ in range(2)}
    assert len(texts) == 1


def test_twenty_windows_read_a_table_whole_and_are_no_loop(make_tools: MakeTools) -> None:
    tools = make_tools(files={"sales.csv": sales(2000)})
    rows = []
    for window in range(20):
        told = tools.told(
            "table_query",
            path="sales.csv",
            query="SELECT * FROM data",
            window_rows=100,
            window_offset=window * 100,
        )
        assert "loop_warning" not in told
        rows += told["rows"]
    assert [row[1] for row in rows] == list(range(2000))
    for window in range(20):
        told = tools.told(
            "table_read_rows", path="sales.csv", row_start=window * 100 + 1, row_count=100
        )
        assert "loop_warning" not in told
    assert tools.share("sales.csv")["share"] == 1.0


def test_sql_that_is_wrong_is_answered_with_what_to_do(tools: Tools) -> None:
    for query, said in (
        ("SELECT nope FROM data", "nope"),
        ("SELEC amount FROM data", "SELECT"),
        ("DROP TABLE data", ""),
        ("SELECT * FROM '/etc/passwd'", ""),
        ("SELECT * FROM elsewhere", "elsewhere"),
    ):
        error = tools.refused("table_query", path="sales.csv", query=query)
        assert error["code"] == "VALIDATION_FAILED"
        assert said.lower() in error["message"].lower()
        assert "table_get_map" in error["what_to_do"]


def test_tables_of_the_workbench_can_be_joined(tools: Tools) -> None:
    query = "SELECT head, SUM(amount) FROM data JOIN people USING (region) GROUP BY 1 ORDER BY 1"
    assert tools.told("table_query", path="few.csv", query=query)["rows"] == [
        ["Ana", 9],
        ["Bo", 12],
    ]


def test_sheets_of_a_workbook_are_tables_too(make_tools: MakeTools) -> None:
    rows = [["n", "square"], *([n, n * n] for n in range(1, 112))]
    tools = make_tools(files={"book.xlsx": workbook(First=[["x"], [1]], Data=rows)})
    query = "SELECT COUNT(*), SUM(square) FROM data"
    told = tools.told("table_query", path="book.xlsx", query=query, source_sheet="Data")
    assert told["rows"] == [[111, sum(n * n for n in range(1, 112))]]
    tools.told("get_file_map", path="book.xlsx")
    tools.told("table_read_rows", path="book.xlsx", row_start=1, row_count=111, source_sheet="Data")
    assert tools.share("book.xlsx")["read"] == 224
    assert tools.share("book.xlsx")["total"] == 226


def test_what_is_no_table_is_refused_with_the_tool_that_fits(tools: Tools) -> None:
    error = tools.refused("table_query", path="report.pdf", query="SELECT 1 FROM data")
    assert "Use read_file" in error["message"]
