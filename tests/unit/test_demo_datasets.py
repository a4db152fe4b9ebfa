"""The demo datasets are what their script makes, and what their registry says they are."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from scripts.make_datasets import main as make_datasets

from keenbench.demo_datasets import demo_datasets_dir
from keenbench.tables.ingest import Overrides
from tests.unit.tables.loading import load_file

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "datasets"
REGISTRY: dict[str, Any] = json.loads((FOLDER / "registry.json").read_text(encoding="utf-8"))
DATASETS: list[dict[str, Any]] = REGISTRY["datasets"]
FILES = [(dataset["id"], file) for dataset in DATASETS for file in dataset["files"]]


def every_file(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def cells(file: dict[str, Any]) -> list[list[str]]:
    raw = (FOLDER / file["path"]).read_bytes()
    german = file["name"].endswith("_de.csv")
    text = raw.decode("latin-1" if german else "utf-8")
    return list(csv.reader(io.StringIO(text), delimiter=";" if german else ","))


def test_the_script_makes_exactly_what_is_committed(tmp_path: Path) -> None:
    make_datasets(tmp_path)
    assert every_file(tmp_path) == every_file(FOLDER)


def test_the_datasets_are_small_enough_to_ship() -> None:
    assert sum(map(len, every_file(FOLDER).values())) < 3 * 1024 * 1024


def test_there_are_at_least_four_and_each_has_prompts_and_a_description() -> None:
    assert {"shop", "support", "sensors", "bank"} <= {dataset["id"] for dataset in DATASETS}
    for dataset in DATASETS:
        assert dataset["description"]
        assert 4 <= len(dataset["prompts"]) <= 6


@pytest.mark.parametrize("dataset", DATASETS, ids=lambda dataset: dataset["id"])
def test_the_version_hash_is_of_the_bytes_joined_in_name_order(dataset: dict[str, Any]) -> None:
    files = sorted(dataset["files"], key=lambda file: file["name"])
    joined = b"".join((FOLDER / file["path"]).read_bytes() for file in files)
    assert dataset["version_hash"] == "sha256:" + hashlib.sha256(joined).hexdigest()


@pytest.mark.parametrize(("dataset", "file"), FILES, ids=lambda part: str(part)[:40])
def test_every_column_is_described_with_the_type_it_is_read_as(
    dataset: str, file: dict[str, Any], tmp_path: Path
) -> None:
    table = load_file(FOLDER / file["path"], tmp_path / "t.duckdb", Overrides())
    assert list(file["schema"]) == table.names
    assert [column["type"] for column in file["schema"].values()] == table.kinds
    assert all(column["description"] for column in file["schema"].values())
    assert file["row_count"] == len(table.rows)


@pytest.mark.parametrize(("dataset", "file"), FILES, ids=lambda part: str(part)[:40])
def test_listed_values_are_those_of_the_column(dataset: str, file: dict[str, Any]) -> None:
    header, *rows = cells(file)
    for name, column in file["schema"].items():
        if "values" in column:
            place = header.index(name)
            found = {row[place].casefold() for row in rows} - {""}
            assert found == {value.casefold() for value in column["values"]}


@pytest.mark.parametrize("dataset", DATASETS, ids=lambda dataset: dataset["id"])
def test_relations_lead_to_a_key_and_nearly_every_row_has_a_match(
    dataset: dict[str, Any],
) -> None:
    tables = {file["table"]: cells(file) for file in dataset["files"]}

    def column(name: str) -> list[str]:
        table, _, field = name.partition(".")
        header, *rows = tables[table]
        return [row[header.index(field)] for row in rows]

    for relation in dataset["relations"]:
        keys = column(relation["to"])
        assert len(keys) == len(set(keys))
        known = [value in set(keys) for value in column(relation["from"])]
        assert sum(known) / len(known) > 0.9


def test_the_totals_of_orders_are_the_sums_of_their_lines() -> None:
    header, *lines = list(csv.reader((FOLDER / "shop/order_items.csv").open(encoding="utf-8")))
    sums: dict[str, int] = {}
    for line in lines:
        cents = int(line[header.index("line_total")].replace(".", ""))
        order = line[header.index("order_id")]
        sums[order] = sums.get(order, 0) + cents
    header, *orders = list(csv.reader((FOLDER / "shop/orders.csv").open(encoding="utf-8")))
    totals = {order[0]: int(order[header.index("total")].replace(".", "")) for order in orders}
    assert totals == sums


def test_the_data_has_the_faults_that_real_exports_have() -> None:
    empty = {file["table"] for _, file in FILES if any("" in row for row in cells(file)[1:])}
    assert {"customers", "orders", "tickets", "readings", "statement_en", "employees"} <= empty
    cities = {row[3] for row in cells(FILES[0][1])[1:]}
    assert any(city.isupper() for city in cities)
    assert b"B\xe4ckerei" in (FOLDER / "bank/kontoauszug_de.csv").read_bytes()


def test_a_checkout_finds_them_and_a_wheel_carries_them() -> None:
    assert demo_datasets_dir() == FOLDER
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
    included = build["build"]["targets"]["wheel"]["force-include"]
    assert included["datasets"] == "keenbench/datasets_demo"
