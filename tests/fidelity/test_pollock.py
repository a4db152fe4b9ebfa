"""Pollock: how much of each polluted file is read as its clean table says, without any dialect.

Scored on the source text that `raw` gives. DuckDB reads the same files in the same run.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import duckdb
import pytest

from tests.fidelity import pollock, pollution
from tests.unit.tables.loading import load_file

CORPUS = Path(
    os.environ.get("KEENBENCH_CORPUS", Path(__file__).parents[2] / ".." / "shared" / "corpus")
)
POLLUTED = CORPUS / "csv" / "pollock"
SURVEY = CORPUS / "csv" / "pollock_survey"

pytestmark = pytest.mark.skipif(not POLLUTED.is_dir(), reason="the corpus is not here")


def ours(path: Path, out: Path) -> pollock.Table:
    found = load_file(path, out)
    # As of every other file of the corpus; these are not loaded there once more.
    assert found.description.row_count == len(found.raw), path.name
    header = [column.source_name for column in found.description.columns]
    return [*([header] if found.description.has_header else []), *found.raw]


def duckdb_reads(path: Path) -> pollock.Table | None:
    with duckdb.connect() as connection:
        try:
            found = connection.execute(
                "SELECT * FROM read_csv(?, all_varchar=true, null_padding=true)", [str(path)]
            )
            header = [column[0] for column in found.description]
            rows = found.fetchall()
        except duckdb.Error:
            return None
    return [header, *(["" if cell is None else cell for cell in row] for row in rows)]


def scores(folder: Path, tmp_path: Path) -> tuple[dict[str, float], dict[str, float]]:
    mine: dict[str, float] = {}
    theirs: dict[str, float] = {}
    for number, path in enumerate(sorted((folder / "csv").iterdir())):
        clean = pollock.read_clean(folder / "clean" / path.name)
        mine[path.name] = pollock.score(ours(path, tmp_path / str(number)), clean)
        theirs[path.name] = pollock.score(duckdb_reads(path), clean)
    return mine, theirs


def test_the_sample_is_read_better_than_duckdb_reads_it(tmp_path: Path) -> None:
    mine, theirs = scores(POLLUTED, tmp_path)
    weights = json.loads((POLLUTED / "pollock_weights.json").read_text())
    assert pollock.simple(mine) >= max(9.9, pollock.simple(theirs))
    assert pollock.weighted(mine, weights) >= max(9.9, pollock.weighted(theirs, weights))


def test_the_survey_of_real_files_is_read_better_than_duckdb_reads_it(tmp_path: Path) -> None:
    mine, theirs = scores(SURVEY, tmp_path)
    assert pollock.simple(mine) >= max(9.3, pollock.simple(theirs))


def every(step: int, tmp_path: Path) -> dict[str, float]:
    source = (POLLUTED / "csv" / "source.csv").read_text()
    found: dict[str, float] = {}
    rows = 0
    for polluted in pollution.pollutions(source):
        rows += polluted.name.startswith("row")
        if polluted.name.startswith("row") and rows % step:
            continue
        path = tmp_path / f"{polluted.name}.csv"
        path.write_bytes(polluted.text.encode())
        loaded = ours(path, tmp_path / polluted.name)
        found[path.name] = pollock.score(loaded, polluted.clean)
    return found


def test_pollutions_of_our_own_making_are_read(tmp_path: Path) -> None:
    found = every(241, tmp_path)
    assert min(score for name, score in found.items() if name.startswith("file")) == 10
    assert pollock.simple(found) >= 9.95


@pytest.mark.slow
def test_every_pollution_of_every_row_and_column_is_read(tmp_path: Path) -> None:
    found = every(1, tmp_path)
    weights = json.loads((POLLUTED / "pollock_weights.json").read_text())
    assert len(found) > 2200
    assert pollock.simple(found) >= 9.65
    assert pollock.weighted(found, weights) >= 9.46
