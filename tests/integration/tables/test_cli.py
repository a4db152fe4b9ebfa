"""Tables on the command line, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.integration.test_cli import keenbench

pytestmark = pytest.mark.needs("bubblewrap")


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    path = tmp_path / "prices.csv"
    path.write_text("item,price\nnut,1.50\nbolt,2.25\nnail,-0.75\n", encoding="utf-8")
    # A file that only its owner may read is still the user's.
    path.chmod(0o600)
    return path


def test_a_table_is_described_and_read(prices: Path) -> None:
    done = keenbench("describe", prices, "--json")
    assert [one["inferred_type"] for one in json.loads(done.stdout)["columns"]] == [
        "string",
        "decimal",
    ]
    rows = keenbench("rows", prices, "--start", "2", "--count", "1")
    assert rows.stdout == "item\tprice\nbolt\t2.25\n"
    assert "rows 2-2 of 3" in rows.stderr
    found = json.loads(keenbench("map", prices, "--json").stdout)
    assert (found["format"], found["row_count"]) == ("csv", 3)


def test_a_query_is_answered_and_a_wrong_one_refused(prices: Path) -> None:
    done = keenbench("query", prices, "SELECT sum(price) AS total FROM data")
    assert (done.returncode, done.stdout) == (0, "total\n3.0\n")
    wrong = keenbench("query", prices, "SELECT * FROM '/etc/passwd'", "--json")
    assert wrong.returncode == 3
    assert json.loads(wrong.stderr)["error"]["subphase"] == "sql_policy"


def test_an_export_goes_wherever_the_user_says(prices: Path, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "cheap.csv"
    target.parent.mkdir()
    done = keenbench(
        "export", prices, target, "--query", "SELECT item FROM data WHERE price < 2 ORDER BY item"
    )
    assert done.returncode == 0, done.stderr
    assert target.read_text() == "item\nnail\nnut\n"
    missing = keenbench("export", prices, tmp_path / "nowhere" / "x.csv")
    assert missing.returncode == 4


def test_a_table_is_not_exported_over_its_own_file(prices: Path) -> None:
    before = prices.read_bytes()
    done = keenbench("export", prices, prices)
    assert done.returncode == 2, done.stderr
    assert prices.read_bytes() == before
