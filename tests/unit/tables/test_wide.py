"""Very many columns: loaded, read and exported, or refused at once with a reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from keenbench.errors import FileReadFailed
from keenbench.formats.call import Call
from keenbench.tables import methods
from keenbench.tables.ingest import ingest
from tests.unit.tables.loading import load_text

WIDTH = 700


def wide(width: int) -> str:
    header = ",".join(f"c{n}" for n in range(width))
    rows = [",".join(str(n * row) if n % 2 else f"t{n}" for n in range(width)) for row in (1, 2)]
    return "\n".join([header, *rows]) + "\n"


def test_a_wide_table_can_be_read_and_exported(tmp_path: Path) -> None:
    source = tmp_path / "wide.csv"
    source.write_text(wide(WIDTH))
    out = tmp_path / "out"
    out.mkdir()
    with source.open("rb") as file:
        description = ingest(file, "wide.csv", out)
    assert [column.kind for column in description.columns[:2]] == ["string", "integer"]
    assert description.columns[1].distinct_estimate == 2
    told = tmp_path / "description"
    told.write_text(description.model_dump_json())
    opened = {
        (methods.DATABASE.root, methods.DATABASE.name): os.open(out / "result", os.O_RDONLY),
        (methods.DESCRIPTION.root, methods.DESCRIPTION.name): os.open(told, os.O_RDONLY),
    }
    try:
        rows = methods.read_rows(
            Call(opened, tmp_path), methods.TableRowsParams(workbench_id="w", path="wide.csv")
        )
        assert [len(row) for row in rows.rows] == [WIDTH, WIDTH]
        assert rows.rows[1][-1] == (WIDTH - 1) * 2
        params = methods.TableExportParams(
            workbench_id="w", path="wide.csv", target_path="o.csv", format="csv"
        )
        methods.export(Call(opened, tmp_path), params)
        assert (tmp_path / "result").read_text() == wide(WIDTH)
    finally:
        for fd in opened.values():
            os.close(fd)


def test_more_columns_than_can_be_loaded_are_refused_with_the_bound(tmp_path: Path) -> None:
    with pytest.raises(FileReadFailed, match="at most 4096"):
        load_text(tmp_path, wide(5000))


@pytest.mark.parametrize("width", [1, 60])
def test_numbers_and_dates_are_described_with_their_least_and_greatest(
    tmp_path: Path, width: int
) -> None:
    more = [f"x{n}" for n in range(width)]
    rows = ["day,size,name", "2024-05-02,9,b", "2023-12-31,-10,a", "2024-01-01,,c"]
    text = "\n".join(",".join([row, *more]) for row in rows) + "\n"
    day, size, name = load_text(tmp_path, text).description.columns[:3]
    assert (day.least, day.greatest) == ("2023-12-31", "2024-05-02")
    assert (size.least, size.greatest) == ("-10", "9")
    assert (name.least, name.greatest) == (None, None)
