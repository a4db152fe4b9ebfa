"""Two versions of a table: rows, columns and cells that differ are named, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keenbench.tables import comparing
from tests.comparing import compared, types

Rows = list[list[str]]


def table() -> Rows:
    return [["id", "name", "price"]] + [
        [str(number), f"name {number}", f"{number * 1.5:.2f}"] for number in range(300)
    ]


def diff(folder: Path, old: Rows, new: Rows, delimiter: str = ",", **params: Any) -> dict[str, Any]:
    for name, rows, mark in (("old.csv", old, ","), ("new.csv", new, delimiter)):
        text = "".join(mark.join(row) + "\n" for row in rows)
        (folder / name).write_text(text)
    return compared("TableCompare", folder / "old.csv", folder / "new.csv", **params)


def test_a_changed_an_inserted_and_a_deleted_row(tmp_path: Path) -> None:
    new = table()
    new[5][1] = "changed"
    new.insert(20, ["900", "new", "1.00"])
    del new[100]
    answer = diff(tmp_path, table(), new)
    assert [(c["type"], c.get("row"), c.get("old_row")) for c in answer["changes"]] == [
        ("row_changed", 5, 5),
        ("row_inserted", 20, None),
        ("row_deleted", None, 99),
    ]
    assert answer["changes"][0]["cells"] == [
        {"column": "name", "before": "name 4", "after": "changed"}
    ]
    assert (answer["row_count_before"], answer["row_count_after"]) == (300, 300)


def test_a_new_column_leaves_rows_as_they_were(tmp_path: Path) -> None:
    new = [
        [row[0], row[1], "stock" if at == 0 else str(at), row[2]] for at, row in enumerate(table())
    ]
    answer = diff(tmp_path, table(), new)
    assert [(c["type"], c["column"]) for c in answer["changes"]] == [("column_inserted", "stock")]


def test_a_column_of_another_name_is_renamed(tmp_path: Path) -> None:
    new = table()
    new[0][1] = "label"
    (change,) = diff(tmp_path, table(), new)["changes"]
    assert (change["type"], change["old_column"], change["column"]) == (
        "column_renamed",
        "name",
        "label",
    )


def test_a_column_of_new_values_is_cells_and_rows_are_known_by_their_key(tmp_path: Path) -> None:
    new = [row if at == 0 else [row[0], row[1], f"{row[2]}9"] for at, row in enumerate(table())]
    new.insert(3, ["1000", "another", "0"])
    answer = diff(tmp_path, table(), new, limit=1000)
    assert answer["summary"] == {"row_changed": 300, "row_inserted": 1}


def test_rows_in_another_order_have_moved(tmp_path: Path) -> None:
    old = table()[:12]
    new = [old[0], *old[3:], old[1], old[2]]
    assert types(diff(tmp_path, old, new)) == ["row_moved", "row_moved"]


def test_cells_are_compared_as_they_are_written(tmp_path: Path) -> None:
    new = table()
    new[3][2] = "3.0"
    (change,) = diff(tmp_path, table(), new)["changes"]
    assert change["cells"] == [{"column": "price", "before": "3.00", "after": "3.0"}]


def test_another_delimiter_is_said_and_no_row_has_changed(tmp_path: Path) -> None:
    answer = diff(tmp_path, table(), table(), delimiter=";")
    assert answer["total"] == 0
    assert [warning["code"] for warning in answer["warnings"]] == ["delimiter_changed"]


def test_more_rows_than_can_be_compared_are_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparing, "MAX_ROWS", 100)
    answer = diff(tmp_path, table(), table()[:-1])
    assert (answer["too_large"], answer["changes"]) == (True, [])


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    deleted=st.sets(st.integers(1, 60), max_size=5),
    inserted=st.lists(st.integers(1, 50), max_size=5, unique=True),
    changed=st.sets(st.integers(1, 60), max_size=5),
)
def test_every_row_that_differs_is_named_once(
    tmp_path: Path, deleted: set[int], inserted: list[int], changed: set[int]
) -> None:
    old = table()[:61]
    changed = {row for row in changed if row not in deleted}
    # A row beside one that came or went could as well be the one that did.
    near = {row + by for row in (*deleted, *inserted) for by in (-1, 0, 1)}
    changed = {row for row in changed if row not in near}
    new: Rows = [old[0]]
    for number in range(1, 61):
        if number in inserted:
            new.append([f"new {number}", "x", "y"])
        if number in changed:
            new.append([old[number][0], "changed", old[number][2]])
        elif number not in deleted:
            new.append(old[number])
    answer = diff(tmp_path, old, new)
    named = {
        kind: {c.get("old_row") for c in answer["changes"] if c["type"] == kind}
        for kind in ("row_changed", "row_deleted")
    }
    assert named == {"row_changed": changed, "row_deleted": deleted}
    assert types(answer).count("row_inserted") == len(inserted)
