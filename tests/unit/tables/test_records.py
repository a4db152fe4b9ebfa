from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.tables.dialect import Dialect
from keenbench.tables.records import Splitter, read_records
from keenbench.tables.sniff import split_lines

COMMA = Dialect(",")


def cells(text: str, dialect: Dialect = COMMA, width: int | None = None) -> list[list[str]]:
    return [record.cells for record in read_records(split_lines(text), dialect, width)]


def test_a_quoted_cell_holds_delimiters_line_ends_and_doubled_quotes() -> None:
    assert cells('a,"b, ""c""\r\nd",e\r\n') == [["a", 'b, "c"\r\nd', "e"]]


def test_a_quote_inside_a_quoted_cell_that_does_not_end_it_is_text() -> None:
    assert cells('1,"10" pipe",2\n') == [["1", '10" pipe', "2"]]


def test_a_stray_quote_costs_neither_its_row_nor_the_next(  # what Pollock calls an extra quote
) -> None:
    text = 'a,"b,"c, d",e\nf,g,h,i\n'
    assert cells(text, width=4) == [["a", '"b', "c, d", "e"], ["f", "g", "h", "i"]]


def test_a_quote_that_is_never_closed_does_not_swallow_the_file() -> None:
    text = 'a,b\n1,"x\n2,y\n3,z\n'
    assert cells(text, width=2) == [["a", "b"], ["1", '"x'], ["2", "y"], ["3", "z"]]


@pytest.mark.parametrize("opened", ['1,"10', '1,"p"q'])
def test_a_quote_that_pairs_with_one_of_a_later_row_joins_no_rows(opened: str) -> None:
    text = f'a,b\n{opened}\n2,20\n3,"30"\n4,40\n'
    assert [row[0] for row in cells(text, width=2)] == ["a", "1", "2", "3", "4"]


def test_a_cell_over_lines_that_are_no_rows_stays_one_though_a_quote_in_it_is_not_doubled() -> None:
    assert cells('1,"a "b" c\nand more",2\n', width=3) == [["1", 'a "b" c\nand more', "2"]]


def test_a_quote_that_would_swallow_the_next_row_is_text() -> None:
    text = 'a,b,c,"d"e\n1,2,"x, y",4,5\n'
    assert cells(text, width=5) == [["a", "b", "c", '"d"e'], ["1", "2", "x, y", "4", "5"]]


@pytest.mark.parametrize("end", ["", '"\n', 'x",y,z\n'], ids=["none", "a quote", "a row of three"])
def test_lines_below_stray_quotes_are_looked_at_once_however_many_those_are(
    monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    looked = 0
    go_on = Splitter.go_on

    def counted(self: Splitter, line: str) -> int | None:
        nonlocal looked
        looked += 1
        return go_on(self, line)

    monkeypatch.setattr(Splitter, "go_on", counted)
    lines = ["a,b\n", '"1,2\n'] * 500
    records = list(read_records([*lines, end], COMMA, 2))
    assert [record.cells for record in records[:4]] == [["a", "b"], ['"1', "2"]] * 2
    assert len(records) == len(lines) + 1
    assert looked <= len(lines) + 1


def test_what_a_quote_too_far_away_would_close_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keenbench.tables.records._OPEN_LINES", 3)
    assert cells('1,"a\nb\nc"\n') == [["1", "a\nb\nc"]]
    assert cells('1,"a\nb\nc\nd"\n') == [["1", '"a'], ["b"], ["c"], ['d"']]


def test_a_backslash_escapes_a_quote_and_is_text_elsewhere() -> None:
    dialect = Dialect(",", '"', "\\")
    assert cells('"a \\" b",C:\\x,"8\\\'9"\n', dialect) == [['a " b', "C:\\x", "8\\'9"]]


def test_a_delimiter_may_have_several_characters() -> None:
    assert cells('a||"b||c"||d\n', Dialect("||")) == [["a", "b||c", "d"]]


def test_records_know_their_lines() -> None:
    text = 'a,b\r"1\r\n2",x\n\nc,d'
    found = list(read_records(split_lines(text), COMMA))
    assert [(record.line, record.lines) for record in found] == [(1, 1), (2, 2), (4, 1), (5, 1)]


@given(
    st.lists(
        st.lists(
            st.text(st.characters(exclude_categories=["Cs"]), max_size=8), min_size=2, max_size=4
        ),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_csv_writes_is_read_back(rows: list[list[str]], end: str) -> None:
    width = max(map(len, rows))
    rows = [row + [""] * (width - len(row)) for row in rows]
    written = io.StringIO()
    csv.writer(written, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    assert cells(written.getvalue(), width=width) == rows
