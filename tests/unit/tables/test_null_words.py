"""A word for a missing value does not make text of a column of numbers, and is not lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keenbench.tables.null_words import NULL_WORDS
from tests.unit.tables.loading import Loaded, load_file, load_text

PENGUINS = (
    Path(os.environ.get("KEENBENCH_CORPUS", Path(__file__).parents[3] / ".." / "shared" / "corpus"))
    / "csv"
    / "datasets"
    / "penguins"
    / "penguins_raw.csv"
)


def loaded(tmp_path: Path, *cells: str) -> Loaded:
    body = "".join(f"{number};{cell}\n" for number, cell in enumerate(cells))
    return load_text(tmp_path, "n;x\n" + body)


def said(found: Loaded) -> list[str]:
    return [w.message for w in found.description.warnings if w.code == "null_words"]


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [
        (["1", "-2"], "integer", [1, -2]),
        (["1.50", "2.25"], "decimal", [1.5, 2.25]),
        (["1,5", "2,25"], "decimal", [1.5, 2.25]),
        (["1,234.50", "(2)"], "decimal", [1234.5, -2]),
        (["1e3", "2.5"], "float", [1000.0, 2.5]),
        (["true", "FALSE"], "boolean", [True, False]),
        (["2024-01-31", "2024-02-01"], "date", ["2024-01-31", "2024-02-01"]),
        (["31.12.2024", "1.2.2024"], "date", ["2024-12-31", "2024-02-01"]),
        (["2024-01-01 10:00:00", "2024-01-02 11:00:00"], "timestamp",
         ["2024-01-01T10:00:00", "2024-01-02T11:00:00"]),
        (["10:30", "23:59"], "time", ["10:30:00", "23:59:00"]),
    ],
)  # fmt: skip
def test_a_missing_value_is_null_in_a_typed_column(
    tmp_path: Path, cells: list[str], kind: str, values: list[object]
) -> None:
    words = sorted(NULL_WORDS)
    width = len(words)
    rows = [[cells[0]] * width, words, [f" {word}" for word in words], [cells[1]] * width]
    header = ";".join(f"x{place}" for place in range(width))
    found = load_text(tmp_path, "\n".join([header, *(";".join(row) for row in rows)]) + "\n")
    assert found.kinds == [kind] * width
    assert found.rows == [[values[0]] * width, [None] * width, [None] * width, [values[1]] * width]
    assert found.raw == rows
    assert f"{words[0]} (2 cells) in x0, {words[1]} (2 cells) in x1" in said(found)[0]
    assert {column.non_null_count for column in found.description.columns} == {2}
    assert {column.distinct_estimate for column in found.description.columns} == {2}


@pytest.mark.parametrize(
    "cells",
    [
        ("NA", "red", "7"),
        ("NA", "NA", "-"),
        ("NA", "007"),
        ("NA", "01/02/2024"),
        # Three different words may well be three different answers.
        ("1", "-", "?", "NA"),
        # Not as any program writes it.
        ("1", "nA"),
        ("1", "NA NA"),
    ],
)
def test_a_column_of_text_keeps_the_words(tmp_path: Path, cells: tuple[str, ...]) -> None:
    found = loaded(tmp_path, *cells)
    assert found.kinds[1] == "string"
    assert found.column("x") == list(cells)
    assert said(found) == []


def test_two_words_are_counted_each(tmp_path: Path) -> None:
    found = loaded(tmp_path, "1", "-", "n/a", "n/a")
    assert found.column("x") == [1, None, None, None]
    assert said(found) == ["Read as null; raw gives the text: n/a (2 cells) and - (1 cell) in x."]


def test_many_columns_make_one_short_warning(tmp_path: Path) -> None:
    names = [f"c{number}" for number in range(30)]
    text = ",".join(names) + "\n" + ",".join(["1"] * 30) + "\n" + ",".join(["NA"] * 30) + "\n"
    (message,) = said(load_text(tmp_path, text))
    assert message.endswith("NA (1 cell) in c7 and 22 more.")


@pytest.mark.parametrize(
    ("usual", "odd", "kind", "value"),
    [
        ("7", "NA", "integer", None),
        ("7.25", "-", "decimal", None),
        ("NA", "7", "integer", 7),
        ("NA", "7.5", "decimal", 7.5),
        ("NA", "seven", "string", "seven"),
        ("", "NA", "string", "NA"),
    ],
)
def test_one_cell_far_below_the_sample_decides_as_well(
    tmp_path: Path, usual: str, odd: str, kind: str, value: object
) -> None:
    found = loaded(tmp_path, *[usual] * 4_000, odd, *[usual] * 1_000)
    assert found.kinds[1] == kind
    assert found.column("x")[4_000] == value
    assert [row[1] for row in found.raw] == [*[usual] * 4_000, odd, *[usual] * 1_000]


def test_a_word_does_not_stop_a_column_from_growing_wider(tmp_path: Path) -> None:
    cells = ["7", "NA"] * 4_000 + ["7.125", "NA", "12345678901234567890"]
    found = loaded(tmp_path, *cells)
    assert found.kinds[1] == "decimal"
    assert found.column("x")[-3:] == [7.125, None, "12345678901234567890.000"]
    assert [row[1] for row in found.raw] == cells


@settings(max_examples=12, deadline=None)
@given(
    st.lists(
        st.sampled_from(("1", "2.5", "1e3", "007", "true", "2024-01-31", "", "red", "inf"))
        | st.sampled_from(sorted(NULL_WORDS)),
        min_size=1,
        max_size=6,
    )
)
def test_the_text_comes_back_whatever_the_words(
    tmp_path_factory: pytest.TempPathFactory, cells: list[str]
) -> None:
    found = loaded(tmp_path_factory.mktemp("words"), *cells)
    assert [row[1] for row in found.raw] == cells


@pytest.mark.skipif(not PENGUINS.is_file(), reason="the corpus is not here")
def test_the_penguins_are_measured_in_numbers(tmp_path: Path) -> None:
    found = load_file(PENGUINS, tmp_path / "out")
    kinds = dict(zip(found.names, found.kinds, strict=True))
    assert kinds["Culmen Length (mm)"] == "decimal"
    assert kinds["Body Mass (g)"] == "integer"
    assert kinds["Sex"] == kinds["Comments"] == "string"
    masses = [mass for mass in found.column("Body Mass (g)") if mass is not None]
    assert (len(found.raw), len(masses), sum(masses)) == (344, 342, 1437000)  # type: ignore[arg-type]
    assert "NA (2 cells) in Body Mass (g)" in said(found)[0]
