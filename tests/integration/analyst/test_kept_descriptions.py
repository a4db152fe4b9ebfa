"""A server that starts again does not work its datasets out again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from keenbench.analyst.datasets import Datasets
from keenbench.server.app import create_app
from keenbench.settings import Settings
from tests.integration.analyst.shop import BEARER, settings_of

pytestmark = pytest.mark.needs("bubblewrap")


def test_a_second_server_works_out_only_what_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_of(tmp_path)
    worked_out: list[str] = []
    work_out = Datasets._work_out

    def noted(self: Datasets, dataset: Any, version: Any, call: Any) -> Any:
        worked_out.append(dataset.id)
        return work_out(self, dataset, version, call)

    monkeypatch.setattr(Datasets, "_work_out", noted)
    first = _told(settings)
    assert "tiny" in worked_out
    worked_out.clear()
    assert _told(settings) == first
    assert worked_out == []

    orders = next(settings.datasets_dir.rglob("orders.csv"))
    orders.write_text(orders.read_text() + "6,1,2024-07-01,7.00,open\n")
    _, schema = _told(settings)
    assert worked_out == ["tiny"]
    assert schema["tables"][0]["row_count"] == first[1]["tables"][0]["row_count"] + 1


def _told(settings: Settings) -> tuple[Any, Any]:
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        listed = client.get("/datasets", headers=BEARER).json()
        return listed, client.get("/datasets/tiny/schema", headers=BEARER).json()


def test_a_dataset_that_is_removed_leaves_no_description(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    mine = {"files": ("mine.csv", b"a,b\n1,2\n")}
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        added = client.post("/datasets", headers=BEARER, data={"name": "Mine"}, files=mine).json()
        assert len(list(settings.descriptions_dir.iterdir())) == 1
        client.delete(f"/datasets/{added['id']}", headers=BEARER)
        assert list(settings.descriptions_dir.iterdir()) == []


def test_what_could_not_be_read_is_tried_again_by_the_next_server(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    mine = [("files", ("mine.csv", b"a,b\n1,2\n")), ("files", ("bad.xlsx", b"no workbook"))]
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        added = client.post("/datasets", headers=BEARER, data={"name": "Mine"}, files=mine).json()
        assert [each["code"] for each in added["warnings"]] == ["table_unreadable"]
    # There is no folder either, as long as nothing was kept.
    assert list(settings.descriptions_dir.glob("*")) == []


def test_a_dataset_that_is_removed_while_it_is_worked_out_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_of(tmp_path)
    mine = {"files": ("mine.csv", b"a,b\n1,2\n")}
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        added = client.post("/datasets", headers=BEARER, data={"name": "Mine"}, files=mine).json()
        (settings.own_datasets_dir / added["id"] / "mine.csv").write_bytes(b"a,b\n1,2\n5,6\n")
        work_out = Datasets._work_out

        def removed_meanwhile(self: Datasets, dataset: Any, version: Any, call: Any) -> Any:
            found = work_out(self, dataset, version, call)
            client.delete(f"/datasets/{added['id']}", headers=BEARER)
            return found

        monkeypatch.setattr(Datasets, "_work_out", removed_meanwhile)
        client.get(f"/datasets/{added['id']}/schema", headers=BEARER)
        assert list(settings.descriptions_dir.iterdir()) == []
