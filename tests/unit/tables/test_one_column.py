"""A file of one column is not cut at what its values hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from keenbench.tables.ingest import Overrides
from tests.unit.tables.loading import load_text

COLUMNS = [
    ["when", "2024-01-01 10:00:00", "2024-01-02 11:30:00", "2024-01-03 12:00:00"],
    ["when", "2024-01-01T10:00:00Z", "2024-01-02T11:30:00Z"],
    ["start", "10:00", "11:30", "12:45"],
    ["url", "https://example.com/a?b=c", "https://example.org/d", "http://x.example/"],
    ["comment", "This is good", "I do not like it", "Great: would buy again", "ok"],
    ["comment", "Good, but slow", "No", "Well; maybe, or not", "fine"],
    ["name", "John Smith", "Mary Jones", "Bob Brown"],
    ["price", "1,50", "2,25", "10,00"],
    ["population", "1,234", "5,678,901", "12"],
    ["mac", "00:1a:2b:3c:4d:5e", "00:1a:2b:3c:4d:5f"],
    ["ratio", "1:2", "3:4"],
    ["city", "Rome, Italy", "Oslo, Norway", "Lima, Peru"],
    ["word", "hello!", "wow!"],
]


@pytest.mark.parametrize("lines", COLUMNS, ids=lambda lines: "-".join(lines[:2]))
def test_every_line_is_one_cell(tmp_path: Path, lines: list[str]) -> None:
    found = load_text(tmp_path, "\n".join(lines) + "\n")
    assert found.names == lines[:1]
    assert [row[0] for row in found.raw] == lines[1:]
    assert found.description.delimiter is None
    assert found.description.rejected_rows is None


def test_times_without_a_name_above_them_are_times(tmp_path: Path) -> None:
    found = load_text(tmp_path, "10:00\n11:30\n12:45\n")
    assert (found.kinds, found.description.has_header) == (["time"], False)


def test_the_values_of_one_column_are_typed(tmp_path: Path) -> None:
    assert load_text(tmp_path, "price\n1,50\n2,25\n").rows == [[1.5], [2.25]]


def test_a_column_that_could_be_several_is_said_and_can_be_overruled(tmp_path: Path) -> None:
    text = "price\n1,50\n2,25\n"
    assert "one_column" in load_text(tmp_path, text).warnings
    cut = load_text(tmp_path, text, overrides=Overrides(delimiter=","))
    assert cut.raw == [["1", "50"], ["2", "25"]]
    assert "one_column" not in load_text(tmp_path, "n\n1\n2\n").warnings


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a b c\n1 2 3\n4 5 6\n", " "),
        ("name age\nann 30\nbob 40\n", " "),
        ("root:x:0:0\nbin:x:1:1\ndaemon:x:2:2\n", ":"),
        ("name:age:city\nann:30:rome\nbob:40:oslo\n", ":"),
        ("price,qty\n1,50\n2,25\n", ","),
        ("1,2\n3,4\n5,6\n", ","),
        ("Report\n\na,b\n" + "1,2\n" * 30, ","),
        ("People\nname,city\nAnn,Rome\nBob,Oslo\n", ","),
        ("when;price\n10:00;1,50\n11:30;2,25\n", ";"),
    ],
)
def test_tables_are_still_cut(tmp_path: Path, text: str, delimiter: str) -> None:
    found = load_text(tmp_path, text)
    assert found.description.delimiter == delimiter
    assert len(found.names) > 1
