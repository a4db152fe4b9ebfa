"""What structural edits do to formulas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.formats.xlsx.edit.references import (
    copied,
    renamed,
    shifted,
    shifted_blocks,
    without_sheet,
)
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xlsx.formulas import Kind, references, sheet_prefix, tokens
from keenbench.formats.xlsx.translated import translated

FORMULAS = [
    "SUM(A1:B10)+LOG10(5)*Q1_total",
    "IF(A1=\"B2:C3 \"\"A1\"\"\",'Sheet A1'!B2,'It''s A1'!C3)",
    "[1]Sheet1!A1+'[2]Other A1'!$B$2+[3]!Name",
    "SUM(Sheet1:Sheet3!A1,'Jan A1:Dec A1'!B2)",
    "A:A+$B:$C+1:1+$2:3",
    "Table1[[#This Row],[Net '[A1']]]+Table1[A1]+Sales[#Totals]",
    '{1,2;"A1",#N/A}+#REF!+#DIV/0!+#REF!A1',
    "_xlfn.LET(_xlpm.x,A1,_xlpm.x*2)+_xlfn.SINGLE(B1)+_xlfn.ANCHORARRAY(C1)+@D1+E1#",
    "R1C1+RC+A1B2+XFE1+A1048577+ABCD1+DEC10",
    "1.5E+10+A1%-B2^2&C3<>D4 E5",
    "A1:INDEX(B:B,3)+OFFSET(A1,1,1):B5+A1:Sheet2!B2",
    "Übersicht!A1+見積!B2+2024!C3",
    "  SUM( A1 : B2 , C3 ) ",
    'INDIRECT("A"&ROW())',
    "LAMBDA(x,x+A1)(B1)",
    'broken("no end',
    "Sheet1!#REF!+Sheet1!Name",
]


@pytest.mark.parametrize("formula", FORMULAS)
def test_tokens_join_to_the_formula(formula: str) -> None:
    assert "".join(token.text for token in tokens(formula)) == formula


@given(st.text(alphabet="A1B2$:!'\"[](),+ #REF{}x.\\é", max_size=40))
def test_tokens_of_any_text_join_to_it(text: str) -> None:
    assert "".join(token.text for token in tokens(text)) == text
    assert translated(text, 0, 0) == text


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        ("SUM(A1:B10)+LOG10(5)*Q1_total", ["A1:B10"]),
        ("IF(A1=\"B2\",\"C3\",'It''s A1'!C3)", ["A1", "'It''s A1'!C3"]),
        ("R1C1+RC+A1B2+XFE1+A1048577+ABCD1+DEC10", ["DEC10"]),
        ("Table1[[#This Row],[A1]]+Table1[B2]", []),
        ("A:A+$B:$C+1:1+$2:3", ["A:A", "$B:$C", "1:1", "$2:3"]),
        ("A1:INDEX(B:B,3)", ["A1", "B:B"]),
        ("A1:Sheet2!B2", ["A1", "Sheet2!B2"]),
        ("Übersicht!A1+見積!B2", ["Übersicht!A1", "見積!B2"]),
        ("SUM(Sheet1:Sheet3!A1)", ["Sheet1:Sheet3!A1"]),
        ("E1#+@D1", ["E1", "D1"]),
        ("{1,2}+#REF!+#N/A", []),
        ("MATCH(1,(A1=B1)*(C1=D1),0)", ["A1", "B1", "C1", "D1"]),
    ],
)
def test_references_are_told_from_what_looks_like_one(formula: str, found: list[str]) -> None:
    assert [str(reference) for reference in references(formula)] == found


def test_a_name_that_looks_like_a_cell_beyond_the_sheet_is_a_word() -> None:
    assert [token.kind for token in tokens("XFE1")] == [Kind.WORD]


INSERT = Shift("Data", "rows", 5, 2)
DELETE = Shift("Data", "rows", 5, 2, deletes=True)


@pytest.mark.parametrize(
    ("formula", "inserted", "deleted"),
    [
        ("A4", "A4", "A4"),
        ("A5", "A7", "#REF!"),
        ("A7", "A9", "A5"),
        ("$A$7", "$A$9", "$A$5"),
        ("A1:A4", "A1:A4", "A1:A4"),
        ("A1:A5", "A1:A7", "A1:A4"),
        ("A1:A10", "A1:A12", "A1:A8"),
        ("A5:A6", "A7:A8", "#REF!"),
        ("A6:A10", "A8:A12", "A5:A8"),
        ("A:C", "A:C", "A:C"),
        ("3:9", "3:11", "3:7"),
        ("5:6", "7:8", "#REF!"),
        ("A1:A1048576", "A1:A1048576", "A1:A1048576"),
        ("Other!A7", "Other!A7", "Other!A7"),
        ("'data'!A7", "'data'!A9", "'data'!A5"),
        ("Data!A5", "Data!A7", "#REF!"),
        ("[1]Data!A7", "[1]Data!A7", "[1]Data!A7"),
        ("Data:Other!A7", "Data:Other!A7", "Data:Other!A7"),
        ("#REF!A7", "#REF!A7", "#REF!A7"),
        ('"A7"&A7', '"A7"&A9', '"A7"&A5'),
        ("SUM(a7 : b9)", "SUM(A9 : B11)", "SUM(A5 : B7)"),
        ("A10:A2", "A12:A2", "A8:A2"),
    ],
)
def test_rows_inserted_and_deleted(formula: str, inserted: str, deleted: str) -> None:
    assert shifted(formula, "Data", INSERT) == inserted
    assert shifted(formula, "Data", DELETE) == deleted


def test_columns_inserted_and_deleted() -> None:
    insert = Shift("Data", "columns", 2, 1)
    delete = Shift("Data", "columns", 2, 1, deletes=True)
    assert shifted("A1+B1+$C$1+A:C+B:B+1:1", "Data", insert) == "A1+C1+$D$1+A:D+C:C+1:1"
    assert shifted("A1+B1+$C$1+A:C+B:B+1:1", "Data", delete) == "A1+#REF!+$B$1+A:B+#REF!+1:1"


def test_a_formula_of_another_sheet_moves_only_what_it_says_of_the_edited_one() -> None:
    assert shifted("A7+Data!A7", "Other", INSERT) == "A7+Data!A9"


def test_what_is_relative_in_a_name_counts_from_the_cell_that_uses_it() -> None:
    assert shifted("Data!$A$7+Data!A7", None, INSERT, in_name=True) == "Data!$A$9+Data!A7"


def test_a_deleted_block_leaves_the_print_area() -> None:
    assert shifted_blocks("'Data'!$A$1:$B$4,'Data'!$A$5:$B$6", None, DELETE) == "'Data'!$A$1:$B$4"


def test_pushed_off_the_sheet_is_gone() -> None:
    assert shifted("A1048576", "Data", INSERT) == "#REF!"


CELLS = st.builds(
    lambda column, row, fixed: f"{'$' if fixed else ''}{column}{row}",
    st.sampled_from(["A", "B", "Z", "AA"]),
    st.integers(1, 60),
    st.booleans(),
)
AREAS = st.one_of(CELLS, st.builds(lambda a, b: f"{a}:{b}", CELLS, CELLS))
MADE = st.lists(AREAS, min_size=1, max_size=4).map("+".join)


@given(MADE, st.integers(1, 70), st.integers(1, 5), st.sampled_from(["rows", "columns"]))
def test_insert_then_delete_of_the_same_lines_is_nothing(
    formula: str, at: int, count: int, axis: str
) -> None:
    there = Shift("S", axis, at, count)  # type: ignore[arg-type]
    back = Shift("S", axis, at, count, deletes=True)  # type: ignore[arg-type]
    assert shifted(shifted(formula, "S", there), "S", back) == formula


@given(MADE, st.integers(0, 50), st.integers(0, 50))
def test_translated_there_and_back_is_nothing(formula: str, rows: int, columns: int) -> None:
    assert translated(translated(formula, rows, columns), -rows, -columns) == formula


def test_translated_keeps_what_is_fixed_and_says_what_left_the_sheet() -> None:
    assert translated("A1+$A1+A$1+$A$1+A:B+1:2", 1, 1) == "B2+$A2+B$1+$A$1+B:C+2:3"
    assert translated("A1+B2", -1, -1) == "#REF!+A1"
    assert translated("A1+B2", -1, -1, wraps=True) == "XFD1048576+A1"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("Data!A1+data!B2", "'New name'!A1+'New name'!B2"),
        ("'Data'!A1", "'New name'!A1"),
        ("SUM(Data:Other!A1)", "SUM('New name:Other'!A1)"),
        ("SUM('First:Data'!A1)", "SUM('First:New name'!A1)"),
        ("Data!Name+Data!#REF!", "'New name'!Name+'New name'!#REF!"),
        ('INDIRECT("Data!A1")+[1]Data!A1+Data2!A1', 'INDIRECT("Data!A1")+[1]Data!A1+Data2!A1'),
    ],
)
def test_a_renamed_sheet(formula: str, expected: str) -> None:
    assert renamed(formula, "Data", "New name") == expected


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        ("Data", "Data!"),
        ("My Data", "'My Data'!"),
        ("It's", "'It''s'!"),
        ("A1", "'A1'!"),
        ("R1C1", "'R1C1'!"),
        ("RC", "'RC'!"),
        ("2024", "'2024'!"),
        ("a-b", "'a-b'!"),
        ("TRUE", "'TRUE'!"),
    ],
)
def test_sheets_are_quoted_where_they_must(name: str, prefix: str) -> None:
    assert sheet_prefix(name) == prefix
    assert references(prefix + "A1")[0].sheet == name


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("Data!A1+Other!A1", "#REF!+Other!A1"),
        ("SUM(Data!A1:B2)", "SUM(#REF!)"),
        ("SUM(First:Data!A1)", "SUM(First!A1)"),
        ("SUM(Data:Last!A1)", "SUM(Other:Last!A1)"),
        ("SUM(First:Last!A1)", "SUM(First:Last!A1)"),
        ("Data!Name", "#REF!"),
    ],
)
def test_a_deleted_sheet(formula: str, expected: str) -> None:
    assert without_sheet(formula, "Data", ["First", "Data", "Other", "Last"]) == expected


def test_a_copied_sheet_speaks_of_itself() -> None:
    assert copied("A1+Data!A1+Other!A1", "Data", "Data (2)") == "A1+'Data (2)'!A1+Other!A1"
