"""A file that holds several tables, and rows that a table could not hold: all can be reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from keenbench.errors import ValidationFailed
from keenbench.tables.ingest import Overrides
from tests.unit.tables.loading import Loaded, load_text

STOCK = "id,name\n1,bolt\n2,nut\n"
STAFF = "Staff\nx,y,z\n1,Ana,2.5\n4,Bo,6.5\n7,Cy,8.5\n"
PRICES = "sku,price\nA,1\nB,2\nC,3\nD,4,surplus\nE,5\n"


def table(folder: Path, text: str, number: int) -> Loaded:
    return load_text(folder, text, overrides=Overrides(table=number))


def told(found: Loaded, code: str) -> str:
    return next(w.message for w in found.description.warnings if w.code == code)


def test_each_table_of_a_file_can_be_read(tmp_path: Path) -> None:
    text = f"{STOCK}\n{STAFF}\n{PRICES}"
    first, second, third = (table(tmp_path, text, number) for number in (1, 2, 3))
    assert first.rows == [[1, "bolt"], [2, "nut"]]
    assert second.names == ["x", "y", "z"]
    assert second.rows == [[1, "Ana", 2.5], [4, "Bo", 6.5], [7, "Cy", 8.5]]
    assert third.rows == [["A", 1], ["B", 2], ["C", 3], ["E", 5]]
    rejected = third.description.rejected_rows
    assert rejected is not None
    assert [row.line for row in rejected.sample] == [15]
    for found in (first, second, third):
        places = [(p.table, p.line_start, p.line_end) for p in found.description.tables]
        assert places == [(1, 1, 3), (2, 5, 9), (3, 11, 16)]
    assert "2 (lines 5-9), 3 (lines 11-16)" in told(first, "more_tables")
    assert "header begins at line 6" in told(second, "preamble")


def test_a_header_that_comes_again_begins_a_table_that_can_be_read(tmp_path: Path) -> None:
    batches = [[[10 * n + row, f"b{row}"] for row in range(8)] for n in range(4)]
    text = "".join("id,name\n" + "".join(f"{i},{b}\n" for i, b in batch) for batch in batches)
    assert [table(tmp_path, text, number).rows for number in (1, 2, 3, 4)] == batches


def test_a_table_that_is_not_there_is_refused_with_how_many_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed, match="holds 2 tables; there is no table 3"):
        table(tmp_path, STOCK + STOCK, 3)
    with pytest.raises(ValidationFailed, match="holds 1 table; there is no table 2"):
        table(tmp_path, STOCK, 2)


def test_of_very_many_tables_some_are_listed_and_the_last_can_be_read(tmp_path: Path) -> None:
    text = "".join("id,name\n" + f"{n},b\n" * 6 for n in range(300))
    first = table(tmp_path, text, 1)
    assert len(first.description.tables) == 100
    assert "100 or more tables" in told(first, "more_tables")
    assert table(tmp_path, text, 300).rows == [[299, "b"]] * 6


def test_every_rejected_row_can_be_read_whole(tmp_path: Path) -> None:
    long = "x" * 500
    lines = [f"{n},2,3,{long}{n}" for n in range(50)]
    text = "a,b\n1,2\n" + "".join(line + "\n3,4\n" for line in lines)
    found = load_text(tmp_path, text)
    rejected = found.description.rejected_rows
    assert rejected is not None
    assert (rejected.count, len(rejected.sample)) == (50, 20)
    assert "shows the first 20, the start of each" in told(found, "rejected_rows")
    whole = load_text(tmp_path, text, overrides=Overrides(rejected=True))
    assert whole.names == ["line", "reason", "text"]
    assert [(row[0], row[2]) for row in whole.rows] == [
        (3 + 2 * n, line) for n, line in enumerate(lines)
    ]
    assert whole.rows[0][1] == "4 cells where the table has 2 columns"


def test_rejected_texts_are_kept_as_they_are(tmp_path: Path) -> None:
    """Texts that look like numbers or say that there is none, and one over two lines."""
    text = 'a,b\n1,2\n1,234,567\n3,4\n5,6,"7\n8"\n'
    whole = load_text(tmp_path, text, overrides=Overrides(rejected=True))
    assert [row[2] for row in whole.rows] == ["1,234,567", '5,6,"7\n8"']


def test_without_rejected_rows_there_are_none_to_read(tmp_path: Path) -> None:
    assert load_text(tmp_path, STOCK, overrides=Overrides(rejected=True)).rows == []


@pytest.mark.parametrize("title", ["", "Prices\n"])
def test_a_table_as_wide_as_the_one_above_is_told_by_its_header(tmp_path: Path, title: str) -> None:
    text = f"{STOCK}\n{title}sku,price\nX,1.5\nY,2.5\nZ,3.5\n"
    first, second = table(tmp_path, text, 1), table(tmp_path, text, 2)
    assert first.rows == [[1, "bolt"], [2, "nut"]]
    assert first.kinds == ["integer", "string"]
    assert second.names == ["sku", "price"]
    assert second.rows == [["X", 1.5], ["Y", 2.5], ["Z", 3.5]]


def test_a_table_as_wide_far_below_is_told_too(tmp_path: Path) -> None:
    """DuckDB reads past blank lines, and the sample does not reach as far."""
    rows = "".join(f"{n},{n}.5,a\n" for n in range(40_000))
    text = f"id,weight,name\n{rows}\nsku,price,place\nX,1.5,b\nY,2.5,b\n"
    assert table(tmp_path, text, 1).kinds == ["integer", "decimal", "string"]
    assert table(tmp_path, text, 2).rows == [["X", 1.5, "b"], ["Y", 2.5, "b"]]


@pytest.mark.parametrize(
    "below", ["Total,12\n", "3,screw\nwasher,x\n", "n/a,unknown\n", "x,y\nz,u\n"]
)
def test_rows_after_a_blank_line_are_rows_where_no_header_is(tmp_path: Path, below: str) -> None:
    found = load_text(tmp_path, f"{STOCK}\n{below}")
    assert "more_tables" not in found.warnings
    assert found.description.row_count == 2 + below.count("\n")


def test_rows_that_end_in_a_delimiter_too_many_keep_their_names(tmp_path: Path) -> None:
    found = load_text(tmp_path, "id,name\n1,bolt,\n2,nut,\n")
    assert found.names[:2] == ["id", "name"]
    assert found.column("name") == ["bolt", "nut"]
    numbered = load_text(tmp_path, "name,place\n1,bolt,a\n2,nut,b\n")
    assert numbered.column("name") == ["bolt", "nut"]
