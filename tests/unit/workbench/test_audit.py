from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from keenbench import storage
from keenbench.workbench.audit import AuditCheck, AuditEntry, AuditLog
from keenbench.workbench.bench import Workbench
from tests.workbench_texts import folder_of


@pytest.fixture
def audit(bench: Workbench, tmp_path: Path) -> AuditLog:
    return AuditLog(bench, tmp_path / "data")


@pytest.fixture
def path(bench: Workbench) -> Path:
    return folder_of(bench) / "meta/audit.jsonl"


def fill(audit: AuditLog, count: int = 5) -> None:
    for number in range(count):
        audit.enter(AuditEntry(action=f"Action{number}", files=[f"{number}.txt"]))


def test_an_untouched_log_is_whole(audit: AuditLog) -> None:
    assert audit.verify() == AuditCheck(ok=True, entries=0)
    fill(audit)
    assert audit.verify() == AuditCheck(ok=True, entries=5)
    entries, total = audit.entries(offset=3, limit=10)
    assert [(entry["seq"], entry["action"]) for entry in entries] == [
        (4, "Action3"),
        (5, "Action4"),
    ]
    assert total == 5


def swap(lines: list[str]) -> list[str]:
    return [lines[0], lines[2], lines[1], *lines[3:]]


def change(lines: list[str]) -> list[str]:
    return [*lines[:2], lines[2].replace("2.txt", "9.txt"), *lines[3:]]


def change_and_hash_again(lines: list[str]) -> list[str]:
    """Make the chain fit again, as one can who has no key."""
    from hashlib import sha256

    made = change(lines)
    for index in range(3, len(made)):
        line = json.loads(made[index])
        line["prev"] = sha256((made[index - 1] + "\n").encode()).hexdigest()
        made[index] = json.dumps(line, ensure_ascii=False)
    return made


TAMPERED: dict[str, tuple[Callable[[list[str]], list[str]], int]] = {
    "a changed line": (change, 3),
    "a changed line in a chain made to fit": (change_and_hash_again, 3),
    "a missing line": (lambda lines: lines[:2] + lines[3:], 3),
    "a missing first line": (lambda lines: lines[1:], 1),
    "lines in another order": (swap, 2),
    "a cut last line": (lambda lines: lines[:-1], 5),
    "a cut tail": (lambda lines: lines[:2], 3),
    "no line left": (lambda lines: [], 1),
    "a line twice": (lambda lines: [*lines, lines[-1]], 6),
    "an invented line": (lambda lines: [*lines, '{"action": "Nothing"}'], 6),
    "a line that is no JSON": (lambda lines: [*lines[:4], "x"], 5),
}


@pytest.mark.parametrize(("tamper", "first_bad"), TAMPERED.values(), ids=TAMPERED.keys())
def test_tampering_is_found(
    audit: AuditLog, path: Path, tamper: Callable[[list[str]], list[str]], first_bad: int
) -> None:
    fill(audit)
    lines = tamper(path.read_text().splitlines())
    path.write_text("".join(f"{line}\n" for line in lines))
    check = audit.verify()
    assert (check.ok, check.first_bad) == (False, first_bad)


def test_what_was_cut_stays_found_after_more_was_entered(audit: AuditLog, path: Path) -> None:
    fill(audit)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:3]))
    fill(audit, 2)
    assert audit.verify() == AuditCheck(ok=False, entries=5, first_bad=4)


def test_a_log_that_was_removed_is_missed(audit: AuditLog, path: Path) -> None:
    fill(audit)
    path.unlink()
    assert audit.verify() == AuditCheck(ok=False, entries=0, first_bad=1)


def test_garbage_at_the_end_is_found(audit: AuditLog, path: Path) -> None:
    fill(audit)
    with path.open("a") as file:
        file.write("garbage")
    assert not audit.verify().ok


@pytest.mark.parametrize("witness", [None, "{}", '{"count": 0}', "not json"])
def test_a_witness_that_was_removed_or_forged_is_told(
    audit: AuditLog, tmp_path: Path, witness: str | None
) -> None:
    fill(audit)
    (place,) = (tmp_path / "data/audit").glob("*.json")
    if witness is None:
        place.unlink()
    else:
        place.write_text(witness)
    assert not audit.verify().ok
    fill(audit, 1)
    assert not audit.verify().ok, "one more entry must not make it good"


def test_a_witness_put_back_from_before_is_told_by_the_next_entries(
    audit: AuditLog, path: Path, tmp_path: Path
) -> None:
    """Who can put back log and witness together has the data folder, and with it the key."""
    fill(audit, 3)
    (place,) = (tmp_path / "data/audit").glob("*.json")
    old = place.read_text()
    fill(audit, 2)
    place.write_text(old)
    assert audit.verify().ok, "sealed lines that the witness has not counted are believed"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:2]))
    assert not audit.verify().ok


def test_a_line_that_the_witness_has_not_counted_yet_is_no_tampering(
    audit: AuditLog, tmp_path: Path
) -> None:
    fill(audit, 3)
    (place,) = (tmp_path / "data/audit").glob("*.json")
    before = place.read_bytes()
    fill(audit, 1)
    place.write_bytes(before)  # as a crash between the two leaves it
    assert audit.verify() == AuditCheck(ok=True, entries=4)
    fill(audit, 1)
    assert audit.verify() == AuditCheck(ok=True, entries=5)


def test_half_a_line_is_an_entry_that_was_never_finished(audit: AuditLog, path: Path) -> None:
    fill(audit, 2)
    whole = path.read_bytes()
    for length in (1, 5, 9, 40):
        line = b'{"seq": 3, "at": "2026-01-01T00:00:00.000000Z", "prev": "0123"'
        path.write_bytes(whole + line[:length])
        assert audit.verify() == AuditCheck(ok=True, entries=2)
    fill(audit, 1)
    assert audit.verify() == AuditCheck(ok=True, entries=3)


def test_the_key_is_the_users_alone(audit: AuditLog, tmp_path: Path) -> None:
    fill(audit, 1)
    assert (tmp_path / "data/audit.key").stat().st_mode & 0o777 == 0o600


def test_many_writers_make_one_chain(audit: AuditLog) -> None:
    threads = [threading.Thread(target=fill, args=(audit, 5)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert audit.verify() == AuditCheck(ok=True, entries=20)


def test_the_line_is_safe_before_the_witness_counts_it(
    audit: AuditLog, path: Path, tmp_path: Path
) -> None:
    fill(audit, 1)

    class Order:
        def __init__(self) -> None:
            self.synced_sizes: list[int] = []

        def before(self, call: str) -> None: ...

        def synced(self, fd: int) -> None:
            self.synced_sizes.append(len(path.read_text().splitlines()))

    order = Order()
    storage.watch(order)
    try:
        fill(audit, 1)
    finally:
        storage.watch(None)
    assert set(order.synced_sizes) == {2}, "every sync comes after the line"
