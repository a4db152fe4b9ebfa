"""A value is exact, or it stays text and a warning says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.tables.loading import Loaded, load_text


def loaded(tmp_path: Path, *cells: str) -> Loaded:
    body = "".join(f"{number};{cell}\n" for number, cell in enumerate(cells))
    return load_text(tmp_path, "n;x\n" + body)


WIDE = ("1234567890123456789012345678.5", "0.1234567890123456789012")


@pytest.mark.parametrize(
    ("cells", "kind", "warning"),
    [
        # Each has at most 38 digits; no decimal holds both.
        (WIDE, "string", "too_many_digits"),
        (("1" * 39, "5"), "string", "too_many_digits"),
        (("1." + "1" * 40, "2.5"), "float", "floats_rounded"),
        (("9007199254740993", "1e3"), "float", "floats_rounded"),
        (("1e400", "2.5"), "string", "float_range"),
        (("-1E+999", "2.5"), "string", "float_range"),
        (("1e-400", "2.5"), "string", "float_range"),
        (("31/12/2024", "12/31/2024"), "string", "dates_mixed"),
    ],
)
def test_what_no_type_holds_stays_as_written_and_is_said(
    tmp_path: Path, cells: tuple[str, ...], kind: str, warning: str
) -> None:
    found = loaded(tmp_path, *cells)
    assert found.kinds[1] == kind
    assert warning in found.warnings
    assert [row[1] for row in found.raw] == list(cells)


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (("0e5", "0.0e-400", "2.5"), "float"),
        (("inf", "-Infinity", "2.5"), "float"),
        (("1e308", "1e-300"), "float"),
        (("99/99/2024", "31/12/2024"), "string"),
    ],
)
def test_what_is_held_needs_no_warning(tmp_path: Path, cells: tuple[str, ...], kind: str) -> None:
    found = loaded(tmp_path, *cells)
    assert (found.kinds[1], found.warnings) == (kind, [])


@pytest.mark.parametrize(
    ("usual", "odd", "kind", "warning"),
    [
        ("1.5", "1e400", "string", "float_range"),
        ("1e3", "1e400", "string", "float_range"),
        ("1234567890123456789012345678.5", WIDE[1], "string", "too_many_digits"),
        ("7", "1" * 39, "string", "too_many_digits"),
        ("1e3", "0.12345678901234567891", "float", "floats_rounded"),
        ("31/12/2024", "12/31/2024", "string", "dates_mixed"),
    ],
)
def test_one_cell_far_below_the_sample_decides_as_well(
    tmp_path: Path, usual: str, odd: str, kind: str, warning: str
) -> None:
    found = loaded(tmp_path, *[usual] * 40_000, odd, *[usual] * 10_000)
    assert found.kinds[1] == kind
    assert warning in found.warnings
    assert found.raw[40_000][1] == odd
