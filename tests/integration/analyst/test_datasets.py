"""Which datasets there are, what is worked out of them, and those that users add."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import openpyxl
import pytest
from fastapi.testclient import TestClient

from keenbench.settings import Settings
from tests.integration.analyst.shop import BEARER, CUSTOMERS, ORDERS, ask

pytestmark = pytest.mark.needs("bubblewrap")


def test_a_registry_of_id_name_and_files_is_enough(client: TestClient) -> None:
    listed = client.get("/datasets", headers=BEARER).json()
    assert listed["warnings"] == []
    tiny = listed["datasets"][0]
    version = hashlib.sha256((CUSTOMERS + ORDERS).encode()).hexdigest()
    assert tiny == {
        "id": "tiny",
        "name": "Tiny shop",
        "description": "",
        "engine": "duckdb",
        "prompts": [
            "How many orders are there?",
            "Orders per month",
            "What is the highest amount?",
            "What is the average amount?",
        ],
        "version_hash": f"sha256:{version}",
        "own": False,
        "warnings": [],
        "files": [
            {"name": "orders.csv", "table": "orders", "row_count": 5, "size_bytes": len(ORDERS)},
            {
                "name": "customers.csv",
                "table": "customers",
                "row_count": 3,
                "size_bytes": len(CUSTOMERS),
            },
        ],
    }


def test_the_schema_is_worked_out_by_ingest(client: TestClient) -> None:
    schema = client.get("/datasets/tiny/schema?sample=2", headers=BEARER).json()
    orders, customers = schema["tables"]
    assert [(column["name"], column["type"]) for column in orders["columns"]] == [
        ("order_id", "integer"),
        ("customer_id", "integer"),
        ("placed", "date"),
        ("amount", "decimal"),
        ("status", "string"),
    ]
    assert orders["sample_rows"][0] == [1, 1, "2024-01-05", 10.5, "open"]
    assert len(orders["sample_rows"]) == 2
    assert customers["row_count"] == 3
    assert schema["relations"] == [{"from": "orders.customer_id", "to": "customers.customer_id"}]
    plain = client.get("/datasets/tiny/schema?sample=0", headers=BEARER).json()
    assert plain["tables"][0]["sample_rows"] == []


def test_what_is_suggested_for_a_dataset_of_ones_own_is_answered(client: TestClient) -> None:
    rows = "".join(
        f"{n},{['north', 'south', 'east'][n % 3]},2024-{n % 12 + 1:02}-03,{n}.50\n"
        for n in range(1, 61)
    )
    made = upload(client, "Mine", sales__csv=f"sale_id,region,sold_on,amount\n{rows}").json()  # type: ignore[attr-defined]
    assert made["prompts"] == [
        "How many sales are there?",
        "Total amount by region",
        "Sales per month",
        "Number of sales by region",
    ]
    for prompt in made["prompts"]:
        answer = ask(client, prompt, made["id"])
        assert answer["status"] == "success", answer["assistant_message"]
        assert answer["result"]["rows"]
    client.delete(f"/datasets/{made['id']}", headers=BEARER)


def test_a_registry_that_suggests_nothing_is_believed(
    client: TestClient, settings: Settings
) -> None:
    registry = settings.datasets_dir / "registry.json"
    before = registry.read_text()
    document = json.loads(before)
    document["datasets"][0]["prompts"] = []
    try:
        registry.write_text(json.dumps(document))
        listed = client.get("/datasets", headers=BEARER).json()["datasets"]
        assert listed[0]["prompts"] == []
    finally:
        registry.write_text(before)


def test_an_unknown_dataset_is_404(client: TestClient) -> None:
    assert client.get("/datasets/none/schema", headers=BEARER).status_code == 404
    assert client.get("/datasets/workbench:none/schema", headers=BEARER).status_code == 404


def upload(client: TestClient, name: str, **files: str) -> object:
    parts = [("files", (file.replace("__", "."), text)) for file, text in files.items()]
    return client.post("/datasets", data={"name": name}, files=parts, headers=BEARER)


def test_a_user_adds_asks_and_removes_a_dataset(client: TestClient) -> None:
    added = upload(client, "My Zoo", animals__csv="animal,legs\nlion,4\nemu,2\n")
    assert added.status_code == 201, added.text  # type: ignore[attr-defined]
    made = added.json()  # type: ignore[attr-defined]
    assert made["name"] == "My Zoo"
    assert made["files"] == [
        {"name": "animals.csv", "table": "animals", "row_count": 2, "size_bytes": 25}
    ]
    answer = ask(client, "SQL: SELECT sum(legs) AS legs FROM animals", made["id"])
    assert answer["result"]["rows"] == [[6]]
    assert client.delete(f"/datasets/{made['id']}", headers=BEARER).status_code == 200
    assert client.get(f"/datasets/{made['id']}/schema", headers=BEARER).status_code == 404
    assert client.delete("/datasets/tiny", headers=BEARER).status_code == 404


def test_a_file_that_cannot_be_read_is_told_where_it_is_added_and_listed(
    client: TestClient,
) -> None:
    parts = [
        ("files", ("good.csv", b"a,b\n1,2\n")),
        ("files", ("bin.csv", bytes(range(256)) * 40)),
    ]
    added = client.post("/datasets", data={"name": "gb"}, files=parts, headers=BEARER)
    assert added.status_code == 201, added.text
    (told,) = added.json()["warnings"]
    assert told["code"] == "table_unreadable"
    assert told["message"].startswith("bin.csv: ")
    listed = client.get("/datasets", headers=BEARER).json()["datasets"]
    (again,) = [each for each in listed if each["id"] == added.json()["id"]]
    assert again["warnings"] == [told]
    client.delete(f"/datasets/{again['id']}", headers=BEARER)


def test_a_column_that_few_cells_make_text_is_told(client: TestClient) -> None:
    rows = "".join(f"{n},{n}.5,00{n % 7},{'A' if n % 9 else 7}\n" for n in range(1, 301))
    table = f"id,amount,code,seat\n{rows}301,unknown,001,A\n302,tba,002,A\n303,n/a,003,A\n"
    added = upload(client, "mixed", mixed__csv=table)
    made = added.json()  # type: ignore[attr-defined]
    assert [each["message"] for each in made["warnings"]] == [
        "mixed: amount: 2 of 302 cells are no numbers, such as “tba” and “unknown”; "
        "the column is text."
    ]
    client.delete(f"/datasets/{made['id']}", headers=BEARER)


@pytest.mark.parametrize("file", ["evil__exe", "__hidden__csv", "a/b__csv"])
def test_what_is_no_table_is_not_added(client: TestClient, file: str) -> None:
    before = client.get("/datasets", headers=BEARER).json()["datasets"]
    refused = upload(client, "x", **{file: "a,b\n1,2\n"})
    assert refused.status_code in (400, 403)  # type: ignore[attr-defined]
    assert client.get("/datasets", headers=BEARER).json()["datasets"] == before


def test_every_workbench_is_a_dataset(client: TestClient) -> None:
    def rpc(method: str, **params: object) -> dict[str, str]:
        response = client.post(f"/rpc/{method}", json=params, headers=BEARER)
        assert response.status_code == 200, response.text
        result: dict[str, str] = response.json()["result"]
        return result

    bench = rpc("WorkbenchCreate", name="Bench")["workbench_id"]
    parts = [("files", ("sales.csv", "region,amount\nn,1\ns,2\n")), ("files", ("a.txt", "x"))]
    client.post(f"/workbenches/{bench}/files", files=parts, headers=BEARER)
    dataset_id = f"workbench:{bench}"
    found = {
        each["id"]: each for each in client.get("/datasets", headers=BEARER).json()["datasets"]
    }
    assert found[dataset_id]["name"] == "Bench"
    assert [file["table"] for file in found[dataset_id]["files"]] == ["sales"]
    answer = ask(client, "SQL: SELECT sum(amount) AS total FROM sales", dataset_id)
    assert answer["result"]["rows"] == [[3]]


def test_entries_that_lead_out_of_the_folder_are_refused_and_harm_no_other(
    client: TestClient, settings: Settings
) -> None:
    registry = settings.datasets_dir / "registry.json"
    before = registry.read_text()
    document = json.loads(before)
    (settings.datasets_dir / "link.csv").symlink_to("/etc/passwd")
    for number, path in enumerate(["../x.csv", "/etc/passwd", "a/../../x.csv", "a\\b.csv"]):
        files = [{"name": "x.csv", "path": path}]
        document["datasets"].append({"id": f"out{number}", "name": "x", "files": files})
    linked = [{"name": "link.csv", "path": "link.csv"}]
    document["datasets"].append({"id": "linked", "name": "x", "files": linked})
    try:
        registry.write_text(json.dumps(document))
        listed = client.get("/datasets", headers=BEARER).json()
        ids = [each["id"] for each in listed["datasets"]]
        assert "tiny" in ids
        assert not {"out0", "out1", "out2", "out3", "linked"} & set(ids)
        assert len(listed["warnings"]) == 5
        for number in range(4):
            response = client.get(f"/datasets/out{number}/schema", headers=BEARER)
            assert response.status_code == 403
            assert response.json()["error"]["error_code"] == "SANDBOX_VIOLATION"
        assert client.get("/datasets/linked/schema", headers=BEARER).status_code == 403
    finally:
        registry.write_text(before)


def test_a_stale_version_hash_is_recomputed_with_a_warning(
    client: TestClient, settings: Settings
) -> None:
    registry = settings.datasets_dir / "registry.json"
    before = registry.read_text()
    document = json.loads(before)
    document["datasets"][1]["version_hash"] = "sha256:stale"
    try:
        registry.write_text(json.dumps(document))
        schema = client.get("/datasets/hostile/schema", headers=BEARER).json()
        assert schema["version_hash"] != "sha256:stale"
        assert [each["code"] for each in schema["warnings"]] == ["stale_version_hash"]
    finally:
        registry.write_text(before)


def test_one_file_that_cannot_be_read_leaves_the_others(
    client: TestClient, settings: Settings
) -> None:
    folder: Path = settings.datasets_dir
    (folder / "broken.xlsx").write_bytes(b"PK\x03\x04 not really")
    registry = folder / "registry.json"
    before = registry.read_text()
    document = json.loads(before)
    files = [
        {"name": "broken.xlsx", "path": "broken.xlsx"},
        {"name": "orders.csv", "path": "tiny/orders.csv"},
    ]
    document["datasets"].append({"id": "half", "name": "Half", "files": files})
    try:
        registry.write_text(json.dumps(document))
        schema = client.get("/datasets/half/schema", headers=BEARER).json()
        assert [table["name"] for table in schema["tables"]] == ["orders"]
        assert schema["warnings"][0]["code"] == "table_unreadable"
    finally:
        registry.write_text(before)


def test_each_sheet_of_a_published_workbook_is_a_table(client: TestClient) -> None:
    book = openpyxl.Workbook()
    book.active.title = "North"  # type: ignore[union-attr]
    book.create_sheet("South West")
    for number, sheet in enumerate(book.worksheets, start=1):
        sheet.append(["item", "amount"])
        sheet.append(["a", number])
        sheet.append(["b", 10 * number])
    content = io.BytesIO()
    book.save(content)
    created = client.post("/rpc/WorkbenchCreate", json={"name": "Book"}, headers=BEARER).json()
    bench = created["result"]["workbench_id"]
    parts = [("files", ("sales.xlsx", content.getvalue()))]
    client.post(f"/workbenches/{bench}/files", files=parts, headers=BEARER)
    schema = client.get(f"/datasets/workbench:{bench}/schema", headers=BEARER).json()
    assert [table["name"] for table in schema["tables"]] == ["sales_North", "sales_South_West"]
    sql = (
        "SELECT sum(n.amount) + sum(s.amount) AS x "
        "FROM sales_North n JOIN sales_South_West s USING (item)"
    )
    answer = ask(client, f"SQL: {sql}", f"workbench:{bench}")
    assert answer["result"]["rows"] == [[33]]


def test_the_first_rows_of_a_table_of_thousands_of_columns_are_whole(client: TestClient) -> None:
    names = [f"c{n}" for n in range(1500)]
    table = "".join(
        ",".join(line) + "\n"
        for line in (names, [f"w{n}" for n in range(1500)], [f"v{n}" for n in range(1500)])
    )
    made = upload(client, "wide", wide__csv=table).json()  # type: ignore[attr-defined]
    schema = client.get(f"/datasets/{made['id']}/schema", headers=BEARER)
    assert schema.status_code == 200, schema.text
    (wide,) = schema.json()["tables"]
    assert [column["name"] for column in wide["columns"]] == names
    assert wide["sample_rows"] == [[f"w{n}" for n in range(1500)], [f"v{n}" for n in range(1500)]]
    client.delete(f"/datasets/{made['id']}", headers=BEARER)
