"""What of a dataset's files becomes a table: every sheet that holds one, and nothing in silence."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import openpyxl
import pytest
from fastapi.testclient import TestClient

from keenbench.settings import Settings
from tests.integration.analyst.shop import BEARER, ask

pytestmark = pytest.mark.needs("bubblewrap")

Rows = list[list[Any]]
GYM: dict[str, Rows] = {
    "Members": [["member_id", "name"], [1, "Ann"], [2, "Bo"]],
    "Plans": [["plan", "price"], ["basic", 20], ["full", 45]],
    "Check-ins": [["member_id", "day"], [1, "2024-01-02"], [1, "2024-01-03"], [2, "2024-01-03"]],
}


def workbook(sheets: dict[str, Rows], hidden: tuple[str, ...] = ()) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        sheet.sheet_state = "hidden" if name in hidden else "visible"
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def with_a_damaged_sheet(content: bytes, part: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"<worksheet><sheetData><row" if name == part else old.read(name))
    return made.getvalue()


@contextmanager
def added(client: TestClient, **files: bytes) -> Iterator[dict[str, Any]]:
    parts = [("files", (name.replace("__", "."), content)) for name, content in files.items()]
    response = client.post("/datasets", data={"name": "Mine"}, files=parts, headers=BEARER)
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    try:
        yield made
    finally:
        client.delete(f"/datasets/{made['id']}", headers=BEARER)


def tables(made: dict[str, Any]) -> list[tuple[str, int]]:
    return [(file["table"], file["row_count"]) for file in made["files"]]


def codes(made: dict[str, Any]) -> list[str]:
    return [warning["code"] for warning in made["warnings"]]


def test_each_sheet_of_an_uploaded_workbook_is_a_table(client: TestClient) -> None:
    with added(client, gym__xlsx=workbook(GYM)) as made:
        assert tables(made) == [("gym_Members", 2), ("gym_Plans", 2), ("gym_Check_ins", 3)]
        assert made["warnings"] == []
        schema = client.get(f"/datasets/{made['id']}/schema", headers=BEARER).json()
        assert schema["relations"] == [
            {"from": "gym_Check_ins.member_id", "to": "gym_Members.member_id"}
        ]
        sql = (
            "SELECT m.name, count(*) AS n FROM gym_Check_ins JOIN gym_Members m USING (member_id) "
            "GROUP BY 1 ORDER BY 1"
        )
        assert ask(client, f"SQL: {sql}", made["id"])["result"]["rows"] == [["Ann", 2], ["Bo", 1]]


def test_it_gives_the_tables_that_the_same_file_gives_in_a_workbench(client: TestClient) -> None:
    sheets = GYM | {"Notes": [], "Prices": [["plan", "price"]]}
    content = workbook(sheets, hidden=("Plans",))
    created = client.post("/rpc/WorkbenchCreate", json={"name": "Gym"}, headers=BEARER).json()
    bench = created["result"]["workbench_id"]
    parts = [("files", ("gym.xlsx", content))]
    client.post(f"/workbenches/{bench}/files", files=parts, headers=BEARER)
    with added(client, gym__xlsx=content) as made:
        schemas = [
            client.get(f"/datasets/{dataset}/schema?sample=9", headers=BEARER).json()
            for dataset in (f"workbench:{bench}", made["id"])
        ]
    for schema in schemas:
        names = [table["name"] for table in schema["tables"]]
        assert names == ["gym_Members", "gym_Plans", "gym_Check_ins", "gym_Prices"]
    first, second = schemas
    assert first["tables"] == second["tables"]
    assert first["warnings"] == second["warnings"]


def test_a_workbook_of_one_filled_sheet_is_called_like_its_file(client: TestClient) -> None:
    one = workbook({"Sheet1": [], "Data": GYM["Plans"], "Sheet3": []})
    with added(client, plans__xlsx=one) as made:
        assert tables(made) == [("plans", 2)]
        assert made["warnings"] == []
        answer = ask(client, "SQL: SELECT sum(price) AS p FROM plans", made["id"])
        assert answer["result"]["rows"] == [[65]]


def test_a_sheet_and_a_file_of_the_same_name_are_two_tables(client: TestClient) -> None:
    with added(client, gym__xlsx=workbook(GYM), gym_Plans__csv=b"a,b\n1,2\n") as made:
        assert dict(tables(made)) == {
            "gym_Members": 2,
            "gym_Plans_2": 2,
            "gym_Check_ins": 3,
            "gym_Plans": 1,
        }


def test_a_sheet_that_cannot_be_read_is_told_and_the_others_are_there(client: TestClient) -> None:
    damaged = with_a_damaged_sheet(workbook(GYM), "xl/worksheets/sheet2.xml")
    with added(client, gym__xlsx=damaged) as made:
        assert tables(made) == [("gym_Members", 2), ("gym_Check_ins", 3)]
        (told,) = made["warnings"]
        assert told["code"] == "table_unreadable"
        assert told["message"].startswith("gym.xlsx, Plans: ")


def test_a_workbook_of_a_registry_has_all_its_sheets_unless_one_is_named(
    client: TestClient, settings: Settings
) -> None:
    (settings.datasets_dir / "gym.xlsx").write_bytes(workbook(GYM))
    registry = settings.datasets_dir / "registry.json"
    before = registry.read_text()
    document = json.loads(before)
    file = {"name": "gym.xlsx", "path": "gym.xlsx"}
    entries: dict[str, dict[str, Any]] = {
        "every": {},
        "sheet": {"sheet": "Plans"},
        "table": {"table": "people"},
    }
    for name, more in entries.items():
        document["datasets"].append({"id": name, "name": name, "files": [file | more]})
    document["datasets"][-3]["schema"] = {"gym_Plans": {"price": {"description": "in euros"}}}
    try:
        registry.write_text(json.dumps(document))
        schemas = {
            name: client.get(f"/datasets/{name}/schema", headers=BEARER).json()["tables"]
            for name in entries
        }
    finally:
        registry.write_text(before)
    names = {name: [table["name"] for table in found] for name, found in schemas.items()}
    assert names == {
        "every": ["gym", "gym_Plans", "gym_Check_ins"],
        "sheet": ["gym"],
        "table": ["people"],
    }
    assert schemas["every"][1]["columns"][1]["description"] == "in euros"
    assert [column["name"] for column in schemas["sheet"][0]["columns"]] == ["plan", "price"]
    assert [column["name"] for column in schemas["table"][0]["columns"]] == ["member_id", "name"]


@pytest.mark.parametrize("content", [b"", b"\n \n\n", b"\xef\xbb\xbf", b" "])
def test_a_file_without_anything_in_it_is_no_dataset(client: TestClient, content: bytes) -> None:
    before = client.get("/datasets", headers=BEARER).json()["datasets"]
    parts = [("files", ("empty.csv", content))]
    refused = client.post("/datasets", data={"name": "Mine"}, files=parts, headers=BEARER)
    assert refused.status_code == 400
    assert refused.json()["error"]["message"] == (
        "There is no table in empty.csv: neither a header nor rows."
    )
    assert client.get("/datasets", headers=BEARER).json()["datasets"] == before


def test_a_workbook_of_empty_sheets_is_no_dataset(client: TestClient) -> None:
    parts = [("files", ("empty.xlsx", workbook({"A": [], "B": []})))]
    refused = client.post("/datasets", data={"name": "Mine"}, files=parts, headers=BEARER)
    assert refused.status_code == 400
    assert "no table in empty.xlsx" in refused.json()["error"]["message"]


def test_an_empty_file_beside_others_is_told(client: TestClient) -> None:
    with added(client, good__csv=b"a,b\n1,2\n", empty__csv=b"") as made:
        assert made["warnings"] == [
            {
                "code": "table_empty",
                "message": "empty.csv: it holds no table, neither a header nor rows.",
            }
        ]
        schema = client.get(f"/datasets/{made['id']}/schema", headers=BEARER).json()
        assert [table["name"] for table in schema["tables"]] == ["good"]


def test_a_header_without_rows_is_a_table_and_told(client: TestClient) -> None:
    with added(client, head__csv=b"name,amount\n") as made:
        assert tables(made) == [("head", 0)]
        assert codes(made) == ["no_rows"]
        assert made["warnings"][0]["message"] == "head: it has a header and no rows."
