"""What a file becomes: types without loss, rows all accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keenbench.errors import ValidationFailed
from keenbench.tables.ingest import Overrides
from keenbench.tables.sniff import sniff
from tests.unit.tables.loading import load_text


def column_of(tmp_path: Path, *cells: str) -> tuple[str, list[object], list[str]]:
    """Return the type, the values and the source text of a column with these cells."""
    body = "".join(f'{number};"{cell}"\n' for number, cell in enumerate(cells))
    found = load_text(tmp_path, "n;x\n" + body)
    return found.kinds[1], found.column("x"), [row[1] for row in found.raw]


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [
        (["1", "-2", "0"], "integer", [1, -2, 0]),
        (["007", "12"], "string", ["007", "12"]),
        (["+4912345678", "+4987654321"], "string", ["+4912345678", "+4987654321"]),
        (["9007199254740993", "1"], "integer", ["9007199254740993", 1]),
        (["123456789012345678901234567890", "5"], "integer", ["123456789012345678901234567890", 5]),
        (["1.50", "2.25"], "decimal", [1.5, 2.25]),
        (["1.5", "2.25", "3"], "decimal", [1.5, 2.25, 3]),
        (["12345678901234567.25", "1.00"], "decimal", ["12345678901234567.25", 1.0]),
        (["1e3", "2.5"], "float", [1000.0, 2.5]),
        (["nan", "2.5", "inf"], "float", [None, 2.5, None]),
        (["1,5", "2,25", "1.234,5"], "decimal", [1.5, 2.25, 1234.5]),
        (["1,234", "5,678"], "string", ["1,234", "5,678"]),
        (["1,234.50", "12"], "decimal", [1234.5, 12]),
        (["(100)", "250"], "integer", [-100, 250]),
        (["true", "FALSE"], "boolean", [True, False]),
        (["2024-01-31", "2024-02-01"], "date", ["2024-01-31", "2024-02-01"]),
        (["31/12/2024", "01/02/2024"], "date", ["2024-12-31", "2024-02-01"]),
        (["12/31/2024", "01/02/2024"], "date", ["2024-12-31", "2024-01-02"]),
        (["01/02/2024", "03/04/2024"], "string", ["01/02/2024", "03/04/2024"]),
        (["31.12.2024", "01.02.2024"], "date", ["2024-12-31", "2024-02-01"]),
        (["2024-02-30", "2024-01-01"], "string", ["2024-02-30", "2024-01-01"]),
        (["2024-01-01 10:00:00"], "timestamp", ["2024-01-01T10:00:00"]),
        (["2024-01-01T10:00:00+02:00", "2024-01-01T10:00:00Z"], "timestamp",
         ["2024-01-01T08:00:00Z", "2024-01-01T10:00:00Z"]),
        (["10:30", "23:59"], "time", ["10:30:00", "23:59:00"]),
        (["24:30", "10:00"], "string", ["24:30", "10:00"]),
        (["N/A", "3"], "integer", [None, 3]),
        (["N/A", "three"], "string", ["N/A", "three"]),
        (["", ""], "string", [None, None]),
    ],
)  # fmt: skip
def test_a_column_is_typed_when_every_cell_is(
    tmp_path: Path, cells: list[str], kind: str, values: list[object]
) -> None:
    found, typed, raw = column_of(tmp_path, *cells)
    assert (found, typed) == (kind, values)
    assert raw == cells


def test_a_type_that_the_sample_suggests_must_hold_for_every_row(tmp_path: Path) -> None:
    rows = [str(number) for number in range(30_000)]
    for wrong, kind in (("x", "string"), ("007", "string"), ("2.5", "decimal"), ("1e2", "float")):
        text = "a,b\n" + "".join(f"{row},{row}\n" for row in rows) + f"{wrong},1\n"
        found = load_text(tmp_path, text)
        assert found.kinds == [kind, "integer"]
        assert [row[0] for row in found.raw] == [*rows, wrong]


def test_ambiguous_dates_at_the_top_are_settled_by_one_below(tmp_path: Path) -> None:
    text = "n,d\n" + "1,01/02/2024\n" * 3000 + "2,25/02/2024\n"
    found = load_text(tmp_path, text)
    assert found.kinds[1] == "date"
    assert "dates_day_first" in found.warnings


def test_short_rows_are_padded_and_long_ones_rejected_and_listed(tmp_path: Path) -> None:
    found = load_text(tmp_path, "a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n")
    assert found.rows == [[1, 2, 3], [4, 5, None], [10, 11, 12]]
    rejected = found.description.rejected_rows
    assert rejected is not None
    assert [(row.line, row.text) for row in rejected.sample] == [(4, "6,7,8,9")]
    assert {"short_rows", "rejected_rows"} <= set(found.warnings)


def test_only_the_first_of_several_tables_is_read_and_the_rest_named(tmp_path: Path) -> None:
    table = "id,name\n1,a\n2,b\n"
    found = load_text(tmp_path, table + table)
    assert found.rows == [[1, "a"], [2, "b"]]
    assert "more_tables" in found.warnings
    other = load_text(tmp_path, table + "\nx,y,z\n1,2,3\n4,5,6\n")
    assert other.rows == [[1, "a"], [2, "b"]]
    assert "more_tables" in other.warnings
    titled = load_text(tmp_path, table + "\nStaff\nx,y,z\n1,2,3\n4,5,6\n")
    assert titled.rows == [[1, "a"], [2, "b"]]
    assert titled.warnings == ["more_tables"]


def test_a_lone_cell_after_a_blank_line_is_a_row_where_no_other_table_follows(
    tmp_path: Path,
) -> None:
    table = "id,name\n1,a\n2,b\n"
    for below in ("\nx\n3,c\n4,d\n5,e\n", "\nsum\n", "\nx\ny\nz\nu\n", "\nx\n1,2,3\n"):
        found = load_text(tmp_path, table + below)
        assert "more_tables" not in found.warnings
        assert found.description.row_count > 2


def test_of_a_file_without_a_table_only_that_is_said(tmp_path: Path) -> None:
    for text in ("", "   \n  \n", "\ufeff", "\n\n"):
        assert load_text(tmp_path, text).warnings == ["empty"]


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16le"),
        ("utf-16-be", "utf-16be"),
        ("cp1252", "windows-1252"),
    ],
)
def test_any_encoding_is_read(tmp_path: Path, encoding: str, named: str) -> None:
    text = "Straße;Preis in €\nGrüner Weg;1,50\nÄußere Höhe;2,25\n"
    found = load_text(tmp_path, text.encode(encoding))
    assert found.names == ["Straße", "Preis in €"]
    assert found.rows == [["Grüner Weg", 1.5], ["Äußere Höhe", 2.25]]
    assert found.description.encoding == named


def test_the_caller_may_overrule_encoding_and_delimiter(tmp_path: Path) -> None:
    text = "a;b,c\nж;1,2\n".encode("cp1251")
    found = load_text(tmp_path, text, overrides=Overrides("windows-1251", ","))
    assert found.rows == [["ж;1", 2]]
    with pytest.raises(ValidationFailed):
        load_text(tmp_path, text, overrides=Overrides(None, "\n"))


def test_an_encoding_that_the_file_cannot_be_in_is_refused_and_an_unlikely_one_said(
    tmp_path: Path,
) -> None:
    with pytest.raises(ValidationFailed, match="plain ASCII"):
        load_text(tmp_path, "a,b\n1,2\n", overrides=Overrides(encoding="utf-16"))
    found = load_text(tmp_path, "a,b\n1,é\n", overrides=Overrides(encoding="latin-1"))
    assert found.raw == [["1", "Ã©"]]
    assert "encoding_unlikely" in found.warnings
    assert (found.description.encoding_confidence or 1) < 0.8


def test_one_nul_makes_no_small_table_unreadable(tmp_path: Path) -> None:
    found = load_text(tmp_path, b"a,b\n1,x\x00y\n2,z\n")
    assert found.raw == [["1", "x\x00y"], ["2", "z"]]
    assert "nul_characters" in found.warnings


def test_a_stray_quote_anywhere_leaves_the_dialect_as_it_is() -> None:
    text = "id,name,note\n1,Ann,hello there\n2,Bob,see you; ok\n3,Cid,10:30\n"
    plain = sniff(text).dialect
    for place in range(len(text)):
        for quote in ("'", '"'):
            assert sniff(text[:place] + quote + text[place:]).dialect == plain


def test_line_ends_of_all_kinds_and_blank_lines_make_no_rows(tmp_path: Path) -> None:
    assert load_text(tmp_path, "a,b\r1,2\r3,4\r").rows == [[1, 2], [3, 4]]
    assert load_text(tmp_path, "a,b\r\n1,2\n\n3,4\r5,6\n\n\n").rows == [[1, 2], [3, 4], [5, 6]]


def test_a_file_without_quotes_keeps_its_parentheses(tmp_path: Path) -> None:
    assert load_text(tmp_path, "a,b\n(empty),x\n(1) y,z\n").column("a") == ["(empty)", "(1) y"]


def test_names_are_unique_and_never_empty(tmp_path: Path) -> None:
    found = load_text(tmp_path, "a,A,,a_2,\n1,2,3,4,5\n6,7,8,9,10\n")
    assert found.names == ["a", "A_3", "column_3", "a_2", "column_5"]


def test_an_empty_file_is_a_table_without_rows(tmp_path: Path) -> None:
    empty = load_text(tmp_path, "")
    assert (empty.description.row_count, empty.warnings) == (0, ["empty"])
    header = load_text(tmp_path, "a,b\n")
    assert (header.names, header.rows) == (["a", "b"], [])


def test_other_names_of_files_are_inferred_tables(tmp_path: Path) -> None:
    found = load_text(tmp_path, "a\tb\n1\t2\n", name="x.tsv")
    assert found.description.format == "tsv"
    assert "format_inferred" in found.warnings


def test_the_same_file_gives_the_same_description(tmp_path: Path) -> None:
    text = "a,b\n" + "".join(f"{n % 7},{n / 3}\n" for n in range(5000))
    first, second = load_text(tmp_path, text), load_text(tmp_path, text)
    assert first.description == second.description
    assert first.rows == second.rows


_CELL = st.text(st.sampled_from("0123456789.,-+eE()/: TZaé\"'=\t"), max_size=9)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(rows=st.lists(st.tuples(_CELL, _CELL, _CELL), min_size=1, max_size=12))
def test_the_source_text_of_every_cell_comes_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("law")
    body = "".join(
        ",".join('"' + cell.replace('"', '""') + '"' for cell in row) + "\n" for row in rows
    )
    # A header that no cell can be taken for, so that the layout is not in question.
    found = load_text(folder, "first column,second column,third column\n1,2,3\n1,2,3\n" + body)
    text = [list(row) for row in rows]
    assert found.raw[2:] == text or "header_rows" in found.warnings or "preamble" in found.warnings
