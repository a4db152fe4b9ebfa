"""What was worked out of a dataset, written and read back; only where all of it still fits."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from keenbench.analyst.dataset import Dataset, DatasetFile, Described, TableSource
from keenbench.analyst.kept_descriptions import KeptDescriptions
from keenbench.analyst.registry import RegistryDataset
from keenbench.analyst.versions import Version
from keenbench.query.dataset_schema import (
    ColumnSchema,
    DatasetSchema,
    Reading,
    Relation,
    TableSchema,
)

VERSION = Version("sha256:ab", ("cd", "ef"), ((1, 2, 3, 4, 5), (1, 3, 3, 4, 5)), (3, 3))
FILES = [{"name": "book.xlsx", "path": "s/book.xlsx", "sheet": "Ä b", "table": "a.b"}]
FILES += [{"name": "book 2.xlsx", "path": "s/book.xlsx", "table": "other"}]


def dataset(**changed: Any) -> Dataset:
    entry = RegistryDataset.model_validate({"id": "s", "name": "S", "files": FILES} | changed)
    files = tuple(DatasetFile(file.name, file.path, file) for file in entry.files)
    return Dataset(entry.id, entry.name, "registry", files, entry=entry)


def described() -> Described:
    of = dataset()
    columns = (
        ColumnSchema("id", "integer", distinct=9, least=-1.0, greatest=1e300),
        ColumnSchema("paid, in €", "string", "paid", False, None, 4, Reading("number", ".2")),
        ColumnSchema("kind", "string", values=("x", "y"), parted_by=", "),
        ColumnSchema("day", "date", least="2024-01-01", greatest="2024-12-31"),
    )  # fmt: skip
    tables = (
        TableSchema("a.b", "book.xlsx", 9, columns, "sales"),
        TableSchema("other", "book 2.xlsx", 2, columns[:1]),
    )
    schema = DatasetSchema("s", tables, (Relation("other", "id", "a.b", "id"),))
    sources = {
        "a.b": TableSource("a.b", of.files[0], "Ä b"),
        "other": TableSource("other", of.files[1]),
    }
    return Described(of, VERSION, schema, sources, ({"code": "c", "message": "m"},))


@pytest.fixture
def kept(tmp_path: Path) -> KeptDescriptions:
    kept = KeptDescriptions(tmp_path / "data" / "descriptions")
    assert kept.get(dataset(), VERSION) is None
    kept.keep(described())
    return kept


def the_file(tmp_path: Path) -> Path:
    (file,) = (tmp_path / "data" / "descriptions").iterdir()
    return file


def test_what_is_read_back_is_what_was_kept(kept: KeptDescriptions) -> None:
    assert kept.get(dataset(), VERSION) == described()


def test_a_file_of_the_same_bytes_elsewhere_on_the_disk_is_the_same(kept: KeptDescriptions) -> None:
    moved = replace(VERSION, identities=((9, 9, 3, 4, 5), (9, 8, 3, 4, 5)))
    assert kept.get(dataset(), moved) == replace(described(), version=moved)


@pytest.mark.parametrize(
    "changed",
    [
        {"relations": []},
        {"schema": {"a.b": {"id": {"description": "a number"}}}},
        {"files": FILES[:1]},
        {"files": [FILES[0] | {"sheet": "c"}, FILES[1]]},
        {"version_hash": "sha256:00"},
    ],
)
def test_another_entry_of_the_registry_is_another_dataset(
    kept: KeptDescriptions, changed: dict[str, Any]
) -> None:
    assert kept.get(dataset(**changed), VERSION) is None


def test_another_version_of_the_files_is_not_that_one(kept: KeptDescriptions) -> None:
    assert kept.get(dataset(), replace(VERSION, hash="sha256:ac")) is None


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"of": 1}', b"\xff" * 40, b"[" * 99_999])
def test_a_damaged_one_is_none(kept: KeptDescriptions, tmp_path: Path, damage: bytes) -> None:
    the_file(tmp_path).write_bytes(damage)
    assert kept.get(dataset(), VERSION) is None


@pytest.mark.parametrize(
    ("part", "value"),
    [("sources", []), ("warnings", [1, 2]), ("schema", {"dataset_id": "s", "tables": []})],
)
def test_one_that_somebody_changed_is_none(
    kept: KeptDescriptions, tmp_path: Path, part: str, value: Any
) -> None:
    file = the_file(tmp_path)
    seal, told = file.read_text().split("\n")
    file.write_text(seal + "\n" + json.dumps(json.loads(told) | {part: value}))
    assert kept.get(dataset(), VERSION) is None


def test_what_is_no_file_holds_nobody_up(kept: KeptDescriptions, tmp_path: Path) -> None:
    file = the_file(tmp_path)
    file.unlink()
    os.mkfifo(file)
    assert kept.get(dataset(), VERSION) is None
    file.unlink()
    file.symlink_to("/dev/zero")
    assert kept.get(dataset(), VERSION) is None
    kept.keep(described())
    assert kept.get(dataset(), VERSION) == described()


def test_what_is_gone_is_forgotten(kept: KeptDescriptions, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "descriptions"
    (folder / ".0123456789abcdef.tmp").write_text("cut short by a kill")
    (folder / "precious.txt").write_text("not ours")
    kept.forget_all_but(["s", "t"])
    assert len(list(folder.iterdir())) == 2
    kept.forget("s")
    kept.forget("s")
    assert [path.name for path in folder.iterdir()] == ["precious.txt"]


@pytest.mark.parametrize("place", ["data", "data/descriptions"])
def test_a_file_where_a_folder_should_be_does_no_harm(tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text("a file where a folder should be")
    kept = KeptDescriptions(tmp_path / "data" / "descriptions")
    kept.keep(described())
    kept.forget("s")
    kept.forget_all_but([])
    assert kept.get(dataset(), VERSION) is None


def test_a_link_in_place_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / ("0" * 64 + ".json")).write_text("precious")
    (tmp_path / "descriptions").symlink_to(elsewhere)
    kept = KeptDescriptions(tmp_path / "descriptions")
    kept.keep(described())
    kept.forget_all_but([])
    assert len(list(elsewhere.iterdir())) == 1


def test_an_entry_too_deep_to_be_written_is_worked_out_each_time(tmp_path: Path) -> None:
    deep: Any = "x"
    for _ in range(300):
        deep = [deep]
    kept = KeptDescriptions(tmp_path)
    of = dataset(schema={"zz": deep})
    kept.keep(replace(described(), dataset=of))
    assert kept.get(of, VERSION) is None
