"""Exports keep values exactly, or say what they had to change."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, time
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pytest
from python_calamine import CalamineWorkbook

from keenbench.errors import ValidationFailed
from keenbench.formats.call import Call
from keenbench.sandbox.runner import rows
from keenbench.tables import workbook
from keenbench.tables.arrow_rows import CountedStream
from keenbench.tables.database import open_engine
from keenbench.tables.export import Wanted, table_export, write_rows
from keenbench.tables.formula_guard import runs_as_formula
from keenbench.tables.ingest import ingest
from keenbench.tables.methods import DATABASE, DESCRIPTION, TableExportParams
from keenbench.tables.workbook_writers import write_stream_with_rust, write_with_xlsxwriter


class Exported:
    def __init__(self, out: Path, codes: list[str]) -> None:
        self.path = out / "result"
        self.codes = codes

    def parquet(self) -> tuple[list[str], list[tuple[Any, ...]]]:
        with duckdb.connect() as connection:
            found = connection.execute(f"SELECT * FROM read_parquet('{self.path}')")
            return [str(column[1]) for column in found.description], found.fetchall()

    def json(self) -> list[Any]:
        def refuse(word: str) -> Any:
            raise ValueError(word)

        lines = self.path.read_text().splitlines()
        return [json.loads(line, parse_constant=refuse) for line in lines]

    def cells(self) -> list[list[Any]]:
        return CalamineWorkbook.from_path(self.path).get_sheet_by_index(0).to_python()


def export(tmp_path: Path, sql: str, form: str, **more: Any) -> Exported:
    connection = open_engine()
    columns = rows.bind(connection, sql)
    wanted = Wanted(
        select=sql,
        names=list(columns.names),
        kinds=[(word, str(kind)) for word, kind in zip(columns.words, columns.kinds, strict=True)],
        format=form,
        texts=tuple(word == "string" for word in columns.words),
        **more,
    )
    done = write_rows(connection, Call({}, tmp_path), wanted, f"o.{form}", [])
    return Exported(tmp_path, [warning.code for warning in done.warnings])


# -- parquet ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kind", "read", "codes"),
    [
        ("9007199254740993::HUGEINT", "BIGINT", 9007199254740993, []),
        ("sum(9007199254740993::BIGINT)", "BIGINT", 9007199254740993, []),
        ("9223372036854775808::HUGEINT", "DECIMAL(38,0)", 9223372036854775808, []),
        ("-9223372036854775809::HUGEINT", "DECIMAL(38,0)", -9223372036854775809, []),
        ("18446744073709551616::UHUGEINT", "DECIMAL(38,0)", 18446744073709551616, []),
        (
            "170141183460469231731687303715884105727::HUGEINT",
            "VARCHAR",
            "170141183460469231731687303715884105727",
            ["written_as_text"],
        ),
        ("[9007199254740993::HUGEINT]", "VARCHAR", "[9007199254740993]", ["written_as_text"]),
        ("INTERVAL '0.123456 seconds'", "VARCHAR", "00:00:00.123456", ["written_as_text"]),
        ("NULL::HUGEINT", "BIGINT", None, []),
    ],
)
def test_parquet_holds_every_integer_exactly(
    tmp_path: Path, value: str, kind: str, read: object, codes: list[str]
) -> None:
    found = export(tmp_path, f"SELECT {value} AS x", "parquet")
    assert found.parquet() == ([kind], [(read,)])
    assert found.codes == codes


# -- JSON lines -------------------------------------------------------------------------------


def test_json_lines_are_json_whatever_the_numbers(tmp_path: Path) -> None:
    sql = "SELECT unnest(['nan', '-inf', '1.5'])::DOUBLE AS x, 'NaN' AS word"
    found = export(tmp_path, sql, "jsonl")
    assert [line["x"] for line in found.json()] == [None, None, 1.5]
    assert found.json()[0]["word"] == "NaN"
    assert found.codes == ["not_finite"]
    within = export(tmp_path, "SELECT [1.5, 'nan'::DOUBLE] AS x", "jsonl")
    assert within.json() == [{"x": "[1.5, nan]"}]
    assert within.codes == ["written_as_text"]
    assert export(tmp_path, "SELECT [1.5::DOUBLE] AS x", "jsonl").codes == []


# -- workbooks --------------------------------------------------------------------------------


@pytest.fixture(params=["rust", "python"])
def writer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both writers: which one is there depends on the machine."""
    if request.param == "python":
        monkeypatch.setattr(workbook, "writer", lambda: write_with_xlsxwriter)


