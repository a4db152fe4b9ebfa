from __future__ import annotations

import pytest

from keenbench.tables.layout import lay_out
from keenbench.tables.sniff import sniff, split_lines

ROWS = [["id", "name", "price"], ["1", "Nut, small", "1.50"], ["2", "Bolt", "2.25"], ["3", "", "9"]]


def written(delimiter: str, quote: str = '"') -> str:
    lines = []
    for row in ROWS:
        lines.append(delimiter.join(quote + c + quote if delimiter[0] in c else c for c in row))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "||", ":", "^", "\x01"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    assert sniff(written(delimiter)).dialect.delimiter == delimiter


def test_a_comma_with_a_space_after_each_is_one_delimiter() -> None:
    text = 'name, city, note\n"Bo, B.", Rome, x\nAl, Oslo, "y, z"\n'
    assert sniff(text).dialect.delimiter == ", "


def test_spaces_that_pad_numbers_stay_text() -> None:
    assert sniff("1.5, 2.5\n3.5, 4.5\n5.5, 6.5\n").dialect.delimiter == ","


def test_a_single_quote_is_a_quote_where_it_encloses_and_an_apostrophe_elsewhere() -> None:
    assert sniff("a,'x, y'\nb,'z'\nc,'w, v'\n").dialect.quote == "'"
    assert sniff('a,"it\'s, so"\nb,"don\'t"\n').dialect.quote == '"'


def test_a_sep_line_settles_the_delimiter() -> None:
    found = sniff("sep=|\na|b,c\n1|2,3\n")
    assert (found.dialect.delimiter, found.has_separator_line) == ("|", True)


def test_a_decimal_comma_is_no_delimiter() -> None:
    assert sniff("preis;menge\n1,50;2\n2,25;3\n10,00;4\n").dialect.delimiter == ";"


def test_what_the_caller_says_overrules() -> None:
    assert sniff("1aa2\n3aa4\n", delimiter="aa").dialect.delimiter == "aa"


def layout_of(text: str):  # type: ignore[no-untyped-def]
    return lay_out(split_lines(text), sniff(text).dialect)


def test_a_title_above_the_table_is_no_part_of_it() -> None:
    found = layout_of("Report for May,,\n,,\nid,name,price\n1,a,2.5\n2,b,3.5\n")
    assert found.header == ("id", "name", "price")
    assert (found.preamble_lines, found.data_line) == (2, 4)


def test_a_first_row_of_values_is_data() -> None:
    found = layout_of("1,a,2020-01-01\n2,b,2020-01-02\n3,c,2020-01-03\n")
    assert not found.has_header
    assert found.data_line == 1


def test_years_over_figures_are_a_header() -> None:
    assert layout_of("country,2001,2002\nA,1.5,2.5\nB,3.5,4.5\n").has_header


def test_header_rows_over_each_other_are_joined_and_groups_spread() -> None:
    found = layout_of("control,,fire,\nX,Y,X,Y\n4.4,0.1,4.8,2.0\n4.6,-1.0,5.1,3.0\n")
    assert found.header == ("control X", "control Y", "fire X", "fire Y")


def test_groups_that_are_named_over_each_column_are_joined_too() -> None:
    found = layout_of("Sales,Sales,Cost,Cost\nQ1,Q2,Q1,Q2\n1,2,3,4\n5,6,7,8\n")
    assert found.header == ("Sales Q1", "Sales Q2", "Cost Q1", "Cost Q2")


def test_a_first_row_of_words_under_a_plain_header_is_data() -> None:
    found = layout_of("code,value\nA,B\n1,2\n3,4\n5,6\n")
    assert (found.header, found.sample[0]) == (("code", "value"), ("A", "B"))


def test_a_header_with_another_delimiter_than_the_rows_is_the_header() -> None:
    found = layout_of("day time qty who\n2024-01-01,10:00,3,a\n2024-01-02,11:00,4,b\n")
    assert found.header == ("day", "time", "qty", "who")
    title = layout_of("what we sold, 2024\n2024-01-01;10:00;3;a\n2024-01-02;11:00;4;b\n")
    assert title.header == ()


def test_a_delimiter_too_many_in_the_header_does_not_shift_the_names() -> None:
    found = layout_of("id,,name,price\n1,a,2.5\n2,b,3.5\n3,c,4.5\n")
    assert found.header == ("id", "name", "price")


def test_a_header_longer_than_the_rows_names_columns_that_are_empty() -> None:
    found = layout_of("one,two,three,four\n1,a,alice\n2,b,bob\n")
    assert (found.width, found.header) == (4, ("one", "two", "three", "four"))


@pytest.mark.parametrize(("rows", "lines"), [(20, 300), (40, 15_000), (3, 3_000)])
def test_a_cell_of_many_lines_at_the_end_of_the_head_makes_no_single_column(
    rows: int, lines: int
) -> None:
    letter = "Dear all\nplease find\n" * (lines // 2)
    text = "id,note,v\n" + "".join(f'{row},"{letter}",5\n' for row in range(rows))
    assert sniff(text[: 256 * 1024]).dialect.delimiter == ","


def test_one_long_cell_below_short_rows_makes_no_single_column() -> None:
    text = "id,note,v\n" + "".join(f'{row},"so, so",5\n' for row in range(50))
    text += '50,"' + "a line\n" * 20_000 + '",5\n'
    assert sniff(text).dialect.delimiter == ","


def test_a_stray_quote_in_a_long_file_does_not_hide_what_follows() -> None:
    text = 'a;b\n1;"x\n' + "".join(f"{row};{row * 1.5}\n" for row in range(9_000))
    assert sniff(text).dialect.delimiter == ";"
