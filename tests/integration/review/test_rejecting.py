"""Changes taken back one by one, through the engine and the boxed parser: as in the product."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.workbench.edits import undo
from keenbench.workbench.runs import running
from tests.integration.workbench.conftest import Bench

pytestmark = pytest.mark.needs("bubblewrap")


def draft_bytes(bench: Bench, name: str) -> bytes:
    return (bench.folder / "draft" / name).read_bytes()


def put(bench: Bench, name: str, content: bytes) -> None:
    """Have the Draft hold these very bytes, whatever wrote them."""
    (bench.folder / "draft" / name).write_bytes(content)


def hunks(bench: Bench, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = bench.call("ReviewGetTextDiff", path=path)["hunks"]
    return found


def lines(count: int, **changed: str) -> str:
    return "".join(changed.get(f"line{at}", f"line {at}\n") for at in range(1, count + 1))


def test_a_hunk_is_put_back_and_the_others_keep_their_names(bench: Bench) -> None:
    bench.add(long__txt=lines(40).encode())
    bench.propose(long__txt=lines(40, line3="third\n", line20="", line38="line 38\nmore\n"))
    before = hunks(bench, "long.txt")
    assert len(before) == 3
    bench.call("ReviewRejectChange", path="long.txt", change_ids=[before[1]["change_id"]])
    assert draft_bytes(bench, "long.txt").decode() == lines(
        40, line3="third\n", line38="line 38\nmore\n"
    )
    after = hunks(bench, "long.txt")
    assert [h["change_id"] for h in after] == [before[0]["change_id"], before[2]["change_id"]]


def test_mark_encoding_and_line_ends_survive(bench: Bench) -> None:
    mark = "\ufeff".encode("utf-16-le")
    old = "".join(f"Zeile {at} ä\r\n" for at in range(1, 30)).removesuffix("\r\n")
    bench.add(wide__txt=mark + old.encode("utf-16-le"))
    new = old.replace("Zeile 4 ä", "vier").replace("Zeile 28 ä", "achtundzwanzig")
    bench.propose(wide__txt=new)
    first, _ = hunks(bench, "wide.txt")
    bench.call("ReviewRejectChange", path="wide.txt", change_ids=[first["change_id"]])
    expected = mark + old.replace("Zeile 28 ä", "achtundzwanzig").encode("utf-16-le")
    assert draft_bytes(bench, "wide.txt") == expected


def test_the_missing_last_line_end_comes_back(bench: Bench) -> None:
    old = lines(30).removesuffix("\n")
    bench.add(end__txt=old.encode())
    bench.propose(end__txt=lines(30, line2="second\n") + "and more\n")
    _, last = hunks(bench, "end.txt")
    bench.call("ReviewRejectChange", path="end.txt", change_ids=[last["change_id"]])
    assert draft_bytes(bench, "end.txt").decode() == lines(30, line2="second\n").removesuffix("\n")


def test_a_file_leaves_the_draft_with_its_last_change(bench: Bench) -> None:
    bench.propose(notes__txt="one\nTWO\nthree\n", data__csv="a,b\n1,3\n")
    (hunk,) = hunks(bench, "notes.txt")
    bench.call("ReviewRejectChange", path="notes.txt", change_ids=[hunk["change_id"]])
    assert [c["path"] for c in bench.call("ReviewGetChangeSet")["changes"]] == ["data.csv"]
    assert not (bench.folder / "draft" / "notes.txt").exists()
    (row,) = bench.call("ReviewGetTableDiff", path="data.csv")["changes"]
    bench.call("ReviewRejectChange", path="data.csv", change_ids=[row["change_id"]])
    assert bench.call("DraftGetState")["has_draft"] is False


def test_taking_back_can_be_undone(bench: Bench) -> None:
    bench.add(long__txt=lines(40).encode())
    bench.propose(long__txt=lines(40, line3="third\n", line38="last\n"))
    first, _ = hunks(bench, "long.txt")
    there = draft_bytes(bench, "long.txt")
    bench.call("ReviewRejectChange", path="long.txt", change_ids=[first["change_id"]])
    assert draft_bytes(bench, "long.txt") != there
    undo(bench.engine.workbenches.get(bench.workbench_id))
    assert draft_bytes(bench, "long.txt") == there


def test_it_is_entered_in_the_audit_log(bench: Bench) -> None:
    bench.propose(notes__txt="one\nTWO\nthree\n", data__csv="a,b\n1,3\n")
    (hunk,) = hunks(bench, "notes.txt")
    bench.call("ReviewRejectChange", path="notes.txt", change_ids=[hunk["change_id"]])
    entry = bench.call("AuditList")["entries"][-1]
    assert (entry["action"], entry["outcome"]) == ("ReviewRejectChange", "ok")
    assert entry["files"] == ["notes.txt"]


def test_a_change_that_is_not_there_is_refused_and_nothing_changes(bench: Bench) -> None:
    bench.propose(notes__txt="one\nTWO\nthree\n")
    there = draft_bytes(bench, "notes.txt")
    refused = bench.refused("ReviewRejectChange", path="notes.txt", change_ids=["0" * 16])
    assert (refused["error_code"], refused["subphase"]) == ("VALIDATION_FAILED", "unknown_change")
    assert refused["detail"] == {"change_ids": ["0" * 16]}
    assert draft_bytes(bench, "notes.txt") == there


def test_while_a_run_is_active_nothing_is_taken_back(bench: Bench) -> None:
    bench.propose(notes__txt="one\nTWO\nthree\n")
    (hunk,) = hunks(bench, "notes.txt")
    with running(bench.engine.workbenches.get(bench.workbench_id), "run-1"):
        refused = bench.refused(
            "ReviewRejectChange", path="notes.txt", change_ids=[hunk["change_id"]]
        )
    assert refused["subphase"] == "busy"


# Rows of a table.

TABLE = "id;name;note\n" + "".join(f'{at};"n {at}";x{at}\n' for at in range(1, 13))


def rows(bench: Bench, path: str = "table.csv") -> dict[str, dict[str, Any]]:
    changes = bench.call("ReviewGetTableDiff", path=path)["changes"]
    return {f"{c['type']} {c.get('row', c.get('old_row'))}": c for c in changes}


@pytest.fixture
def table(bench: Bench) -> Bench:
    """A Draft that changes row 2, drops row 5, adds one after 8 and moves row 11 to the top."""
    bench.add(table__csv=TABLE.encode())
    new = TABLE.replace('2;"n 2";x2', '2;"other";x2').replace('5;"n 5";x5\n', "")
    new = new.replace('8;"n 8";x8\n', '8;"n 8";x8\n8a;new;"two\nlines"\n')
    new = new.replace('11;"n 11";x11\n', "").replace("note\n", 'note\n11;"n 11";x11\n')
    bench.propose(table__csv=new)
    return bench


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("row_changed 3", '2;"other";x2', '2;"n 2";x2'),
        ("row_deleted 5", '4;"n 4";x4\n', '4;"n 4";x4\n5;"n 5";x5\n'),
        ("row_inserted 9", '8a;new;"two\nlines"\n', ""),
    ],
)
def test_a_row_is_put_back_as_it_was_written(table: Bench, name: str, old: str, new: str) -> None:
    there = draft_bytes(table, "table.csv").decode()
    found = rows(table)
    assert len(found) == 4
    chosen = found[name]["change_id"]
    table.call("ReviewRejectChange", path="table.csv", change_ids=[chosen])
    assert draft_bytes(table, "table.csv").decode() == there.replace(old, new)
    left = {change["change_id"] for change in rows(table).values()}
    assert left == {change["change_id"] for change in found.values()} - {chosen}


def test_a_row_that_moved_goes_back(table: Bench) -> None:
    found = rows(table)
    table.call(
        "ReviewRejectChange", path="table.csv", change_ids=[found["row_moved 1"]["change_id"]]
    )
    text = draft_bytes(table, "table.csv").decode()
    assert text.index('10;"n 10"') < text.index('11;"n 11"') < text.index('12;"n 12"')
    assert len(rows(table)) == 3


def test_all_rows_at_once_are_the_file_itself(table: Bench) -> None:
    ids = [change["change_id"] for change in rows(table).values()]
    table.call("ReviewRejectChange", path="table.csv", change_ids=ids)
    assert table.call("DraftGetState")["has_draft"] is False


def test_a_hunk_of_a_table_is_put_back_too(table: Bench) -> None:
    found = hunks(table, "table.csv")
    table.call("ReviewRejectChange", path="table.csv", change_ids=[h["change_id"] for h in found])
    assert table.call("DraftGetState")["has_draft"] is False


def test_a_row_does_not_come_back_among_other_columns(bench: Bench) -> None:
    bench.add(table__csv=b"a,b,c\n1,2,3\n4,5,6\n7,8,9\n")
    bench.propose(table__csv="a,c\n1,3\n4,60\n7,9\n")
    there = draft_bytes(bench, "table.csv")
    found = rows(bench)
    chosen = next(c for c in found.values() if c["type"] == "row_changed")
    refused = bench.refused(
        "ReviewRejectChange", path="table.csv", change_ids=[chosen["change_id"]]
    )
    assert refused["subphase"] == "depends"
    assert "columns" in refused["message"]
    assert draft_bytes(bench, "table.csv") == there