@pytest.mark.usefixtures("writer")
def test_times_are_times_in_a_workbook(tmp_path: Path) -> None:
    sql = "SELECT TIME '10:20:30' AS t, TIME '10:20:30.5' AS f"
    found = export(tmp_path, sql, "xlsx")
    assert found.cells()[1] == [time(10, 20, 30), time(10, 20, 30, 500000)]
    sheet = openpyxl.load_workbook(io.BytesIO(found.path.read_bytes())).active
    assert [cell.number_format for cell in sheet[2]] == ["hh:mm:ss", "hh:mm:ss.000"]  # type: ignore[index]
    assert found.codes == []
    midnight = export(tmp_path, "SELECT TIME '24:00:00' AS t", "xlsx")
    assert midnight.cells()[1] == ["24:00:00"]
    assert midnight.codes == ["written_as_text"]


@pytest.mark.usefixtures("writer")
def test_fractions_of_seconds_are_kept_in_a_workbook(tmp_path: Path) -> None:
    sql = "SELECT unnest(['2024-01-01 10:20:30.125', '1900-01-01 12:00:00.5'])::TIMESTAMP AS t"
    found = export(tmp_path, sql, "xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(found.path.read_bytes())).active
    assert [row[0].value for row in sheet.iter_rows(min_row=2)] == [  # type: ignore[union-attr]
        datetime(2024, 1, 1, 10, 20, 30, 125000),
        datetime(1900, 1, 1, 12, 0, 0, 500000),
    ]
    assert found.codes == []
    finer = export(tmp_path, "SELECT '2024-01-01 10:20:30.123456'::TIMESTAMP AS t", "xlsx")
    assert finer.codes == ["times_rounded"]


@pytest.mark.usefixtures("writer")
def test_a_time_zone_that_a_workbook_drops_is_said(tmp_path: Path) -> None:
    found = export(tmp_path, "SELECT '2024-01-01 10:00:00+02'::TIMESTAMPTZ AS t", "xlsx")
    assert found.cells()[1] == [datetime(2024, 1, 1, 8)]
    assert found.codes == ["times_in_utc"]


@pytest.mark.usefixtures("writer")
def test_what_a_workbook_has_no_cell_for_is_empty_or_text_and_said(tmp_path: Path) -> None:
    sql = "SELECT unnest(['nan', 'inf', '1.5'])::DOUBLE AS x, 'infinity'::DATE AS d"
    found = export(tmp_path, sql, "xlsx")
    assert found.cells()[1:] == [["", ""], ["", ""], [1.5, ""]]
    assert found.codes == ["not_finite"]
    old = export(tmp_path, "SELECT DATE '0044-03-15 (BC)' AS d, DATE '1815-06-18' AS e", "xlsx")
    assert old.cells()[1] == ["0044-03-15 (BC)", "1815-06-18"]
    assert old.codes == ["written_as_text"]
    zoned = export(tmp_path, "SELECT '10:00:00+02'::TIMETZ AS t", "xlsx")
    assert zoned.cells()[1] == ["10:00:00+02"]
    assert zoned.codes == ["written_as_text"]


ALIKE = [
    "SELECT i AS n, i::HUGEINT AS h, i / 7 AS x, (i / 7)::FLOAT AS f, i % 2 = 0 AS b, "
    "'t' || i AS s FROM range(5) t(i)",
    "SELECT unnest([1, NULL, -3]) AS n, unnest(['a', '', NULL]) AS s, unnest([1.5, NULL]) AS d",
    "SELECT sum(i) AS huge FROM range(5) t(i)",
    "SELECT unnest(['1900-01-01', '1900-02-28', '1900-03-01', '1969-12-31', '9999-12-30'])::DATE "
    "AS d",
    "SELECT unnest(['1900-02-28 18:00:00', '1900-03-01 06:30:00', '1969-12-31 23:59:59', "
    "'1970-01-01 00:00:00', '2024-02-29 13:14:15'])::TIMESTAMP AS t",
    "SELECT '2024-01-01 10:00:00+02'::TIMESTAMPTZ AS t, TIME '10:20:30' AS u",
    # What Arrow has no room for, or the writer would leave empty.
    "SELECT '12000-01-01'::DATE AS d, '12000-01-01 10:00:00'::TIMESTAMP AS t",
    "SELECT 9007199254740993 AS n, 12345678901234567.25::DECIMAL(20, 2) AS d, 1::BIGNUM AS b",
    "SELECT 'infinity'::TIMESTAMP AS t, 'nan'::DOUBLE AS x, NULL AS nothing",
    'SELECT 1 AS "a""b", 2 AS "A""B"',
    "SELECT 1 AS n WHERE false",
]


@pytest.mark.parametrize("sql", ALIKE)
def test_rows_as_a_stream_and_one_by_one_give_the_same_cells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    found = export(tmp_path, sql, "xlsx")
    streamed, codes = found.cells(), found.codes
    monkeypatch.setattr(workbook, "_write_stream", lambda *_: False)
    singly = export(tmp_path, sql, "xlsx")
    assert (streamed, codes) == (singly.cells(), singly.codes)
    assert len(streamed) > 0


def stream_of(tmp_path: Path, sql: str, progress: Callable[[int], None]) -> CountedStream:
    """Return the stream after a writer has read it, or has failed to."""
    stream = CountedStream(open_engine().sql(sql), progress)
    with suppress(RuntimeError):
        write_stream_with_rust(tmp_path / "o.xlsx", "Sheet1", stream, {})
    return stream


def test_a_stream_knows_whether_it_was_read_to_its_end(tmp_path: Path) -> None:
    told: list[int] = []
    whole = stream_of(tmp_path, "SELECT i FROM range(300000) t(i)", told.append)
    assert (whole.rows, whole.ended, whole.failed) == (300000, True, False)
    assert told == sorted(told)
    assert told[-1] == 300000
    broken = "CASE WHEN i < 250000 THEN i ELSE error('broken')::INT END"
    half = stream_of(tmp_path, f"SELECT {broken} AS n FROM range(300000) t(i)", told.append)
    assert (half.ended, half.failed) == (False, True)
    assert half.rows < 300000

    def gone(done: int) -> None:
        raise OSError

    untold = stream_of(tmp_path, "SELECT 1 AS n", gone)
    assert (untold.ended, untold.failed) == (False, True)


def test_a_workbook_is_whole_where_the_stream_breaks_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(CountedStream):
        def __init__(self, source: Any, progress: Callable[[int], None]) -> None:
            def gone(done: int) -> None:
                raise OSError

            super().__init__(source, gone)

    monkeypatch.setattr(workbook, "CountedStream", Broken)
    found = export(tmp_path, "SELECT i AS n FROM range(3) t(i)", "xlsx")
    assert found.cells() == [["n"], [0], [1], [2]]


@pytest.mark.parametrize("sheet", ["", " ", "History", "HISTORY", "a\tb", "a/b", "'a", "x" * 32])
def test_a_sheet_name_that_excel_would_not_open_is_refused(tmp_path: Path, sheet: str) -> None:
    with pytest.raises(ValidationFailed):
        export(tmp_path, "SELECT 1 AS x", "xlsx", sheet=sheet)


# -- whole tables -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "id,amount,day,at,ok,word\n1,-5.20,2024-01-31,2024-01-31 10:20:30,true,a\n"
        '2,0.00,2024-02-29,2024-02-29 00:00:00,false,"b, c"\n',
        # Some or all cells written another way than their values would be.
        "id,amount,day,ok\n1,1.5,31/12/2024,TRUE\n2,2.25,01/01/2025,FALSE\n",
        "n,t,z\n 7,10:20,2024-01-01T10:00:00Z\n8,23:59,2024-01-01T12:00:00+02:00\n",
        "n,m\nNA,1e3\n3,2.5\n",
        # Names that only text of ours can write, and one that a spreadsheet would not run.
        "a,a,,b c\n1,2,3,4\n5,6,7,8\n",
        '"x ""y""","u,v"\n1,2\n3,4\n',
    ],
)
def test_a_whole_table_comes_back_as_the_text_it_was(tmp_path: Path, text: str) -> None:
    source = tmp_path / "t.csv"
    source.write_text(text, newline="")
    (tmp_path / "in").mkdir()
    with source.open("rb") as file:
        description = ingest(file, "t.csv", tmp_path / "in")
    (tmp_path / "t.json").write_text(description.model_dump_json())
    (tmp_path / "out").mkdir()
    with (tmp_path / "in" / "result").open("rb") as d, (tmp_path / "t.json").open("rb") as j:
        lent = {
            (DATABASE.root, DATABASE.name): d.fileno(),
            (DESCRIPTION.root, DESCRIPTION.name): j.fileno(),
        }
        params = TableExportParams(
            workbench_id="w", path="t.csv", target_path="o.csv", format="csv"
        )
        table_export(Call(lent, tmp_path / "out"), params)
    assert (tmp_path / "out" / "result").read_text() == text


