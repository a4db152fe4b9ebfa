"""What a point or a comma before three digits means: told by the column, by other columns, or not
at all, which is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.tables.loading import Loaded, load_text


def loaded(tmp_path: Path, *columns: list[str], delimiter: str = ";") -> Loaded:
    """Return a table of these columns, called a, b, …"""
    names = [chr(ord("a") + place) for place in range(len(columns))]
    lines = [delimiter.join(names)]
    for cells in zip(*columns, strict=True):
        lines.append(delimiter.join(f'"{c}"' if delimiter in c else c for c in cells))
    return load_text(tmp_path, "\n".join(lines) + "\n")


NAMES = ["Ana", "Bo", "Cy"]
RIDDLE = ["1.234", "12.500", "7"]
COMMAS = ["1,5", "2,25", "10,00"]
POINTS = ["0.5", "12.25", "3"]


def test_decimal_commas_elsewhere_make_points_thousands(tmp_path: Path) -> None:
    found = loaded(tmp_path, NAMES, RIDDLE, COMMAS)
    assert found.column("b") == [1234, 12500, 7]
    assert found.kinds == ["string", "integer", "decimal"]
    assert found.warnings == ["dots_thousands"]
    assert [row[1] for row in found.raw] == RIDDLE


def test_decimal_points_elsewhere_make_points_decimal(tmp_path: Path) -> None:
    found = loaded(tmp_path, NAMES, RIDDLE, POINTS)
    assert found.column("b") == [1.234, 12.5, 7]
    assert found.warnings == []


@pytest.mark.parametrize("others", [[], [COMMAS, POINTS]])
def test_where_nothing_tells_the_point_is_decimal_and_that_is_said(
    tmp_path: Path, others: list[list[str]]
) -> None:
    found = loaded(tmp_path, NAMES, RIDDLE, *others)
    assert found.column("b") == [1.234, 12.5, 7]
    assert found.warnings == ["dots_ambiguous"]
    (warning,) = found.description.warnings
    assert "Numbers in b" in warning.message


def test_a_file_that_commas_delimit_has_decimal_points(tmp_path: Path) -> None:
    assert loaded(tmp_path, NAMES, RIDDLE, delimiter=",").warnings == []
    quoted = loaded(tmp_path, NAMES, RIDDLE, COMMAS, delimiter=",")
    assert quoted.column("b") == [1234, 12500, 7]


@pytest.mark.parametrize("sure", ["0.234", "1234.567", "1.23", "0.000"])
def test_one_cell_that_is_no_thousands_settles_its_column(tmp_path: Path, sure: str) -> None:
    found = loaded(tmp_path, ["x"] * 4, [*RIDDLE, sure])
    assert found.kinds[1] == "decimal"
    assert found.warnings == []


@pytest.mark.parametrize(
    ("sure", "kind", "value"),
    [("1.234.567", "integer", 1234567), ("1.234,50", "decimal", 1234.5)],
)
def test_one_cell_that_is_thousands_settles_its_column(
    tmp_path: Path, sure: str, kind: str, value: object
) -> None:
    found = loaded(tmp_path, ["x"] * 4, [*RIDDLE, sure])
    assert found.kinds[1] == kind
    assert found.column("b") == [1234, 12500, 7, value]
    assert found.warnings == []


def test_the_cell_that_settles_may_stand_far_below(tmp_path: Path) -> None:
    many = ["1.234"] * 30_000
    names = ["x"] * 30_001
    assert loaded(tmp_path, names, [*many, "1.234.567"]).column("b")[-2:] == [1234, 1234567]
    assert loaded(tmp_path, names, [*many, "0.5"]).warnings == []
    assert loaded(tmp_path, names, [*many, "1,5"]).column("b")[-2:] == [1234, 1.5]


def test_missing_values_do_not_settle_it(tmp_path: Path) -> None:
    found = loaded(tmp_path, ["x"] * 4, ["1.234", "NA", "", "2.500"], ["1,5", "", "2,5", "3,5"])
    assert found.column("b") == [1234, None, None, 2500]


def test_commas_before_three_digits_are_told_by_other_columns(tmp_path: Path) -> None:
    riddle = ["1,234", "5,678", "9,100"]
    european = loaded(tmp_path, riddle, COMMAS)
    assert european.column("a") == [1.234, 5.678, 9.1]
    assert european.warnings == ["commas_decimal"]
    english = loaded(tmp_path, riddle, POINTS)
    assert english.column("a") == [1234, 5678, 9100]
    assert english.warnings == ["commas_thousands"]
    alone = loaded(tmp_path, riddle, NAMES)
    assert alone.column("a") == riddle
    assert alone.warnings == ["commas_ambiguous"]


def test_small_numbers_beside_commas_are_thousands_unless_commas_are_decimal(
    tmp_path: Path,
) -> None:
    riddle = ["1,234", "56", "9,100"]
    assert loaded(tmp_path, riddle, NAMES).column("a") == [1234, 56, 9100]
    assert loaded(tmp_path, riddle, COMMAS).column("a") == [1.234, 56, 9.1]


@pytest.mark.parametrize(
    ("usual", "odd", "value"),
    [("1,234,567", "1,234.56", 1234.56), ("1.234.567", "1.234,56", 1234.56)],
)
def test_decimals_below_whole_numbers_are_not_rounded(
    tmp_path: Path, usual: str, odd: str, value: float
) -> None:
    """The engine casts 1234.56 to a whole number by rounding it."""
    found = loaded(tmp_path, ["x"] * 30_001, [usual] * 30_000 + [odd])
    assert found.column("b")[-1] == value
