from __future__ import annotations

import os
from pathlib import Path

import pytest

from keenbench.errors import DraftExists, SandboxViolation, UnknownId, ValidationFailed
from keenbench.workbench.bench import Workbench
from keenbench.workbench.workbenches import Workbenches
from tests.workbench_texts import add, folder_of, published, write


def test_a_new_workbench_is_listed_and_empty(workbenches: Workbenches) -> None:
    made = workbenches.create("  Budget ")
    (listed,) = workbenches.list()
    assert (listed.workbench_id, listed.name, listed.file_count) == (made.workbench_id, "Budget", 0)
    assert not listed.has_draft


def test_other_users_cannot_look_into_a_workbench(bench: Workbench) -> None:
    folder = folder_of(bench)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "published").stat().st_mode & 0o777 == 0o700
    assert (folder / "published/notes.txt").stat().st_mode & 0o777 == 0o644


def test_files_are_0644_whatever_the_umask(workbenches: Workbenches) -> None:
    old = os.umask(0o077)
    try:
        made = workbenches.create("Strict")
        add(made, {"a.txt": "a"})
    finally:
        os.umask(old)
    assert (folder_of(made) / "published/a.txt").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", "x" * 201])
def test_a_name_is_one_line_of_some_length(workbenches: Workbenches, name: str) -> None:
    with pytest.raises(ValidationFailed):
        workbenches.create(name)
    assert workbenches.list() == []


def test_renaming_keeps_everything_else(workbenches: Workbenches, bench: Workbench) -> None:
    before = workbenches.list()[0]
    workbenches.rename(bench.workbench_id, "Year")
    after = workbenches.list()[0]
    assert (after.name, after.created_at, after.file_count) == ("Year", before.created_at, 3)


def test_a_deleted_workbench_leaves_nothing(workbenches: Workbenches, bench: Workbench) -> None:
    workbenches.delete(bench.workbench_id)
    assert workbenches.list() == []
    assert [path.name for path in workbenches.root.iterdir()] == [".lock"]
    with pytest.raises(UnknownId):
        published(bench)


def test_a_workbench_with_a_draft_is_neither_deleted_nor_forked(
    workbenches: Workbenches, bench: Workbench
) -> None:
    write(bench, {"notes.txt": "changed\n"})
    for refused in (
        lambda: workbenches.delete(bench.workbench_id),
        lambda: workbenches.fork(bench.workbench_id, "files"),
    ):
        with pytest.raises(DraftExists) as error:
            refused()
        assert error.value.info().actions == ["review_draft", "discard_draft"]
    assert published(bench)["notes.txt"] == "first notes\n"


def test_a_fork_is_a_workbench_of_its_own(workbenches: Workbenches, bench: Workbench) -> None:
    fork = workbenches.fork(bench.workbench_id, "files")
    assert published(fork) == published(bench)
    # An in-place save through a link would show in both.
    (folder_of(fork) / "published/notes.txt").write_text("fork only\n")
    assert published(bench)["notes.txt"] == "first notes\n"
    assert {info.name for info in workbenches.list()} == {"Quarter", "Quarter (copy)"}


@pytest.mark.parametrize(("mode", "kept"), [("files", False), ("files_and_conversation", True)])
def test_a_fork_takes_the_conversation_only_when_asked(
    workbenches: Workbenches, bench: Workbench, mode: str, kept: bool
) -> None:
    for name in ("conversation.jsonl", "tool_log.jsonl"):
        (folder_of(bench) / "meta" / name).write_text('{"text": "hi"}\n')
    fork = workbenches.fork(bench.workbench_id, mode)  # type: ignore[arg-type]
    for name in ("conversation.jsonl", "tool_log.jsonl"):
        assert (folder_of(fork) / "meta" / name).exists() == kept


@pytest.mark.parametrize("workbench_id", ["..", "a/b", "", "x" * 65, "wb\x00"])
def test_an_id_that_is_no_id_is_out_of_bounds(workbenches: Workbenches, workbench_id: str) -> None:
    with pytest.raises(SandboxViolation):
        workbenches.get(workbench_id)


def test_a_link_among_the_workbenches_is_no_workbench(
    workbenches: Workbenches, bench: Workbench, tmp_path: Path
) -> None:
    (workbenches.root / "linked").symlink_to(folder_of(bench))
    assert [info.workbench_id for info in workbenches.list()] == [bench.workbench_id]
    with pytest.raises(SandboxViolation):
        published(workbenches.get("linked"))


def test_one_damaged_workbench_hides_no_other(workbenches: Workbenches, bench: Workbench) -> None:
    damaged = workbenches.create("Damaged")
    (folder_of(damaged) / "meta/files.json").write_text("{")
    problems = {info.workbench_id: info.problem for info in workbenches.list()}
    assert problems[bench.workbench_id] is None
    assert "damaged" in (problems[damaged.workbench_id] or "")


def test_what_a_crash_left_of_a_workbench_being_made_is_cleared_up(
    workbenches: Workbenches,
) -> None:
    workbenches.create("Kept")
    (workbenches.root / ".new-wb_x").mkdir()
    (workbenches.root / ".trash-wb_y-1").mkdir()
    workbenches.clear_up()
    assert len(list(workbenches.root.iterdir())) == 2  # the workbench and the lock