# -- csv --------------------------------------------------------------------------------------

RUNS = ["=1+1", "@a", "-3+4", "+1/1/2024", "-(1)", "-cmd", "+A1", "-1:2", "\t=1", "\n=1", "-5 USD"]
HARMLESS = [
    "-5", "+49 123 456", "-1,234.50", "-1e5", "- 5", "-€5", "-5 %", "-.5", "-", "--", "---", "1+1",
    "a=b", "", "-1'234", "+5 €",
]  # fmt: skip


@pytest.mark.parametrize("text", RUNS)
def test_text_that_runs_is_guarded_as_cell_and_as_name(tmp_path: Path, text: str) -> None:
    assert runs_as_formula(text)
    name = text.replace('"', '""')
    found = export(tmp_path, f"SELECT '{text}' AS \"{name}\", 1 AS n", "csv")
    read = list(csv.reader(io.StringIO(found.path.read_text(), newline="")))
    assert read == [["'" + text, "n"], ["'" + text, "1"]]
    assert found.codes == ["formula_text", "formula_names"]


@pytest.mark.parametrize("text", HARMLESS)
def test_numbers_and_plain_text_are_left_as_they_are(tmp_path: Path, text: str) -> None:
    assert not runs_as_formula(text)
    value = text.replace("'", "''")
    found = export(tmp_path, f"SELECT '{value}' AS x, 1 AS n", "csv")
    assert list(csv.reader(io.StringIO(found.path.read_text())))[1] == [text, "1"]
    assert found.codes == []


def test_raw_text_is_left_but_what_could_run_is_said(tmp_path: Path) -> None:
    found = export(tmp_path, "SELECT '=1' AS \"=x\"", "csv", guarded=False)
    assert found.path.read_text() == "=x\n=1\n"
    assert found.codes == ["formula_text", "formula_names"]


def test_values_of_any_type_can_be_written_to_any_format(tmp_path: Path) -> None:
    sql = (
        "SELECT uuid '6ba7b810-9dad-11d1-80b4-00c04fd430c8' AS u, [1, 2] AS l, {'a': 1} AS s, "
        "'\\xAA'::BLOB AS b, 'x'::ENUM('x', 'y') AS e, MAP {'k': 1} AS m, 1::BIGNUM AS big, "
        "INTERVAL '1 day' AS i, '1010'::BIT AS bits"
    )
    for form in ("csv", "xlsx", "parquet", "jsonl"):
        assert export(tmp_path, sql, form).path.stat().st_size > 0
