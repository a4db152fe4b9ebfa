"""A table loaded from text in this process, for tests of what ingest makes of a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import duckdb

from keenbench.tables.description import Description
from keenbench.tables.ingest import Overrides, ingest
from keenbench.tables.load import source_text
from keenbench.tables.values import row_text


@dataclass(frozen=True)
class Loaded:
    description: Description
    rows: list[list[object]]
    raw: list[list[str]]

    @property
    def kinds(self) -> list[str]:
        return [column.kind for column in self.description.columns]

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.description.columns]

    @property
    def warnings(self) -> list[str]:
        return [warning.code for warning in self.description.warnings]

    def column(self, name: str) -> list[object]:
        place = self.names.index(name)
        return [row[place] for row in self.rows]


def load_file(path: Path, out: Path, overrides: Overrides | None = None) -> Loaded:
    out.mkdir()
    with path.open("rb") as file:
        description = ingest(file, path.name, out, overrides or Overrides())
    columns = [column.type for column in description.columns]
    values = row_text([(column, f"t{index}") for index, column in enumerate(columns)])
    texts = ", ".join(
        f"coalesce({source_text(index, column)}, '')" for index, column in enumerate(columns)
    )
    with duckdb.connect(str(out / "result"), read_only=True) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        rows = connection.execute(f"SELECT {values} FROM loaded ORDER BY rowid").fetchall()
        raw = connection.execute(f"SELECT {texts} FROM loaded ORDER BY rowid").fetchall()
        shown = connection.execute("SELECT count(*) FROM data").fetchone()
    assert shown == (description.row_count,)
    return Loaded(description, [json.loads(row[0]) for row in rows], [list(row) for row in raw])


def load_text(
    folder: Path, text: str | bytes, name: str = "table.csv", overrides: Overrides | None = None
) -> Loaded:
    number = len(list(folder.iterdir()))
    place = folder / f"case{number}"
    place.mkdir()
    path = place / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load_file(path, place / "out", overrides)
